//! Periods as people say them: `periodic with period 12 from 71 on`, `the period is 4`, `period 12 after 70`.

use grundy_core::number::Nat;

use super::pieces::{Piece, added_apart, is_one_of};
use super::{Asked, Kind};
use crate::lexer::Token;

/// Words in front of `period` that say nothing more.
const BEFORE: &[&str] = &[
    "eventually", "ultimately", "g", "sg", "grundy", "values", "value", "the", "is", "are", "it", "sequence",
    "periodic", "with", "has", "have", "a", "of",
];

/// `periodic with period 12 from 71 on` → `period 12 from 71`; without a beginning, `period 12` is left, which is refused.
pub(super) fn told(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind != Kind::Claim {
        return;
    }
    let before = pieces.iter().take_while(|p| is_one_of(p, BEFORE)).count();
    let Some(period) = pieces.get(before).filter(|p| p.is_name("period")).cloned() else { return };
    let rest = &pieces[before + 1..];
    let sign = usize::from(rest.first().is_some_and(|p| p.token == Token::Equal || is_one_of(p, &["is", "of"])));
    let [length, rest @ ..] = &rest[sign..] else { return };
    if length.token != Token::Number {
        return;
    }
    let words = rest.iter().take_while(|p| is_one_of(p, &["starting", "beginning", "from", "after", "at", "with"]));
    let words = words.count();
    let after = rest[..words].iter().any(|p| p.is_name("after"));
    let (start, behind) = match &rest[words..] {
        [] if words == 0 => (None, &[][..]),
        [start, behind @ ..] if words > 0 && start.token == Token::Number => (Some(start), behind),
        _ => return,
    };
    if behind.len() > 1 || behind.iter().any(|p| !is_one_of(p, &["on", "onward", "onwards"])) {
        return;
    }
    let mut new = vec![Piece { apart: false, ..period }, Piece { apart: true, ..length.clone() }];
    if let Some(start) = start {
        let Ok(first) = start.text.parse::<Nat>() else { return };
        let first = if after { first + 1u8 } else { first };
        new.push(added_apart(Token::Name, "from", start.span));
        new.push(Piece { apart: true, text: first.to_string(), ..start.clone() });
    }
    *pieces = new;
}
