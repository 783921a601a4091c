//! Numbers by a count of their binary digits, and the powers of two with such a count as exponent.
//!
//! The relation y = popcount(x) is no automaton, for y would have to be counted in the states. But what is counted modulo
//! m, or up to a bound, is one. And 2^v2(x), 2^log2(x) and 2^bits(x) are automatic functions of x (the lowest place, the
//! highest, and twice that).

use crate::dfa::{DEAD, Dfa};
use crate::engine::{Built, Engine, Obstacle};
use crate::numeration::Numeration;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Count {
    /// The zeros at the end; 0 has no such count.
    TwoAdicOrder,
    /// The digits 1.
    PopCount,
    /// All digits, the first of which is 1; 0 has none.
    BitLength,
    /// All digits but the first; 0 has no such count.
    Log2,
}

/// How a count is kept in finitely many states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// Modulo this number, at least 1.
    Modulo(u32),
    /// Exactly below this, and "so many or more".
    UpTo(u32),
}

impl Kept {
    fn states(self) -> u32 {
        match self {
            Kept::Modulo(m) => m,
            Kept::UpTo(most) => most + 1,
        }
    }

    fn next(self, count: u32) -> u32 {
        match self {
            Kept::Modulo(m) => (count + 1) % m,
            Kept::UpTo(most) => (count + 1).min(most),
        }
    }
}

impl Engine<'_> {
    /// The numbers whose count of digits, kept in this way, is accepted.
    ///
    /// ```
    /// use grundy_automata::counts::{Count, Kept};
    /// use grundy_automata::{Engine, Numeration};
    ///
    /// let cx = grundy_core::Context::default();
    /// let mut engine = Engine::new(Numeration::BINARY, &cx);
    /// let evil = engine.counted(Count::PopCount, Kept::Modulo(2), &|ones| ones == 0)?;
    /// assert!(evil.contains(&[0b101]) && !evil.contains(&[0b111]));
    /// # Ok::<(), grundy_automata::Obstacle>(())
    /// ```
    ///
    /// # Errors
    /// Cap or budget; another system than base 2.
    pub fn counted(&mut self, what: Count, kept: Kept, accepted: &dyn Fn(u32) -> bool) -> Built<Dfa> {
        self.in_base_2()?;
        // state 0: only zeros so far; state 1 + c: the count is c
        let states = kept.states();
        let mut table = vec![DEAD; 2 * (states as usize + 1)];
        let first = match what {
            Count::PopCount | Count::BitLength => kept.next(0),
            // the order of 1 and the logarithm of 1 are 0
            Count::TwoAdicOrder | Count::Log2 => 0,
        };
        (table[0], table[1]) = (0, 1 + first);
        for c in 0..states {
            let (zero, one) = match what {
                Count::PopCount => (c, kept.next(c)),
                Count::TwoAdicOrder => (kept.next(c), 0),
                Count::BitLength | Count::Log2 => (kept.next(c), kept.next(c)),
            };
            let row = 2 * (c as usize + 1);
            (table[row], table[row + 1]) = (1 + zero, 1 + one);
        }
        // zero has no order and no logarithm
        let none = matches!(what, Count::PopCount | Count::BitLength) && accepted(0);
        let accepting = std::iter::once(none).chain((0..states).map(accepted)).collect();
        let raw = Dfa::new(self.numeration(), 1, 2, table, accepting);
        self.finish(&raw)
    }

    /// The pairs of a number and the power of two whose exponent is its count.
    ///
    /// # Errors
    /// Cap or budget; another system than base 2; [`Count::PopCount`], for which there is no automaton.
    pub fn power_of_count(&mut self, what: Count) -> Built<Dfa> {
        self.in_base_2()?;
        // symbols: 2·(digit of the number) + (digit of the power)
        let (table, accepting) = match what {
            // before the power, and behind it
            Count::TwoAdicOrder => (vec![0, DEAD, 0, 1, 1, DEAD, DEAD, DEAD], vec![false, true]),
            // before the first digit 1, and behind it
            Count::Log2 => (vec![0, DEAD, DEAD, 1, 1, DEAD, 1, DEAD], vec![false, true]),
            // zeros only (for 0 the power is 1); one place before the first digit 1; behind it; at the end of (0, 1)
            Count::BitLength => {
                (vec![0, 1, DEAD, DEAD, DEAD, DEAD, 2, DEAD, 2, DEAD, 2, DEAD], vec![false, true, true])
            }
            Count::PopCount => {
                let why = "its digits 1 would have to be counted in the states".to_owned();
                return Err(Obstacle::NotAutomatic { term: "2^popcount".to_owned(), why });
            }
        };
        let raw = Dfa::new(self.numeration(), 2, 4, table, accepting);
        self.finish(&raw)
    }

    fn in_base_2(&self) -> Built<()> {
        if self.numeration() == Numeration::BINARY {
            return Ok(());
        }
        let why = format!("it needs base 2, not {}", self.numeration());
        Err(Obstacle::NotAutomatic { term: "a count of digits".to_owned(), why })
    }
}
