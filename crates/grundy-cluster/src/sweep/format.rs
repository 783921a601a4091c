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
    pub fn encode(self, rows: &[Row], misere: bool) -> io::Result<Vec<u8>> {
        let rows = Rows { rows, misere };
        match self {
            Format::Csv => csv(&rows),
            #[cfg(feature = "parquet")]
            Format::Parquet => grundy_form::columns::parquet::file(&rows, "sweep"),
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
struct Rows<'a> {
    rows: &'a [Row],
    misere: bool,
}

impl<'a> Columns for Rows<'a> {
    fn columns(&self) -> Vec<Column> {
        let (number, text) = (|name: &str| Column::new(name, Kind::Number), |name: &str| Column::new(name, Kind::Text));
        let some = |name: &str| number(name).optional();
        if self.misere {
            return vec![
                number("number"),
                text("game"),
                some("order"),
                some("p_order"),
                text("kind"),
                some("preperiod"),
                some("period"),
                text("status"),
                text("theorems"),
                some("checked_to"),
                number("cost"),
                text("note"),
            ];
        }
        vec![
            number("number"),
            text("game"),
            some("preperiod"),
            some("period"),
            some("saltus"),
            text("status"),
            text("theorems"),
            some("largest"),
            some("checked_to"),
            number("cost"),
            text("fingerprint"),
            text("note"),
        ]
    }

    fn batches(&self, most: usize) -> Box<dyn Iterator<Item = Batch<'_>> + '_> {
        let misere = self.misere;
        let row = move |row: &'a Row| {
            let (number, game, cost) = (Cell::Number(row.number), row.game.as_str().into(), Cell::Number(row.cost));
            let (preperiod, period) = (row.preperiod.into(), row.period.into());
            let (status, theorems) = (row.status.name().into(), row.theorems.as_str().into());
            let (checked_to, note) = (row.checked_to.into(), row.note.as_str().into());
            if misere {
                let (order, p_order, kind) = (row.order.into(), row.p_order.into(), row.kind.as_str().into());
                return [
                    number, game, order, p_order, kind, preperiod, period, status, theorems, checked_to, cost, note,
                ];
            }
            let (saltus, largest) = (row.saltus.into(), row.largest.into());
            let fingerprint = row.fingerprint.as_str().into();
            [number, game, preperiod, period, saltus, status, theorems, largest, checked_to, cost, fingerprint, note]
        };
        columns::batches(self.rows.iter().map(row), most)
    }
}
