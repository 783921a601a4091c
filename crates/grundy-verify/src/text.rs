//! Reading: strict, line by line, so that each certificate has one spelling.

use super::{BLOCK, Claim, Refusal, Refused, digest};

/// How long a comment may be, in bytes.
const COMMENT: usize = 4096;

/// A certificate as it was written.
#[derive(Debug)]
pub(crate) struct Certificate {
    pub(crate) claim: Claim,
    pub(crate) rule: Rule,
    pub(crate) theorem: Theorem,
    pub(crate) n0: u64,
    pub(crate) proof_period: u64,
    /// Checksums of the values.
    pub(crate) blocks: Vec<u64>,
    /// For the theorem on returning windows.
    pub(crate) window: Option<Window>,
    pub(crate) lines: Lines,
}

/// What a returning window is told with.
#[derive(Debug)]
pub(crate) struct Window {
    pub(crate) mask: u64,
    /// Does the parity of the heap count?
    pub(crate) position: bool,
    /// Ascending.
    pub(crate) rares: Vec<u64>,
    /// Values in the window.
    pub(crate) size: u64,
}

/// Where things stand, for messages.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    pub(crate) theorem: u64,
    pub(crate) preperiod: u64,
    pub(crate) period: u64,
    pub(crate) saltus: u64,
    pub(crate) n0: u64,
    pub(crate) proof_period: u64,
    pub(crate) values: u64,
    pub(crate) largest: u64,
    pub(crate) first_block: u64,
    pub(crate) mask: u64,
    pub(crate) rares: u64,
    pub(crate) window: u64,
}

/// The rule in numbers.
#[derive(Debug)]
pub(crate) enum Rule {
    /// A subtraction set: ranges, and what repeats behind them.
    Take { ranges: Vec<(u64, u64)>, tail: Option<Tail> },
    /// The digits of a code that allow anything.
    Code(Vec<Digit>),
}

/// From `start` on, what is in `residues` modulo `modulus`.
#[derive(Debug)]
pub(crate) struct Tail {
    pub(crate) start: u64,
    pub(crate) modulus: u64,
    pub(crate) residues: Vec<u64>,
}

/// Taking `taken` may leave so many heaps.
#[derive(Debug)]
pub(crate) struct Digit {
    pub(crate) taken: u64,
    pub(crate) unequal: bool,
    /// Ascending.
    pub(crate) counts: Vec<u64>,
}

/// The theorems by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Theorem {
    WindowPeriod,
    GuySmith,
    BreaksPeriod,
    ResidueWindow,
    SparseWindow,
}

/// Where the reading is.
#[derive(Debug)]
pub(crate) struct Lined<'t> {
    /// What stands behind the line.
    pub(crate) rest: &'t [u8],
    /// Of the line, from 1; 0 before the first.
    pub(crate) number: u64,
    /// Without its end.
    pub(crate) line: &'t str,
}

pub(crate) fn malformed(line: u64, reason: impl Into<String>) -> Refusal {
    Refusal { kind: Refused::Malformed, line, reason: reason.into() }
}

impl<'t> Lined<'t> {
    /// Opens a certificate, whose first line must be this and whose digest must be right; goes on behind the comments.
    pub(crate) fn open(text: &'t [u8], first: &str) -> Result<(Self, Vec<String>), Refusal> {
        let mut at = Lined { rest: text, number: 0, line: "" };
        at.advance()?;
        if at.line != first {
            return at.wrong(&format!("`{first}`"));
        }
        signed(text)?;
        at.advance()?;
        let mut comments = Vec::new();
        while let Some(comment) = at.line.strip_prefix("# ") {
            if comment.len() > COMMENT {
                return at.wrong("a shorter comment");
            }
            comments.push(comment.to_owned());
            at.advance()?;
        }
        Ok((at, comments))
    }

    /// Goes on behind this line, which must stand here.
    pub(crate) fn must_be(&mut self, line: &str) -> Result<(), Refusal> {
        if self.line != line {
            return self.wrong(&format!("`{line}`"));
        }
        self.advance()
    }

    /// Goes to the next line.
    pub(crate) fn advance(&mut self) -> Result<(), Refusal> {
        self.number += 1;
        let Some(end) = self.rest.iter().position(|&b| b == b'\n') else {
            return Err(malformed(self.number, "the certificate ends too early"));
        };
        let (line, rest) = self.rest.split_at(end);
        self.rest = &rest[1..];
        let text = std::str::from_utf8(line).map_err(|_| malformed(self.number, "bytes that are not text"))?;
        if !text.starts_with('#') && !text.bytes().all(|b| (b' '..=b'~').contains(&b)) {
            return Err(malformed(self.number, "a character that does not belong here"));
        }
        self.line = text;
        Ok(())
    }

    pub(crate) fn wrong<T>(&self, expected: &str) -> Result<T, Refusal> {
        Err(malformed(self.number, format!("expected {expected}")))
    }

    /// The words behind a keyword, if the line has it. A line of more words is long, not deep: they are split lazily.
    pub(crate) fn behind(&self, keyword: &str) -> Option<&'t str> {
        self.line.strip_prefix(keyword)?.strip_prefix(' ')
    }

    /// The line `keyword number`; goes on behind it.
    pub(crate) fn number(&mut self, keyword: &str) -> Result<(u64, u64), Refusal> {
        let Some(value) = self.behind(keyword).and_then(number) else {
            return self.wrong(&format!("`{keyword}` and a number"));
        };
        let at = self.number;
        self.advance()?;
        Ok((value, at))
    }
}

/// A decimal number below 2^63 in its only spelling.
pub(crate) fn number(word: &str) -> Option<u64> {
    let plain = word.bytes().all(|b| b.is_ascii_digit()) && word.len() <= 19;
    let value = plain.then(|| word.parse::<u64>().ok()).flatten()?;
    ((word == "0" || !word.starts_with('0')) && value < 1 << 63).then_some(value)
}

fn ascending(words: &str) -> Option<Vec<u64>> {
    let numbers: Vec<u64> = words.split(' ').map(number).collect::<Option<_>>()?;
    numbers.is_sorted_by(|a, b| a < b).then_some(numbers)
}

/// `1..3 7 9..10`: a range has at least two members and is apart from the next.
fn ranges(words: &str) -> Option<Vec<(u64, u64)>> {
    let mut all: Vec<(u64, u64)> = Vec::new();
    for word in words.split(' ') {
        let (from, to) = match word.split_once("..") {
            Some((from, to)) => (number(from)?, number(to)?),
            None => (number(word)?, number(word)?),
        };
        let spelt = if from == to { word == from.to_string() } else { from < to };
        if !spelt || from <= all.last().map_or(0, |&(_, last)| last + u64::from(last > 0)) {
            return None;
        }
        all.push((from, to));
    }
    Some(all)
}

fn tail(words: &str, ranges: &[(u64, u64)]) -> Option<Tail> {
    let mut words = words.splitn(3, ' ');
    let (start, modulus) = (number(words.next()?)?, number(words.next()?)?);
    let residues = ascending(words.next()?)?;
    let fits = start >= 1 && ranges.last().is_none_or(|&(_, to)| to < start) && *residues.last()? < modulus;
    fits.then_some(Tail { start, modulus, residues })
}

fn digit(words: &str, before: Option<&Digit>) -> Option<Digit> {
    let mut words = words.splitn(3, ' ');
    let taken = number(words.next()?)?;
    let unequal = match words.next()? {
        "any" => false,
        "unequal" => true,
        _ => return None,
    };
    let counts = ascending(words.next()?)?;
    let ends = taken > 0 || counts[0] >= 2;
    (ends && before.is_none_or(|b| b.taken < taken)).then_some(Digit { taken, unequal, counts })
}

/// The last line is the digest of all before it.
fn signed(text: &[u8]) -> Result<(), Refusal> {
    let body =
        text.len().checked_sub(24).filter(|&b| b > 0 && text[b..].starts_with(b"digest ") && text[b - 1] == b'\n');
    let Some(body) = body else { return Err(malformed(0, "the certificate ends without its digest")) };
    let signed = std::str::from_utf8(&text[body + 7..text.len() - 1]).ok().and_then(hexadecimal);
    if text.last() != Some(&b'\n') || signed != Some(digest(&text[..body])) {
        let reason = "the digest is not that of the text: the certificate was changed".to_owned();
        return Err(Refusal { kind: Refused::Damaged, line: 0, reason });
    }
    Ok(())
}

/// Reads a certificate; time and memory are linear in its length.
pub(crate) fn read(text: &[u8]) -> Result<Certificate, Refusal> {
    let (mut at, comments) = Lined::open(text, "grundy certificate 1")?;
    let mut claim = Claim { comments, ..Claim::default() };
    at.must_be("convention normal")?;
    let rule = rule(&mut at, &mut claim.rule)?;
    let mut lines = Lines { theorem: at.number, ..Lines::default() };
    let Some(name) = at.behind("theorem") else { return at.wrong("`theorem` and its name") };
    let theorem = match name {
        "window-period" => Theorem::WindowPeriod,
        "guy-smith" => Theorem::GuySmith,
        "breaks-period" => Theorem::BreaksPeriod,
        "residue-window" => Theorem::ResidueWindow,
        "sparse-window" => Theorem::SparseWindow,
        _ => return at.wrong("a theorem that is known here"),
    };
    claim.theorem = name.to_owned();
    at.advance()?;
    (claim.preperiod, lines.preperiod) = at.number("preperiod")?;
    (claim.period, lines.period) = at.number("period")?;
    (claim.saltus, lines.saltus) = at.number("saltus")?;
    let last = if claim.preperiod == 0 { "-1".to_owned() } else { (claim.preperiod - 1).to_string() };
    if at.behind("last-exception") != Some(last.as_str()) {
        return at.wrong(&format!("`last-exception {last}`, one less than the preperiod"));
    }
    at.advance()?;
    let (n0, proof_period);
    (n0, lines.n0) = at.number("n0")?;
    (proof_period, lines.proof_period) = at.number("proof-period")?;
    (claim.values, lines.values) = at.number("values")?;
    (claim.largest, lines.largest) = at.number("largest")?;
    lines.first_block = at.number;
    let window = match theorem {
        Theorem::SparseWindow => Some(window(&mut at, &mut lines)?),
        _ => None,
    };
    let mut blocks = Vec::new();
    while let Some(block) = at.behind("block") {
        let Some(hash) = hexadecimal(block) else { return at.wrong("sixteen hexadecimal digits") };
        blocks.push(hash);
        at.advance()?;
    }
    let wanted = if window.is_some() { 0 } else { claim.values.div_ceil(BLOCK) };
    if blocks.len() as u64 != wanted {
        return at.wrong("a block for each 2^20 values, or none behind a window");
    }
    if at.behind("digest").is_none() || !at.rest.is_empty() {
        return at.wrong("the digest, and nothing behind it");
    }
    Ok(Certificate { claim, rule, theorem, n0, proof_period, blocks, window, lines })
}

fn window(at: &mut Lined<'_>, lines: &mut Lines) -> Result<Window, Refusal> {
    let words = at.behind("mask").and_then(|words| words.split_once(' '));
    let sign = words.and_then(|(mask, sign)| match sign {
        "plain" => Some((number(mask)?, false)),
        "position" => Some((number(mask)?, true)),
        _ => None,
    });
    let Some((mask, position)) = sign else { return at.wrong("`mask`, a number, and `plain` or `position`") };
    lines.mask = at.number;
    at.advance()?;
    lines.rares = at.number;
    let mut rares = Vec::new();
    if let Some(words) = at.behind("rares") {
        let Some(found) = ascending(words) else { return at.wrong("rare heaps, ascending") };
        rares = found;
        at.advance()?;
    }
    let size;
    (size, lines.window) = at.number("window")?;
    Ok(Window { mask, position, rares, size })
}

pub(crate) fn rule(at: &mut Lined<'_>, words: &mut Vec<String>) -> Result<Rule, Refusal> {
    let kind = at.line;
    at.advance()?;
    match kind {
        "rule take" => {
            let mut found = Vec::new();
            if let Some(set) = at.behind("set") {
                let Some(set) = ranges(set) else { return at.wrong("numbers and ranges from 1 on, ascending") };
                found = set;
                words.push(at.line.to_owned());
                at.advance()?;
            }
            let mut behind = None;
            if let Some(rest) = at.behind("tail") {
                behind = tail(rest, &found);
                if behind.is_none() {
                    return at.wrong("start above the set, modulus and residues");
                }
                words.push(at.line.to_owned());
                at.advance()?;
            }
            Ok(Rule::Take { ranges: found, tail: behind })
        }
        "rule code" => {
            let mut digits = Vec::new();
            while let Some(rest) = at.behind("digit") {
                let Some(digit) = digit(rest, digits.last()) else {
                    return at.wrong("what is taken, `any` or `unequal`, and the numbers of heaps left, ascending");
                };
                digits.push(digit);
                words.push(at.line.to_owned());
                at.advance()?;
            }
            Ok(Rule::Code(digits))
        }
        _ => Err(malformed(at.number - 1, "expected `rule take` or `rule code`")),
    }
}

pub(crate) fn hexadecimal(word: &str) -> Option<u64> {
    let spelt = word.len() == 16 && word.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    spelt.then(|| u64::from_str_radix(word, 16).ok()).flatten()
}
