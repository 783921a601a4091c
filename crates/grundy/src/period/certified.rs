//! Which game a certificate is about: its rule in numbers beside that of a game.
//!
//! Certificates tell a rule of heaps by lines: `set 1..3` and `tail 8 4 1` for the numbers that may be taken, `digit 2 any 0 1 2`
//! for a code. What people call the game is a comment there, which nothing checks. `take[1,2]` and 0.33 are one game, told by a
//! set and by a code: [`moves_of`] spells both alike.

use grundy_core::Diagnostic;

use crate::game::Game;

/// So many numbers of a set are spelt as digits.
const NUMBERS: u64 = 1 << 16;

/// The lines that tell the game's rule in certificates of periods and of misère quotients; `None`: they do not tell rules of its
/// kind.
///
/// # Errors
/// A rule that is not a game.
///
/// ```
/// use grundy::{Session, period::{certified_rule, moves_of}};
///
/// let rule = |game: &str| certified_rule(&Session::new().game(game)?.game);
/// assert_eq!(rule("0.16")?.unwrap(), ["digit 1 any 0", "digit 2 any 1 2"]);
/// assert_eq!(rule("kayles")?, rule("0.77")?);
/// assert_eq!(moves_of(&rule("take[1,2]")?.unwrap()), moves_of(&rule("0.33")?.unwrap()));
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
pub fn certified_rule(game: &Game) -> Result<Option<Vec<String>>, Diagnostic> {
    let certificate = game.periods()?.and_then(|periods| periods.certificate);
    // the first line says which kind of rule follows
    Ok(certificate.map(|certificate| certificate.rule().lines().skip(1).map(str::to_owned).collect()))
}

/// The moves that the lines of a rule tell, spelt in one way: a finite set as the digits of its code.
#[must_use]
pub fn moves_of(rule: &[String]) -> Vec<String> {
    let [line] = rule else { return rule.to_vec() };
    let Some(set) = line.strip_prefix("set ") else { return rule.to_vec() };
    let mut digits = Vec::new();
    for range in set.split(' ') {
        let (from, to) = range.split_once("..").unwrap_or((range, range));
        let (Ok(from), Ok(to)) = (from.parse::<u64>(), to.parse::<u64>()) else { return rule.to_vec() };
        if to.saturating_sub(from) >= NUMBERS - digits.len() as u64 {
            return rule.to_vec();
        }
        digits.extend((from..=to).map(|k| format!("digit {k} any 0 1")));
    }
    digits
}
