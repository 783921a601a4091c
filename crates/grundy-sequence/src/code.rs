//! Take-and-break codes: Kayles is `0.77`, Grundy's game `4!.0`.
//!
//! The digit for what is taken tells how many heaps may be left: bit j of `7` = 111₂ allows j heaps for j = 0, 1, 2
//! (R. K. Guy, C. A. B. Smith, *The G-values of various games*, 1956). Digits beyond octal allow more heaps, `{2+}` any
//! number from 2 on, and a condition may ask that the heaps differ (`!`), are not all equal (`?`) or are equal (`=`).
//!
//! ```
//! use grundy_sequence::code::{Code, Modifier};
//!
//! let kayles = Code::octal(0, [7, 7]);
//! assert_eq!(kayles.to_string(), "0.77");
//! let grundys = Code::octal(4, [0]).with_modifier(Modifier::Unequal);
//! assert_eq!(grundys.to_string(), "4!.0");
//! ```

use std::fmt::{Display, Formatter, Result, Write as _};

use grundy_core::Nat;

/// A take-and-break code.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Code {
    /// The digit before the point.
    pub zero: Digit,
    /// The digits behind the point: how many heaps may be left after taking 1, 2, 3 ….
    pub digits: Vec<Digit>,
    /// Digits that repeat for ever behind these; may be empty.
    pub repeating: Vec<Digit>,
}

/// One digit of a code: the numbers of heaps that may be left.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Digit {
    /// Numbers of heaps listed, sorted, without repetition.
    pub counts: Vec<u32>,
    /// `{2+}`: every number from here on; `counts` holds smaller ones only.
    pub from: Option<u32>,
    /// What is asked of the parts.
    pub modifier: Modifier,
}

/// What a code asks of the sizes of the heaps that are left, if they are two or more.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Modifier {
    /// Nothing.
    #[default]
    Any,
    /// `!`: all unequal.
    Unequal,
    /// `?`: not all equal.
    NotAllEqual,
    /// `=`: all equal.
    Equal,
}

impl Code {
    /// A code of digits as numbers, without conditions on the parts: `octal(0, [7, 7])` is Kayles.
    #[must_use]
    pub fn octal(zero: u32, digits: impl IntoIterator<Item = u32>) -> Code {
        let digits = digits.into_iter().map(Digit::from_bits).collect();
        Code { zero: Digit::from_bits(zero), digits, repeating: Vec::new() }
    }

    /// Is every smaller heap an option?
    #[must_use]
    pub fn lowers_at_will(&self) -> bool {
        let mut digits = self.digits.iter().chain(&self.repeating);
        !self.repeating.is_empty() && digits.all(|digit| digit.allows(0) && digit.allows(1))
    }

    /// May a move leave two heaps or more?
    #[must_use]
    pub fn splits(&self) -> bool {
        let mut digits = std::iter::once(&self.zero).chain(&self.digits).chain(&self.repeating);
        digits.any(Digit::splits)
    }

    /// May a move leave three heaps or more?
    #[must_use]
    pub fn splits_in_three(&self) -> bool {
        let mut digits = std::iter::once(&self.zero).chain(&self.digits).chain(&self.repeating);
        digits.any(|digit| digit.from.is_some() || digit.most() > 2)
    }

    /// How many options a heap has at least: each digit that leaves two heaps leaves every pair of a sum, or every pair of unequal ones.
    #[must_use]
    pub fn fewest_options(&self, heap: &Nat) -> Nat {
        let digits = std::iter::once(&self.zero).chain(&self.digits).zip(0u64..);
        let pairs = digits.filter(|(digit, taken)| {
            digit.allows(2) && digit.modifier != Modifier::Equal && Nat::from(*taken + 2) < *heap
        });
        pairs.map(|(_, taken)| (heap - Nat::from(taken + 1)) / Nat::from(2u8)).max().unwrap_or(Nat::ZERO)
    }

    /// The same game in its shortest spelling: digits 0 at the end say nothing, nor does a condition on the parts where one heap is
    /// left, and of digits that repeat one round behind the first place where they begin is enough.
    ///
    /// ```
    /// use grundy_sequence::code::Code;
    ///
    /// assert_eq!(Code::octal(0, [7, 7, 0]).shortest().to_string(), "0.77");
    /// ```
    #[must_use]
    pub fn shortest(mut self) -> Code {
        let all = std::iter::once(&mut self.zero).chain(&mut self.digits).chain(&mut self.repeating);
        for digit in all.filter(|digit| !digit.splits()) {
            digit.modifier = Modifier::Any;
        }
        let Code { digits, repeating, .. } = &mut self;
        if !repeating.iter().any(Digit::allows_any) {
            repeating.clear();
        }
        let length = repeating.len();
        let is_round = |round: &usize| {
            length.is_multiple_of(*round) && repeating.iter().zip(&repeating[*round..]).all(|(a, b)| a == b)
        };
        if let Some(round) = (1..length).find(is_round) {
            repeating.truncate(round);
        }
        if repeating.is_empty() {
            let last = digits.iter().rposition(Digit::allows_any).map_or(0, |at| at + 1);
            // behind the point stands a digit: 4!.0
            digits.resize(last.max(1), Digit::default());
        }
        while !repeating.is_empty() && digits.last() == repeating.last() {
            digits.pop();
            repeating.rotate_right(1);
        }
        self
    }

    /// With this condition on the parts of every digit that leaves two heaps or more.
    #[must_use]
    pub fn with_modifier(mut self, modifier: Modifier) -> Code {
        let all = std::iter::once(&mut self.zero).chain(&mut self.digits).chain(&mut self.repeating);
        for digit in all.filter(|digit| digit.splits()) {
            digit.modifier = modifier;
        }
        self
    }
}

impl Digit {
    /// The digit that allows j heaps where bit j is set.
    #[must_use]
    pub fn from_bits(bits: u32) -> Digit {
        Digit { counts: (0..u32::BITS).filter(|j| bits >> j & 1 == 1).collect(), ..Digit::default() }
    }

    /// Does it allow anything?
    #[must_use]
    pub fn allows_any(&self) -> bool {
        !self.counts.is_empty() || self.from.is_some()
    }

    /// Does it allow so many heaps?
    #[must_use]
    pub fn allows(&self, heaps: u32) -> bool {
        self.counts.contains(&heaps) || self.from.is_some_and(|from| from <= heaps)
    }

    /// May two heaps or more be left?
    #[must_use]
    pub fn splits(&self) -> bool {
        self.from.is_some() || self.most() >= 2
    }

    /// The largest number of heaps listed; 0 where none is.
    #[must_use]
    pub fn most(&self) -> u32 {
        self.counts.last().copied().unwrap_or(0)
    }
}

/// The canonical spelling, in the notation.
impl Display for Code {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}.", self.zero)?;
        self.digits.iter().try_for_each(|digit| digit.fmt(f))?;
        if !self.repeating.is_empty() {
            f.write_char('[')?;
            self.repeating.iter().try_for_each(|digit| digit.fmt(f))?;
            f.write_char(']')?;
        }
        Ok(())
    }
}

impl Display for Digit {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let value = self.counts.iter().try_fold(0u32, |value, &j| 1u32.checked_shl(j).map(|bit| value | bit));
        match (self.from, value) {
            (None, Some(value @ 0..=35)) => {
                f.write_char(char::from_digit(value, 36).unwrap_or('0').to_ascii_uppercase())?;
            }
            (from, _) => {
                f.write_char('{')?;
                for (i, count) in self.counts.iter().enumerate() {
                    write!(f, "{}{count}", if i > 0 { "," } else { "" })?;
                }
                if let Some(from) = from {
                    write!(f, "{}{from}+", if self.counts.is_empty() { "" } else { "," })?;
                }
                f.write_char('}')?;
            }
        }
        f.write_str(match self.modifier {
            Modifier::Any => "",
            Modifier::Unequal => "!",
            Modifier::NotAllEqual => "?",
            Modifier::Equal => "=",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One spelling of each game: the same moves from every small heap before and after.
    #[test]
    fn the_shortest_spelling_is_the_same_game() {
        let digit = Digit::from_bits;
        let code = |digits: &[u32], repeating: &[u32]| Code {
            zero: Digit::default(),
            digits: digits.iter().map(|&bits| digit(bits)).collect(),
            repeating: repeating.iter().map(|&bits| digit(bits)).collect(),
        };
        for (digits, repeating, expected) in [
            (&[7u32, 7, 0][..], &[][..], "0.77"),
            (&[0, 0], &[], "0.0"),
            (&[3, 15, 0, 0], &[0, 0], "0.3F"),
            (&[3], &[3], "0.[3]"),
            (&[], &[3, 5, 3, 5], "0.[35]"),
            (&[7, 5], &[3, 5], "0.7[53]"),
            (&[1, 3, 7], &[], "0.137"),
        ] {
            let long = code(digits, repeating);
            let short = long.clone().shortest();
            assert_eq!(short.to_string(), expected);
            assert_eq!(short.clone().shortest(), short);
            let at = |code: &Code, i: usize| match (i.checked_sub(code.digits.len()), code.repeating.len()) {
                (None, _) => code.digits[i].clone(),
                (Some(_), 0) => Digit::default(),
                (Some(behind), round) => code.repeating[behind % round].clone(),
            };
            assert!((0..20).all(|i| at(&short, i) == at(&long, i)), "{expected}");
        }
        // a condition that nothing can break
        let one = Code { digits: vec![Digit { modifier: Modifier::Unequal, ..digit(3) }], ..Code::default() };
        assert_eq!(one.shortest().to_string(), "0.3");
    }
}
