//! The heaps of a sentence that says what may be taken: `21 stones`, `a pile of 21`, `three heaps of 3, 5 and 7`, `5 heaps with
//! 7 stones each`.

use grundy_core::error::Diagnostic;

use super::Result;
use super::amounts::told_set;
use super::before::FIBONACCI;
use super::heaps::{HEAP, HEAPS, Heaps, PLAYERS, STONES, number, unfit};
use super::kinds::{MOORE, Told};
use super::pieces::{Piece, added, is_one_of, joined};
use crate::Span;
use crate::lexer::{Token, Word};
use crate::parser::NO_SENTENCE;

/// What a move does.
pub(super) const VERBS: &[&str] = &[
    "take", "takes", "taking", "remove", "removes", "removing", "subtract", "subtracts", "subtracting", "pick",
    "picks", "picking", "draw", "draws", "drawing", "discard", "discards", "discarding", "eat", "eats", "eating",
    "grab", "grabs", "grabbing", "collect", "collects", "collecting",
];

/// So many heaps of one size are named one by one.
const MOST_NAMED: usize = 1000;

/// What may stand between the stones and the verb, beside those who play: `21 stones on the table, the two players take turns`.
const BETWEEN: &[&str] = &[
    "one", "in", "at", "and", "to", "two", "turns", "left", "table", "where", "move", "moves", "is", "who", "alice",
    "bob", "alternate",
];

/// What may stand in front of the stones: `there are 21 stones`, `a pile of 21 stones`.
pub(super) const BEFORE_STONES: &[&str] = &[
    "there", "are", "is", "given", "with", "a", "an", "one", "single", "of", "you", "we", "have", "start", "begin",
    "starting", "size",
];

/// The heaps of a sentence.
pub(super) struct Stones {
    pub(super) sizes: Vec<Piece>,
    /// So many heaps of the one size.
    pub(super) copies: Option<usize>,
}

/// `from 21 stones, take 1 to 3`, behind the number.
pub(super) fn from_heap<'p>(heap: &Piece, rest: &'p [Piece]) -> Option<(&'p [Piece], Stones)> {
    let stones = usize::from(rest.first().is_some_and(|p| is_one_of(p, STONES)));
    let comma = usize::from(rest.get(stones).is_some_and(|p| p.token == Token::Comma));
    let (verb, set) = rest.get(stones + comma..)?.split_first()?;
    let size = Piece { apart: false, ..heap.clone() };
    is_one_of(verb, VERBS).then(|| (set, Stones { sizes: vec![size], copies: None }))
}

/// The sizes in `a pile of 21 stones`; none where only a heap is spoken of.
pub(super) fn heaps_of(typed: &[Piece]) -> Vec<Piece> {
    let counts = |at: usize| typed[at].token == Token::Number && typed.get(at + 1).is_some_and(|p| is_one_of(p, HEAPS));
    if (0..typed.len()).any(counts) {
        return typed.to_vec();
    }
    let is_filler = |p: &&Piece| {
        is_one_of(p, STONES) || is_one_of(p, HEAP) || is_one_of(p, &["a", "the", "one", "single", "of", "with"])
    };
    // `from heaps 3 5 7`
    let named = usize::from(typed.first().is_some_and(|p| is_one_of(p, &["heaps", "piles", "stacks"])));
    let typed = &typed[named..];
    let mut sizes: Vec<Piece> = typed.iter().filter(|p| !is_filler(p)).cloned().collect();
    // `half of the stones, 100`, `from a heap (21)`
    match &*sizes {
        [comma, _, ..] if comma.token == Token::Comma => drop(sizes.remove(0)),
        [open, inner @ .., close] if open.token == Token::LeftParen && close.token == Token::RightParen => {
            sizes = inner.to_vec();
        }
        _ => {}
    }
    // `21 and 17`, `21, 17 and 5`
    let is_number = |p: Option<&Piece>| p.is_some_and(|p| p.token == Token::Number);
    for at in (1..sizes.len()).rev() {
        if sizes[at].is_word(Word::And) && is_number(sizes.get(at + 1)) {
            if is_number(sizes.get(at - 1)) {
                sizes[at] = added(Token::Comma, ",", sizes[at].span);
            } else if sizes[at - 1].token == Token::Comma {
                sizes.remove(at);
            }
        }
    }
    sizes
}

/// The set and the heaps of `21 stones, take 1 to 3`, `a pile of 21 stones; each player removes 1 to 3`,
/// `heaps 3 5 7, take at most 3` and `12 heaps of 10, take square numbers`.
pub(super) fn behind_stones(typed: &[Piece], misere: bool) -> Result<Option<(&[Piece], Stones)>> {
    let Some((heaps, rest)) = (match several(typed)?.or_else(|| of_nim(typed)).or_else(|| two_or_more(typed)) {
        Some(read) => Some(read),
        None => one(typed).map(|(sizes, rest)| (Stones { sizes, copies: None }, rest)),
    }) else {
        return Ok(None);
    };
    // `21 stones, up to 3 at a time` has no verb
    let comma = usize::from(rest.first().is_some_and(|p| p.token == Token::Comma));
    // `3 tokens at 1, 4, 6` says where they lie
    let bound = || (is_bound(&rest[comma..]) || is_range_or_list(&rest[comma..])).then_some(comma);
    let is_verb = |at: usize| {
        let takes_turns = rest.get(at + 1).is_some_and(|p| p.is_name("turns"));
        rest.get(at).is_some_and(|p| is_one_of(p, VERBS)) && !takes_turns
    };
    // what says more than whose turn it is changes the question: `21 stones and 17, take 1 to 3`
    let is_between = |at: usize| {
        let stop = matches!(rest[at].token, Token::Comma | Token::Semicolon) || rest[at].is_full_stop();
        stop || is_two_players(&rest[at..])
            || !is_verb(at)
                && (is_one_of(&rest[at], PLAYERS) || is_one_of(&rest[at], BETWEEN) || is_one_of(&rest[at], VERBS))
    };
    let said = (0..rest.len()).take_while(|&at| is_between(at)).count();
    if let Some(set) = named_moves(rest) {
        return Ok(Some((&rest[set..], heaps)));
    }
    let colon = usize::from(rest.get(said).is_some_and(|p| p.token == Token::Colon));
    let set = if is_verb(said + colon) { Some(said + colon + 1) } else { bound() };
    if set.is_none()
        && let Some(verb) = (said..rest.len()).find(|&at| is_verb(at))
    {
        return Err(more_is_said(&rest[said..verb], &rest[verb + 1..], &heaps, misere));
    }
    Ok(set.map(|at| (&rest[at..], heaps)))
}

/// `up to 3 at a time`, `at most 3`, without a verb.
fn is_bound(words: &[Piece]) -> bool {
    match words {
        [up, to, ..] if up.is_name("up") => to.is_name("to"),
        [at, most, ..] if at.is_name("at") => is_one_of(most, &["most", "least"]),
        _ => false,
    }
}

/// `1 to 3`, `1-3`, `1 or 2 at a time`, `3 per move`, and no more: numbers alone may be other heaps.
fn is_range_or_list(words: &[Piece]) -> bool {
    let is_number = |p: &Piece| p.token == Token::Number;
    let each = if words.last().is_some_and(|p| p.is_name("each")) { 1 } else { 0 };
    if let [low, to, high] = &words[..words.len() - each] {
        let joins = to.is_name("to") || matches!(to.token, Token::Minus | Token::Range);
        return is_number(low) && joins && is_number(high);
    }
    let tails: [&[&str]; 7] = [
        &["at", "a", "time"],
        &["at", "once"],
        &["per", "move"],
        &["per", "turn"],
        &["each", "time"],
        &["each", "turn"],
        &["each", "move"],
    ];
    let is_tail = |tail: &[&str]| {
        let from = words.len().checked_sub(tail.len()).filter(|&from| from > 0);
        from.is_some_and(|from| words[from..].iter().zip(tail).all(|(p, word)| p.is_name(word)))
    };
    words.first().is_some_and(is_number) && tails.into_iter().any(is_tail)
}

/// `2 players`: with three there are other games.
pub(super) fn is_two_players(words: &[Piece]) -> bool {
    matches!(words, [two, players, ..] if (two.text == "2" || two.is_name("two")) && players.is_name("players"))
}

/// Where the set begins in `, moves 1, 3, 4` and `with subtraction set {1,3,4}`.
fn named_moves(rest: &[Piece]) -> Option<usize> {
    let skip = |from: usize, fits: &dyn Fn(&Piece) -> bool| {
        from + rest.get(from..).unwrap_or_default().iter().take_while(|p| fits(p)).count()
    };
    let before = ["with", "and", "the", "allowed", "legal", "possible"];
    let from = skip(0, &|p| matches!(p.token, Token::Comma | Token::Semicolon) || is_one_of(p, &before));
    let named = match rest.get(from..)? {
        [moves, ..] if moves.is_name("moves") => 1,
        [subtraction, set, ..] if subtraction.is_name("subtraction") && set.is_name("set") => 2,
        _ => return None,
    };
    let signs = |p: &Piece| matches!(p.token, Token::Colon | Token::Equal) || is_one_of(p, &["are", "is", "s"]);
    let set = skip(from + named, &signs);
    rest.get(set).filter(|p| matches!(p.token, Token::Number | Token::LeftBrace | Token::LeftBracket)).map(|_| set)
}

/// The heaps of `nim 3 4 5, take at most 2`; the 17 of `nim 21, 17 take 1` may belong to what follows.
fn of_nim(typed: &[Piece]) -> Option<(Stones, &[Piece])> {
    let (_, rest) = typed.split_first().filter(|(nim, _)| nim.is_name("nim"))?;
    let commas = rest.get(1).is_some_and(|p| p.token == Token::Comma);
    let step = 1 + usize::from(commas);
    let divides = |at: usize| !commas || at == 0 || rest[at - 1].token == Token::Comma;
    let count = (0..).take_while(|n| {
        let at = n * step;
        rest.get(at).is_some_and(|p| p.token == Token::Number && (p.apart || commas)) && divides(at)
    });
    let count = count.count();
    let behind = &rest[(count * step).saturating_sub(step - 1).min(rest.len())..];
    let verb = |p: &Piece| is_one_of(p, VERBS) || p.is_name("where");
    let ends = behind.first().is_some_and(|p| p.token == Token::Comma || !commas && verb(p));
    let comma = |p: &Piece| added(Token::Comma, ",", p.span);
    let numbers = rest.iter().step_by(step).take(count);
    let sizes = numbers.flat_map(|p| [comma(p), Piece { apart: false, ..p.clone() }]).skip(1).collect();
    (count > 1 && ends).then_some((Stones { sizes, copies: None }, behind))
}

/// `21 stones`, `a heap of 21`, `nim with 21 stones`, `the 21 game`, and what follows.
fn one(typed: &[Piece]) -> Option<(Vec<Piece>, &[Piece])> {
    if let [n, equal, number, comma, rest @ ..] = typed
        && n.is_name("n")
        && equal.token == Token::Equal
        && number.token == Token::Number
        && comma.token == Token::Comma
    {
        return Some((vec![Piece { apart: false, ..number.clone() }], rest));
    }
    // `stones: 40, moves: 1, 3, 4`
    if let [stones, colon, number, comma, rest @ ..] = typed
        && is_one_of(stones, STONES)
        && colon.token == Token::Colon
        && number.token == Token::Number
        && comma.token == Token::Comma
    {
        return Some((vec![Piece { apart: false, ..number.clone() }], rest));
    }
    let nim = usize::from(typed.first().is_some_and(|p| p.is_name("nim")));
    let the = usize::from(typed.first().is_some_and(|p| p.is_name("the")));
    if let [number, game, rest @ ..] = &typed[the..]
        && number.token == Token::Number
        && game.is_name("game")
        && !rest.is_empty()
    {
        return Some((vec![Piece { apart: false, ..number.clone() }], rest));
    }
    let before = nim + typed[nim..].iter().take_while(|p| is_one_of(p, BEFORE_STONES) || is_one_of(p, HEAP)).count();
    let (first, rest) = typed.get(before..)?.split_first()?;
    let of_a_heap = typed[..before].iter().any(|p| is_one_of(p, HEAP));
    let stones = rest.first().is_some_and(|p| is_one_of(p, STONES));
    // another heap may follow: `a heap of 21 17`
    let stops = [Token::Comma, Token::Semicolon, Token::Colon];
    let ends = || rest.first().is_some_and(|p| stops.contains(&p.token) || p.is_full_stop());
    // `nim 21, take at most 3`: the next word is no size
    let of_nim = || match rest {
        [comma, next, ..] if comma.token == Token::Comma => next.token != Token::Number,
        [verb, ..] => is_one_of(verb, VERBS),
        [] => false,
    };
    let is_heap = stones || of_a_heap && ends() || nim > 0 && of_nim();
    if first.token != Token::Number || !is_heap {
        return None;
    }
    let rest = &rest[usize::from(stones)..];
    let in_a_heap = match rest {
        [within, one, heap, ..]
            if is_one_of(within, &["in"]) && is_one_of(one, &["a", "one"]) && is_one_of(heap, HEAP) =>
        {
            3
        }
        _ => 0,
    };
    Some((vec![Piece { apart: false, ..first.clone() }], &rest[in_a_heap..]))
}

/// `heaps 3 5 7`, `three heaps of 3, 5 and 7 stones`, and what follows.
///
/// # Errors
/// Another number of heaps is said than sizes follow.
fn several(typed: &[Piece]) -> Result<Option<(Stones, &[Piece])>> {
    let before =
        typed.iter().take_while(|p| is_one_of(p, &["there", "are", "given", "with", "you", "we", "have"])).count();
    let typed = &typed[before..];
    let count = typed.first().and_then(number);
    let (word, mut rest) = match typed.get(usize::from(count.is_some())..).and_then(<[Piece]>::split_first) {
        Some((word, rest)) if is_one_of(word, &["heaps", "piles", "stacks"]) => (word, rest),
        _ => return Ok(None),
    };
    let between = |p: &&Piece| {
        matches!(p.token, Token::Colon | Token::Comma)
            || is_one_of(p, &["of", "with", "size", "sizes"])
            || is_one_of(p, STONES)
    };
    let (said, sizes) = rest.split_at(rest.iter().take_while(between).count());
    rest = sizes;
    let Some((heaps, behind)) = sizes_in(rest) else { return Ok(None) };
    rest = behind;
    // `5 heaps with 7 stones each`
    let stones = usize::from(rest.first().is_some_and(|p| is_one_of(p, STONES)));
    let each = heaps.len() == 1 && rest.get(stones).is_some_and(|p| p.is_name("each"));
    let of = each || said.iter().any(|p| p.is_name("of"));
    let copies = match count.map(|count| (count, Heaps::of(count, &heaps, of))) {
        None | Some((_, Some(Heaps::Each))) => None,
        Some((count, Some(Heaps::Copies))) => Some(count),
        Some((count, None)) => return Err(unfit(count, word, &heaps, "nim")),
    };
    Ok(Some((Stones { sizes: heaps, copies }, &rest[stones + usize::from(each)..])))
}

/// `10 and 12 stones`, `3, 5 and 7 stones`, and what follows.
fn two_or_more(typed: &[Piece]) -> Option<(Stones, &[Piece])> {
    let before =
        typed.iter().take_while(|p| is_one_of(p, &["there", "are", "given", "with", "you", "we", "have"])).count();
    let (sizes, rest) = sizes_in(&typed[before..])?;
    let (stones, rest) = rest.split_first()?;
    (sizes.len() > 1 && is_one_of(stones, STONES)).then_some((Stones { sizes, copies: None }, rest))
}

/// Numbers with commas or `and` between them, and what follows.
fn sizes_in(mut rest: &[Piece]) -> Option<(Vec<Piece>, &[Piece])> {
    let mut heaps: Vec<Piece> = Vec::new();
    loop {
        let [size, behind @ ..] = rest else { return None };
        if size.token != Token::Number {
            return None;
        }
        if !heaps.is_empty() {
            heaps.push(added(Token::Comma, ",", size.span));
        }
        // so many who play are no heap
        if behind.first().is_some_and(|p| is_one_of(p, &["player", "players", "people", "persons"])) {
            return None;
        }
        heaps.push(Piece { apart: false, ..size.clone() });
        rest = behind;
        let gap = match behind {
            [comma, and, next, ..] if comma.token == Token::Comma && and.is_word(Word::And) => (2, next),
            [join, next, ..] if join.token == Token::Comma || join.is_word(Word::And) => (1, next),
            [next, ..] => (0, next),
            [] => return None,
        };
        if gap.1.token != Token::Number {
            return Some((heaps, rest));
        }
        rest = &behind[gap.0..];
    }
}

/// Left out, it would be another question. The help keeps `misere` and a negation; of other words it is an example.
fn more_is_said(words: &[Piece], set: &[Piece], heaps: &Stones, misere: bool) -> Box<Diagnostic> {
    let message = format!("`{}` is not read between the stones and the verb", joined(words).text());
    let fault = Diagnostic::parse(whole(words), message.clone());
    let is_stop = |p: &Piece| matches!(p.token, Token::Comma | Token::Semicolon) || p.is_full_stop();
    let is_misere = |p: &Piece| p.is_word(Word::Misere);
    let is_no = |p: &Piece| p.is_word(Word::Not) || is_one_of(p, &["cannot", "no", "never"]);
    let may = |p: &Piece| is_one_of(p, PLAYERS) || is_one_of(p, &["do", "does", "one"]);
    let set = match told_set(set) {
        Some(Told::Set(set)) => joined(&set).text().to_owned(),
        _ => String::new(),
    };
    let said = if misere { "misere " } else { "" };
    if !set.is_empty() && !misere && words.iter().any(is_misere) && words.iter().all(|p| is_misere(p) || is_stop(p)) {
        return Box::new(fault.suggest(format!("misere {}", heaps.game(&set))));
    }
    // `you cannot take 3`
    let negated = words.iter().filter(|p| is_no(p)).count() == 1;
    let is_list = !set.is_empty() && !set.contains("except");
    if !is_list || !negated || !words.iter().all(|p| is_no(p) || may(p)) {
        return Box::new(Diagnostic::input(message).at(whole(words)).suggest(NO_SENTENCE));
    }
    let more = |most: &str| most.parse::<u64>().ok().map(|most| format!("{}..", most.saturating_add(1)));
    let less =
        |least: &str| least.parse::<u64>().ok().filter(|&least| least > 1).map(|least| format!("1..{}", least - 1));
    let others = set.strip_prefix("1..").and_then(more).or_else(|| set.strip_suffix("..").and_then(less));
    let taken = others.unwrap_or_else(|| format!("1.. except {{{set}}}"));
    Box::new(fault.suggest(format!("{said}{}", heaps.game(&taken))))
}

impl Stones {
    /// May what is told be taken from so many heaps?
    pub(super) fn fit(&self, told: &Told) -> bool {
        match told {
            Told::Game(FIBONACCI) => self.sizes.len() == 1 && self.copies.is_none(),
            Told::Game(MOORE) => self.sizes.len() > 1 || self.copies.is_some(),
            _ => true,
        }
    }

    /// Names each heap of a game whose heaps are one position: `two heaps of 5` are 5 and 5.
    pub(super) fn join(&mut self, told: &Told) {
        if let Told::Game("wythoff" | MOORE) = told
            && let ([size], Some(count)) = (&*self.sizes, self.copies)
            && count <= MOST_NAMED
        {
            let more = [added(Token::Comma, ",", size.span), size.clone()];
            let behind = (1..count).flat_map(|_| more.clone());
            self.sizes = [size.clone()].into_iter().chain(behind).collect();
            self.copies = None;
        }
    }

    /// The game of taking that set from these heaps.
    fn game(&self, set: &str) -> String {
        self.of(&format!("take[{set}]"))
    }

    /// This game with these heaps.
    pub(super) fn of(&self, game: &str) -> String {
        let times = self.copies.map(|count| format!("{count}*")).unwrap_or_default();
        let sizes: Vec<&str> =
            self.sizes.iter().filter(|p| p.token == Token::Number).map(|p| p.text.as_str()).collect();
        format!("{times}{game}({})", sizes.join(", "))
    }
}

pub(super) fn whole(words: &[Piece]) -> Span {
    let (first, last) = (words[0].span, words[words.len() - 1].span);
    Span::new(first.start, last.end)
}
