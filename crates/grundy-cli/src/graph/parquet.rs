//! Edge lists in Parquet files: two columns of integers or of text, called u, v or source, target or from, to.

use std::collections::HashMap;
use std::fs::File;

use grundy::engine::graph::Arc;
use grundy::{Context, Diagnostic, Error};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};

use super::{EdgeList, Names};

/// What the two columns may be called.
const COLUMNS: [(&str, &str); 5] = [("u", "v"), ("source", "target"), ("from", "to"), ("src", "dst"), ("tail", "head")];

/// A column of a row group.
enum Column {
    Numbers(Vec<i64>),
    Words(Vec<String>),
}

/// Reads an edge list.
///
/// # Errors
/// Other columns, empty cells, negative numbers, another type; a damaged file, or one that is compressed in a way this
/// build cannot read; the budget.
pub(crate) fn read(file: File, name: &str, cx: &Context) -> Result<EdgeList, Error> {
    cx.enter("reading a graph");
    let damaged = |error: ParquetError| {
        Error::from(Diagnostic::input(format!("the Parquet file {name:?} cannot be read: {error}")))
    };
    let fault = |message: &str| Error::from(Diagnostic::input(format!("the Parquet file {name:?} {message}")));
    let reader = SerializedFileReader::new(file).map_err(damaged)?;
    let schema = reader.metadata().file_metadata().schema_descr();
    let find = |wanted: &str| schema.columns().iter().position(|c| c.name().eq_ignore_ascii_case(wanted));
    let Some((u, v)) = COLUMNS.iter().find_map(|(u, v)| find(u).zip(find(v))) else {
        let names: Vec<&str> = schema.columns().iter().map(|column| column.name()).collect();
        let message = format!("the Parquet file {name:?} has the columns {}", names.join(", "));
        return Err(Diagnostic::input(message).suggest("the arcs stand in columns u, v or source, target").into());
    };
    let (mut numbers, mut words) = (Vec::new(), Vec::new());
    let mut places: HashMap<String, u32> = HashMap::new();
    let mut names: Vec<String> = Vec::new();
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).map_err(damaged)?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        cx.tick(rows as u64)?;
        cx.reserve(32 * rows as u64)?;
        let column = |at| group.get_column_reader(at).and_then(column).map_err(damaged);
        match (column(u)?, column(v)?) {
            (Column::Numbers(u), Column::Numbers(v)) if u.len() == rows && v.len() == rows => {
                for (u, v) in u.into_iter().zip(v) {
                    let (Ok(u), Ok(v)) = (u64::try_from(u), u64::try_from(v)) else {
                        return Err(fault("has a negative number"));
                    };
                    numbers.push((u, v));
                }
            }
            (Column::Words(u), Column::Words(v)) if u.len() == rows && v.len() == rows => {
                let mut number = |word: String| {
                    *places.entry(word).or_insert_with_key(|word| {
                        names.push(word.clone());
                        (names.len() - 1) as u32
                    })
                };
                words.extend(u.into_iter().zip(v).map(|(u, v)| -> Arc { (number(u), number(v)) }));
            }
            (Column::Numbers(_), Column::Words(_)) | (Column::Words(_), Column::Numbers(_)) => {
                return Err(fault("has names in one column and numbers in the other"));
            }
            _ => return Err(fault("has empty cells")),
        }
    }
    if !words.is_empty() {
        return Ok(EdgeList { names: Names::Words { names, places }, parts: vec![words], header: false });
    }
    let small = |n: u64| u32::try_from(n).ok().filter(|&n| n < u32::MAX - 1);
    let arcs: Option<Vec<Arc>> = numbers.iter().map(|&(u, v)| small(u).zip(small(v))).collect();
    match arcs {
        Some(arcs) => EdgeList::of_numbers(vec![arcs], Vec::new(), cx),
        None => EdgeList::of_wide(vec![numbers], Vec::new(), cx),
    }
}

/// All cells of a column; fewer than rows if some are empty.
fn column(reader: ColumnReader) -> Result<Column, ParquetError> {
    let text = |bytes: &[u8]| {
        let words = std::str::from_utf8(bytes).map(str::to_owned);
        words.map_err(|_| ParquetError::General("a name is not UTF-8 text".to_owned()))
    };
    match reader {
        ColumnReader::Int32ColumnReader(reader) => {
            Ok(Column::Numbers(cells(reader)?.into_iter().map(i64::from).collect()))
        }
        ColumnReader::Int64ColumnReader(reader) => Ok(Column::Numbers(cells(reader)?)),
        ColumnReader::ByteArrayColumnReader(reader) => {
            let words: Result<Vec<String>, ParquetError> = cells(reader)?.iter().map(|b| text(b.data())).collect();
            Ok(Column::Words(words?))
        }
        _ => Err(ParquetError::General("the columns of arcs hold neither integers nor text".to_owned())),
    }
}

fn cells<T: DataType>(mut reader: ColumnReaderImpl<T>) -> Result<Vec<T::T>, ParquetError> {
    let mut cells = Vec::new();
    let (mut definition, mut repetition) = (Vec::new(), Vec::new());
    loop {
        let (records, _, levels) =
            reader.read_records(1 << 16, Some(&mut definition), Some(&mut repetition), &mut cells)?;
        if records == 0 && levels == 0 {
            return Ok(cells);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    use super::*;

    /// Writes two columns, reads them back, and forgets the file; `cut` bytes at its end are lost.
    fn read_back<T: DataType>(schema: &str, columns: [&[T::T]; 2], cut: usize) -> Result<EdgeList, Error> {
        let schema = Arc::new(parse_message_type(&format!("message arcs {{ {schema} }}")).unwrap());
        let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::default()).unwrap();
        let mut group = writer.next_row_group().unwrap();
        for cells in columns {
            let mut column = group.next_column().unwrap().unwrap();
            column.typed::<T>().write_batch(cells, None, None).unwrap();
            column.close().unwrap();
        }
        group.close().unwrap();
        let mut bytes = writer.into_inner().unwrap();
        bytes.truncate(bytes.len() - cut);
        let thread = std::thread::current().id();
        let path = std::env::temp_dir().join(format!("grundy-arcs-{}-{thread:?}.parquet", std::process::id()));
        std::fs::write(&path, &bytes).unwrap();
        let list = read(File::open(&path).unwrap(), "arcs.parquet", &Context::default());
        std::fs::remove_file(&path).unwrap();
        list
    }

    #[test]
    fn arcs_are_read_back() {
        let numbers = "required int64 U; required int64 V;";
        let list = read_back::<Int64Type>(numbers, [&[3, 1, 3], &[1, 0, 0]], 0).unwrap();
        assert_eq!((list.names.len(), list.parts), (4, vec![vec![(3, 1), (1, 0), (3, 0)]]));
        let list = read_back::<Int64Type>(numbers, [&[1 << 40], &[7]], 0).unwrap();
        assert_eq!((list.names.as_number(1), list.parts), (Some(1 << 40), vec![vec![(1, 0)]]));
        let words = |words: &[&str]| words.iter().map(|w| ByteArray::from(w.as_bytes().to_vec())).collect::<Vec<_>>();
        let names = "required binary source (UTF8); required binary target (UTF8);";
        let list = read_back::<ByteArrayType>(names, [&words(&["a", "b"]), &words(&["b", "c"])], 0).unwrap();
        assert_eq!((list.names.find("c"), list.parts), (Some(2), vec![vec![(0, 1), (1, 2)]]));
    }

    #[test]
    fn bad_files_are_told() {
        let numbers = "required int64 u; required int64 v;";
        assert!(read_back::<Int64Type>(numbers, [&[-1], &[0]], 0).is_err());
        assert!(read_back::<Int64Type>("required int64 u; required int64 w;", [&[1], &[0]], 0).is_err());
        for cut in [1, 4, 8, 40] {
            assert!(read_back::<Int64Type>(numbers, [&[1], &[0]], cut).is_err());
        }
    }
}
