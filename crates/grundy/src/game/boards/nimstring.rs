//! **Nimstring**: cut a string. Who takes the last string of a coin captures it and must move again; a player who cannot move loses.
//!
//! ```text
//! 0 - 1 - g      cut 0-1: captures 0, leaves 1-g, move again     (1-g is worth 0)
//!                cut 1-g: leaves 0-1, worth 0 as well            two roads to 0: loony
//! ```
//!
//! Moves keep the turn, so positions are worth a nim-heap or are loony ([`grundy_search::entailing`]). Grundy values of the
//! same boards decide many endings of Dots and Boxes.
//!
//! **Captures** need no search. Let the coin b hang on one string, to u:
//!
//! | u | b |
//! |---|---|
//! | is a coin on two strings, and the other one leads to the ground or to a coin on two or more | is loony: cutting that string hands over what is left when both are captured, and so does capturing both |
//! | anything else: the ground, a coin on one string, on three or more, or in the middle of a chain of three that is closed | is free: the position is worth what is left without it |
//!
//! The second, for u on three strings or more: who has won after the capture captures. Who has lost has lost without it as
//! well, for to any other move the opponent captures b and answers as if b had never been there; that move turns u into a coin
//! on two strings and keeps the turn only where u had another coin on one string, and then what the capture of b leaves is
//! loony and not lost. So the search goes over positions without captures.
//!
//! Cost: up to 2^strings positions; 3 × 3 boxes in a quarter of a minute.
//!
//! Reference: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, 1982, chapter 16; E. R. Berlekamp, *The Dots and
//! Boxes Game*, 2000.

use std::ops::ControlFlow;
use std::sync::Mutex;

use grundy_core::{Context, Entailing, Evidence, Result, Theorem, Turn, TurnVisitor, locked};
use grundy_search::entailing::Loony;

use crate::error::Diagnostic;
use crate::game::boards::proof::{Left, Play, Proof, cancelled, sum};
use crate::game::boards::strings::Strings;
use crate::game::boards::{Written, made_with};
use crate::game::drawing::{Asked, Drawn};
use crate::game::entry::{Definition, Entry, Group};
use crate::game::nimbers::Values;
use crate::rules::{Rules, Visitor};
use crate::words::Words;

/// Nimstring in the catalogue.
pub(crate) const ENTRY: Entry = Entry {
    name: "nimstring",
    english: "Nimstring",
    chinese: "尼姆串",
    other_names: &["剪绳游戏"],
    rule_english: "Cut a string; a player who frees a coin must move again; a player who cannot move loses.",
    rule_chinese: "剪断一根绳子；使硬币脱落者必须再走一步；不能走者输。",
    group: Group::Boards,
    signature: "nimstring(\"BOARD\")",
    example: "nimstring(\"2x2\")",
    references: &["E. R. Berlekamp, The Dots and Boxes Game, 2000"],
    definition: Definition::Rules(|brackets| made_with("nimstring", brackets, Nimstring, Found::called("nimstring"))),
    ..Entry::USUAL
};

/// What a position is worth where moves keep the turn.
pub(crate) static LOONY: Theorem = Theorem {
    id: "loony",
    statement: "A position with moves that keep the turn is worth the nim-heap k if all of them lead to the value k and no \
                other move does, and is loony otherwise; a sum with a loony component is won by whoever moves, of any \
                other the values are xored",
    chinese: "有保留轮次的走法的局面，若这些走法都走到值 k 而其他走法都不，则值为尼姆堆 k，否则是疯狂局面；含疯狂分量的和由轮到者获胜，其余的和取各值的异或",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapters 12 and 16, 1982",
};

/// The rules.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nimstring;

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
        match strings.settled() {
            // who moves wins whatever else is there
            None => visit(Turn::Ends, &[]),
            Some(left) if left.len() < strings.len() => visit(Turn::Stays, &[left]),
            // nobody wants to hand a loony position over
            Some(_) => {
                strings.cut().filter_map(|left| left.settled()).try_for_each(|left| visit(Turn::Passes, &[left]))
            }
        }
    }

    fn parts(&self, strings: Strings) -> Vec<Strings> {
        strings.parts()
    }
}

impl Written for Nimstring {
    fn read(&self, text: &str) -> Result<Strings, Diagnostic> {
        Strings::read(text)
    }

    fn numbers(&self) -> Option<usize> {
        Some(2)
    }

    fn draw(&self, asked: &Asked<'_>) -> Option<Drawn> {
        let strings: &Strings = asked.place().position()?;
        strings.network().draw(asked, |left| strings.cut_to(left.place.position()?).map(|i| format!("e{i}")))
    }
}

/// What was found, and what the game is called.
#[derive(Debug)]
pub(super) struct Found(Mutex<Loony<Nimstring>>, &'static str);

impl Found {
    pub(super) fn called(name: &'static str) -> Self {
        Found(Mutex::new(Loony::new(Nimstring)), name)
    }
}

impl Values<Strings> for Found {
    fn value(&self, strings: &Strings, cx: &Context) -> Result<(u64, Evidence)> {
        let worth = self.worth(strings, cx)?;
        let loony = || Diagnostic::unsupported(format!("{}(\"{strings}\") is loony: it has no value", self.1));
        Ok((
            worth.ok_or_else(loony)?,
            Evidence::computed(Words::new("what every position that decides is worth", "起决定作用的各局面的值")),
        ))
    }

    fn entailing(&self) -> Option<&'static Theorem> {
        Some(&LOONY)
    }

    fn worth(&self, strings: &Strings, cx: &Context) -> Result<Option<u64>> {
        cx.enter("search with loony values");
        locked(self.0.lock()).value(strings, cx)
    }

    fn turn(&self, from: &Strings, to: &Strings) -> Turn {
        turn(from, to)
    }

    fn certificate(&self, strings: &Strings, comment: &str, cx: &Context) -> Option<Result<String>> {
        let Some(left) = strings.settled() else {
            let fault = Diagnostic::unsupported(format!("there is no certificate: {}(\"{strings}\") is loony", self.1));
            return Some(Err(fault.suggest("who moves in a loony position wins at once, and it has no value").into()));
        };
        let head = format!("rule nimstring\nposition {}\n", strings.joined());
        Some(Proof::text(self, &settled_parts(&left), &head, comment, cx))
    }
}

/// Positions without captures that no coin joins; equal ones cancel.
fn settled_parts(strings: &Strings) -> Vec<Strings> {
    cancelled(strings.parts(), Strings::len)
}

/// A move is told by what is left when all captures are made.
impl Play for Found {
    type Part = Strings;
    type Move = String;

    fn moves(&self, part: &Strings, cx: &Context) -> Result<Vec<Left<Self>>> {
        cx.tick(part.len() as u64)?;
        let left = part.cut().filter_map(|left| left.settled()).map(|left| settled_parts(&left));
        Ok(left.map(|parts| Left { chosen: sum(&parts, Strings::joined), parts }).collect())
    }

    fn size(&self, part: &Strings) -> usize {
        part.len()
    }

    fn text(&self, part: &Strings) -> String {
        part.joined()
    }

    fn reply(&self, _: &Strings, chosen: &String) -> String {
        chosen.clone()
    }

    fn known(&self, part: &Strings, cx: &Context) -> Result<Option<u64>> {
        // what is reached was searched already
        Play::value(self, part, cx).map(Some)
    }

    fn is(&self, part: &Strings, number: u64, cx: &Context) -> Result<bool> {
        Ok(Play::value(self, part, cx)? == number)
    }

    fn value(&self, part: &Strings, cx: &Context) -> Result<u64> {
        let loony = || Diagnostic::unsupported("the search contradicts itself; please report this position");
        Ok(self.worth(part, cx)?.ok_or_else(loony)?)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use grundy_core::testing::Random;

    use crate::{Outcome, Session};

    /// Does the player to move win these strings beside a heap of Nim, by definition? Strings are bits; a player who cannot move
    /// has won if `end` says so.
    fn wins(ends: &[(u8, u8)], left: u32, heap: u32, end: bool, known: &mut HashMap<(u32, u32), bool>) -> bool {
        if (left, heap) == (0, 0) {
            return end;
        }
        if let Some(&known) = known.get(&(left, heap)) {
            return known;
        }
        let coins = |left: u32| {
            let on = (0..ends.len()).filter(|i| left >> i & 1 == 1).map(|i| 1u32 << ends[i].0 | 1 << ends[i].1);
            (on.fold(0, |a, b| a | b) & !1).count_ones()
        };
        let mut won = (0..heap).any(|h| !wins(ends, left, h, end, known));
        for i in (0..ends.len()).filter(|i| left >> i & 1 == 1) {
            let after = left & !(1 << i);
            won = won || wins(ends, after, heap, end, known) == (coins(after) < coins(left));
        }
        known.insert((left, heap), won);
        won
    }

    /// Random strings, the ground being 0, as the definition tells, beside heaps of Nim.
    #[test]
    fn strings_are_worth_what_the_definition_says() {
        let (mut random, mut loony) = (Random::new(16), 0);
        for _ in 0..300 {
            let count = 1 + random.below(9);
            let mut ends: Vec<(u8, u8)> = Vec::new();
            while (ends.len() as u64) < count {
                let (a, b) = (random.below(6) as u8, random.below(6) as u8);
                if a != b {
                    ends.push((a.min(b), a.max(b)));
                }
            }
            let end = |v: u8| if v == 0 { "g".to_owned() } else { v.to_string() };
            let texts: Vec<String> = ends.iter().map(|&(a, b)| format!("{}-{}", end(a), end(b))).collect();
            let (mut known, mut misere) = (HashMap::new(), HashMap::new());
            let all = (1 << ends.len()) - 1;
            let lost: Vec<u32> = (0..8).filter(|&h| !wins(&ends, all, h, false, &mut known)).collect();
            for heap in 0..4u32 {
                let text = format!("nimstring(\"edges:{}\") + nim({heap})", texts.join(","));
                let answer = Session::new().position(&text).unwrap().solve().unwrap();
                let expected = Outcome::lost_if(lost.contains(&heap));
                assert_eq!(answer.outcome, Some(expected), "{text}");
                assert_eq!(answer.value.is_none(), lost.is_empty(), "{text}");
                assert_eq!(answer.moves.moves.is_empty(), expected == Outcome::Previous, "{text}");
                assert!(answer.moves.moves.iter().all(crate::answer::Move::wins));
                loony += u32::from(lost.is_empty());
                let answer = Session::new().position(&format!("misere {text}")).unwrap().solve().unwrap();
                let expected = Outcome::won_if(wins(&ends, all, heap, true, &mut misere));
                assert_eq!(answer.outcome, Some(expected), "misere {text}");
                // the end is won without a move
                assert_eq!(answer.moves.moves.is_empty(), expected == Outcome::Previous, "misere {text}");
                assert!(answer.moves.moves.iter().all(crate::answer::Move::wins));
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
        assert!(position("nimstring(\"edges:0-1,1-2,2-3\")").solve().unwrap().value.is_none());
        // laws of compounds are proved for players who move in turns, wherever the component stands
        for text in ["conjunctive(nimstring(\"1x1\"), nim(2))", "ordinal(nim(2), nimstring(\"1x1\"))"] {
            assert!(Session::new().position(text).is_err(), "{text}");
        }
    }
}
