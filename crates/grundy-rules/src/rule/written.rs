//! A rule as text, with nothing left to look up: names of parameters and of other games are gone, every set stands in braces.
//!
//! `{n -> n-k for k in {1,3} if k != n}` is what `let t[m] = {n -> n-k for k in m except n}; t[{1,3}]` may be. The text is
//! read back by the notation and by the checker of certificates (`nimbers` of `grundy-verify`).

use grundy_core::number::Int;
use grundy_notation::names::{FUNCTIONS, KEYWORDS, SETS};

use super::ir::{Alternative, Cond, Expr, Item, Part, Rule, Set};
use super::spell;

/// Words that name no variable.
fn is_taken(word: &str) -> bool {
    KEYWORDS.contains(&word)
        || SETS.iter().any(|(name, _)| *name == word)
        || word == "nim"
        || FUNCTIONS.iter().any(|(name, ..)| *name == word)
}

/// The text of a rule; `None`: a move leads into another game.
#[must_use]
pub fn written(rule: &Rule) -> Option<String> {
    let names = names(rule);
    let own = |alternative: &Alternative| -> Vec<String> {
        let loops = alternative.loops.iter().map(|l| l.name.clone()).collect();
        let own = [rule.names.clone(), loops].concat();
        if names { own } else { (0..own.len()).map(|v| format!("x{v}")).collect() }
    };
    let coordinates = if names { rule.names.clone() } else { (0..rule.arity).map(|v| format!("x{v}")).collect() };
    let pattern = if rule.arity == 1 { coordinates.concat() } else { format!("({})", coordinates.join(",")) };
    let ways: Option<Vec<String>> = rule.alternatives.iter().map(|one| way(one, &own(one))).collect();
    Some(format!("{{{pattern} -> {}}}", ways?.join("; ")))
}

/// Can the names of the rule be kept?
fn names(rule: &Rule) -> bool {
    let fits = |name: &String| {
        let rest = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let spelt = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(rest);
        spelt && !is_taken(name)
    };
    rule.names.len() == rule.arity
        && rule.alternatives.iter().all(|alternative| {
            let mut all: Vec<&String> = rule.names.iter().chain(alternative.loops.iter().map(|l| &l.name)).collect();
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            all.len() == count && all.into_iter().all(fits)
        })
}

fn way(alternative: &Alternative, names: &[String]) -> Option<String> {
    let parts: Option<Vec<String>> = alternative.parts.iter().map(|one| part(one, names)).collect();
    // a heap of Nim without stones is nothing beside other parts
    let mut parts: Vec<String> = parts?.into_iter().filter(|part| part != NOTHING).collect();
    if parts.is_empty() {
        parts.push(NOTHING.to_owned());
    }
    let mut text = parts.join(" & ");
    for (entered, at) in alternative.loops.iter().zip(names.len() - alternative.loops.len()..) {
        text += &format!(" for {} in {}", names[at], set(&entered.set, names));
    }
    for guard in &alternative.guards {
        text += &format!(" if {}", condition(&guard.cond, names));
    }
    Some(text)
}

/// What is left where nothing is.
const NOTHING: &str = "nim(0)";

fn part(part: &Part, names: &[String]) -> Option<String> {
    if let Some(game) = &part.game {
        let is_nothing = part.coordinates == [Expr::Constant(Int::ZERO)] && game.is_nim();
        return is_nothing.then(|| NOTHING.to_owned());
    }
    let coordinates: Vec<String> = part.coordinates.iter().map(|e| spell::expr(e, names)).collect();
    Some(if coordinates.len() == 1 { coordinates.concat() } else { format!("({})", coordinates.join(",")) })
}

/// The items of a set, their expressions and the sets in them as these functions write them. A step of 1 is left out.
pub fn items(of: &Set, expr: impl Fn(&Expr) -> String, set: impl Fn(&Set) -> String) -> Vec<String> {
    let item = |item: &Item| match item {
        Item::One(e) => expr(e),
        Item::Range { from, to, step } => {
            let to = to.as_ref().map(&expr).unwrap_or_default();
            let (step, one) = (expr(step), expr(&Expr::Constant(Int::ONE)));
            let step = if step == one { String::new() } else { format!(" step {step}") };
            format!("{}..{to}{step}", expr(from))
        }
        Item::Powers(e) => format!("powers({})", expr(e)),
        Item::Divisors(e) => format!("divisors({})", expr(e)),
        Item::Squares => "squares".to_owned(),
        Item::Fibonacci => "fibs".to_owned(),
        Item::Primes => "primes".to_owned(),
        Item::Odds => "odds".to_owned(),
        Item::Evens => "evens".to_owned(),
        Item::Nested(inner) => set(inner),
    };
    of.items.iter().map(item).collect()
}

fn set(of: &Set, names: &[String]) -> String {
    let items = items(of, |e| spell::expr(e, names), |inner| set(inner, names));
    let mut text = format!("{{{}}}", items.join(", "));
    for except in &of.except {
        // what is taken away is a set in braces: one with an exception stands in braces again
        let inner = set(except, names);
        text += &if except.except.is_empty() { format!(" except {inner}") } else { format!(" except {{{inner}}}") };
    }
    text
}

/// A condition, its variables under these names.
pub(super) fn condition(cond: &Cond, names: &[String]) -> String {
    let joined = |all: &[Cond], word: &str, none: &str| {
        let all: Vec<String> = all.iter().map(|one| condition(one, names)).collect();
        match all.as_slice() {
            [] => none.to_owned(),
            [one] => one.clone(),
            all => format!("({})", all.join(word)),
        }
    };
    let expr = |e: &Expr| spell::expr(e, names);
    match cond {
        Cond::All(all) => joined(all, " and ", "0 = 0"),
        Cond::Any(any) => joined(any, " or ", "0 = 1"),
        Cond::Not(inner) => format!("not ({})", condition(inner, names)),
        Cond::In(e, inner) => format!("{} in {}", expr(e), set(inner, names)),
        Cond::Compare(a, relation, b) => {
            format!("{} {relation} {}", expr(a), expr(b))
        }
    }
}
