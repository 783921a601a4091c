//! Comparison signs.

use std::cmp::Ordering;
use std::fmt;

/// A comparison sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `divides`
    Divides,
}

impl Relation {
    /// Equality and order: every relation but `Divides`.
    pub const COMPARISONS: [Relation; 6] = [
        Relation::Equal,
        Relation::NotEqual,
        Relation::Less,
        Relation::LessEqual,
        Relation::Greater,
        Relation::GreaterEqual,
    ];

    /// The relation that holds exactly where this one does not; `Divides` has none that is written with one sign.
    #[must_use]
    pub fn opposite(self) -> Option<Relation> {
        Some(match self {
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
            Relation::Less => Relation::GreaterEqual,
            Relation::LessEqual => Relation::Greater,
            Relation::Greater => Relation::LessEqual,
            Relation::GreaterEqual => Relation::Less,
            Relation::Divides => return None,
        })
    }

    /// The same relation, read from the other side: 3 < 5 is 5 > 3. `Divides` has none and stays.
    #[must_use]
    pub fn turned(self) -> Relation {
        match self {
            Relation::Less => Relation::Greater,
            Relation::LessEqual => Relation::GreaterEqual,
            Relation::Greater => Relation::Less,
            Relation::GreaterEqual => Relation::LessEqual,
            Relation::Equal | Relation::NotEqual | Relation::Divides => self,
        }
    }

    /// Do two numbers stand in this relation, if they compare so? Never for `Divides`, which is no matter of order.
    ///
    /// ```
    /// use grundy_automata::Relation;
    /// assert!(Relation::LessEqual.holds(3.cmp(&5)) && !Relation::Equal.holds(3.cmp(&5)));
    /// ```
    #[must_use]
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Relation::Equal => order.is_eq(),
            Relation::NotEqual => order.is_ne(),
            Relation::Less => order.is_lt(),
            Relation::LessEqual => order.is_le(),
            Relation::Greater => order.is_gt(),
            Relation::GreaterEqual => order.is_ge(),
            Relation::Divides => false,
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Equal => "=",
            Relation::NotEqual => "!=",
            Relation::Less => "<",
            Relation::LessEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterEqual => ">=",
            Relation::Divides => "divides",
        })
    }
}
