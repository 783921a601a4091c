//! What a game must offer so that its sums can be searched in misère play.

use std::fmt::Debug;
use std::hash::Hash;

use grundy_core::{Context, Error, Result};

/// A component of a sum that can list its options: components may be of different games.
pub trait Component: Clone + Eq + Hash + Debug {
    /// Visits every option, each a sum of components.
    ///
    /// # Errors
    /// Those of the visitor; a spent budget, or a fault of the rules.
    fn each_option(&self, cx: &Context, visit: &mut dyn FnMut(&[Self]) -> Result<()>) -> Result<()>;

    /// The error of a component that can be reached from itself.
    fn cycle(&self) -> Error;

    /// How large it is, where that matters: options of small components are looked at first, and those above
    /// [`LARGE`](crate::misere::LARGE) are opened only where a search comes to them.
    fn size(&self) -> u32 {
        0
    }
}

/// Bytes for one remembered sum, roughly.
pub(crate) const BYTES: u64 = 96;

/// The options of a component, for each of which [`BYTES`] are held.
pub(crate) fn listed<C: Component>(component: &C, cx: &Context) -> Result<Vec<Vec<C>>> {
    let mut options: Vec<Vec<C>> = Vec::new();
    let listed = component.each_option(cx, &mut |parts| {
        // one component may have more options than memory holds
        cx.reserve(BYTES)?;
        options.push(parts.to_vec());
        Ok(())
    });
    if listed.is_err() {
        cx.release(BYTES * options.len() as u64);
    }
    listed.map(|()| options)
}
