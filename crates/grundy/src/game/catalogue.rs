//! The table of known games: one [`Entry`] a game, with its names, its rule in words, its sources and what it is
//! made of.
//!
//! ```
//! use grundy::game::catalogue;
//! let kayles = catalogue::find("kayles").unwrap();
//! assert_eq!(kayles.example, "kayles(9)");
//! assert_eq!(catalogue::search("威佐夫博弈")[0].name, "wythoff");
//! ```
//!
//! The names of the notation, `grundy list`, `grundy describe` and the docs all read this table. A game is added by
//! one entry in the file of its group; a row game also by its rules in [`super::rows`].

use std::sync::LazyLock;

use grundy_notation::names::{Games, Places};
use rustc_hash::FxHashMap;

use super::entry::folded;
use super::problems::{self, Problem};
use super::rows::silver_dollar;

mod compounds;
mod fixed_arity;
mod heaps;
mod rows;

pub use super::entry::{Bracket, Definition, Entry, Expand, Group, Made, Make, Parameter};

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let (boards, coins) = (super::boards::ENTRIES, super::coins::ENTRIES);
    [heaps::ENTRIES, fixed_arity::ENTRIES, rows::ENTRIES, boards, coins, compounds::ENTRIES].concat()
});

static BY_NAME: LazyLock<FxHashMap<&'static str, &'static Entry>> = LazyLock::new(|| {
    let people = |e: &'static Entry| {
        e.other_names.iter().copied().chain([e.chinese]).filter(|n| is_word(n)).map(move |n| (n, e))
    };
    let names = |e: &'static Entry| e.aliases.iter().copied().chain([e.name]).map(move |n| (n, e));
    // a name in the notation goes before what people say
    ENTRIES.iter().flat_map(people).chain(ENTRIES.iter().flat_map(names)).collect()
});

/// May what people call a game stand in the notation? Chinese names of three characters or more may: `取石子(3, 5)`.
fn is_word(name: &str) -> bool {
    name.chars().count() >= 3 && name.chars().all(|c| c.is_alphabetic() && !c.is_lowercase() && !c.is_uppercase())
}

/// Short Chinese names: `威佐夫` for `威佐夫博弈`, and those of two characters; `None` where several games share one.
static SPOKEN: LazyLock<FxHashMap<String, Option<&'static str>>> = LazyLock::new(|| {
    let mut spoken: FxHashMap<String, Option<&'static str>> = FxHashMap::default();
    let mut entries: FxHashMap<String, &'static str> = FxHashMap::default();
    for entry in ENTRIES.iter() {
        let names = [entry.chinese].into_iter().chain(entry.other_names.iter().copied());
        for name in names.filter(|n| !n.is_ascii()) {
            let plain = name.split('（').next().unwrap_or(name);
            let endings = ["博弈", "游戏", "翻币", "尼姆", "的游戏"].iter().filter_map(|end| plain.strip_suffix(end));
            let strict = if is_word(name) { name } else { entry.name };
            for short in endings.chain([plain]).filter(|s| s.chars().count() >= 2 && find(s).is_none()) {
                let owner = *entries.entry(short.to_owned()).or_insert(entry.name);
                let known = spoken.entry(short.to_owned()).or_insert(Some(strict));
                if owner != entry.name {
                    *known = None;
                }
            }
        }
    }
    spoken
});

/// What games are called, without capitals, blanks and signs; `None` where two are called so.
static CALLED: LazyLock<FxHashMap<String, Option<&'static str>>> = LazyLock::new(|| {
    let mut called: FxHashMap<String, Option<&'static str>> = FxHashMap::default();
    for entry in all() {
        for name in entry.every_name().map(folded) {
            let known = called.entry(name).or_insert(Some(entry.name));
            if *known != Some(entry.name) {
                *known = None;
            }
        }
    }
    called
});

/// Variants that are texts of the notation: the game, the word in its brackets, what it is.
const VARIANTS: &[(&str, &str, &str)] = &[
    // the first move opens the cycle
    ("kayles", "cycle", "{n -> kayles(n-1); kayles(n-2)}"),
];

/// Titles of games that have parameters in the notation, as [`folded`].
const VARIETIES: &[(&str, &str)] = &[("turningcorners", "tartan[twins,twins]"), ("rugs", "tartan[ruler,ruler]")];

/// What the game with this name is with this word in its brackets, in the notation.
pub(crate) fn variant(name: &str, word: &str) -> Option<&'static str> {
    let name = find(name)?.name;
    VARIANTS.iter().find(|(game, variant, _)| (*game, *variant) == (name, word)).map(|(_, _, text)| *text)
}

/// The game with this name or alias in the notation. One look into a hash table.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    BY_NAME.get(name).copied()
}

/// What a [`Reader`](grundy_notation::Reader) must know of the games.
pub const GAMES: Games = Games {
    find: |name| {
        Some(match find(name)?.group {
            Group::Compounds => Places::Positions,
            Group::Boards | Group::Coins => Places::Texts,
            Group::Heaps | Group::FixedArity | Group::Rows => Places::Plain,
        })
    },
    names: || ENTRIES.iter().map(|e| e.name).collect(),
    turns: |name| find(name).is_some_and(|e| e.group == Group::Coins),
    takes: |name| find(name).is_some_and(|e| matches!(e.definition, Definition::Take)),
    spoken: |name| SPOKEN.get(name).copied().flatten(),
    // two letters stand in too many titles
    titled: |title| match search(title)[..] {
        _ if title.is_ascii() && title.len() < 3 => None,
        [only] => Some(only.name),
        _ => None,
    },
    variety: |title| VARIETIES.iter().find(|(called, _)| *called == folded(title)).map(|(_, game)| *game),
    called: |title| CALLED.get(&folded(title)).copied().flatten(),
    variant: |name, word| (name, word) == silver_dollar::WITH_DOLLAR || variant(name, word).is_some(),
    problem: |number| problems::numbered(number).map(|problem| problem.example),
    numbered: problems::is_number,
    example: |name| find(name).map(|e| e.example),
    signature: |name| find(name).map(|e| e.signature),
};

/// All games, group by group, each group in the order in which it is best read.
#[must_use]
pub fn all() -> &'static [Entry] {
    &ENTRIES
}

/// The games that people call so, in either language: those with exactly this name if there are any, otherwise those
/// with a name that contains it. Capitals, blanks and hyphens make no difference.
///
/// ```
/// use grundy::game::catalogue;
/// assert_eq!(catalogue::search("Dawson's Kayles")[0].name, "dawsonskayles");
/// assert_eq!(catalogue::search("抢三十")[0].name, "take");
/// assert!(catalogue::search("kayles").iter().all(|e| e.name == "kayles"));
/// ```
#[must_use]
pub fn search(words: &str) -> Vec<&'static Entry> {
    let wanted = folded(words);
    if wanted.is_empty() {
        return Vec::new();
    }
    let having = |test: &dyn Fn(&str) -> bool| -> Vec<&'static Entry> {
        FOLDED.iter().filter(|(_, names)| names.iter().any(|name| test(name))).map(|(entry, _)| *entry).collect()
    };
    // most of what is looked for is nobody's name, which one look into all of them tells
    if !FOLDED_TEXT.contains(&wanted) {
        return Vec::new();
    }
    let exact = having(&|name| name == wanted);
    if exact.is_empty() { having(&|name| name.contains(&wanted)) } else { exact }
}

/// The game that a judge's problem is; `None` if its rule stands in braces.
///
/// ```
/// use grundy::game::{catalogue, problems};
/// let georgia = problems::find("POJ 1704").unwrap();
/// assert_eq!(catalogue::of_problem(georgia).unwrap().name, "silverdollar");
/// ```
#[must_use]
pub fn of_problem(problem: &Problem) -> Option<&'static Entry> {
    find(problem.game_name())
}

/// The problems of judges that are this game.
pub fn problems_of(entry: &Entry) -> impl Iterator<Item = &'static Problem> + use<> {
    let name = entry.name;
    problems::all().iter().filter(move |problem| of_problem(problem).is_some_and(|game| game.name == name))
}

/// All names of all games, folded once: lines with slips ask for them again and again.
static FOLDED: LazyLock<Vec<(&'static Entry, Vec<String>)>> =
    LazyLock::new(|| all().iter().map(|entry| (entry, entry.every_name().map(folded).collect())).collect());

/// The same names, a line each.
static FOLDED_TEXT: LazyLock<String> =
    LazyLock::new(|| FOLDED.iter().flat_map(|(_, names)| names).flat_map(|name| [name, "\n"]).collect());

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use grundy_core::Nat;

    use super::*;

    #[test]
    fn every_signature_of_the_notation_is_present() {
        let names = "nim take kayles rayles rims dawsonskayles dawson dawsonschess grundy lasker mark aliquot atleasthalf atmosthalf \
            nimble wythoff euclid euclidpositive fibonaccinim staircase antonim pokernim moore newstone silverdollar welter endnim \
            northcott nimpass kotzig thirtyone cram chomp nodekayles arckayles hackenbush geography nimstring \
            dotsandcoins clobber nogo sprouts brussels treblecross notakto subsets posets turtles twins mockturtles \
            triplets ruler moebius moidores mogul turnips ternups grunt sym turning tartan conjunctive continued selective shortened diminished \
            ordinal upto";
        for name in names.split_whitespace() {
            assert!(find(name).is_some(), "{name}");
        }
        let aliases: usize = all().iter().map(|e| e.aliases.len()).sum();
        assert_eq!(names.split_whitespace().count(), all().len() + aliases);
        assert!(find("chess").is_none());
    }

    /// Kayles round a cycle, by the pins that stand.
    #[test]
    fn kayles_round_a_cycle_agrees_with_the_pins() {
        fn value(pins: u32, length: u32, known: &mut std::collections::HashMap<u32, u64>) -> u64 {
            if let Some(&value) = known.get(&pins) {
                return value;
            }
            let mut options = HashSet::new();
            for at in 0..length {
                let two = 1 << at | 1 << ((at + 1) % length);
                for hit in [1 << at, two] {
                    if pins & hit == hit {
                        options.insert(value(pins & !hit, length, known));
                    }
                }
            }
            let value = (0..).find(|v| !options.contains(v)).unwrap_or(0);
            known.insert(pins, value);
            value
        }
        for length in 1..=12u32 {
            let position = crate::Session::new().position(&format!("kayles[cycle]({length})")).unwrap();
            let expected = value((1 << length) - 1, length, &mut std::collections::HashMap::new());
            assert_eq!(position.solve().unwrap().value, Some(Nat::from(expected)), "{length}");
        }
        let text = crate::Session::new().position("rayles[cycle](10^18) + kayles[cycle](2)").unwrap();
        assert_eq!(text.solve().unwrap().value, Some(Nat::from(2u64)));
        assert!(crate::Session::new().position("kayles[ring](5)").is_err());
    }

    #[test]
    fn names_are_unique_and_entries_are_complete() {
        let mut seen = HashSet::new();
        for entry in all() {
            assert!(seen.insert(entry.name), "{}", entry.name);
            assert!(entry.aliases.iter().all(|a| seen.insert(a)), "{}", entry.name);
            assert!(entry.name.chars().all(|c| c.is_ascii_lowercase()), "{}", entry.name);
            for text in [entry.english, entry.chinese, entry.rule_english, entry.rule_chinese] {
                assert!(!text.is_empty(), "{}", entry.name);
            }
            assert!(!entry.chinese.is_ascii() && entry.rule_chinese.ends_with('。'), "{}", entry.name);
            assert!(entry.rule_english.ends_with('.') && !entry.rule_english.contains('\n'), "{}", entry.name);
            assert!(!entry.references.is_empty(), "{}", entry.name);
            for written in [entry.signature, entry.example] {
                assert!(written.starts_with(entry.name), "{written}");
            }
        }
        assert!(all().is_sorted_by_key(|e| e.group));
    }

    #[test]
    fn problems_belong_to_their_games() {
        for (number, name) in
            [("poj1067", Some("wythoff")), ("POJ-3480", Some("nim")), ("HDU 1848", Some("take")), ("HDU 5795", None)]
        {
            let problem = problems::find(number).unwrap();
            assert_eq!(of_problem(problem).map(|entry| entry.name), name, "{number}");
        }
        let nim = problems_of(find("nim").unwrap());
        assert!(nim.map(|problem| problem.numbers[0]).any(|number| number == "POJ 2975"));
    }

    #[test]
    fn names_of_people_are_found() {
        for (words, name) in [
            ("取石子", "nim"),
            ("巴什博弈", "take"),
            ("抢三十", "take"),
            ("取数游戏", "take"),
            ("三十一点", "thirtyone"),
            ("威佐夫博弈", "wythoff"),
            ("阶梯博弈", "staircase"),
            ("斐波那契博弈", "fibonaccinim"),
            ("Georgia and Bob", "silverdollar"),
            ("bash's game", "take"),
        ] {
            assert_eq!(search(words).first().map(|e| e.name), Some(name), "{words}");
        }
        assert!(search("’").is_empty());
        assert_eq!(search("Grundy's game").len(), 1);
    }

    #[test]
    fn one_number_of_fibonacci_nim_is_the_first_move() {
        let expand = find("fibonaccinim").and_then(|e| e.expand).unwrap();
        let full = |n: u32| expand(&[Nat::from(n)]).unwrap().to_vec();
        assert_eq!(full(13), [Nat::from(13u8), Nat::from(12u8)]);
        assert_eq!(full(0), [Nat::ZERO, Nat::ZERO]);
        assert_eq!(expand(&[Nat::ONE, Nat::ONE]).unwrap().to_vec(), [Nat::ONE, Nat::ONE]);
        assert!(expand(&[Nat::ONE, Nat::ONE, Nat::ONE]).is_none());
    }
}
