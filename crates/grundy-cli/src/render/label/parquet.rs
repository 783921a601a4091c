//! Labels as a Parquet file: the columns of the CSV form, empty cells as null. Vertices are `int64`, or text where names
//! are words or too large; numbers are `int64`; outcomes and the sets K are text.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::files::{finite, set};
use crate::graph::Rows;
use crate::graph::labels::Label;

/// Rows of a row group.
const GROUP: usize = 1 << 20;

/// Writes the labels.
pub(crate) fn parquet(out: &mut dyn Write, labels: &impl Rows) -> io::Result<()> {
    // the writer wants to be sent to other threads
    let bytes = file(labels).map_err(io::Error::other)?;
    out.write_all(&bytes)
}

fn file(labels: &impl Rows) -> Result<Vec<u8>, ParquetError> {
    let signed = |v: u32| labels.names().as_number(v).and_then(|n| i64::try_from(n).ok());
    let numeric = labels.vertices().all(|v| signed(v).is_some());
    let vertex = if numeric { "int64 vertex" } else { "binary vertex (UTF8)" };
    let schema = format!(
        "message labels {{ required {vertex}; required binary outcome (UTF8); optional int64 value; \
         optional binary loopy (UTF8); optional int64 remoteness; optional int64 suspense; }}"
    );
    let created_by = concat!("grundy ", env!("CARGO_PKG_VERSION")).to_owned();
    let properties = WriterProperties::builder().set_created_by(created_by).build();
    let schema = Arc::new(parse_message_type(&schema)?);
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    let mut vertices = labels.vertices().peekable();
    while vertices.peek().is_some() {
        let rows: Vec<(u32, Label)> = vertices.by_ref().take(GROUP).map(|v| (v, labels.label(v))).collect();
        let text = |text: &str| ByteArray::from(text.as_bytes().to_vec());
        let number = |n: Option<u32>| n.map(i64::from);
        let mut group = writer.next_row_group()?;
        if numeric {
            required::<Int64Type>(&mut group, rows.iter().filter_map(|r| signed(r.0)).collect())?;
        } else {
            required::<ByteArrayType>(&mut group, rows.iter().map(|r| text(&labels.names().name(r.0))).collect())?;
        }
        let letters = rows.iter().map(|r| text(r.1.outcome.letter().encode_utf8(&mut [0; 4])));
        required::<ByteArrayType>(&mut group, letters.collect())?;
        optional::<Int64Type>(&mut group, rows.iter().map(|r| number(finite(&r.1))))?;
        let sets = rows.iter().map(|r| r.1.value.as_ref().and_then(|v| v.loopy()).map(|_| text(&set(&r.1))));
        optional::<ByteArrayType>(&mut group, sets)?;
        optional::<Int64Type>(&mut group, rows.iter().map(|r| number(r.1.remoteness)))?;
        optional::<Int64Type>(&mut group, rows.iter().map(|r| number(r.1.suspense)))?;
        group.close()?;
    }
    writer.into_inner()
}

fn required<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    cells: Vec<T::T>,
) -> Result<(), ParquetError> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(&cells, None, None)?;
        column.close()?;
    }
    Ok(())
}

fn optional<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    cells: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let cells: Vec<Option<T::T>> = cells.collect();
    let levels: Vec<i16> = cells.iter().map(|cell| i16::from(cell.is_some())).collect();
    let cells: Vec<T::T> = cells.into_iter().flatten().collect();
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(&cells, Some(&levels), None)?;
        column.close()?;
    }
    Ok(())
}
