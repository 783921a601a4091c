//! Kinds of numbers that may be taken, and games of their own: `a perfect cube`, `a divisor of n`, `any number or split a heap
//! into two`.

use super::super::lexer::{Token, Word};
use super::super::series::Numbers;
use super::before::{FIBONACCI, is_twice_before};
use super::heaps::{HEAP, HEAPS, STONES};
use super::pieces::{Piece, is_one_of};
use super::{called, sets};

/// The game of any numbers from one heap or two; its heaps are one position.
pub(super) const MOORE: &str = "moore[2]";

/// A set in words.
pub(super) enum Told {
    /// What stands in the brackets of `take`.
    Set(Vec<Piece>),
    /// A game of its own, a name or a rule: take at most half, take any number, take a cube.
    Game(&'static str),
    /// A rule that is made for the words: take at most a third.
    Rule(String),
}

/// A kind of numbers: `a prime number of stones`, `a power of 2`, `any number`.
pub(super) fn kind(words: &[Piece]) -> Option<Told> {
    if let [any, number, rest @ ..] = words
        && any.is_name("any")
        && is_one_of(number, &["number", "amount"])
        && is_tail(rest)
    {
        return Some(Told::Game("nim"));
    }
    if is_wythoff(words) {
        return Some(Told::Game("wythoff"));
    }
    if is_lasker(words) {
        return Some(Told::Game("lasker"));
    }
    if is_moore_of_two(words) {
        return Some(Told::Game(MOORE));
    }
    if is_twice_before(words) {
        return Some(Told::Game(FIBONACCI));
    }
    if is_proper_divisor(words) {
        return Some(Told::Game("aliquot"));
    }
    if let Some(told) = by_rule(words) {
        return Some(told);
    }
    let among = among(words);
    let (set, named) = sets::named(&words[among..], among > 0)?;
    is_tail(&words[among + named..]).then_some(Told::Set(set))
}

/// `one of the squares`, `a number from the primes`: how many words stand in front of the set.
fn among(words: &[Piece]) -> usize {
    let said = |said: &[&str]| said.iter().enumerate().all(|(at, word)| words.get(at).is_some_and(|p| p.is_name(word)));
    let fronts: [&[&str]; 6] = [
        &["one", "of", "the"],
        &["any", "of", "the"],
        &["a", "number", "from", "the"],
        &["a", "number", "in", "the"],
        &["a", "number", "among", "the"],
        &["a", "member", "of", "the"],
    ];
    fronts.into_iter().find(|front| said(front)).map_or(0, <[&str]>::len)
}

/// A kind of numbers that is no named set: `a perfect cube`, `a triangular number`, `an odd prime`, `a divisor of n`.
fn by_rule(words: &[Piece]) -> Option<Told> {
    let among = among(words);
    if let Some((numbers, count)) = called::alone(&words[among..]) {
        return is_tail(&words[among + count..]).then(|| match numbers {
            Numbers::Formula(_, rule) => Told::Game(rule),
            Numbers::Set(set) | Numbers::Alone(set) => Told::Set(called::spelt(set, words[0].span)),
        });
    }
    let article = usize::from(words.first().is_some_and(|p| is_one_of(p, &["a", "any"])));
    of_what_is_left(&words[article..]).map(Told::Game)
}

/// A number that what is left says: `divisor of n`, `prime factor of the number of stones left`, `number coprime to n`.
fn of_what_is_left(words: &[Piece]) -> Option<&'static str> {
    let prime = usize::from(words.first().is_some_and(|p| p.is_name("prime")));
    let (word, rest) = words.get(prime..)?.split_first()?;
    if is_one_of(word, &["divisor", "divisors", "factor", "factors"]) {
        let rule = ["{n -> n-d for d in divisors(n)}", "{n -> n-d for d in divisors(n) if d in primes}"][prime];
        let of_it = rest.split_first().is_some_and(|(of, left)| of.is_name("of") && is_what_is_left(left));
        // `a divisor of` goes on
        let ends = rest.last().is_none_or(|last| !last.is_name("of"));
        return (of_it || ends && is_tail(rest)).then_some(rule);
    }
    if prime > 0 || !is_one_of(word, &["number", "amount", "integer"]) {
        return None;
    }
    let stones = if rest.first().is_some_and(|p| p.is_name("of")) { 2 } else { 0 };
    let stones = if stones > 0 && rest.get(1).is_some_and(|p| is_one_of(p, STONES)) { stones } else { 0 };
    let left = match &rest[stones..] {
        [coprime, to, left @ ..] if coprime.is_name("coprime") && is_one_of(to, &["to", "with"]) => left,
        [so, prime, to, left @ ..] if so.is_name("relatively") && prime.is_name("prime") && to.is_name("to") => left,
        _ => return None,
    };
    is_what_is_left(left).then_some("{n -> n-k for k in 1..n if gcd(k,n) = 1}")
}

/// `n`, `the number of stones left`, `the current size of the heap`.
fn is_what_is_left(words: &[Piece]) -> bool {
    let told = ["n", "number", "size"];
    let fillers = ["of", "the", "a", "its", "current", "remaining", "left", "in", "that", "are", "is"];
    let is_told = |p: &&Piece| is_one_of(p, &told);
    words.iter().filter(is_told).count() == 1
        && words
            .iter()
            .all(|p| is_one_of(p, &told) || is_one_of(p, &fillers) || is_one_of(p, STONES) || is_one_of(p, HEAP))
}

/// `a proper divisor`, `a proper divisor of the number of stones left`, `a divisor smaller than n`.
fn is_proper_divisor(words: &[Piece]) -> bool {
    let article = usize::from(words.first().is_some_and(|p| is_one_of(p, &["a", "any"])));
    let fillers = ["of", "the", "a", "its", "number", "size", "current", "remaining", "left", "n"];
    match &words[article..] {
        [proper, divisor, rest @ ..] if proper.is_name("proper") => {
            is_one_of(divisor, &["divisor", "factor"])
                && rest.first().is_none_or(|of| of.is_name("of"))
                && rest.iter().all(|p| is_one_of(p, &fillers) || is_one_of(p, STONES) || is_one_of(p, HEAP))
        }
        [divisor, rest @ ..] if is_one_of(divisor, &["divisor", "factor"]) => {
            let Some(than) = rest.iter().position(|p| p.is_name("than")).filter(|&than| than > 0) else { return false };
            let of = &rest[..than - 1];
            let is_of = of.is_empty() || of[0].is_name("of") && is_what_is_left(&of[1..]);
            let itself = matches!(&rest[than + 1..], [one] if one.is_name("itself")) && !of.is_empty();
            let smaller = is_one_of(&rest[than - 1], &["smaller", "less", "other"]);
            is_of && smaller && (itself || is_what_is_left(&rest[than + 1..]))
        }
        _ => false,
    }
}

/// `any number or split a heap into two`, as Lasker's Nim tells it.
fn is_lasker(words: &[Piece]) -> bool {
    let Some(or) = words.iter().position(|p| p.is_word(Word::Or)) else { return false };
    let comma = usize::from(or > 0 && words[or - 1].token == Token::Comma);
    let [any, number, stones @ ..] = &words[..or - comma] else { return false };
    let [split, rest @ ..] = &words[or + 1..] else { return false };
    let fillers = ["a", "one", "the", "any", "into", "two", "smaller", "nonempty", "heaps", "piles", "parts", "stacks"];
    let two = rest.windows(2).any(|pair| pair[0].is_name("into") && (pair[1].is_name("two") || pair[1].text == "2"));
    any.is_name("any")
        && is_one_of(number, &["number", "amount"])
        && is_tail(stones)
        && is_one_of(split, &["split", "splits", "divide", "divides"])
        && two
        && rest.iter().all(|p| p.text == "2" || is_one_of(p, &fillers) || is_one_of(p, HEAP))
}

/// `any number from at most two heaps`, as Moore's Nim tells it.
fn is_moore_of_two(words: &[Piece]) -> bool {
    // `from at most two heaps`: any number
    let rest = match words {
        [any, number, rest @ ..] if any.is_name("any") && is_one_of(number, &["number", "amount"]) => rest,
        rest => rest,
    };
    let stones = match rest {
        [of, stones, ..] if of.is_name("of") && is_one_of(stones, STONES) => 2,
        _ => 0,
    };
    let two = |p: &Piece| p.is_name("two") || p.text == "2";
    let [from, bound @ .., heaps] = &rest[stones..] else { return false };
    let bound = match bound {
        [one, or, number] if or.is_word(Word::Or) => (one.is_name("one") || one.text == "1") && two(number),
        [at, most, number] => {
            two(number) && (at.is_name("at") && most.is_name("most") || at.is_name("up") && most.is_name("to"))
        }
        _ => false,
    };
    from.is_name("from") && bound && is_one_of(heaps, &["heaps", "piles", "stacks"])
}

/// `any number from one pile or the same number from both`, `from one or the same from both`.
fn is_wythoff(words: &[Piece]) -> bool {
    let fillers = ["of", "the", "a", "an", "single", "them"];
    let is_filler = |p: &&Piece| is_one_of(p, &fillers) || is_one_of(p, STONES) || is_one_of(p, HEAPS);
    let said: Vec<&Piece> = words.iter().filter(|p| !is_filler(p)).collect();
    let numbers = |p: &Piece| is_one_of(p, &["number", "numbers", "amount", "amounts"]);
    let rest = match said.as_slice() {
        [any, number, rest @ ..] if any.is_name("any") && numbers(number) => rest,
        rest => rest,
    };
    let [from, one, or, same, rest @ ..] = rest else { return false };
    let equal = match rest {
        [number, rest @ ..] if numbers(number) && is_one_of(same, &["same", "equal"]) => rest,
        rest if same.is_name("same") => rest,
        _ => return false,
    };
    from.is_name("from")
        && is_one_of(one, &["one", "either", "any"])
        && or.is_word(Word::Or)
        && matches!(equal, [from, both] if from.is_name("from") && is_one_of(both, &["both", "each"]))
}

/// What may stand behind a set: `of stones`, `at a time`, `each turn`, `from one heap`.
pub(super) fn is_tail(words: &[Piece]) -> bool {
    let from = (0..words.len()).find(|&at| is_from_a_heap(&words[at..])).unwrap_or(words.len());
    let fillers = ["of", "the", "them", "at", "a", "time", "each", "every", "per", "turn", "move"];
    words[..from].iter().all(|p| is_one_of(p, STONES) || is_one_of(p, &fillers))
}

/// `from one heap`, `from any of the heaps`, and no more: from each heap would be another game.
pub(super) fn is_from_a_heap(words: &[Piece]) -> bool {
    let Some((_, rest)) = words.split_first().filter(|(from, _)| from.is_name("from")) else { return false };
    let only = usize::from(rest.first().is_some_and(|p| is_one_of(p, &["exactly", "only", "just"])));
    let rest = &rest[only..];
    let ones = ["a", "any", "one", "some", "single", "the", "same"];
    let articles = rest.iter().take_while(|p| is_one_of(p, &ones)).count();
    articles > 0
        && match &rest[articles..] {
            [heap] => is_one_of(heap, HEAP),
            [heap, of, whose, choice] => {
                is_one_of(heap, HEAP)
                    && of.is_name("of")
                    && is_one_of(whose, &["his", "her", "their", "your"])
                    && is_one_of(choice, &["choice", "choosing"])
            }
            [of, heaps @ ..] if of.is_name("of") && is_one_of(&rest[articles - 1], &["one", "any"]) => {
                matches!(heaps, [them] if them.is_name("them"))
                    || matches!(heaps, [the, heaps] if the.is_name("the") && is_one_of(heaps, &["heaps", "piles", "stacks"]))
            }
            _ => false,
        }
}
