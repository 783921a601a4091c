//! **Nimstring**: cut a string. Who takes the last string of a coin captures it and must move again; who cannot move loses.
//!
//! ```text
//! 0 - 1 - g      cut 0-1: captures 0, leaves 1-g, move again     (1-g is worth 0)
//!                cut 1-g: leaves 0-1, worth 0 as well            two roads to 0: loony
//! ```
//!
//! Moves keep the turn, so positions are worth a nim-heap or are loony: the literal rule of [`grundy_search::entailing`] is
//! used, not the shortcut "a coin on one string next to a coin on two is loony", which is wrong for a closed chain of three
//! coins. Grundy values of the same boards decide many endings of Dots and Boxes.
//!
//! Cost: 2^strings positions; boards of up to 3 × 2 boxes in a moment.
//!
//! Reference: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, 1982, chapter 16; E. R. Berlekamp, *The Dots and
//! Boxes Game*, 2000.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use grundy_core::{Context, Entailing, Evidence, Result, Turn, TurnVisitor};
use grundy_search::entailing::Loony;

use crate::error::Diagnostic;
use crate::game::boards::strings::Strings;
use crate::game::boards::values::Values;
use crate::game::boards::{Written, made_with};
use crate::game::catalogue::{Definition, Entry, Group};
use crate::game::drawing::{Asked, Drawn};
use crate::rules::{Rules, Visitor};

/// Nimstring in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "nimstring",
    aliases: &[],
    english: "Nimstring",
    chinese: "尼姆串",
    other_names: &["剪绳游戏"],
    rule_english: "Cut a string; a player who frees a coin must move again; a player who cannot move loses.",
    rule_chinese: "剪断一根绳子；使硬币脱落者必须再走一步；不能走者输。",
    group: Group::Boards,
    signature: "nimstring(\"BOARD\")",
    example: "nimstring(\"2x2\")",
    references: &["E. R. Berlekamp, The Dots and Boxes Game, 2000"],
    problems: &[],
    definition: Definition::Rules(|brackets| made_with("nimstring", brackets, Nimstring, Found::default())),
    expand: None,
};

/// The rules.
#[derive(Debug, Clone, Copy)]
struct Nimstring;

/// Whose turn it is after a cut.
fn turn(from: &Strings, to: &Strings) -> Turn {
    if to.coins() < from.coins() { Turn::Stays } else { Turn::Passes }
}

/// The cuts alone: what is left is shown by these, and nothing is searched by them.
impl Rules for Nimstring {
    type Position = Strings;

    fn options(&self, strings: &Strings, visit: &mut Visitor<'_, Strings>) -> ControlFlow<()> {
        strings.cut().try_for_each(|left| visit(&[left]))
    }
}

impl Entailing for Nimstring {
    type Position = Strings;

    fn moves(&self, strings: &Strings, visit: &mut TurnVisitor<'_, Strings>) -> ControlFlow<()> {
        strings.cut().try_for_each(|left| visit(turn(strings, &left), &[left]))
    }

    fn parts(&self, strings: Strings) -> Vec<Strings> {
        strings.parts()
    }
}

impl Written for Nimstring {
    fn read(&self, text: &str) -> Result<Strings, Diagnostic> {
        Strings::read(text)
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        let strings: &Strings = asked.place().position()?;
        strings.network().draw(asked, |left| strings.cut_to(left.place.position()?).map(|i| format!("e{i}")))
    }
}

#[derive(Debug)]
struct Found(Mutex<Loony<Nimstring>>);

impl Default for Found {
    fn default() -> Self {
        Found(Mutex::new(Loony::new(Nimstring)))
    }
}

impl Values<Strings> for Found {
    fn value(&self, strings: &Strings, cx: &Context) -> Result<(u64, Evidence)> {
        let worth = self.worth(strings, cx)?;
        let loony = || Diagnostic::unsupported(format!("nimstring(\"{strings}\") is loony: it has no value"));
        Ok((worth.ok_or_else(loony)?, Evidence::computed("what every position that can be reached is worth")))
    }

    fn is_entailing(&self) -> bool {
        true
    }

    fn worth(&self, strings: &Strings, cx: &Context) -> Result<Option<u64>> {
        cx.enter("search with loony values");
        self.0.lock().unwrap_or_else(PoisonError::into_inner).value(strings, cx)
    }

    fn turn(&self, from: &Strings, to: &Strings) -> Turn {
        turn(from, to)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use grundy_core::testing::Random;

    use crate::{Outcome, Session};

    /// Does the player to move win these strings beside a heap of Nim, by definition? Strings are bits.
    fn wins(ends: &[(u8, u8)], left: u32, heap: u32, known: &mut HashMap<(u32, u32), bool>) -> bool {
        if let Some(&known) = known.get(&(left, heap)) {
            return known;
        }
        let coins = |left: u32| {
            let on = (0..ends.len()).filter(|i| left >> i & 1 == 1).map(|i| 1u32 << ends[i].0 | 1 << ends[i].1);
            (on.fold(0, |a, b| a | b) & !1).count_ones()
        };
        let mut won = (0..heap).any(|h| !wins(ends, left, h, known));
        for i in (0..ends.len()).filter(|i| left >> i & 1 == 1) {
            let after = left & !(1 << i);
            won = won || wins(ends, after, heap, known) == (coins(after) < coins(left));
        }
        known.insert((left, heap), won);
        won
    }

    /// Random strings, the ground being 0, as the definition tells, beside heaps of Nim.
    #[test]
    fn strings_are_worth_what_the_definition_says() {
        let (mut random, mut loony) = (Random::new(16), 0);
        for _ in 0..60 {
            let count = 1 + random.below(7);
            let mut ends: Vec<(u8, u8)> = Vec::new();
            while (ends.len() as u64) < count {
                let (a, b) = (random.below(5) as u8, random.below(5) as u8);
                if a != b {
                    ends.push((a.min(b), a.max(b)));
                }
            }
            let end = |v: u8| if v == 0 { "g".to_owned() } else { v.to_string() };
            let texts: Vec<String> = ends.iter().map(|&(a, b)| format!("{}-{}", end(a), end(b))).collect();
            let mut known = HashMap::new();
            let lost: Vec<u32> = (0..8).filter(|&h| !wins(&ends, (1 << ends.len()) - 1, h, &mut known)).collect();
            for heap in 0..4u32 {
                let text = format!("nimstring(\"edges:{}\") + nim({heap})", texts.join(","));
                let answer = Session::new().position(&text).unwrap().solve().unwrap();
                let expected = if lost.contains(&heap) { Outcome::Previous } else { Outcome::Next };
                assert_eq!(answer.outcome, Some(expected), "{text}");
                assert_eq!(answer.value.is_none(), lost.is_empty(), "{text}");
                assert_eq!(answer.moves.moves.is_empty(), expected == Outcome::Previous, "{text}");
                assert!(answer.moves.moves.iter().all(crate::answer::Move::wins));
                loony += u32::from(lost.is_empty());
            }
        }
        assert!(loony > 20, "{loony}");
    }

    /// A chain of three coins without the ground: the second cut captures as well, so it is no loony move.
    #[test]
    fn a_closed_chain_of_three_coins_is_worth_a_number() {
        let position = |text: &str| Session::new().position(text).unwrap();
        assert_eq!(position("nimstring(\"edges:0-1,1-2\")").value(), Ok(crate::Nat::ZERO));
        assert!(position("nimstring(\"edges:0-1,1-2,2-g\")").solve().unwrap().value.is_none());
        assert!(position("misere nimstring(\"1x1\")").solve().is_err());
        assert!(position("conjunctive(nimstring(\"1x1\"), nim(2))").solve().is_err());
    }
}
