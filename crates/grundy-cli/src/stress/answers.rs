//! What a program may print: who wins, in the words of contests, or a number.
//!
//! ```text
//! Case #1: YES      who wins, behind the number of the case
//! 1 1               and the move, which is not judged
//! ```

use grundy::{Nat, Outcome};

/// Pairs of answers that programs print, the first for "the next player wins".
const WORDS: [(&str, &str); 17] = [
    ("first", "second"),
    ("n", "p"),
    ("next", "previous"),
    ("win", "lose"),
    ("yes", "no"),
    ("alice", "bob"),
    ("true", "false"),
    ("wins", "loses"),
    ("winning", "losing"),
    ("won", "lost"),
    ("w", "l"),
    ("1st", "2nd"),
    ("先手", "后手"),
    ("必胜", "必败"),
    ("胜", "负"),
    ("赢", "输"),
    ("是", "否"),
];

/// Who a sentence may be about: the player to move, then the other one.
const PLAYERS: [(&str, &str); 7] = [
    ("first player", "second player"),
    ("player 1", "player 2"),
    ("next player", "previous player"),
    ("first", "second"),
    ("alice", "bob"),
    ("先手", "后手"),
    ("先手方", "后手方"),
];

/// What it may say of the player: that one wins, or does not.
const VERDICTS: [(&str, &str); 10] = [
    (" wins", " loses"),
    (" win", " lose"),
    (" will win", " will lose"),
    (" won", " lost"),
    ("", ""),
    ("必胜", "必败"),
    ("胜", "败"),
    ("胜", "负"),
    ("赢", "输"),
    ("获胜", "失败"),
];

/// What a program said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reply {
    /// Who wins.
    Outcome(Outcome),
    /// A number.
    Number(Nat),
}

/// How answers are read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Words {
    /// What stands for "the next player wins", where the user said so.
    pub(crate) first: Option<String>,
    /// And for "the previous player wins".
    pub(crate) second: Option<String>,
}

/// The answer behind the number of its case: `Case #1: Second`.
fn without_case(text: &str) -> &str {
    let behind = || {
        let head = text.get(..4).filter(|head| head.eq_ignore_ascii_case("case"))?;
        let number = text[head.len()..].trim_start().trim_start_matches('#').trim_start();
        let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = Some(rest).filter(|rest| rest.len() < number.len())?.trim_start();
        Some(rest.strip_prefix(':').or_else(|| rest.strip_prefix('：'))?.trim())
    };
    behind().unwrap_or(text)
}

/// The answer before the lines of numbers that tell a move.
fn without_move(text: &str) -> &str {
    match text.split_once('\n') {
        Some((answer, rest))
            if rest.split_whitespace().all(|word| word.bytes().all(|b| b.is_ascii_digit() || b == b'-')) =>
        {
            answer.trim_end()
        }
        _ => text,
    }
}

/// The answers that mean the next player and the previous one, of which one is `word`; which of both it is.
fn pair_of(word: &str) -> Option<([String; 2], Outcome)> {
    if let Some((n, p)) = WORDS.iter().find(|(n, p)| word == *n || word == *p) {
        let outcome = if word == *n { Outcome::Next } else { Outcome::Previous };
        return Some(([(*n).to_owned(), (*p).to_owned()], outcome));
    }
    PLAYERS.iter().find_map(|(mover, other)| {
        let (verdict, is_mover) =
            word.strip_prefix(mover).map(|v| (v, true)).or_else(|| Some((word.strip_prefix(other)?, false)))?;
        let (wins, loses) = VERDICTS.iter().find(|(wins, loses)| verdict == *wins || verdict == *loses)?;
        let outcome = if is_mover == (verdict == *wins) { Outcome::Next } else { Outcome::Previous };
        // who says of one player that he loses says it of him alone
        let of_mover = [format!("{mover}{wins}"), format!("{mover}{loses}")];
        let pair = match (is_mover, verdict == *wins) {
            (_, true) => [format!("{mover}{wins}"), format!("{other}{wins}")],
            (true, false) => of_mover,
            (false, false) => [format!("{other}{loses}"), format!("{other}{wins}")],
        };
        Some((pair, outcome))
    })
}

impl Words {
    /// What a program printed, without what stands around an answer.
    pub(crate) fn answer(output: &[u8]) -> Option<&str> {
        let text = without_case(std::str::from_utf8(output).ok()?.trim());
        Some(without_move(text))
    }

    /// Reads what a program printed.
    pub(crate) fn read(&self, output: &[u8]) -> Option<Reply> {
        let text = std::str::from_utf8(output).ok()?.trim();
        let answer = Words::answer(output)?;
        let is = |word: &Option<String>| {
            let told = |w: &str| [text, answer].iter().any(|text| w.trim().eq_ignore_ascii_case(text));
            word.as_deref().is_some_and(told)
        };
        if is(&self.first) {
            return Some(Reply::Outcome(Outcome::Next));
        }
        if is(&self.second) {
            return Some(Reply::Outcome(Outcome::Previous));
        }
        if self.first.is_some() || self.second.is_some() {
            return None;
        }
        // behind a number other numbers are no move
        let number = without_case(text);
        if !number.is_empty() && number.len() <= 1000 && number.bytes().all(|b| b.is_ascii_digit()) {
            return number.parse().ok().map(Reply::Number);
        }
        pair_of(&plain(answer)).map(|(_, outcome)| Reply::Outcome(outcome))
    }

    /// The word for an outcome, in the words that the program uses: `sample` is something it said.
    pub(crate) fn say(&self, outcome: Outcome, sample: &str) -> String {
        let own = match outcome {
            Outcome::Next => &self.first,
            Outcome::Previous | Outcome::Draw => &self.second,
        };
        if let Some(word) = own {
            return word.clone();
        }
        let said = Words::answer(sample.as_bytes()).unwrap_or_default();
        let [n, p] = pair_of(&plain(said)).map_or_else(|| ["first".to_owned(), "second".to_owned()], |(pair, _)| pair);
        let word = if outcome == Outcome::Next { n } else { p };
        if word.len() == 1 { word.to_uppercase() } else { word }
    }
}

/// In small letters, and without the sign that ends a sentence.
fn plain(answer: &str) -> String {
    answer.to_lowercase().trim_end_matches(['.', '!', '。', '！']).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_people_print_them() {
        let usual = Words::default();
        for (text, outcome) in [("first\n", Outcome::Next), ("Second", Outcome::Previous), (" P \n", Outcome::Previous)]
        {
            assert_eq!(usual.read(text.as_bytes()), Some(Reply::Outcome(outcome)), "{text}");
        }
        for (text, outcome) in [
            ("Case #1: Second", Outcome::Previous),
            ("case 12 : first\n", Outcome::Next),
            ("YES\n1 1\n", Outcome::Next),
            ("Case 3: Win\n2\n1 1", Outcome::Next),
            ("先手必败", Outcome::Previous),
            ("先手胜\n", Outcome::Next),
            ("后手胜", Outcome::Previous),
            ("后手必败。", Outcome::Next),
            ("先手", Outcome::Next),
            ("Second player wins!", Outcome::Previous),
            ("Alice loses", Outcome::Previous),
        ] {
            assert_eq!(usual.read(text.as_bytes()), Some(Reply::Outcome(outcome)), "{text}");
        }
        assert_eq!(usual.read(b"Case #2: 7\n"), Some(Reply::Number(Nat::from(7u8))));
        assert_eq!(usual.read(b"12\n"), Some(Reply::Number(Nat::from(12u8))));
        for text in
            ["", "-1", "first second", "1.5", "maybe", "1 2", "1\n2", "Case first", "Case #1", "yes\nno", "先手后手"]
        {
            assert_eq!(usual.read(text.as_bytes()), None, "{text}");
        }
        assert_eq!(usual.read(b"\xff"), None);
        let own = Words { first: Some("Fred wins".to_owned()), second: Some("Ed wins".to_owned()) };
        assert_eq!(own.read(b"Ed wins\n"), Some(Reply::Outcome(Outcome::Previous)));
        assert_eq!(own.read(b"first"), None);
        assert_eq!(usual.say(Outcome::Next, "lose"), "win");
        assert_eq!(usual.say(Outcome::Previous, "N"), "P");
        assert_eq!(own.say(Outcome::Next, "?"), "Fred wins");
        assert_eq!(own.read(b"Case #1: Fred wins\n"), Some(Reply::Outcome(Outcome::Next)));
        assert_eq!(usual.say(Outcome::Next, "先手必败"), "先手必胜");
        assert_eq!(usual.say(Outcome::Next, "后手胜"), "先手胜");
        assert_eq!(usual.say(Outcome::Previous, "Case #1: Yes\n1 1"), "no");
    }
}
