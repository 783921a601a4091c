//! Races to a number in Chinese: `抢100，每次加1到10`, `从0开始，每次加1到10，先到100者胜`, `从1开始报数，每次报1到3个数，报到21的人输`.

use super::{EACH, MAY, PLAYERS, Reader, TURNS};

/// A race: its goal, what is left to it, what may be added, and whether who reaches the goal loses.
pub(super) struct Race {
    pub(super) goal: u64,
    pub(super) heap: u64,
    pub(super) set: Vec<String>,
    pub(super) loses: bool,
}

impl Reader<'_> {
    /// The whole text as a race.
    pub(super) fn race(mut self) -> Option<Race> {
        let (mut low, mut goal, mut set, mut loses) = (None, None, None, None);
        let mut says = false;
        loop {
            self.signs();
            if self.rest.is_empty() {
                break;
            }
            let before = self.rest;
            if goal.is_none() && self.eat(&["抢"]) {
                goal = Some(self.whole()?);
                loses = Some(false);
                continue;
            }
            if let Some((told, lost)) = self.reached() {
                if goal.is_some_and(|before| before != told) || loses.is_some_and(|before| before != lost) {
                    return None;
                }
                (goal, loses) = (Some(told), Some(lost));
                continue;
            }
            self.rest = before;
            if low.is_none() && self.eat(&["从"]) {
                low = Some(self.whole()?);
                if !self.eat(&["开始"]) {
                    return None;
                }
                // `从1开始报数`
                let before = self.rest;
                self.eat(PLAYERS);
                self.eat(TURNS);
                if !self.eat(&["报数", "数数"]) || !self.at_stop() {
                    self.rest = before;
                }
                continue;
            }
            self.eat(PLAYERS);
            self.eat(TURNS);
            if self.eat(&["报数", "数数"]) && self.at_stop() {
                continue;
            }
            self.eat(EACH);
            self.eat(MAY);
            says = self.eat(&["报出", "报", "数"]);
            if set.is_some() || !says && !self.eat(&["加上", "加"]) {
                return None;
            }
            set = Some(self.list()?);
            self.eat(&["连续的数", "连续数", "个连续的数", "数字", "数"]);
            if !self.at_stop() {
                return None;
            }
        }
        let (goal, set, loses) = (goal?, set?, loses?);
        // numbers that are said begin at 1, a sum at 0
        let heap = match (says, low) {
            (true, Some(0)) => None,
            (true, low) => (goal + 1).checked_sub(low.unwrap_or(1)),
            (false, low) => goal.checked_sub(low.unwrap_or(0)),
        };
        Some(Race { goal, heap: heap.filter(|&heap| heap > 0)?, set, loses })
    }

    fn at_stop(&self) -> bool {
        self.rest.is_empty() || self.rest.starts_with(super::STOPS)
    }

    fn whole(&mut self) -> Option<u64> {
        self.number()?.parse().ok().filter(|&number| number < u64::MAX)
    }

    /// `先到100者胜`, `谁先报到50谁赢`, `报到21的人输`: the goal, and does who reaches it lose?
    fn reached(&mut self) -> Option<(u64, bool)> {
        let who = self.eat(&["谁"]);
        self.eat(&["最先", "首先", "先"]);
        if !self.eat(&["加到", "报到", "数到", "达到", "到达", "说到", "到", "报出", "报"]) {
            return None;
        }
        let goal = self.whole()?;
        let them = self.eat(&["的人", "的玩家", "的一方", "的", "者"]) || who && self.eat(&["谁"]);
        self.eat(&["就", "便"]);
        self.eat(&["判", "算", "为", "获", "得"]);
        let loses = self.eat(&["失败", "输", "负", "败"]);
        let told = them && (loses || self.eat(&["胜利", "获胜", "胜", "赢"])) && self.at_stop();
        told.then_some((goal, loses))
    }
}
