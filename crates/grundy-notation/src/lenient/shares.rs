//! What is left of a heap bounds what may be taken: `at most n/3`, `at most a third of the heap`, `at most sqrt(n)`.
//!
//! ```text
//! at most n/2, at most half             atmosthalf
//! at most n/3, at most a third          {n -> n-k for k in 1..n//3}
//! at most sqrt(n), up to √n             {n -> n-k for k in 1..isqrt(n)}
//! ```

use super::super::lexer::{Token, Word};
use super::heaps::{HEAP, STONES};
use super::kinds::Told;
use super::pieces::{Piece, is_no, is_one_of};

/// Parts of a heap, in words.
const PARTS: &[(&[&str], u64)] = &[
    (&["half"], 2),
    (&["third"], 3),
    (&["quarter", "fourth"], 4),
    (&["fifth"], 5),
    (&["sixth"], 6),
    (&["eighth"], 8),
    (&["tenth"], 10),
];

/// The game of taking no more than such a part.
pub(super) fn share(words: &[Piece]) -> Option<Told> {
    let bound = match words {
        [at, most, ..] if at.is_name("at") && most.is_name("most") => 2,
        [up, to, ..] if up.is_name("up") && to.is_name("to") => 2,
        [no, more, than, ..] if is_no(no) && more.is_name("more") && than.is_name("than") => 3,
        _ => return None,
    };
    let stones = usize::from(words.get(bound).is_some_and(|p| is_one_of(p, STONES)));
    let (told, length) = part(&words[bound..])?;
    let of_it = |p: &Piece| {
        is_one_of(p, STONES)
            || is_one_of(p, HEAP)
            || is_one_of(
                p,
                &["of", "the", "them", "it", "at", "a", "time", "each", "turn", "what", "is", "left", "remaining"],
            )
    };
    (stones == 0 && words[bound + length..].iter().all(of_it)).then_some(told)
}

/// `n/3`, `a third`, `sqrt(n)`, and how many words it is.
fn part(words: &[Piece]) -> Option<(Told, usize)> {
    let texts: Vec<&str> = words.iter().take(6).map(|p| p.text.as_str()).collect();
    let is_division = |p: &Piece| p.token == Token::Divide || p.is_sign("/") || p.is_sign("÷");
    let by = |by: u64| match by {
        0 | 1 => None,
        2 => Some(Told::Game("atmosthalf")),
        by => Some(Told::Rule(format!("{{n -> n-k for k in 1..n//{by}}}"))),
    };
    match words {
        [n, slash, number, ..] if n.is_name("n") && is_division(slash) && number.token == Token::Number => {
            Some((by(number.text.parse().ok()?)?, 3))
        }
        [article, part, ..] if is_one_of(article, &["a", "one"]) => {
            let (_, number) = PARTS.iter().find(|(names, _)| is_one_of(part, names))?;
            Some((by(*number)?, 2))
        }
        _ => {
            let roots: [&[&str]; 8] = [
                &["sqrt", "(", "n", ")"],
                &["isqrt", "(", "n", ")"],
                &["√", "n"],
                &["√", "(", "n", ")"],
                &["sqrt", "n"],
                &["the", "square", "root", "of", "n"],
                &["square", "root", "of", "n"],
                &["floor", "(", "sqrt", "(", "n", ")"],
            ];
            let root = roots.into_iter().find(|root| texts.starts_with(root))?;
            let closes = usize::from(root[0] == "floor");
            let is_closed = closes == 0 || words.get(root.len()).is_some_and(|p| p.token == Token::RightParen);
            let rule = Told::Rule("{n -> n-k for k in 1..isqrt(n)}".to_owned());
            // of `the heap`, which the tail names, the root is meant as well
            (is_closed && !words.iter().any(|p| p.is_word(Word::Or))).then_some((rule, root.len() + closes))
        }
    }
}
