//! A game in a Chinese sentence: `21个石子，每次取1到3个`, `三堆石子：3、5、7`.
//!
//! ```text
//! HEAP 个石子，每次取 SET 个        take[SET](HEAP)
//! K 堆石子 SIZE、SIZE …            nim(SIZE, SIZE, …)
//! 每次取 SET 个                    take[SET], where a game is asked for
//! ```
//!
//! Each word must be known: what is not read might change the question, and then the sentence stays as it is.

use super::super::Span;
use super::super::lexer::plain;
use super::pieces::{Piece, cut};
use super::{Asked, Kind};

/// What says neither a number nor what may be taken.
const FILLERS: &[&str] = &[
    "一共",
    "共有",
    "现有",
    "桌上",
    "地上",
    "石子",
    "石头",
    "棋子",
    "火柴",
    "硬币",
    "筹码",
    "小球",
    "两个人",
    "两名玩家",
    "两人",
    "二人",
    "双方",
    "玩家",
    "甲乙",
    "轮流",
    "交替",
    "依次",
    "每一次",
    "每次",
    "每人",
    "每回合",
    "一次",
    "可以",
    "只能",
    "必须",
    "其中",
    "从中",
    "分别",
    "各有",
    "给定",
    "个数为",
    "数量为",
    "有",
    "共",
    "可",
    "能",
    "从",
    "中",
    "里",
    "的",
    "地",
    "为",
    "是",
    "个",
    "枚",
    "颗",
    "根",
    "粒",
    "块",
];

/// Signs that divide.
const SIGNS: &[char] = &[',', '，', '。', '.', '；', ';', '：', ':', '、', ' ', '\t', '(', ')', '（', '）', '{', '}'];

/// What a move does, the longest first.
const VERBS: &[&str] = &["取走", "取出", "拿走", "拿出", "减去", "取", "拿", "减"];

/// Up to so many, and so many at least.
const MOST: &[&str] = &["最多", "至多", "不超过", "不多于"];
const LEAST: &[&str] = &["最少", "至少", "不少于"];

/// Any number may be taken.
const ANY: &[&str] = &["任意多", "任意数量", "任意数", "任意", "若干"];

/// Between two ends of a range.
const TO: &[&str] = &["到", "至", "~", "～", "-", "－", "–", "—", ".."];

/// Between the numbers of a set.
const OR: &[&str] = &["或者", "或", "和", "与"];

/// Letters of a sentence that says who wins, or asks it.
const WINS: &str =
    "取拿走到最后一个枚颗根粒石子的人者方玩家获必胜赢输负败判为算谁不能无法再操作行动先后手是否吗问呢？?";

/// What was read of a sentence.
#[derive(Default)]
struct Told {
    /// How many heaps are spoken of.
    count: Option<usize>,
    heaps: Vec<String>,
    /// What stands in the brackets of `take`.
    set: Vec<String>,
    /// Was a verb there?
    takes: bool,
    any: bool,
    misere: bool,
}

/// The sentence as a position, or as a game.
pub(super) fn sentence(text: &str, asked: &Asked<'_>) -> Option<Vec<Piece>> {
    // nothing else is written so
    if !["石", "棋子", "火柴", "硬币", "筹码", "小球", "每次", "堆"].iter().any(|word| text.contains(word))
    {
        return None;
    }
    let plain: String = text.trim().chars().map(plain).collect();
    let strict = Reader { rest: &plain, told: Told::default() }.read()?.written(asked)?;
    let whole = Span::new(0, text.len());
    let mut pieces = cut(&strict);
    pieces.iter_mut().for_each(|piece| piece.span = whole);
    Some(pieces)
}

struct Reader<'t> {
    rest: &'t str,
    told: Told,
}

impl Reader<'_> {
    fn eat(&mut self, words: &[&str]) -> bool {
        let word = words.iter().find(|word| self.rest.starts_with(**word));
        if let Some(word) = word {
            self.rest = &self.rest[word.len()..];
        }
        word.is_some()
    }

    /// A number in figures or in words.
    fn number(&mut self) -> Option<String> {
        let figures = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if figures > 0 {
            let (number, rest) = self.rest.split_at(figures);
            self.rest = rest;
            return Some(number.to_owned());
        }
        let words = self.rest.len() - self.rest.trim_start_matches(|c| WORDS.contains(c)).len();
        let (number, rest) = self.rest.split_at(words);
        self.rest = rest;
        worked_out(number).map(|number| number.to_string())
    }

    fn read(mut self) -> Option<Told> {
        // the ends of a range that is open: `最多取3个`, `至少取1个`
        let (mut most, mut least) = (false, None::<String>);
        while !self.rest.is_empty() {
            if self.takes_all() {
                return Some(self.told);
            }
            if self.eat(VERBS) {
                self.told.takes = true;
            } else if self.eat(MOST) {
                most = true;
            } else if self.eat(LEAST) {
                self.eat(VERBS).then(|| self.told.takes = true);
                least = Some(self.number()?);
            } else if self.eat(ANY) {
                self.told.any = true;
            } else if let Some(count) = self.heaps() {
                self.told.count = Some(count);
            } else if self.eat(FILLERS) {
            } else if self.told.takes && self.eat(OR) {
            } else if self.rest.starts_with(SIGNS) {
                self.rest = self.rest.trim_start_matches(SIGNS);
            } else {
                let number = self.number()?;
                if !self.told.takes {
                    if most {
                        return None;
                    }
                    self.told.heaps.push(number);
                    continue;
                }
                let piece = if self.eat(TO) {
                    format!("{number}..{}", self.number()?)
                } else if std::mem::take(&mut most) {
                    format!("{}..{number}", least.take().unwrap_or_else(|| "1".to_owned()))
                } else {
                    number
                };
                self.told.set.push(piece);
            }
        }
        (least.is_none_or(|least| least == "1" && self.told.any) && !most).then_some(self.told)
    }

    /// `三堆`: how many heaps there are. One is no news.
    fn heaps(&mut self) -> Option<usize> {
        let before = self.rest;
        let count = self.number().and_then(|number| number.parse().ok()).filter(|_| self.eat(&["堆"]));
        if count.is_none() {
            self.rest = before;
        }
        count
    }

    /// Is all that is left a sentence that says who wins, or asks it?
    fn takes_all(&mut self) -> bool {
        let rest = self.rest.trim_end_matches(['。', '.', '！', '!']);
        let starts =
            ["取到最后", "取走最后", "拿到最后", "拿走最后", "最后", "谁", "不能", "无法", "先手", "后手", "问"];
        let known = |c: char| WINS.contains(c) || SIGNS.contains(&c);
        if !starts.iter().any(|start| rest.starts_with(start)) || !rest.chars().all(known) {
            return false;
        }
        let says = |words: &[&str]| words.iter().any(|word| rest.contains(word));
        let (loses, stuck) = (says(&["输", "负", "败"]), says(&["不能", "无法"]));
        // a question says nothing of the rule
        self.told.misere = (says(&["最后"]) || stuck) && loses != stuck && (loses || says(&["胜", "赢"]));
        true
    }
}

/// What numbers in words are written with.
const WORDS: &str = "零一二三四五六七八九两十百千";

/// `十五`, `二十一`, `一百零五`; `None`: two numbers side by side, or none.
fn worked_out(words: &str) -> Option<u32> {
    let (mut total, mut digit, mut least) = (0, None::<u32>, u32::MAX);
    for letter in words.chars() {
        let unit = match letter {
            '十' => 10,
            '百' => 100,
            '千' => 1000,
            _ => {
                let value = if letter == '两' { 2 } else { WORDS.chars().position(|c| c == letter)? as u32 };
                if digit.is_some_and(|before| before > 0) {
                    return None;
                }
                digit = Some(value);
                continue;
            }
        };
        // units become smaller, and only ten may stand alone
        let times = digit.take().or((unit == 10 && total == 0).then_some(1)).filter(|&times| times > 0)?;
        if unit >= least {
            return None;
        }
        (total, least) = (total + times * unit, unit);
    }
    // `一百五` is 150
    let is_told = least == 10 || least == u32::MAX || words.contains('零') || digit.is_none();
    (is_told && !words.is_empty()).then_some(total + digit.unwrap_or(0))
}

impl Told {
    fn written(self, asked: &Asked<'_>) -> Option<String> {
        let Told { count, heaps, set, takes, any, misere } = self;
        let misere = if misere { "misere " } else { "" };
        let of_nim = any && set.is_empty() || !takes;
        let game = match (of_nim, set.is_empty()) {
            (true, true) => "nim".to_owned(),
            (false, false) if !any => format!("take[{}]", set.join(",")),
            _ => return None,
        };
        match asked.kind {
            Kind::Position if !heaps.is_empty() && (takes || count.is_some()) => {
                let fits = count.is_none_or(|count| count == heaps.len()) && (heaps.len() == 1 || count.is_some());
                fits.then(|| format!("{misere}{game}({})", heaps.join(", ")))
            }
            Kind::Game | Kind::Subject if heaps.is_empty() && takes => Some(format!("{misere}{game}")),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::worked_out;

    #[test]
    fn numbers_in_words() {
        for (words, number) in [
            ("零", Some(0)),
            ("三", Some(3)),
            ("两", Some(2)),
            ("十", Some(10)),
            ("十五", Some(15)),
            ("二十", Some(20)),
            ("二十一", Some(21)),
            ("一百", Some(100)),
            ("一百零五", Some(105)),
            ("三百二十一", Some(321)),
            ("一千零一", Some(1001)),
            // two numbers, or half of one
            ("三五", None),
            ("一百五", None),
            ("十百", None),
            ("百", None),
            ("", None),
        ] {
            assert_eq!(worked_out(words), number, "{words}");
        }
    }
}
