//! Any text is read or refused, quickly and without a panic; what is read prints and reads back as the same.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use grundy::notation::{parse_game, parse_query};
use grundy::{Diagnostic, Session};
use grundy_fuzz::random::Random;
use grundy_fuzz::texts::Texts;
use grundy_fuzz::{Arguments, panic_text};

const PATIENCE: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    let arguments = Arguments::read();
    let mut random = Random::new(arguments.seed);
    let texts = Texts::new();
    std::panic::set_hook(Box::new(|_| {}));
    let start = Instant::now();
    let (mut asked, mut read) = (0_u64, 0_u64);
    while start.elapsed() < arguments.time {
        let text = texts.next(&mut random);
        asked += 1;
        match check(&text) {
            Ok(good) => read += u64::from(good),
            Err(wrong) => {
                let text = shrink(text);
                println!("seed {}, text {asked}: {wrong}\nas a Rust literal: {text:?}\n{text}", arguments.seed);
                return ExitCode::FAILURE;
            }
        }
    }
    let share = 100.0 * read as f64 / asked.max(1) as f64;
    println!("{asked} texts, {share:.0} % of them in the language, {} facts to start from", texts.facts());
    ExitCode::SUCCESS
}

/// Was the text in the language? The error says what went wrong.
fn check(text: &str) -> Result<bool, String> {
    let start = Instant::now();
    let good = catch_unwind(AssertUnwindSafe(|| -> Result<bool, String> {
        let query = parse_query(text);
        if let Ok(query) = &query {
            let printed = query.to_string();
            let again = parse_query(&printed).map_err(|e| format!("does not read back: {printed}: {e}"))?;
            if again != *query || again.to_string() != printed {
                return Err(format!("reads back as something else: {printed}"));
            }
        }
        let game = parse_game(text);
        if let Ok(game) = &game {
            let printed = game.to_string();
            let again = parse_game(&printed).map_err(|e| format!("does not read back: {printed}: {e}"))?;
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
        Ok(query.is_ok() || game.is_ok())
    }))
    .unwrap_or_else(|payload| Err(panic_text(payload.as_ref())))?;
    if start.elapsed() > PATIENCE {
        return Err(format!("took {:.1} s", start.elapsed().as_secs_f64()));
    }
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

/// Cuts pieces out as long as something is wrong.
fn shrink(text: String) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let mut length = letters.len().max(1);
    while length > 0 {
        let mut at = 0;
        while at < letters.len() {
            let end = (at + length).min(letters.len());
            let fewer: Vec<char> = letters[..at].iter().chain(&letters[end..]).copied().collect();
            if check(&fewer.iter().collect::<String>()).is_err() {
                letters = fewer;
            } else {
                at += length;
            }
        }
        length /= 2;
    }
    letters.into_iter().collect()
}
