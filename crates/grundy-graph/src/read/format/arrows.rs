//! Arcs as the notation of games writes them: `a -> b, c` has the arcs a → b and a → c, `a` alone is a vertex.
//!
//! ```text
//! a->b,c        a → b        "two words" -> b;        a -> b; b -> c        # a comment
//! ```

use std::borrow::Cow;

use grundy_core::Context;

use super::columns::lines;
use super::gathered::Gathered;
use super::{Read, Wrong};

/// The signs of an arc.
const SIGNS: [&str; 2] = ["->", "→"];

/// What stands in a line.
#[derive(Debug, PartialEq)]
enum Piece<'t> {
    Name(Cow<'t, str>),
    /// The sign of an arc; `apart`: blanks stand around it.
    Sign {
        apart: bool,
    },
    Comma,
    End,
}

/// The pieces of a line, each with its place.
fn pieces(line: &str) -> Result<Vec<(usize, Piece<'_>)>, Wrong> {
    let mut all = Vec::new();
    let mut at = 0;
    let sign = |text: &str| SIGNS.iter().find(|sign| text.starts_with(**sign)).map(|sign| sign.len());
    let ends = |text: &str, c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"') || sign(text).is_some();
    while let Some(skipped) = line[at..].find(|c: char| !c.is_whitespace()) {
        let bare = at == 0 || skipped > 0 || line[..at].ends_with([',', ';']);
        at += skipped;
        let rest = &line[at..];
        let first = rest.chars().next().unwrap_or_default();
        let (piece, length) = match first {
            '#' | '%' if bare => break,
            ',' => (Piece::Comma, 1),
            ';' => (Piece::End, 1),
            '"' => {
                let end = rest[1..].find('"').ok_or_else(|| Wrong::new(at, "a quotation mark is not closed"))?;
                (Piece::Name(Cow::Borrowed(&rest[1..=end])), end + 2)
            }
            _ => match sign(rest) {
                Some(length) => {
                    let apart = bare && rest[length..].starts_with(char::is_whitespace);
                    (Piece::Sign { apart }, length)
                }
                None => {
                    let end = rest.char_indices().find(|&(i, c)| ends(&rest[i..], c)).map_or(rest.len(), |(i, _)| i);
                    (Piece::Name(Cow::Borrowed(&rest[..end])), end)
                }
            },
        };
        all.push((at, piece));
        at += length;
    }
    Ok(all)
}

/// A vertex and where its arcs lead, each with its place.
type Row<'p> = (Option<(usize, &'p str)>, Vec<(usize, &'p str)>);

/// What one statement says: `a -> b, c`, `a`, or nothing.
fn row<'p>(pieces: &'p [(usize, Piece<'_>)], end: usize) -> Result<Row<'p>, Wrong> {
    let mut rest = pieces.iter();
    let mut name = |what: &str| match rest.next() {
        Some((at, Piece::Name(name))) => Ok((*at, &**name)),
        Some((at, _)) => Err(Wrong::new(*at, format!("{what} is missing here"))),
        None => Err(Wrong::new(end, format!("{what} is missing here"))),
    };
    let form = "an arc is written `a -> b` or `a -> b, c`";
    match pieces {
        [] => Ok((None, Vec::new())),
        [_] => Ok((Some(name("a vertex")?), Vec::new())),
        [_, (_, Piece::Sign { .. }), heads @ ..] => {
            let tail = name("the vertex before the sign")?;
            let mut to = Vec::new();
            for (i, (at, piece)) in heads.iter().enumerate() {
                match (i % 2, piece) {
                    (0, Piece::Name(name)) => to.push((*at, &**name)),
                    (1, Piece::Comma) => {}
                    _ => return Err(Wrong::new(*at, form)),
                }
            }
            if heads.len() % 2 == 0 {
                return Err(Wrong::new(end, "a vertex is missing here"));
            }
            Ok((Some(tail), to))
        }
        [_, (at, _), ..] => Err(Wrong::new(*at, form)),
    }
}

/// Hands over what the statements of a line say.
fn rows(line: &str, mut take: impl FnMut(Row<'_>) -> Result<(), Wrong>) -> Result<(), Wrong> {
    let all = pieces(line)?;
    let mut from = 0;
    for statement in all.split(|(_, piece)| *piece == Piece::End) {
        from += statement.len() + 1;
        let end = all.get(from - 1).map_or(line.trim_end().len(), |(at, _)| *at);
        take(row(statement, end)?)?;
    }
    Ok(())
}

/// Do the lines of this text have arcs with a sign: all of them, or the first one, or one with blanks around the sign?
/// In a list of names `n->m` may be one.
pub(super) fn are_there(begin: &str) -> bool {
    if !begin.contains("->") && !begin.contains('→') {
        return false;
    }
    let (mut all, mut some, mut plain, mut first) = (true, false, false, true);
    for (_, line) in lines(begin) {
        let mut arcs = false;
        let fits = rows(line, |(_, to)| {
            arcs |= !to.is_empty();
            Ok(())
        });
        let pieces: Vec<Piece<'_>> = pieces(line).unwrap_or_default().into_iter().map(|(_, piece)| piece).collect();
        plain |= pieces.contains(&Piece::Sign { apart: true });
        // two names side by side are an arc of another form
        let side_by_side = pieces.windows(2).any(|two| matches!(two, [Piece::Name(_), Piece::Name(_)]));
        plain |= first && matches!(pieces.get(1), Some(Piece::Sign { .. })) && !side_by_side;
        first = false;
        all &= fits.is_ok();
        some |= fits.is_ok() && arcs;
    }
    plain || all && some
}

/// Reads arcs.
pub(super) fn read(text: &str, into: &mut Gathered, cx: &Context) -> Read {
    for (at, line) in lines(text) {
        cx.tick(1)?;
        let mut met = 0;
        rows(line.trim_start_matches('\u{feff}'), |(tail, heads)| {
            let Some((place, u)) = tail else { return Ok(()) };
            met += heads.len() as u64;
            let u = into.vertex(u, place)?;
            for (place, v) in heads {
                let v = into.vertex(v, place)?;
                into.arc(u, v);
            }
            Ok(())
        })
        .map_err(|wrong| Wrong { at: at + wrong.at, ..wrong })?;
        cx.tick(met)?;
    }
    Ok(())
}
