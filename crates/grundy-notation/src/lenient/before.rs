//! What was taken before, in words: `at most twice what was taken before`, `up to 2 times the last move`, `up to double the
//! number that the other player took last`. What a player has, what is left, or an earlier move is another game, so each word must stand in its place.

use super::heaps::STONES;
use super::pieces::{Piece, is_no, is_one_of};

/// The game of at most twice what was taken before. It has one heap: two numbers are a heap and what may be taken.
pub(super) const FIBONACCI: &str = "fibonaccinim";

/// `at most twice what was taken before`, `up to double the number that the other player took last`.
pub(super) fn is_twice_before(words: &[Piece]) -> bool {
    let upto = match words {
        [up, to, ..] if up.is_name("up") && to.is_name("to") || up.is_name("at") && to.is_name("most") => 2,
        [no, more, than, ..] if is_no(no) && more.is_name("more") && than.is_name("than") => 3,
        _ => return false,
    };
    let mut rest = Rest(&words[upto..]);
    let times = match rest.0 {
        [two, times, ..] => (two.text == "2" || two.is_name("two")) && is_one_of(times, &["times"]),
        _ => false,
    };
    if times {
        rest.0 = &rest.0[2..];
    } else if !rest.eat(&["twice", "double"]) {
        return false;
    }
    if rest.eat(&["what"]) {
        return rest.taken_before();
    }
    if rest.eat(&["as"]) {
        if !rest.eat(&["many", "much"]) {
            return false;
        }
        rest.eat(STONES);
        return rest.eat(&["as"]) && (Rest(rest.0).last_player() || rest.taken_before());
    }
    rest.eat(&["the"]);
    if rest.eat(&["number", "amount"]) {
        if rest.eat(&["of"]) {
            rest.eat(&["the"]);
            if !rest.eat(STONES) {
                return false;
            }
        }
        rest.eat(&["that", "which"]);
        return rest.taken_before();
    }
    rest.eat(PREVIOUS) && rest.eat(MOVE) && rest.0.is_empty()
}

const PREVIOUS: &[&str] = &["previous", "last", "preceding", "prior"];
const MOVE: &[&str] = &["move", "turn", "round"];

/// What is left of a sentence.
struct Rest<'w>(&'w [Piece]);

impl Rest<'_> {
    /// Takes the next word, if it is one of these.
    fn eat(&mut self, words: &[&str]) -> bool {
        match self.0.split_first() {
            Some((first, rest)) if is_one_of(first, words) => {
                self.0 = rest;
                true
            }
            _ => false,
        }
    }

    /// `was taken before`, `were removed by the other player`, `the opponent took last`, and no more.
    fn taken_before(mut self) -> bool {
        if self.eat_player() {
            self.eat(&["has", "had", "just"]);
            return self.eat(&["took", "taken", "removed", "takes", "removes"])
                && (self.0.is_empty() || self.eat_when() && self.0.is_empty());
        }
        if self.eat(&["has", "have", "had"]) && !self.eat(&["been"]) {
            return false;
        }
        self.eat(&["was", "were"]);
        self.eat(&["just"]);
        self.eat(&["taken", "removed"]) && self.eat_when() && self.0.is_empty()
    }

    /// `the previous player`, and no more.
    fn last_player(mut self) -> bool {
        self.eat(&["the"]);
        self.eat(PREVIOUS) && self.eat(&["player"]) && self.0.is_empty()
    }

    /// `the other player`, `your opponent`
    fn eat_player(&mut self) -> bool {
        let before = self.0;
        self.eat(&["the", "your", "his", "her", "their"]);
        let player = self.eat(&["opponent"]) || (self.eat(&["other"]) || self.eat(PREVIOUS)) && self.eat(&["player"]);
        if !player {
            self.0 = before;
        }
        player
    }

    /// `before`, `by the other player`, `on the previous turn`
    fn eat_when(&mut self) -> bool {
        if self.eat(&["before", "previously", "last"]) {
            return true;
        }
        if self.eat(&["by"]) {
            return self.eat_player();
        }
        if !self.eat(&["in", "on"]) {
            return false;
        }
        self.eat(&["the"]);
        self.eat(PREVIOUS) && self.eat(MOVE)
    }
}
