//! Families of one coordinate.
//!
//! The pieces are first grouped by the number of non-empty heaps that a move leaves, with the heaps in ascending
//! order: `n -> n-k & 0` and `n -> n-k` are then the same points.

use grundy_automata::linear::{Linear, Work};
use grundy_sequence::code::{Code, Digit, Modifier};
use smallvec::SmallVec;

use super::progression::{Run, canonical, complement, items, set};
use super::spelling::{int, quotient};
use super::{Family, pieces_of};
use crate::rule::inclusion::equal_rules;
use crate::rule::ir::{Expr, Function, Item, Set};
use crate::rule::literal::{Kind, holds};
use crate::rule::piece::Piece;

/// The pieces that leave 0, 1, 2 … non-empty heaps; variable 0 is n, then the heaps in ascending order.
type Groups = Vec<Vec<Piece>>;

/// Rules that leave more heaps are not grouped.
const MOST_PARTS: usize = 4;

/// Codes with a longer initial or repeating segment are not written down.
const MOST_DIGITS: i64 = 128;

pub(super) fn recognise(pieces: Vec<Piece>, work: &mut Work) -> Option<Family> {
    let groups = grouped(pieces, true, work)?;
    if groups.iter().skip(2).all(Vec::is_empty) {
        let named = groups.iter().flatten().any(|p| p.literals.iter().any(|l| !l.positive));
        for look_at_names in if named { &[false, true][..] } else { &[true] } {
            if let Some(family) = subtraction(&groups, *look_at_names, work).filter(|f| is(&groups, f, work)) {
                return Some(family);
            }
        }
        if let Some(family) = fixed(&groups).iter().find(|f| is(&groups, f, work)) {
            return Some(family.clone());
        }
        if let Some(family) = shares(&groups).into_iter().find(|f| is(&groups, f, work)) {
            return Some(family);
        }
        if let Some(family) = initial_segments(&groups)?.into_iter().find(|f| is(&groups, f, work)) {
            return Some(family);
        }
    }
    code(&groups, work).filter(|f| is(&groups, f, work))
}

/// Proves that the rule is the family's.
fn is(groups: &Groups, family: &Family, work: &mut Work) -> bool {
    let own = pieces_of(family, work).filter(|p| !p.may_fail).and_then(|p| grouped(p.pieces, false, work));
    own.is_some_and(|own| {
        (0..groups.len().max(own.len())).all(|j| {
            let none = Vec::new();
            equal_rules(groups.get(j).unwrap_or(&none), own.get(j).unwrap_or(&none), work)
        })
    })
}

/// Groups the pieces; `None` if a part is handed over, does not get smaller, or there are too many.
fn grouped(pieces: Vec<Piece>, check: bool, work: &mut Work) -> Option<Groups> {
    let mut groups: Groups = Vec::new();
    for piece in pieces {
        let count = piece.shape.len();
        if count > MOST_PARTS || piece.shape.iter().any(|&shape| shape != (None, 1)) {
            return None;
        }
        for part in 1..=count {
            // Then heap 0 has no option either.
            let gap = Linear::variable(0).minus(&Linear::variable(part))?.shifted(-1)?;
            if check && !piece.always(&gap, work) {
                return None;
            }
        }
        for empty in 0..1u32 << count {
            let Some(mut some) = with_empty(&piece, empty)? else { continue };
            if count > 0 && some.infeasible(work) {
                continue;
            }
            some.shape.truncate(count - empty.count_ones() as usize);
            for ordered in in_order(&some)? {
                let left = ordered.shape.len();
                let settled = ordered.settled(work).ok()?;
                if groups.len() <= left {
                    groups.resize(left + 1, Vec::new());
                }
                groups[left].extend(settled);
            }
        }
        if groups.iter().map(Vec::len).sum::<usize>() > 1024 || work.spent() {
            return None;
        }
    }
    Some(groups)
}

/// The moves of a piece whose empty parts are exactly these, without them.
fn with_empty(piece: &Piece, empty: u32) -> Option<Option<Piece>> {
    let mut piece = piece.clone();
    let mut name = 1;
    let mut names: SmallVec<[Option<usize>; 8]> = SmallVec::from_elem(Some(0), 1);
    for part in 1..piece.visible {
        if empty >> (part - 1) & 1 == 1 {
            piece.substitute(part, &Linear::default())?;
            names.push(None);
        } else {
            piece.system.at_least.push(Linear::variable(part).shifted(-1)?);
            names.push(Some(name));
            name += 1;
        }
    }
    let gone = piece.visible - name;
    let visible = piece.visible;
    piece.rename(&|v| if v < visible { names[v] } else { Some(v - gone) })?;
    piece.visible -= gone;
    piece.next -= gone;
    Some(Some(piece))
}

/// The piece with its parts named in each order, restricted to ascending parts.
fn in_order(piece: &Piece) -> Option<Vec<Piece>> {
    let parts = piece.visible - 1;
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for part in 1..=parts {
        orders = orders
            .iter()
            .flat_map(|order| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, part);
                    longer
                })
            })
            .collect();
    }
    let mut out = Vec::new();
    for order in orders {
        let mut piece = piece.clone();
        piece.rename(&|v| if (1..=parts).contains(&v) { order.get(v - 1).copied() } else { Some(v) })?;
        for part in 1..parts {
            piece.system.at_least.push(Linear::variable(part + 1).minus(&Linear::variable(part))?);
        }
        out.push(piece);
    }
    Some(out)
}

/// n less the heaps that are left: what is taken away.
fn taken(parts: usize) -> Option<Linear> {
    (1..=parts).try_fold(Linear::variable(0), |n, part| n.minus(&Linear::variable(part)))
}

/// Numbers to take: named sets they must be in (`true`) or must not be in, and the runs within these.
struct Taken {
    names: Vec<(Kind, bool)>,
    runs: Vec<Run>,
}

/// The set that could be subtracted, read off the pieces; without names as if every predicate held.
fn subtraction(groups: &Groups, look_at_names: bool, work: &mut Work) -> Option<Family> {
    let mut found: Vec<Taken> = Vec::new();
    for (count, group) in groups.iter().enumerate() {
        let taken = taken(count)?;
        for piece in group {
            let Some(shadow) = piece.shadow(&taken, work) else { continue };
            let run = Run::of(shadow).filter(|r| r.low >= 1)?;
            let mut names: Vec<(Kind, bool)> = Vec::new();
            for literal in piece.literals.iter().filter(|_| look_at_names) {
                if named(literal.kind).is_none() || literal.arguments.first() != Some(&taken) {
                    return None;
                }
                if !names.contains(&(literal.kind, literal.positive)) {
                    names.push((literal.kind, literal.positive));
                }
            }
            match found.iter_mut().find(|other| other.names == names) {
                Some(other) => other.runs.push(run),
                None => found.push(Taken { names, runs: vec![run] }),
            }
        }
    }
    let at = found.iter().position(|t| t.names.is_empty());
    let plain = at.map(|at| canonical(found.swap_remove(at).runs)).unwrap_or_default();
    let mut whole = Vec::new();
    let mut parts = Vec::new();
    for Taken { names, runs } in found {
        let runs = canonical(runs);
        let mut positive = names.iter().filter(|n| n.1).map(|n| n.0);
        let mut except: Vec<Set> = names.iter().filter(|n| !n.1).filter_map(|n| Some(set(vec![named(n.0)?]))).collect();
        let base = match (positive.next(), positive.next()) {
            (None, _) => items(&runs),
            (Some(kind), None) => {
                // Members that are left out here but listed elsewhere are not left out.
                let mut outside = complement(&runs)?;
                outside.retain(|r| !members_within(kind, r).is_some_and(|all| all.iter().all(|&x| has(&plain, x))));
                if !outside.is_empty() {
                    except.push(set(items(&outside)));
                } else if except.is_empty() {
                    whole.push(kind);
                }
                vec![named(kind)?]
            }
            _ => return None,
        };
        if except.is_empty() {
            parts.extend(base);
        } else {
            parts.push(Item::Nested(Box::new(Set { items: base, except })));
        }
    }
    let mut all = items(&without_members(plain, &whole));
    all.extend(parts);
    if let [Item::Nested(only)] = all.as_slice() {
        return Some(Family::Subtraction((**only).clone()));
    }
    Some(Family::Subtraction(set(all)))
}

/// The named set behind a predicate.
fn named(kind: Kind) -> Option<Item> {
    Some(match kind {
        Kind::Power(base) => Item::Powers(int(base)),
        Kind::Square => Item::Squares,
        Kind::Fibonacci => Item::Fibonacci,
        Kind::Prime => Item::Primes,
        _ => return None,
    })
}

fn has(runs: &[Run], x: i64) -> bool {
    runs.iter().any(|r| r.contains(x))
}

/// Runs over more numbers are not looked through for members of named sets.
const MOST_MEMBERS: i64 = 4096;

/// The members of a named set within a short run.
fn members_within(kind: Kind, run: &Run) -> Option<Vec<i64>> {
    let high = run.high.filter(|high| high - run.low < MOST_MEMBERS)?;
    Some((run.low..=high).filter(|&x| run.contains(x) && holds(kind, x) == Some(true)).collect())
}

/// The runs without numbers that belong to one of these named sets anyway.
fn without_members(runs: Vec<Run>, whole: &[Kind]) -> Vec<Run> {
    if whole.is_empty() {
        return runs;
    }
    let mut out = Vec::new();
    for run in runs {
        match run.high.filter(|high| high - run.low < MOST_MEMBERS) {
            Some(high) => out.extend(
                (run.low..=high)
                    .filter(|&x| run.contains(x) && !whole.iter().any(|&kind| holds(kind, x) == Some(true)))
                    .map(|x| Run { low: x, high: Some(x), step: 1 }),
            ),
            None => out.push(run),
        }
    }
    canonical(out)
}

/// The families without parameter that could be meant.
fn fixed(groups: &Groups) -> Vec<Family> {
    let mut kinds = groups.iter().flatten().flat_map(|p| &p.literals).map(|l| l.kind);
    match kinds.next() {
        None => vec![Family::AtMostHalf, Family::Mark],
        Some(Kind::Divides) => {
            vec![Family::AllDivisors, Family::ProperDivisors, Family::InnerDivisors, Family::LeaveDivisor]
        }
        Some(Kind::Coprime) => vec![Family::Coprime],
        Some(_) => Vec::new(),
    }
}

/// Shares that may be the most that is taken: c·k ≤ a·n + b with k = n − p is (a − c)·n + c·p + b ≥ 0.
fn shares(groups: &Groups) -> Vec<Family> {
    let mut out = Vec::new();
    // from above p is bounded by n − 1 alone
    let open = |piece: &&Piece| {
        let bounds = |form: &Linear| form.coefficient(1) >= 0 || (form.coefficient(0), form.coefficient(1)) == (1, -1);
        piece.system.at_least.iter().all(bounds)
    };
    for form in groups.get(1).into_iter().flatten().take(4).filter(open).flat_map(|piece| &piece.system.at_least) {
        let (over, plus) = (form.coefficient(1), form.constant_term());
        let Some(times) = form.coefficient(0).checked_add(over) else { continue };
        let family = Family::AtMostShare { times, plus, over };
        let fits = 1 <= times && times < over && plus < over && form.terms().all(|(v, _)| v < 2);
        if fits && !out.contains(&family) {
            out.push(family);
        }
    }
    out
}

/// Segments 0..h(n), with h the least of the upper bounds of one piece.
fn initial_segments(groups: &Groups) -> Option<Vec<Family>> {
    let mut out = Vec::new();
    for piece in groups.get(1).into_iter().flatten().take(4) {
        // a·n + b − c·p ≥ 0 is p ≤ ⌊(a·n + b)/c⌋.
        let mut bounds: Vec<(i64, i64, i64)> = Vec::new();
        for form in &piece.system.at_least {
            let (a, c) = (form.coefficient(0), form.coefficient(1).checked_neg()?);
            let small = |x: i64| x.unsigned_abs() < 1 << 40;
            if c >= 1 && a >= 0 && small(form.constant_term()) && form.terms().all(|(v, _)| v < 2) {
                bounds.push((a, form.constant_term(), c));
            }
        }
        bounds.sort_unstable();
        bounds.dedup();
        if bounds.is_empty() || bounds.len() > 8 || bounds.iter().any(|b| b.0 == 0) {
            continue;
        }
        let last = (1, -1, 1);
        let mut wider = bounds.clone();
        if !bounds.contains(&last) {
            wider.push(last);
        }
        for bounds in [bounds, wider] {
            let low = bounds.iter().any(|&(_, b, c)| b.div_euclid(c) < -1);
            let mut all: Vec<Expr> = bounds.into_iter().map(|(a, b, c)| quotient(a, b, c)).collect();
            let least = if all.len() == 1 { all.pop()? } else { Expr::Call(Function::Min, all) };
            let h = if low { Expr::Call(Function::Max, vec![int(-1), least]) } else { least };
            let family = Family::InitialSegment(h);
            if !out.contains(&family) {
                out.push(family);
            }
        }
    }
    Some(out)
}

/// The numbers of the class of parts: all equal, all different, neither.
#[derive(Default)]
struct Classes {
    equal: Vec<Run>,
    different: Vec<Run>,
    mixed: Vec<Run>,
}

/// The code that could be meant: for each number taken and left, which parts are possible.
fn code(groups: &Groups, work: &mut Work) -> Option<Family> {
    let mut classes = Vec::new();
    for (count, group) in groups.iter().enumerate() {
        let taken = taken(count)?;
        let mut found = Classes::default();
        for piece in group {
            // Neighbours in ascending order are equal or not.
            let gaps = count.saturating_sub(1);
            for pattern in 0..1u32 << gaps {
                let mut piece = piece.clone();
                for gap in 0..gaps {
                    let difference = Linear::variable(gap + 2).minus(&Linear::variable(gap + 1))?;
                    if pattern >> gap & 1 == 0 {
                        piece.system.equal.push(difference);
                    } else {
                        piece.system.at_least.push(difference.shifted(-1)?);
                    }
                }
                let Some(shadow) = piece.shadow(&taken, work) else { continue };
                let run = Run::of(shadow).filter(|r| r.low >= 0)?;
                if pattern == (1 << gaps) - 1 {
                    found.different.push(run);
                } else if pattern == 0 {
                    found.equal.push(run);
                } else {
                    found.mixed.push(run);
                }
            }
        }
        classes.push(found);
    }
    for class in &mut classes {
        for runs in [&mut class.equal, &mut class.different, &mut class.mixed] {
            *runs = canonical(std::mem::take(runs));
        }
    }
    let runs = || classes.iter().flat_map(|c| c.equal.iter().chain(&c.different).chain(&c.mixed));
    let threshold = runs().map(|r| r.high.unwrap_or(r.low)).max()?.checked_add(1)?;
    let steps = runs().filter(|r| r.high.is_none()).map(|r| r.step);
    let period = steps.clone().max();
    if threshold > MOST_DIGITS || steps.into_iter().any(|s| period.is_some_and(|p| p % s != 0 || p > 16)) {
        return None;
    }
    let digits: Option<Vec<Digit>> = (0..threshold.max(1)).map(|i| digit(&classes, i)).collect();
    let mut digits = digits?;
    let start = threshold.max(1);
    let repeating: Option<Vec<Digit>> = (start..start + period.unwrap_or(0)).map(|i| digit(&classes, i)).collect();
    let repeating = repeating?;
    let zero = digits.remove(0);
    if zero.counts.iter().any(|&c| c < 2) {
        return None;
    }
    Some(Family::Code(Code { zero, digits, repeating }.shortest()))
}

/// The digit for taking i; `None` if no modifier says it.
fn digit(classes: &[Classes], i: i64) -> Option<Digit> {
    let mut digit = Digit::default();
    let mut fits = [Modifier::Any, Modifier::Unequal, Modifier::NotAllEqual, Modifier::Equal].to_vec();
    for (count, class) in classes.iter().enumerate() {
        let within = |runs: &[Run]| runs.iter().any(|r| r.contains(i));
        let (equal, different, mixed) = (within(&class.equal), within(&class.different), within(&class.mixed));
        if !equal && !different && !mixed {
            continue;
        }
        digit.counts.push(u32::try_from(count).ok()?);
        fits.retain(|modifier| {
            let wanted = match modifier {
                Modifier::Any => (true, true, true),
                Modifier::Unequal => (false, true, false),
                Modifier::NotAllEqual => (false, true, true),
                Modifier::Equal => (true, false, false),
            };
            match count {
                // One heap is equal to all others, and different from them.
                0 | 1 => *modifier != Modifier::NotAllEqual,
                2 => (equal, different) == (wanted.0, wanted.1),
                _ => (equal, different, mixed) == wanted,
            }
        });
    }
    digit.modifier = if digit.counts.is_empty() { Modifier::Any } else { *fits.first()? };
    Some(digit)
}
