//! Rows as Parquet: numbers are `int64`, texts UTF-8; the column writer alone, no Arrow.

use std::sync::Arc;

use ::parquet::basic::Encoding;
use ::parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::record::Field;
use ::parquet::schema::parser::parse_message_type;

use super::Format;
use crate::sweep::{Row, Status};

const SCHEMA: &str = "message sweep {
  required int64 number; required binary game (UTF8);
  optional int64 preperiod; optional int64 period; optional int64 saltus;
  required binary status (UTF8); required binary theorems (UTF8);
  optional int64 largest; optional int64 checked_to; required int64 cost;
  required binary fingerprint (UTF8); required binary note (UTF8);
}";

/// Parquet files of one row group.
#[derive(Debug, Clone, Copy)]
pub struct Parquet;

impl Format for Parquet {
    fn ending(&self) -> &'static str {
        "parquet"
    }

    fn encode(&self, rows: &[Row]) -> Result<Vec<u8>, String> {
        write(rows).map_err(|e| e.to_string())
    }

    fn decode(&self, bytes: &[u8]) -> Result<Vec<Row>, String> {
        let reader = SerializedFileReader::new(bytes::Bytes::copy_from_slice(bytes)).map_err(|e| e.to_string())?;
        let rows = reader.get_row_iter(None).map_err(|e| e.to_string())?;
        rows.map(|row| {
            let row = row.map_err(|e| e.to_string())?;
            read(&row.get_column_iter().collect::<Vec<_>>())
        })
        .collect()
    }
}

fn write(rows: &[Row]) -> Result<Vec<u8>, ParquetError> {
    let properties = WriterProperties::builder()
        .set_created_by(concat!("grundy ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_dictionary_enabled(false)
        .set_encoding(Encoding::PLAIN);
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties.build()))?;
    let mut group = writer.next_row_group()?;
    numbers(&mut group, rows.iter().map(|r| i64::try_from(r.number).ok()), true)?;
    texts(&mut group, rows.iter().map(|r| r.game.as_str()))?;
    numbers(&mut group, rows.iter().map(|r| r.preperiod), false)?;
    numbers(&mut group, rows.iter().map(|r| r.period), false)?;
    numbers(&mut group, rows.iter().map(|r| r.saltus), false)?;
    texts(&mut group, rows.iter().map(|r| r.status.name()))?;
    texts(&mut group, rows.iter().map(|r| r.theorems.as_str()))?;
    numbers(&mut group, rows.iter().map(|r| r.largest), false)?;
    numbers(&mut group, rows.iter().map(|r| r.checked_to), false)?;
    numbers(&mut group, rows.iter().map(|r| Some(r.cost)), true)?;
    texts(&mut group, rows.iter().map(|r| r.fingerprint.as_str()))?;
    texts(&mut group, rows.iter().map(|r| r.note.as_str()))?;
    group.close()?;
    writer.into_inner()
}

type Group<'a> = SerializedRowGroupWriter<'a, Vec<u8>>;

fn numbers(
    group: &mut Group<'_>,
    numbers: impl Iterator<Item = Option<i64>>,
    required: bool,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    let all: Vec<Option<i64>> = numbers.collect();
    let levels: Vec<i16> = all.iter().map(|n| i16::from(n.is_some())).collect();
    let there: Vec<i64> = all.into_iter().flatten().collect();
    column.typed::<Int64Type>().write_batch(&there, (!required).then_some(levels.as_slice()), None)?;
    column.close()
}

fn texts<'a>(group: &mut Group<'_>, texts: impl Iterator<Item = &'a str>) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    let texts: Vec<ByteArray> = texts.map(ByteArray::from).collect();
    column.typed::<ByteArrayType>().write_batch(&texts, None, None)?;
    column.close()
}

fn read(fields: &[(&String, &Field)]) -> Result<Row, String> {
    let field = |name: &str| fields.iter().find(|f| f.0 == name).map(|f| f.1).ok_or(format!("no column {name}"));
    let number = |name: &str| match field(name)? {
        Field::Long(n) => Ok(Some(*n)),
        Field::Null => Ok(None),
        other => Err(format!("the column {name} holds {other}")),
    };
    let text = |name: &str| match field(name)? {
        Field::Str(text) => Ok(text.clone()),
        other => Err(format!("the column {name} holds {other}")),
    };
    let status = text("status")?;
    Ok(Row {
        number: number("number")?.and_then(|n| u64::try_from(n).ok()).ok_or("a row without number")?,
        game: text("game")?,
        preperiod: number("preperiod")?,
        period: number("period")?,
        saltus: number("saltus")?,
        status: Status::ALL.into_iter().find(|s| s.name() == status).ok_or(format!("the status {status:?}"))?,
        theorems: text("theorems")?,
        largest: number("largest")?,
        checked_to: number("checked_to")?,
        cost: number("cost")?.unwrap_or(0),
        fingerprint: text("fingerprint")?,
        note: text("note")?,
    })
}
