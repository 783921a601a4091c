//! What is said of a text that cannot be read, in Chinese: patterns of the English sentences, tried in order.
//!
//! A fault is raised in many places and carries its English sentence. The usual ones are said in Chinese by their pattern, as
//! translations of programs do it; a sentence that is in no pattern stays English.

use grundy_core::by_pattern;

/// The sentence in Chinese, where its pattern is known.
///
/// ```
/// let told = grundy::fault_in_chinese("unknown game `kayls`");
/// assert_eq!(told.as_deref(), Some("没有叫 `kayls` 的游戏"));
/// assert_eq!(grundy::fault_in_chinese("something else"), None);
/// ```
///
/// Cost: the patterns times the length of the sentence.
#[must_use]
pub fn fault_in_chinese(message: &str) -> Option<String> {
    by_pattern(PATTERNS, message, &term)
}

/// A part of a sentence: what the grammar wants or finds.
fn term(word: &str) -> String {
    let of =
        |one: &str| TERMS.iter().find(|(english, _)| *english == one).map_or(one, |(_, chinese)| chinese).to_owned();
    if TERMS.iter().any(|(english, _)| *english == word) || word.starts_with('`') && !word.contains("` or ") {
        return of(word);
    }
    let parts: Vec<String> = word.split(" or ").map(of).collect();
    parts.join("或")
}

#[rustfmt::skip]
const TERMS: &[(&str, &str)] = &[
    ("the end", "结尾"),
    ("a number", "数"),
    ("a name", "名字"),
    ("a game", "游戏"),
    ("a set", "集合"),
    ("a number: coordinates are natural numbers", "数（坐标是自然数）"),
    ("an operator, `and`, `or` or the end", "运算符、`and`、`or` 或结尾"),
    ("the size of the nim-heap", "尼姆堆的大小"),
    ("a number as the exponent", "指数上的数"),
];

/// Longer sentences stand before those that they begin with.
#[rustfmt::skip]
const PATTERNS: &[(&str, &str)] = &[
    ("unknown game `{}`", "没有叫 `{0}` 的游戏"),
    ("expected {}, found {}; the `{}` at character {} is still open", "这里应为{0}，却是{1}；第 {3} 个字符处的 `{2}` 还没有闭合"),
    ("expected {}, found {}", "这里应为{0}，却是{1}"),
    ("expected {}, but `{}` is {}", "这里应为{0}，而 `{1}` 是{2}"),
    ("expected a game, but `{}(…)` is a position", "这里应为游戏，而 `{0}(…)` 是局面"),
    ("`{}` is a variable, and a number is needed here", "`{0}` 是变量，这里要的是数"),
    ("`{}` is not known", "不认识 `{0}`"),
    ("only one `?` a position", "一个局面只能有一个 `?`"),
    ("`?` is in a component with copies", "带 `?` 的分量不能有几份"),
    ("`?` stands for the size of a heap", "`?` 代表一堆的大小"),
    ("`{}` needs `{}` in brackets", "`{0}` 的方括号里需要 `{1}`"),
    ("`{}` needs a number", "`{0}` 需要一个数"),
    ("`{}` has numbers, not a text", "`{0}` 用的是数，不是文字"),
    ("the positions of `{}` are texts between quotation marks", "`{0}` 的局面写在引号里"),
    ("the heaps of `{}` are single numbers", "`{0}` 的每一堆是一个数"),
    ("there is no move {} in {}", "{1} 里没有第 {0} 号着法"),
    ("there is no move to `{}`", "没有走到 `{0}` 的着法"),
    ("the text has {} bytes, at most {} are read", "文字有 {0} 字节，最多读 {1} 字节"),
    ("laws are looked for in games of numbers, and the positions of `{}` are none", "规律只在局面是数的游戏里找，而 `{0}` 的局面不是数"),
    ("laws of more than 6 coordinates are not looked for, and `{}` has more", "不找六个以上坐标的规律，而 `{0}` 的坐标更多"),
    ("claims are made about games with numbers as coordinates", "断言说的是以数为坐标的游戏"),
    ("misère play has no Grundy values, so nothing is claimed about them", "反常规则下没有 Grundy 值，所以不能断言它们"),
    ("`grundy list` shows the games, `let` introduces a name", "`grundy list` 列出所有游戏，`let` 引入名字"),
    ("close the `{}` with `{}`", "用 `{1}` 闭合 `{0}`"),
    ("positions with variables belong to `prove`", "带变量的局面属于 `prove`"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;

    #[test]
    fn what_people_mistype_is_told_in_chinese() {
        let told = |text: &str| {
            let message = Session::new().position(text).unwrap_err().message;
            fault_in_chinese(&message).unwrap_or_else(|| panic!("{text}: {message}"))
        };
        for text in
            ["kayls(9)", "nim(", "nim(3", "take[1,2(3)", "nim(3))", "kayles(x)", "nim(?,?)", "nim(-3)", "cram(3)"]
        {
            let chinese = told(text);
            assert!(chinese.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{text}: {chinese}");
        }
        assert_eq!(told("nim(3"), "这里应为`,`或`)`，却是结尾；第 4 个字符处的 `(` 还没有闭合");
    }

    #[test]
    fn every_place_of_a_pattern_is_filled() {
        for (english, chinese) in PATTERNS {
            let count = english.matches("{}").count();
            for at in 0..count {
                assert!(chinese.contains(&format!("{{{at}}}")), "{english}");
            }
            assert!(!chinese.contains(&format!("{{{count}}}")), "{english}");
        }
    }
}
