//! Φ that repeats: the quotient of all heaps of a game.
//!
//! **Theorem** (T. E. Plambeck, A. N. Siegel, Misère quotients for impartial games, 2008). Let a code leave at most c parts,
//! of any sizes, and take at most k from a heap; let (Q, P, Φ) be the quotient of the heaps up to M = c(n₀ + p) + k. If
//! Φ(n + p) = Φ(n) for n₀ ≤ n ≤ M − p, then Q is the quotient of the whole game and Φ has period p from n₀.
//!
//! An option of a heap n > M has a part of more than n₀ + p, which can be made p smaller; and an option of n − p has a part of more
//! than n₀, which can be made p larger. So n and n − p have the same classes of options: the same class, and no new pair.
//!
//! Cost: one comparison for each heap and shorter period.

/// The period of Φ, as far as it is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// Φ(n + p) = Φ(n) from here on.
    pub preperiod: usize,
    /// The least period.
    pub period: usize,
}

/// What the theorem needs to know of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// The most parts that a move leaves, at least 1. Parts of any sizes are allowed.
    pub parts: usize,
    /// The most that a move takes.
    pub taken: usize,
}

/// Watches Φ for repetitions.
#[derive(Debug, Clone, Default)]
pub struct Repeats {
    /// For each shift p − 1 the heap behind the last n with Φ(n + p) ≠ Φ(n).
    from: Vec<usize>,
    seen: usize,
}

impl Repeats {
    /// Looks at what was added to Φ since the last time. Where the monoid grew, begin anew.
    pub fn watch(&mut self, phi: &[u32]) {
        for n in self.seen..phi.len() {
            self.from.resize(n, 0);
            for (shift, from) in (1..).zip(&mut self.from) {
                if phi[n] != phi[n - shift] {
                    *from = n - shift + 1;
                }
            }
        }
        self.seen = phi.len();
    }

    /// The period that the heaps seen so far prove for ever.
    #[must_use]
    pub fn proved(&self, shape: Shape) -> Option<Repetition> {
        let last = self.seen.checked_sub(1)?;
        let enough = |p: usize, n0: usize| shape.parts * (n0 + p) + shape.taken <= last;
        let found = (1..).zip(&self.from).find(|&(period, &preperiod)| enough(period, preperiod));
        found.map(|(period, &preperiod)| Repetition { preperiod, period })
    }
}

/// What depends on the class alone repeats like this.
impl From<Repetition> for grundy_core::Period {
    fn from(found: Repetition) -> Self {
        Self { preperiod: found.preperiod as u64, period: found.period as u64, saltus: 0 }
    }
}

impl Repetition {
    /// Which of the heaps before the first repetition has the class of heap `n`?
    #[must_use]
    pub fn representative(&self, n: &grundy_core::Nat) -> usize {
        match usize::try_from(n) {
            Ok(n) if n < self.preperiod + self.period => n,
            _ => {
                let beyond = (n - grundy_core::Nat::from(self.preperiod)) % self.period as u64;
                self.preperiod + beyond as usize
            }
        }
    }
}
