//! What a theorem about the game states.

use grundy_core::{Context, Convention, Evidence, Result};

use super::judge::{finding, keep};
use super::sample::Sample;
use super::{Finding, Kind, weight};
use crate::claim::interval;
use crate::game::learnt::Law;

/// The claims of the game's law, or its words where it has none.
///
/// # Errors
/// A spent budget.
pub(super) fn find(sample: &Sample, cx: &Context) -> Result<Vec<Finding>> {
    let mut found = Vec::new();
    let rule = sample.game().kind().as_rule();
    for law in rule.iter().flat_map(|rule| interval::of_rule(rule, sample.names(), sample.subject.convention)) {
        let kind = if law.text.starts_with("P:") { Kind::PPositions } else { Kind::Formula };
        found.extend(finding(sample, kind, &law.text, "", cx)?);
    }
    if sample.subject.convention == Convention::Misere {
        return Ok(found);
    }
    let game = sample.game();
    let Some(law) = &game.knowledge()?.law else { return Ok(found) };
    for claim in law.claims() {
        let kind = if claim.starts_with("P:") { Kind::PPositions } else { Kind::Formula };
        let own = renamed(&claim, sample.names());
        found.extend(finding(sample, kind, &own, "", cx)?);
    }
    // a row says it once
    if found.is_empty() && sample.names().len() < 3 {
        let text = law.words();
        let weight = weight(&text).max(4);
        let covers = sample.places.iter().take(40).all(|place| {
            let place: Vec<crate::Nat> = place.iter().map(|&n| crate::Nat::from(n)).collect();
            law.outcome(&place).is_some()
        });
        let kind = if text.starts_with("g(") { Kind::Formula } else { Kind::PPositions };
        if covers {
            let finding = Finding { kind, text, claim: None, evidence: Evidence::theorem(law.theorem()), weight };
            keep(sample, &finding, Law::Words, None);
            found.push(finding);
        }
    }
    Ok(found)
}

/// A claim about `n`, about `a` and `b`, or about `n` and `q`, in the game's own names.
fn renamed(claim: &str, names: &[String]) -> String {
    let mut text = String::new();
    let mut word = String::new();
    let end = |word: &mut String, text: &mut String| {
        let own = match (word.as_str(), names) {
            ("n", [first, ..]) => first,
            ("q", [_, second, ..]) => second,
            ("a", [first, _, ..]) => first,
            ("b", [_, second, ..]) => second,
            _ => &*word,
        };
        text.push_str(own);
        word.clear();
    };
    for c in claim.chars() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
        } else {
            end(&mut word, &mut text);
            text.push(c);
        }
    }
    end(&mut word, &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn variables_get_the_names_of_the_game() {
        let names = |all: &[&str]| all.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
        assert_eq!(renamed("g = n//2^v2(n)", &names(&["x"])), "g = x//2^v2(x)");
        assert_eq!(
            renamed("P: min(a,b) = floor(phi*abs(a-b))", &names(&["b", "a"])),
            "P: min(b,a) = floor(phi*abs(b-a))"
        );
        assert_eq!(renamed("P: lowfib(n) > q", &names(&["a", "b"])), "P: lowfib(a) > b");
    }
}
