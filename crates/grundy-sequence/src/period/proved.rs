//! Periods with their proofs.

use std::sync::Arc;

use grundy_core::{Evidence, Period};

use crate::heap::{ReturningWindow, SPARSE_WINDOW};

/// A period with its proof.
#[derive(Debug, Clone)]
pub struct ProvedPeriod {
    /// The period.
    pub period: Period,
    /// The theorem, and what was read from a store.
    pub evidence: Evidence,
    /// For sets that repeat: the first heap from which the returning state proves the equation, and the distance of the
    /// return, a multiple of the period.
    pub returned: Option<(u64, u64)>,
    /// For codes: the window that came back, if that is the proof.
    pub window: Option<Arc<ReturningWindow>>,
}

impl From<&Arc<ReturningWindow>> for ProvedPeriod {
    fn from(window: &Arc<ReturningWindow>) -> Self {
        let period = Period { preperiod: window.preperiod, period: window.period, saltus: 0 };
        let evidence = Evidence::theorem(&SPARSE_WINDOW);
        ProvedPeriod { period, evidence, returned: None, window: Some(Arc::clone(window)) }
    }
}
