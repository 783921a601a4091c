//! The misère canonical form of a position, as an answer.
//!
//! Forms are worked out by [`grundy_search::canonical`]: those of the components and of all that they can become, then their
//! sum. A form may be as large as the tree of the game, so this is for small positions.

use grundy_search::canonical::Forms;

use super::reading;
use crate::answer::{Answer, CanonicalForm};
use crate::context::Context;
use crate::error::{Diagnostic, Result};
use crate::evidence::{Evidence, Theorem};
use crate::game::one_by_one;
use crate::outcome::{Convention, Outcome};
use crate::position::Position;
use crate::words::Words;

/// Pruning leads to one form.
pub(crate) static SIMPLEST: Theorem = Theorem {
    id: "misere-canonical-form",
    statement: "misère canonical form: two games have the same misère outcome in every sum exactly if they become the same game when each option that leads back to what remains is pruned; all options are pruned only where the game is an N-position",
    chinese: "反常标准形：两个游戏在每个和中反常胜负相同，当且仅当剪去所有能走回剩余部分的后继后成为同一个游戏；只有当游戏是 N 局面时才可剪去全部后继",
    reference: "J. H. Conway, On Numbers and Games, 1976; P. M. Grundy, C. A. B. Smith, Disjunctive games with the last player losing, 1956",
};

/// A sum of more components is not worked out.
const COPIES: usize = 10_000;

/// The misère canonical form of a position. Where the budget ends, there is none.
///
/// # Errors
/// A position whose play need not end, or with `?`; faults of a rule.
pub(crate) fn canonical(position: &Position, cx: &Context) -> Result<Answer<Option<CanonicalForm>>> {
    position.sound()?;
    if position.hole.is_some() {
        let fault = Diagnostic::input("a position with `?` has no canonical form");
        return Err(fault.suggest("ask `solve` for the number first").into());
    }
    let asked = position.clone().under(Convention::Misere);
    let components = position.components();
    for (component, _) in &components {
        component.game.must_end("misère canonical forms")?;
    }
    let mut answer = Answer::new(asked.query(), Convention::Misere, reading(position), None);
    answer.evidence = Evidence::nothing();
    answer.filled_as_far_as(cx, |answer| {
        let sum = one_by_one(components, COPIES)
            .map_err(|copies| cx.engine_limit(crate::context::Spent::Memory, format!("the form of {copies} copies")))?;
        let mut forms = Forms::new();
        let form = forms.form(&sum, cx)?;
        let positions = forms.followers(form).len();
        // genera and ranks of all positions
        cx.tick(positions as u64)?;
        answer.result = Some(CanonicalForm {
            written: forms.written(form),
            positions,
            birthday: forms.birthday(form),
            genus: forms.genus(form),
            temper: forms.temper(form),
            outcome: Outcome::lost_if(forms.is_p(form)),
        });
        let all = if positions == 1 { "position" } else { "positions" };
        let how = Words::new(
            format!("the form, of {positions} {all}, computed from the rule"),
            format!("由规则算出的标准形，有 {positions} 个局面"),
        );
        answer.evidence = Evidence::theorem(&SIMPLEST).and(&Evidence::computed(how));
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::Budget;
    use crate::session::Session;
    use crate::testing::Random;

    fn form(text: &str, cx: &Context) -> Answer<Option<CanonicalForm>> {
        Session::new().position(text).unwrap().canonical_with(cx).unwrap()
    }

    /// Random sums against plain search: who wins them alone, and that equal forms are equal in company.
    #[test]
    fn equal_forms_have_equal_outcomes() {
        let (cx, mut random) = (Context::default(), Random::new(20_060_609));
        let mut below = |bound: usize| random.index(bound);
        let games = ["kayles", "0.123", "4.7", "take[1,3,4]", "nim", "0.26"];
        let mut sum = |most: usize| {
            let parts = 1 + below(most);
            let parts: Vec<String> = (0..parts).map(|_| format!("{}({})", games[below(6)], below(7))).collect();
            parts.join(" + ")
        };
        let outcome = |text: &str| Session::new().position(&format!("misere {text}")).unwrap().outcome().unwrap();
        let (mut met, mut equal): (HashMap<String, String>, usize) = (HashMap::new(), 0);
        for _ in 0..150 {
            let (text, company) = (sum(2), sum(2));
            let answer = form(&text, &cx);
            let found = answer.result.unwrap();
            assert!(answer.evidence.is_proved());
            assert_eq!(found.outcome, outcome(&text), "{text}");
            let written = format!("{:?}", found.written);
            if let Some(other) = met.get(&written) {
                assert_eq!(
                    outcome(&format!("{text} + {company}")),
                    outcome(&format!("{other} + {company}")),
                    "{text} = {other} beside {company}"
                );
                equal += 1;
            }
            met.insert(written, text);
        }
        assert!(equal > 30 && met.len() > 15, "{equal} {}", met.len());
    }

    #[test]
    fn forms_are_told() {
        let cx = Context::default();
        let told = |text: &str| form(text, &cx).result.unwrap();
        assert_eq!(told("misere nim(1,2)").written.form, "3");
        let why = |text: &str| form(text, &cx).evidence.names().english;
        assert_eq!(why("grundy(10)"), "Conway; the form, of 1 position, computed from the rule");
        assert_eq!(why("nim(2,2)"), "Conway; the form, of 5 positions, computed from the rule");
        let two = told("nim(2,2)");
        assert_eq!((two.written.form.as_str(), two.positions, two.birthday), ("{3,2}", 5, 4));
        assert_eq!((two.genus.to_string().as_str(), two.temper.name()), ("0^{02}", "tame"));
        // the first wild heap of Kayles is 2₂321 in the books
        let five = told("kayles(5)");
        assert_eq!((five.written.form.as_str(), five.temper.name()), ("{{3,2},3,2,1}", "restless"));
        // a heap of more than it holds
        let short = Context::new(Budget { nodes: Some(2_000), ..Budget::UNLIMITED });
        let answer = form("misere 0.07(40)", &short);
        assert!(answer.result.is_none() && answer.stopped.is_some());
    }
}
