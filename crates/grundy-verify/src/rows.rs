//! Rows that repeat: certificates that begin with `grundy rows certificate 1`.
//!
//! A certificate of a row says: in this game of several coordinates, of which all but one are given, the Grundy values
//! satisfy G(n + period) = G(n) + saltus for all n ≥ preperiod, the period is the least one, and the preperiod the smallest.
//! The lines stand in this order, after the comments, and nothing else is allowed:
//!
//! | line | meaning |
//! |---|---|
//! | `convention normal` | a player who cannot move loses |
//! | `open 0` | which coordinate is open, counted from 0 |
//! | `most 0 4` | the largest of each coordinate that is looked at; of the open one 0 |
//! | `move 0 0 times 1 1 k 1 1` | a move takes the first numbers once and the others k times from the coordinates, for k = 1 and every 1 further; a third number is the last k |
//! | `theorem rows` | the theorem below |
//! | `row 4` | the row of the claim: the given coordinates up to `most` are numbered in lexicographic order |
//! | `preperiod 9`, `period 12`, `saltus 12` | the claim |
//! | `n0 9`, `proof-period 12`, `proof-saltus 12` | where the proof starts; the period and saltus of all rows |
//! | `largest 23` | the greatest value of all rows in the columns below n0 + proof-period |
//! | `values 0123456789abcdef` | checksum of these values, column by column, the rows of each in order |
//! | `digest 0123456789abcdef` | checksum of all bytes above |
//!
//! *Rows.* All cells of a row see the same: cells at fixed distances, at most w columns back, and lines, the cells of one
//! row at equal distances without end. Let n0 ≥ w; let the w columns before n0 + P be those before n0 with S added; and for
//! each line and each of the next cells that see it, let the values on it in the columns below n0 + P be [0, S) and those
//! below n0 with S added. If S > 0, let each row see a line. Then column n0 + P is column n0 with S added, for
//! mex([0, S) ∪ (X + S)) = mex(X) + S, and the hypotheses hold for the next column too.
//!
//! Cost: a cell takes as many steps as it sees values in the last columns; a line remembers what it has seen.

use super::text::{Lined, malformed, number};
use super::{CHECKSUM_START, Claim, Fault, Meter, Refusal, checksum_step, wrong};

/// How such certificates begin.
pub(crate) const HEAD: &[u8] = b"grundy rows ";
/// A certificate has no more coordinates, moves, rows.
const COORDINATES: usize = 8;
const MOVES: usize = 1 << 12;
const ROWS: u64 = 1 << 12;

/// A kind of moves.
#[derive(Debug)]
struct Move {
    once: Vec<u64>,
    times: Vec<u64>,
    first: u64,
    stride: u64,
    last: Option<u64>,
    /// Where it stands.
    line: u64,
}

/// A certificate as it was written, with the lines for messages.
#[derive(Debug, Default)]
struct Certificate {
    claim: Claim,
    open: usize,
    most: Vec<u64>,
    moves: Vec<Move>,
    row: (u64, u64),
    period: (u64, u64),
    n0: (u64, u64),
    proof_period: (u64, u64),
    proof_saltus: (u64, u64),
    largest: (u64, u64),
    checksum: (u64, u64),
}

/// What a row sees: cells so many columns back and rows down, and lines, whose first cell stands so, with distances.
#[derive(Debug, Default)]
struct Sees {
    cells: Vec<(u64, u64)>,
    lines: Vec<(u64, u64, u64)>,
}

/// Reads and checks a certificate.
pub(crate) fn verify(text: &[u8], meter: &mut Meter<'_>) -> Result<Claim, Fault> {
    let certificate = read(text)?;
    let sees = sees(&certificate, meter)?;
    let columns = certificate.n0.0.checked_add(certificate.proof_period.0);
    let Some(columns) = columns.filter(|&columns| columns < 1 << 31) else {
        return wrong(certificate.n0.1, "the numbers are too large");
    };
    let values = values(&certificate, &sees, columns, meter)?;
    returned(&certificate, &sees, &values, meter)?;
    least(&certificate, &values, meter)?;
    Ok(Claim { values: columns, ..certificate.claim })
}

fn read(text: &[u8]) -> Result<Certificate, Refusal> {
    let mut found = Certificate::default();
    let (mut at, comments) = Lined::open(text, "grundy rows certificate 1")?;
    found.claim.comments = comments;
    at.must_be("convention normal")?;
    let open = at.number("open")?.0;
    let Some(most) = at.behind("most").and_then(numbers) else { return at.wrong("`most` and numbers") };
    let rows = most.iter().try_fold(1u64, |rows, m| rows.checked_mul(m.checked_add(1)?)).filter(|&rows| rows <= ROWS);
    let arity = most.len();
    let fits = rows.is_some() && arity <= COORDINATES && usize::try_from(open).is_ok_and(|o| most.get(o) == Some(&0));
    if !fits {
        return at.wrong("coordinates of at most 4096 rows, 0 for the one that is open");
    }
    (found.open, found.most) = (open as usize, most);
    found.claim.rule = vec![format!("open {open}"), at.line.to_owned()];
    at.advance()?;
    while let Some(words) = at.behind("move") {
        let Some(kind) = moves(words, arity, at.number).filter(|_| found.moves.len() < MOVES) else {
            return at.wrong("what is taken once, `times`, what is taken k times, `k`, the first, a stride, the last");
        };
        found.moves.push(kind);
        found.claim.rule.push(at.line.to_owned());
        at.advance()?;
    }
    if at.behind("theorem") != Some("rows") {
        return at.wrong("`theorem rows`");
    }
    found.claim.theorem = "rows".to_owned();
    at.advance()?;
    found.row = at.number("row")?;
    found.claim.preperiod = at.number("preperiod")?.0;
    found.period = at.number("period")?;
    (found.claim.period, found.claim.saltus) = (found.period.0, at.number("saltus")?.0);
    found.n0 = at.number("n0")?;
    found.proof_period = at.number("proof-period")?;
    found.proof_saltus = at.number("proof-saltus")?;
    found.largest = at.number("largest")?;
    found.claim.largest = found.largest.0;
    let Some(sum) = at.behind("values").and_then(super::text::hexadecimal) else {
        return at.wrong("`values` and sixteen hexadecimal digits");
    };
    found.checksum = (sum, at.number);
    at.advance()?;
    if at.behind("digest").is_none() || !at.rest.is_empty() {
        return at.wrong("the digest, and nothing behind it");
    }
    if found.row.0 >= rows.unwrap_or(0) {
        return Err(malformed(found.row.1, "there is no such row"));
    }
    Ok(found)
}

fn numbers(words: &str) -> Option<Vec<u64>> {
    words.split(' ').map(|word| number(word).filter(|&n| n < 1 << 31)).collect()
}

/// `0 0 times 1 1 k 1 1`
fn moves(words: &str, arity: usize, line: u64) -> Option<Move> {
    let (once, rest) = words.split_once(" times ")?;
    let (times, rest) = rest.split_once(" k ")?;
    let (once, times, rest) = (numbers(once)?, numbers(times)?, numbers(rest)?);
    let (first, stride, last) = match rest[..] {
        [first, stride] => (first, stride, None),
        [first, stride, last] => (first, stride, Some(last)),
        _ => return None,
    };
    let fits = once.len() == arity && times.len() == arity && stride > 0;
    fits.then_some(Move { once, times, first, stride, last, line })
}

/// What each row sees.
fn sees(certificate: &Certificate, meter: &mut Meter<'_>) -> Result<Vec<Sees>, Fault> {
    let (most, open) = (&certificate.most, certificate.open);
    let rows: u64 = most.iter().map(|m| m + 1).product();
    // the given coordinates of a row, the last one counting fastest
    let place = |mut row: u64| -> Vec<u64> {
        let mut place = vec![0; most.len()];
        for i in (0..most.len()).rev() {
            place[i] = row % (most[i] + 1);
            row /= most[i] + 1;
        }
        place
    };
    let row_of = |place: &[u64]| place.iter().zip(most).fold(0, |row, (c, m)| row * (m + 1) + c);
    let mut all = Vec::new();
    for row in 0..rows {
        let mut found = Sees::default();
        for kind in &certificate.moves {
            let here = place(row);
            let taken = |k: u64| -> Vec<u64> { kind.once.iter().zip(&kind.times).map(|(c, s)| c + s * k).collect() };
            // rows down, where it leads on the board
            let down = |taken: &[u64]| -> Option<u64> {
                let to: Option<Vec<u64>> =
                    (0..here.len()).map(|i| if i == open { Some(0) } else { here[i].checked_sub(taken[i]) }).collect();
                Some(row - row_of(&to?))
            };
            let endless = kind.last.is_none() && (0..here.len()).all(|i| i == open || kind.times[i] == 0);
            let mut k = kind.first;
            while kind.last.is_none_or(|last| k <= last) {
                let taken = taken(k);
                if taken.iter().all(|&t| t == 0) {
                    return wrong(kind.line, "a move that takes nothing");
                }
                let Some(down) = down(&taken) else { break };
                if endless {
                    match kind.times[open].checked_mul(kind.stride).filter(|&apart| apart > 0) {
                        Some(apart) => found.lines.push((taken[open], down, apart)),
                        None => return wrong(kind.line, "a move without end that goes nowhere"),
                    }
                    break;
                }
                meter.reserve(16)?;
                found.cells.push((taken[open], down));
                k += kind.stride;
            }
        }
        all.push(found);
    }
    Ok(all)
}

/// The values of all rows, column by column.
fn values(certificate: &Certificate, sees: &[Sees], columns: u64, meter: &mut Meter<'_>) -> Result<Vec<u32>, Fault> {
    let rows = sees.len() as u64;
    let cells: u64 = sees.iter().map(|s| s.cells.len() as u64 + s.lines.len() as u64).sum();
    let classes: u64 = sees.iter().flat_map(|s| &s.lines).fold(0, |sum, line| sum.saturating_add(line.2));
    // bits of what lines have seen: values stay below four for each column and row
    meter.reserve(columns.saturating_mul(rows).saturating_mul(8).saturating_add(classes.saturating_mul(32)))?;
    let mut values: Vec<u32> = Vec::new();
    let mut seen: Vec<Vec<Vec<Bits>>> =
        sees.iter().map(|s| s.lines.iter().map(|line| vec![Bits::default(); line.2 as usize]).collect()).collect();
    let (mut checksum, mut largest) = (CHECKSUM_START, 0);
    for a in 0..columns {
        meter.spend(cells + rows)?;
        for (row, what) in (0..rows).zip(sees) {
            let at = |back: u64, down: u64, values: &[u32]| {
                a.checked_sub(back).map(|x| values[(x * rows + row - down) as usize])
            };
            let mut near: Vec<u32> = what.cells.iter().filter_map(|&(b, d)| at(b, d, &values)).collect();
            near.sort_unstable();
            let lines = &mut seen[row as usize];
            for (&(back, down, apart), classes) in what.lines.iter().zip(lines.iter_mut()) {
                if let Some(value) = at(back, down, &values) {
                    meter.reserve(classes[(a % apart) as usize].set(value))?;
                }
            }
            let on = |v: u32| what.lines.iter().zip(lines.iter()).any(|(line, c)| c[(a % line.2) as usize].holds(v));
            let mut value =
                what.lines.iter().zip(lines.iter()).map(|(line, c)| c[(a % line.2) as usize].front).max().unwrap_or(0);
            while near.binary_search(&value).is_ok() || on(value) {
                meter.spend(1)?;
                value += 1;
            }
            values.push(value);
            checksum = checksum_step(checksum, u64::from(value));
            largest = largest.max(u64::from(value));
        }
    }
    if largest != certificate.largest.0 {
        return wrong(certificate.largest.1, format!("the largest value is {largest}"));
    }
    if checksum != certificate.checksum.0 {
        return wrong(certificate.checksum.1, format!("the values have the checksum {checksum:016x}"));
    }
    Ok(values)
}

/// A set of values; all below the front are in it.
#[derive(Debug, Clone, Default)]
struct Bits {
    words: Vec<u64>,
    front: u32,
}

impl Bits {
    fn holds(&self, value: u32) -> bool {
        self.words.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// Gives back by how many bytes it grew.
    fn set(&mut self, value: u32) -> u64 {
        let (at, before) = (value as usize / 64, self.words.len());
        if at >= before {
            self.words.resize(at + 1, 0);
        }
        self.words[at] |= 1 << (value % 64);
        while self.holds(self.front) {
            self.front += 1;
        }
        8 * (self.words.len() - before) as u64
    }
}

/// Is the state before column n0 + P that before column n0?
fn returned(certificate: &Certificate, sees: &[Sees], values: &[u32], meter: &mut Meter<'_>) -> Result<(), Fault> {
    let (rows, n0) = (sees.len() as u64, certificate.n0.0);
    let (period, saltus) = (certificate.proof_period.0, certificate.proof_saltus.0);
    let value = |column: u64, row: u64| u64::from(values[(column * rows + row) as usize]);
    if period == 0 {
        return wrong(certificate.proof_period.1, "a period is at least 1");
    }
    let width = sees.iter().flat_map(|s| s.cells.iter().map(|c| c.0).chain(s.lines.iter().map(|l| l.0))).max();
    let width = width.unwrap_or(0);
    if n0 < width {
        return wrong(certificate.n0.1, format!("the proof starts before column {width}"));
    }
    meter.spend((width + 1).saturating_mul(rows))?;
    for (back, row) in (1..=width).flat_map(|back| (0..rows).map(move |row| (back, row))) {
        if value(n0 + period - back, row) != value(n0 - back, row) + saltus {
            return wrong(certificate.proof_period.1, format!("row {row} did not return {back} columns before"));
        }
    }
    for (what, row) in sees.iter().zip(0u64..) {
        if saltus > 0 && what.lines.is_empty() {
            return wrong(certificate.proof_saltus.1, format!("row {row} sees no line, and its values grow"));
        }
        for &(back, down, apart) in &what.lines {
            // what the cell in column a + c sees in the columns below a
            let on_line = |a: u64, c: u64| -> Vec<u64> {
                let mut found: Vec<u64> = (0..a)
                    .rev()
                    .filter(|x| (a + c).checked_sub(x + back).is_some_and(|gap| gap % apart == 0))
                    .map(|x| value(x, row - down))
                    .collect();
                found.sort_unstable();
                found.dedup();
                found
            };
            for c in 0..apart {
                meter.spend(2 * (n0 + period))?;
                let (before, after) = (on_line(n0, c), on_line(n0 + period, c));
                let expected = (0..saltus).chain(before.into_iter().map(|v| v + saltus));
                if !after.into_iter().eq(expected) {
                    return wrong(certificate.proof_period.1, format!("what row {row} has seen did not return"));
                }
            }
        }
    }
    Ok(())
}

/// Is the claim what follows, and nothing smaller?
fn least(certificate: &Certificate, values: &[u32], meter: &mut Meter<'_>) -> Result<(), Fault> {
    let claim = &certificate.claim;
    let (n0, long, growth) = (certificate.n0.0, certificate.proof_period.0, certificate.proof_saltus.0);
    let rows = certificate.most.iter().map(|m| m + 1).product::<u64>();
    if claim.period == 0 || !long.is_multiple_of(claim.period) {
        return wrong(certificate.period.1, "the period does not divide that of the proof");
    }
    if claim.saltus.checked_mul(long / claim.period) != Some(growth) {
        return wrong(certificate.period.1 + 1, "the saltus is not that of the proof");
    }
    if claim.preperiod > n0 {
        return wrong(certificate.n0.1, "the proof starts before the preperiod");
    }
    let value = |column: u64| {
        let near = if column < n0 { column } else { n0 + (column - n0) % long };
        u64::from(values[(near * rows + certificate.row.0) as usize]) + (column - near) / long * growth
    };
    let holds = |a: u64, period: u64, saltus: u64| value(a + period) == value(a) + saltus;
    meter.spend(4 * (n0 + long))?;
    if let Some(at) = (claim.preperiod..n0 + long).find(|&a| !holds(a, claim.period, claim.saltus)) {
        return wrong(certificate.period.1, format!("the equation fails at {at}"));
    }
    if claim.preperiod > 0 && holds(claim.preperiod - 1, claim.period, claim.saltus) {
        return wrong(certificate.period.1 - 1, "the equation holds one earlier");
    }
    for prime in super::primes::primes(claim.period, meter)? {
        let (part, share) = (claim.period / prime, claim.saltus / prime);
        meter.spend(long)?;
        if claim.saltus.is_multiple_of(prime) && (n0..n0 + long).all(|a| holds(a, part, share)) {
            return wrong(certificate.period.1, format!("{part} is a period"));
        }
    }
    Ok(())
}
