//! Is every move of one set of pieces a move of the other?
//!
//! `{n − p ≥ 1}` is covered by `{1 ≤ n − p ≤ 3}` and `{n − p ≥ 4}`: outside the first piece it violates `n − p ≥ 1`
//! (impossible) or `n − p ≤ 3`, and what is left, `n − p ≥ 4`, is in the second. So: take away one piece after the
//! other, constraint by constraint; the piece is covered if nothing remains. Each step is exact, and "nothing
//! remains" is a proof by [`System::infeasible`](grundy_automata::linear::System::infeasible); so `true` is a proof,
//! `false` says nothing.
//!
//! A hidden variable of the covered piece is any number; the covering piece must name its own. Defined ones (floors)
//! are named by their definition, free ones by their order.
//!
//! Cost: exponential in the number of pieces that overlap without covering, capped by [`Work`]; a few microseconds
//! a constraint for usual rules.

use grundy_automata::linear::{Linear, Work};

use super::literal::{Literal, same};
use super::piece::{Floor, MOST_RESIDUES, Piece, floor_bounds, negated};

/// Proves that every move of `piece` is a move of one of `others`.
#[must_use]
pub(crate) fn included(piece: &Piece, others: &[&Piece], work: &mut Work) -> bool {
    if others.iter().any(|other| piece.is_spelt_like(other)) || piece.infeasible(work) {
        return true;
    }
    // Usually one piece covers all: try that before anything is split.
    let overlapping: Vec<&Piece> = others.iter().copied().filter(|other| overlaps(piece, other, work)).collect();
    overlapping.iter().any(|other| covered(piece, &[*other], work))
        || (overlapping.len() <= MOST_SPLITS && covered(piece, &overlapping, work))
}

/// Proves that both sets have the same moves.
#[must_use]
pub(crate) fn equal_rules(x: &[Piece], y: &[Piece], work: &mut Work) -> bool {
    let all_in = |a: &[Piece], b: &[Piece], work: &mut Work| {
        let b: Vec<&Piece> = b.iter().collect();
        a.iter().all(|piece| included(piece, &b, work) && !work.spent())
    };
    all_in(x, y, work) && all_in(y, x, work)
}

/// A piece is not cut up by more pieces than this: the recursion is as deep.
const MOST_SPLITS: usize = 128;

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

#[cfg(test)]
mod tests {
    use grundy_core::testing::{Random, cases};

    use super::*;
    use crate::rule::pieces::pieces;
    use crate::rule::reading::rule;
    use crate::rule::testing::plain_options;

    /// A random one-heap or two-heap rule; most are nearly the same.
    fn random_rule(below: &mut dyn FnMut(u64) -> u64) -> String {
        let set = |below: &mut dyn FnMut(u64) -> u64| match below(8) {
            0 => "1..".to_owned(),
            1 => format!("{}..n", 1 + below(2)),
            2 => "odds".to_owned(),
            3 => "primes".to_owned(),
            4 => format!("1..n//{}", 1 + below(3)),
            5 => format!("{{1,{}}}", 2 + below(3)),
            6 => format!("{}.. step {}", 1 + below(2), 1 + below(3)),
            _ => "divisors(n)".to_owned(),
        };
        let guard = |below: &mut dyn FnMut(u64) -> u64| match below(9) {
            0 => " if k != 2".to_owned(),
            1 => format!(" if n % {} = {}", 2 + below(2), below(2)),
            2 => format!(" if n != {}", 1 + below(4)),
            3 => " if k < n or n = 3".to_owned(),
            4 => " if k not in primes".to_owned(),
            5 => " if not (k > 3 and n > 6)".to_owned(),
            6 => " if gcd(k,n) = 1".to_owned(),
            _ => String::new(),
        };
        let part = |below: &mut dyn FnMut(u64) -> u64| {
            ["n-k", "n-k", "n-k", "n-k & 0", "n-2*k", "k & n-k", "min(k,n-k)", "n//3", "n-k*k", "n % (k+1)"]
                [below(10) as usize]
        };
        let count = 1 + below(3);
        let all: Vec<String> =
            (0..count).map(|_| format!("{} for k in {}{}", part(below), set(below), guard(below))).collect();
        format!("{{n -> {}}}", all.join("; "))
    }

    #[test]
    fn proved_inclusion_holds_for_every_small_position() {
        let mut random = Random::new(1234);
        let mut below = |n: u64| random.below(n);
        let (mut proved, mut true_but_open, mut analysed) = (0, 0, 0);
        for _ in 0..1500 {
            let (x, y) = (random_rule(&mut below), random_rule(&mut below));
            let mut work = Work::new(100_000);
            let (left, right) = (rule(&x), rule(&y));
            let (Some(a), Some(b)) = (pieces(&left, &mut work), pieces(&right, &mut work)) else { continue };
            analysed += 1;
            let cover: Vec<&Piece> = b.pieces.iter().collect();
            let claimed = a.pieces.iter().all(|p| included(p, &cover, &mut work));
            let mut truth = true;
            for n in 0..26 {
                let options = |r| plain_options(r, &[n]).unwrap();
                truth &= options(&left).is_subset(&options(&right));
            }
            assert!(truth || !claimed, "{x}\n{y}");
            proved += u32::from(claimed);
            true_but_open += u32::from(truth && !claimed);
        }
        assert!(analysed > 1000 && proved > 60, "{analysed} {proved} {true_but_open}");
        println!("{analysed} analysed, {proved} proved, {true_but_open} true but not proved");
    }

    /// The points of the pieces are exactly the moves: what pieces may lose or invent is caught here.
    #[test]
    fn pieces_have_the_moves_of_the_rule() {
        let mut random = Random::new(99);
        let mut below = |n: u64| random.below(n);
        for _ in 0..cases(150, 400) {
            let text = random_rule(&mut below);
            let left = rule(&text);
            let mut work = Work::new(1_000_000);
            let Some(found) = pieces(&left, &mut work) else { continue };
            for n in 0..14i64 {
                let all = plain_options(&left, &[n.unsigned_abs()]).unwrap();
                for shape in [1usize, 2] {
                    for code in 0..(n + 2).pow(shape as u32) {
                        let parts: Vec<i64> = (0..shape as u32).map(|i| code / (n + 2).pow(i) % (n + 2)).collect();
                        let option = parts.iter().map(|x| (false, vec![x.unsigned_abs()])).collect::<Vec<_>>();
                        let is_move = all.contains(&option);
                        let is_point = found.pieces.iter().filter(|p| p.shape.len() == shape).any(|piece| {
                            let mut piece = piece.clone();
                            piece.system.equal.push(Linear::variable(0).shifted(-n).unwrap());
                            for (i, x) in parts.iter().enumerate() {
                                piece.system.equal.push(Linear::variable(i + 1).shifted(-x).unwrap());
                            }
                            // What is opaque can only be left open.
                            !piece.infeasible(&mut work)
                        });
                        assert!(is_point || !is_move, "{text} loses {n} to {parts:?}");
                        let opaque = found.pieces.iter().any(|p| !p.literals.is_empty() || p.next > p.visible);
                        assert!(is_move || !is_point || opaque, "{text} invents {n} to {parts:?}");
                    }
                }
            }
        }
    }
}
