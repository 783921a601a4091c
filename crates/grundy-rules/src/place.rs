//! Places: where a game stands.
//!
//! Most places are numbers, one for a heap, two for `wythoff`, any number for a row, and those stand in the place itself.
//! Boards, graphs and games of your own have positions of any type that can be compared, hashed and printed; such a
//! place holds the position, and two are equal only if the positions are ([`Eq`], never a hash alone).

mod coordinates;

use std::any::Any;
use std::cmp::Ordering;
use std::fmt::{self, Debug, Display};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use grundy_core::number::{Nat, to_u64};
use smallvec::SmallVec;

pub use coordinates::{Coordinate, Coordinates};

/// What stands between the parentheses of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// One number; several in parentheses are a sum.
    Heap,
    /// This many numbers (at least two).
    Tuple(usize),
    /// The whole list is one place.
    Row,
    /// The name of a vertex; the coordinate is its number in order of first mention.
    Vertex,
    /// A text, or a position of a type of its own.
    Text,
    /// Positions of other games.
    Positions,
}

impl Shape {
    /// Are places numbers that say how large they are?
    #[must_use]
    pub fn has_numbers(self) -> bool {
        matches!(self, Shape::Heap | Shape::Tuple(_) | Shape::Row)
    }
}

/// A position whose type is forgotten. Every type that can be compared, hashed and printed is one.
pub trait AnyPosition: Debug + Display + Send + Sync + Any {
    /// Are both of one type and equal?
    fn is_equal(&self, other: &dyn AnyPosition) -> bool;
    /// Equal positions hash alike.
    fn hash_into(&self, hasher: &mut dyn Hasher);
}

impl<P: Eq + Hash + Debug + Display + Send + Sync + 'static> AnyPosition for P {
    fn is_equal(&self, other: &dyn AnyPosition) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<P>() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

/// One component of a game: numbers, read as a slice, or a position of a type of its own, whose slice is empty.
#[derive(Clone)]
pub struct Place(Held);

/// The numbers of a place.
type Numbers = SmallVec<[Nat; 2]>;

#[derive(Clone)]
enum Held {
    Numbers(Numbers),
    Position(Arc<dyn AnyPosition>),
}

impl Place {
    /// No numbers yet.
    #[must_use]
    pub fn new() -> Self {
        Place(Held::Numbers(Numbers::new()))
    }

    /// A heap of this size: one number.
    pub fn heap(size: impl Into<Nat>) -> Self {
        Place::from_iter([size.into()])
    }

    /// A position of a type of its own.
    pub fn of(position: impl AnyPosition) -> Self {
        Place(Held::Position(Arc::new(position)))
    }

    /// The position, if it is one of this type.
    #[must_use]
    pub fn position<P: 'static>(&self) -> Option<&P> {
        let Held::Position(position) = &self.0 else { return None };
        let position: &dyn Any = &**position;
        position.downcast_ref()
    }

    /// One more number. A position of a type of its own is given up for it.
    pub fn push(&mut self, number: Nat) {
        self.numbers().push(number);
    }

    /// No numbers any more.
    pub fn clear(&mut self) {
        self.numbers().clear();
    }

    /// Keeps the numbers that fit.
    pub fn retain(&mut self, mut fits: impl FnMut(&Nat) -> bool) {
        self.numbers().retain(|n| fits(n));
    }

    fn numbers(&mut self) -> &mut Numbers {
        if let Held::Position(_) = self.0 {
            *self = Place::new();
        }
        match &mut self.0 {
            Held::Numbers(numbers) => numbers,
            Held::Position(_) => unreachable!("it was replaced above"),
        }
    }

    /// The numbers; none where the position has a type of its own.
    #[must_use]
    pub fn as_slice(&self) -> &[Nat] {
        match &self.0 {
            Held::Numbers(numbers) => numbers,
            Held::Position(_) => &[],
        }
    }
}

impl Default for Place {
    fn default() -> Self {
        Place::new()
    }
}

impl Deref for Place {
    type Target = [Nat];

    fn deref(&self) -> &[Nat] {
        self.as_slice()
    }
}

impl DerefMut for Place {
    fn deref_mut(&mut self) -> &mut [Nat] {
        match &mut self.0 {
            Held::Numbers(numbers) => numbers,
            Held::Position(_) => &mut [],
        }
    }
}

impl From<&[Nat]> for Place {
    fn from(numbers: &[Nat]) -> Self {
        Place(Held::Numbers(Numbers::from(numbers)))
    }
}

impl<const N: usize> From<[Nat; N]> for Place {
    fn from(numbers: [Nat; N]) -> Self {
        Place::from_iter(numbers)
    }
}

impl FromIterator<Nat> for Place {
    fn from_iter<I: IntoIterator<Item = Nat>>(numbers: I) -> Self {
        Place(Held::Numbers(numbers.into_iter().collect()))
    }
}

impl Extend<Nat> for Place {
    fn extend<I: IntoIterator<Item = Nat>>(&mut self, numbers: I) {
        self.numbers().extend(numbers);
    }
}

impl IntoIterator for Place {
    type Item = Nat;
    type IntoIter = smallvec::IntoIter<[Nat; 2]>;

    fn into_iter(mut self) -> Self::IntoIter {
        std::mem::take(self.numbers()).into_iter()
    }
}

impl<'a> IntoIterator for &'a Place {
    type Item = &'a Nat;
    type IntoIter = std::slice::Iter<'a, Nat>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Place) -> bool {
        match (&self.0, &other.0) {
            (Held::Numbers(a), Held::Numbers(b)) => a == b,
            (Held::Position(a), Held::Position(b)) => Arc::ptr_eq(a, b) || a.is_equal(&**b),
            _ => false,
        }
    }
}

impl Eq for Place {}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Held::Numbers(numbers) => numbers.hash(state),
            Held::Position(position) => position.hash_into(state),
        }
    }
}

fn hash_of(position: &dyn AnyPosition) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash_into(&mut hasher);
    hasher.finish()
}

/// By the numbers, a prefix first; positions of other types behind them, by their texts, then by how they are debugged.
impl Ord for Place {
    fn cmp(&self, other: &Place) -> Ordering {
        match (&self.0, &other.0) {
            (Held::Numbers(a), Held::Numbers(b)) => a.cmp(b),
            (Held::Numbers(_), Held::Position(_)) => Ordering::Less,
            (Held::Position(_), Held::Numbers(_)) => Ordering::Greater,
            (Held::Position(a), Held::Position(b)) if Arc::ptr_eq(a, b) => Ordering::Equal,
            (Held::Position(a), Held::Position(b)) if a.is_equal(&**b) => Ordering::Equal,
            // what prints alike may be different
            (Held::Position(a), Held::Position(b)) => {
                (a.to_string(), format!("{a:?}"), hash_of(&**a)).cmp(&(b.to_string(), format!("{b:?}"), hash_of(&**b)))
            }
        }
    }
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Place) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `4, 7`; a position of a type of its own as it prints itself.
impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Held::Numbers(numbers) => {
                for (i, n) in numbers.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    // long lists of moves print small numbers by the million
                    match to_u64(n) {
                        Some(small) => Display::fmt(&small, f)?,
                        None => Display::fmt(n, f)?,
                    }
                }
                Ok(())
            }
            Held::Position(position) => Display::fmt(position, f),
        }
    }
}

impl Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Held::Numbers(numbers) => Debug::fmt(numbers, f),
            Held::Position(position) => Debug::fmt(position, f),
        }
    }
}
