//! Values of positions that fall apart: certificates that begin with `grundy nimbers certificate 1`.
//!
//! A certificate says which value a position has, and what is needed of smaller ones to see it. The lines stand in this
//! order, after the comments, and nothing else is allowed:
//!
//! | line | meaning |
//! |---|---|
//! | `convention normal` | a player who cannot move loses |
//! | `rule {n -> n-1; n-3}` | a rule in braces: the notation of grundy, with every set in braces |
//! | or `rule nimstring` | a move cuts a string; who frees a coin moves again |
//! | or `rule sprouts` | a move joins two spots and puts a new one on the curve |
//! | `position 9` | the position: a number, or several, `4,6`; strings, `0-1.1-g`; regions of Sprouts, `0.0.AB.}AB.}]!` |
//! | `value 2` | its value |
//! | `exact 5 2 4 1&2` | the part 5 has the value 2; the moves that leave 4, and 1 beside 2, lead to the values 0 and 1 |
//! | `not 9 2 5&3` | the part 9 does not have the value 2: the move that leaves 5 beside 3 leads to it |
//! | `digest 0123456789abcdef` | checksum of all bytes above |
//!
//! A line `exact` or `not` rests on lines above it alone, and no part is told twice of; `-` is nothing. A part has any name that
//! means it: strings with other numbers in the same order, Sprouts however it is drawn.
//!
//! **exact**: the moves are checked to be moves that lead to 0, …, v − 1; every move of the part leaves parts with `exact`
//! lines whose xor is not v, or one part without it and a line `not` for the value that it would need. **not** n: what the
//! move leaves has `exact` lines with the xor n. A position is worth the xor of its parts, and two parts that are equal cancel.
//!
//! Two more rules are games on graphs. With `rule edges` a move chooses an edge and removes both its ends (Arc Kayles; on
//! the squares of a board it is Cram); with `rule vertices` it chooses a vertex and removes it with its neighbours (Node Kayles).
//! In place of `position` stand other lines, parts have one name, and moves are told by the edge or vertex:
//!
//! | line | meaning |
//! |---|---|
//! | `board 1f.1f.f` | the squares of each row in hexadecimal digits, the lowest bit is the first column |
//! | or `graph 5`, then `joined 0-1 1-2` | the vertices 0, 1, … and the edges, ascending; without edges there is no such line |
//! | `exact 7.7 2 0-1 1-4` | this part has the value 2; the moves lead to the values 0 and 1 |
//! | `mirror 3.3` | this part of a board has the value 0, for it is its own half turn |
//! | `not 1f.3 2 0-1` | this part does not have the value 2: the move leads to it |
//!
//! Cost: linear in the file, times the moves of a part.

mod boards;
mod claims;
mod rule;
mod sprouts;
mod strings;
#[cfg(test)]
mod testing;

use super::text::Lined;
use super::{Fault, Meter, wrong};

/// The first bytes of the format.
pub(crate) const HEAD: &[u8] = b"grundy nimbers certificate ";

/// What such a certificate proves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Position {
    /// The comments, for people: they were not checked.
    pub comments: Vec<String>,
    /// The rule and the position, in the words of the certificate.
    pub rule: Vec<String>,
    /// Its Grundy value.
    pub value: u64,
    /// So many parts have a value that was checked.
    pub exact: u64,
    /// So many of these have the value 0 for they are their own mirror image: none of their moves was made.
    pub mirrored: u64,
    /// So many values of parts were excluded.
    pub excluded: u64,
}

/// Reads and checks a certificate.
pub(crate) fn verify(text: &[u8], meter: &mut Meter<'_>) -> Result<Position, Fault> {
    let (mut at, comments) = Lined::open(text, "grundy nimbers certificate 1")?;
    let mut claim = Position { comments, ..Position::default() };
    at.must_be("convention normal")?;
    claim.rule.push(at.line.to_owned());
    match at.behind("rule") {
        Some("edges") => {
            at.advance()?;
            boards::check(&mut at, true, &mut claim, meter)?;
        }
        Some("vertices") => {
            at.advance()?;
            boards::check(&mut at, false, &mut claim, meter)?;
        }
        Some(text) if text.starts_with('{') => {
            let rule = match rule::Rule::read(text) {
                Ok(rule) => rule,
                Err(expected) => return Ok(at.wrong(&expected)?),
            };
            at.advance()?;
            claims::check(&rule, &mut at, &mut claim, meter)?;
        }
        Some("nimstring") => {
            at.advance()?;
            claims::check(&strings::Nimstring, &mut at, &mut claim, meter)?;
        }
        Some("sprouts") => {
            at.advance()?;
            claims::check(&sprouts::Sprouts, &mut at, &mut claim, meter)?;
        }
        _ => return Ok(at.wrong("`rule` and a game: edges, vertices, nimstring, sprouts, or a rule in braces")?),
    }
    Ok(claim)
}
