//! For tests: random small rules, and the plainest possible evaluation of any rule, to hold the engines against.
//!
//! Nothing is shared with the evaluator under test: arithmetic is on `i128`, sets are listed whole, every loop is
//! entered for every member.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::testing::Random;
use grundy_core::{Context, Diagnostic, Int, Result, Rules, Visitor};
use grundy_notation::ast::{Operator, Relation};

use super::column::Foreign;
use super::ir::{Alternative, Cond, Expr, Function, Guard, Item, Loop, OtherGame, Part, Rule, Set};
use super::other::Named;
use crate::place::{Place, Shape};

#[must_use]
pub fn number(n: i64) -> Expr {
    Expr::Constant(Int::from(n))
}

#[must_use]
pub fn variable(v: usize) -> Expr {
    Expr::Variable(v)
}

#[must_use]
pub fn op(operator: Operator, a: Expr, b: Expr) -> Expr {
    Expr::Binary(operator, Box::new(a), Box::new(b))
}

#[must_use]
pub fn plus(a: Expr, b: Expr) -> Expr {
    op(Operator::Add, a, b)
}

#[must_use]
pub fn minus(a: Expr, b: Expr) -> Expr {
    op(Operator::Subtract, a, b)
}

#[must_use]
pub fn times(a: Expr, b: Expr) -> Expr {
    op(Operator::Multiply, a, b)
}

#[must_use]
pub fn over(a: Expr, b: Expr) -> Expr {
    op(Operator::Divide, a, b)
}

/// `from..to`
#[must_use]
pub fn range(from: Expr, to: Option<Expr>) -> Set {
    Set { items: vec![Item::Range { from, to, step: number(1) }], except: vec![] }
}

/// The parts of one move: each a list of coordinates, in the rule's own game.
#[must_use]
pub fn alternative(sets: Vec<Set>, guards: Vec<(usize, Cond)>, parts: Vec<Vec<Expr>>, text: &str) -> Alternative {
    Alternative {
        loops: sets.into_iter().enumerate().map(|(i, set)| Loop { name: format!("v{i}"), set }).collect(),
        guards: guards.into_iter().map(|(depth, cond)| Guard { depth, cond }).collect(),
        parts: parts.into_iter().map(|coordinates| Part { game: None, coordinates }).collect(),
        text: text.into(),
    }
}

pub fn rule(names: &[&str], alternatives: Vec<Alternative>) -> Rule {
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    Rule { arity: names.len(), names, alternatives, measure: None, loopy: false }
}

/// `{n -> a & n-a for a in 1.. if a < n-a}`
#[must_use]
pub fn grundys_game() -> Rule {
    let (n, a) = (variable(0), variable(1));
    let rest = minus(n, a.clone());
    let guard = Cond::Compare(a.clone(), Relation::Less, rest.clone());
    let all = range(number(1), None);
    rule(&["n"], vec![alternative(vec![all], vec![(1, guard)], vec![vec![a], vec![rest]], "a & n-a")])
}

/// `{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) for k in 1..}`
#[must_use]
pub fn wythoff() -> Rule {
    let (a, b, k) = (variable(0), variable(1), variable(2));
    let (less_a, less_b) = (minus(a.clone(), k.clone()), minus(b.clone(), k));
    let all = || vec![range(number(1), None)];
    let moves = [vec![less_a.clone(), b], vec![a, less_b.clone()], vec![less_a, less_b]];
    rule(&["a", "b"], moves.into_iter().map(|part| alternative(all(), vec![], vec![part], "(a-k,b-k)")).collect())
}

/// LightOJ 1315.
#[must_use]
pub fn hyper_knight() -> Rule {
    let moves = [(-2, 1), (-3, -1), (-2, -1), (-1, -2), (-1, -3), (1, -2)];
    let part = |(x, y)| vec![plus(variable(0), number(x)), plus(variable(1), number(y))];
    let alternatives =
        moves.into_iter().map(|m| alternative(vec![], vec![], vec![part(m)], &format!("(x{:+},y{:+})", m.0, m.1)));
    rule(&["x", "y"], alternatives.collect())
}

/// `{p -> a & p-c-a for c in {…} for a in 0..p-c}`
#[must_use]
pub fn strips(lengths: &[i64]) -> Rule {
    let (p, c, a) = (variable(0), variable(1), variable(2));
    let left = minus(p, c);
    let set = Set { items: lengths.iter().map(|&c| Item::One(number(c))).collect(), except: vec![] };
    let sets = vec![set, range(number(0), Some(left.clone()))];
    rule(&["p"], vec![alternative(sets, vec![], vec![vec![a.clone()], vec![minus(left, a)]], "a & p-c-a")])
}

/// Nim as a rule sees it: a name and a shape.
#[derive(Debug)]
struct ForeignNim;

impl Named for ForeignNim {
    fn id(&self) -> u32 {
        u32::MAX
    }

    fn text(&self) -> &str {
        "nim"
    }

    fn shape(&self) -> Shape {
        Shape::Heap
    }

    fn is_nim(&self) -> bool {
        true
    }

    fn takes_all(&self) -> bool {
        true
    }

    fn place(&self, numbers: Place) -> std::result::Result<Place, Diagnostic> {
        Ok(numbers)
    }

    fn show(&self, places: &[Place]) -> String {
        format!("nim{places:?}")
    }
}

/// A heap game for hand-over; [`NimValues`] knows its values.
#[must_use]
pub fn foreign_nim() -> OtherGame {
    OtherGame::new(ForeignNim)
}

/// Every foreign game is Nim.
#[derive(Debug)]
pub struct NimValues;

impl Foreign for NimValues {
    fn heap(&self, _: &OtherGame, upto: u64, _: &Context) -> Result<Arc<[u32]>> {
        Ok((0..=upto as u32).collect())
    }

    fn value(&self, _: &OtherGame, place: &Place, _: &Context) -> Result<u32> {
        Ok(grundy_core::number::to_u64(&place[0]).unwrap() as u32)
    }
}

/// A random rule of one or two coordinates. Many are no games, some have expressions without a value.
pub fn random_rule(random: &mut Random, arity: usize, hand_over: Option<&OtherGame>) -> Rule {
    let count = 1 + random.below(3);
    let alternatives = (0..count)
        .map(|_| {
            let loops = random.pick(&[0, 1, 1, 1, 2, 2]);
            let loops: Vec<Loop> = (0..loops)
                .map(|i| Loop { name: format!("v{i}"), set: random_set(random, arity, arity + i, 0) })
                .collect();
            let variables = arity + loops.len();
            let mut guards: Vec<Guard> = (0..random.pick(&[0, 0, 1, 1, 2]))
                .map(|_| {
                    let depth = random.below(loops.len() as u64 + 1) as usize;
                    Guard { depth, cond: random_cond(random, arity + depth, 2) }
                })
                .collect();
            guards.sort_by_key(|g| g.depth);
            let count = random.pick(&[1, 1, 1, 2, 2, 3]);
            let parts = (0..count)
                .map(|_| {
                    let away = hand_over.filter(|_| random.chance(20));
                    let width = if away.is_some() { 1 } else { arity };
                    let coordinates = (0..width).map(|c| random_coordinate(random, c, arity, variables)).collect();
                    Part { game: away.cloned(), coordinates }
                })
                .collect();
            Alternative { loops, guards, parts, text: "a random move".into() }
        })
        .collect();
    let names = ["n", "m"][..arity].iter().map(ToString::to_string).collect();
    Rule { arity, names, alternatives, measure: None, loopy: false }
}

fn random_coordinate(random: &mut Random, which: usize, arity: usize, variables: usize) -> Expr {
    let own = variable(which);
    let any = variable(random.below(variables as u64) as usize);
    let last = variable(variables - 1);
    let looped = variables > arity;
    match random.below(12) {
        0..=3 if looped => minus(own, last),
        4 if looped => last,
        5 if looped => minus(minus(own, any), last),
        6 => over(own, number(2 + random.below(2) as i64)),
        7 => minus(own, times(number(1 + random.below(2) as i64), any)),
        8 => random_expr(random, variables, 2),
        9 => minus(own, number(random.below(4) as i64)),
        10 => own,
        _ => minus(own, number(1)),
    }
}

pub fn random_expr(random: &mut Random, variables: usize, depth: usize) -> Expr {
    use Operator as O;
    if depth == 0 || random.chance(30) {
        return if random.chance(60) {
            variable(random.below(variables as u64) as usize)
        } else {
            number(random.below(8) as i64 - 2)
        };
    }
    let operator = random.pick(&[O::Add, O::Subtract, O::Subtract, O::Multiply, O::Divide, O::Remainder, O::Power]);
    if random.chance(20) {
        use Function as F;
        let function = random.pick(&[F::Min, F::Max, F::Gcd, F::Xor, F::BitAnd, F::BitOr, F::Mex]);
        let arguments = (0..2).map(|_| random_expr(random, variables, depth - 1)).collect();
        return Expr::Call(function, arguments);
    }
    if random.chance(15) {
        use Function as F;
        let function = random.pick(&[
            F::IntegerSquareRoot,
            F::Log2,
            F::PopCount,
            F::Absolute,
            F::LowBit,
            F::TwoAdicOrder,
            F::BitLength,
        ]);
        return Expr::Call(function, vec![random_expr(random, variables, depth - 1)]);
    }
    if operator == O::Power {
        return op(O::Power, random_expr(random, variables, 0), number(random.below(3) as i64));
    }
    op(operator, random_expr(random, variables, depth - 1), random_expr(random, variables, depth - 1))
}

pub fn random_cond(random: &mut Random, variables: usize, depth: usize) -> Cond {
    use Relation as R;
    match random.below(10) {
        0 if depth > 0 => Cond::All((0..2).map(|_| random_cond(random, variables, depth - 1)).collect()),
        1 if depth > 0 => Cond::Any((0..2).map(|_| random_cond(random, variables, depth - 1)).collect()),
        2 if depth > 0 => Cond::Not(Box::new(random_cond(random, variables, depth - 1))),
        3 => Cond::In(random_expr(random, variables, 1), random_set(random, 1, variables, 1)),
        _ => {
            let relation =
                random.pick(&[R::Equal, R::NotEqual, R::Less, R::LessEqual, R::Greater, R::GreaterEqual, R::Divides]);
            Cond::Compare(random_expr(random, variables, 2), relation, random_expr(random, variables, 2))
        }
    }
}

fn random_set(random: &mut Random, arity: usize, variables: usize, depth: usize) -> Set {
    let count = 1 + random.below(2);
    let items = (0..count)
        .map(|_| match random.below(16) {
            0 => Item::One(random_expr(random, variables, 1)),
            1 | 2 => Item::One(number(1 + random.below(5) as i64)),
            3 => Item::Squares,
            4 => Item::Fibonacci,
            5 => Item::Primes,
            6 => Item::Odds,
            7 => Item::Evens,
            8 => Item::Powers(number(random.below(4) as i64)),
            9 => Item::Divisors(variable(random.below(arity as u64) as usize)),
            10 if depth < 2 => Item::Nested(Box::new(random_set(random, arity, variables, depth + 1))),
            11 => Item::Range {
                from: random_expr(random, variables, 1),
                to: Some(random_expr(random, variables, 1)),
                step: number(1 + random.below(3) as i64),
            },
            12 => Item::Range { from: number(1), to: Some(number(60)), step: number(1) },
            _ => Item::Range { from: number(random.below(2) as i64), to: None, step: number(1) },
        })
        .collect();
    let except = if depth < 2 && random.chance(25) {
        let single = Set { items: vec![Item::One(number(random.below(4) as i64))], except: vec![] };
        vec![if random.chance(60) { single } else { random_set(random, arity, variables, 2) }]
    } else {
        vec![]
    };
    Set { items, except }
}

/// An expression has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoValue;

/// One option: its parts, each handed over or not.
pub type PlainOption = Vec<(bool, Vec<u64>)>;

/// The options of a place, by the plain meaning of the rule.
pub fn plain_options(rule: &Rule, place: &[u64]) -> Result<BTreeSet<PlainOption>, NoValue> {
    let mut options = BTreeSet::new();
    let values: Vec<i128> = place.iter().map(|&c| i128::from(c)).collect();
    for alternative in &rule.alternatives {
        plain_enter(alternative, 0, &mut values.clone(), values.iter().sum(), false, &mut options)?;
    }
    Ok(options)
}

fn plain_enter(
    alternative: &Alternative,
    depth: usize,
    values: &mut Vec<i128>,
    size: i128,
    mut fails: bool,
    options: &mut BTreeSet<PlainOption>,
) -> Result<(), NoValue> {
    for guard in alternative.guards.iter().filter(|g| g.depth == depth) {
        match plain_cond(&guard.cond, values) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(NoValue) => fails = true,
        }
    }
    if let Some(entered) = alternative.loops.get(depth) {
        for member in plain_members(&entered.set, values, size)? {
            values.push(member);
            plain_enter(alternative, depth + 1, values, size, fails, options)?;
            values.pop();
        }
        return Ok(());
    }
    if fails {
        return Err(NoValue);
    }
    let mut option = Vec::new();
    let mut is_move = true;
    for part in &alternative.parts {
        let mut coordinates = Vec::new();
        for expr in &part.coordinates {
            let coordinate = plain_expr(expr, values)?;
            is_move &= coordinate >= 0;
            coordinates.push(coordinate.max(0) as u64);
        }
        option.push((part.game.is_some(), coordinates));
    }
    if is_move {
        options.insert(option);
    }
    Ok(())
}

fn plain_members(set: &Set, values: &[i128], size: i128) -> Result<Vec<i128>, NoValue> {
    let mut members = Vec::new();
    for item in &set.items {
        match item {
            Item::One(x) => members.push(plain_expr(x, values)?),
            Item::Range { from, to, step } => {
                let from = plain_expr(from, values)?;
                let to = to.as_ref().map_or(Ok(size), |to| plain_expr(to, values))?;
                let step = plain_expr(step, values)?;
                if step < 1 {
                    return Err(NoValue);
                }
                if to - from > 100_000 {
                    return Err(NoValue);
                }
                members.extend((from..=to).step_by(step as usize));
            }
            Item::Nested(set) => members.extend(plain_members(set, values, size)?),
            // a divisor of a negative number may be larger than the size
            Item::Divisors(x) => {
                let of = plain_expr(x, values)?.abs().min(100_000);
                members.extend((1..=of).filter(|d| of % d == 0));
            }
            _ => {
                for x in 1..=size {
                    if plain_contains_item(item, x, values, Some(size))? {
                        members.push(x);
                    }
                }
            }
        }
    }
    let mut left = Vec::new();
    'members: for member in members {
        for except in &set.except {
            if plain_contains(except, member, values, Some(size))? {
                continue 'members;
            }
        }
        left.push(member);
    }
    Ok(left)
}

/// Open ranges end at `end`, if it is given.
fn plain_contains(set: &Set, x: i128, values: &[i128], end: Option<i128>) -> Result<bool, NoValue> {
    let mut found = false;
    for item in &set.items {
        found = found || plain_contains_item(item, x, values, end)?;
    }
    for except in &set.except {
        found = found && !plain_contains(except, x, values, end)?;
    }
    Ok(found)
}

fn plain_contains_item(item: &Item, x: i128, values: &[i128], end: Option<i128>) -> Result<bool, NoValue> {
    Ok(match item {
        Item::One(y) => plain_expr(y, values)? == x,
        Item::Range { .. } => {
            let set = Set { items: vec![item.clone()], except: vec![] };
            plain_members(&set, values, end.unwrap_or(x))?.contains(&x)
        }
        Item::Powers(b) => {
            let b = plain_expr(b, values)?;
            if b < 0 {
                return Err(NoValue);
            }
            x == 1 || b > 1 && (1..40).any(|e| b.checked_pow(e) == Some(x))
        }
        Item::Squares => x > 0 && (1..).take_while(|r| r * r <= x).any(|r| r * r == x),
        Item::Fibonacci => {
            let (mut a, mut b) = (1, 2);
            while a < x {
                (a, b) = (b, a + b);
            }
            a == x
        }
        Item::Primes => x > 1 && (2..).take_while(|d| d * d <= x).all(|d| x % d != 0),
        Item::Odds => x > 0 && x % 2 == 1,
        Item::Evens => x > 0 && x % 2 == 0,
        Item::Divisors(y) => {
            let y = plain_expr(y, values)?;
            x > 0 && y != 0 && y % x == 0
        }
        Item::Nested(set) => plain_contains(set, x, values, end)?,
    })
}

fn plain_cond(cond: &Cond, values: &[i128]) -> Result<bool, NoValue> {
    Ok(match cond {
        Cond::All(conds) => {
            for cond in conds {
                if !plain_cond(cond, values)? {
                    return Ok(false);
                }
            }
            true
        }
        Cond::Any(conds) => {
            for cond in conds {
                if plain_cond(cond, values)? {
                    return Ok(true);
                }
            }
            false
        }
        Cond::Not(cond) => !plain_cond(cond, values)?,
        Cond::Compare(a, relation, b) => {
            let (a, b) = (plain_expr(a, values)?, plain_expr(b, values)?);
            match relation {
                Relation::Equal => a == b,
                Relation::NotEqual => a != b,
                Relation::Less => a < b,
                Relation::LessEqual => a <= b,
                Relation::Greater => a > b,
                Relation::GreaterEqual => a >= b,
                Relation::Divides => a == 0 && b == 0 || a != 0 && b % a == 0,
            }
        }
        Cond::In(x, set) => plain_contains(set, plain_expr(x, values)?, values, None)?,
    })
}

fn plain_expr(expr: &Expr, values: &[i128]) -> Result<i128, NoValue> {
    Ok(match expr {
        Expr::Constant(c) => i128::try_from(c.clone()).map_err(|_| NoValue)?,
        Expr::Variable(v) => values[*v],
        Expr::Negative(x) => -plain_expr(x, values)?,
        Expr::Binary(operator, a, b) => {
            let (a, b) = (plain_expr(a, values)?, plain_expr(b, values)?);
            match operator {
                Operator::Add => a.checked_add(b).ok_or(NoValue)?,
                Operator::Subtract => a.checked_sub(b).ok_or(NoValue)?,
                Operator::Multiply => a.checked_mul(b).ok_or(NoValue)?,
                Operator::Divide | Operator::Remainder if b == 0 => return Err(NoValue),
                Operator::Divide => a / b - i128::from(a % b != 0 && (a < 0) != (b < 0)),
                Operator::Remainder => a.rem_euclid(b),
                Operator::Power => {
                    let e = u32::try_from(b).map_err(|_| NoValue)?;
                    a.checked_pow(e).ok_or(NoValue)?
                }
            }
        }
        Expr::Call(function, arguments) => {
            let x: Vec<i128> = arguments.iter().map(|a| plain_expr(a, values)).collect::<Result<_, _>>()?;
            let natural = || if x[0] < 0 { Err(NoValue) } else { Ok(x[0]) };
            match function {
                Function::Min => *x.iter().min().ok_or(NoValue)?,
                Function::Max => *x.iter().max().ok_or(NoValue)?,
                Function::Gcd => {
                    let largest = x.iter().map(|v| v.abs()).max().ok_or(NoValue)?;
                    if largest > 100_000 {
                        return Err(NoValue);
                    }
                    (1..=largest).rev().find(|d| x.iter().all(|v| v % d == 0)).unwrap_or(0)
                }
                Function::Xor => x.iter().fold(0, |a, b| a ^ b),
                Function::BitAnd => x.iter().fold(-1, |a, b| a & b),
                Function::BitOr => x.iter().fold(0, |a, b| a | b),
                Function::IntegerSquareRoot => {
                    let n = natural()?;
                    if n > 1_000_000 {
                        return Err(NoValue);
                    }
                    (0..).take_while(|r| r * r <= n).last().unwrap_or(0)
                }
                Function::Log2 if x[0] < 1 => return Err(NoValue),
                Function::Log2 => i128::from(127 - x[0].leading_zeros()),
                Function::PopCount => i128::from(natural()?.count_ones()),
                Function::Absolute => x[0].abs(),
                Function::LowBit => x[0] & -x[0],
                Function::TwoAdicOrder if x[0] == 0 => return Err(NoValue),
                Function::TwoAdicOrder => i128::from(x[0].trailing_zeros()),
                Function::BitLength => i128::from(128 - natural()?.leading_zeros()),
                Function::Mex => (0..).find(|m| !x.contains(m)).unwrap_or(0),
                // of claims only
                Function::FloorSurd(_) | Function::SmallestPart(_) => return Err(NoValue),
            }
        }
    })
}

/// A component: handed over to Nim, or not.
pub type PlainPlace = (bool, Vec<u64>);

/// A rule as [`Rules`], by the plain meaning; a place without value has no options here.
#[derive(Debug)]
pub struct PlainRules<'a>(pub &'a Rule);

impl Rules for PlainRules<'_> {
    type Position = PlainPlace;

    fn options(&self, (away, place): &PlainPlace, visit: &mut Visitor<'_, PlainPlace>) -> ControlFlow<()> {
        if *away {
            return (0..place[0]).try_for_each(|n| visit(&[(true, vec![n])]));
        }
        plain_options(self.0, place).unwrap_or_default().iter().try_for_each(|option| visit(option))
    }
}

/// Grundy values by recursion; `None` if a place reached has no value or the sum of coordinates does not decrease.
pub fn plain_value(rule: &Rule, place: &PlainPlace, known: &mut BTreeMap<PlainPlace, Option<u64>>) -> Option<u64> {
    if place.0 {
        return Some(place.1[0]);
    }
    if let Some(value) = known.get(place) {
        return *value;
    }
    let mut values = Some(Vec::new());
    for option in plain_options(rule, &place.1).map_err(|_| ()).unwrap_or_else(|()| {
        values = None;
        BTreeSet::new()
    }) {
        let mut total = Some(0);
        for part in &option {
            let smaller = part.0 || part.1.iter().sum::<u64>() < place.1.iter().sum();
            let value = if smaller { plain_value(rule, part, known) } else { None };
            total = total.zip(value).map(|(a, b)| a ^ b);
        }
        match (total, &mut values) {
            (Some(total), Some(values)) => values.push(total),
            _ => values = None,
        }
    }
    let value = values.map(grundy_core::mex);
    known.insert(place.clone(), value);
    value
}

/// Does the player to move win the sum in misère play? By recursion over sorted lists.
pub fn plain_misere<R: Rules>(rules: &R, sum: Vec<R::Position>, known: &mut BTreeMap<Vec<R::Position>, bool>) -> bool
where
    R::Position: Ord,
{
    if let Some(next) = known.get(&sum) {
        return *next;
    }
    let (mut any, mut next) = (false, false);
    for (i, component) in sum.iter().enumerate() {
        let mut options = Vec::new();
        let _ = rules.options(component, &mut |parts| {
            options.push(parts.to_vec());
            ControlFlow::Continue(())
        });
        for option in options {
            any = true;
            let mut left = sum.clone();
            left.remove(i);
            left.extend(option);
            left.sort();
            next = next || !plain_misere(rules, left, known);
        }
    }
    let wins = next || !any;
    known.insert(sum, wins);
    wins
}
