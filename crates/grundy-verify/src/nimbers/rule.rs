//! Rules in braces: what a position may become.
//!
//! ```text
//! {(a,b) -> (a-k,b) for k in {1..} if k < b; (a-1,b-1)&(0,b)}
//! ```
//!
//! A way to move has loops, conditions and parts. Loops are entered from the first to the last; a condition is tested as soon
//! as all its variables are bound, and what it excludes is not evaluated. A way with a negative coordinate is no move. `1..` and
//! named sets, which hold positive numbers, end in a loop at the size of the position, the sum of its coordinates; behind the
//! `in` of a condition they have no end.
//!
//! What has no value, such as a division by zero, and what is beyond 2^127 is unknown. `and` and `or` are known where one side
//! decides; a way is no move where one coordinate is known to be negative. Everything else unknown refuses the certificate.
//!
//! Cost: a step a member of each loop's set.

mod number;
mod read;

use super::claims::{Play, Sum, cancelled};
use crate::text::{malformed, number as natural};
use crate::{Meter, Refusal};
use number::{Function, Operator, Relation, call, operate, relate};

/// A rule.
#[derive(Debug)]
pub(super) struct Rule {
    arity: usize,
    ways: Vec<Way>,
}

/// A way to move: variables are numbers, the coordinates first, then those of the loops.
#[derive(Debug)]
struct Way {
    loops: Vec<Set>,
    /// With the number of loops that bind all variables.
    conditions: Vec<(usize, Condition)>,
    parts: Vec<Vec<Expression>>,
}

#[derive(Debug)]
struct Set {
    items: Vec<Item>,
    except: Vec<Set>,
}

#[derive(Debug)]
enum Item {
    One(Expression),
    /// From, to and step; where nothing is said of `to`, a loop ends at the size of the position and a condition nowhere.
    Range(Expression, Option<Expression>, Expression),
    Powers(Expression),
    Divisors(Expression),
    Named(Named),
    Set(Set),
}

/// Sets of positive numbers.
#[derive(Debug, Clone, Copy)]
enum Named {
    Squares,
    Fibonacci,
    Primes,
    Odds,
    Evens,
}

#[derive(Debug)]
enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    Compare(Expression, Relation, Expression),
    In(Expression, Set),
}

#[derive(Debug)]
enum Expression {
    Number(i128),
    Variable(usize),
    Negative(Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
    Call(Function, Vec<Expression>),
}

/// Why the moves of a position cannot be told.
enum Unclear {
    Unknown,
    Refused(Refusal),
}

impl From<Refusal> for Unclear {
    fn from(refusal: Refusal) -> Unclear {
        Unclear::Refused(refusal)
    }
}

impl Expression {
    /// The value, if it has one that is small enough.
    fn value(&self, variables: &[i128]) -> Option<i128> {
        match self {
            Expression::Number(n) => Some(*n),
            Expression::Variable(v) => variables.get(*v).copied(),
            Expression::Negative(x) => x.value(variables)?.checked_neg(),
            Expression::Binary(operator, a, b) => operate(*operator, a.value(variables)?, b.value(variables)?),
            Expression::Call(function, arguments) => {
                let arguments: Option<Vec<i128>> = arguments.iter().map(|a| a.value(variables)).collect();
                call(*function, &arguments?)
            }
        }
    }
}

/// What a walk over the loops knows.
struct Walk<'a, 'm> {
    arity: usize,
    way: &'a Way,
    variables: Vec<i128>,
    size: i128,
    /// Is a condition of the loops that are entered unknown?
    unknown: bool,
    meter: &'a mut Meter<'m>,
    found: &'a mut Vec<Sum<Vec<u64>>>,
}

/// Is it in the set? Unknown for primes that are too large to try all divisors.
fn contains_named(set: Named, n: i128) -> Option<bool> {
    if n < 1 {
        return Some(false);
    }
    Some(match set {
        Named::Squares => number::root(n).pow(2) == n,
        Named::Odds => n % 2 == 1,
        Named::Evens => n % 2 == 0,
        Named::Primes if n >= 1 << 32 => return None,
        Named::Primes => n > 1 && (2..=number::root(n)).all(|d| n % d != 0),
        Named::Fibonacci => {
            let (mut this, mut next) = (1i128, 2i128);
            while this < n {
                (this, next) = (next, this.checked_add(next)?);
            }
            this == n
        }
    })
}

impl Walk<'_, '_> {
    /// Tests the conditions that are bound now, and goes on. One that is unknown matters only where a member is left in the
    /// end that no condition excludes.
    fn enter(&mut self, depth: usize, mut unknown: bool) -> Result<(), Unclear> {
        for (_, condition) in self.way.conditions.iter().filter(|(bound, _)| *bound == depth) {
            match self.holds(condition) {
                Some(false) => return Ok(()),
                Some(true) => {}
                None => unknown = true,
            }
        }
        match self.way.loops.get(depth) {
            Some(set) => {
                let before = std::mem::replace(&mut self.unknown, unknown);
                let done = self.each(set, &[], depth);
                self.unknown = before;
                done
            }
            None if unknown => Err(Unclear::Unknown),
            None => self.offer(),
        }
    }

    /// Enters the next loop with each member.
    fn each(&mut self, set: &Set, without: &[&Set], depth: usize) -> Result<(), Unclear> {
        let without: Vec<&Set> = without.iter().copied().chain(&set.except).collect();
        let value = |walk: &Self, e: &Expression| e.value(&walk.variables).ok_or(Unclear::Unknown);
        for item in &set.items {
            match item {
                Item::One(e) => {
                    let member = value(self, e)?;
                    self.member(member, &without, depth)?;
                }
                Item::Range(from, to, step) => {
                    let (mut member, step) = (value(self, from)?, value(self, step)?);
                    let to = to.as_ref().map_or(Ok(self.size), |to| value(self, to))?;
                    if step < 1 {
                        return Err(Unclear::Unknown);
                    }
                    while member <= to {
                        self.member(member, &without, depth)?;
                        let Some(next) = member.checked_add(step) else { break };
                        member = next;
                    }
                }
                Item::Powers(base) => {
                    let base = value(self, base)?;
                    if base < 0 {
                        return Err(Unclear::Unknown);
                    }
                    let mut member = 1;
                    while member <= self.size {
                        self.member(member, &without, depth)?;
                        if base < 2 {
                            break;
                        }
                        // what overflows is larger
                        let Some(next) = member.checked_mul(base) else { break };
                        member = next;
                    }
                }
                Item::Divisors(of) => {
                    let of = value(self, of)?.checked_abs().ok_or(Unclear::Unknown)?;
                    let root = if of > 0 { number::root(of) } else { 0 };
                    for divisor in 1..=root {
                        self.meter.spend(4)?;
                        if of % divisor == 0 {
                            self.member(divisor, &without, depth)?;
                            if divisor != of / divisor {
                                self.member(of / divisor, &without, depth)?;
                            }
                        }
                    }
                }
                Item::Named(set) => self.each_named(*set, &without, depth)?,
                Item::Set(set) => self.each(set, &without, depth)?,
            }
        }
        Ok(())
    }

    /// Enters the next loop with each member of a named set up to the size.
    fn each_named(&mut self, set: Named, without: &[&Set], depth: usize) -> Result<(), Unclear> {
        let (mut this, mut next, mut root) = (1, 2, 1);
        while this <= self.size {
            match set {
                Named::Primes => {
                    self.meter.spend(4 + number::root(this).unsigned_abs() as u64)?;
                    if contains_named(set, this).ok_or(Unclear::Unknown)? {
                        self.member(this, without, depth)?;
                    }
                    this += 1;
                    continue;
                }
                Named::Evens if this == self.size => {}
                Named::Evens => self.member(this + 1, without, depth)?,
                Named::Squares | Named::Fibonacci | Named::Odds => self.member(this, without, depth)?,
            }
            root += 1;
            (this, next) = match set {
                Named::Fibonacci => (next, this + next),
                Named::Squares => (root * root, next),
                _ => (this + 2, next),
            };
        }
        Ok(())
    }

    fn member(&mut self, member: i128, without: &[&Set], depth: usize) -> Result<(), Unclear> {
        self.meter.spend(16)?;
        for set in without {
            if self.contains(set, member, Some(self.size)).ok_or(Unclear::Unknown)? {
                return Ok(());
            }
        }
        self.variables.truncate(self.arity + depth);
        self.variables.push(member);
        self.enter(depth + 1, self.unknown)?;
        self.variables.truncate(self.arity + depth);
        Ok(())
    }

    fn holds(&self, condition: &Condition) -> Option<bool> {
        let decided = |all: &[Condition], wanted: bool| {
            let mut unknown = false;
            for one in all {
                match self.holds(one) {
                    Some(found) if found == wanted => return Some(wanted),
                    Some(_) => {}
                    None => unknown = true,
                }
            }
            (!unknown).then_some(!wanted)
        };
        match condition {
            Condition::All(all) => decided(all, false),
            Condition::Any(any) => decided(any, true),
            Condition::Not(not) => Some(!self.holds(not)?),
            Condition::Compare(a, relation, b) => {
                Some(relate(*relation, a.value(&self.variables)?, b.value(&self.variables)?))
            }
            Condition::In(x, set) => self.contains(set, x.value(&self.variables)?, None),
        }
    }

    /// Open ranges end at `end`, if it is given.
    fn contains(&self, set: &Set, member: i128, end: Option<i128>) -> Option<bool> {
        let mut found = false;
        for item in &set.items {
            found |= self.item_contains(item, member, end)?;
        }
        for except in &set.except {
            found &= !self.contains(except, member, end)?;
        }
        Some(found)
    }

    fn item_contains(&self, item: &Item, member: i128, end: Option<i128>) -> Option<bool> {
        let value = |e: &Expression| e.value(&self.variables);
        Some(match item {
            Item::One(e) => value(e)? == member,
            Item::Range(from, to, step) => {
                let (from, step) = (value(from)?, value(step)?);
                let to = to.as_ref().map_or(Some(end.unwrap_or(member)), value)?;
                if step < 1 {
                    return None;
                }
                (from..=to).contains(&member) && member.checked_sub(from)? % step == 0
            }
            Item::Powers(base) => {
                let base = value(base)?;
                if base < 0 {
                    return None;
                }
                let mut rest = member;
                while base > 1 && rest > 1 && rest % base == 0 {
                    rest /= base;
                }
                rest == 1
            }
            Item::Divisors(of) => {
                let of = value(of)?;
                of != 0 && member > 0 && of % member == 0
            }
            Item::Named(set) => contains_named(*set, member)?,
            Item::Set(set) => self.contains(set, member, end)?,
        })
    }

    fn offer(&mut self) -> Result<(), Unclear> {
        self.meter.spend(32)?;
        let (mut parts, mut unknown) = (Vec::with_capacity(self.way.parts.len()), false);
        for part in &self.way.parts {
            let mut place = Vec::with_capacity(part.len());
            for coordinate in part {
                match coordinate.value(&self.variables) {
                    Some(n) if n < 0 => return Ok(()),
                    Some(n) => place.push(u64::try_from(n).map_err(|_| Unclear::Unknown)?),
                    None => unknown = true,
                }
            }
            parts.push(place);
        }
        if unknown {
            return Err(Unclear::Unknown);
        }
        self.meter.reserve(64)?;
        self.found.push(cancelled(parts));
        Ok(())
    }
}

impl Play for Rule {
    type Part = Vec<u64>;

    fn position(&self, word: &str) -> Result<Vec<Vec<u64>>, String> {
        let numbers: Option<Vec<u64>> = word.split(',').map(natural).collect();
        match numbers.filter(|numbers| numbers.len() == self.arity) {
            Some(numbers) => Ok(vec![numbers]),
            None => Err(format!("a place of {} numbers with commas between", self.arity)),
        }
    }

    fn moves(&self, place: &Vec<u64>, meter: &mut Meter<'_>) -> Result<Vec<Sum<Vec<u64>>>, Refusal> {
        let mut found = Vec::new();
        let before = meter.bytes;
        let variables: Vec<i128> = place.iter().map(|&n| n.into()).collect();
        let size = variables.iter().sum();
        for way in &self.ways {
            let (variables, found) = (variables.clone(), &mut found);
            let mut walk = Walk { arity: self.arity, way, variables, size, unknown: false, meter: &mut *meter, found };
            match walk.enter(0, false) {
                Ok(()) => {}
                Err(Unclear::Refused(refusal)) => return Err(refusal),
                Err(Unclear::Unknown) => {
                    let reason = format!("a move from {place:?} has no value, or numbers that are not checked");
                    return Err(malformed(0, reason));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        // the list lives as long as its line is checked
        meter.bytes = before;
        Ok(found)
    }
}

#[cfg(test)]
mod tests;
