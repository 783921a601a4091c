//! Certificates of periods: a proof written so that another program can check it.
//!
//! A certificate spells the rule in numbers, names the theorem and where its proof starts, and carries checksums of the
//! values that the theorem needs; the crate `grundy-verify`, which shares no code with this one, documents the format
//! and checks it. The text of the game is a comment only: a fault of a parser is not shared by finder and checker.
//!
//! ```
//! use grundy_core::{Context, Nat};
//! use grundy_sequence::certificate::Certificate;
//! use grundy_sequence::take_and_break::CodeEngine;
//! use grundy_sequence::Code;
//!
//! let (kayles, cx) = (Code::octal(0, [7, 7]), Context::default());
//! let mut engine = CodeEngine::new(kayles.clone());
//! let proved = engine.proved_period(None, &cx)?.expect("Kayles has a period");
//! let certificate = Certificate::of_code(&kayles).expect("at most two parts");
//! let mut value = |n: u64| Ok(engine.value(&Nat::from(n), &cx)?.0);
//! let text = certificate.text("kayles", &proved, &mut value, &cx)?.expect("it is short");
//! assert!(text.contains("\ndigit 2 any 0 1 2\ntheorem guy-smith\npreperiod 71\nperiod 12\n"));
//! # Ok::<(), grundy_core::Error>(())
//! ```
//!
//! The proof by a returning window has no checksums, for its values are not kept; it tells the mask and all rare heaps,
//! with which the checker computes them again as fast.
//!
//! Cost: but for a returning window, each of the values once more.

use std::fmt::Write as _;

use grundy_core::{Context, Diagnostic, Digest, Nat, Result, number::to_u64};

use crate::code::{Code, Digit, Modifier};
use crate::heap::SPARSE_WINDOW;
use crate::period::ProvedPeriod;
use crate::set::{IntSet, Piece};
use crate::subtraction::{self, RESIDUE_WINDOW, WINDOW_PERIOD};
use crate::take_and_break::Hypotheses;

/// Ranges that a certificate holds at most.
const RANGES: usize = 1 << 16;
/// Values a checksum.
const BLOCK: u64 = 1 << 20;
/// The text of the game is cut behind so many bytes.
const COMMENT: usize = 4000;

/// A rule that certificates speak of.
#[derive(Debug, Clone)]
pub struct Certificate<'a> {
    rule: Rule<'a>,
    /// The rule in numbers.
    spelled: String,
}

#[derive(Debug, Clone, Copy)]
enum Rule<'a> {
    Take(&'a IntSet),
    Code(Hypotheses),
}

/// Where a proof starts, with which period, and how many values it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proof {
    /// The theorem.
    pub theorem: &'static str,
    /// Its hypotheses speak of the heaps from here on.
    pub n0: u64,
    /// The period that its hypotheses speak of, a multiple of the least one.
    pub proof_period: u64,
    /// It needs the values of so many heaps.
    pub values: u64,
}

impl<'a> Certificate<'a> {
    /// For taking numbers of this set. `None`: a named set without a period, numbers of 2^64 and more, too many ranges.
    #[must_use]
    pub fn of_set(set: &'a IntSet) -> Option<Self> {
        Some(Certificate { rule: Rule::Take(set), spelled: rule_of_set(set)? })
    }

    /// For this code. `None`: no theorem on periods speaks of it.
    #[must_use]
    pub fn of_code(code: &'a Code) -> Option<Self> {
        let hypotheses = Hypotheses::of(code)?;
        let mut spelled = "rule code\n".to_owned();
        let digits = std::iter::once(&code.zero).chain(&code.digits).enumerate();
        for (taken, digit) in digits.filter(|(_, digit)| digit.allows_any()) {
            let counts: Vec<String> = digit.counts.iter().map(ToString::to_string).collect();
            let word = if must_differ(digit) { "unequal" } else { "any" };
            let _ = writeln!(spelled, "digit {taken} {word} {}", counts.join(" "));
        }
        Some(Certificate { rule: Rule::Code(hypotheses), spelled })
    }

    /// The rule in numbers, as certificates spell it.
    #[must_use]
    pub fn rule(&self) -> &str {
        &self.spelled
    }

    /// What the theorem behind a period asks for; `None` where that is beyond 2^64.
    #[must_use]
    pub fn proof(&self, proved: &ProvedPeriod) -> Option<Proof> {
        let p = proved.period;
        if let Some(window) = &proved.window {
            let values = window.end.checked_add(p.period)?;
            return Some(Proof { theorem: SPARSE_WINDOW.id, n0: window.start, proof_period: p.period, values });
        }
        match (self.rule, proved.returned) {
            (Rule::Take(set), Some((from, distance))) => {
                let start = to_u64(&set.eventually_periodic()?.start)?;
                let values = from.checked_add(start - 1)?.checked_add(distance)?;
                Some(Proof { theorem: RESIDUE_WINDOW.id, n0: from, proof_period: distance, values })
            }
            (Rule::Take(set), None) => {
                let most = set.max().map_or(Some(0), |m| to_u64(&m))?;
                let values = p.preperiod.checked_add(p.period)?.checked_add(most)?;
                Some(Proof { theorem: WINDOW_PERIOD.id, n0: p.preperiod, proof_period: p.period, values })
            }
            // of a theorem that is not checked again
            (Rule::Code(_), _) if p.saltus > 0 => None,
            (Rule::Code(hypotheses), _) => {
                let n0 = p.preperiod.max(1);
                // the equation up to the bound, and the values a period behind it
                let values = hypotheses.bound(n0, p.period)?.checked_add(p.period)?;
                Some(Proof { theorem: hypotheses.theorem().id, n0, proof_period: p.period, values })
            }
        }
    }

    /// The certificate of a proved period; `value` gives the value of a heap, `comment` is what people call the game.
    /// `None`: the proof needs more than 2^64 values.
    ///
    /// # Errors
    /// Those of `value`; values beyond 2^64; a spent budget.
    pub fn text(
        &self,
        comment: &str,
        proved: &ProvedPeriod,
        value: &mut dyn FnMut(u64) -> Result<Nat>,
        cx: &Context,
    ) -> Result<Option<String>> {
        let Some(proof) = self.proof(proved) else { return Ok(None) };
        let period = proved.period;
        let mut text = format!("grundy certificate 1\n# {}\n", one_line(comment));
        let _ = writeln!(text, "convention normal\n{}theorem {}", self.spelled, proof.theorem);
        let _ = writeln!(text, "preperiod {}\nperiod {}\nsaltus {}", period.preperiod, period.period, period.saltus);
        match period.preperiod.checked_sub(1) {
            Some(last) => text.push_str(&format!("last-exception {last}\n")),
            None => text.push_str("last-exception -1\n"),
        }
        let _ = writeln!(text, "n0 {}\nproof-period {}\nvalues {}", proof.n0, proof.proof_period, proof.values);
        if let Some(window) = &proved.window {
            let sign = if window.position { "position" } else { "plain" };
            let _ = writeln!(text, "largest {}\nmask {} {sign}", window.largest, window.mask);
            if !window.rares.is_empty() {
                let rares: Vec<String> = window.rares.iter().map(ToString::to_string).collect();
                let _ = writeln!(text, "rares {}", rares.join(" "));
            }
            let _ = writeln!(text, "window {}", window.end - window.start);
        } else {
            let sums = self.checksums(proof.values, value, cx)?;
            let _ = writeln!(text, "largest {}", sums.largest);
            for block in &sums.blocks {
                let _ = writeln!(text, "block {block:016x}");
            }
        }
        let digest = grundy_core::digest(&text);
        let _ = writeln!(text, "digest {digest:016x}");
        Ok(Some(text))
    }

    /// The checksums of the first `count` values.
    fn checksums(&self, count: u64, value: &mut dyn FnMut(u64) -> Result<Nat>, cx: &Context) -> Result<Sums> {
        let mut sums = Sums { blocks: Vec::new(), largest: 0 };
        let (mut digest, mut n) = (Digest::default(), 0);
        let mut add = |value: u64| {
            // a stream may end with more than was asked for
            if n >= count {
                return;
            }
            digest.add(value);
            n += 1;
            sums.largest = sums.largest.max(value);
            if n % BLOCK == 0 || n == count {
                sums.blocks.push(digest.value());
                digest = Digest::default();
            }
        };
        if let Rule::Take(set) = self.rule
            && !set.is_empty()
            && set.small_list(63).is_some()
        {
            if !subtraction::has_window(set) {
                let message = "a certificate is checked heap by heap: its set has at most 63 numbers, all below 2^26";
                return Err(Diagnostic::unsupported(message).into());
            }
            // whatever the period, the memory is that of the window
            subtraction::run(set, count.saturating_sub(1), cx, |_, values| {
                for &value in values {
                    add(u64::from(value));
                }
            })?;
            return Ok(sums);
        }
        for n in 0..count {
            cx.tick(1)?;
            let Some(value) = to_u64(&value(n)?) else {
                return Err(Diagnostic::unsupported("a certificate holds no values beyond 2^64").into());
            };
            add(value);
        }
        Ok(sums)
    }
}

struct Sums {
    blocks: Vec<u64>,
    largest: u64,
}

/// Is there a condition that two parts must differ?
fn must_differ(digit: &Digit) -> bool {
    digit.most() == 2 && matches!(digit.modifier, Modifier::Unequal | Modifier::NotAllEqual)
}

fn rule_of_set(set: &IntSet) -> Option<String> {
    let mut text = "rule take\n".to_owned();
    let (pieces, tail) = match set.eventually_periodic() {
        Some(form) => {
            let residues: Vec<String> = form.residues.iter().map(ToString::to_string).collect();
            let tail = format!("tail {} {} {}\n", form.start, form.period, residues.join(" "));
            (form.below, tail)
        }
        None => (set.pieces()?.clone(), String::new()),
    };
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for piece in &pieces.0 {
        for (from, to) in stretches(piece)? {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == from => *last = to,
                _ => ranges.push((from, to)),
            }
            if ranges.len() > RANGES {
                return None;
            }
        }
    }
    if !ranges.is_empty() {
        let spell = |&(from, to): &(u64, u64)| if from == to { from.to_string() } else { format!("{from}..{to}") };
        let words: Vec<String> = ranges.iter().map(spell).collect();
        let _ = writeln!(text, "set {}", words.join(" "));
    }
    text.push_str(&tail);
    Some(text)
}

/// A finite piece as ranges; one range, or its members one by one.
fn stretches(piece: &Piece) -> Option<Box<dyn Iterator<Item = (u64, u64)> + '_>> {
    let (from, to) = (to_u64(&piece.from)?, to_u64(piece.to.as_ref()?)?);
    if piece.is_interval() {
        return Some(Box::new(std::iter::once((from, to))));
    }
    let modulus = piece.modulus;
    let rounds = (0..).map(move |i| (from / modulus + i) * modulus).take_while(move |base| *base <= to);
    let members = rounds.flat_map(move |base| piece.residues.iter().map(move |r| base + r));
    Some(Box::new(members.filter(move |n| (from..=to).contains(n)).map(|n| (n, n))))
}

/// A text on one line, without characters that do something.
fn one_line(text: &str) -> String {
    let mut line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    while line.len() > COMMENT {
        line.pop();
    }
    line
}
