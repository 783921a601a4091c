//! The catalogue and the problems of judges.

use grundy::game::{catalogue, problems};
use grundy_form::catalogue::{self as forms, Found};
use pyo3::prelude::*;

/// The game that people call so, or that a judge's problem is, as JSON.
#[pyfunction]
pub(crate) fn described(name: &str) -> Option<String> {
    let entry = match forms::find(name)? {
        Found::Game(entry) => entry,
        Found::Problem(problem) => catalogue::of_problem(problem)?,
        Found::Code(code) => code.entry?,
        Found::Term(_) => return None,
    };
    Some(forms::entry(entry).to_string())
}

/// The games of the catalogue, as JSON.
#[pyfunction(name = "catalogue")]
pub(crate) fn all() -> Vec<String> {
    catalogue::all().iter().map(|entry| forms::entry(entry).to_string()).collect()
}

/// The problem of a judge with this number or title, as JSON.
#[pyfunction]
pub(crate) fn problem(name: &str) -> Option<String> {
    problems::find(name).map(|problem| forms::problem(problem).to_string())
}

/// The problems of judges, as JSON.
#[pyfunction(name = "problems")]
pub(crate) fn all_problems() -> Vec<String> {
    problems::all().iter().map(|problem| forms::problem(problem).to_string()).collect()
}
