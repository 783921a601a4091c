//! A game in a Chinese sentence: `21个石子，每次取1到3个`, `三堆石子：3、5、7`.
//!
//! ```text
//! HEAP 个石子，每次取 SET 个        take[SET](HEAP)
//! K 堆石子 SIZE、SIZE …            nim(SIZE, SIZE, …)
//! 每次取 SET 个，不能取 OUT 个      take[SET except {OUT}]
//! 每次取 SET 个                    take[SET], where a game is asked for
//! ```
//!
//! The heaps, what a move takes, and who wins, in this order. Each word must be known in its place: what is not read might
//! change the question, and then the sentence stays as it is.

mod numbers;

use super::super::Span;
use super::super::lexer::plain;
use super::before::FIBONACCI;
use super::pieces::{Piece, cut};
use super::{Asked, Kind};
use numbers::{WORDS, worked_out};

/// What heaps are made of.
const THINGS: &[&str] = &["石子", "石头", "石块", "棋子", "火柴棍", "火柴", "硬币", "筹码", "小球"];

/// What they are counted in.
const UNITS: &[&str] = &["个", "枚", "颗", "根", "粒", "块"];

/// Who plays, and when.
const PLAYERS: &[&str] =
    &["两名玩家", "两个玩家", "两个人", "甲乙两人", "甲乙双方", "甲乙", "两人", "二人", "双方", "玩家"];
const TURNS: &[&str] = &["轮流", "交替", "依次"];
const EACH: &[&str] = &["每人每次", "每一次", "每次", "每回合"];
const MAY: &[&str] = &["可以", "只能", "必须", "可", "能"];

/// What a move does, the longest first.
const VERBS: &[&str] = &["取走", "取出", "取", "拿走", "拿出", "拿"];

/// What a move may not do.
const NOT: &[&str] = &["不可以", "不允许", "不能", "不可", "不许", "不得"];

/// Signs and blanks between clauses.
const STOPS: &[char] = &['，', ',', '。', '.', '；', ';', '：', ':', ' ', '\t', '？', '?'];

/// Up to so many, and so many at least.
const MOST: &[&str] = &["最多", "至多", "不超过", "不多于"];
const LEAST: &[&str] = &["最少", "至少", "不少于"];

/// What was taken before.
const BEFORE: &[&str] =
    &["对手上一次", "对手上次", "对方上一次", "对方上次", "上一次", "上次", "前一次", "上一个人", "前一个人", "上一步"];

/// So many heaps of one size are listed.
const MOST_HEAPS: usize = 1000;

/// Between two ends of a range.
const TO: &[&str] = &["到", "至", "~", "～", "-", "－", "–", "—"];

/// Between the numbers of a list.
const AND: &[&str] = &["、", "或者", "或", "和", "与", "，", ","];

/// Kinds of numbers, and the names of their sets.
const KINDS: &[(&[&str], &str)] = &[
    (&["质数", "素数"], "primes"),
    (&["奇数"], "odds"),
    (&["偶数"], "evens"),
    (&["完全平方数", "平方数"], "squares"),
    (&["斐波那契数"], "fibs"),
];

/// What may be taken.
enum Taken {
    /// Any number.
    Any,
    /// What stands in the brackets of `take`.
    Set(Vec<String>),
    /// By the rule of a game of its own.
    By(&'static str),
}

impl Taken {
    /// Without these numbers; of a game of its own nothing is left out.
    fn without(self, left_out: &[String]) -> Option<Taken> {
        let set = match self {
            Taken::Any => "1..".to_owned(),
            Taken::Set(set) => match &*set {
                [one] => one.clone(),
                // `except` would bind to the last number only
                set => format!("{{{}}}", set.join(",")),
            },
            Taken::By(_) => return None,
        };
        Some(Taken::Set(vec![format!("{set} except {{{}}}", left_out.join(","))]))
    }
}

/// What was read of a sentence.
#[derive(Default)]
struct Told {
    heaps: Vec<String>,
    /// What a move takes, if that is said.
    taken: Option<Taken>,
    misere: bool,
}

/// The sentence as a position, or as a game.
pub(super) fn sentence(text: &str, asked: &Asked<'_>) -> Option<Vec<Piece>> {
    // nothing else is written so
    if !THINGS.iter().chain(&["每次", "堆"]).any(|word| text.contains(word)) {
        return None;
    }
    let plain: Vec<char> = text.trim().chars().map(plain).collect();
    // a blank between figures and words means nothing
    let is_word = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c) && !WORDS.contains(c);
    let joins =
        |one: char, other: char| one.is_ascii_digit() && is_word(other) || is_word(one) && other.is_ascii_digit();
    let is_kept = |at: usize| match (at.checked_sub(1).map(|before| plain[before]), plain.get(at + 1)) {
        (Some(before), Some(&behind)) => plain[at] != ' ' || !joins(before, behind),
        _ => true,
    };
    let tight: String = (0..plain.len()).filter(|&at| is_kept(at)).map(|at| plain[at]).collect();
    let strict = Reader { rest: &tight }.read()?.written(asked)?;
    let whole = Span::new(0, text.len());
    let mut pieces = cut(&strict);
    pieces.iter_mut().for_each(|piece| piece.span = whole);
    Some(pieces)
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn eat(&mut self, words: &[&str]) -> bool {
        let word = words.iter().find(|word| self.rest.starts_with(**word));
        if let Some(word) = word {
            self.rest = &self.rest[word.len()..];
        }
        word.is_some()
    }

    /// Signs and blanks between clauses; a point between figures is none.
    fn signs(&mut self) {
        self.rest = self.rest.trim_start_matches(STOPS);
    }

    /// Does a number follow, and not `两人`?
    fn at_number(&self) -> bool {
        let is_player = PLAYERS.iter().any(|player| self.rest.starts_with(player));
        !is_player && self.rest.starts_with(|c: char| c.is_ascii_digit() || WORDS.contains(c))
    }

    /// A number in figures or in words.
    fn number(&mut self) -> Option<String> {
        let figures = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if figures > 0 {
            let (number, rest) = self.rest.split_at(figures);
            // 1.5 and 1,024 are one number each
            let digit = |at: usize| rest.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
            if rest.starts_with('.') && digit(1) || rest.starts_with(',') && digit(1) && digit(2) && digit(3) {
                return None;
            }
            self.rest = rest;
            return Some(number.to_owned());
        }
        let words = self.rest.len() - self.rest.trim_start_matches(|c| WORDS.contains(c)).len();
        let (number, rest) = self.rest.split_at(words);
        self.rest = rest;
        worked_out(number).map(|number| number.to_string())
    }

    fn read(mut self) -> Option<Told> {
        let mut told = Told::default();
        if !EACH.iter().chain(PLAYERS).any(|word| self.rest.starts_with(word)) {
            told.heaps = self.heaps()?;
        }
        self.signs();
        let ends = self.rest.is_empty() || Reader { rest: self.rest }.verdict().is_some();
        if !ends {
            let taken = self.moves()?;
            self.signs();
            told.taken = Some(match self.exception() {
                Some(left_out) => taken.without(&left_out)?,
                None => taken,
            });
        }
        let mut verdict = None;
        loop {
            self.signs();
            if self.rest.is_empty() {
                told.misere = verdict.flatten().unwrap_or(false);
                return Some(told);
            }
            let said = self.verdict()?;
            // a question says nothing of the rule
            if said.is_some() {
                if verdict.is_some_and(|before: Option<bool>| before.is_some() && before != said) {
                    return None;
                }
                verdict = Some(said);
            }
        }
    }

    /// `有21个石子`, `一堆石子共21个`, `三堆石子，分别有3、5、7个`.
    fn heaps(&mut self) -> Option<Vec<String>> {
        self.eat(&["现有", "桌上有", "地上有", "给定", "有"]);
        let start = self.rest;
        let count = self.number().filter(|_| self.eat(&["堆"])).and_then(|count| count.parse::<usize>().ok());
        if count.is_none() {
            self.rest = start;
        }
        self.eat(THINGS);
        if let Some(count) = count.filter(|&count| count != 1) {
            self.signs();
            if self.eat(&["每堆都有", "每堆各有", "每堆有", "每堆", "各有", "各"]) {
                let size = self.number().filter(|_| (1..=MOST_HEAPS).contains(&count))?;
                self.eat(UNITS);
                self.eat(THINGS);
                return Some(vec![size; count]);
            }
            self.eat(&["分别有", "分别是", "分别为", "分别", "个数为", "数量为"]);
            let mut heaps = Vec::new();
            loop {
                self.rest = self.rest.trim_start();
                heaps.push(self.number()?);
                let before = self.rest;
                self.rest = self.rest.trim_start();
                if !self.eat(UNITS) {
                    self.rest = before;
                }
                let before = self.rest;
                let more = self.eat(AND) || self.rest.starts_with(' ');
                self.rest = self.rest.trim_start();
                if !more || !self.at_number() {
                    self.rest = before;
                    break;
                }
            }
            self.eat(THINGS);
            return (heaps.len() == count).then_some(heaps);
        }
        self.eat(&["，", ","]);
        self.eat(&["共有", "一共有", "共", "有"]);
        let heap = self.number()?;
        let is_told = self.eat(UNITS);
        self.eat(THINGS);
        is_told.then(|| vec![heap])
    }

    /// `两人轮流取，每次从任意一堆中取1到3个`: what may be taken.
    fn moves(&mut self) -> Option<Taken> {
        self.eat(PLAYERS);
        let start = self.rest;
        if self.eat(TURNS) && self.eat(VERBS) {
            self.eat(THINGS);
            // `轮流取1到3个` has no other verb
            if self.at_number() {
                self.rest = start;
                self.eat(TURNS);
            } else {
                self.eat(&["，", ","]);
            }
        }
        self.eat(EACH);
        self.eat(MAY);
        if self.eat(&["从"]) {
            self.eat(&["任意", "其中", "某", "任"]);
            if self.eat(&["一堆"]) {
                self.eat(THINGS);
            }
            self.eat(&["里", "中", "内"]);
            self.eat(MAY);
        }
        let most = self.eat(MOST);
        self.eat(MAY);
        let before = self.rest;
        let mut least = self.eat(LEAST);
        if !self.eat(VERBS) && !most {
            // `至少1个` without a verb is no move
            self.rest = before;
            return None;
        }
        if self.eat(&["任意", "若干"]) {
            if most || least {
                return None;
            }
            self.eat(&["正数", "正整数", "多", "数量"]);
            self.eat(UNITS);
            self.eat(THINGS);
            return Some(Taken::Any);
        }
        least |= self.eat(LEAST);
        let most = most || !least && self.eat(MOST);
        if (least || most) && self.eat(&["一半", "半数"]) {
            self.eat(&["的"]);
            self.eat(THINGS);
            return Some(Taken::By(if most { "atmosthalf" } else { "atleasthalf" }));
        }
        if most && self.eat(BEFORE) {
            // what a player has is something else
            if !self.eat(VERBS) && !self.rest.starts_with("的两倍") && !self.rest.starts_with("的2倍") {
                return None;
            }
            self.eat(&["的"]);
            self.eat(&["石子数", "石子", "数量", "数目", "个数"]);
            self.eat(&["的"]);
            return self.eat(&["两倍", "二倍", "2倍"]).then_some(Taken::By(FIBONACCI));
        }
        let mut low = None;
        if least {
            low = Some(self.number()?);
            self.eat(UNITS);
            let before = self.rest;
            self.eat(&["，", ","]);
            if !self.eat(MOST) {
                self.rest = before;
                self.eat(THINGS);
                return low.map(|low| Taken::Set(vec![format!("{low}..")]));
            }
            self.eat(VERBS);
        }
        if least || most {
            let high = self.number()?;
            let range = format!("{}..{high}", low.unwrap_or_else(|| "1".to_owned()));
            self.eat(UNITS);
            self.eat(THINGS);
            return Some(Taken::Set(vec![range]));
        }
        if let Some(kind) = self.kind() {
            return Some(Taken::Set(vec![kind]));
        }
        self.list().map(Taken::Set)
    }

    /// `1、3或4个`, `1到3个`: numbers and ranges.
    fn list(&mut self) -> Option<Vec<String>> {
        let mut set = Vec::new();
        loop {
            let number = self.number()?;
            self.eat(UNITS);
            set.push(if self.eat(TO) { format!("{number}..{}", self.number()?) } else { number });
            self.eat(UNITS);
            let before = self.rest;
            if !self.eat(AND) || !self.at_number() {
                self.rest = before;
                break;
            }
        }
        self.eat(THINGS);
        Some(set)
    }

    /// `不能取2个`, `但不能取2个或5个`: what may not be taken, to the end of the clause.
    fn exception(&mut self) -> Option<Vec<String>> {
        let before = self.rest;
        self.eat(&["但是", "但"]);
        let told = if self.eat(NOT) && self.eat(VERBS) { self.list() } else { None };
        let ends = self.rest.is_empty() || self.rest.starts_with(STOPS);
        let told = told.filter(|_| ends);
        if told.is_none() {
            self.rest = before;
        }
        told
    }

    /// `质数个`, `2的幂`: a kind of numbers, as a set.
    fn kind(&mut self) -> Option<String> {
        let start = self.rest;
        let named = KINDS.iter().find(|(words, _)| self.eat(words)).map(|(_, set)| (*set).to_owned());
        let set = named.or_else(|| {
            let base = self.number()?;
            self.eat(&["的幂次", "的次幂", "的幂", "的方幂"]).then(|| format!("powers({base})"))
        });
        match set {
            Some(_) => {
                self.eat(UNITS);
                self.eat(THINGS);
            }
            None => self.rest = start,
        }
        set
    }

    /// A clause that says who wins, or asks it: does the last player lose? A question says nothing of that.
    fn verdict(&mut self) -> Option<Option<bool>> {
        let stuck = self.eat(&["不能", "无法"]);
        self.eat(&["再", "继续"]);
        let finished = !stuck && self.eat(&["取完", "取光", "拿完", "拿光"]);
        let took = finished || self.eat(&["取到", "取走", "取得", "取", "拿到", "拿走", "拿", "操作", "行动"]);
        let last = !stuck && self.eat(&["最后"]);
        if stuck && took || finished || last {
            if !stuck {
                self.eat(&["取走", "取", "拿走", "拿"]);
                self.eat(&["一"]);
                self.eat(UNITS);
            }
            self.eat(THINGS);
            self.eat(&["的人", "的玩家", "的一方", "的", "者"]);
            self.eat(&["判", "算", "为", "获"]);
            let loses = self.eat(&["失败", "输", "负", "败"]);
            // the last player moves, and then the other one cannot
            return (loses || self.eat(&["胜利", "获胜", "胜", "赢"])).then_some(Some(loses != stuck));
        }
        if stuck || took {
            return None;
        }
        self.eat(&["问", "请问"]);
        let asks = self.eat(&["谁", "先手", "后手"]);
        self.eat(&["是否"]);
        self.eat(&["能", "会"]);
        self.eat(&["必", "获"]);
        let told = asks && self.eat(&["胜", "赢", "输", "负"]);
        self.eat(&["吗", "呢"]);
        told.then_some(None)
    }
}

impl Told {
    fn written(self, asked: &Asked<'_>) -> Option<String> {
        let Told { heaps, taken, misere } = self;
        let moves = taken.is_some();
        let misere = if misere { "misere " } else { "" };
        let game = match taken {
            None | Some(Taken::Any) => "nim".to_owned(),
            Some(Taken::Set(set)) => format!("take[{}]", set.join(",")),
            Some(Taken::By(game)) => game.to_owned(),
        };
        if game == FIBONACCI && heaps.len() > 1 {
            return None;
        }
        match asked.kind {
            // one heap of which nothing more is told is no question
            Kind::Position if !heaps.is_empty() && (moves || heaps.len() > 1) => {
                Some(format!("{misere}{game}({})", heaps.join(", ")))
            }
            Kind::Game | Kind::Subject if heaps.is_empty() && moves => Some(format!("{misere}{game}")),
            _ => None,
        }
    }
}
