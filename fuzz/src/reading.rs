//! Any text is read or refused, quickly and without a panic; what is read prints and reads back as the same.

use std::panic::{AssertUnwindSafe, catch_unwind};

use grundy::claim::ClaimFault;
use grundy::game::catalogue;
use grundy::notation::{Limits, Reader};
use grundy::{Diagnostic, Session};

use crate::panic_text;
use crate::patience::Patience;

/// Seconds for a text.
const SECONDS: u64 = 2;

/// Was the text in the language? The error says what went wrong.
///
/// # Errors
/// A panic, a text that reads back as something else, an error that points nowhere, too long a time.
pub fn check(text: &str) -> Result<bool, String> {
    let patience = Patience::of(SECONDS);
    let good = catch_unwind(AssertUnwindSafe(|| -> Result<bool, String> {
        let mut reader = Reader::new(Limits::default(), catalogue::GAMES);
        let query = reader.query(text);
        if let Ok(query) = &query {
            let printed = query.to_string();
            let again = reader.query(&printed).map_err(|e| format!("does not read back: {printed}: {e}"))?;
            if again != *query || again.to_string() != printed {
                return Err(format!("reads back as something else: {printed}"));
            }
        }
        let game = reader.game(text);
        if let Ok(game) = &game {
            let printed = game.to_string();
            let again = reader.game(&printed).map_err(|e| format!("does not read back: {printed}: {e}"))?;
            if again != *game || again.to_string() != printed {
                return Err(format!("reads back as something else: {printed}"));
            }
        }
        query.as_ref().err().map_or(Ok(()), |e| points_into(e, text))?;
        game.as_ref().err().map_or(Ok(()), |e| points_into(e, text))?;
        // what a text means may be refused as well, but never with a panic
        let mut session = Session::new();
        session.position(text).err().map_or(Ok(()), |e| points_into(&e, text))?;
        session.game(text).err().map_or(Ok(()), |e| points_into(&e, text))?;
        if let Err(ClaimFault::Claim(fault)) = session.claim("nim(a,b)", text) {
            points_into(&fault, text)?;
        }
        Ok(query.is_ok() || game.is_ok())
    }))
    .unwrap_or_else(|payload| Err(panic_text(payload.as_ref())))?;
    patience.kept()?;
    Ok(good)
}

/// A message says something, and its place lies in the text.
fn points_into(diagnostic: &Diagnostic, text: &str) -> Result<(), String> {
    if diagnostic.message.is_empty() {
        return Err("an error without a message".to_owned());
    }
    let Some(span) = diagnostic.span else { return Ok(()) };
    let inside = span.start <= span.end && text.get(span.start..span.end).is_some();
    if inside { Ok(()) } else { Err(format!("the error points to {span:?}, not a place of the text")) }
}
