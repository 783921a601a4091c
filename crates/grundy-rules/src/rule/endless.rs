//! Sets in loops that have no end of their own: `1..` and `primes` go on to the size of the position.
//!
//! Who makes a rule of another has another size: an open range is closed at the old one; of a set that is known by its name
//! it must not matter, or the rule is left alone.

use super::ir::{Expr, Item, Set};

impl Set {
    /// Does a set without an end, which is known by its name, stand in it?
    pub(super) fn names_endless(&self) -> bool {
        let item = |item: &Item| match item {
            Item::Squares | Item::Fibonacci | Item::Primes | Item::Odds | Item::Evens | Item::Powers(_) => true,
            Item::Nested(inner) => inner.names_endless(),
            Item::One(_) | Item::Range { .. } | Item::Divisors(_) => false,
        };
        self.items.iter().any(item) || self.except.iter().any(Set::names_endless)
    }

    /// Does it go on to the size of the position?
    pub(super) fn is_endless(&self) -> bool {
        let item = |item: &Item| match item {
            Item::Range { to, .. } => to.is_none(),
            Item::Nested(inner) => inner.is_endless(),
            _ => false,
        };
        self.names_endless() || self.items.iter().any(item) || self.except.iter().any(Set::is_endless)
    }

    /// Ends its open ranges here.
    pub(super) fn close(&mut self, end: &Expr) {
        for item in &mut self.items {
            match item {
                Item::Range { to: to @ None, .. } => *to = Some(end.clone()),
                Item::Nested(inner) => inner.close(end),
                _ => {}
            }
        }
        self.except.iter_mut().for_each(|except| except.close(end));
    }
}
