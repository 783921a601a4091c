//! One component of a compound: a sum of single components.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::{
    Context, Diagnostic, Error, Evidence, Nat, Outcome, Result, evidence::SPRAGUE_GRUNDY, number::to_u64,
};
use grundy_sequence::set::IntSet;

use super::super::options::canonical;
use super::super::{Component, Game};
use crate::game::show_components;

/// A sum of single components in the order in which it prints.
pub(crate) type Sum = Arc<[Component]>;

/// Components must end: a token that circles has no remoteness, suspense or foreclosed value here. And their moves must
/// pass the turn: the laws of compounds are proved for players who move in turns.
pub(crate) fn must_fit(game: &Game) -> Result<(), Diagnostic> {
    // members of families and summands are such components, too
    game.within(&Game::is_entailing).map_or(Ok(()), Game::must_pass)?;
    let must_end = game.must_end("components of a compound must end");
    must_end.map_err(|fault| fault.suggest("in a sum, with `+`, such games are answered"))
}

/// Has the sum no move?
pub(super) fn is_over(sum: &[Component], cx: &Context) -> Result<bool> {
    for component in sum {
        // one look at the least member, however large the heap is
        if let Some(set) = component.game.subtraction_set() {
            match set.min().is_none_or(|least| least > component.place[0]) {
                true => continue,
                false => return Ok(false),
            }
        }
        if let Some(compound) = component.game.compound() {
            match compound.is_over(&component.place, cx)? {
                true => continue,
                false => return Ok(false),
            }
        }
        if component.game.each_option(&component.place, cx, &mut |_| ControlFlow::Break(()))?.is_break() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The sum after its component `at` became `parts`.
pub(super) fn after(sum: &[Component], at: usize, parts: &[Component]) -> Sum {
    if sum.len() == 1 {
        return Sum::from(canonical(parts));
    }
    let mut list = Vec::with_capacity(sum.len() - 1 + parts.len());
    list.extend_from_slice(&sum[..at]);
    list.extend_from_slice(parts);
    list.extend_from_slice(&sum[at + 1..]);
    Sum::from(canonical(&list))
}

/// Every option once, sorted.
pub(super) fn options(sum: &[Component], cx: &Context) -> Result<Vec<Sum>> {
    let mut all: Vec<Sum> = Vec::new();
    for (at, component) in sum.iter().enumerate() {
        if sum[..at].contains(component) {
            continue;
        }
        component.game.try_each_move(&component.place, cx, |parts| {
            if all.len().is_multiple_of(1024) {
                cx.reserve(1024 * 120)?;
            }
            all.push(after(sum, at, parts));
            Ok(())
        })?;
    }
    cx.release(all.len().div_ceil(1024) as u64 * 1024 * 120);
    // each list is made once, not at each comparison
    let mut keyed: Vec<(Vec<Nat>, Sum)> = all.into_iter().map(|sum| (numbers(&sum), sum)).collect();
    keyed.sort_by(|(a, x), (b, y)| a.cmp(b).then_with(|| if x == y { std::cmp::Ordering::Equal } else { text(x, y) }));
    keyed.dedup_by(|(_, x), (_, y)| x == y);
    Ok(keyed.into_iter().map(|(_, sum)| sum).collect())
}

fn text(x: &Sum, y: &Sum) -> std::cmp::Ordering {
    show_components(x).cmp(&show_components(y))
}

/// The coordinates of all components, one after the other.
pub(super) fn coordinates(sum: &[Component], into: &mut Vec<Nat>) {
    sum.iter().for_each(|component| component.game.coordinates_of(&component.place, into));
}

/// The coordinates as a list.
pub(super) fn numbers(sum: &[Component]) -> Vec<Nat> {
    let mut numbers = Vec::with_capacity(sum.len());
    coordinates(sum, &mut numbers);
    numbers
}

/// Set and size, if the sum is one heap of a subtraction game.
pub(super) fn subtraction(sum: &[Component]) -> Option<(&IntSet, u64)> {
    let [heap] = sum else { return None };
    Some((heap.game.subtraction_set()?, to_u64(&heap.place[0])?))
}

/// How many options there are, where that is known without a list; else 1, or 0 of a heap that is over.
pub(super) fn count(sum: &[Component]) -> usize {
    let [heap] = sum else { return 1 };
    let pieces = heap.game.subtraction_set().and_then(IntSet::pieces);
    let count = pieces.map(|pieces| pieces.count_up_to(&heap.place[0]));
    count.map_or(1, |count| crate::number::to_usize(&count).unwrap_or(usize::MAX))
}

/// At least so many sums can be reached from this one.
pub(super) fn reach(sum: &[Component]) -> f64 {
    let mut reach = 1.0;
    for (at, component) in sum.iter().enumerate() {
        let Some((set, n)) = subtraction(std::slice::from_ref(component)) else { continue };
        let Some(least) = set.min().as_ref().and_then(to_u64) else { continue };
        // taking the least number again and again; sums that differ by the order of equal games are one
        let alike = 1 + sum[..at].iter().filter(|other| other.game == component.game).count();
        reach *= ((n / least) as f64 + 1.0) / alike as f64;
    }
    reach
}

/// The outcome of the sum in normal play.
///
/// # Errors
/// A spent budget.
pub(super) fn outcome(sum: &[Component], cx: &Context) -> Result<Outcome> {
    if let [only] = sum {
        return only.game.outcome_at(&only.place, cx);
    }
    Ok(super::outcome(value(sum, cx)? == Nat::ZERO))
}

/// The Grundy value of the sum.
///
/// # Errors
/// A spent budget.
pub(super) fn value(sum: &[Component], cx: &Context) -> Result<Nat> {
    sum.iter().try_fold(Nat::ZERO, |xor, c| Ok(xor ^ c.game.value_at(&c.place, cx)?))
}

/// The Grundy value of the sum, and what it rests on.
///
/// # Errors
/// A spent budget.
pub(super) fn find_value(sum: &[Component], cx: &Context) -> Result<(Nat, Evidence)> {
    let mut evidence = Evidence::trivial();
    if sum.len() > 1 {
        evidence.add(&Evidence::theorem(&SPRAGUE_GRUNDY));
    }
    let mut xor = Nat::ZERO;
    for component in sum {
        let found = component.game.find_value(&component.place, cx)?;
        xor ^= found.what;
        evidence.add(&found.evidence);
    }
    Ok((xor, evidence))
}

/// The outcome of the sum in normal play, and what it rests on.
///
/// # Errors
/// A spent budget.
pub(super) fn find_outcome(sum: &[Component], cx: &Context) -> Result<(Outcome, Evidence)> {
    if let [only] = sum {
        let found = only.game.find_outcome(&only.place, cx)?;
        return Ok((found.what, found.evidence));
    }
    let (value, evidence) = find_value(sum, cx)?;
    Ok((super::outcome(value == Nat::ZERO), evidence))
}

/// Options of one kind: how many there are, and the first ones in order.
pub(super) type Found = (Nat, Vec<Sum>);

/// The stated order needs whole lists where options have different numbers of coordinates: so many at most.
const WHOLE: usize = 1 << 17;

/// The options that have this value: counted, the first ones listed.
///
/// # Errors
/// A spent budget.
pub(super) fn options_with_value(sum: &[Component], target: &Nat, limit: usize, cx: &Context) -> Result<Found> {
    found(sum, limit, cx, &mut |component, rest, limit| {
        let wanted = target ^ rest;
        component.game.options_with_value(&component.place, &wanted, limit, cx)
    })
}

/// The options that are lost in normal play: counted, the first ones listed.
///
/// # Errors
/// A spent budget.
pub(super) fn lost_options(sum: &[Component], limit: usize, cx: &Context) -> Result<Found> {
    if let [only] = sum
        && only.game.outcome_before_value(&only.place, cx)?.is_some()
    {
        let options = only.game.winning_alone(&only.place, limit, cx)?;
        return counted(options, cx);
    }
    options_with_value(sum, &Nat::ZERO, limit, cx)
}

/// All options: counted, the first ones listed.
///
/// # Errors
/// A spent budget.
pub(super) fn first_options(sum: &[Component], limit: usize, cx: &Context) -> Result<Found> {
    if let [only] = sum {
        let limit = if only.game.subtraction_set().is_some() { limit } else { limit.max(WHOLE) };
        let options = only.game.options(&only.place, limit, cx)?;
        return counted(options, cx);
    }
    let all = options(sum, cx)?;
    Ok((Nat::from(all.len()), all))
}

/// What a component may become: it, the xor of the values of the others, how many are listed.
type Becomes<'a> = dyn FnMut(&Component, &Nat, usize) -> Result<super::super::options::Options> + 'a;

/// More moves of one component than can be listed.
fn too_many(count: Option<&Nat>, cx: &Context) -> Error {
    let many = count.map_or_else(|| "all".to_owned(), Nat::to_string);
    cx.engine_limit(crate::context::Spent::Nodes, format!("a list of {many} moves of one component")).into()
}

/// The options of a sum of one component.
fn counted(options: super::super::options::Options, cx: &Context) -> Result<Found> {
    let Some(count) = options.count else { return Err(too_many(None, cx)) };
    Ok((count, options.first.iter().map(|parts| Sum::from(canonical(parts))).collect()))
}

fn found(sum: &[Component], limit: usize, cx: &Context, turn_into: &mut Becomes<'_>) -> Result<Found> {
    if let [only] = sum {
        let limit = if only.game.subtraction_set().is_some() { limit } else { limit.max(WHOLE) };
        let options = turn_into(only, &Nat::ZERO, limit)?;
        return counted(options, cx);
    }
    let total = value(sum, cx)?;
    let mut all = Vec::new();
    for (at, component) in sum.iter().enumerate() {
        if sum[..at].contains(component) {
            continue;
        }
        let rest = &total ^ component.game.value_at(&component.place, cx)?;
        let options = turn_into(component, &rest, WHOLE)?;
        if options.has_more() {
            return Err(too_many(options.count.as_ref(), cx));
        }
        all.extend(options.first.iter().map(|parts| after(sum, at, parts)));
    }
    all.sort_by_cached_key(|sum| (numbers(sum), show_components(sum)));
    all.dedup();
    Ok((Nat::from(all.len()), all))
}
