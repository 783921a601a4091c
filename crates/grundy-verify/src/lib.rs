//! The checker of certificates: it shares no code with the programs that find periods and laws, and depends on nothing.
//!
//! There are five kinds, told apart by their first lines: `grundy certificate 1` for periods of games of one heap,
//! described here, `grundy rows certificate 1` for periods of rows, see [`rows`], `grundy automata certificate 1` for laws as
//! automata, see [`automaton`], `grundy quotient certificate 1` for misère quotients, see [`quotient`], and `grundy nimbers
//! certificate 1` for values of positions that fall apart, see [`nimbers`].
//!
//! A certificate of a period says: the Grundy values of this rule satisfy G(n + period) = G(n) + saltus for all n ≥ preperiod, the
//! period is the least one, and the preperiod the smallest. [`verify`] computes the values again from the rule that
//! the certificate spells out, checks the hypotheses of the theorem that it names, and believes nothing else in it.
//!
//! ```
//! let text = b"grundy certificate 1\n# take[1,2]\nconvention normal\nrule take\nset 1..2\n\
//!     theorem window-period\npreperiod 0\nperiod 3\nsaltus 0\nlast-exception -1\nn0 0\n\
//!     proof-period 3\nvalues 5\nlargest 2\nblock deaeba27e76c7d01\n";
//! let mut text = text.to_vec();
//! text.extend(format!("digest {:016x}\n", grundy_verify::digest(&text)).bytes());
//! let budget = grundy_verify::Budget { steps: 1_000_000, bytes: 1_000_000, cancel: None };
//! let verdict = grundy_verify::verify(&text, &budget);
//! assert!(matches!(verdict, Ok(grundy_verify::Verdict::Valid(claim)) if claim.period == 3));
//! ```
//!
//! # The format
//! Lines of ASCII, each ended by a line feed; words of a line are separated by one blank; numbers are decimal without
//! leading zeros, below 2^63. The lines stand in this order, and nothing else is allowed:
//!
//! | line | meaning |
//! |---|---|
//! | `grundy certificate 1` | format and version |
//! | `# text` | any number of comments, up to 4096 bytes of UTF-8 each; the game as it was written. They prove nothing |
//! | `convention normal` | a player who cannot move loses |
//! | `rule take` or `rule code` | what follows is a subtraction set, or the digits of a take-and-break code |
//! | `set 1..3 7 9..10` | (take) numbers and ranges that may be taken, ascending, ranges apart; may be missing |
//! | `tail 20 3 0 2` | (take, optional) from 20 on, above all of `set`: what is 0 or 2 modulo 3 may be taken |
//! | `digit 2 any 0 1 2` | (code) taking 2 may leave 0, 1 or 2 heaps; ascending. `unequal`: two heaps must differ |
//! | `theorem guy-smith` | which theorem of the table below proves the claim |
//! | `preperiod 71`, `period 12`, `saltus 0`, `last-exception 70` | the claim, a line each; the last is `-1` at preperiod 0 |
//! | `n0 71` | where the proof starts, at least the preperiod |
//! | `proof-period 12` | the period that the theorem is applied to: a multiple of the period |
//! | `values 168` | how many values the theorem needs, G(0) … G(167) |
//! | `largest 9` | the greatest of them |
//! | `mask 61 plain` | (`sparse-window` only, as the next two) the mask, in decimal; `position`: the heap's parity counts |
//! | `rares 1 5 17` | all rare heaps from 1 on, ascending; missing if there are none |
//! | `window 4098` | how many values come back: those of the heaps n0 … n0 + 4097 |
//! | `block 0123456789abcdef` | (all others) checksum of each 2^20 values, the last block shorter; a line each |
//! | `digest 0123456789abcdef` | checksum of all bytes above |
//!
//! The checksum of values v₁ v₂ … starts with h = 0xcbf29ce484222325; for each value h becomes
//! (h XOR v) · 0x100000001b3 modulo 2^64, and then h XOR ⌊h / 2^32⌋. The digest is the same with bytes as values. Each
//! step is a bijection, so one changed value or byte always changes the result.
//!
//! # The theorems
//! k is the index of the last digit, c ≥ 1 the largest number of parts, P the proof period, σ its saltus.
//!
//! | name | rule | G(n + P) = G(n) is asked for | values |
//! |---|---|---|---|
//! | `window-period` | finite set with greatest element m | n0 ≤ n < n0 + m | n0 + P + m |
//! | `guy-smith` | code, c ≤ 2, `any` only, n0 ≥ 1 | n0 ≤ n < 2·n0 + P + k | 2·n0 + 2P + k |
//! | `breaks-period` | code, `any` only, n0 ≥ 1 | n0 ≤ n < c·n0 + (c−1)·P + k | c·n0 + c·P + k |
//! | | code, c = 2, some digit `unequal`, n0 ≥ 1 | n0 ≤ n < 2·n0 + 2P + k | 2·n0 + 3P + k |
//! | `sparse-window` | code, c ≤ 2; see below | n0 ≤ n < n₁ = n0 + window | n₁ + P |
//! | `residue-window` | set with a tail from s modulo d; d divides P; n0 ≥ 1 | the states before n0 + s − 1 and P later | n0 + s − 1 + P |
//!
//! *Codes.* Let the equation hold below n, n beyond the bound. An option of n + P has a part ≥ n0 + P; less P it has
//! the same value and is not empty: an option of n. An option of n has a part ≥ n0, and P more gives an option of
//! n + P. Where the parts must differ and P less makes (a, a + P) equal, (a − P, a + P) does it, as a ≥ n0 + P.
//!
//! *Sparse window.* A value x is common at heap n if the number of its bits under the mask is odd (or even, if the
//! position counts and n + t is odd, t the parity of all digits that split; then P is even), else rare; a heap is what
//! its value is at it. Let ℓ be the last rare heap below n₁ + P, window ≥ ℓ + k, window > k, n0 ≥ 1, n₁ > 2ℓ + k, and
//! for n₁ ≤ n < n₁ + P let each rare value below G(n) be that of a single heap left or of a split with a part ≥ n0 (whose
//! other part may be any). Then the equation holds from n0 on. Induction on m ≥ n₁ + P, for x = m − P: heaps behind ℓ
//! are common; a common value is excluded by a single heap or by a split with exactly one rare part r ≤ ℓ, and at m and
//! m − P these are the same values, for m − P − t − r ≥ n0; so the least common value not excluded is the same; rare
//! values below it are excluded at m as they are at the heap n ≡ m of n₁ … n₁ + P − 1, with the part ≥ n0 moved.
//!
//! *Residue window.* The state before heap n ≥ s is n mod d, the s − 1 values before n, and for each class c the set
//! U(c) of values of heaps m ≤ n − s that a heap of class c reaches through the tail. If before n + P the window is
//! that of n with σ added, and U′(c) = [0, σ) ∪ (U(c) + σ) for every c, the equation with σ holds from n − s + 1 on:
//! mex([0, σ) ∪ (X + σ)) = mex(X) + σ, so the heaps n and n + P keep the relation, and so on for ever.
//!
//! Cost: sets take a few steps a value for each range; codes with two parts are computed in a sparse space (`pairs`),
//! about 0.1 to 1 µs a value where there is one, else n a value; more parts (`parts`) n · c a value. A sparse window
//! (`window`) takes about a nanosecond a value and rare heap, and memory for twice 2^21 values or for those below n₁.

pub mod automaton;
mod check;
pub mod nimbers;
mod pairs;
mod parts;
mod primes;
pub mod quotient;
pub mod rows;
mod take;
#[cfg(test)]
mod testing;
mod text;
mod window;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// How much work and memory a certificate may cost.
#[derive(Debug, Clone, Copy)]
pub struct Budget<'a> {
    /// Steps: looked-up values, about a nanosecond each.
    pub steps: u64,
    /// Bytes of tables, and of the certificate itself.
    pub bytes: u64,
    /// Set by somebody else to end the work.
    pub cancel: Option<&'a AtomicBool>,
}

/// What a certificate claims: G(n + period) = G(n) + saltus for all n ≥ preperiod.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claim {
    /// The comments, for people: they were not checked.
    pub comments: Vec<String>,
    /// The rule that was checked, in the words of the certificate.
    pub rule: Vec<String>,
    /// The theorem that proves it.
    pub theorem: String,
    /// The smallest possible.
    pub preperiod: u64,
    /// The least possible.
    pub period: u64,
    /// The growth in a period.
    pub saltus: u64,
    /// How many values were computed again.
    pub values: u64,
    /// The greatest of them.
    pub largest: u64,
}

/// What became of a certificate that could be read and checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The claim holds.
    Valid(Claim),
    /// The law holds for all positions.
    Law(Box<automaton::Law>),
    /// It is the misère quotient of these components.
    Quotient(Box<quotient::Quotient>),
    /// The position has this value.
    Value(Box<nimbers::Position>),
    /// The certificate does not prove its claim.
    Invalid {
        /// The line (from 1) that is false.
        line: u64,
        /// What is false.
        reason: String,
    },
}

impl Verdict {
    /// The rule that was checked, as the certificate tells it; none where the claim is false.
    #[must_use]
    pub fn rule(&self) -> &[String] {
        self.texts().0
    }

    /// The comments of the certificate, which nothing checks.
    #[must_use]
    pub fn comments(&self) -> &[String] {
        self.texts().1
    }

    fn texts(&self) -> (&[String], &[String]) {
        match self {
            Verdict::Valid(claim) => (&claim.rule, &claim.comments),
            Verdict::Law(law) => (&law.rule, &law.comments),
            Verdict::Quotient(quotient) => (&quotient.rule, &quotient.comments),
            Verdict::Value(position) => (&position.rule, &position.comments),
            Verdict::Invalid { .. } => (&[], &[]),
        }
    }
}

/// Why a certificate was not checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// It is not written in the format.
    Malformed,
    /// Its digest is not that of its text: it was changed.
    Damaged,
    /// Checking it would cost more steps than allowed.
    Steps,
    /// Checking it would take more memory than allowed.
    Bytes,
    /// Somebody ended the work.
    Cancelled,
}

/// A certificate that was not checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What kind of fault.
    pub kind: Refused,
    /// The line (from 1) where it was met; 0 for the whole.
    pub line: u64,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.reason),
            line => write!(f, "line {line}: {}", self.reason),
        }
    }
}

impl std::error::Error for Refusal {}

/// Checks a certificate.
///
/// # Errors
/// A [`Refusal`] where the text is no certificate or was changed, or the budget does not suffice.
pub fn verify(text: &[u8], budget: &Budget<'_>) -> Result<Verdict, Refusal> {
    let mut meter = Meter { steps: budget.steps, bytes: budget.bytes, cancel: budget.cancel };
    meter.reserve(text.len() as u64)?;
    let checked = if text.starts_with(b"grundy automata ") {
        automaton::verify(text, &mut meter).map(|law| Verdict::Law(Box::new(law)))
    } else if text.starts_with(quotient::HEAD) {
        quotient::verify(text, &mut meter).map(|found| Verdict::Quotient(Box::new(found)))
    } else if text.starts_with(nimbers::HEAD) {
        nimbers::verify(text, &mut meter).map(|found| Verdict::Value(Box::new(found)))
    } else if text.starts_with(rows::HEAD) {
        rows::verify(text, &mut meter).map(Verdict::Valid)
    } else {
        let certificate = text::read(text)?;
        check::check(&certificate, &mut meter).map(|()| Verdict::Valid(certificate.claim))
    };
    checked.or_else(|fault| match fault {
        Fault::False { line, reason } => Ok(Verdict::Invalid { line, reason }),
        Fault::Refused(refusal) => Err(refusal),
    })
}

/// The checksum of bytes that the last line of a certificate holds.
#[must_use]
pub fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(CHECKSUM_START, |h, &b| checksum_step(h, u64::from(b)))
}

/// Values a checksum.
const BLOCK: u64 = 1 << 20;
const CHECKSUM_START: u64 = 0xcbf2_9ce4_8422_2325;

fn checksum_step(h: u64, value: u64) -> u64 {
    let h = (h ^ value).wrapping_mul(0x0100_0000_01b3);
    h ^ (h >> 32)
}

/// Why a check ended without success.
#[derive(Debug)]
enum Fault {
    False { line: u64, reason: String },
    Refused(Refusal),
}

/// What a line says is false.
fn wrong<T>(line: u64, reason: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::False { line, reason: reason.into() })
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        Fault::Refused(refusal)
    }
}

/// What is left of the budget.
#[derive(Debug)]
struct Meter<'a> {
    steps: u64,
    bytes: u64,
    cancel: Option<&'a AtomicBool>,
}

impl Meter<'_> {
    /// Counts steps, at least a thousand or so at a time.
    fn spend(&mut self, steps: u64) -> Result<(), Refusal> {
        let refuse = |kind, reason: &str| Refusal { kind, line: 0, reason: reason.to_owned() };
        if self.cancel.is_some_and(|c| c.load(Ordering::Relaxed)) {
            return Err(refuse(Refused::Cancelled, "cancelled"));
        }
        self.steps = self
            .steps
            .checked_sub(steps)
            .ok_or_else(|| refuse(Refused::Steps, "checking it costs more steps than the budget allows"))?;
        Ok(())
    }

    /// Asks for memory before it is taken.
    fn reserve(&mut self, bytes: u64) -> Result<(), Refusal> {
        self.bytes = self.bytes.checked_sub(bytes).ok_or_else(|| Refusal {
            kind: Refused::Bytes,
            line: 0,
            reason: "checking it takes more memory than the budget allows".to_owned(),
        })?;
        Ok(())
    }
}

/// A cell of the table of values: one, two or four bytes, by the greatest value that is claimed.
trait Cell: Copy + TryFrom<u32> + Into<u32> {}
impl<T: Copy + TryFrom<u32> + Into<u32>> Cell for T {}

/// The values so far, watched as they come: none may be above the greatest one claimed, each block has its checksum.
struct Table<'c, T> {
    values: Vec<T>,
    certificate: &'c text::Certificate,
    hash: u64,
    largest: u32,
}

impl<'c, T: Cell> Table<'c, T> {
    /// Room for all values of the certificate.
    fn new(certificate: &'c text::Certificate, meter: &mut Meter<'_>) -> Result<Self, Refusal> {
        let size = certificate.claim.values;
        meter.reserve(size.saturating_mul(size_of::<T>() as u64))?;
        let mut values = Vec::new();
        let fits = usize::try_from(size).is_ok_and(|size| values.try_reserve_exact(size).is_ok());
        if !fits {
            let reason = "this machine has no room for so many values".to_owned();
            return Err(Refusal { kind: Refused::Bytes, line: certificate.lines.values, reason });
        }
        Ok(Table { values, certificate, hash: CHECKSUM_START, largest: 0 })
    }

    fn get(&self, n: usize) -> u32 {
        self.values[n].into()
    }

    /// Is the table full?
    fn is_full(&self) -> bool {
        self.values.len() as u64 >= self.certificate.claim.values
    }

    /// The next value.
    fn push(&mut self, value: u32) -> Result<(), Fault> {
        let lines = &self.certificate.lines;
        let n = self.values.len() as u64;
        let cell = T::try_from(value).ok().filter(|_| u64::from(value) <= self.certificate.claim.largest);
        let Some(cell) = cell else {
            return Err(Fault::False { line: lines.largest, reason: format!("heap {n} has the value {value}") });
        };
        self.values.push(cell);
        self.largest = self.largest.max(value);
        self.hash = checksum_step(self.hash, u64::from(value));
        if (n + 1).is_multiple_of(BLOCK) || self.is_full() {
            let block = n / BLOCK;
            if self.certificate.blocks.get(block as usize) != Some(&self.hash) {
                let reason = format!("the values from {} to {n} have the checksum {:016x}", block * BLOCK, self.hash);
                return Err(Fault::False { line: lines.first_block + block, reason });
            }
            self.hash = CHECKSUM_START;
        }
        Ok(())
    }
}
