//! Kinds of numbers as they are called: `a perfect cube`, `odd primes`, `triangular numbers`.

use super::super::Span;
use super::super::series::{KINDS, Kind, Numbers};
use super::pieces::{Piece, cut, is_one_of};

/// The kind whose name begins here, and how many words that has.
pub(super) fn kind(words: &[Piece]) -> Option<(&'static Kind, usize)> {
    let length = |name: &str| {
        let is_said = |(at, word): (usize, &str)| words.get(at).is_some_and(|piece| piece.is_name(word));
        name.split(' ').enumerate().all(is_said).then(|| name.split(' ').count())
    };
    KINDS.iter().find_map(|kind| Some((kind, kind.names.iter().find_map(|name| length(name))?)))
}

/// The set that is called so in Chinese, perhaps without `数`: `斐波那契`.
pub(super) fn chinese_set(name: &str) -> Option<&'static str> {
    let name = name.strip_suffix("数列").unwrap_or(name);
    let is_short =
        |known: &str| known.strip_suffix('数').is_some_and(|short| short == name && short.chars().count() > 1);
    KINDS.iter().find_map(|kind| match kind.numbers {
        Numbers::Set(set) | Numbers::Alone(set) => {
            kind.chinese.iter().any(|known| *known == name || is_short(known)).then_some(set)
        }
        Numbers::Formula(..) => None,
    })
}

pub(super) fn is_noun(word: &Piece) -> bool {
    is_one_of(word, &["number", "numbers", "amount"])
}

/// The kind of numbers that these words name, which is not a member of a list, and how many they are: `a perfect cube`, `odd primes`.
pub(super) fn alone(words: &[Piece]) -> Option<(Numbers, usize)> {
    let article = usize::from(words.first().is_some_and(|p| is_one_of(p, &["a", "an", "any", "some"])));
    let perfect = usize::from(words.get(article).is_some_and(|p| p.is_name("perfect")));
    let before = article + perfect;
    let (told, count) = kind(words.get(before..)?)?;
    let noun = usize::from(words.get(before + count).is_some_and(is_noun));
    let complete = noun > 0 || !told.adjectives.iter().any(|adjective| words[before].is_name(adjective));
    let fits = complete && (perfect == 0 || told.perfect);
    (fits && !matches!(told.numbers, Numbers::Set(_))).then_some((told.numbers, before + count + noun))
}

/// A set as the notation spells it, where its words were typed.
pub(super) fn spelt(set: &str, near: Span) -> Vec<Piece> {
    let mut pieces = cut(set);
    pieces.iter_mut().for_each(|piece| piece.span = near);
    if let Some(first) = pieces.first_mut() {
        first.apart = true;
    }
    pieces
}
