//! Sweeps: a row for each game of a family.

use grundy::{Budget, Spent, Stopped};
use grundy_cluster::sweep;
use pyo3::prelude::*;

use crate::error;
use crate::session;
use crate::work::{self, Limits};

/// Tables of one row may take so much memory, where nothing is said, so that rows do not depend on the machine.
const ROW_MEMORY: u64 = 1 << 30;

/// A family of games whose members are numbered.
#[pyclass(frozen, module = "grundy._grundy")]
#[derive(Debug)]
pub(crate) struct Family(grundy::session::Family);

#[pymethods]
impl Family {
    /// Reads a family in the notation.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Family> {
        let read = py.detach(|| session::read(|session| session.family(text)));
        read.map(Family).map_err(|fault| error::bad(py, &fault, Some(text)))
    }

    /// How many members.
    fn size(&self) -> u64 {
        self.0.len()
    }

    /// What is found out about a member, as JSON: the same for the same limits, wherever it is computed.
    fn row(&self, py: Python<'_>, number: u64, to: u64, limits: &Bound<'_, PyAny>) -> PyResult<String> {
        let limits = Limits::read(limits)?;
        let Budget { time, nodes, memory } = limits.budget;
        let text = self.0.member(number).map_err(|fault| error::bad(py, &fault, None))?;
        let row = sweep::Limits { to, nodes, memory: memory.unwrap_or(ROW_MEMORY).min(ROW_MEMORY) };
        let found = work::flagged(py, &limits, move |cancel| sweep::Row::compute(number, &text, &row, cancel))?;
        let found = found.map_err(|_| error::spent(py, &Stopped::new(Spent::Time, "sweep").of_time(time, None)))?;
        serde_json::to_string(&found).map_err(|_| error::internal("a row could not be written"))
    }
}
