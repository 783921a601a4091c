//! Certificates, checked again by code that is not the finder's.

use grundy::{Budget, Spent, Stopped};
use grundy_verify::Refused;
use pyo3::prelude::*;

use crate::error;
use crate::work::{self, Limits};
use crate::written::written;

/// Steps that a check may take where nothing is said: minutes.
const STEPS: u64 = 200_000_000_000;

/// The verdict on a certificate, as JSON.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, text: Vec<u8>, limits: &Bound<'_, PyAny>) -> PyResult<String> {
    let limits = Limits::read(limits)?;
    let Budget { time, nodes, memory } = limits.budget;
    let checked = work::flagged(py, &limits, move |cancel| {
        let budget = grundy_verify::Budget {
            steps: nodes.unwrap_or(STEPS),
            bytes: memory.unwrap_or(u64::MAX),
            cancel: Some(cancel),
        };
        grundy_verify::verify(&text, &budget)
    })?;
    let refusal = match checked {
        Ok(verdict) => return written(|out| grundy_form::verify::verdict(out, &verdict, None)),
        Err(refusal) => refusal,
    };
    let stopped = |spent| Stopped::new(spent, "verify");
    Err(match refusal.kind {
        Refused::Malformed | Refused::Damaged => error::input(py, &format!("the certificate: {refusal}")),
        Refused::Steps => error::spent(py, &stopped(Spent::Nodes).of(nodes, None)),
        Refused::Bytes => error::spent(py, &stopped(Spent::Memory).of(memory, None)),
        Refused::Cancelled => error::spent(py, &stopped(Spent::Time).of_time(time, None)),
    })
}
