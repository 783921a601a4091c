//! The measure, checked while running, where it could not be proved beforehand.
//!
//! `{n -> n//k for k in 2..isqrt(n)+2 if n > 0}` is not linear; every move that is met is tested instead. One measure
//! must hold for all that a question reaches: a measure that failed once is not tried again, and the move at which the
//! last one fails is the offending move. That move does not count for the next question, which may never come there.
//! Parts handed over to another game need no measure.

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use grundy_core::{Budget, Context};

use super::alone::{self, Env};
use super::eval;
use super::ir::{Alternative, Expr, Named, OtherGame, Rule};
use super::measure::first_that_falls;
use super::reflected::counts_up_to;
use super::spell;
use crate::error::{Diagnostic, Result};
use crate::notation::ast::Operator;
use crate::number::{Int, Nat};
use crate::place::Place;

const SUM: u8 = 1;
const LEXICOGRAPHIC: u8 = 2;
const SUM_THEN_LEXICOGRAPHIC: u8 = 4;

/// Steps to look for all moves with the same slip.
const LOOK: u64 = 10_000;

/// Which measures have failed so far; never all of them.
#[derive(Debug, Default)]
pub(crate) struct RunningMeasure {
    failed: AtomicU8,
    /// What gets smaller, once that was looked for.
    weighted: OnceLock<Option<String>>,
}

impl RunningMeasure {
    /// Another question begins, which may reach other positions.
    pub(crate) fn begin(&self) {
        self.failed.store(0, Ordering::Relaxed);
    }

    /// Tests one option of `place`.
    ///
    /// # Errors
    /// The offending move, if no measure is left.
    pub(crate) fn test(
        &self,
        game: &dyn Named,
        rule: &Rule,
        place: &Place,
        alternative: &Alternative,
        parts: &[(Option<&OtherGame>, Place)],
    ) -> Result<()> {
        for (_, part) in parts.iter().filter(|(other, _)| other.is_none()) {
            if !self.own_part_falls(rule, place, part)? {
                // a rule is not written out twice
                let shown = |place: &Place| match game.text().starts_with('{') {
                    true if place.len() > 1 => format!("({place})"),
                    true => place.to_string(),
                    false => game.show(std::slice::from_ref(place)),
                };
                let (from, to) = (shown(place), shown(part));
                // `n//2` stays at 0 where it is: the usual slip
                let suggestion = if let Some(mended) = with_bits(rule, game.text(), place, alternative, parts) {
                    mended
                } else if part == place && place.iter().all(Nat::is_zero) {
                    let condition = format!("{} > 0", rule.names.join("+"));
                    let mended = all_guarded(rule, game.text(), place, &condition)
                        .unwrap_or_else(|| format!("{} if {condition}", alternative.text));
                    format!("`{mended}`; a rule with cycles must say `loopy`")
                } else if rule.measure.is_some() {
                    "every move must lower the measure behind `by`, which may not become negative: `by max(…, 0)`"
                        .to_owned()
                } else if let Some(mended) = with_bound(rule, game.text())
                    .or_else(|| self.weighted.get_or_init(|| weighted(rule, game.text())).clone())
                {
                    mended
                } else {
                    "a rule with cycles must say `loopy`; another measure can be declared with `by`".to_owned()
                };
                return Err(Diagnostic::rule(format!(
                    "the move from {from} to {to}, by `{}`, does not get smaller, so the play may not end",
                    alternative.text
                ))
                .suggest(suggestion)
                .into());
            }
        }
        Ok(())
    }

    fn own_part_falls(&self, rule: &Rule, place: &Place, part: &Place) -> Result<bool> {
        if let Some(measure) = &rule.measure {
            let value = |at: &Place| -> Result<Vec<Int>> {
                let values: Vec<Int> = at.iter().map(|n| Int::from(n.clone())).collect();
                let env = Env::new(&rule.names, values, "the measure");
                measure.iter().map(|e| alone::expr(e, &env)).collect()
            };
            let (before, after) = (value(place)?, value(part)?);
            return Ok(after < before && after.iter().all(|v| *v >= Int::ZERO));
        }
        let mut failed = self.failed.load(Ordering::Relaxed);
        for measure in [SUM, LEXICOGRAPHIC, SUM_THEN_LEXICOGRAPHIC] {
            let falls = |measure| match measure {
                SUM => sum(part) < sum(place),
                LEXICOGRAPHIC => part < place,
                _ => (sum(part), part) < (sum(place), place),
            };
            if failed & measure == 0 && !falls(measure) {
                failed |= measure;
            }
        }
        if failed == SUM | LEXICOGRAPHIC | SUM_THEN_LEXICOGRAPHIC {
            return Ok(false);
        }
        self.failed.store(failed, Ordering::Relaxed);
        Ok(true)
    }
}

fn sum(place: &[Nat]) -> Nat {
    place.iter().fold(Nat::ZERO, |sum, n| sum + n)
}

/// `n & n-1` keeps the heap and adds another one, and `n^k` is larger: the bits of two numbers are meant.
fn with_bits(
    rule: &Rule,
    text: &str,
    place: &Place,
    alternative: &Alternative,
    parts: &[(Option<&OtherGame>, Place)],
) -> Option<String> {
    let [name] = &rule.names[..] else { return None };
    let written = &alternative.text;
    // elsewhere in the rule the same letters may be part of something else
    if text.matches(written.as_str()).count() != 1 {
        return None;
    }
    let keeps = parts.len() == 2 && parts.iter().any(|(other, part)| other.is_none() && part == place);
    let (call, sign) = match (written.split_once(" & "), written.split_once('^')) {
        (Some((left, right)), _) if keeps && (left == name || right == name) => (format!("band({left},{right})"), "&"),
        (None, Some((left, right)))
            if left == name && !right.is_empty() && right.chars().all(|c| c.is_alphanumeric() || c == '_') =>
        {
            (format!("xor({left},{right})"), "^")
        }
        _ => return None,
    };
    let condition = if sign == "&" { format!("{name} > 0") } else { format!("{call} < {name}") };
    let mended = guarded(&text.replace(written.as_str(), &call), &call, &condition)?;
    Some(match sign {
        "&" => format!("`&` joins the parts of a move; with the bits of both numbers it is `{mended}`"),
        _ => format!("`^` is a power; with the xor of both numbers it is `{mended}`"),
    })
}

/// A rule that counts upwards to a number may say so.
fn with_bound(rule: &Rule, text: &str) -> Option<String> {
    let ([name], body) = (&rule.names[..], text.strip_suffix('}')?) else { return None };
    let bound = counts_up_to(rule)?;
    Some(format!("no move goes beyond {bound}, so {bound}-{name} gets smaller: `{body} by {bound}-{name}}}`"))
}

/// Largest weight that is tried, and the most coordinates.
const WEIGHT: u32 = 3;
const WEIGHTED: usize = 4;

/// What gets smaller, if weights do for the coordinates, as for tokens that move towards the end, or the difference of two of
/// them.
fn weighted(rule: &Rule, text: &str) -> Option<String> {
    let arity = rule.arity;
    let body = text.strip_suffix('}').filter(|_| (2..=WEIGHTED).contains(&arity))?;
    let base = WEIGHT + 1;
    let weights = |code: u32| (0..arity as u32).map(move |at| code / base.pow(at) % base);
    let mut codes: Vec<u32> = (1..base.pow(arity as u32)).collect();
    codes.sort_by_key(|&code| weights(code).sum::<u32>());
    let term = |(at, weight): (usize, u32)| match weight {
        0 => None,
        1 => Some(Expr::Variable(at)),
        _ => Some(Expr::binary(Operator::Multiply, Expr::from(i64::from(weight)), Expr::Variable(at))),
    };
    let sums = codes.into_iter().filter_map(|code| weights(code).enumerate().filter_map(term).reduce(|a, b| a + b));
    let pairs = (0..arity).flat_map(|a| (0..arity).filter(move |&b| a != b).map(move |b| (a, b)));
    let differences = pairs.map(|(a, b)| Expr::Variable(a) - Expr::Variable(b));
    let found = spell::expr(&first_that_falls(rule, differences.chain(sums))?, &rule.names);
    Some(format!("{found} gets smaller: `{body} by {found}}}`"))
}

/// The rule with this condition on every move that stays where it is at this place; `None` if the text is not the rule's own.
fn all_guarded(rule: &Rule, text: &str, place: &Place, condition: &str) -> Option<String> {
    let mut staying: Vec<String> = Vec::new();
    let budget = Context::new(Budget { nodes: Some(LOOK), ..Budget::UNLIMITED });
    // what has no value at this place has a message of its own
    let _ = eval::options(rule, place, &budget, &mut |alternative, parts| {
        if parts.iter().any(|(other, part)| other.is_none() && part == place) && !staying.contains(&alternative.text) {
            staying.push(alternative.text.clone());
        }
        ControlFlow::Continue(())
    });
    staying.iter().try_fold(text.to_owned(), |text, alternative| guarded(&text, alternative, condition))
}

/// The rule with this condition on the move that has this alternative: `{n -> n//2 if n > 0; n-1}`.
fn guarded(rule: &str, alternative: &str, condition: &str) -> Option<String> {
    let body = rule.strip_prefix('{')?.find("->")? + 3;
    let from = body + rule[body..].find(alternative)? + alternative.len();
    let mut depth = 0;
    let end = rule[from..].char_indices().find_map(|(at, c)| {
        match c {
            '{' | '(' => depth += 1,
            ';' | '}' | ')' if depth == 0 => return Some(from + at),
            '}' | ')' => depth -= 1,
            _ => {}
        }
        None
    })?;
    let clause = rule[from..end].trim_end();
    // behind the last move a measure may stand
    let moves = clause.find(" by ").map_or(clause, |by| &clause[..by]);
    if moves.contains(condition) {
        return Some(rule.to_owned());
    }
    Some(match moves.find(" if ") {
        // `if n%2 = 0` → `if n > 0 and n%2 = 0`
        Some(at) if !moves.contains(" or ") => {
            let at = from + at + " if ".len();
            format!("{}{condition} and {}", &rule[..at], &rule[at..])
        }
        _ => {
            let end = from + moves.len();
            format!("{} if {condition}{}", &rule[..end], &rule[end..])
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_condition_stands_on_its_move() {
        for (rule, alternative, expected) in [
            ("{n -> n//2}", "n//2", "{n -> n//2 if n > 0}"),
            ("{n -> n//d for d in 2..6}", "n//d", "{n -> n//d for d in 2..6 if n > 0}"),
            (
                "{n -> n-1; n//2 | n//3 for k in {1,2}; n-2}",
                "n//3",
                "{n -> n-1; n//2 | n//3 for k in {1,2} if n > 0; n-2}",
            ),
            ("{n -> n//2 by n}", "n//2", "{n -> n//2 if n > 0 by n}"),
            ("{n -> n//2 if n%2 = 0; n-1}", "n//2", "{n -> n//2 if n > 0 and n%2 = 0; n-1}"),
            ("{n -> n//2 if n%2 = 0 or n%3 = 0}", "n//2", "{n -> n//2 if n%2 = 0 or n%3 = 0 if n > 0}"),
        ] {
            assert_eq!(guarded(rule, alternative, "n > 0").as_deref(), Some(expected));
        }
        assert_eq!(guarded("halves", "n//2", "n > 0"), None);
    }
}
