//! The one table of names: what each word of the notation means.
//!
//! Set names, functions, catalogue games, `let` names and bound variables are disjoint; a clash is an error where
//! the name is introduced.

/// What a word means before anything is introduced by `let`, `for` or a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// A word of the grammar, such as `for`.
    Keyword,
    /// A function of expressions, such as `xor`.
    Function,
    /// A named set, such as `odds`.
    Set,
    /// A game of the catalogue, built or not.
    Game,
}

/// The games that texts may name. The notation knows none itself: they are handed to a [`Reader`](super::Reader).
#[derive(Debug, Clone, Copy)]
pub struct Games {
    /// What stands between the parentheses of the game with this name, if there is one.
    pub find: fn(&str) -> Option<Places>,
    /// All names, for suggestions.
    pub names: fn() -> Vec<&'static str>,
    /// Do the brackets of the game with this name hold the numbers that may be taken?
    pub takes: fn(&str) -> bool,
    /// Are the texts of the game with this name rows of coins?
    pub turns: fn(&str) -> bool,
    /// The name of the game that people call so, where what they say is no name itself.
    pub spoken: fn(&str) -> Option<&'static str>,
    /// The name of the one game that a book calls so: `Grundy's game`, `turningcorners`.
    pub titled: fn(&str) -> Option<&'static str>,
    /// The same for exactly this name, but for capitals, blanks and signs.
    pub called: fn(&str) -> Option<&'static str>,
    /// The game with its parameters that a book calls so: `tartan[twins,twins]` of Turning Corners.
    pub variety: fn(&str) -> Option<&'static str>,
    /// Does the word in the brackets of the game with this name choose a variant of it: `silverdollar[dollar]`?
    pub variant: fn(&str, &str) -> bool,
    /// A position of the judge's problem with this number: `POJ 1704`.
    pub problem: fn(&str) -> Option<&'static str>,
    /// Does the text look like the number of a judge's problem?
    pub numbered: fn(&str) -> bool,
    /// A position of the game with this name that may be tried.
    pub example: fn(&str) -> Option<&'static str>,
    /// How the game with this name is written: `cram("RxC")`.
    pub signature: fn(&str) -> Option<&'static str>,
}

impl Games {
    /// No names: rules, codes and graphs are read.
    pub const NONE: Games = Games {
        find: |_| None,
        names: Vec::new,
        takes: |_| false,
        turns: |_| false,
        spoken: |_| None,
        titled: |_| None,
        called: |_| None,
        variety: |_| None,
        variant: |_, _| false,
        problem: |_| None,
        numbered: |_| false,
        example: |_| None,
        signature: |_| None,
    };
}

/// What the places of a game are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Places {
    /// Numbers or names.
    Plain,
    /// Texts: boards, graphs, rows of coins.
    Texts,
    /// Positions of other games.
    Positions,
}

/// The words of the grammar.
pub const KEYWORDS: &[&str] = &[
    "let", "misere", "graph", "for", "in", "if", "else", "by", "loopy", "except", "step", "and", "or", "not",
    "divides", "times", "exists", "forall",
];

/// Functions of expressions, with their smallest and largest number of arguments.
pub const FUNCTIONS: &[(&str, usize, usize)] = &[
    ("min", 1, 64),
    ("max", 1, 64),
    ("gcd", 1, 64),
    ("xor", 1, 64),
    ("band", 1, 64),
    ("bor", 1, 64),
    ("isqrt", 1, 1),
    ("log2", 1, 1),
    ("popcount", 1, 1),
    ("abs", 1, 1),
    ("lowbit", 1, 1),
    ("v2", 1, 1),
    ("bits", 1, 1),
    ("mex", 0, 4096),
];

/// Functions of claims only: known here so that they are not taken for other names.
pub const CLAIM_FUNCTIONS: &[&str] = &["floor", "lowfib", "lowschwenk", "phi", "sqrt"];

/// Named sets, with their number of arguments.
pub const SETS: &[(&str, usize)] =
    &[("powers", 1), ("squares", 0), ("fibs", 0), ("primes", 0), ("odds", 0), ("evens", 0), ("divisors", 1)];

/// Games that people know in which the players have different moves, or that count points; letters alone, in small ones.
const NOT_IMPARTIAL: [&str; 22] = [
    "amazons", "checkers", "chess", "connectfour", "domineering", "dotsandboxes", "draughts", "gomoku", "hex",
    "konane", "mancala", "othello", "reversi", "snort", "tictactoe", "toadsandfrogs", "xiangqi", "五子棋", "井字棋",
    "围棋", "点格棋", "象棋",
];

/// The name of a game that is not impartial, as the text begins with it.
pub fn not_impartial(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_alphabetic() && !matches!(c, ' ' | '-' | '\'')).unwrap_or(text.len());
    let called = text[..end].trim();
    let folded: String = called.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    NOT_IMPARTIAL.contains(&folded.as_str()).then_some(called)
}

/// What the word means, if anything.
#[must_use]
pub fn meaning(word: &str, games: Games) -> Option<Meaning> {
    if KEYWORDS.contains(&word) {
        Some(Meaning::Keyword)
    } else if FUNCTIONS.iter().any(|f| f.0 == word) || CLAIM_FUNCTIONS.contains(&word) {
        Some(Meaning::Function)
    } else if SETS.iter().any(|s| s.0 == word) {
        Some(Meaning::Set)
    } else if (games.find)(word).is_some() {
        Some(Meaning::Game)
    } else {
        None
    }
}
