//! Stones in a row, in Chinese: `一排10个硬币，每次取一个或相邻的两个`, `10个硬币排成一圈，…`.

use super::{EACH, MAY, PLAYERS, Reader, THINGS, TURNS, UNITS, VERBS};

pub(super) const PINS: &[&str] = &["保龄球瓶", "保龄球", "球瓶", "瓶子", "木瓶"];
const NEIGHBOURS: &[&str] = &["相邻的", "相邻", "连续的", "连续"];

impl Reader<'_> {
    /// The game with its row, and whether the last player loses.
    pub(super) fn row(mut self) -> Option<(&'static str, String, bool)> {
        self.eat(&["有"]);
        let mut row = self.eat(&["一排"]);
        let mut circle = !row && self.eat(&["一圈"]);
        let size = self.number().filter(|_| self.eat(UNITS))?;
        let pins = !self.eat(THINGS) && self.eat(PINS);
        if !row && !circle && self.eat(&["排成", "围成"]) {
            row = self.eat(&["一排", "一行", "一列"]);
            circle = !row && self.eat(&["一圈", "一个圈", "圆圈"]);
        }
        // pins stand in a row
        if !row && !circle && !pins {
            return None;
        }
        self.signs();
        self.eat(PLAYERS);
        self.eat(TURNS);
        self.eat(EACH);
        self.eat(MAY);
        if !self.eat(&["打倒", "击倒", "打翻", "撞倒"]) && !self.eat(VERBS) {
            return None;
        }
        let one = self.counted("1");
        if one {
            self.eat(&["或者", "或"]).then_some(())?;
            self.eat(VERBS);
        }
        let mut near = self.eat(NEIGHBOURS);
        let two = self.counted("2");
        near |= two && !near && self.eat(&["相邻的"]);
        if !two || !near {
            return None;
        }
        self.eat(THINGS);
        self.eat(PINS);
        let mut misere = false;
        loop {
            self.signs();
            if self.rest.is_empty() {
                break;
            }
            misere |= self.verdict()? == Some(true);
        }
        let game = match (one, circle) {
            (true, false) => "kayles",
            (true, true) => "kayles[cycle]",
            (false, false) => "dawsonskayles",
            (false, true) => return None,
        };
        Some((game, size, misere))
    }

    /// `一个`, of this number.
    fn counted(&mut self, number: &str) -> bool {
        let before = self.rest;
        let told = self.number().as_deref() == Some(number);
        if told {
            self.eat(UNITS);
            self.eat(THINGS);
        } else {
            self.rest = before;
        }
        told
    }
}
