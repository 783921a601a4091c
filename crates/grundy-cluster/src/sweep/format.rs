//! Part files: rows as CSV, or as Parquet with the feature `parquet`.

use std::io;

use grundy_form::columns::{self, Batch, Cell, Column, Columns, Kind, csv as lines};

use super::Row;

/// How rows are written to part files and read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A header, then a line a row; an empty cell for nothing.
    Csv,
    /// Columns in one row group.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl Format {
    /// The ending of the files.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            #[cfg(feature = "parquet")]
            Format::Parquet => "parquet",
        }
    }

    /// The rows as a file.
    ///
    /// # Errors
    /// Why they cannot be written.
    pub fn encode(self, rows: &[Row]) -> io::Result<Vec<u8>> {
        match self {
            Format::Csv => csv(&Rows(rows)),
            #[cfg(feature = "parquet")]
            Format::Parquet => grundy_form::columns::parquet::file(&Rows(rows), "sweep"),
        }
    }

    /// The rows of a file.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn decode(self, bytes: &[u8]) -> Result<Vec<Row>, String> {
        match self {
            Format::Csv => {
                ::csv::Reader::from_reader(bytes).deserialize().collect::<Result<_, _>>().map_err(|e| e.to_string())
            }
            #[cfg(feature = "parquet")]
            Format::Parquet => parquet(bytes),
        }
    }
}

/// A table as the bytes of a CSV file.
pub(super) fn csv(table: &dyn Columns) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    lines::write(&mut bytes, table)?;
    Ok(bytes)
}

/// The rows of a Parquet file, each as an object with the names of its columns.
#[cfg(feature = "parquet")]
fn parquet(bytes: &[u8]) -> Result<Vec<Row>, String> {
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use ::parquet::record::Field;
    use serde_json::{Map, Value};

    let reader = SerializedFileReader::new(bytes::Bytes::copy_from_slice(bytes)).map_err(|e| e.to_string())?;
    let rows = reader.get_row_iter(None).map_err(|e| e.to_string())?;
    let value = |field: &Field| match field {
        Field::Long(n) => Value::from(*n),
        Field::Str(text) => Value::from(text.as_str()),
        _ => Value::Null,
    };
    rows.map(|row| {
        let row = row.map_err(|e| e.to_string())?;
        let object: Map<String, Value> =
            row.get_column_iter().map(|(name, field)| (name.clone(), value(field))).collect();
        serde_json::from_value(Value::Object(object)).map_err(|e| e.to_string())
    })
    .collect()
}

/// Rows by columns, under the names of their fields.
struct Rows<'a>(&'a [Row]);

impl<'a> Columns for Rows<'a> {
    fn columns(&self) -> Vec<Column> {
        let (number, text) = (|name: &str| Column::new(name, Kind::Number), |name: &str| Column::new(name, Kind::Text));
        vec![
            number("number"),
            text("game"),
            number("preperiod").optional(),
            number("period").optional(),
            number("saltus").optional(),
            text("status"),
            text("theorems"),
            number("largest").optional(),
            number("checked_to").optional(),
            number("cost"),
            text("fingerprint"),
            text("note"),
        ]
    }

    fn batches(&self, most: usize) -> Box<dyn Iterator<Item = Batch<'_>> + '_> {
        let row = |row: &'a Row| {
            [
                Cell::Number(row.number),
                row.game.as_str().into(),
                row.preperiod.into(),
                row.period.into(),
                row.saltus.into(),
                row.status.name().into(),
                row.theorems.as_str().into(),
                row.largest.into(),
                row.checked_to.into(),
                Cell::Number(row.cost),
                row.fingerprint.as_str().into(),
                row.note.as_str().into(),
            ]
        };
        columns::batches(self.0.iter().map(row), most)
    }
}
