//! The help for what may be taken where its words are not read: a rule that says the same, or an example that says that it is
//! one.
//!
//! ```text
//! less than half                      {n -> n-k for k in 1..n if 2*k < n}
//! any number but not all              {n -> n-k for k in 1..n-1}
//! 1, 2 or all                         {n -> n-k for k in {1,2,n} if n > 0}
//! 1 to 7 but not the previous number  {(n,l) -> (n-k,k) for k in 1..7 if k != l by (n,l)}
//! ```

use grundy_core::error::Diagnostic;

use super::super::lexer::{Token, Word};
use super::super::parser::NO_SENTENCE;
use super::amounts::{excepts, is_of_the_heap, told_set};
use super::heaps::{HEAP, STONES};
use super::kinds::Told;
use super::pieces::{Piece, is_one_of, joined};
use super::stones::{Stones, whole};

/// Stones and a verb make a sentence, of which the end is not known. The help is about these heaps, or an example.
pub(super) fn no_set(words: &[Piece], heaps: &Stones, misere: bool) -> Box<Diagnostic> {
    let message = format!("`{}` is not read as what may be taken", joined(words).text());
    match meant(words, heaps) {
        Some(help) if misere => Box::new(Diagnostic::parse(whole(words), message).suggest(format!("misere {help}"))),
        Some(help) => Box::new(Diagnostic::parse(whole(words), message).suggest(help)),
        None => Box::new(Diagnostic::input(message).at(whole(words)).suggest(NO_SENTENCE)),
    }
}

/// The position that these words tell.
fn meant(words: &[Piece], heaps: &Stones) -> Option<String> {
    let one_heap = heaps.sizes.len() == 1 && heaps.copies.is_none();
    if let Some(rule) = half(words).or_else(|| not_all(words)) {
        return Some(heaps.of(&rule));
    }
    if !one_heap {
        return None;
    }
    if let Some(set) = or_all(words) {
        return Some(heaps.of(&format!("{{n -> n-k for k in {{{set},n}} if n > 0}}")));
    }
    let set = not_the_last(words)?;
    let size = heaps.sizes.first()?;
    Some(format!("{{(n,l) -> (n-k,k) for k in {set} if k != l by (n,l)}}({},0)", size.text))
}

/// `less than half`, `more than half of them`
fn half(words: &[Piece]) -> Option<String> {
    let [compared, than, half, rest @ ..] = words else { return None };
    let sign = if is_one_of(compared, &["less", "fewer"]) { "<" } else { ">" };
    let is_said = (sign == "<" || compared.is_name("more")) && than.is_name("than") && half.is_name("half");
    (is_said && is_of_the_heap(rest)).then(|| format!("{{n -> n-k for k in 1..n if 2*k {sign} n}}"))
}

/// What stands in front of `but not` and `except`, and behind them.
fn around_except(words: &[Piece]) -> Option<(&[Piece], &[Piece])> {
    let at = (1..words.len()).find(|&at| excepts(&words[at..]) > 0)?;
    let before = &words[..at - usize::from(words[at - 1].token == Token::Comma)];
    Some((before, &words[at + excepts(&words[at..])..]))
}

/// `any number but not all`, `1 to 3 but not all of them`
fn not_all(words: &[Piece]) -> Option<String> {
    let (before, behind) = around_except(words)?;
    if !is_all(behind) {
        return None;
    }
    match told_set(before)? {
        Told::Game("nim") => Some("{n -> n-k for k in 1..n-1}".to_owned()),
        Told::Game(_) | Told::Rule(_) => None,
        Told::Set(set) => Some(format!("{{n -> n-k for k in {} if k < n}}", in_braces(&set))),
    }
}

/// The numbers in front of `or all`.
fn or_all(words: &[Piece]) -> Option<String> {
    let or = words.iter().rposition(|p| p.is_word(Word::Or)).filter(|&or| or > 0 && is_all(&words[or + 1..]))?;
    let before = &words[..or - usize::from(words[or - 1].token == Token::Comma)];
    match told_set(before)? {
        Told::Set(set) if !set.iter().any(|p| p.is_word(Word::Except)) => Some(joined(&set).text().to_owned()),
        _ => None,
    }
}

/// `all`, `all of them`, `the whole pile`
fn is_all(words: &[Piece]) -> bool {
    let of_it = |p: &Piece| is_one_of(p, &["of", "the", "them"]) || is_one_of(p, STONES) || is_one_of(p, HEAP);
    match words {
        [all, rest @ ..] if is_one_of(all, &["all", "everything"]) => rest.iter().all(of_it),
        [the, whole, heap] => the.is_name("the") && is_one_of(whole, &["whole", "entire"]) && is_one_of(heap, HEAP),
        _ => false,
    }
}

/// The set of `1 to 7 but not the number the opponent just took`.
fn not_the_last(words: &[Piece]) -> Option<String> {
    const BEFORE: &[&str] = &["opponent", "previous", "last", "before", "just"];
    const FILLERS: &[&str] = &[
        "the", "same", "number", "amount", "as", "that", "what", "which", "other", "player", "took", "taken", "was",
        "were", "has", "move", "turn", "time", "in", "on", "by", "of",
    ];
    let (before, behind) = around_except(words)?;
    let is_last = behind.iter().any(|p| is_one_of(p, BEFORE));
    let is_told = behind.iter().all(|p| is_one_of(p, BEFORE) || is_one_of(p, FILLERS) || is_one_of(p, STONES));
    // `the number of stones before` is no number that was taken
    let took = behind.iter().any(|p| is_one_of(p, &["took", "taken", "move"]));
    match told_set(before)? {
        Told::Set(set) if is_last && is_told && took => Some(in_braces(&set)),
        _ => None,
    }
}

/// A set of several members stands in braces.
fn in_braces(set: &[Piece]) -> String {
    let several = set.iter().any(|p| p.token == Token::Comma) && !set.iter().any(|p| p.is_word(Word::Except));
    let set = joined(set).text().to_owned();
    if several { format!("{{{set}}}") } else { set }
}
