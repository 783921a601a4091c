//! Sets in words: `take[powers of 2]`, `for k in prime numbers`, `if k is a perfect square`.

use grundy_core::error::{Diagnostic, FaultCode};

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::super::series::Numbers;
use super::called::{alone, is_noun, kind, spelt};
use super::conditions::in_conditions;
use super::heaps::in_words;
use super::pieces::{Piece, added, added_apart, cut, is_one_of, opening, step};
use super::{Asked, Result};

/// The set that words name, and how many they are: `a power of two`, `perfect squares`, `any odd number`. `bare`: `odd` and
/// `fibonacci` need no noun behind them.
pub(super) fn named(words: &[Piece], bare: bool) -> Option<(Vec<Piece>, usize)> {
    let article = words.iter().take_while(|p| is_one_of(p, &["a", "an", "any", "some"])).count();
    let perfect = usize::from(words.get(article).is_some_and(|p| p.is_name("perfect")));
    let before = article + perfect;
    let (word, rest) = words.get(before..)?.split_first()?;
    let near = word.span;
    if is_one_of(word, &["power", "powers"])
        && let [of, base, ..] = rest
        && of.is_name("of")
        && perfect == 0
    {
        let base = figures(base)?;
        let set = [added(Token::Name, "powers", near), added(Token::LeftParen, "(", near), base];
        return Some(([&set[..], &[added(Token::RightParen, ")", near)]].concat(), before + 3));
    }
    // `powers(2)`, as brackets have it
    if word.is_name("powers")
        && let [open, base, close, ..] = rest
        && (open.token, close.token) == (Token::LeftParen, Token::RightParen)
        && base.token == Token::Number
        && before == 0
    {
        return Some((words[..4].to_vec(), 4));
    }
    let (told, count) = kind(&words[before..])?;
    let Numbers::Set(set) = told.numbers else { return None };
    let rest = &words[before + count..];
    let noun = usize::from(rest.first().is_some_and(is_noun));
    // `take an odd` needs its noun, `take a prime` does not
    let complete = bare || noun > 0 || !told.adjectives.iter().any(|adjective| word.is_name(adjective));
    (complete && (perfect == 0 || told.perfect)).then(|| (vec![added(Token::Name, set, near)], before + count + noun))
}

/// `a power of 2 or 3`: powers of both, or powers of 2 and the number 3.
///
/// # Errors
/// Both readings, where it stands.
pub(super) fn no_power_of_two_bases(pieces: &[Piece]) -> Result<()> {
    for at in 0..pieces.len() {
        let [power, of, first, or, second, ..] = &pieces[at..] else { break };
        let article = usize::from(at > 0 && is_one_of(&pieces[at - 1], &["a", "an", "any", "some"]));
        // `a square, a power of 3 or 2` is a list
        if (at > article && pieces[at - article - 1].token == Token::Comma)
            || !is_one_of(power, &["power", "powers"])
            || !of.is_name("of")
            || !(or.is_word(Word::Or) || or.is_name("or"))
        {
            continue;
        }
        if let (Some(first), Some(second)) = (figures(first), figures(second)) {
            let (first, second) = (&first.text, &second.text);
            let powers = format!("take[powers({first}),powers({second})]");
            let number = format!("take[powers({first}),{second}]");
            let span = pieces[at].span.to(pieces[at + 4].span);
            let message = format!("`power of {first} or {second}` can be read in two ways: `{powers}`, or `{number}`");
            let fault = Diagnostic::parse(span, message).suggest(format!("{powers} or {number}"));
            return Err(Box::new(fault.coded(FaultCode::TwoReadings)));
        }
    }
    Ok(())
}

/// A number in figures or in words, where it was typed.
pub(super) fn figures(piece: &Piece) -> Option<Piece> {
    let text = match piece.token {
        Token::Number => piece.text.clone(),
        _ => in_words(piece)?.to_string(),
    };
    Some(Piece { apart: false, token: Token::Number, text, ..piece.clone() })
}

/// Sets in words where a member of a set is due: behind `take[`, `in`, `except`, and in lists there.
pub(super) fn spoken(pieces: &mut Vec<Piece>) {
    let mut at = 1;
    while at < pieces.len() {
        if pieces[at].token == Token::Name
            && is_due(pieces, at)
            && let Some((mut set, words)) = named(&pieces[at..], true)
            // a word alone may be a slip of a name: `take[odd]` is refused with `odds` as help
            && words > 1
            && ends(pieces.get(at + words))
        {
            set[0].apart = pieces[at].apart;
            pieces.splice(at..at + words, set);
        } else if pieces[at - 1].is_word(Word::In)
            && let Some((Numbers::Alone(set), words)) = alone(&pieces[at..])
            && ends(pieces.get(at + words))
        {
            pieces.splice(at..at + words, spelt(set, pieces[at].span));
        }
        at += 1;
    }
}

/// Does a member of a set begin here?
fn is_due(pieces: &[Piece], at: usize) -> bool {
    let before = &pieces[at - 1];
    if before.is_word(Word::In) || before.is_word(Word::Except) {
        return true;
    }
    let opens = |i: usize| match pieces[i].token {
        Token::LeftBracket => i > 0 && pieces[i - 1].is_name("take"),
        Token::LeftBrace => {
            i > 0
                && (pieces[i - 1].is_word(Word::In)
                    || pieces[i - 1].is_word(Word::Except)
                    || matches!(pieces[i - 1].token, Token::LeftBracket))
        }
        _ => false,
    };
    match before.token {
        Token::LeftBracket | Token::LeftBrace => opens(at - 1),
        Token::Comma => {
            let mut depth = 0;
            let opener = pieces[..at].iter().rposition(|piece| {
                depth += step(piece);
                depth > 0
            });
            opener.is_some_and(opens)
        }
        _ => false,
    }
}

/// May this stand behind a member of a set?
fn ends(piece: Option<&Piece>) -> bool {
    let words = [Word::If, Word::For, Word::Except, Word::And, Word::Or, Word::By, Word::Loopy];
    piece.is_none_or(|piece| {
        let signs =
            [Token::RightBracket, Token::RightBrace, Token::RightParen, Token::Comma, Token::Semicolon, Token::Bar];
        signs.contains(&piece.token) || words.iter().any(|word| piece.is_word(*word))
    })
}

/// `k is a power of 2` → `k in powers(2)`, `k is a perfect square` → `k in squares`, `k is an odd number` → `k is odd`, in
/// conditions.
pub(super) fn told(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 1;
    while at + 1 < pieces.len() {
        let not = usize::from(pieces[at + 1].is_word(Word::Not));
        if pieces[at].is_name("is")
            && matches!(pieces[at - 1].token, Token::Name | Token::Number | Token::RightParen)
            && in_conditions(pieces, asked)[at]
            && let Some((set, words)) = pieces.get(at + 1 + not..).and_then(in_condition)
        {
            let start = subject(pieces, at);
            let text = match (set.as_str(), not) {
                ("odds", 0) | ("evens", 1) => "is odd".to_owned(),
                ("odds" | "evens", _) => "is even".to_owned(),
                // 0 is a square, but none of the set
                ("squares", _) if !(start + 1 == at && begins_at_one(pieces, start)) => "in {0,squares}".to_owned(),
                _ => format!("in {set}"),
            };
            let near = pieces[at].span;
            let mut told = cut(&text);
            told.iter_mut().for_each(|piece| piece.span = near);
            told[0].apart = true;
            told[1].apart = true;
            let negated = not > 0 && told[0].is_word(Word::In);
            pieces.splice(at..at + 1 + not + words, told);
            if negated {
                let near = Span::new(pieces[start].span.start, pieces[start].span.start);
                pieces[start].apart = true;
                pieces.insert(start, added_apart(Token::Word(Word::Not), "not", near));
            }
        }
        at += 1;
    }
}

/// The set that the words behind `is` name, as it is spelt, and how many they are.
fn in_condition(words: &[Piece]) -> Option<(String, usize)> {
    if let Some((set, words)) = named(words, true) {
        return Some((set.iter().map(|piece| piece.text.as_str()).collect(), words));
    }
    match alone(words)? {
        (Numbers::Alone(set), words) => Some((set.to_owned(), words)),
        _ => None,
    }
}

/// Where the sum or product begins of which `is` tells something.
pub(super) fn subject(pieces: &[Piece], is: usize) -> usize {
    let mut start = is;
    while start > 0 {
        let last = &pieces[start - 1];
        let before = match last.token {
            Token::RightParen => opening(pieces, start - 1),
            Token::Name | Token::Number => (!last.is_name("where")).then_some(start - 1),
            Token::Plus | Token::Minus | Token::Star | Token::Divide | Token::Percent | Token::Caret => Some(start - 1),
            _ => None,
        };
        let Some(before) = before else { break };
        start = before;
    }
    start
}

/// Is the name that stands here that of a loop whose numbers are 1 and more: `for k in 1..n`, `for 0 < k < n`?
fn begins_at_one(pieces: &[Piece], name: usize) -> bool {
    let least = |piece: &Piece| if piece.token == Token::Number { piece.text.parse::<u64>().ok() } else { None };
    let move_begins = pieces[..name].iter().rposition(|p| p.token == Token::Semicolon).unwrap_or(0);
    let introduces = |p: &Piece| p.is_word(Word::For) || is_one_of(p, &["each", "every", "all", "any", "where"]);
    (move_begins + 1..name).any(|at| {
        let is_it = pieces[at].token == Token::Name && pieces[at].text == pieces[name].text;
        match (&pieces[..at], &pieces[at + 1..]) {
            ([.., word], [within, low, to, ..]) if is_it && introduces(word) => {
                let starts = within.is_word(Word::In) || within.token == Token::Equal || within.is_name("from");
                let is_range = to.token == Token::Range || to.is_name("to");
                starts && is_range && least(low).is_some_and(|low| low > 0)
            }
            ([.., word, low, less], _) if is_it && introduces(word) => match less.token {
                Token::Less => least(low).is_some(),
                Token::LessEqual => least(low).is_some_and(|low| low > 0),
                _ => false,
            },
            _ => false,
        }
    })
}
