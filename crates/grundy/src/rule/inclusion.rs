//! Is every move of one set of pieces a move of the other?
//!
//! `{n − p ≥ 1}` is covered by `{1 ≤ n − p ≤ 3}` and `{n − p ≥ 4}`: outside the first piece it violates `n − p ≥ 1`
//! (impossible) or `n − p ≤ 3`, and what is left, `n − p ≥ 4`, is in the second. So: take away one piece after the
//! other, constraint by constraint; the piece is covered if nothing remains. Each step is exact, and "nothing
//! remains" is a proof by [`System::infeasible`](super::linear::System::infeasible); so `true` is a proof, `false`
//! says nothing.
//!
//! A hidden variable of the covered piece is any number; the covering piece must name its own. Defined ones (floors)
//! are named by their definition, free ones by their order.
//!
//! Cost: exponential in the number of pieces that overlap without covering, capped by [`Work`]; a few microseconds
//! a constraint for usual rules.

use super::linear::{Linear, Work};
use super::literal::{MOST_RESIDUES, same};
use super::pieces::{Floor, Literal, Piece, floor_bounds};

/// `form ≥ 0` does not hold: `−form − 1 ≥ 0`.
#[must_use]
pub fn negated(form: &Linear) -> Option<Linear> {
    form.scaled(-1)?.shifted(-1)
}

/// Proves that every move of `piece` is a move of one of `others`.
#[must_use]
pub fn included(piece: &Piece, others: &[&Piece], work: &mut Work) -> bool {
    if piece.infeasible(work) {
        return true;
    }
    // Usually one piece covers all: try that before anything is split.
    let overlapping: Vec<&Piece> = others.iter().copied().filter(|other| overlaps(piece, other, work)).collect();
    overlapping.iter().any(|other| covered(piece, &[*other], work)) || covered(piece, &overlapping, work)
}

/// Proves that both sets have the same moves.
#[must_use]
pub fn equal_rules(x: &[Piece], y: &[Piece], work: &mut Work) -> bool {
    let all_in = |a: &[Piece], b: &[Piece], work: &mut Work| {
        let b: Vec<&Piece> = b.iter().collect();
        a.iter().all(|piece| included(piece, &b, work) && !work.spent())
    };
    all_in(x, y, work) && all_in(y, x, work)
}

/// Could the two have a move in common? `false` is a proof that they have none.
fn overlaps(a: &Piece, b: &Piece, work: &mut Work) -> bool {
    if a.shape != b.shape {
        return false;
    }
    if b.next > b.visible {
        return true;
    }
    let mut system = a.known();
    system.equal.extend(b.system.equal.iter().cloned());
    system.at_least.extend(b.system.at_least.iter().cloned());
    system.multiple.extend(b.system.multiple.iter().cloned());
    !system.infeasible(work)
}

fn covered(piece: &Piece, others: &[&Piece], work: &mut Work) -> bool {
    if !work.take(2) {
        return false;
    }
    if piece.infeasible(work) {
        return true;
    }
    let Some((first, rest)) = others.split_first() else { return false };
    let Some((mut inside, cover)) = named_alike(piece, first) else { return covered(piece, rest, work) };
    let outside = |opposite: Option<Piece>, work: &mut Work| match opposite {
        Some(piece) => covered(&piece, rest, work),
        None => false,
    };
    let with = |inside: &Piece, form: Option<Linear>| {
        form.map(|form| {
            let mut piece = inside.clone();
            piece.system.at_least.push(form);
            piece
        })
    };
    for form in &cover.system.equal {
        if !outside(with(&inside, form.shifted(-1)), work) || !outside(with(&inside, negated(form)), work) {
            return false;
        }
        inside.system.equal.push(form.clone());
    }
    for form in &cover.system.at_least {
        if !outside(with(&inside, negated(form)), work) {
            return false;
        }
        inside.system.at_least.push(form.clone());
    }
    for (form, modulus) in &cover.system.multiple {
        let modulus = *modulus;
        let known = inside.shadow(form, work);
        if known.is_some_and(|s| s.modulus % modulus != 0 || s.residue % modulus != 0) {
            if modulus > MOST_RESIDUES {
                return false;
            }
            for r in 1..modulus {
                let other = form.shifted(-r).map(|form| {
                    let mut piece = inside.clone();
                    piece.system.multiple.push((form, modulus));
                    piece
                });
                if !outside(other, work) {
                    return false;
                }
            }
        }
        inside.system.multiple.push((form.clone(), modulus));
    }
    for literal in &cover.literals {
        let known = inside.known();
        let given = |l: &Literal, work: &mut Work| l.positive == literal.positive && same(l, literal, &known, work);
        if inside.literals.iter().any(|l| given(l, work)) {
            continue;
        }
        let mut other = inside.clone();
        other.literals.push(Literal { positive: !literal.positive, ..literal.clone() });
        if !outside(Some(other), work) {
            return false;
        }
        inside.literals.push(literal.clone());
    }
    true
}

/// The two pieces with common names for hidden variables, as far as the second can be named by the first.
fn named_alike(piece: &Piece, cover: &Piece) -> Option<(Piece, Piece)> {
    if piece.shape != cover.shape || piece.visible != cover.visible {
        return None;
    }
    if cover.next == cover.visible {
        return Some((piece.clone(), cover.clone()));
    }
    let defined = |p: &Piece, v: usize| p.floors.iter().any(|f| f.variable == v);
    let mut free = (piece.visible..piece.next).filter(|&v| !defined(piece, v));
    let mut piece = piece.clone();
    let mut names = Vec::new();
    for v in cover.visible..cover.next {
        names.push(if defined(cover, v) { piece.fresh() } else { free.next()? });
    }
    let mut cover = cover.clone();
    let visible = cover.visible;
    cover.rename(&|v| if v < visible { Some(v) } else { names.get(v - visible).copied() })?;
    let floors: Vec<Floor> = cover.floors.clone();
    for floor in &floors {
        let (low, high) = floor_bounds(floor)?;
        piece.facts.extend([low, high]);
    }
    Some((piece, cover))
}
