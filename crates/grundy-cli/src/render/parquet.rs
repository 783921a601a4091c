//! Tables as Parquet files: the columns of the CSV form. Numbers are `int64`, outcomes are text (`N`, `P`, `D`).

use std::io::{self, Write};
use std::sync::Arc;

use grundy::Diagnostic;
use grundy::answer::{Cells, Table};
use parquet::basic::Encoding;
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

use super::csv;

/// Rows of a row group.
const GROUP: usize = 1 << 20;

/// Can this table be written with 64-bit integers?
pub(crate) fn fits(table: &Table) -> Result<(), Diagnostic> {
    let small = match &table.cells {
        Cells::Values(rows) => rows.iter().flatten().all(|v| i64::try_from(v).is_ok()),
        Cells::Loopy(_) => {
            return Err(Diagnostic::unsupported("values of games whose play need not end are not written to Parquet")
                .suggest("--format csv, or --show outcomes"));
        }
        Cells::Outcomes(_) | Cells::Previous(_) => true,
    };
    if small && table.to.iter().all(|n| i64::try_from(*n).is_ok()) {
        return Ok(());
    }
    Err(Diagnostic::input("a number is too large for a Parquet column of 64-bit integers").suggest("--format csv"))
}

/// What the last column holds.
enum Last<'a> {
    Numbers(Box<dyn Iterator<Item = i64> + 'a>),
    Letters(Box<dyn Iterator<Item = ByteArray> + 'a>),
    Nothing,
}

/// The table, if it [`fits`].
pub(crate) fn table(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    // the writer wants to be sent to other threads, standard output does not
    let bytes = file(table).map_err(io::Error::other)?;
    out.write_all(&bytes)
}

fn file(table: &Table) -> Result<Vec<u8>, ParquetError> {
    let names = csv::names(table);
    let (mut places, mut last): (Box<dyn Iterator<Item = Vec<i64>> + '_>, Last<'_>) = match &table.cells {
        Cells::Values(rows) => {
            let values = rows.iter().flatten().map(|v| i64::try_from(v).unwrap_or(i64::MAX));
            (places(table, rows), Last::Numbers(Box::new(values)))
        }
        Cells::Outcomes(rows) => {
            let letters = rows.iter().flatten().map(|o| ByteArray::from(vec![o.letter() as u8]));
            (places(table, rows), Last::Letters(Box::new(letters)))
        }
        // refused by `fits`
        Cells::Loopy(rows) => (places(table, rows), Last::Nothing),
        Cells::Previous(found) => {
            (Box::new(found.iter().map(|place| place.iter().map(|n| *n as i64).collect())), Last::Nothing)
        }
    };
    let mut schema = String::from("message table {");
    for name in &names {
        schema.push_str(&format!(" required int64 {name};"));
    }
    schema.push_str(match last {
        Last::Numbers(_) => " required int64 value; }",
        Last::Letters(_) => " required binary outcome (UTF8); }",
        Last::Nothing => " }",
    });
    let mut properties =
        WriterProperties::builder().set_created_by(concat!("grundy ", env!("CARGO_PKG_VERSION")).to_owned());
    for name in &names {
        // indices grow by equal steps, which this spelling reduces to almost nothing
        let column = ColumnPath::from(name.as_str());
        properties = properties
            .set_column_dictionary_enabled(column.clone(), false)
            .set_column_encoding(column, Encoding::DELTA_BINARY_PACKED);
    }
    let schema = Arc::new(parse_message_type(&schema)?);
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties.build()))?;
    loop {
        let mut columns = vec![Vec::new(); names.len()];
        for place in places.by_ref().take(GROUP) {
            for (column, n) in columns.iter_mut().zip(place) {
                column.push(n);
            }
        }
        let rows = columns.first().map_or(0, Vec::len);
        if rows == 0 {
            break;
        }
        let mut group = writer.next_row_group()?;
        for column in &columns {
            if let Some(writer) = group.next_column()? {
                numbers(writer, column)?;
            }
        }
        if let Some(mut column) = group.next_column()? {
            match &mut last {
                Last::Numbers(values) => numbers(column, &values.take(rows).collect::<Vec<_>>())?,
                Last::Letters(letters) => {
                    let letters: Vec<ByteArray> = letters.take(rows).collect();
                    column.typed::<ByteArrayType>().write_batch(&letters, None, None)?;
                    column.close()?;
                }
                Last::Nothing => column.close()?,
            }
        }
        group.close()?;
    }
    writer.into_inner()
}

fn numbers(mut column: SerializedColumnWriter<'_>, numbers: &[i64]) -> Result<(), ParquetError> {
    column.typed::<Int64Type>().write_batch(numbers, None, None)?;
    column.close()
}

/// The coordinates of the cells, row by row.
fn places<'a, T>(table: &'a Table, rows: &'a [Vec<T>]) -> Box<dyn Iterator<Item = Vec<i64>> + 'a> {
    let from = |at: usize| table.from.get(at).copied().unwrap_or(0) as i64;
    if table.from.len() == 2 {
        let row = move |(a, row): (i64, &'a Vec<T>)| (from(1)..).zip(row).map(move |(b, _)| vec![a, b]);
        Box::new((from(0)..).zip(rows).flat_map(row))
    } else {
        Box::new((from(0)..).zip(rows.iter().flatten()).map(|(n, _)| vec![n]))
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use grundy::answer::Show;
    use grundy::{Context, Session, TableOptions};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    use super::*;

    /// The rows of the file that is written for a question.
    fn read_back(game: &str, from: &[u64], to: &[u64], show: Show) -> (Vec<String>, Vec<Vec<Field>>) {
        let question = Session::new().game(game).unwrap();
        let options = TableOptions { from: from.to_vec(), to: to.to_vec(), show };
        let answer = grundy::table(&question, &options, &Context::default()).unwrap();
        fits(&answer).unwrap();
        let mut bytes = Vec::new();
        table(&mut bytes, &answer).unwrap();
        let path = std::env::temp_dir().join(format!("grundy-{}-{}.parquet", std::process::id(), bytes.len()));
        std::fs::write(&path, &bytes).unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        std::fs::remove_file(&path).unwrap();
        let columns = reader.metadata().file_metadata().schema_descr().columns().iter().map(|c| c.name().to_owned());
        let rows = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap().get_column_iter().map(|(_, field)| field.clone()).collect::<Vec<_>>());
        (columns.collect(), rows.collect())
    }

    #[test]
    fn files_are_read_back() {
        let (names, rows) = read_back("kayles", &[3], &[6], Show::Values);
        assert_eq!(names, ["n", "value"]);
        let number = |n: i64| Field::Long(n);
        let expected = [[3, 3], [4, 1], [5, 4], [6, 3]].map(|row| row.map(number).to_vec());
        assert_eq!(rows, expected);

        let (names, rows) = read_back("wythoff", &[1, 0], &[2, 2], Show::Values);
        assert_eq!(names, ["a", "b", "value"]);
        let expected = [[1, 0, 1], [1, 1, 2], [1, 2, 0], [2, 0, 2], [2, 1, 0], [2, 2, 1]];
        assert_eq!(rows, expected.map(|row| row.map(number).to_vec()));

        let (names, rows) = read_back("misere take[1..3]", &[0], &[2], Show::Outcomes);
        assert_eq!(names, ["n", "outcome"]);
        let outcomes: Vec<String> = rows.iter().map(|row| row[1].to_string()).collect();
        assert_eq!(outcomes, ["\"N\"", "\"P\"", "\"N\""]);

        let (names, rows) = read_back("wythoff", &[0], &[5], Show::Previous);
        assert_eq!(names, ["a", "b"]);
        let expected = [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]].map(|row| row.map(number).to_vec());
        assert_eq!(rows, expected);
    }
}
