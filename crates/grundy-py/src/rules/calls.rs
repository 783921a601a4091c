//! What a game in Python is made of: callables on positions.

use grundy::Outcome;
use pyo3::prelude::*;

/// The callables: `options`, and what a game may have beside it.
#[derive(Debug)]
pub(super) struct Calls<T> {
    pub(super) options: T,
    pub(super) split: Option<T>,
    pub(super) canonical: Option<T>,
    pub(super) size: Option<T>,
    pub(super) bound: Option<T>,
    pub(super) pairing: Option<T>,
}

/// A number that rules may tell of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Measure {
    Size,
    Bound,
    /// Who wins by pairing moves: an index into [`DECLARED`].
    Pairing,
}

/// What `pairing` may return, as numbers.
pub(super) const DECLARED: [Option<Outcome>; 3] = [None, Some(Outcome::Previous), Some(Outcome::Next)];

impl Calls<Py<PyAny>> {
    /// Each that there is, with its name.
    pub(super) fn each(&self) -> impl Iterator<Item = (&'static str, &Py<PyAny>)> {
        let Calls { options, split, canonical, size, bound, pairing } = self;
        let more = [("split", split), ("canonical", canonical), ("size", size), ("bound", bound), ("pairing", pairing)];
        let more = more.into_iter().filter_map(|(name, call)| Some((name, call.as_ref()?)));
        std::iter::once(("options", options)).chain(more)
    }

    pub(super) fn bind<'py>(&self, py: Python<'py>) -> Calls<Bound<'py, PyAny>> {
        let bind = |call: &Option<Py<PyAny>>| call.as_ref().map(|call| call.bind(py).clone());
        Calls {
            options: self.options.bind(py).clone(),
            split: bind(&self.split),
            canonical: bind(&self.canonical),
            size: bind(&self.size),
            bound: bind(&self.bound),
            pairing: bind(&self.pairing),
        }
    }
}
