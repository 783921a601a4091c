//! Faults of the library as exceptions of the family `grundy.Error` (`python/grundy/errors.py`).

use grundy::{Diagnostic, Error, ErrorKind, Spent, Stopped};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || PyModule::import(py, "grundy.errors").map(Bound::unbind))?;
    module.bind(py).getattr(name)
}

fn made(py: Python<'_>, name: &str, arguments: impl for<'p> pyo3::call::PyCallArgs<'p>) -> PyErr {
    match class(py, name).and_then(|class| class.call1(arguments)) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// The exception for a fault in a text; its place is counted in characters, as Python does.
pub(crate) fn bad(py: Python<'_>, fault: &Diagnostic, text: Option<&str>) -> PyErr {
    let name = match fault.kind {
        ErrorKind::Parse => "ParseError",
        ErrorKind::Rule => "RuleError",
        ErrorKind::Unsupported => "Unsupported",
        ErrorKind::Input => "InputError",
        ErrorKind::Io => "Error",
    };
    let span = fault.span.zip(text).map(|(span, text)| span.in_characters(text));
    // a fault with a place is about the text, where these are names like any other
    let words = |said: &str| if fault.span.is_none() { keywords(said) } else { said.to_owned() };
    made(py, name, (words(&fault.message), span, fault.suggestion.as_deref().map(words), text))
}

/// Options that faults name, as the library writes them and as keyword arguments.
const OPTIONS: [(&str, &str); 9] = [
    ("`from`", "start="),
    ("`to`", "to="),
    ("`show`", "show="),
    ("`min`", "min="),
    ("`max`", "max="),
    ("`unordered`", "unordered="),
    ("`time`", "time="),
    ("`memory`", "memory="),
    ("`nodes`", "nodes="),
];

/// Names options as keyword arguments.
fn keywords(message: &str) -> String {
    OPTIONS.iter().fold(message.to_owned(), |text, (option, keyword)| text.replace(option, keyword))
}

/// Impossible arguments.
pub(crate) fn input(py: Python<'_>, message: &str) -> PyErr {
    made(py, "InputError", (message,))
}

/// Rules in Python that are not the rules of a game.
pub(crate) fn rule(py: Python<'_>, message: &str) -> PyErr {
    made(py, "RuleError", (message,))
}

/// A spent budget: what ran out, in which engine, what would be needed, what was allowed and taken.
pub(crate) fn spent(py: Python<'_>, stopped: &Stopped) -> PyErr {
    let amount = |n: u64| if stopped.spent == Spent::Time { n as f64 / 1000.0 } else { n as f64 };
    let (limit, reached) = (stopped.limit.map(amount), stopped.reached.map(amount));
    let nothing = py.None();
    made(
        py,
        "BudgetExceeded",
        (stopped.spent.name(), stopped.engine, stopped.needed.as_deref(), nothing, limit, reached),
    )
}

/// The exception for whatever the library says.
pub(crate) fn any(py: Python<'_>, error: &Error, text: Option<&str>) -> PyErr {
    match error {
        Error::Bad(fault) => bad(py, fault, text),
        Error::Stopped(stopped) => spent(py, stopped),
    }
}

/// A fault of our own.
pub(crate) fn internal(what: &str) -> PyErr {
    PyRuntimeError::new_err(format!("a fault in grundy itself: {what}; please report it"))
}
