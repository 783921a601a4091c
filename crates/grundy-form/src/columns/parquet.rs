//! Rows as a Parquet file, by the column writer alone, without Arrow: numbers are `int64`, all else is UTF-8 text, and
//! so are unsigned numbers if one of them takes 64 bits.

use std::io;
use std::sync::Arc;

use ::parquet::basic::Encoding;
use ::parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use ::parquet::schema::parser::parse_message_type;
use ::parquet::schema::types::ColumnPath;

use super::{Cell, Column, Columns, Kind};

/// Rows of a row group.
const GROUP: usize = 1 << 18;

/// The rows as a file whose message has this name.
///
/// # Errors
/// The names of the columns are no Parquet names, or not different.
pub fn file(table: &dyn Columns, name: &str) -> io::Result<Vec<u8>> {
    written(table, name).map_err(io::Error::other)
}

fn written(table: &dyn Columns, name: &str) -> Result<Vec<u8>, ParquetError> {
    let columns = table.columns();
    let mut schema = format!("message {name} {{");
    let mut properties =
        WriterProperties::builder().set_created_by(concat!("grundy ", env!("CARGO_PKG_VERSION")).to_owned());
    for column in &columns {
        let repetition = if column.optional { "optional" } else { "required" };
        let (kind, as_text) = if is_number(column) { ("int64", "") } else { ("binary", " (UTF8)") };
        schema.push_str(&format!(" {repetition} {kind} {}{as_text};", column.name));
        if column.steady {
            let path = ColumnPath::from(column.name.as_str());
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
        }
    }
    schema.push_str(" }");
    let schema = Arc::new(parse_message_type(&schema)?);
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties.build()))?;
    for batch in table.batches(GROUP) {
        let mut group = writer.next_row_group()?;
        for (column, cells) in columns.iter().zip(&batch) {
            let Some(out) = group.next_column()? else { continue };
            if is_number(column) {
                write::<Int64Type>(out, column, cells, cells.iter().filter_map(Cell::number))?;
            } else {
                let there = cells.iter().filter(|cell| **cell != Cell::Nothing);
                let texts = there.map(|cell| ByteArray::from(cell.text().as_bytes().to_vec()));
                write::<ByteArrayType>(out, column, cells, texts)?;
            }
        }
        group.close()?;
    }
    writer.into_inner()
}

fn is_number(column: &Column) -> bool {
    match column.kind {
        Kind::Number => true,
        Kind::Unsigned(largest) => i64::try_from(largest).is_ok(),
        Kind::Letter | Kind::Text | Kind::Set => false,
    }
}

/// Writes the cells that hold something, and where these are.
fn write<T: DataType>(
    mut out: SerializedColumnWriter<'_>,
    column: &Column,
    cells: &[Cell<'_>],
    there: impl Iterator<Item = T::T>,
) -> Result<(), ParquetError> {
    let there: Vec<T::T> = there.collect();
    let level = |cell: &Cell<'_>| i16::from(*cell != Cell::Nothing);
    let levels: Option<Vec<i16>> = column.optional.then(|| cells.iter().map(level).collect());
    out.typed::<T>().write_batch(&there, levels.as_deref(), None)?;
    out.close()
}
