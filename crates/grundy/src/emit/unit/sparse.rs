//! Codes whose period is too long for an array: the printed program computes one period when it is first asked.
//!
//! A mask splits values into common ones, with an odd number of the mask's bits, and rare ones. Common ⊕ common is rare. So
//! where few heaps have rare values, an option of common value has a part among these few, and the least common value that
//! is no option is found without looking at all pairs. It bounds the mex. Only rare values below it that were not met yet
//! ask for pairs of common parts, and those are soon met. The mex is exact for every mask; the mask decides the speed alone.
//!
//! ```text
//! 0.16, mask 01110: 1099 of the first 254810 values are rare, and their table takes 2.5·10^8 steps
//! ```
//!
//! Source: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 4, "Sparse spaces".

use grundy_core::period::Period;
use grundy_core::{
    Result,
    number::{power, to_u64},
};
use grundy_notation::ast::Relation::{Equal, Greater, Less, LessEqual, NotEqual};
use grundy_sequence::code::{Code, Digit, Modifier};

use super::super::builtin::Builtin;
use super::super::from_claim;
use super::super::program::{Ex, Function, Kind, Op, Routine, SIEVED, Sieve, St, Test, binary, compare, int, var};
use super::super::statements::{add, assign, each, entry, less, list, put, set, start, xor};
use super::super::words::{plain, proved, wrapped};
use super::super::{Language, Style};
use super::{Built, Units};
use crate::game::{Game, Place, Shape};

/// Values of a code that are computed for a period where a table does not reach.
const VALUES: u64 = 1 << 19;
/// Options that are looked at for it: a second, where values are not sparse.
const NODES: u64 = 100_000_000;
/// The steps of a printed program before its first answer.
const STEPS: u64 = 500_000_000;
/// Python's array may be so long: it is read in a second.
const PYTHON_ENTRIES: u64 = 1_000_000;
/// The steps are counted for one heap of so many.
const SAMPLE: usize = 64;

/// How the values of a code are split.
struct Split {
    /// Marks have numbers below this power of two.
    values: u64,
    mask: u64,
    rares: u64,
}

/// What may be left after so many tokens are taken.
struct Digits {
    nothing: Vec<u64>,
    one: Vec<u64>,
    two: Vec<u64>,
}

impl Digits {
    /// The digits of a code with at most two parts of any sizes.
    fn of(code: &Code) -> Option<Digits> {
        let is_plain = |digit: &Digit| digit.from.is_none() && digit.most() <= 2 && digit.modifier == Modifier::Any;
        let all = || std::iter::once(&code.zero).chain(&code.digits);
        if !code.repeating.is_empty() || !all().all(is_plain) {
            return None;
        }
        let with = |heaps: u32| (0..).zip(all()).filter(|(_, d)| d.allows(heaps)).map(|(i, _)| i).collect();
        Some(Digits { nothing: with(0), one: with(1), two: with(2) })
    }
}

impl Units<'_> {
    /// The program of a code with a long period that is proved, where no table reaches `max`.
    pub(super) fn long_period(&mut self, game: &Game, name: &str, max: u64) -> Result<Option<Built>> {
        if self.misere || game.shape() != Shape::Heap {
            return Ok(None);
        }
        let Some(digits) = game.knowledge()?.code().and_then(Digits::of) else { return Ok(None) };
        let Some((period, evidence)) = self.period_among(game, VALUES, NODES)? else { return Ok(None) };
        let Some(period) = period.small().filter(|period| period.saltus == 0) else { return Ok(None) };
        let entries = period.preperiod.saturating_add(period.period);
        if entries > VALUES {
            return Ok(None);
        }
        let mut values = Vec::new();
        for n in 0..entries {
            match to_u64(&game.value_at(&Place::heap(n), self.cx)?) {
                Some(value) => values.push(value),
                None => return Ok(None),
            }
        }
        let law = format!("{name}(n + {0}) = {name}(n) for all n >= {1}", period.period, period.preperiod);
        let what = if self.language == Language::Python {
            if entries > PYTHON_ENTRIES {
                return Ok(None);
            }
            let formula = from_claim::period(&period.into(), values, name, &max.into());
            self.functions.push(Function::Routine(formula.routine));
            None
        } else {
            let Some(split) = split(&values).filter(|split| steps(&values, &digits, split) <= STEPS) else {
                return Ok(None);
            };
            let first = format!("{name}_first");
            let words = format!(
                "The first {entries} values are computed when the program is first asked: values with an even number of \
                 the bits of {} are rare, and rare heaps are looked at before others.",
                split.mask
            );
            self.functions.push(Function::Sieve(Sieve {
                name: first.clone(),
                params: vec!["n".to_owned()],
                doc: vec![format!("{first}(n): the Grundy value, for numbers below {entries}")],
                what: "Fills the table by mex, with few pairs of parts where few values are rare.",
                last: entries - 1,
                body: filling(&digits, &split, entries),
            }));
            self.functions.push(Function::Routine(repeating(name, first, period)));
            Some(words)
        };
        if let Some(last) = self.functions.last_mut() {
            *last.doc() = wrapped(&plain(&format!("{name}(n): the first {entries} values, then {law}")));
        }
        let words = [
            Some(format!("{name}(n) is the Grundy value, exactly, for n from 0 to {}.", power(max))),
            Some(format!("Period {} with preperiod {}: {law}.", period.period, period.preperiod)),
            what,
            Some(proved(&evidence)),
        ];
        let words = words.into_iter().flatten().collect();
        Ok(Some(Built { style: Style::Period, max, evidence, words, outcome: false }))
    }
}

/// `first(n)` below the end of the first period, then by the remainder.
fn repeating(name: &str, first: String, Period { preperiod, period, .. }: Period) -> Routine {
    let number = |n: u64| Ex::Int(n.into());
    let within = compare(var("n"), Less, number(preperiod));
    let rest = binary(Op::Remainder, less(var("n"), number(preperiod)), number(period));
    let behind = Ex::Other(first.clone(), vec![binary(Op::Add, number(preperiod), rest)]);
    let body = vec![St::If(within, vec![St::Return(Ex::Other(first, vec![var("n")]))]), St::Return(behind)];
    Routine::new(name, &["n".to_owned()], Kind::Int, body)
}

/// The mask with the fewest rare values.
fn split(values: &[u64]) -> Option<Split> {
    let top = values.iter().copied().max().filter(|&top| top > 0 && top < 1 << 10)?;
    let size = (top + 1).next_power_of_two();
    let mut counts = vec![0u64; usize::try_from(size).ok()?];
    for &value in values {
        counts[value as usize] += 1;
    }
    let rares = |mask: u64| (0..).zip(&counts).filter(|(x, _)| is_rare(*x, mask)).map(|(_, &count)| count).sum::<u64>();
    let mask = (1..size).min_by_key(|&mask| rares(mask))?;
    Some(Split { values: size, mask, rares: rares(mask) })
}

fn is_rare(value: u64, mask: u64) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}

/// About how many pairs of parts the printed loops look at.
fn steps(values: &[u64], digits: &Digits, split: &Split) -> u64 {
    let rare: Vec<usize> = (0..values.len()).filter(|&n| is_rare(values[n], split.mask)).collect();
    let mut total = 0u64;
    let mut met = vec![usize::MAX; 2 * split.values as usize];
    for n in (0..values.len()).step_by(SAMPLE) {
        let less = |all: &[u64]| -> Vec<usize> { all.iter().filter_map(|&i| n.checked_sub(i as usize)).collect() };
        less(&digits.nothing).iter().filter(|&&rest| rest == 0).for_each(|_| met[0] = n);
        less(&digits.one).iter().filter(|&&rest| rest > 0).for_each(|&rest| met[values[rest] as usize] = n);
        let rests = less(&digits.two);
        for &rest in &rests {
            for &part in rare.iter().take_while(|&&part| part < rest).filter(|&&part| part > 0) {
                met[(values[part] ^ values[rest - part]) as usize] = n;
                total += 1;
            }
        }
        let bound = (0..met.len()).find(|&x| met[x] != n && !is_rare(x as u64, split.mask)).unwrap_or(met.len());
        let mut missing = (0..bound).filter(|&x| met[x] != n).count();
        for &rest in &rests {
            let mut part = 1;
            while missing > 0 && 2 * part <= rest {
                let value = (values[part] ^ values[rest - part]) as usize;
                if value < bound && met[value] != n {
                    met[value] = n;
                    missing -= 1;
                }
                (part, total) = (part + 1, total + 1);
            }
        }
    }
    total.saturating_mul(SAMPLE as u64)
}

/// The loops that fill the table.
fn filling(digits: &Digits, split: &Split, entries: u64) -> Vec<St> {
    let number = |n: u64| Ex::Int(n.into());
    let all = |tests: Vec<Test>| Test::All(tests);
    let (met, common, rare) = ("met", "common", "rare_heaps");
    let own = |at: Ex| entry(SIEVED, at);
    let round = || binary(Op::Add, var("n"), int(1));
    let mark = |value: Ex| put(met, value, round());
    let is_free = |at: Ex| compare(entry(met, at), NotEqual, round());
    let mut heap = Vec::new();
    for &i in &digits.nothing {
        heap.push(St::If(compare(var("n"), Equal, number(i)), vec![mark(int(0))]));
    }
    for &i in &digits.one {
        heap.push(St::If(compare(var("n"), Greater, number(i)), vec![mark(own(less(var("n"), number(i))))]));
    }
    let rest = |i: u64| if i == 0 { var("n") } else { less(var("n"), number(i)) };
    for &i in &digits.two {
        // the first rare heap is 0, and no part is empty
        let part = || entry(rare, var("j"));
        let more = all(vec![compare(var("j"), Less, var("rares")), compare(part(), Less, rest(i))]);
        let pair = xor(own(part()), own(less(rest(i), part())));
        heap.push(if i == digits.two[0] { start("j", int(1)) } else { assign("j", int(1)) });
        heap.push(St::While(more, vec![mark(pair), add("j", int(1))]));
    }
    heap.extend([start("bound", int(0)), start("missing", int(0))]);
    let passed = Test::Any(vec![
        compare(entry(met, var("bound")), Equal, round()),
        compare(entry(common, var("bound")), Equal, int(0)),
    ]);
    heap.push(St::While(
        passed,
        vec![St::If(is_free(var("bound")), vec![add("missing", int(1))]), add("bound", int(1))],
    ));
    for &i in &digits.two {
        let more = all(vec![
            compare(var("missing"), Greater, int(0)),
            compare(binary(Op::Multiply, int(2), var("j")), LessEqual, rest(i)),
        ]);
        let news = all(vec![compare(var("x"), Less, var("bound")), is_free(var("x"))]);
        heap.push(assign("j", int(1)));
        heap.push(St::While(
            more,
            vec![
                set("x", xor(own(var("j")), own(less(rest(i), var("j"))))),
                St::If(news, vec![mark(var("x")), add("missing", int(-1))]),
                add("j", int(1)),
            ],
        ));
    }
    heap.push(start("g", int(0)));
    heap.push(St::While(compare(entry(met, var("g")), Equal, round()), vec![add("g", int(1))]));
    heap.push(put(SIEVED, var("n"), var("g")));
    heap.push(St::If(
        compare(entry(common, var("g")), Equal, int(0)),
        vec![put(rare, var("rares"), var("n")), add("rares", int(1))],
    ));
    let odd =
        binary(Op::Remainder, Ex::Call(Builtin::Ones, vec![binary(Op::And, var("x"), number(split.mask))]), int(2));
    vec![
        list(met, number(2 * split.values)),
        list(common, number(2 * split.values)),
        list(rare, number(split.rares)),
        each("x", int(0), number(2 * split.values - 1), vec![put(common, var("x"), odd)]),
        start("rares", int(0)),
        each("n", int(0), number(entries - 1), heap),
    ]
}
