//! Lines with a sign that no form has, such as `0-1` and `a : b`: as an edge list they would be names of vertices
//! without arcs, and every vertex a loss.

use super::columns::{FIRST_LINES, entries};
use crate::read::ReadError;
use crate::read::line::{Line, LineFault, quote};

/// What people write between the ends of an arc. A name may have it where arcs stand in the file.
const SIGNS: &str = "-><=:;|/~→←↔⇒⇐⟶–—−，；：";

/// A sign between two ends, all in one word.
pub(in crate::read) fn inside(word: &str) -> Option<LineFault> {
    let from = word.find(|c| SIGNS.contains(c)).filter(|&from| from > 0)?;
    let length = word[from..].find(|c| !SIGNS.contains(c))?;
    fault(&word[from..from + length], &word[..from], &word[from + length..])
}

fn fault(sign: &str, u: &str, v: &str) -> Option<LineFault> {
    let short = |text: &str| quote(text.as_bytes());
    Some(LineFault::Sign { sign: short(sign), ends: Box::new((short(u), short(v))) })
}

/// Refuses a text with a sign between blanks, and one of nothing but single words, where a sign is inside one of them.
pub(super) fn refuse(begin: &[u8], name: &str) -> Result<(), ReadError> {
    let mut first = None;
    let mut alone = true;
    for (number, line) in (1u64..).zip(begin.split(|&b| b == b'\n')) {
        if !alone && number as usize > FIRST_LINES {
            return Ok(());
        }
        let told = |fault| ReadError::at_line(fault, quote(line), number, name);
        let Ok(line) = std::str::from_utf8(line) else { return Ok(()) };
        if line.contains('"') {
            alone = false;
            continue;
        }
        match Line::read(line.as_bytes()) {
            Some(Line::Nothing) => {}
            Some(Line::Lone(_)) if alone && first.is_none() => first = inside(line.trim()).map(told),
            Some(Line::Lone(_)) => {}
            Some(Line::Arc(..)) => alone = false,
            None => {
                alone = false;
                if let Ok([(_, u), (_, sign), (_, v)]) = entries(line).as_deref()
                    && sign.chars().all(|c| SIGNS.contains(c))
                    && let Some(fault) = fault(sign, u, v)
                {
                    return Err(told(fault));
                }
            }
        }
    }
    first.filter(|_| alone).map_or(Ok(()), Err)
}
