//! Components that occur twice cancel.
//!
//! G + G = 0 for every game G (Tweedledum and Tweedledee: do to one what was done to the other). So a claim about a sum
//! with pairs of equal components is a claim about the rest: `grundy(a,a,b)` has the value of `grundy(b)`. A variable that
//! occurs only in such pairs no longer matters, unless the claim mentions it.

use grundy_core::{Convention, Nat, Theorem, number::to_u64};

use super::{ClaimQuestion, Coordinate, Subject, Summand};
use crate::game::{Game, Kind};
use crate::rule::ir::{Cond, Expr, Item, Set};
use crate::rule::measure::{Termination, termination};
use crate::statement::{Claim, Statement};

/// G + G = 0.
pub(super) static PAIRS: Theorem = Theorem {
    id: "tweedledum-tweedledee",
    statement: "Tweedledum and Tweedledee: two equal components cancel, for the second player does to one what was done to the other",
    chinese: "成对抵消：两个相等的分量抵消，因为后手可在另一个上照做",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 1982",
};

/// Is it known that every play of the game ends? Otherwise imitation may go on for ever.
pub(super) fn ends(game: &Game) -> bool {
    match game.kind() {
        Kind::Rule(rule) => matches!(termination(rule), Termination::Proved(_)),
        Kind::Take(..) | Kind::Code(_) => true,
        Kind::Other(rules) => rules.ends(),
        Kind::Refused(_) => false,
    }
}

/// A question without pairs.
#[derive(Debug)]
pub(super) struct Reduced {
    pub(super) question: ClaimQuestion,
    /// The old number of each variable that is left.
    kept: Vec<usize>,
    /// How many variables there were.
    all: usize,
}

impl Reduced {
    /// The question without components that cancel; `None` if there are none, or in misère play.
    pub(super) fn of(question: &ClaimQuestion) -> Option<Reduced> {
        let subject = &question.subject;
        if subject.convention == Convention::Misere || !subject.summands.iter().all(|s| ends(&s.game)) {
            return None;
        }
        let mut left: Vec<Summand> = Vec::new();
        for summand in &subject.summands {
            if &summand.copies % 2u8 == 0 {
                continue;
            }
            let single = Summand { copies: Nat::ONE, ..summand.clone() };
            match left.iter().position(|s| s.game == single.game && s.place == single.place) {
                Some(twin) => drop(left.remove(twin)),
                None => left.push(single),
            }
        }
        let copies = subject.summands.iter().all(|s| s.copies == Nat::ONE);
        if copies && left.len() == subject.summands.len() {
            return None;
        }
        let all = subject.variables.len();
        let mut used = vec![false; all];
        variables_of(&question.claim, &mut used)?;
        let places = left.iter().flat_map(|s| &s.place);
        for coordinate in places {
            if let Coordinate::Variable(v) = coordinate {
                *used.get_mut(*v)? = true;
            }
        }
        let kept: Vec<usize> = (0..all).filter(|v| used[*v]).collect();
        // quantified variables are numbered behind those of the subject
        let number = |v: usize| match kept.iter().position(|k| *k == v) {
            Some(new) => new,
            None => v - all.min(v) + kept.len(),
        };
        for summand in &mut left {
            for coordinate in &mut summand.place {
                if let Coordinate::Variable(v) = coordinate {
                    *v = number(*v);
                }
            }
        }
        let subject = Subject {
            convention: subject.convention,
            summands: left,
            variables: kept.iter().map(|v| subject.variables[*v].clone()).collect(),
            query: subject.query.clone(),
        };
        let claim = renamed(&question.claim, &number);
        Some(Reduced { question: ClaimQuestion { subject, claim, text: question.text.clone() }, kept, all })
    }

    /// The values of all variables, from the coordinates of what is left; what is gone is 0. `None`: the claim speaks of
    /// variables that stand nowhere any more.
    pub(super) fn lifted(&self, coordinates: &[Nat]) -> Option<Vec<u64>> {
        let mut lifted = vec![0; self.all];
        let mut known = vec![false; self.kept.len()];
        let places = self.question.subject.summands.iter().flat_map(|s| &s.place);
        for (place, coordinate) in places.zip(coordinates) {
            if let Coordinate::Variable(v) = place {
                lifted[self.kept[*v]] = to_u64(coordinate)?;
                known[*v] = true;
            }
        }
        known.iter().all(|k| *k).then_some(lifted)
    }
}

/// Marks the variables of the subject that a claim speaks of.
fn variables_of(claim: &Claim, used: &mut [bool]) -> Option<()> {
    let mut see = |v: usize| {
        if let Some(used) = used.get_mut(v) {
            *used = true;
        }
        v
    };
    let seen = std::cell::RefCell::new(&mut see);
    match claim {
        // a period is one of one heap
        Claim::Period { .. } => None,
        other => {
            renamed(other, &|v| (seen.borrow_mut())(v));
            Some(())
        }
    }
}

fn renamed(claim: &Claim, number: &dyn Fn(usize) -> usize) -> Claim {
    match claim {
        Claim::Previous(statement) => Claim::Previous(of_statement(statement, number)),
        Claim::Value(cases) => {
            let case = |(cond, expr): &(Option<Statement>, Expr)| {
                (cond.as_ref().map(|c| of_statement(c, number)), of_expr(expr, number))
            };
            Claim::Value(cases.iter().map(case).collect())
        }
        Claim::Period { .. } => claim.clone(),
    }
}

fn of_statement(statement: &Statement, number: &dyn Fn(usize) -> usize) -> Statement {
    let list = |all: &[Statement]| all.iter().map(|s| of_statement(s, number)).collect();
    match statement {
        Statement::Is(cond) => Statement::Is(of_cond(cond, number)),
        Statement::All(all) => Statement::All(list(all)),
        Statement::Any(any) => Statement::Any(list(any)),
        Statement::Not(inner) => Statement::Not(Box::new(of_statement(inner, number))),
        Statement::Exists(v, name, inner) => {
            Statement::Exists(number(*v), name.clone(), Box::new(of_statement(inner, number)))
        }
        Statement::ForAll(v, name, inner) => {
            Statement::ForAll(number(*v), name.clone(), Box::new(of_statement(inner, number)))
        }
    }
}

fn of_cond(cond: &Cond, number: &dyn Fn(usize) -> usize) -> Cond {
    let list = |all: &[Cond]| all.iter().map(|c| of_cond(c, number)).collect();
    match cond {
        Cond::All(all) => Cond::All(list(all)),
        Cond::Any(any) => Cond::Any(list(any)),
        Cond::Not(inner) => Cond::Not(Box::new(of_cond(inner, number))),
        Cond::Compare(a, relation, b) => Cond::Compare(of_expr(a, number), *relation, of_expr(b, number)),
        Cond::In(e, set) => Cond::In(of_expr(e, number), of_set(set, number)),
    }
}

fn of_set(set: &Set, number: &dyn Fn(usize) -> usize) -> Set {
    let item = |item: &Item| match item {
        Item::One(e) => Item::One(of_expr(e, number)),
        Item::Range { from, to, step } => Item::Range {
            from: of_expr(from, number),
            to: to.as_ref().map(|to| of_expr(to, number)),
            step: of_expr(step, number),
        },
        Item::Powers(e) => Item::Powers(of_expr(e, number)),
        Item::Divisors(e) => Item::Divisors(of_expr(e, number)),
        Item::Nested(set) => Item::Nested(Box::new(of_set(set, number))),
        Item::Squares => Item::Squares,
        Item::Fibonacci => Item::Fibonacci,
        Item::Primes => Item::Primes,
        Item::Odds => Item::Odds,
        Item::Evens => Item::Evens,
    };
    Set { items: set.items.iter().map(item).collect(), except: set.except.iter().map(|s| of_set(s, number)).collect() }
}

fn of_expr(expr: &Expr, number: &dyn Fn(usize) -> usize) -> Expr {
    match expr {
        Expr::Constant(c) => Expr::Constant(c.clone()),
        Expr::Variable(v) => Expr::Variable(number(*v)),
        Expr::Negative(e) => Expr::Negative(Box::new(of_expr(e, number))),
        Expr::Binary(operator, a, b) => {
            Expr::Binary(*operator, Box::new(of_expr(a, number)), Box::new(of_expr(b, number)))
        }
        Expr::Call(function, all) => Expr::Call(*function, all.iter().map(|e| of_expr(e, number)).collect()),
    }
}
