//! The usual slips behind a move that does not get smaller, each with the rule as it may be meant.
//!
//! ```text
//! {n -> n//2}                                     stays at 0           {n -> n//2 if n > 0}
//! {(a,b) -> (a-k*b,b) | (a,b-k*a) for k in 1..}   stays where a or b   {(a,b) -> (a-k*b,b) for k in 1.. if b > 0;
//!                                                 is 0                  (a,b-k*a) for k in 1.. if a > 0}
//! {n -> n & n-1}                                  the bits are meant   {n -> band(n,n-1) if n > 0}
//! {n -> a & n-a for a in 0..n}                    an empty part        … if a > 0 and n-a > 0
//! {(s,c) -> (s,c+k) for k in 1..c^2 if c+k<=s}    goes up to a bound   … by s-c
//! ```
//!
//! Rules are mended as text, so that users find their own words again.

mod least;

use std::ops::ControlFlow;
use std::sync::OnceLock;

use grundy_core::number::{Int, Nat};
use grundy_core::{Budget, Context, Diagnostic};
use grundy_notation::ast::Operator;

use super::eval;
use super::ir::{Alternative, Expr, Item, OtherGame, Rule};
use super::measure::{constant, first_that_falls};
use super::reflected::counts_up_to;
use super::spell;
use crate::place::Place;

const LOOPY: &str = "a rule with cycles must say `loopy`";
/// Steps to look for all moves with the same slip.
const LOOK: u64 = 10_000;
/// Moves that stay where they are are looked for in places with numbers up to this, …
const SMALL: u64 = 2;
/// … of so many coordinates at most.
const COORDINATES: usize = 4;

/// A move that does not get smaller.
pub(super) struct Slip<'a> {
    pub(super) rule: &'a Rule,
    /// The rule as it was written.
    pub(super) text: &'a str,
    pub(super) place: &'a Place,
    pub(super) alternative: &'a Alternative,
    pub(super) parts: &'a [(Option<&'a OtherGame>, Place)],
    /// Does the move leave the place as it was?
    pub(super) stays: bool,
}

impl Slip<'_> {
    /// The fault with what to write instead. What gets smaller takes a search, and is kept in `falls`.
    pub(super) fn helped(&self, fault: Diagnostic, falls: &OnceLock<Option<String>>) -> Diagnostic {
        let Slip { rule, text, .. } = *self;
        if let Some((said, mended)) = self.mended() {
            return fault.suggest(said).rewriting(text, mended);
        }
        if self.stays && self.place.iter().all(Nat::is_zero) {
            let condition = format!("{} > 0", rule.names.join("+"));
            return fault.suggest(format!("`{} if {condition}`; {LOOPY}", self.alternative.text));
        }
        if rule.measure.is_some() {
            return fault.suggest(
                "every move must lower the measure behind `by`, which may not become negative: `by max(…, 0)`",
            );
        }
        let measured = with_bound(rule, text).or_else(|| falls.get_or_init(|| weighted(rule, text)).clone());
        fault.suggest(measured.unwrap_or_else(|| format!("{LOOPY}; another measure can be declared with `by`")))
    }

    /// A sentence with the rule as it may be meant, and that rule. Its plays end, as far as that can be told here.
    fn mended(&self) -> Option<(String, String)> {
        let Slip { rule, text, .. } = *self;
        let ends = |told: &(String, String)| least::may_end(&told.1);
        let stays = |mended: String| (format!("`{mended}`; {LOOPY}"), mended);
        let parts = |mended: String| (format!("`{mended}`, if no part may be empty"), mended);
        // `n//2` stays at 0 where it is: the usual slip
        let at_zero = || {
            let condition = format!("{} > 0", rule.names.join("+"));
            let is_at_zero = self.stays && self.place.iter().all(Nat::is_zero);
            is_at_zero.then(|| all_guarded(rule, text, self.place, &condition)).flatten()
        };
        (self.with_bits().filter(ends))
            .or_else(|| self.with_steps().map(stays).filter(ends))
            .or_else(|| self.with_parts().map(parts).filter(ends))
            .or_else(|| at_zero().map(stays).filter(ends))
            .or_else(|| self.stays.then(|| least::guarded(text)).flatten().map(stays))
    }

    /// `n & n-1` keeps the heap and adds another one, and `n^k` is larger: the bits of two numbers are meant.
    fn with_bits(&self) -> Option<(String, String)> {
        let Slip { rule, text, place, alternative, parts, .. } = *self;
        let [name] = &rule.names[..] else { return None };
        let written = &alternative.text;
        // elsewhere in the rule the same letters may be part of something else
        if text.matches(written.as_str()).count() != 1 {
            return None;
        }
        let keeps = parts.len() == 2 && parts.iter().any(|(other, part)| other.is_none() && part == place);
        let (call, sign) = match (written.split_once(" & "), written.split_once('^')) {
            (Some((left, right)), _) if keeps && (left == name || right == name) => {
                (format!("band({left},{right})"), "&")
            }
            (None, Some((left, right)))
                if left == name && !right.is_empty() && right.chars().all(|c| c.is_alphanumeric() || c == '_') =>
            {
                (format!("xor({left},{right})"), "^")
            }
            _ => return None,
        };
        let condition = if sign == "&" { format!("{name} > 0") } else { format!("{call} < {name}") };
        let mended = guarded(&text.replace(written.as_str(), &call), &call, &condition)?;
        let said = match sign {
            "&" => format!("`&` joins the parts of a move; with the bits of both numbers it is `{mended}`"),
            _ => format!("`^` is a power; with the xor of both numbers it is `{mended}`"),
        };
        Some((said, mended))
    }

    /// `a & n-a for a in 0..n` leaves the whole heap and an empty one.
    fn with_parts(&self) -> Option<String> {
        let Slip { rule, text, place, alternative, parts, .. } = *self;
        let (left, right) = alternative.text.split_once(" & ")?;
        let is_split = rule.arity == 1
            && parts.len() == 2
            && parts.iter().all(|(other, part)| other.is_none() && (part == place || part[0].is_zero()));
        if !is_split || left == rule.names[0] || right == rule.names[0] || place[0].is_zero() {
            return None;
        }
        guarded(text, &alternative.text, &format!("{left} > 0 and {right} > 0"))
    }

    /// Steps of 0: `a-k*b` stays at a where b is 0. All moves of small places that stay get the condition that their step is
    /// none.
    fn with_steps(&self) -> Option<String> {
        let Slip { rule, text, .. } = *self;
        if !self.stays || rule.arity > COORDINATES || (rule.arity == 1 && self.place[0].is_zero()) {
            return None;
        }
        let mut staying: Vec<(String, String)> = Vec::new();
        let mut stays = |alternative: &Alternative| {
            if staying.iter().any(|(known, _)| *known == alternative.text) {
                return Some(());
            }
            let step = spell::expr(&step(rule, alternative)?, &rule.names);
            staying.push((alternative.text.clone(), format!("{step} > 0")));
            Some(())
        };
        stays(self.alternative)?;
        let base = SMALL + 1;
        for code in 0..base.pow(rule.arity as u32) {
            let place: Place = (0..rule.arity as u32).map(|at| Nat::from(code / base.pow(at) % base)).collect();
            let mut all = Some(());
            // what has no value at this place has a message of its own
            let _ = eval::options(rule, &place, &brief(), &mut |alternative, parts| {
                if parts.iter().any(|(other, part)| other.is_none() && *part == place) {
                    all = stays(alternative);
                }
                if all.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            all?;
        }
        let shared = |text: &str| {
            staying.iter().any(|(alternative, _)| {
                text.contains(&format!("| {alternative}")) || text.contains(&format!("{alternative} |"))
            })
        };
        let text = if shared(text) { apart(text)? } else { text.to_owned() };
        staying.iter().try_fold(text, |text, (alternative, condition)| guarded(&text, alternative, condition))
    }
}

fn brief() -> Context {
    Context::new(Budget { nodes: Some(LOOK), ..Budget::UNLIMITED })
}

/// By how much a move lowers the one coordinate that it changes, without loop variables and numbers that are factors of it and
/// at least 1; `None`: it changes several, divides, or the step has other loop variables.
fn step(rule: &Rule, alternative: &Alternative) -> Option<Expr> {
    let [part] = &alternative.parts[..] else { return None };
    let mut changed = part.coordinates.iter().enumerate().filter(|(i, to)| **to != Expr::Variable(*i));
    let (at, to) = changed.next().filter(|_| part.game.is_none())?;
    if changed.next().is_some() {
        return None;
    }
    let Expr::Binary(Operator::Subtract, from, by) = to else { return None };
    let positive = |factor: &Expr| match factor {
        Expr::Variable(v) => alternative.loops.get(v.checked_sub(rule.arity)?).map(|l| {
            l.set.items.iter().all(|item| match item {
                Item::One(n) | Item::Range { from: n, .. } => constant(n).is_some_and(|n| n >= Int::ONE),
                Item::Powers(_) | Item::Squares | Item::Fibonacci | Item::Primes | Item::Odds => true,
                _ => false,
            })
        }),
        other => constant(other).map(|n| n >= Int::ONE),
    };
    let mut by = (**by).clone();
    while let Expr::Binary(Operator::Multiply, left, right) = &by {
        by = match (positive(left), positive(right)) {
            (Some(true), _) => (**right).clone(),
            (_, Some(true)) => (**left).clone(),
            _ => break,
        };
    }
    (**from == Expr::Variable(at) && !by.holds_variable(&|v| v >= rule.arity)).then_some(by)
}

/// The rule with a move of its own for each alternative: `{n -> n-1 | n//2 if n > 1}` becomes `{n -> n-1 if n > 1; n//2 if n > 1}`.
fn apart(rule: &str) -> Option<String> {
    let (head, body) = rule.strip_suffix('}')?.split_once("->")?;
    let (moves, measure) = body.split_at(first_outside(body, &[" by "]).unwrap_or(body.len()));
    let moves: Vec<String> = outside(moves, ';')
        .flat_map(|clause| {
            let (alternatives, binding) =
                clause.split_at(first_outside(clause, &[" for ", " if "]).unwrap_or(clause.len()));
            let binding = binding.trim_end();
            outside(alternatives, '|')
                .map(move |alternative| format!("{}{binding}", alternative.trim()))
                .collect::<Vec<_>>()
        })
        .collect();
    Some(format!("{head}-> {}{measure}}}", moves.join("; ")))
}

/// Where the first of these words stands outside of all brackets.
fn first_outside(text: &str, words: &[&str]) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
        (depth == 0 && words.iter().any(|word| text[at..].starts_with(word))).then_some(at)
    })
}

/// The parts between signs that stand outside of all brackets.
fn outside(text: &str, sign: char) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |c| {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
        depth == 0 && c == sign
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
    let budget = brief();
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

    #[test]
    fn alternatives_come_apart() {
        let rule = "{(a,b) -> (a-k,b) | (a,b-k) for k in {1,2} if a|b; (b,a) by a+b}";
        // a sign in brackets stays where it is
        assert_eq!(
            apart("{n -> max(n-1,0) | n-k for k in 1..2 if n > 1; n//2 by n}").as_deref(),
            Some("{n -> max(n-1,0) for k in 1..2 if n > 1; n-k for k in 1..2 if n > 1; n//2 by n}")
        );
        assert_eq!(
            apart(rule).as_deref(),
            Some("{(a,b) -> (a-k,b) for k in {1,2} if a|b; (a,b-k) for k in {1,2} if a|b; (b,a) by a+b}")
        );
    }
}
