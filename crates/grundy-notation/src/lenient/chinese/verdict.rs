//! Who wins, in Chinese: `取到最后一个的人输`, `先取完者胜`, `不能移动者负`, `先手必胜吗？`.

use super::{PLAYERS, Reader, STOPS, THINGS, UNITS, tells_a_rule};

/// What a move does.
const MOVES: &[&str] = &["取到", "取走", "取得", "取", "拿到", "拿走", "拿", "移动", "操作", "行动"];

/// To the end.
const FINISHES: &[&str] = &["取完", "取光", "拿完", "拿光"];

impl Reader<'_> {
    /// A clause that says who wins, or asks it: does the last player lose? A question says nothing of that.
    pub(super) fn verdict(&mut self) -> Option<Option<bool>> {
        let before = self.rest;
        if let Some(loses) = self.end() {
            return Some(Some(loses));
        }
        self.rest = before;
        self.question().then_some(None)
    }

    /// Does who makes the last move lose?
    fn end(&mut self) -> Option<bool> {
        let who = self.eat(&["谁"]);
        // `最后无法操作的人`
        let before = self.rest;
        if !self.eat(&["最后"]) || !self.rest.starts_with("不能") && !self.rest.starts_with("无法") {
            self.rest = before;
        }
        let stuck = self.eat(&["不能", "无法"]);
        self.eat(&["再", "继续", "进行"]);
        // who is done first has made the last move
        let first = !stuck && self.eat(&["最先", "首先", "先"]);
        self.eat(&["将石子", "把石子"]);
        let finished = !stuck && self.eat(FINISHES);
        let took = finished || !first && self.eat(MOVES) || stuck && self.eat(&["走", "分"]);
        let last = !stuck && !finished && self.eat(&["最后"]);
        if !(stuck && took || finished || last) {
            return None;
        }
        if !stuck {
            if last {
                // `最后把石子全部取完者`
                if self.eat(&["将石子", "把石子"]) {
                    self.eat(&["全部", "都"]);
                }
                let one = |reader: &mut Self| reader.eat(&["一"]) && (reader.eat(UNITS) || reader.eat(&["次", "步"]));
                let before = self.rest;
                if !one(self) {
                    self.rest = before;
                }
                if !self.eat(FINISHES) {
                    self.eat(MOVES);
                }
                one(self);
            } else if self.eat(&["最后"]) {
                self.eat(&["一"]).then_some(())?;
                self.eat(UNITS).then_some(())?;
            }
            self.eat(&["所有", "全部"]);
        }
        self.eat(THINGS);
        self.eat(&["的人", "的玩家", "的一方", "的选手", "的", "者", "一方"]);
        if who {
            self.eat(&["谁"]);
        }
        self.eat(&["就", "便"]);
        self.eat(&["视为", "判", "算", "为", "获", "得"]);
        let loses = self.eat(&["失败", "输", "负", "败"]);
        // the last player moves, and then the other one cannot
        let told = loses || self.eat(&["胜利", "获胜", "胜", "赢"]);
        self.eat(&["者", "家"]);
        told.then_some(loses != stuck)
    }

    /// `输出"Second win"`, to the end of the clause: what a program prints is no rule.
    fn printed(&mut self) {
        const QUOTES: [char; 3] = ['"', '“', '”'];
        if self.eat(&["则输出", "就输出", "输出"]) {
            let inside = self.rest.strip_prefix(QUOTES).and_then(|rest| rest.split_once(QUOTES));
            self.rest = inside.map_or_else(|| self.rest.trim_start_matches(char::is_alphanumeric), |(_, rest)| rest);
        }
    }

    /// `然后输出怎样取子`: a whole clause of what a program prints.
    fn prints(&mut self) -> bool {
        let before = self.rest;
        if !self.eat(&["然后输出", "并输出", "再输出", "请输出"]) {
            return false;
        }
        let (clause, rest) = self.rest.split_at(self.rest.find(STOPS).unwrap_or(self.rest.len()));
        let prints = !tells_a_rule(clause);
        self.rest = if prints { rest } else { before };
        prints
    }

    fn question(&mut self) -> bool {
        if self.prints() {
            return true;
        }
        self.eat(&["请问", "问"]);
        if self.eat(&["先手赢还是后手赢", "先手胜还是后手胜", "先手必胜还是后手必胜"]) {
            return true;
        }
        self.eat(&["最后"]);
        let asks = self.eat(&["谁", "先手", "后手", "先取者", "先取的人", "先走的人"]);
        self.eat(&["是否"]);
        self.eat(&["能", "会"]);
        self.eat(&["必", "获"]);
        self.eat(PLAYERS);
        let told = asks && self.eat(&["胜", "赢", "输", "负"]);
        self.eat(&["吗", "呢"]);
        if told {
            self.printed();
        }
        told
    }
}
