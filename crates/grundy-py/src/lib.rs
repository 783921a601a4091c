//! The extension module of the Python package `grundy`.
//!
//! What people see is written in Python (`python/grundy`). This crate holds what must be fast and what only the library
//! can do: it reads positions and games (`position`, `game`), knows the `catalogue`, makes, labels and draws game
//! graphs (`graph`), does nim arithmetic (`nimber`) and sweeps (`family`), checks certificates (`certificate`), and
//! searches games whose rules are written in Python (`rules`). A question runs on a thread of its own while the
//! interpreter is free (`work`); rules in Python are asked on the thread of the caller (`caller`). Answers are returned
//! as the JSON that the program prints (`written`), so that the two cannot disagree; tables are returned as NumPy
//! arrays that own our memory.

mod caller;
mod catalogue;
mod certificate;
mod error;
mod family;
mod game;
mod graph;
mod nimber;
mod position;
mod rules;
mod session;
mod work;
mod written;

use grundy::memory::Counting;
use pyo3::prelude::*;

/// Each question is worked on a thread of its own, and what that thread takes is held against the budget.
#[global_allocator]
static ALLOCATOR: Counting = Counting::new();

/// The module `grundy._grundy`.
#[pymodule]
fn _grundy(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<position::Position>()?;
    module.add_class::<position::Move>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<rules::Rules>()?;
    module.add_class::<rules::pieces::Pieces>()?;
    module.add_function(wrap_pyfunction!(position::explain_mex, module)?)?;
    module.add_function(wrap_pyfunction!(game::prove, module)?)?;
    module.add_class::<family::Family>()?;
    module.add_function(wrap_pyfunction!(catalogue::all, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::described, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::problem, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::all_problems, module)?)?;
    module.add_function(wrap_pyfunction!(certificate::verify, module)?)?;
    module.add_function(wrap_pyfunction!(graph::labels, module)?)?;
    module.add_function(wrap_pyfunction!(graph::picture, module)?)?;
    module.add_function(wrap_pyfunction!(nimber::nimber_expression, module)?)?;
    module.add_function(wrap_pyfunction!(nimber::nimber_operation, module)?)?;
    module.add_function(wrap_pyfunction!(nimber::nimber_operations, module)?)?;
    module.add_function(wrap_pyfunction!(nimber::nimber_power, module)?)?;
    module.add_function(wrap_pyfunction!(nimber::nimber_order, module)?)?;
    module.add_function(wrap_pyfunction!(nimber::nimber_log, module)?)?;
    module.add_function(wrap_pyfunction!(work::seconds, module)?)?;
    Ok(())
}
