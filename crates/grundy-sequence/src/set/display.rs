//! How a set prints: a text of the notation that reads as the same set.

use std::fmt;

use grundy_core::number::Nat;

use super::{Formula, IntSet, Piece, Pieces};

impl fmt::Display for IntSet {
    /// `1,3,4`, `1..3`, `odds`, `1,5..`, `fibs except 3`: what stands between the brackets of `take[…]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.formula {
            Formula::Pieces(p) if p.is_empty() => f.write_str("{}"),
            Formula::Union(all) => f.write_str(&arguments(all)),
            formula => f.write_str(&argument(formula)),
        }
    }
}

/// Without the outer braces, where commas separate arguments.
fn argument(formula: &Formula) -> String {
    match formula {
        Formula::Pieces(p) => items(p).join(","),
        Formula::Named(named) => named.text(),
        Formula::Union(_) => atom(formula),
        Formula::Minus(base, except) => format!("{} except {}", atom(base), atom(except)),
    }
}

/// The members of a union, numbers and ranges before named sets: `1,primes`.
fn arguments(all: &[Formula]) -> String {
    let (numbers, named): (Vec<_>, Vec<_>) = all.iter().partition(|formula| matches!(formula, Formula::Pieces(_)));
    numbers.into_iter().chain(named).map(argument).collect::<Vec<_>>().join(",")
}

/// One satom of the grammar.
fn atom(formula: &Formula) -> String {
    match formula {
        Formula::Pieces(p) => {
            let items = items(p);
            match items.as_slice() {
                [one] => one.clone(),
                _ => format!("{{{}}}", items.join(",")),
            }
        }
        Formula::Named(named) => named.text(),
        Formula::Union(all) => format!("{{{}}}", arguments(all)),
        Formula::Minus(..) => format!("({})", argument(formula)),
    }
}

fn items(pieces: &Pieces) -> Vec<String> {
    pieces.0.iter().flat_map(piece).collect()
}

fn piece(p: &Piece) -> Vec<String> {
    let from_one = p.from <= Nat::from(2u8) && p.to.is_none() && p.modulus == 2;
    match &p.to {
        Some(to) if *to == p.from => return vec![p.from.to_string()],
        Some(to) if p.modulus == 1 && *to == &p.from + Nat::ONE => return vec![p.from.to_string(), to.to_string()],
        _ if from_one && p.residues == [1] => return vec!["odds".into()],
        _ if from_one && p.residues == [0] => return vec!["evens".into()],
        _ => {}
    }
    let step = if p.modulus == 1 { String::new() } else { format!(" step {}", p.modulus) };
    let mut classes: Vec<Piece> =
        p.residues.iter().filter_map(|&r| Piece::clipped(&p.from, p.to.as_ref(), p.modulus, &[r])).collect();
    classes.sort_by(|a, b| a.from.cmp(&b.from));
    let text = |c: &Piece| match &c.to {
        Some(to) if *to == c.from => c.from.to_string(),
        Some(to) => format!("{}..{to}{step}", c.from),
        None => format!("{}..{step}", c.from),
    };
    classes.iter().map(text).collect()
}
