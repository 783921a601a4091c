//! What people type, read as the strict notation.
//!
//! ```text
//! typed     Nim 3 4 5          take[1-3] 21        n -> n-1, n-3
//! strict    nim(3, 4, 5)       take[1..3](21)      {n -> n-1; n-3}
//! ```
//!
//! One stage between the typed text and the parser: the text is cut into [`pieces`], a few passes, one file a subject,
//! respell what the strict language does not have, and the pieces are joined again with the places where they were
//! typed ([`Respelt`]). The stage starts only where the strict reader failed, so it costs strict texts nothing, and what
//! can be read strictly never changes its meaning. Where two readings are left none is taken: the fault shows both.
//! What the passes make is read strictly: a wrong guess is a fault, never another game.
//!
//! Cost: every pass looks at each piece a few times; longer texts than [`LONGEST`] are not typed and are left alone.

mod amounts;
mod arithmetic;
mod before;
mod beside;
mod bits;
mod brackets;
mod builders;
mod chessmen;
mod chinese;
mod claims;
mod conditions;
mod congruences;
mod heaps;
mod kinds;
mod latex;
mod letters;
mod lists;
mod loops;
pub(crate) mod mend;
mod moves;
mod names;
mod numbers;
mod operators;
mod otherwise;
mod phrases;
mod pieces;
mod places;
mod races;
mod recurrence;
mod relations;
mod sets;
mod slips;
mod speech;
mod stones;
mod taking;
#[cfg(test)]
mod tests;
mod texts;
mod told;
mod unread;
mod values;
mod winners;

use super::Span;
use super::lexer::{Token, Word};
use super::names::Games;
use super::respelt::Respelt;
use crate::error::Diagnostic;
use pieces::Piece;

/// Longer texts are not respelt, in bytes.
const LONGEST: usize = 1 << 12;

/// What the text is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A position.
    Position,
    /// A game.
    Game,
    /// A game, or a position with variables.
    Subject,
    /// A claim.
    Claim,
}

/// What the passes must know beside the text.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) kind: Kind,
    pub(crate) games: Games,
    /// May numbers alone be heaps of Nim?
    pub(crate) bare: bool,
    /// Most decimal digits of a number.
    pub(crate) digits: usize,
    /// Is this the name of a `let` that is in force?
    pub(crate) lets: &'a dyn Fn(&str) -> bool,
    /// The variables of a claim: the coordinates, then the parameters.
    pub(crate) variables: &'a [String],
    /// How many of them are coordinates.
    pub(crate) coordinates: usize,
}

impl Asked<'_> {
    /// Is it the list of the coordinates in parentheses, or the one that there is: `(a, b)`, `n`?
    fn are_coordinates(&self, pieces: &[Piece]) -> bool {
        let names = match pieces {
            [open, names @ .., close] if open.token == Token::LeftParen && close.token == Token::RightParen => names,
            names => names,
        };
        let wanted = &self.variables[..self.coordinates.min(self.variables.len())];
        names.len() + 1 == 2 * wanted.len()
            && names.iter().enumerate().all(|(i, p)| match i % 2 {
                0 => p.is_name(&wanted[i / 2]),
                _ => p.token == Token::Comma,
            })
    }

    /// Is it a game of the catalogue, or one named by `let`?
    fn is_game(&self, name: &str) -> bool {
        (self.games.find)(name).is_some() || (self.lets)(name)
    }
}

type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// The strict texts that the typed one may stand for, the likeliest first; none where there is nothing to respell.
///
/// # Errors
/// Two readings are left: both are shown. Words that change the question, and that no reading keeps.
pub(crate) fn respell(text: &str, asked: &Asked<'_>) -> Result<Vec<Respelt>> {
    if text.len() > LONGEST {
        return Ok(Vec::new());
    }
    if let Some(pieces) = chinese::sentence(text, asked)? {
        return Ok(vec![pieces::joined(&pieces)]);
    }
    let mut pieces = typed(text, asked);
    if is_beyond_help(text, &pieces, asked) {
        return Ok(Vec::new());
    }
    latex::commands(&mut pieces);
    values::names(&mut pieces, asked);
    values::one_place(&pieces, asked)?;
    claims::said(&mut pieces, asked);
    heaps::ends(&mut pieces, asked)?;
    names::misere_behind(&mut pieces, asked);
    speech::around(&mut pieces, asked);
    names::set_by_letter(&mut pieces);
    heaps::tens(&mut pieces, asked);
    heaps::equal_to(&mut pieces, asked);
    letters::sizes(&mut pieces, asked);
    // the question may have stood behind the sentence
    heaps::ends(&mut pieces, asked)?;
    lists::groups_of_stones(&mut pieces, asked)?;
    lists::ranges_of_heaps(&pieces, asked)?;
    races::sentences(&mut pieces, asked)?;
    chessmen::sentences(&mut pieces, asked)?;
    told::sentences(&mut pieces, asked)?;
    told::name_behind(&mut pieces, asked);
    taking::sentences(&mut pieces, asked)?;
    heaps::ands(&mut pieces, asked);
    heaps::dashes(&mut pieces, asked);
    beside::games(&pieces, asked)?;
    heaps::of_nim(&mut pieces, asked)?;
    heaps::units(&mut pieces, asked);
    names::titles(&mut pieces, asked);
    texts::quoted(&mut pieces, asked);
    names::chinese(&mut pieces, asked);
    names::misere(&mut pieces, asked);
    names::bash(&mut pieces, asked);
    names::bash_of_two(&mut pieces, asked);
    names::titles(&mut pieces, asked);
    places::strict(&mut pieces, asked)?;
    recurrence::formulas(&mut pieces, asked);
    recurrence::without_arrow(&mut pieces, asked);
    brackets::set_and_heap(&mut pieces, asked);
    brackets::around_patterns(&mut pieces);
    names::capitals(&mut pieces, asked);
    brackets::around_rules(&mut pieces, asked);
    numbers::exponents(&mut pieces);
    arithmetic::products(&mut pieces, asked)?;
    numbers::powers(&mut pieces, asked);
    arithmetic::places(&mut pieces, asked)?;
    operators::powers(&mut pieces, asked);
    numbers::python_ranges(&mut pieces);
    builders::factorials(&pieces)?;
    conditions::signs(&mut pieces, asked);
    places::compared(&pieces, asked)?;
    sets::spoken(&mut pieces);
    sets::told(&mut pieces, asked);
    otherwise::condition_first(&mut pieces)?;
    otherwise::unless(&mut pieces);
    otherwise::cases(&mut pieces);
    builders::loops(&mut pieces);
    let tells_kinds = builders::tells_kinds(&pieces);
    loops::spoken(&mut pieces)?;
    bits::shifts(&mut pieces, asked);
    bits::ands(&mut pieces, asked);
    congruences::equal_to_one_of(&mut pieces, asked);
    congruences::signs(&mut pieces, asked);
    operators::remainders(&mut pieces, asked)?;
    operators::lists(&mut pieces, asked);
    operators::xors(&mut pieces, asked);
    operators::sums(&mut pieces, asked);
    claims::arguments(&mut pieces, asked);
    claims::sides(&mut pieces, asked);
    claims::winning(&mut pieces, asked);
    conditions::roots(&mut pieces, asked);
    conditions::whole_roots(&mut pieces, asked);
    conditions::floors(&mut pieces);
    conditions::clauses(&mut pieces);
    relations::spoken(&mut pieces, asked);
    conditions::parities(&mut pieces, asked);
    conditions::kinds(&mut pieces, asked);
    conditions::divisors(&mut pieces, asked);
    if tells_kinds {
        builders::without_loop(&pieces, asked)?;
    }
    brackets::of_take(&mut pieces, asked);
    brackets::points_in_take(&pieces, asked)?;
    numbers::ranges(&mut pieces, asked);
    lists::inside_brackets(&mut pieces);
    lists::behind_games(&mut pieces, asked);
    moves::ors(&mut pieces)?;
    moves::ands(&pieces)?;
    moves::one_coordinate(&pieces)?;
    moves::bars(&mut pieces);
    moves::bits(&pieces)?;
    moves::coordinates(&pieces)?;
    moves::commas(&mut pieces)?;
    lists::words_behind(&pieces, asked)?;
    if asked.bare && asked.kind == Kind::Position {
        lists::bare(&mut pieces)?;
    }
    let respelt = pieces::joined(&pieces);
    // `n > 0 => n > 1` says nothing of the game
    let implies = pieces.iter().any(|piece| piece.token == Token::Implies);
    if asked.kind == Kind::Claim && !implies && !names_its_form(&pieces) {
        // `g(n) <= 8` became a claim already
        let itself = (respelt.text() != text).then_some(respelt);
        return Ok(itself.into_iter().chain(["P: ", "g = "].map(|form| in_front(form, &pieces))).collect());
    }
    Ok(if respelt.text() == text { Vec::new() } else { vec![respelt] })
}

/// Is it a sum of games that are known, in the spelling of the notation, where something is missing or left over that nobody puts
/// right for the reader: a bracket, a summand, a number? Many lines of a stream may be so, and the passes below take longer
/// than an answer.
fn is_beyond_help(text: &str, pieces: &[Piece], asked: &Asked<'_>) -> bool {
    let opened: isize = pieces.iter().map(pieces::step).sum();
    let is = |piece: &Piece, tokens: &[Token]| tokens.contains(&piece.token);
    let gap = |pair: &[Piece]| {
        is(&pair[0], &[Token::LeftParen, Token::Comma]) && is(&pair[1], &[Token::Comma])
            || is(&pair[0], &[Token::Comma]) && is(&pair[1], &[Token::RightParen])
    };
    let is_broken =
        || opened != 0 || pieces.last().is_some_and(|last| is(last, &[Token::Plus])) || pieces.windows(2).any(gap);
    // within an open bracket words are outside of nothing that closes
    let mut depth = 0;
    let is_known = |at: usize| match pieces[at].token {
        Token::Upper | Token::Word(_) | Token::Wrong(_) => false,
        Token::Name => {
            pieces.get(at + 1).is_some_and(|next| pieces::step(next) == 1 && !next.apart)
                && asked.is_game(&pieces[at].text)
        }
        _ => true,
    };
    let plain = |at: usize| {
        let outside = depth <= 0;
        depth += pieces::step(&pieces[at]);
        !outside || is_known(at)
    };
    asked.kind == Kind::Position && text.is_ascii() && is_broken() && (0..pieces.len()).all(plain)
}

/// The pieces of the question, with `misere` in front where Chinese words behind it say that the last player loses.
fn typed(text: &str, asked: &Asked<'_>) -> Vec<Piece> {
    let mut typed = around_program(text);
    // `尼姆 3 4 5，取到最后一个的输`
    let loses = match chinese::end_behind(&text[typed.start..typed.end]) {
        Some((end, loses)) if asked.kind == Kind::Position => {
            typed.end = typed.start + end;
            loses
        }
        _ => false,
    };
    let mut pieces = pieces::cut(&text[typed.start..typed.end]);
    for piece in &mut pieces {
        // signs of other writings: `3、4、5`, `n ↦ n-1`
        if piece.is_sign("、") {
            piece.become_token(Token::Comma, ",");
        } else if piece.is_sign("↦") || piece.is_sign("⟼") {
            piece.become_token(Token::Arrow, "->");
        }
        piece.span = Span::new(piece.span.start + typed.start, piece.span.end + typed.start);
    }
    if loses && pieces.first().is_some_and(|p| !p.is_word(Word::Misere) && !p.text.starts_with('反')) {
        pieces.insert(0, pieces::added(Token::Word(Word::Misere), "misere", Span::new(typed.start, typed.start)));
        pieces[1].apart = true;
    }
    pieces
}

/// The question in a line that was copied from a terminal: `$ grundy 'nim(3,5)'`.
fn around_program(text: &str) -> Span {
    let whole = Span::new(0, text.len());
    let line = text.trim_start().trim_start_matches(['$', '>']).trim_start();
    let Some(quoted) = line.strip_prefix("grundy ").map(str::trim_start) else { return whole };
    let Some(inner) = quoted.strip_prefix('\'').and_then(|inner| inner.trim_end().strip_suffix('\'')) else {
        return whole;
    };
    let start = text.len() - quoted.len() + 1;
    Span::new(start, start + inner.len())
}

/// Does a claim say what it is: `P:`, `g =`, `period`?
fn names_its_form(pieces: &[Piece]) -> bool {
    match pieces {
        [a, b, ..] if a.is_name("p") => b.token == Token::Colon,
        [a, b, ..] if a.is_name("g") => b.token == Token::Equal,
        [a, ..] => a.is_name("period"),
        [] => true,
    }
}

fn in_front(form: &str, pieces: &[Piece]) -> Respelt {
    let near = pieces[0].span;
    let mut all = vec![pieces::added(Token::Name, form.trim_end(), super::Span::new(near.start, near.start))];
    all.extend_from_slice(pieces);
    all[1].apart = true;
    pieces::joined(&all)
}

/// Where the last definition ends and the question begins.
fn question(pieces: &[Piece]) -> usize {
    if !pieces.first().is_some_and(|p| p.is_word(Word::Let)) {
        return 0;
    }
    let semicolons = pieces::outside(pieces, 0, pieces.len());
    semicolons.into_iter().rev().find(|&at| pieces[at].token == Token::Semicolon).map_or(0, |at| at + 1)
}
