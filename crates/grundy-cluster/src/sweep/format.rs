//! Part files: CSV, or Parquet with the feature `parquet`.

#[cfg(feature = "parquet")]
mod parquet;

#[cfg(feature = "parquet")]
pub use self::parquet::Parquet;

use std::fmt::Debug;

use super::Row;

/// How rows are written to part files and read back.
pub trait Format: Debug + Send + Sync {
    /// The ending of the files.
    fn ending(&self) -> &'static str;

    /// The rows as a file.
    ///
    /// # Errors
    /// Why they cannot be written.
    fn encode(&self, rows: &[Row]) -> Result<Vec<u8>, String>;

    /// The rows of a file.
    ///
    /// # Errors
    /// Why they cannot be read.
    fn decode(&self, bytes: &[u8]) -> Result<Vec<Row>, String>;
}

/// Comma-separated values with a header; an empty cell for nothing.
#[derive(Debug, Clone, Copy)]
pub struct Csv;

impl Format for Csv {
    fn ending(&self) -> &'static str {
        "csv"
    }

    fn encode(&self, rows: &[Row]) -> Result<Vec<u8>, String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        rows.iter().try_for_each(|row| writer.serialize(row)).map_err(|e| e.to_string())?;
        writer.into_inner().map_err(|e| e.to_string())
    }

    fn decode(&self, bytes: &[u8]) -> Result<Vec<Row>, String> {
        csv::Reader::from_reader(bytes).deserialize().collect::<Result<_, _>>().map_err(|e: csv::Error| e.to_string())
    }
}
