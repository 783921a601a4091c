//! Families of two and more coordinates. Every move leaves one place of the same game.

use grundy_automata::linear::{Linear, Work};

use super::{Family, heap, pieces_of};
use crate::rule::inclusion::equal_rules;
use crate::rule::literal::Kind;
use crate::rule::piece::Piece;

pub(super) fn recognise(pieces: &[Piece], arity: usize, work: &mut Work) -> Option<Family> {
    if pieces.iter().any(|p| p.shape.as_slice() != [(None, arity)]) {
        return None;
    }
    if let Some(product) = product(pieces, arity, work) {
        return Some(product);
    }
    if arity != 2 {
        return None;
    }
    let mut kinds = pieces.iter().flat_map(|p| &p.literals).map(|l| l.kind);
    let candidates: Vec<Family> = match kinds.next() {
        None => wythoff(pieces, work).into_iter().chain(limited(pieces)).collect(),
        Some(Kind::Divides) => vec![Family::Euclid, Family::EuclidPositive],
        Some(_) => Vec::new(),
    };
    candidates.into_iter().find(|family| {
        let own = pieces_of(family, work).filter(|own| !own.may_fail);
        own.is_some_and(|own| equal_rules(pieces, &own.pieces, work))
    })
}

/// How much the first coordinate may fall more than the second, where both fall.
fn wythoff(pieces: &[Piece], work: &mut Work) -> Option<Family> {
    let fall = |i: usize| Linear::variable(i).minus(&Linear::variable(i + 2));
    let (first, second) = (fall(0)?, fall(1)?);
    let mut most = None;
    for piece in pieces {
        let mut both = piece.clone();
        both.system.at_least.extend([first.shifted(-1)?, second.shifted(-1)?]);
        if let Some(shadow) = both.shadow(&first.minus(&second)?, work) {
            most = most.max(Some(shadow.high?));
        }
    }
    let k = u64::try_from(most?).ok()?.checked_add(1)?;
    Some(Family::Wythoff { k })
}

/// The factor in (n, q) → (n − j, factor·j), from the equation of a piece.
fn limited(pieces: &[Piece]) -> Option<Family> {
    pieces.iter().flat_map(|p| &p.system.equal).find_map(|equation| {
        let unit = equation.coefficient(3);
        if unit.abs() != 1 {
            return None;
        }
        let factor = u64::try_from(equation.coefficient(2).checked_mul(unit)?).ok().filter(|&f| f >= 1)?;
        Some(Family::Limited { factor })
    })
}

/// Every piece changes one coordinate and looks at no other.
fn product(pieces: &[Piece], arity: usize, work: &mut Work) -> Option<Family> {
    let mut heaps: Vec<Vec<Piece>> = vec![Vec::new(); arity];
    for piece in pieces {
        let gap = |i: usize| Linear::variable(i).minus(&Linear::variable(arity + i));
        let mut changed = None;
        for i in 0..arity {
            let gap = gap(i)?;
            if piece.always(&gap, work) && piece.always(&gap.scaled(-1)?, work) {
                continue;
            }
            if changed.replace(i).is_some() {
                return None;
            }
        }
        let changed = changed?;
        heaps[changed].push(alone(piece, changed, arity)?);
    }
    let families: Option<Vec<Family>> = heaps.into_iter().map(|heap| heap::recognise(heap, work)).collect();
    families.map(Family::Product)
}

/// The piece as a move of the one coordinate that it changes; `None` if it looks at another.
fn alone(piece: &Piece, changed: usize, arity: usize) -> Option<Piece> {
    let mut piece = piece.clone();
    let other = |v: usize| v < 2 * arity && v != changed && v != arity + changed;
    for i in (0..arity).filter(|&i| i != changed) {
        // Proved by the caller.
        piece.substitute(arity + i, &Linear::variable(i))?;
    }
    // Coordinates are natural numbers: that is no condition.
    piece.system.at_least.retain(|f| !f.terms().any(|(v, _)| other(v)) || !never_negative(f));
    piece.system.equal.retain(|f| f.value() != Some(0));
    let visible = piece.visible;
    piece.rename(&|v| match v {
        v if v == changed => Some(0),
        v if v == arity + changed => Some(1),
        v if v < visible => None,
        v => Some(v - visible + 2),
    })?;
    piece.arity = 1;
    piece.next -= visible - 2;
    piece.visible = 2;
    piece.shape = [(None, 1)].into_iter().collect();
    Some(piece)
}

fn never_negative(form: &Linear) -> bool {
    form.constant_term() >= 0 && form.terms().all(|(_, c)| c > 0)
}
