//! What the renderers of `grundy-form` write, as strings of Python.

use grundy::Error;
use grundy_form::unanswered::{self, Asked};
use pyo3::prelude::*;

use crate::error;

/// What a renderer wrote.
pub(crate) fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> PyResult<String> {
    let mut out = Vec::new();
    write(&mut out).map_err(|_| error::internal("an answer could not be written"))?;
    let mut text = String::from_utf8(out).map_err(|_| error::internal("an answer is not UTF-8"))?;
    text.truncate(text.trim_end().len());
    Ok(text)
}

/// An answer as JSON; where the budget ended before anything was known, the object that says so.
pub(crate) fn answered<T>(
    py: Python<'_>,
    asked: Asked,
    query: &str,
    result: Result<T, Error>,
    write: impl FnOnce(&mut Vec<u8>, &T) -> std::io::Result<()>,
) -> PyResult<String> {
    match result {
        Ok(answer) => written(|out| write(out, &answer)),
        Err(Error::Stopped(stopped)) => written(|out| unanswered::json(out, asked, query, &stopped)),
        Err(bad) => Err(error::any(py, &bad, Some(query))),
    }
}
