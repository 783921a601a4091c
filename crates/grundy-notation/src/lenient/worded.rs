//! What may be taken, in words within brackets: `take[multiples of 3]`, `take[cubes]`, `take[1, triangular numbers]`.
//!
//! The words are those of sentences. What is no set of the notation becomes the rule of its moves.

use super::super::lexer::{Token, Word};
use super::super::names;
use super::super::series::Numbers;
use super::Asked;
use super::amounts::told_set;
use super::brackets::of_takings;
use super::called;
use super::kinds::Told;
use super::pieces::{Piece, is_one_of, joined};

/// Respells the brackets of games that say what may be taken.
pub(super) fn brackets(pieces: &mut Vec<Piece>, asked: &Asked<'_>) {
    for (open, close) in of_takings(pieces, asked).into_iter().rev() {
        let told = &pieces[open + 1..close];
        if is_worded(told, asked) {
            match (told_set(without_article(told)), union(told)) {
                (Some(Told::Set(set)), _) => drop(pieces.splice(open + 1..close, set)),
                (Some(Told::Game(game)), _) => replace(pieces, open - 1, close, game),
                (Some(Told::Rule(rule)), _) => replace(pieces, open - 1, close, &rule),
                (None, Some(rule)) => replace(pieces, open - 1, close, &rule),
                (None, None) => {}
            }
        }
    }
}

/// Puts the game in place of these pieces.
fn replace(pieces: &mut Vec<Piece>, from: usize, to: usize, game: &str) {
    let (near, apart) = (pieces[from].span, pieces[from].apart);
    let mut new = called::spelt(game, near);
    new[0].apart = apart;
    pieces.splice(from..=to, new);
}

/// Are there words that the notation does not have? One alone may be a slip of a name: `take[odd]`.
fn is_worded(told: &[Piece], asked: &Asked<'_>) -> bool {
    let is_word = |p: &Piece| {
        matches!(p.token, Token::Name | Token::Upper)
            && p.text.len() > 1
            && names::meaning(&p.text, asked.games).is_none()
            && !(asked.lets)(&p.text)
    };
    let is_slip = |member: &[Piece]| matches!(member, [one] if is_word(one)) && called::alone(member).is_none();
    let has_slip = told.split(|p| p.token == Token::Comma).any(is_slip);
    told.iter().any(is_word) && !has_slip && !told.iter().any(|p| p.token == Token::Arrow)
}

/// `the primes`, `all multiples of 3`
fn without_article(told: &[Piece]) -> &[Piece] {
    match told {
        [article, rest @ ..] if is_one_of(article, &["the", "all"]) && !rest.is_empty() => rest,
        told => told,
    }
}

/// `1, cubes`: the moves of the numbers that are a set, and those of each kind that is none.
fn union(told: &[Piece]) -> Option<String> {
    let (mut set, mut formulas) = (Vec::new(), Vec::new());
    for member in told.split(|p| p.token == Token::Comma) {
        match called::alone(member) {
            Some((Numbers::Formula(formula, _), words)) if words == member.len() => formulas.push(formula),
            _ => set.push(member),
        }
    }
    // a name may be a parameter, and is none where the rule binds it
    let is_plain = |p: &Piece| {
        let is_set = ["primes", "squares", "odds", "evens", "fibs", "powers"].contains(&&*p.text);
        !p.is_word(Word::Except) && (p.token != Token::Name || is_set)
    };
    let fits = set.iter().all(|member| !member.is_empty() && member.iter().all(is_plain));
    if formulas.is_empty() || set.is_empty() && formulas.len() < 2 || !fits {
        return None;
    }
    let set: Vec<String> = set.iter().map(|member| joined(member).text().trim().to_owned()).collect();
    let of_set = (!set.is_empty()).then(|| format!("n-k for k in {{{}}}", set.join(",")));
    let of_formulas = formulas.iter().map(|formula| format!("n-{formula} for k in 1.."));
    let moves: Vec<String> = of_set.into_iter().chain(of_formulas).collect();
    Some(format!("{{n -> {}}}", moves.join("; ")))
}
