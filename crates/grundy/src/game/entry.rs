//! What the catalogue says of one game: an [`Entry`], its names, its rule in words, its sources and how the game is made.
//!
//! Each game imports these types to describe itself; the [catalogue](super::catalogue) imports the games and lists their
//! entries.

use std::sync::Arc;

use grundy_core::{Diagnostic, Nat};

use super::{AnyGame, Game, Place};

/// One game of the catalogue.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The name in the notation.
    pub name: &'static str,
    /// Other names in the notation.
    pub aliases: &'static [&'static str],
    /// The name for people, in English.
    pub english: &'static str,
    /// The name for people, in Chinese.
    pub chinese: &'static str,
    /// Further names in either language, for [`search`](super::catalogue::search).
    pub other_names: &'static [&'static str],
    /// The rule in one English sentence.
    pub rule_english: &'static str,
    /// The rule in one Chinese sentence.
    pub rule_chinese: &'static str,
    /// Where it belongs.
    pub group: Group,
    /// How it is written, with its parameters: `wythoff[k](a, b)`.
    pub signature: &'static str,
    /// A position that may be tried: `wythoff(4, 7)`.
    pub example: &'static str,
    /// Where it was studied: author, title, year.
    pub references: &'static [&'static str],
    /// What it is made of.
    pub definition: Definition,
    /// Turns a place as written into the full one: `fibonaccinim(n)` means `fibonaccinim(n, n-1)`. `None` as its
    /// result: these numbers are not a place. Games with rules in Rust do the same in [`AnyGame::place`].
    pub expand: Option<Expand>,
    /// Is it usually played misère: does who makes the last move lose? What is asked without `misere` is normal play.
    pub is_usually_misere: bool,
}

impl Entry {
    /// What most games have none of.
    pub(crate) const USUAL: Entry = Entry {
        name: "",
        aliases: &[],
        english: "",
        chinese: "",
        other_names: &[],
        rule_english: "",
        rule_chinese: "",
        group: Group::Heaps,
        signature: "",
        example: "",
        references: &[],
        definition: Definition::Take,
        expand: None,
        is_usually_misere: false,
    };

    /// All that the game is called, in the notation and by people.
    pub fn every_name(&self) -> impl Iterator<Item = &'static str> + use<> {
        let lists = self.aliases.iter().chain(self.other_names).copied();
        [self.name, self.english, self.chinese].into_iter().chain(lists)
    }
}

/// The groups of the catalogue, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// One number a component; several numbers are a sum.
    Heaps,
    /// A fixed number of coordinates, at least two.
    FixedArity,
    /// The whole list is one component.
    Rows,
    /// Boards and graphs given as text.
    Boards,
    /// Rows of coins given as text.
    Coins,
    /// Games made of positions of other games.
    Compounds,
}

impl Group {
    /// All groups in order.
    pub const ALL: [Group; 6] =
        [Group::Heaps, Group::FixedArity, Group::Rows, Group::Boards, Group::Coins, Group::Compounds];

    /// A heading in English.
    #[must_use]
    pub fn english(self) -> &'static str {
        match self {
            Group::Heaps => "heaps",
            Group::FixedArity => "fixed arity",
            Group::Rows => "rows",
            Group::Boards => "boards and graphs",
            Group::Coins => "coins",
            Group::Compounds => "compounds",
        }
    }

    /// A heading in Chinese.
    #[must_use]
    pub fn chinese(self) -> &'static str {
        match self {
            Group::Heaps => "石子堆",
            Group::FixedArity => "固定元数",
            Group::Rows => "整行局面",
            Group::Boards => "棋盘与图",
            Group::Coins => "翻硬币",
            Group::Compounds => "复合游戏",
        }
    }
}

/// Turns the numbers of a short place into the full place; `None`: they are not a short form.
pub type Expand = fn(&[Nat]) -> Option<Place>;

/// Rules written in Rust, or what is wrong in their brackets.
pub type Made = Result<Arc<dyn AnyGame>, Diagnostic>;

/// Makes a game from what stands in its brackets (nothing: no brackets), or says what is wrong there.
pub type Make = fn(&[Bracket]) -> Made;

/// What a game of the catalogue is made of.
#[derive(Debug, Clone, Copy)]
pub enum Definition {
    /// A game written in the notation itself, in which the parameters stand as names (as behind `let`).
    Text {
        /// The parameters in brackets, in order.
        parameters: &'static [Parameter],
        /// A game of the notation: `0.77`, `{n -> …}`, `take[1..]`.
        text: &'static str,
    },
    /// `take[S]`: a subtraction game; the set stands in the brackets.
    Take,
    /// Rules written in Rust, made from what stands in the brackets.
    Rules(Make),
}

/// A parameter in brackets that stands for a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in the text.
    pub name: &'static str,
    /// Its value where the brackets are left out; `None`: it must be given.
    pub default: Option<u64>,
}

/// What stands between two commas in the brackets of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bracket {
    /// A finite set of numbers, sorted; a number alone is the set of that number.
    Numbers(Vec<u64>),
    /// A text between quotation marks.
    Text(String),
    /// A game.
    Game(Game),
    /// A word that names a variant: `dollar`.
    Word(String),
}

/// A name as names are compared: without capitals, blanks and signs.
pub(super) fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
