//! What a law says of a game, as a function: `g = n % 4` becomes `return n % 4`.

use grundy_core::{Diagnostic, Int, Nat, NatPeriod};
use grundy_notation::ast::Relation;

use super::builtin::Builtin;
use super::program::{Ex, Kind, Op, Routine, St, Test, binary, compare, int, var};
use super::range::Range;
use super::translate::{Translator, Variable, minus, quotient, remainder};
use crate::claim::{Claim, Statement};
use crate::engine::runs::Run;
use crate::engine::scale::{About, Scale};
use crate::rule::family::is_root;
use crate::rule::{self, ir::Expr};

type Result<T> = std::result::Result<T, Diagnostic>;

/// A function, and how large its results in between become.
#[derive(Debug, Clone)]
pub(super) struct Formula {
    pub(super) routine: Routine,
    /// Of every result in between.
    pub(super) widest: Range,
    /// The largest number under a root.
    pub(super) under_root: Nat,
}

impl Formula {
    /// A function that computes nothing larger than its coordinates.
    pub(super) fn small(routine: Routine, max: &Nat) -> Formula {
        Formula { routine, widest: Range::to(max), under_root: Nat::ZERO }
    }
}

/// Names for the coordinates of a law: `n`, or `a` and `b`.
pub(super) fn names(arity: usize) -> Vec<String> {
    match arity {
        1 => vec!["n".to_owned()],
        _ => (0..arity).map(|i| char::from(b'a' + (i % 26) as u8).to_string()).collect(),
    }
}

fn translator(params: &[String], max: &Nat) -> Translator {
    Translator::new(params.iter().map(|name| Variable::new(name, Range::to(max))).collect())
}

/// A function of a value formula (`grundy`) or of a law of the P-positions (`first_wins`).
///
/// # Errors
/// What no program says: quantifiers, results beyond all sizes. A claim about a period is not a formula.
pub(super) fn formula(claim: &Claim, name: &str, params: &[String], max: &Nat) -> Result<Formula> {
    formula_within(claim, name, params, vec![Range::to(max); params.len()])
}

/// The same, where each variable has bounds of its own.
///
/// # Errors
/// As [`formula`].
pub(super) fn formula_within(claim: &Claim, name: &str, params: &[String], ranges: Vec<Range>) -> Result<Formula> {
    let variables = params.iter().zip(ranges).map(|(name, range)| Variable::new(name, range)).collect();
    let mut translator = Translator::new(variables);
    let (returns, body) = match claim {
        Claim::Value(cases) => {
            let mut body = Vec::new();
            for (condition, value) in cases {
                let value = St::Return(translator.expr(value)?.0);
                match condition {
                    Some(statement) => body.push(St::If(test(statement, &mut translator)?, vec![value])),
                    None => body.push(value),
                }
            }
            (Kind::Int, body)
        }
        Claim::Previous(statement) => {
            let previous = test(statement, &mut translator)?;
            (Kind::Bool, vec![St::ReturnTest(Test::Not(Box::new(previous)))])
        }
        Claim::Every(..) => return Err(Diagnostic::unsupported("what is true of every position is not a formula")),
        Claim::Period { .. } => return Err(Diagnostic::unsupported("a period is not a formula")),
    };
    let routine = Routine::new(name, params, returns, body);
    Ok(Formula { routine, widest: translator.widest, under_root: translator.under_root })
}

fn test(statement: &Statement, translator: &mut Translator) -> Result<Test> {
    Ok(match statement {
        Statement::Is(cond) => translator.cond(cond)?,
        Statement::All(all) => Test::All(all.iter().map(|s| test(s, translator)).collect::<Result<_>>()?),
        Statement::Any(any) => Test::Any(any.iter().map(|s| test(s, translator)).collect::<Result<_>>()?),
        Statement::Not(inner) => Test::Not(Box::new(test(inner, translator)?)),
        Statement::Exists(..) | Statement::ForAll(..) => {
            return Err(Diagnostic::unsupported("a law with quantifiers is not emitted"));
        }
    })
}

/// Options 0 to h(n), with h non-decreasing: the value is the number of times h can be applied.
///
/// # Errors
/// As [`formula`].
pub(super) fn steps(h: &Expr, name: &str, params: &[String], max: &Nat) -> Result<Formula> {
    let mut translator = translator(&["at".to_owned()], max);
    let (largest, _) = translator.expr(h)?;
    let more = compare(largest.clone(), Relation::GreaterEqual, int(0));
    let routine = counted(more, largest, name, params);
    Ok(Formula { routine, widest: translator.widest, under_root: translator.under_root })
}

/// How often `at` can become the next number, beginning with the first parameter.
fn counted(more: Test, next: Ex, name: &str, params: &[String]) -> Routine {
    let declare = |name: &str, value: Ex| St::Declare { name: name.to_owned(), value, changes: true };
    let step =
        vec![St::Assign("at".to_owned(), next), St::Assign("steps".to_owned(), binary(Op::Add, var("steps"), int(1)))];
    let body =
        vec![declare("at", var(&params[0])), declare("steps", int(0)), St::While(more, step), St::Return(var("steps"))];
    Routine::new(name, params, Kind::Int, body)
}

/// Any number from `least` to n − `less` divides: how often `least` does until there is no move.
pub(super) fn quotients((least, less, up): (u64, u64, bool), name: &str, params: &[String], max: &Nat) -> Formula {
    let at = || var("at");
    let by = i64::try_from(least).unwrap_or(i64::MAX);
    let first = i64::try_from(least.saturating_add(less)).unwrap_or(i64::MAX);
    let divided = match up {
        false => binary(Op::Quotient, at(), int(by)),
        // rounded up, without a sum that may overflow
        true => {
            let before = binary(Op::Subtract, at(), int(1));
            binary(Op::Add, binary(Op::Quotient, before, int(by)), int(1))
        }
    };
    let more = compare(at(), Relation::GreaterEqual, int(first));
    Formula::small(counted(more, divided, name, params), max)
}

/// The number of prime factors, by trial division.
pub(super) fn prime_factors(name: &str, params: &[String], max: &Nat) -> Formula {
    let (rest, prime, count) = (|| var("rest"), || var("prime"), || var("count"));
    let declare = |name: &str, value: Ex| St::Declare { name: name.to_owned(), value, changes: true };
    let remainder =
        St::Declare { name: "remainder".to_owned(), value: binary(Op::Remainder, rest(), prime()), changes: false };
    let divide = vec![
        St::Assign("rest".to_owned(), binary(Op::Quotient, rest(), prime())),
        St::Assign("count".to_owned(), binary(Op::Add, count(), int(1))),
    ];
    // beyond the root the rest is a prime
    let beyond = compare(prime(), Relation::Greater, binary(Op::Quotient, rest(), prime()));
    let next = vec![
        // from 3 on the odd ones
        St::Assign(
            "prime".to_owned(),
            binary(Op::Add, binary(Op::Add, prime(), int(1)), binary(Op::Remainder, prime(), int(2))),
        ),
        St::If(beyond, vec![St::Assign("prime".to_owned(), rest())]),
    ];
    let step = vec![
        remainder,
        St::If(compare(var("remainder"), Relation::Equal, int(0)), divide),
        St::If(compare(var("remainder"), Relation::Greater, int(0)), next),
    ];
    let body = vec![
        declare("rest", var(&params[0])),
        declare("prime", int(2)),
        declare("count", int(0)),
        St::While(compare(rest(), Relation::Greater, int(1)), step),
        St::Return(count()),
    ];
    Formula::small(Routine::new(name, params, Kind::Int, body), max)
}

/// At most ⌊(a·n + b)/c⌋ may be taken: the value is the bound at the first heap of the same value. `None`: too many steps.
pub(super) fn share(times: i64, plus: i64, over: i64, name: &str, params: &[String], max: &Nat) -> Option<Formula> {
    // heaps with the same bound are one step
    let bounds = max * times.unsigned_abs() / over.unsigned_abs();
    if over > MOST_STEPS && bounds > Nat::from(MOST_STEPS.unsigned_abs()) || plus < -MOST_STEPS {
        return None;
    }
    let at = || var("at");
    let scaled = if times == 1 { at() } else { binary(Op::Multiply, int(times), at()) };
    let total = match plus {
        0 => scaled,
        1.. => binary(Op::Add, scaled, int(plus)),
        _ => binary(Op::Subtract, scaled, int(-plus)),
    };
    // below this heap there is no move, and the numerator may be below 0
    let first = if plus < 0 { (times - 1 - plus) / times } else { 1 };
    let most = binary(Op::Quotient, total.clone(), int(over));
    let grows = compare(binary(Op::Remainder, total, int(over)), Relation::Less, int(times));
    // where the bound begins to be this one
    let needed = binary(Op::Multiply, var("most"), int(over));
    let needed = match plus {
        0 => needed,
        1.. => Ex::Call(Builtin::Max, vec![binary(Op::Subtract, needed, int(plus)), int(0)]),
        _ => binary(Op::Add, needed, int(-plus)),
    };
    let begins = match times {
        1 => needed,
        _ => binary(Op::Quotient, binary(Op::Add, needed, int(times - 1)), int(times)),
    };
    let declare = |name: &str, value: Ex| St::Declare { name: name.to_owned(), value, changes: false };
    let steps = binary(Op::Quotient, binary(Op::Subtract, at(), begins), var("taken"));
    let before = binary(Op::Subtract, at(), binary(Op::Multiply, var("steps"), var("taken")));
    let step = vec![
        declare("most", most),
        St::If(grows, vec![St::Return(var("most"))]),
        declare("taken", binary(Op::Add, var("most"), int(1))),
        declare("steps", Ex::Call(Builtin::Max, vec![steps, int(1)])),
        St::Assign("at".to_owned(), before),
    ];
    let body = vec![
        St::Declare { name: "at".to_owned(), value: var(&params[0]), changes: true },
        St::While(compare(at(), Relation::GreaterEqual, int(first)), step),
        St::Return(int(0)),
    ];
    let widest = Range::to(&(max * times.unsigned_abs() + plus.unsigned_abs()));
    let routine = Routine::new(name, params, Kind::Int, body);
    Some(Formula { routine, widest, under_root: Nat::ZERO })
}

/// At most h(n) may be taken, where h grows slowly: the value is the bound at the first heap of the same value. `None`: h takes on
/// too many numbers, or no program says it.
pub(super) fn slow(h: &Expr, name: &str, params: &[String], max: &Nat) -> Option<Formula> {
    if is_root(h) {
        return Some(root(name, params, max));
    }
    let largest = rule::alone::Formula::new(h.clone())?.at(max)?;
    if largest > Int::from(MOST_LEVELS) {
        return None;
    }
    let (at, low, middle) = (|| var("at"), || var("low"), || var("middle"));
    let mut at_heap = translator(&["at".to_owned()], max);
    let mut at_middle = translator(&["middle".to_owned()], max);
    let (most, tried) = (at_heap.expr(h).ok()?.0, at_middle.expr(h).ok()?.0);
    let declare = |name: &str, value: Ex, changes: bool| St::Declare { name: name.to_owned(), value, changes };
    let halved = binary(Op::Subtract, var("high"), low());
    let halved = binary(Op::Add, low(), binary(Op::Quotient, halved, int(2)));
    let search = vec![
        declare("middle", halved, false),
        declare("tried", tried, false),
        St::If(
            compare(var("tried"), Relation::Less, var("most")),
            vec![St::Assign("low".to_owned(), binary(Op::Add, middle(), int(1)))],
        ),
        St::If(
            compare(var("tried"), Relation::GreaterEqual, var("most")),
            vec![St::Assign("high".to_owned(), middle())],
        ),
    ];
    let step = vec![
        declare("most", most, false),
        St::If(compare(var("most"), Relation::LessEqual, int(0)), vec![St::Return(int(0))]),
        // the first heap with this bound
        declare("low", int(1), true),
        declare("high", at(), true),
        St::While(compare(low(), Relation::Less, var("high")), search),
        declare(
            "over",
            binary(Op::Remainder, binary(Op::Subtract, at(), low()), binary(Op::Add, var("most"), int(1))),
            false,
        ),
        St::If(compare(var("over"), Relation::Equal, int(0)), vec![St::Return(var("most"))]),
        St::Assign(
            "at".to_owned(),
            binary(Op::Subtract, binary(Op::Add, low(), var("over")), binary(Op::Add, var("most"), int(1))),
        ),
    ];
    let body = vec![
        declare("at", var(&params[0]), true),
        St::While(compare(at(), Relation::GreaterEqual, int(1)), step),
        St::Return(int(0)),
    ];
    let routine = Routine::new(name, params, Kind::Int, body);
    let under_root = at_heap.under_root.max(at_middle.under_root);
    Some(Formula { routine, widest: at_heap.widest, under_root })
}

/// At most the root may be taken: the closed form in [`crate::engine::closed_form::at_most_slow`].
fn root(name: &str, params: &[String], max: &Nat) -> Formula {
    let n = || var(&params[0]);
    let declare = |name: &str, value: Ex, changes: bool| St::Declare { name: name.to_owned(), value, changes };
    let half = |x: Ex| binary(Op::Quotient, x, int(2));
    let is_even = |x: Ex| compare(binary(Op::Remainder, x, int(2)), Relation::Equal, int(0));
    let rest = binary(Op::Remainder, binary(Op::Subtract, n(), int(1)), binary(Op::Add, var("root"), int(1)));
    let body = vec![
        St::If(compare(n(), Relation::LessEqual, int(0)), vec![St::Return(int(0))]),
        declare("root", Ex::Call(Builtin::Root, vec![n()]), false),
        declare("rest", rest, false),
        declare("level", binary(Op::Subtract, var("root"), half(var("rest"))), true),
        St::If(is_even(var("rest")), vec![St::Return(var("level"))]),
        St::While(is_even(var("level")), vec![St::Assign("level".to_owned(), half(var("level")))]),
        St::Return(half(var("level"))),
    ];
    let routine = Routine::new(name, params, Kind::Int, body);
    Formula { routine, widest: Range::to(max), under_root: max.clone() }
}

/// Numbers that a slow bound takes on, each of which costs a search by halves.
const MOST_LEVELS: u32 = 10_000;

/// A share of one in so many is stepped along: c/a · ln n times.
const MOST_STEPS: i64 = 20_000;

/// Euclid's game by the theorem in [`crate::engine::closed_form::Euclid`]: as deep as the Euclidean algorithm.
pub(super) fn euclid(zero_allowed: bool, name: &str, params: &[String], max: &Nat) -> Formula {
    let (a, b) = (var(&params[0]), var(&params[1]));
    let set = |name: &str, value: Ex| St::Declare { name: name.to_owned(), value, changes: false };
    let is_zero = |e: Ex| compare(e, Relation::Equal, int(0));
    let less = binary(Op::Subtract, var("quotient"), int(1));
    let exact = if zero_allowed { var("quotient") } else { less.clone() };
    let inner = Ex::Other(name.to_owned(), vec![var("rest"), var("small")]);
    let body = vec![
        set("small", Ex::Call(Builtin::Min, vec![a.clone(), b.clone()])),
        set("large", Ex::Call(Builtin::Max, vec![a, b])),
        St::If(is_zero(var("small")), vec![St::Return(int(0))]),
        set("quotient", binary(Op::Quotient, var("large"), var("small"))),
        set("rest", binary(Op::Remainder, var("large"), var("small"))),
        St::If(is_zero(var("rest")), vec![St::Return(exact)]),
        St::If(compare(var("quotient"), Relation::LessEqual, inner), vec![St::Return(less)]),
        St::Return(var("quotient")),
    ];
    let routine = Routine::new(name, params, Kind::Int, body);
    Formula::small(routine, max)
}

/// A program tries so many runs one after the other at most …
const MOST_RUNS: usize = 40;
/// … or so many, where its maximum was asked for.
const MOST_ASKED_RUNS: usize = 200;
/// Runs of fewer heaps than this, on average, are a table.
const SHORT_RUNS: u64 = 64;

/// Values or outcomes that repeat by a factor: division as often as that is possible, then the runs one by one. `None`: too
/// many runs, or numbers beyond `max`.
pub(super) fn scale(scale: &Scale, name: &str, n: &str, max: u64) -> Option<Formula> {
    let number = |x: i128| Ex::Int(Int::from(x));
    let start = |run: &Run| i128::try_from(run.start).ok();
    let end = i128::try_from(scale.from).ok()?.checked_mul(scale.factor.into())?;
    if scale.runs.len() > MOST_RUNS || end > i128::from(max) {
        return None;
    }
    let at = "at".to_owned();
    let m = match scale.shift {
        0 => var(n),
        1.. => binary(Op::Subtract, var(n), number(scale.shift.into())),
        _ => binary(Op::Add, var(n), number(-i128::from(scale.shift))),
    };
    let divided = binary(Op::Quotient, var(&at), number(scale.factor.into()));
    let large = compare(var(&at), Relation::GreaterEqual, number(end));
    let mut body = vec![
        St::Declare { name: at.clone(), value: m, changes: true },
        St::While(large, vec![St::Assign(at.clone(), divided)]),
    ];
    // heaps before the first run, as one run each
    let before = scale.before.iter().zip(0i128..).map(|(value, heap)| (heap - i128::from(scale.shift), *value));
    let mut runs: Vec<(i128, u32)> = before.collect();
    for run in &scale.runs {
        runs.push((start(run)?, run.value));
    }
    runs.dedup_by_key(|(_, value)| *value);
    let returns = told(&runs, scale.about, &var(&at), &mut body)?;
    let routine = Routine::new(name, &[n.to_owned()], returns, body);
    Some(Formula::small(routine, &Nat::from(max)))
}

/// The value of the run that holds a heap; of outcomes, whether it is not 0.
fn told(runs: &[(i128, u32)], about: About, at: &Ex, body: &mut Vec<St>) -> Option<Kind> {
    Some(match about {
        About::Values => {
            one_by_one(runs, at, body)?;
            Kind::Int
        }
        About::Outcomes => {
            let number = |x: i128| Ex::Int(Int::from(x));
            let ends = runs.iter().skip(1).map(|run| Some(run.0)).chain([None]);
            let lost = runs.iter().zip(ends).filter(|(run, _)| run.1 == 0).map(|(run, end)| {
                let from = compare(at.clone(), Relation::GreaterEqual, number(run.0));
                match end {
                    Some(end) => Test::All(vec![from, compare(at.clone(), Relation::Less, number(end))]),
                    None => from,
                }
            });
            body.push(St::ReturnTest(Test::Not(Box::new(Test::Any(lost.collect())))));
            Kind::Bool
        }
    })
}

/// Values or outcomes on runs of heaps, one after the other; nothing is known beyond `max`, and the program stops there. `None`: too
/// many runs for a program that people read, or so few heaps that a table says them.
pub(super) fn runs(runs: &[Run], about: About, name: &str, n: &str, max: u64, asked: bool) -> Option<Formula> {
    let most = if asked { MOST_ASKED_RUNS } else { MOST_RUNS };
    if runs.len() > most || max < SHORT_RUNS * runs.len() as u64 {
        return None;
    }
    let runs: Option<Vec<(i128, u32)>> =
        runs.iter().map(|run| Some((i128::try_from(run.start).ok()?, run.value))).collect();
    let natural = compare(int(0), Relation::LessEqual, var(n));
    let known = compare(var(n), Relation::LessEqual, Ex::Int(Int::from(max)));
    let mut body = vec![St::Insist(Test::All(vec![natural, known]))];
    let returns = told(&runs?, about, &var(n), &mut body)?;
    Some(Formula::small(Routine::new(name, &[n.to_owned()], returns, body), &Nat::from(max)))
}

/// The value of the run in which a number lies: one test for each but the last.
fn one_by_one(runs: &[(i128, u32)], at: &Ex, body: &mut Vec<St>) -> Option<()> {
    let number = |x: i128| Ex::Int(Int::from(x));
    for (run, next) in runs.iter().zip(&runs[1..]) {
        let before = compare(at.clone(), Relation::Less, number(next.0));
        body.push(St::If(before, vec![St::Return(number(run.1.into()))]));
    }
    body.push(St::Return(number(runs.last()?.1.into())));
    Some(())
}

/// A periodic sequence: its first values as an array, the rest by the remainder.
pub(super) fn period(period: &NatPeriod, values: Vec<u64>, name: &str, max: &Nat) -> Formula {
    let mut translator = translator(&["n".to_owned()], max);
    let natural = |n: &Nat| (Ex::Int(Int::from(n.clone())), Range::one(&Int::from(n.clone())));
    let (start, length, saltus) = (natural(&period.preperiod), natural(&period.period), natural(&period.saltus));
    let n = (var("n"), Range::to(max));
    let array = if name == "grundy" { "VALUES".to_owned() } else { format!("{}_VALUES", name.to_uppercase()) };
    let entry = |index: Ex| Ex::Entry(array.clone(), Box::new(index));
    let beyond = (minus(n.0.clone(), start.0.clone()), n.1.clone());
    let rest = remainder(beyond.clone(), length.clone()).0;
    let index = if start.0 == int(0) { rest } else { binary(Op::Add, start.0.clone(), rest) };
    let mut value = if period.period == Nat::ONE { entry(start.0.clone()) } else { entry(index) };
    if saltus.0 != int(0) {
        let (rounds, range) = quotient(beyond, length);
        let range = translator.touch(range.times(&saltus.1));
        translator.touch(range.plus(&Range::new(0, values.iter().max().copied().unwrap_or(0))));
        let growth = if saltus.0 == int(1) { rounds } else { binary(Op::Multiply, saltus.0, rounds) };
        value = binary(Op::Add, value, growth);
    }
    let mut body = Vec::new();
    if start.0 != int(0) {
        body.push(St::If(compare(n.0.clone(), Relation::Less, start.0), vec![St::Return(entry(n.0))]));
    }
    body.push(St::Return(value));
    let routine = Routine {
        name: name.to_owned(),
        params: vec!["n".to_owned()],
        returns: Kind::Int,
        doc: Vec::new(),
        arrays: vec![(array, values)],
        body,
        private: false,
    };
    Formula { routine, widest: translator.widest, under_root: translator.under_root }
}
