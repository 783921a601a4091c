//! What the digits of a take-and-break code allow, in words.
//!
//! `0.137` is "Take 1 and leave no heap; take 2 and leave no heap or one heap; take 3 and leave no heap, one heap or two heaps.":
//! who takes 1 and leaves no heap takes a whole heap of 1.

use grundy_sequence::code::{Code, Digit, Modifier};

use super::entry::Entry;
use super::knowledge::known_code;
use super::{Game, Kind};
use crate::words::Words;

/// Codes with more different digits are told by what a digit means.
const TOLD: usize = 12;
/// So many numbers with the same digit are listed.
const LISTED: usize = 12;

impl Game {
    /// The game of the catalogue that a take-and-break code is, if it has a name; `None`: it is no code.
    ///
    /// ```
    /// let kayles = grundy::Session::new().game("0.77")?.game;
    /// assert_eq!(kayles.code_name().flatten().map(|entry| entry.english), Some("Kayles"));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn code_name(&self) -> Option<Option<&'static Entry>> {
        match self.kind() {
            Kind::Code(code) => Some(known_code(code)),
            _ => None,
        }
    }
}

/// What may be done in the game of this code; `None`: it has too many digits, or digits that repeat and differ.
pub(super) fn in_words(code: &Code) -> Option<Words> {
    let mut told = Vec::new();
    if code.zero.allows_any() {
        let [english, chinese] = left(&code.zero);
        told.push([format!("take nothing and leave {english}"), format!("不取，{chinese}")]);
    }
    let same = match code.repeating.as_slice() {
        [] => None,
        [first, rest @ ..] => Some(first).filter(|first| rest.iter().all(|digit| digit == *first)).map(Some)?,
    };
    let mut met: Vec<(&Digit, Vec<usize>)> = Vec::new();
    for (digit, taken) in code.digits.iter().zip(1..).filter(|(digit, _)| digit.allows_any()) {
        match met.iter_mut().find(|(known, _)| *known == digit) {
            Some((_, all)) => all.push(taken),
            None => met.push((digit, vec![taken])),
        }
    }
    for (digit, taken) in &met {
        let numbers: Vec<String> = taken.iter().map(ToString::to_string).collect();
        let [english, chinese] = left(digit);
        told.push([
            format!("take {} and leave {english}", listed(&numbers, " or ")),
            format!("取 {} 个后{chinese}", numbers.join("、")),
        ]);
    }
    if let Some(digit) = same.filter(|digit| digit.allows_any()) {
        let ([english, chinese], from) = (left(digit), code.digits.len() + 1);
        told.push([format!("take {from} or more and leave {english}"), format!("取 {from} 个或更多后{chinese}")]);
    }
    if told.is_empty() || told.len() > TOLD || met.iter().any(|(_, taken)| taken.len() > LISTED) {
        return None;
    }
    let sentences: Vec<String> = told.iter().map(|[english, _]| english.clone()).collect();
    let chinese: Vec<String> = told.iter().map(|[_, chinese]| chinese.clone()).collect();
    Some(Words::new(format!("T{}.", &sentences.join("; ")[1..]), format!("{}。", chinese.join("；"))))
}

/// How many heaps a digit allows to be left.
fn left(digit: &Digit) -> [String; 2] {
    let mut english: Vec<String> = digit
        .counts
        .iter()
        .map(|&count| match count {
            0 => "no heap".to_owned(),
            1 => "one heap".to_owned(),
            2 => "two heaps".to_owned(),
            3 => "three heaps".to_owned(),
            more => format!("{more} heaps"),
        })
        .collect();
    let mut chinese: Vec<String> = digit
        .counts
        .iter()
        .map(|&count| match count {
            0 => "不剩".to_owned(),
            1 => "剩一堆".to_owned(),
            2 => "剩两堆".to_owned(),
            more => format!("剩 {more} 堆"),
        })
        .collect();
    if let Some(from) = digit.from {
        english.push(format!("{from} heaps or more"));
        chinese.push(format!("剩 {from} 堆或更多"));
    }
    let [asked, also] = match digit.modifier {
        Modifier::Unequal if digit.splits() => [", all of different sizes", "（各堆不等）"],
        Modifier::NotAllEqual if digit.splits() => [", not all of one size", "（不全相等）"],
        Modifier::Equal if digit.splits() => [", all of one size", "（全相等）"],
        _ => ["", ""],
    };
    [listed(&english, " or ") + asked, listed(&chinese, "或") + also]
}

/// `a, b or c`; in Chinese `a、b或c`.
fn listed(all: &[String], or: &str) -> String {
    let comma = if or.starts_with(' ') { ", " } else { "、" };
    match all {
        [one] => one.clone(),
        [many @ .., last] => format!("{}{or}{last}", many.join(comma)),
        [] => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use crate::Session;

    #[test]
    fn digits_are_told_in_words() {
        for (code, words) in [
            ("0.77", "Take 1 or 2 and leave no heap, one heap or two heaps."),
            (
                "0.137",
                "Take 1 and leave no heap; take 2 and leave no heap or one heap; \
                 take 3 and leave no heap, one heap or two heaps.",
            ),
            ("4.7", "Take nothing and leave two heaps; take 1 and leave no heap, one heap or two heaps."),
            ("4!.0", "Take nothing and leave two heaps, all of different sizes."),
            ("0.07", "Take 2 and leave no heap, one heap or two heaps."),
        ] {
            let game = Session::new().game(code).unwrap().game;
            assert!(game.words().english.ends_with(words), "{code}: {}", game.words().english);
            assert!(game.words().chinese.ends_with("。") && game.code_name().is_some(), "{code}");
        }
        // a game with a name of its own is told by the catalogue
        assert!(!Session::new().game("kayles").unwrap().game.words().english.contains("digit"));
    }
}
