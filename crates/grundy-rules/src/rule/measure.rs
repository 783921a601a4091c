//! Does the play end? A measure that gets smaller with every move says so.
//!
//! `{(n,q) -> (n-j,2*j) for j in 1..q}`: the sum may rise (from (2,2) to (1,2) it falls, from (9,4) to (5,8) it
//! does not), but read from left to right the first coordinate always falls. A measure with natural values that
//! falls with every part of every move ends every play (well-foundedness of ℕ and of its lexicographic powers).
//!
//! What is shown symbolically holds for all positions; what fails at a concrete small position is refuted by
//! it; anything else has to be checked while running. Reference: Floyd, *Assigning Meanings to Programs*, 1967.

use std::ops::ControlFlow;

use grundy_automata::linear::{Linear, Work};
use grundy_core::{Budget, Context, Int, Nat};

use super::alone::{self, Env};
use super::eval::Prepared;
use super::ir::{Expr, Rule};
use super::piece::Piece;
use super::pieces::pieces_of_alternative;
use super::trouble::Trouble;
use super::valued::rule_may_fail;
use crate::place::Place;

/// What gets smaller.
#[derive(Debug, Clone, PartialEq)]
pub enum Measure {
    /// The sum of the coordinates.
    Sum,
    /// The coordinates from left to right.
    Lexicographic,
    /// The sum of the coordinates; where it stays, the coordinates from left to right.
    SumThenLexicographic,
    /// What stands behind `by`, from left to right.
    Declared(Vec<Expr>),
}

/// Whether every play ends. A part handed over to another game needs no measure: games use earlier names only, so the play
/// cannot come back.
#[derive(Debug, Clone, PartialEq)]
pub enum Termination {
    /// Proved for all positions.
    Proved(Measure),
    /// A move from a small position does not get smaller in any measure that was tried: every move has to be checked while
    /// running, for a question may never reach that position.
    Refuted {
        /// Which alternative has such a move.
        alternative: usize,
        /// From where.
        from: Place,
        /// The move, in words: `from 3 to 4 by n+1`.
        message: String,
    },
    /// Neither proved nor refuted: every move has to be checked while running.
    Running,
    /// The rule says `loopy`.
    Loopy,
}

/// Work allowed for one rule.
const WORK: u64 = 200_000;

/// Steps of the search for a witness.
const STEPS: u64 = 200_000;

/// Finds a measure, or a move that none of those tried makes smaller.
///
/// Tried are the sum of the coordinates, the lexicographic order, and both one after the other; with `by`, that alone. Cost: some hundred
/// microseconds where a proof is found, some milliseconds otherwise.
#[must_use]
pub fn termination(rule: &Rule) -> Termination {
    if rule.loopy {
        return Termination::Loopy;
    }
    let mut work = Work::new(WORK);
    let pieces = all_pieces(rule, &mut work);
    let measures = match &rule.measure {
        Some(by) => vec![Measure::Declared(by.clone())],
        None if rule.arity == 1 => vec![Measure::Sum],
        None => vec![Measure::Sum, Measure::Lexicographic, Measure::SumThenLexicographic],
    };
    if let Some(pieces) = pieces {
        for measure in &measures {
            if pieces.iter().all(|piece| falls(rule, piece, measure, &mut work)) {
                return Termination::Proved(measure.clone());
            }
        }
    }
    refute(rule, &measures).unwrap_or(Termination::Running)
}

fn all_pieces(rule: &Rule, work: &mut Work) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    for alternative in 0..rule.alternatives.len() {
        let more = pieces_of_alternative(rule, alternative, work)
            .or_else(|| pieces_of_alternative(&without_huge_guards(rule, alternative)?, 0, work))?;
        pieces.extend(more.pieces);
    }
    Some(pieces)
}

/// The first of these that is proved to get smaller with every move.
pub(super) fn first_that_falls(rule: &Rule, measures: impl IntoIterator<Item = Expr>) -> Option<Expr> {
    let mut work = Work::new(WORK);
    let pieces = all_pieces(rule, &mut work)?;
    measures.into_iter().find(|measure| {
        let declared = Measure::Declared(vec![measure.clone()]);
        pieces.iter().all(|piece| falls(rule, piece, &declared, &mut Work::new(WORK)))
    })
}

/// Is the bound of a position always more than those of the parts together that a move makes of it, all of its own game?
#[must_use]
pub fn bounds_every_move(rule: &Rule, bound: &Expr) -> bool {
    // what has no value is an error, and so is what leads there
    if rule.loopy || rule_may_fail(rule) {
        return false;
    }
    let mut work = Work::new(WORK);
    let (Some(pieces), Some(form)) = (all_pieces(rule, &mut work), linear_form(bound, rule.arity, 0)) else {
        return false;
    };
    pieces.iter().all(|piece| {
        let parts =
            own_parts(piece).try_fold(Linear::default(), |sum, first| sum.plus(&form.renamed(&|v| Some(first + v))?));
        let gap = parts.and_then(|parts| form.minus(&parts)?.shifted(-1));
        piece.shape.iter().all(|(game, _)| game.is_none()) && gap.is_some_and(|gap| piece.always(&gap, &mut work))
    })
}

/// The number that an expression without variables is.
#[must_use]
pub fn constant(expr: &Expr) -> Option<Int> {
    if expr.holds_variable(&|_| true) { None } else { alone::evaluated(expr, &[]).ok() }
}

/// One alternative without the guards that name numbers beyond 2^63, which no piece holds; `None`: there are none. Such a
/// rule has more moves, so what is proved to end does so with the guards as well.
fn without_huge_guards(rule: &Rule, alternative: usize) -> Option<Rule> {
    let mut more = rule.alternatives.get(alternative)?.clone();
    more.guards.retain(|guard| {
        let mut huge = false;
        guard.cond.each_expr(&mut |expr| {
            huge |= expr.any(&|x| constant(x).is_some_and(|c| i64::try_from(c).is_err()));
        });
        !huge
    });
    let fewer = more.guards.len() < rule.alternatives[alternative].guards.len();
    fewer.then(|| Rule { alternatives: vec![more], ..rule.clone() })
}

/// Proves that no part of the rule's own game has a larger coordinate of this number than its origin.
#[must_use]
pub fn never_increases(rule: &Rule, coordinate: usize) -> bool {
    let mut work = Work::new(WORK);
    coordinate < rule.arity
        && (0..rule.alternatives.len()).all(|alternative| {
            pieces_of_alternative(rule, alternative, &mut work).is_some_and(|pieces| {
                pieces.pieces.iter().all(|piece| {
                    own_parts(piece).all(|first| {
                        let gap = Linear::variable(coordinate).minus(&Linear::variable(first + coordinate));
                        gap.is_some_and(|gap| piece.always(&gap, &mut work))
                    })
                })
            })
        })
}

/// The first variable of each part of the own game.
fn own_parts(piece: &Piece) -> impl Iterator<Item = usize> + '_ {
    let parts = piece.shape.iter().scan(piece.arity, |next, &(game, width)| {
        let first = *next;
        *next += width;
        Some((game, first))
    });
    parts.filter(|part| part.0.is_none()).map(|part| part.1)
}

fn sum(first: usize, width: usize) -> Option<Linear> {
    (first..first + width).try_fold(Linear::default(), |sum, v| sum.plus(&Linear::variable(v)))
}

fn sum_falls(piece: &Piece, first: usize, width: usize, work: &mut Work) -> bool {
    let gap = sum(0, piece.arity).zip(sum(first, width)).and_then(|(from, to)| from.minus(&to)?.shifted(-1));
    gap.is_some_and(|gap| piece.always(&gap, work))
}

/// Proves that all own parts of the piece are smaller in the measure.
fn falls(rule: &Rule, piece: &Piece, measure: &Measure, work: &mut Work) -> bool {
    let arity = piece.arity;
    own_parts(piece).all(|first| match measure {
        Measure::Sum => sum_falls(piece, first, arity, work),
        Measure::Lexicographic | Measure::SumThenLexicographic => {
            let forms = |first: usize| -> Option<Vec<Linear>> {
                let coordinates = (first..first + arity).map(Linear::variable);
                let total = (*measure == Measure::SumThenLexicographic).then(|| sum(first, arity));
                total.into_iter().chain(coordinates.map(Some)).collect()
            };
            let forms = forms(0).zip(forms(first));
            forms.is_some_and(|(from, to)| falls_lexicographically(piece, &from, &to, work))
        }
        Measure::Declared(by) => {
            let from: Option<Vec<_>> = by.iter().map(|e| linear_form(e, rule.arity, 0)).collect();
            let Some(from) = from else { return false };
            let to: Option<Vec<_>> = from.iter().map(|f| f.renamed(&|v| Some(first + v))).collect();
            to.is_some_and(|to| {
                // what every move leaves is natural, so that only the first place may be below 0
                let natural = |(from, to): (&Linear, &Linear)| is_natural(from) || piece.always(to, work);
                from.iter().zip(&to).all(natural) && falls_lexicographically(piece, &from, &to, work)
            })
        }
    })
}

/// Proves to < from: wherever all before are equal, the next does not rise, and somewhere it falls.
fn falls_lexicographically(piece: &Piece, from: &[Linear], to: &[Linear], work: &mut Work) -> bool {
    let mut level = piece.clone();
    for (from, to) in from.iter().zip(to) {
        let Some(gap) = from.minus(to) else { return false };
        if !level.always(&gap, work) {
            return false;
        }
        level.system.equal.push(gap);
        if level.infeasible(work) {
            return true;
        }
    }
    false
}

/// Is it never negative, because no coefficient is?
fn is_natural(form: &Linear) -> bool {
    form.constant_term() >= 0 && form.terms().all(|(_, c)| c > 0)
}

/// The expression as a linear form in the coordinates.
#[must_use]
pub fn linear_form(e: &Expr, arity: usize, depth: usize) -> Option<Linear> {
    use grundy_notation::ast::Operator;
    if depth > 256 {
        return None;
    }
    match e {
        Expr::Constant(c) => Some(Linear::constant(i64::try_from(c).ok()?)),
        Expr::Variable(v) => (*v < arity).then(|| Linear::variable(*v)),
        Expr::Negative(a) => linear_form(a, arity, depth + 1)?.scaled(-1),
        Expr::Binary(operator, a, b) => {
            let (a, b) = (linear_form(a, arity, depth + 1)?, linear_form(b, arity, depth + 1)?);
            match operator {
                Operator::Add => a.plus(&b),
                Operator::Subtract => a.minus(&b),
                Operator::Multiply => match (a.value(), b.value()) {
                    (Some(c), _) => b.scaled(c),
                    (_, Some(c)) => a.scaled(c),
                    _ => None,
                },
                Operator::Power => {
                    let power = a.value()?.checked_pow(u32::try_from(b.value()?).ok()?)?;
                    Some(Linear::constant(power))
                }
                Operator::Divide | Operator::Remainder => None,
            }
        }
        Expr::Call(..) => None,
    }
}

/// A move that does not get smaller, with the position that it leaves.
#[derive(Debug, Clone)]
struct Found {
    alternative: usize,
    from: Place,
    to: Vec<Place>,
}

/// Looks through small positions for moves that refute every measure. What has no value is passed over: the engine that runs
/// the rule for the user reports it.
fn refute(rule: &Rule, measures: &[Measure]) -> Option<Termination> {
    let cx = Context::new(Budget { nodes: Some(STEPS), ..Budget::UNLIMITED });
    let prepared = Prepared::new(rule).ok()?;
    let mut against: Vec<Option<Found>> = vec![None; measures.len()];
    for words in small_places(rule.arity) {
        let from: Place = words.iter().map(|&x| Nat::from(x.unsigned_abs())).collect();
        for alternative in 0..rule.alternatives.len() {
            let mut worst = None;
            let listed = prepared.run(alternative, &words, &cx, &mut |_, parts| {
                let found =
                    || Found { alternative, from: from.clone(), to: parts.iter().map(|p| p.1.clone()).collect() };
                let mut all = true;
                for (measure, slot) in measures.iter().zip(&mut against) {
                    let own = parts.iter().filter(|(game, _)| game.is_none());
                    let bad = own.map(|(_, to)| falls_concretely(rule, measure, &from, to)).any(|f| f == Some(false));
                    all &= bad;
                    if bad && slot.is_none() {
                        *slot = Some(found());
                    }
                }
                if !all {
                    return ControlFlow::Continue(());
                }
                worst = Some(found());
                ControlFlow::Break(())
            });
            if let Some(found) = worst {
                return Some(refuted(rule, &found));
            }
            if matches!(listed, Err(Trouble::Other(_))) {
                break;
            }
        }
    }
    let all: Option<Vec<_>> = against.into_iter().collect();
    Some(refuted(rule, &all?.pop()?))
}

fn refuted(rule: &Rule, found: &Found) -> Termination {
    let text = rule.alternatives.get(found.alternative).map_or("", |a| a.text.as_str());
    let to: Vec<String> = found.to.iter().map(|part| show(part)).collect();
    let by = if text.is_empty() { String::new() } else { format!(" by {text}") };
    Termination::Refuted {
        alternative: found.alternative,
        from: found.from.iter().cloned().collect(),
        message: format!("from {} to {}{by}, nothing gets smaller", show(&found.from), to.join(" & ")),
    }
}

fn show(place: &[Nat]) -> String {
    let numbers: Vec<String> = place.iter().map(Nat::to_string).collect();
    match numbers.as_slice() {
        [one] => one.clone(),
        all => format!("({})", all.join(",")),
    }
}

/// Is the part smaller? `None`: the measure has no value here, or may be negative.
fn falls_concretely(rule: &Rule, measure: &Measure, from: &[Nat], to: &[Nat]) -> Option<bool> {
    match measure {
        Measure::Sum => Some(to.iter().sum::<Nat>() < from.iter().sum()),
        Measure::Lexicographic => Some(to < from),
        Measure::SumThenLexicographic => {
            let [before, after] = [from, to].map(|place| place.iter().sum::<Nat>());
            Some((after, to) < (before, from))
        }
        Measure::Declared(by) => {
            let value = |e: &Expr, place: &[Nat]| {
                let values = place.iter().cloned().map(Int::from).collect();
                alone::expr(e, &Env::new(&rule.names, values, "")).ok().filter(|value| *value >= Int::ZERO)
            };
            for e in by {
                let (before, after) = (value(e, from)?, value(e, to)?);
                if before != after {
                    return Some(after < before);
                }
            }
            Some(false)
        }
    }
}

/// The positions with all coordinates small, in order of their sum; some hundred at most.
fn small_places(arity: usize) -> Vec<Vec<i64>> {
    let most = match arity {
        1 => 24,
        2 => 6,
        3 => 4,
        4 => 2,
        _ => 1,
    };
    let mut places = vec![Vec::new()];
    for _ in 0..arity.min(9) {
        places = places.iter().flat_map(|p: &Vec<i64>| (0..=most).map(|x| [p.as_slice(), &[x]].concat())).collect();
    }
    places.iter_mut().for_each(|p| p.resize(arity, 0));
    places.sort_by_key(|p| p.iter().sum::<i64>());
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::reading::{rule, tidied};

    fn of(text: &str) -> String {
        match termination(&rule(text)) {
            Termination::Proved(Measure::Sum) => "sum".to_owned(),
            Termination::Proved(Measure::Lexicographic) => "lexicographic".to_owned(),
            Termination::Proved(Measure::SumThenLexicographic) => "sum, then lexicographic".to_owned(),
            Termination::Proved(Measure::Declared(_)) => "declared".to_owned(),
            Termination::Refuted { message, .. } => message,
            Termination::Running => "running".to_owned(),
            Termination::Loopy => "loopy".to_owned(),
        }
    }

    #[test]
    fn measures_are_proved() {
        for (text, measure) in [
            ("{n -> n-k for k in 1..}", "sum"),
            ("{n -> n//d for d in 2..6 if n > 0}", "sum"),
            ("{n -> a & n-a for a in 1.. if a < n-a}", "sum"),
            ("{n -> n-k for k in 1..n if gcd(k,n) = 1}", "sum"),
            ("{n -> n-lowbit(n) if n > 0}", "sum"),
            ("{n -> isqrt(n) if n > 1}", "sum"),
            ("{n -> n-log2(n) if n > 1}", "sum"),
            ("{n -> y for y in 3..isqrt(n)}", "sum"),
            ("{n -> y for y in isqrt(n)..n//2 if n > 1}", "sum"),
            ("{n -> isqrt(n)+1 if n > 3}", "sum"),
            ("{n -> 2*popcount(n)-2 if n > 0}", "sum"),
            ("{n -> bits(n) if n > 2}", "sum"),
            ("{n -> y for y in 1..2*log2(n)-1 if n > 0}", "sum"),
            ("{n -> n-log2(n) if n > 0}", "from 1 to 1 by n-log2(n), nothing gets smaller"),
            ("{(a,b) -> (a-1,b+1) | (a+1,b-3)}", "sum, then lexicographic"),
            ("{n -> n - k*k for k in 1..}", "sum"),
            ("{(a,b) -> (a-k*b,b) for k in 1.. if b > 0; (a,b-k*a) for k in 1.. if a > 0}", "sum"),
            ("{(a,b) -> (k,b) & (a-k,b) for k in 1.. if k <= a-k; (a,k) & (a,b-k) for k in 1.. if k <= b-k}", "sum"),
            ("{(x,y) -> (x-2,y+1) | (x-3,y-1) | (x-2,y-1) | (x-1,y-2) | (x-1,y-3) | (x+1,y-2)}", "sum"),
            ("{(n,q) -> (n-j,2*j) for j in 1..q}", "lexicographic"),
            ("{(n,q) -> (n-j,2*j) for j in 1..q by (n,q)}", "declared"),
            ("{(q,n) -> (2*j,n-j) for j in 1..q by n}", "declared"),
            ("{(a,b) -> (a-1,b+1) by 2*a+b}", "declared"),
            ("{s -> s+k for k in 1..10 if s+k<=100 by 100-s}", "declared"),
            ("{(s,m) -> (s+k,m) for k in 1..10 if s+k<=m by m-s}", "declared"),
            ("{s -> s+1 if s < 100 by 100-s}", "declared"),
            ("{s -> s+1 by 100-s}", "running"),
            ("{n -> n+1 loopy}", "loopy"),
            ("{n -> n - xor(n,1) if n % 2 = 1 and n > 40}", "running"),
            ("{n -> 5 if n % 77 = 76}", "sum"),
        ] {
            assert_eq!(of(text), measure, "{text}");
        }
    }

    #[test]
    fn offending_moves_are_named() {
        for (text, message) in [
            ("{n -> n+1}", "from 0 to 1 by n+1, nothing gets smaller"),
            ("{n -> n}", "from 0 to 0 by n, nothing gets smaller"),
            ("{n -> n-k for k in 0..2}", "from 0 to 0 by n-k, nothing gets smaller"),
            ("{(a,b) -> (b,a)}", "from (0,0) to (0,0) by (b,a), nothing gets smaller"),
            ("{n -> n//2}", "from 0 to 0 by n//2, nothing gets smaller"),
            // each is the bound that holds, and one more
            ("{n -> isqrt(n) if n > 0}", "from 1 to 1 by isqrt(n), nothing gets smaller"),
            ("{n -> 2*isqrt(n)-1 if n > 0}", "from 1 to 1 by 2*isqrt(n)-1, nothing gets smaller"),
            ("{n -> 2*popcount(n)-1 if n > 0}", "from 1 to 1 by 2*popcount(n)-1, nothing gets smaller"),
            ("{n -> log2(n)+1 if n > 0}", "from 1 to 1 by log2(n)+1, nothing gets smaller"),
            ("{n -> 2*log2(n) if n > 0}", "from 2 to 2 by 2*log2(n), nothing gets smaller"),
            ("{n -> bits(n) if n > 0}", "from 1 to 1 by bits(n), nothing gets smaller"),
            ("{n -> 2*bits(n)-2 if n > 0}", "from 2 to 2 by 2*bits(n)-2, nothing gets smaller"),
            ("{(q,n) -> (2*j,n-j) for j in 1..q}", "from (1,1) to (2,0) by (2*j,n-j), nothing gets smaller"),
            ("{(a,b) -> (a-1,b+1) by b}", "from (1,0) to (0,1) by (a-1,b+1), nothing gets smaller"),
            ("{n -> n-1 & n for k in 1..n}", "from 1 to 0 & 1 by n-1 & n, nothing gets smaller"),
        ] {
            assert_eq!(of(text), message, "{text}");
        }
        assert_eq!(of("{n -> n+1 if n = 1000}"), "running");
        assert_eq!(of("{(a,b) -> (a+1,b-1) | (a-1,b+3)}"), "from (0,1) to (1,0) by (a+1,b-1), nothing gets smaller");
    }

    #[test]
    fn coordinates_that_never_rise() {
        let knight = rule("{(x,y) -> (x-2,y+1) | (x-3,y-1)}");
        assert!(never_increases(&knight, 0) && !never_increases(&knight, 1) && !never_increases(&knight, 2));
        let cut = rule("{(a,b) -> (k,b) & (a-k,b) for k in 1.. if k <= a-k}");
        assert!(never_increases(&cut, 0) && never_increases(&cut, 1));
    }

    /// No piece holds the constant.
    #[test]
    fn a_guard_that_names_a_huge_number_hides_no_measure() {
        let of = |text: &str| termination(&tidied(text));
        for text in ["{n -> n-1 if n != 10^20; n-2}", "{n -> n-k for k in 1..9 if n-k > 2^70 or k = 1}"] {
            assert_eq!(of(text), Termination::Proved(Measure::Sum), "{text}");
        }
        // without its guard it has a move up
        assert_eq!(of("{n -> n+1 if n < 0-10^20; n-2}"), Termination::Running);
    }
}
