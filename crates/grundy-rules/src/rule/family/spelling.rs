//! Families spelt as rules: what a recognised rule is proved to be equal to.
//!
//! [`Family::Mark`] is `{n -> n-1; n//2 if n >= 1}`.

use grundy_notation::ast::{Operator, Relation};
use grundy_sequence::code::{Code, Digit, Modifier};

use super::Family;
use crate::rule::ir::{Alternative, Cond, Expr, Function, Guard, Item, Loop, Part, Rule, Set};

pub(super) fn int(value: i64) -> Expr {
    Expr::Constant(value.into())
}

pub(super) fn var(number: usize) -> Expr {
    Expr::Variable(number)
}

fn add(a: Expr, b: Expr) -> Expr {
    Expr::binary(Operator::Add, a, b)
}

fn subtract(a: Expr, b: Expr) -> Expr {
    Expr::binary(Operator::Subtract, a, b)
}

fn times(a: Expr, b: Expr) -> Expr {
    Expr::binary(Operator::Multiply, a, b)
}

fn half(a: Expr) -> Expr {
    Expr::binary(Operator::Divide, a, int(2))
}

fn range(from: i64, to: Option<Expr>) -> Set {
    Set { items: vec![Item::Range { from: int(from), to, step: int(1) }], except: Vec::new() }
}

fn compare(a: Expr, relation: Relation, b: Expr) -> Cond {
    Cond::Compare(a, relation, b)
}

/// A move without text; guards are tested when all loops are entered, but for those at depth 0.
fn alternative(parts: Vec<Vec<Expr>>, loops: Vec<(&str, Set)>, guards: Vec<(usize, Cond)>) -> Alternative {
    Alternative {
        loops: loops.into_iter().map(|(name, set)| Loop { name: name.to_owned(), set }).collect(),
        guards: guards.into_iter().map(|(depth, cond)| Guard { depth, cond }).collect(),
        parts: parts.into_iter().map(|coordinates| Part { game: None, coordinates }).collect(),
        text: String::new(),
    }
}

fn rule(names: &[&str], alternatives: Vec<Alternative>) -> Rule {
    Rule {
        arity: names.len(),
        names: names.iter().map(|&n| n.to_owned()).collect(),
        alternatives,
        measure: None,
        loopy: false,
    }
}

fn taking(set: Set, guards: Vec<(usize, Cond)>) -> Rule {
    rule(&["n"], vec![alternative(vec![vec![subtract(var(0), var(1))]], vec![("k", set)], guards)])
}

/// The rule of a family; `None` for products and for codes with too many parts.
#[must_use]
pub fn rule_of(family: &Family) -> Option<Rule> {
    Some(match family {
        Family::Subtraction(set) => taking(set.clone(), Vec::new()),
        Family::Code(code) => rule_of_code(code)?,
        Family::AllDivisors => taking(divisors(), Vec::new()),
        Family::ProperDivisors => taking(divisors(), vec![(1, compare(var(1), Relation::Less, var(0)))]),
        Family::InnerDivisors => {
            let guards =
                vec![(1, compare(int(1), Relation::Less, var(1))), (1, compare(var(1), Relation::Less, var(0)))];
            taking(divisors(), guards)
        }
        Family::LeaveDivisor => {
            let proper = (1, compare(var(1), Relation::Less, var(0)));
            rule(&["n"], vec![alternative(vec![vec![var(1)]], vec![("d", divisors())], vec![proper])])
        }
        Family::Quotients { least, less, up } => {
            let [least, less] = [least, less].map(|number| i64::try_from(*number).ok());
            let to = subtract(var(0), int(less?));
            let whole = if *up { subtract(add(var(0), var(1)), int(1)) } else { var(0) };
            let part = Expr::binary(Operator::Divide, whole, var(1));
            rule(&["n"], vec![alternative(vec![vec![part]], vec![("k", range(least?, Some(to)))], Vec::new())])
        }
        Family::Coprime => {
            let gcd = Expr::Call(Function::Gcd, vec![var(1), var(0)]);
            taking(range(1, Some(var(0))), vec![(1, compare(gcd, Relation::Equal, int(1)))])
        }
        Family::AtMostHalf => taking(range(1, Some(half(var(0)))), Vec::new()),
        Family::AtMostShare { times, plus, over } => taking(range(1, Some(quotient(*times, *plus, *over))), Vec::new()),
        Family::AtMostSlow(h) => {
            taking(range(1, Some(h.clone())), vec![(0, compare(var(0), Relation::GreaterEqual, int(1)))])
        }
        Family::InitialSegment(h) => {
            rule(&["n"], vec![alternative(vec![vec![var(1)]], vec![("m", range(0, Some(h.clone())))], Vec::new())])
        }
        Family::Mark => {
            let positive = compare(var(0), Relation::GreaterEqual, int(1));
            let halved = alternative(vec![vec![half(var(0))]], Vec::new(), vec![(0, positive)]);
            rule(&["n"], vec![alternative(vec![vec![subtract(var(0), int(1))]], Vec::new(), Vec::new()), halved])
        }
        Family::Wythoff { k } => wythoff(i64::try_from(*k).ok()?),
        Family::Euclid => euclid(0),
        Family::EuclidPositive => euclid(1),
        Family::Limited { factor } => {
            let part = vec![subtract(var(0), var(2)), times(int(i64::try_from(*factor).ok()?), var(2))];
            rule(&["n", "q"], vec![alternative(vec![part], vec![("j", range(1, Some(var(1))))], Vec::new())])
        }
        Family::Product(_) => return None,
    })
}

fn divisors() -> Set {
    Set { items: vec![Item::Divisors(var(0))], except: Vec::new() }
}

fn wythoff(k: i64) -> Rule {
    let less = |v: usize| subtract(var(v), var(2));
    let one = |part: Vec<Expr>| alternative(vec![part], vec![("i", range(1, None))], Vec::new());
    if k == 1 {
        let equal = one(vec![less(0), less(1)]);
        return rule(&["a", "b"], vec![one(vec![less(0), var(1)]), one(vec![var(0), less(1)]), equal]);
    }
    let both = alternative(
        vec![vec![less(0), subtract(var(1), var(3))]],
        vec![("i", range(1, None)), ("j", range(1, None))],
        vec![
            (2, compare(subtract(var(2), var(3)), Relation::Less, int(k))),
            (2, compare(subtract(var(3), var(2)), Relation::Less, int(k))),
        ],
    );
    rule(&["a", "b"], vec![one(vec![less(0), var(1)]), one(vec![var(0), less(1)]), both])
}

fn euclid(least: i64) -> Rule {
    let one = |large: usize, small: usize| {
        let left = subtract(var(large), times(var(2), var(small)));
        let mut part = vec![var(0), var(1)];
        part[large] = left.clone();
        let guards = vec![
            (0, compare(var(small), Relation::Greater, int(0))),
            (1, compare(left, Relation::GreaterEqual, int(least))),
        ];
        alternative(vec![part], vec![("k", range(1, None))], guards)
    };
    rule(&["a", "b"], vec![one(0, 1), one(1, 0)])
}

/// Codes with more parts are not spelt.
const MOST_PARTS: u32 = 4;

fn rule_of_code(code: &Code) -> Option<Rule> {
    let finite: Vec<(i64, &Digit)> = (0i64..).zip(std::iter::once(&code.zero).chain(&code.digits)).collect();
    let start = i64::try_from(finite.len()).ok()?;
    let period = i64::try_from(code.repeating.len()).ok()?;
    let endless: Vec<(i64, &Digit)> = (start..).zip(&code.repeating).collect();
    if finite.iter().chain(&endless).any(|(_, d)| d.from.is_some() || d.counts.iter().any(|&c| c > MOST_PARTS)) {
        return None;
    }
    let mut alternatives = Vec::new();
    for count in 0..=MOST_PARTS {
        for modifier in [Modifier::Any, Modifier::Unequal, Modifier::NotAllEqual, Modifier::Equal] {
            let wanted = |d: &Digit| d.modifier == modifier && d.counts.contains(&count);
            let mut items: Vec<Item> =
                finite.iter().filter(|(_, d)| wanted(d)).map(|&(i, _)| Item::One(int(i))).collect();
            items.extend(endless.iter().filter(|(_, d)| wanted(d)).map(|&(i, _)| Item::Range {
                from: int(i),
                to: None,
                step: int(period),
            }));
            if !items.is_empty() {
                alternatives.push(leaving(count, modifier, Set { items, except: Vec::new() }));
            }
        }
    }
    Some(rule(&["n"], alternatives))
}

/// Take i of a set, leave this many heaps, in ascending order.
fn leaving(count: u32, modifier: Modifier, set: Set) -> Alternative {
    let rest = subtract(var(0), var(1));
    let mut loops = vec![("i", set)];
    if count < 2 {
        let relation = if count == 0 { Relation::Equal } else { Relation::GreaterEqual };
        let nonempty = compare(rest.clone(), relation, int(i64::from(count)));
        // a modifier speaks of two heaps or more
        return alternative(vec![vec![rest]], loops, vec![(1, nonempty)]);
    }
    let chosen = count as usize - 1;
    let mut parts: Vec<Expr> = (2..2 + chosen).map(var).collect();
    let last = parts.iter().cloned().fold(rest, subtract);
    parts.push(last);
    loops.extend(parts.iter().skip(1).map(|_| ("a", range(1, None))));
    let next = match modifier {
        Modifier::Any | Modifier::NotAllEqual => Relation::LessEqual,
        Modifier::Unequal => Relation::Less,
        Modifier::Equal => Relation::Equal,
    };
    let depth = loops.len();
    let mut guards: Vec<(usize, Cond)> =
        parts.windows(2).map(|w| (depth, compare(w[0].clone(), next, w[1].clone()))).collect();
    if modifier == Modifier::NotAllEqual
        && let (Some(first), Some(last)) = (parts.first(), parts.last())
    {
        guards.push((depth, compare(first.clone(), Relation::Less, last.clone())));
    }
    alternative(parts.into_iter().map(|p| vec![p]).collect(), loops, guards)
}

/// `(a·n + b) // c` without needless operations.
pub(super) fn quotient(a: i64, b: i64, c: i64) -> Expr {
    let term = if a == 1 { var(0) } else { times(int(a), var(0)) };
    let sum = match b {
        0 => term,
        b if b < 0 => subtract(term, int(-b)),
        b => add(term, int(b)),
    };
    if c == 1 { sum } else { Expr::binary(Operator::Divide, sum, int(c)) }
}
