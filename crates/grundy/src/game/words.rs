//! What one may do in a game, in a sentence of either language, with the parameters that it was given.
//!
//! `take[1,3,4]` is "Take 1, 3 or 4 from one heap.", `wythoff[2]` the sentence of the catalogue with 2 for k.

use super::entry::{Definition, Entry};
use super::{Game, Graph, Kind};
use super::{catalogue, codes};
use crate::words::Words;
use grundy_core::by_pattern;

impl Game {
    /// A word for what the game is made of: `subtraction`, `take-and-break`, `graph`, `rule`, or its name in the catalogue.
    #[must_use]
    pub fn kind_name(&self) -> &'static str {
        match (self.kind(), self.listed()) {
            (Kind::Take(..), _) => "subtraction",
            (Kind::Code(_), _) => "take-and-break",
            (_, Some(entry)) => entry.name,
            (Kind::Other(_), None) if self.rules_of::<Graph>().is_some() => "graph",
            (Kind::Other(_), None) => "own",
            (Kind::Rule(_), None) | (Kind::Refused(_), _) => "rule",
        }
    }

    /// What one may do, in both languages.
    #[must_use]
    pub fn words(&self) -> Words {
        let text = self.text();
        let inside = bracketed(text).map(|(_, inside)| inside);
        match (self.kind(), self.listed()) {
            (Kind::Take(..), _) if self.is_star() => {
                Words::new("Nim: take any positive number from the heap.", "尼姆：从堆中取走任意正数个。")
            }
            (Kind::Take(..), Some(entry)) if !matches!(entry.definition, Definition::Take) => of_entry(entry, None),
            // a name of its own does not say what may be taken
            (Kind::Take(set, _), _) => inside.map_or_else(|| taking(&set.to_string()), taking),
            (_, Some(entry)) => of_entry(entry, inside),
            (Kind::Code(code), None) => {
                let told = self.code_words();
                Words::new(
                    format!("The take-and-break code {code}: {}", told.english),
                    format!("取分代码 {code}：{}", told.chinese),
                )
            }
            (Kind::Other(_), None) => match self.rules_of::<Graph>() {
                Some(graph) => {
                    let vertices = graph.names.len();
                    Words::new(
                        format!("Move a token along an arc of a graph of {vertices} vertices."),
                        format!("把一枚棋子沿有向图的边移动一步（图有 {vertices} 个顶点）。"),
                    )
                }
                None if self.open_sum().is_some() => Words::new(self.reading(), format!("{text}：和中有的数不定。")),
                None if self.slice().is_some_and(|slice| slice.game.compound().is_some()) => {
                    Words::new(self.reading(), format!("{text}：各部分中有的数不定。"))
                }
                None if self.slice().is_some_and(|slice| slice.text().is_some_and(|text| text.names().len() > 1)) => {
                    Words::new(self.reading(), format!("{text}：文字中有的数不定。"))
                }
                None if self.is_closed() => Words::new(self.reading(), format!("{text}：一个局面。")),
                None if self.is_family() => Words::new(self.reading(), format!("{text}：文字中有一个数不定。")),
                None if self.is_slice() => Words::new(self.reading(), format!("{text}：一个坐标不定，其余已给定。")),
                None => Words::new(self.reading(), format!("{text}：按它自己的规则。")),
            },
            (Kind::Rule(_) | Kind::Refused(_), None) => match self.known().and_then(|known| known.family.clone()) {
                Some(family) if family != text => Words::new(
                    format!("The rule as it is written; recognised as {family}."),
                    format!("按所写规则；识别为 {}。", in_chinese(&family)),
                ),
                _ => Words::new("The rule as it is written.", "按所写规则。"),
            },
        }
    }

    /// What a digit of a code means, and what these digits allow.
    pub(super) fn code_words(&self) -> Words {
        let mut told = Words::new(
            "its k-th digit says how many heaps may be left after k are taken.",
            "第 k 位数字规定取走 k 个之后可以剩下几堆。",
        );
        if let Kind::Code(code) = self.kind()
            && let Some(here) = codes::in_words(code)
        {
            told = Words::new(format!("{} {}", told.english, here.english), told.chinese + &here.chinese);
        }
        told
    }

    fn listed(&self) -> Option<&'static Entry> {
        self.entry().or_else(|| spelt(self.text()))
    }
}

/// What rules are recognised as, in both languages; longer words stand before those that they begin with.
#[rustfmt::skip]
const FAMILIES: &[(&str, &str)] = &[
    ("take a divisor that is neither 1 nor all", "取一个既非 1 也非全部的约数"),
    ("take a divisor", "取一个约数"),
    ("aliquot: take a proper divisor", "aliquot：取一个真约数"),
    ("leave a proper divisor", "留下一个真约数"),
    ("divide by any number from {} to {}, rounding up", "除以 {0} 至 {1} 中任一数，向上取整"),
    ("divide by any number from {} to {}", "除以 {0} 至 {1} 中任一数"),
    ("take a number coprime to the heap", "取一个与堆互质的数"),
    ("take at most half", "最多取一半"),
    ("take at most a share", "最多取一部分"),
    ("mark: n-1 or n//2", "mark：n-1 或 n//2"),
    ("the options of n are exactly 0..{}", "n 的后继恰为 0..{0}"),
    ("euclid, zero allowed", "euclid，允许 0"),
    ("euclid, entries stay positive", "euclid，各数保持为正"),
    ("take at most as many as were just taken", "最多取与上一步同样多"),
    ("take at most {} times what was taken before", "最多取上一步的 {0} 倍"),
    ("take at most {}", "最多取 {0} 个"),
    ("the sum, coordinate by coordinate, of {}", "各坐标上的游戏之和：{0}"),
    // of what is missing to a number
    ("{} with {} tokens", "{0}，有 {1} 个石子"),
];

/// What a rule was recognised as; names of games stay as they are.
fn in_chinese(family: &str) -> String {
    by_pattern(FAMILIES, family, &in_chinese).unwrap_or_else(|| family.to_owned())
}

/// The game of the catalogue whose name this text has, perhaps with brackets behind it.
pub(super) fn spelt(text: &str) -> Option<&'static Entry> {
    catalogue::find(bracketed(text).map_or(text, |(name, _)| name))
}

/// `take[1,3]` as `take` and `1,3`; not `take[1] | take[3]`, whose brackets are two.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once('[')?;
    let inside = rest.strip_suffix(']')?;
    let mut depth = 0;
    let closes = inside.chars().any(|c| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        depth < 0
    });
    (!closes).then_some((name, inside))
}

/// The sentences of the catalogue, with what stands in the brackets in place of the letters of the signature.
fn of_entry(entry: &Entry, inside: Option<&str>) -> Words {
    let mut words = Words::new(entry.rule_english, entry.rule_chinese);
    let letter = entry.signature.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map(|(letters, _)| letters);
    match (letter, inside) {
        // a word that stands for itself: kayles[cycle]
        (Some(letters), Some(given)) if letters == given => {
            words.english.push_str(&format!(" This is the variant [{given}]."));
            words.chinese.push_str(&format!("这是 [{given}] 变体。"));
        }
        (Some(letters), Some(given)) => {
            words.english.push_str(&format!(" Here [{letters}] is [{given}]."));
            words.chinese.push_str(&format!("这里 [{letters}] 为 [{given}]。"));
        }
        _ => {}
    }
    words
}

/// The sentence of a subtraction game, from the set as it is written.
fn taking(set: &str) -> Words {
    let item = |item: &str| -> Option<(String, String)> {
        match item.trim().split_once("..") {
            None => item.trim().bytes().all(|b| b.is_ascii_digit()).then(|| (item.trim().into(), item.trim().into())),
            Some(("1", "")) => Some(("any positive number".into(), "任意正数个".into())),
            Some((from, "")) => Some((format!("{from} or more"), format!("{from} 个以上"))),
            Some((from, to)) => Some((format!("{from} to {to}"), format!("{from} 至 {to}"))),
        }
    };
    let items: Option<Vec<(String, String)>> = set.split(',').map(item).collect();
    match items.as_deref() {
        Some([first @ .., (english, chinese)]) if set.is_ascii() && !set.contains(['{', '(', ' ']) => {
            let join = |pick: fn(&(String, String)) -> &str| first.iter().map(pick).collect::<Vec<_>>();
            let (en, zh) = (join(|i| &i.0), join(|i| &i.1));
            let before = |list: &[&str], comma: &str, or: &str| match list {
                [] => String::new(),
                list => format!("{}{or}", list.join(comma)),
            };
            Words::new(
                format!("Take {}{english} from one heap.", before(&en, ", ", " or ")),
                format!(
                    "从一堆中取走 {}{chinese}{}。",
                    before(&zh, "、", " 或 "),
                    if chinese.ends_with(['个', '上']) { "" } else { " 个" }
                ),
            )
        }
        _ => Words::new(
            format!("Take a number of the set [{set}] from one heap."),
            format!("从一堆中取走集合 [{set}] 里的一个数。"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use crate::game;

    #[test]
    fn sentences_name_the_parameters() {
        for (text, english, chinese) in [
            ("take[1,3,4]", "Take 1, 3 or 4 from one heap.", "从一堆中取走 1、3 或 4 个。"),
            ("take[1..3]", "Take 1 to 3 from one heap.", "从一堆中取走 1 至 3 个。"),
            ("take[odds]", "Take a number of the set [odds] from one heap.", "从一堆中取走集合 [odds] 里的一个数。"),
            ("nim", "Take any positive number from one heap.", "从一堆中取走任意正数个石子。"),
        ] {
            let words = game(text).unwrap().words();
            assert_eq!((words.english.as_str(), words.chinese.as_str()), (english, chinese), "{text}");
        }
        // by another name
        let named = crate::Session::new().game("let t = take[1..3]; t").unwrap().game;
        assert_eq!(named.words().english, "Take 1 to 3 from one heap.");
        let union = game("take[1] | take[3]").unwrap();
        assert_eq!(union.reading(), "take[1] | take[3]: recognised as take[1,3].");
        assert!(union.kind_name() != "take" && !union.words().english.contains("Here [S]"), "{:?}", union.words());
        assert!(game("moore[2]").unwrap().words().chinese.ends_with("这里 [k] 为 [2]。"));
        assert_eq!(game("kayles").unwrap().kind_name(), "take-and-break");
        assert_eq!(game("moore[2]").unwrap().kind_name(), "moore");
    }
}
