//! What is said of a text that cannot be read, in Chinese: patterns of the English sentences, tried in order.
//!
//! A fault is raised in many places and carries its English sentence. The usual ones are said in Chinese by their pattern, as
//! translations of programs do it; a sentence that is in no pattern stays English.

mod games;
mod patterns;
mod verbs;

use grundy_core::by_pattern;
use patterns::{PATTERNS, TERMS};

/// The sentence in Chinese, where its pattern is known.
///
/// ```
/// let told = grundy_rules::words::fault_in_chinese("unknown game `kayls`");
/// assert_eq!(told.as_deref(), Some("没有叫 `kayls` 的游戏"));
/// assert_eq!(grundy_rules::words::fault_in_chinese("something else"), None);
/// ```
///
/// Cost: the patterns times the length of the sentence.
#[must_use]
pub fn fault_in_chinese(message: &str) -> Option<String> {
    [PATTERNS, games::PATTERNS, verbs::PATTERNS].into_iter().find_map(|all| by_pattern(all, message, &term))
}

/// A part of a sentence: what the grammar wants or finds.
fn term(word: &str) -> String {
    let of = |one: &str| TERMS.iter().find(|(english, _)| *english == one).map(|(_, chinese)| (*chinese).to_owned());
    // a sentence may stand inside another one
    if let Some(sentence) = word.contains(' ').then(|| fault_in_chinese(word)).flatten() {
        return sentence;
    }
    if let Some(whole) = of(word) {
        return whole;
    }
    let single = |one: &str| of(one).or_else(|| one.starts_with('`').then(|| one.to_owned()));
    // `an operator, `,` or `)`` is a list of three
    let part = |one: &str| {
        let several = || one.split(", ").map(single).collect::<Option<Vec<String>>>().map(|all| all.join("、"));
        single(one).or_else(several)
    };
    let parts: Vec<(&str, Option<String>)> = word.split(" or ").map(|one| (one, part(one))).collect();
    // what others say, such as the system, is no list of ours
    if parts.iter().all(|(_, chinese)| chinese.is_none()) {
        return word.to_owned();
    }
    parts.into_iter().map(|(one, chinese)| chinese.unwrap_or_else(|| one.to_owned())).collect::<Vec<_>>().join("或")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the grammar expects, wherever a parser says so.
    #[test]
    fn what_a_parser_expects_is_told_in_chinese() {
        let sources = [
            include_str!("../../../grundy-notation/src/parser/claim.rs"),
            include_str!("../../../grundy-notation/src/parser/expr.rs"),
            include_str!("../../../grundy-notation/src/parser/family.rs"),
            include_str!("../../../grundy-notation/src/parser/game.rs"),
            include_str!("../../../grundy-notation/src/parser/position.rs"),
            include_str!("../../../grundy-notation/src/parser/rule.rs"),
            include_str!("../../../grundy-notation/src/parser/set.rs"),
        ];
        let calls = ["unexpected(\"", "unexpected_but(\"", "new_name(\"", "Paren, \"", "Brace, \"", "Bracket, \""];
        let mut met = 0;
        for source in sources {
            for call in calls {
                for behind in source.split(call).skip(1) {
                    let wanted = behind.split('"').next().unwrap_or_default();
                    let told = term(wanted);
                    // names of the notation stand in signs of code
                    let plain: String = told.split('`').step_by(2).collect();
                    assert!(!plain.contains(|c: char| c.is_ascii_alphabetic()), "{wanted}: {told}");
                    met += 1;
                }
            }
        }
        assert!(met > 20, "{met}");
    }

    #[test]
    fn what_the_system_says_stays_whole() {
        assert_eq!(term("No such file or directory"), "No such file or directory");
        assert_eq!(term("a number or `(`"), "数或`(`");
        assert_eq!(term("a digit of the code or its end"), "代码的一位或结尾");
        assert_eq!(term("an operator, `,` or `)`"), "运算符、`,`或`)`");
    }

    #[test]
    fn every_place_of_a_pattern_is_filled() {
        for (english, chinese) in PATTERNS.iter().chain(games::PATTERNS).chain(verbs::PATTERNS) {
            let count = english.matches("{}").count();
            for at in 0..count {
                assert!(chinese.contains(&format!("{{{at}}}")), "{english}");
            }
            assert!(!chinese.contains(&format!("{{{count}}}")), "{english}");
        }
    }
}
