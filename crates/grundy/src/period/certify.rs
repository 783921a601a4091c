//! Certificates: a proved period, written so that another program can check it.
//!
//! A certificate spells the rule in numbers, names the theorem and where its proof starts, and carries checksums of the
//! values that the theorem needs; the crate `grundy-verify`, which shares no code with this one, documents the format
//! and checks it. The text of the game is a comment only: a fault of the parser is not shared by finder and checker.
//!
//! ```
//! use grundy::{Context, Session, period::certificate};
//!
//! let game = Session::new().game("kayles")?.game;
//! let text = certificate(&game, &Context::default())?;
//! assert!(text.contains("\ndigit 2 any 0 1 2\ntheorem guy-smith\npreperiod 71\nperiod 12\n"));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! The proof by a returning window has no checksums, for its values are not kept; it tells the mask and all rare heaps,
//! with which the checker computes them again as fast.
//!
//! Cost: the search for the period, and, but for a returning window, each of the values once more.

use std::fmt::Write as _;

use crate::context::Context;
use crate::engine::breaks::GUY_SMITH;
use crate::engine::heap::SPARSE_WINDOW;
use crate::engine::subtraction::{self, RESIDUE_WINDOW, WINDOW_PERIOD};
use crate::error::{Diagnostic, Result};
use crate::game::knowledge::Plan;
use crate::game::{Game, Place, ProvedPeriod};
use crate::notation::ast::{Code, Digit, Modifier};
use crate::number::{Nat, to_u64};
use crate::period::search::search;
use crate::set::{IntSet, Piece};

/// Ranges that a certificate holds at most.
const RANGES: usize = 1 << 16;
/// Values a checksum.
const BLOCK: u64 = 1 << 20;
/// The text of the game is cut behind so many bytes.
const COMMENT: usize = 4000;

/// Where a proof starts, with which period, and how many values it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Proof {
    pub(crate) theorem: &'static str,
    pub(crate) n0: u64,
    pub(crate) proof_period: u64,
    pub(crate) values: u64,
}

/// Where no period of a code is known yet it is looked for among so many values.
const SEARCHED: u64 = 10_000_000;

/// The certificate of the game's period: the one that was proved before ([`crate::period()`]), or a new one, for codes
/// among the first 10^7 values.
///
/// # Errors
/// A game whose period no engine proves, among as many values as the budget allows ([`Unsupported`]); a spent budget.
///
/// [`Unsupported`]: crate::ErrorKind::Unsupported
pub fn certificate(game: &Game, cx: &Context) -> Result<String> {
    let none = |why: &str| Diagnostic::unsupported(format!("there is no certificate for {}: {why}", game.text()));
    let known = game.knowledge()?;
    let rule = match &known.plan {
        Plan::Subtraction(set) => rule_of_set(set),
        Plan::Code(code) => rule_of_code(code),
        Plan::Rule | Plan::Product(_) | Plan::Search | Plan::Loopy => None,
    };
    let Some(rule) = rule else { return Err(none("no theorem on periods that can be checked speaks of it").into()) };
    let proved = match &known.plan {
        Plan::Code(_) => {
            let found = search(game, SEARCHED, true, cx)?;
            match (found.proved, found.stopped) {
                (None, Some(stopped)) => return Err(stopped.into()),
                (proved, _) => proved,
            }
        }
        _ => game.proved_period(None, cx)?,
    };
    let Some(proved) = proved else {
        return Err(none("no period is proved by its values").into());
    };
    let Some(proof) = proof(game, &proved) else { return Err(none("the proof is too long").into()) };
    let period = proved.period;
    let mut text = format!("grundy certificate 1\n# {}\n", comment(game.text()));
    let _ = writeln!(text, "convention normal\n{rule}theorem {}", proof.theorem);
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
        let sums = checksums(game, proof.values, cx)?;
        let _ = writeln!(text, "largest {}", sums.largest);
        for block in &sums.blocks {
            let _ = writeln!(text, "block {block:016x}");
        }
    }
    let digest = grundy_core::digest(&text);
    let _ = writeln!(text, "digest {digest:016x}");
    Ok(text)
}

/// What the theorem behind a period asks for.
pub(crate) fn proof(game: &Game, proved: &ProvedPeriod) -> Option<Proof> {
    let p = proved.period;
    if let Some(window) = &proved.window {
        let values = window.end.checked_add(p.period)?;
        return Some(Proof { theorem: SPARSE_WINDOW.id, n0: window.start, proof_period: p.period, values });
    }
    match &game.knowledge().ok()?.plan {
        Plan::Subtraction(set) => match proved.returned {
            Some((from, distance)) => {
                let start = to_u64(&set.eventually_periodic()?.start)?;
                let values = from.checked_add(start - 1)?.checked_add(distance)?;
                Some(Proof { theorem: RESIDUE_WINDOW.id, n0: from, proof_period: distance, values })
            }
            None => {
                let most = set.max().map_or(Some(0), |m| to_u64(&m))?;
                let values = p.preperiod.checked_add(p.period)?.checked_add(most)?;
                Some(Proof { theorem: WINDOW_PERIOD.id, n0: p.preperiod, proof_period: p.period, values })
            }
        },
        Plan::Code(code) => {
            let digits = digits(code)?;
            let parts = u64::from(digits.iter().map(|(_, d)| most(d)).max().unwrap_or(0).max(1));
            let unequal = digits.iter().any(|(_, d)| must_differ(d));
            let last = digits.last().map_or(0, |(taken, _)| *taken);
            let n0 = p.preperiod.max(1);
            // the equation on n0 ≤ n < c·n0 + rounds·p + k, and the values a period behind it
            let (parts, rounds) = if unequal { (2, 2) } else { (parts, parts - 1) };
            let end = n0.checked_mul(parts)?.checked_add(p.period.checked_mul(rounds)?)?.checked_add(last)?;
            let theorem = proved.evidence.theorems.first().map_or(GUY_SMITH.id, |t| t.id);
            Some(Proof { theorem, n0, proof_period: p.period, values: end.checked_add(p.period)? })
        }
        Plan::Rule | Plan::Product(_) | Plan::Search | Plan::Loopy => None,
    }
}

fn most(digit: &Digit) -> u32 {
    digit.counts.last().copied().unwrap_or(0)
}

/// Is there a condition that two parts must differ?
fn must_differ(digit: &Digit) -> bool {
    most(digit) == 2 && matches!(digit.modifier, Modifier::Unequal | Modifier::NotAllEqual)
}

/// The digits that allow anything, by what is taken, if the theorems on codes speak of them.
fn digits(code: &Code) -> Option<Vec<(u64, &Digit)>> {
    let allows = |d: &Digit| !d.counts.is_empty() || d.from.is_some();
    if code.repeating.iter().any(allows) {
        return None;
    }
    let all = std::iter::once(&code.zero).chain(&code.digits).enumerate().filter(|(_, d)| allows(d));
    let all: Vec<(u64, &Digit)> = all.map(|(taken, d)| (taken as u64, d)).collect();
    let free = |d: &Digit| d.modifier == Modifier::Any || most(d) < 2;
    let covered = all.iter().all(|(_, d)| d.from.is_none() && (free(d) || must_differ(d)));
    let mixed = all.iter().any(|(_, d)| must_differ(d)) && all.iter().any(|(_, d)| most(d) > 2);
    (covered && !mixed).then_some(all)
}

fn rule_of_code(code: &Code) -> Option<String> {
    let mut text = "rule code\n".to_owned();
    for (taken, digit) in digits(code)? {
        let counts: Vec<String> = digit.counts.iter().map(ToString::to_string).collect();
        let word = if must_differ(digit) { "unequal" } else { "any" };
        let _ = writeln!(text, "digit {taken} {word} {}", counts.join(" "));
    }
    Some(text)
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

/// The text of a game on one line, without characters that do something.
fn comment(text: &str) -> String {
    let mut line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    while line.len() > COMMENT {
        line.pop();
    }
    line
}

struct Sums {
    blocks: Vec<u64>,
    largest: u64,
}

/// The checksums of the first `count` values.
fn checksums(game: &Game, count: u64, cx: &Context) -> Result<Sums> {
    let mut sums = Sums { blocks: Vec::new(), largest: 0 };
    let (mut digest, mut n) = (grundy_core::Digest::default(), 0);
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
            digest = grundy_core::Digest::default();
        }
    };
    if let Plan::Subtraction(set) = &game.knowledge()?.plan
        && !set.is_empty()
        && set.small_list(63).is_some()
    {
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
        let value = game.value_at(&Place::from_iter([Nat::from(n)]), cx)?;
        let Some(value) = to_u64(&value) else {
            return Err(Diagnostic::unsupported("a certificate holds no values beyond 2^64").into());
        };
        add(value);
    }
    Ok(sums)
}
