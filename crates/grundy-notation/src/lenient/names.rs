//! Names: `Nim`, `MISERE`, `{N -> N-1}`, `misère`, `反尼姆`, `威佐夫`.

use super::super::Span;
use super::super::lexer::{Token, Word};
use super::super::names::{self, Meaning};
use super::called;
use super::pieces::{Piece, added, added_apart, closing, folded, is_one_of, outside};
use super::rules::rules;
use super::{Asked, Kind};

/// What people call a game in Chinese, where that is no name of the notation, becomes one; `反` in front of the name of
/// a game is `misere`.
pub(super) fn chinese(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 0;
    while at < pieces.len() {
        // `Nim博弈`
        if pieces[at].token == Token::Upper && pieces[at].text.ends_with(['弈', '奕', '戏']) {
            pieces[at].token = Token::Name;
        }
        let is_in_brackets = at > 0 && pieces[at - 1].token == Token::LeftBracket;
        if is_in_brackets
            && pieces.get(at + 1).is_some_and(|p| p.token == Token::RightBracket)
            && let Some(set) = called::chinese_set(&pieces[at].text)
        {
            let set = called::spelt(set, pieces[at].span);
            pieces.splice(at..=at, set);
        } else if pieces[at].token == Token::Name {
            let sets = [Token::LeftBracket, Token::LeftBrace];
            let of_sets = pieces.get(at + 1).is_some_and(|p| sets.contains(&p.token));
            // another way to write the same word
            if pieces[at].text.contains("博奕") && !asked.is_game(&pieces[at].text) {
                pieces[at].text = pieces[at].text.replace("博奕", "博弈");
            }
            // `阶梯Nim`
            if let Some(name) = with_nim(&pieces[at].text).filter(|_| !asked.is_game(&pieces[at].text)) {
                pieces[at].text = name;
            }
            match &*pieces[at].text {
                // taking stones is Nim, and with a set it is that subtraction game
                "取石子" | "取石子游戏" if of_sets => pieces[at].text = "take".to_owned(),
                name if !asked.is_game(name) => one_chinese(pieces, at, asked),
                _ => {}
            }
        }
        at += 1;
    }
}

/// A Chinese name whose last word is in letters, as it is known.
fn with_nim(name: &str) -> Option<String> {
    let known = name.strip_suffix("nim").or_else(|| name.strip_suffix("Nim")).or_else(|| name.strip_suffix("NIM"))?;
    (!known.is_empty() && !known.is_ascii() && !known.starts_with('反')).then(|| format!("{known}尼姆"))
}

fn one_chinese(pieces: &mut Vec<Piece>, at: usize, asked: &Asked<'_>) {
    let text = pieces[at].text.clone();
    let strict = |name: &str| {
        if asked.is_game(name) { Some(name.to_owned()) } else { (asked.games.spoken)(name).map(str::to_owned) }
    };
    // `台阶尼姆博弈`
    let strict = |name: &str| {
        strict(name).or_else(|| ["博弈", "游戏"].into_iter().find_map(|end| strict(&folded(name.strip_suffix(end)?))))
    };
    if let Some(name) = strict(&text) {
        pieces[at].text = name;
        return;
    }
    let Some(rest) = text.strip_prefix("反常").or_else(|| text.strip_prefix('反')) else { return };
    let span = pieces[at].span;
    let inner = Span::new(span.end - rest.len(), span.end);
    let misere = Piece { token: Token::Word(Word::Misere), text: "misere".to_owned(), ..pieces[at].clone() };
    if rest.is_empty() {
        let next = pieces.get(at + 1).is_some_and(|p| p.token == Token::Point || strict(&folded(&p.text)).is_some());
        if next {
            pieces[at] = misere;
        }
    } else if let Some(name) = strict(rest).or_else(|| strict(&folded(rest))) {
        pieces[at] = Piece { span: Span::new(span.start, inner.start), ..misere };
        pieces.insert(at + 1, added_apart(Token::Name, &name, inner));
    }
}

/// `nim(3,4,5), misere`, `21 stones, take 1 to 3, misere`, `kayles 10 misere play`: the word goes to the front. Normal play
/// is what is played anyway.
pub(super) fn misere_behind(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind == Kind::Position
        && let [_, .., convention, play] = pieces.as_slice()
        && is_one_of(play, &["play", "rules", "convention"])
        && (convention.is_name("normal") || folded(&convention.text) == "misere")
    {
        pieces.pop();
        // `under misère rules`
        let behind = pieces.len() - 1;
        let words =
            pieces[1..behind].iter().rev().take_while(|p| is_one_of(p, &["under", "in", "with", "the"])).count();
        pieces.drain(behind - words..behind);
        if pieces.last().is_some_and(|p| p.is_name("normal")) {
            pieces.pop();
            while pieces.len() > 1 && pieces.last().is_some_and(|p| matches!(p.token, Token::Comma | Token::Semicolon))
            {
                pieces.pop();
            }
        }
    }
    let is_last = pieces.len() > 1 && pieces.last().is_some_and(|p| folded(&p.text) == "misere");
    if asked.kind != Kind::Position || !is_last || pieces[0].is_word(Word::Let) || pieces[0].is_word(Word::Misere) {
        return;
    }
    let before = pieces.len() - 2;
    if before > 0 && matches!(pieces[before].token, Token::Comma | Token::Semicolon) {
        pieces.remove(before);
    }
    pieces.rotate_right(1);
    pieces[0].become_token(Token::Word(Word::Misere), "misere");
    pieces[1].apart = true;
}

/// `misère` and `misere:`, also behind a question or the name of a game; `reverse` and `anti-` in front of the name of a game.
pub(super) fn misere(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 0;
    while at + 1 < pieces.len() {
        let dash = usize::from(pieces[at + 1].token == Token::Minus && !pieces[at + 1].apart);
        let before = pieces[at].is_name("anti") || pieces[at].is_name("reverse") && dash == 0;
        if before && pieces.get(at + 1 + dash).is_some_and(|p| asked.is_game(&folded(&p.text))) {
            pieces[at].become_token(Token::Word(Word::Misere), "misere");
            pieces.drain(at + 1..=at + dash);
            pieces[at + 1].apart = true;
        }
        at += 1;
    }
    // `nim misere 1 2 3`
    if let [game, misere, ..] = pieces.as_mut_slice()
        && asked.kind != Kind::Claim
        && asked.is_game(&folded(&game.text))
        && folded(&misere.text) == "misere"
    {
        misere.apart = game.apart;
        game.apart = true;
        pieces.swap(0, 1);
    }
    at = 0;
    while at < pieces.len() {
        let piece = &mut pieces[at];
        if matches!(piece.token, Token::Name | Token::Upper | Token::Word(_)) && folded(&piece.text) == "misere" {
            piece.become_token(Token::Word(Word::Misere), "misere");
            if pieces.get(at + 1).is_some_and(|p| p.token == Token::Colon) {
                pieces.remove(at + 1);
            }
        }
        at += 1;
    }
}

/// `0·77`, as books print codes: a digit, a raised point and digits, where a game begins.
pub(super) fn printed_codes(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    if asked.kind == Kind::Claim {
        return;
    }
    let mut at = 0;
    while at + 2 < pieces.len() {
        let [whole, point, digits] = &pieces[at..at + 3] else { return };
        let before = at.checked_sub(1).map(|before| &pieces[before]);
        let begins = before.is_none_or(|p| p.token == Token::Plus || folded(&p.text) == "misere");
        let is_code = whole.token == Token::Number
            && whole.text.len() == 1
            && ["·", "⋅", "•", "∙"].contains(&&*point.text)
            && digits.token == Token::Number
            && !(point.apart || digits.apart);
        if begins && is_code && outside(pieces, 0, pieces.len()).contains(&at) {
            let (text, span) = (format!("{}.{}", whole.text, digits.text), whole.span.to(digits.span));
            let code = Piece { token: Token::Point, text, span, apart: whole.apart };
            pieces.splice(at..at + 3, [code]);
        }
        at += 1;
    }
}

/// `octal 0.77 heap 12`, `the octal game 0.77` → `0.77 heap 12`
pub(super) fn codes(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let first = usize::from(pieces.first().is_some_and(|p| folded(&p.text) == "misere"));
    let article = pieces[first..].iter().take_while(|p| is_one_of(p, &["the", "a", "an"])).count();
    let kind = first + article;
    if asked.kind == Kind::Claim || !pieces.get(kind).is_some_and(|p| is_one_of(p, &["octal", "hexadecimal", "code"])) {
        return;
    }
    let words = pieces[kind..]
        .iter()
        .take_while(|p| is_one_of(p, &["octal", "hexadecimal", "code", "game", "rule"]) || p.token == Token::Colon);
    let end = kind + words.count();
    if pieces.get(end).is_some_and(|p| p.token == Token::Point && !p.is_full_stop()) {
        pieces.drain(first..end);
        pieces[first].apart = first > 0;
    }
}

/// `subtraction game with S = {1,3}` → `subtraction {1,3}`
pub(super) fn set_by_letter(pieces: &mut Vec<Piece>) {
    let first = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    if !pieces.get(first).is_some_and(|p| p.is_name("subtraction")) {
        return;
    }
    let between = ["game", "set", "with", "for", "on", "the", "and"];
    let words = pieces[first + 1..].iter().take_while(|p| is_one_of(p, &between)).count();
    if let [letter, equal, open, ..] = &pieces[first + 1 + words..]
        && letter.is_name("s")
        && equal.token == Token::Equal
        && matches!(open.token, Token::LeftBrace | Token::LeftBracket)
    {
        pieces.drain(first + 1..first + 3 + words);
    }
}

/// `subtraction[1,3]` and `subtract {1,3}` become `take`; `bash[3]` and `bachet[m]`, of which books say only how many may be
/// taken at most, become `take[1..3]` and `take[1..m]`.
pub(super) fn bash(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let mut at = 0;
    while at + 3 < pieces.len() {
        // `bash game 21 3`
        if is_one_of(&pieces[at], &["bash", "bachet"])
            && pieces[at + 1].is_name("game")
            && !asked.is_game(&folded(&pieces[at].text))
        {
            pieces.remove(at + 1);
            continue;
        }
        // `subtraction game {1,3}`, `subtraction set {1,3}`
        if pieces[at].is_name("subtraction") && is_one_of(&pieces[at + 1], &["game", "set"]) {
            pieces.remove(at + 1);
            continue;
        }
        let [name, open, most, close] = &pieces[at..at + 4] else { return };
        let brackets = open.token == Token::LeftBracket && close.token == Token::RightBracket;
        let opens = matches!(open.token, Token::LeftBracket | Token::LeftBrace | Token::LeftParen);
        if !opens {
            at += 1;
            continue;
        }
        let typed = folded(&name.text);
        let known = || asked.is_game(&typed) || is_let(pieces, &name.text);
        if ["bash", "bachet"].contains(&&*typed) && brackets && is_one(most) && !known() {
            let near = Span::new(most.span.start, most.span.start);
            pieces[at].become_token(Token::Name, "take");
            pieces.insert(at + 2, added(Token::Range, "..", near));
            pieces.insert(at + 2, added(Token::Number, "1", near));
        } else if ["subtraction", "subtract"].contains(&&*typed) && !known() {
            pieces[at].become_token(Token::Name, "take");
            pieces[at + 1].apart = false;
        }
        at += 1;
    }
}

/// `巴什博弈 23 3`, `bash 23 3`: so many stones, and so many at most in a move. The other way round they could be heaps.
pub(super) fn bash_of_two(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    let first = usize::from(pieces.first().is_some_and(|p| p.is_word(Word::Misere)));
    let by_letters = by_letters(&pieces[first..]).or_else(|| in_parentheses(&pieces[first..]));
    let [name, stones, most] = by_letters.as_deref().unwrap_or(&pieces[first..]) else { return };
    let typed = folded(&name.text);
    let is_bash = match &*typed {
        "bash" | "bachet" => !asked.is_game(&typed),
        "巴什博弈" => !(asked.lets)(&typed),
        _ => false,
    };
    let told = by_letters.is_some();
    let number =
        |p: &Piece| if p.token == Token::Number && (told || p.apart) { p.text.parse::<u64>().ok() } else { None };
    let (Some(size), Some(limit)) = (number(stones), number(most)) else { return };
    if asked.kind == Kind::Position && is_bash && (1..size).contains(&limit) {
        let stones = stones.clone();
        let (near, most) = (most.span, Piece { apart: false, ..most.clone() });
        let near = Span::new(near.start, near.start);
        let range =
            [added(Token::LeftBracket, "[", near), added(Token::Number, "1", near), added(Token::Range, "..", near)];
        let behind = [added(Token::RightBracket, "]", near), stones];
        pieces[first].become_token(Token::Name, "take");
        pieces.splice(first + 1.., range.into_iter().chain([most]).chain(behind));
    }
}

/// `巴什博弈(21,3)` as the name and two numbers.
fn in_parentheses(pieces: &[Piece]) -> Option<Vec<Piece>> {
    let [name, open, stones, comma, most, close] = pieces else { return None };
    let signs = [open.token, comma.token, close.token];
    let apart = |p: &Piece| Piece { apart: true, ..p.clone() };
    (signs == [Token::LeftParen, Token::Comma, Token::RightParen])
        .then(|| vec![name.clone(), apart(stones), apart(most)])
}

/// `巴什博弈 n=17 m=3`, in any order, as the name, the stones and the most that may be taken.
fn by_letters(pieces: &[Piece]) -> Option<Vec<Piece>> {
    let comma = usize::from(pieces.get(4).is_some_and(|p| p.token == Token::Comma));
    let (name, [a, is, first]) = (pieces.first()?, pieces.get(1..4)?) else { return None };
    let [b, also, second] = pieces.get(4 + comma..)? else { return None };
    if [is, also].iter().any(|p| p.token != Token::Equal) {
        return None;
    }
    let apart = |p: &Piece| Piece { apart: true, ..p.clone() };
    match (a.is_name("n"), b.is_name("n")) {
        (true, false) if is_one_of(b, &["m", "k"]) => Some(vec![name.clone(), apart(first), apart(second)]),
        (false, true) if is_one_of(a, &["m", "k"]) => Some(vec![name.clone(), apart(second), apart(first)]),
        _ => None,
    }
}

/// A number, or a letter that stands for one.
fn is_one(piece: &Piece) -> bool {
    piece.token == Token::Number || matches!(piece.token, Token::Name | Token::Upper) && piece.text.len() == 1
}

/// Names of games, keywords and functions in capitals; variables where nothing else has the lower-case name.
pub(super) fn capitals(pieces: &mut [Piece], asked: &Asked<'_>) {
    let written_large = |piece: &Piece| {
        matches!(piece.token, Token::Upper | Token::Name)
            && piece.text.chars().any(|c| c.is_uppercase() || !c.is_ascii() && c.is_lowercase())
    };
    let first = pieces.iter().position(written_large).unwrap_or(pieces.len());
    let (hidden, rules) = if first < pieces.len() { (vertices(pieces), rules(pieces)) } else { Default::default() };
    for at in first..pieces.len() {
        let piece = &pieces[at];
        if !written_large(piece) || hidden[at] || asked.is_game(&piece.text) || is_let(pieces, &piece.text) {
            continue;
        }
        let lower = folded(&piece.text).into_owned();
        let form = asked.kind == Kind::Claim && at == 0 && pieces.len() > 1;
        if form && lower == "p" && pieces[1].token == Token::Colon {
            continue;
        }
        match names::meaning(&lower, asked.games) {
            Some(Meaning::Keyword) => {
                if let Some(word) = Word::of(&lower) {
                    pieces[at].become_token(Token::Word(word), &lower);
                }
            }
            Some(_) => pieces[at].become_token(Token::Name, &lower),
            None if ["where", "times", "odd", "even", "is"].contains(&&*lower) => {
                pieces[at].become_token(Token::Name, &lower);
            }
            None if (asked.lets)(&lower) || is_let(pieces, &lower) => {}
            None if piece.text.chars().any(char::is_uppercase) => {
                let bound = match asked.kind {
                    Kind::Claim => true,
                    Kind::Subject => at > 0,
                    _ => {
                        let in_a_rule = rules.iter().any(|rule| rule.holds(at)) || unbraced(pieces);
                        in_a_rule || is_parameter(pieces, at)
                    }
                };
                let taken = pieces.iter().any(|p| p.token == Token::Name && p.text == lower);
                if bound && !taken || form && lower == "g" {
                    let name = piece.text.clone();
                    variable(pieces, &name, &lower);
                }
            }
            None => {}
        }
    }
    if let [first, second, ..] = pieces
        && asked.kind == Kind::Claim
        && first.text == "p"
        && second.token == Token::Colon
    {
        first.become_token(Token::Upper, "P");
    }
}

/// All places of a variable are respelt together.
fn variable(pieces: &mut [Piece], name: &str, lower: &str) {
    for piece in pieces.iter_mut().filter(|p| matches!(p.token, Token::Upper | Token::Name) && p.text == name) {
        piece.become_token(Token::Name, lower);
    }
}

/// One letter, perhaps with digits, in a game's brackets: `take[1..M]`.
fn is_parameter(pieces: &[Piece], at: usize) -> bool {
    let mut letters = pieces[at].text.chars();
    let short = letters.next().is_some() && letters.all(|c| c.is_ascii_digit());
    let brackets = pieces[..at].iter().fold(0, |open, piece| match piece.token {
        Token::LeftBracket => open + 1,
        Token::RightBracket => open - 1,
        _ => open,
    });
    short && brackets > 0
}

/// A rule without its braces: an arrow outside of brackets.
fn unbraced(pieces: &[Piece]) -> bool {
    super::pieces::outside(pieces, 0, pieces.len()).iter().any(|&i| pieces[i].token == Token::Arrow)
}

/// Is it the name of a `let` of this text?
pub(super) fn is_let(pieces: &[Piece], name: &str) -> bool {
    pieces.windows(2).any(|pair| pair[0].is_word(Word::Let) && pair[1].text == name)
}

/// Vertices of graphs, also as places, are nobody's names.
fn vertices(pieces: &[Piece]) -> Vec<bool> {
    let mut hidden = vec![false; pieces.len()];
    let graphs = pieces.iter().enumerate().filter(|(_, p)| folded(&p.text) == "graph");
    for open in graphs.map(|(at, _)| at + 1) {
        let braces = pieces.get(open).filter(|p| p.token == Token::LeftBrace).and_then(|_| closing(pieces, open));
        let Some(close) = braces else { continue };
        let places = pieces.get(close + 1).filter(|p| p.token == Token::LeftParen);
        let end = places.and_then(|_| closing(pieces, close + 1)).unwrap_or(close);
        hidden[open..=end].fill(true);
    }
    hidden
}
