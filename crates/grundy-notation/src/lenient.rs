//! What people type, read as the strict notation.
//!
//! ```text
//! typed     Nim 3 4 5          take[1-3] 21        n -> n-1, n-3
//! strict    nim(3, 4, 5)       take[1..3](21)      {n -> n-1; n-3}
//! ```
//!
//! One stage between the typed text and the parser: the text is cut into `pieces`, a few passes, one file a subject,
//! respell what the strict language does not have, and the pieces are joined again with the places where they were
//! typed ([`Respelt`]). The stage starts only where the strict reader failed, so it costs strict texts nothing, and what
//! can be read strictly never changes its meaning. Where two readings are left none is taken: the fault shows both.
//! What the passes make is read strictly: a wrong guess is a fault, never another game.
//!
//! Cost: every pass looks at each piece a few times; longer texts than `LONGEST` are not typed and are left alone.

mod alternatives;
mod amounts;
mod arithmetic;
mod arrows;
mod before;
mod beside;
mod bits;
mod bounds;
mod brackets;
mod builders;
mod called;
mod chessmen;
mod chinese;
mod claims;
mod comparisons;
mod conditions;
mod congruences;
mod divisors;
mod ellipsis;
mod forms;
mod heaps;
mod irrational;
mod kinds;
mod latex;
mod letters;
mod lists;
mod loops;
pub mod mend;
mod moves;
mod names;
mod numbers;
mod operators;
mod otherwise;
mod periods;
mod phrases;
mod pieces;
mod places;
mod quotients;
mod races;
mod recurrence;
mod relations;
mod restrictions;
mod rules;
mod sets;
mod shares;
mod slips;
mod speech;
mod splits;
mod stones;
mod subjects;
mod taken;
mod taking;
mod texts;
mod titles;
mod told;
mod tuples;
mod unbound;
mod unread;
mod values;
mod winners;
mod worded;

use std::fmt;

use grundy_core::error::Diagnostic;
use pieces::Piece;

use super::Span;
use super::lexer::{Token, Word};
use super::names::Games;
use super::respelt::Respelt;
pub use pieces::Typed;

pub use chinese::number_at;

/// Longer texts are not respelt, in bytes.
const LONGEST: usize = 1 << 12;

/// What the text is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
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
pub struct Asked<'a> {
    /// What the text is to be.
    pub kind: Kind,
    /// The games that it may name.
    pub games: Games,
    /// May numbers alone be heaps of Nim?
    pub bare: bool,
    /// Most decimal digits of a number.
    pub digits: usize,
    /// Is this the name of a `let` that is in force?
    pub lets: &'a dyn Fn(&str) -> bool,
    /// The variables of a claim: the coordinates, then the parameters.
    pub variables: &'a [String],
    /// How many of them are coordinates.
    pub coordinates: usize,
}

impl fmt::Debug for Asked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asked").field("kind", &self.kind).field("variables", &self.variables).finish_non_exhaustive()
    }
}

impl Asked<'_> {
    /// Numbers alone may be heaps, numbers have at most 10 000 digits, and there are no definitions and no variables.
    #[must_use]
    pub fn new(kind: Kind, games: Games) -> Self {
        Asked { kind, games, bare: true, digits: 10_000, lets: &|_| false, variables: &[], coordinates: 0 }
    }

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
pub fn respell(typed: &Typed<'_>, asked: &Asked<'_>) -> Result<Vec<Respelt>> {
    let text = typed.text();
    if text.len() > LONGEST {
        return Ok(Vec::new());
    }
    if let Some(pieces) = chinese::sentence(text, asked)? {
        return Ok(vec![pieces::joined(&pieces)]);
    }
    if is_beyond_help(text, typed.pieces(), asked) {
        return Ok(Vec::new());
    }
    let mut pieces = as_typed(typed, asked);
    if is_beyond_help(text, &pieces, asked) {
        return Ok(Vec::new());
    }
    sentences(&mut pieces, asked)?;
    games(&mut pieces, asked)?;
    let in_words = terms(&mut pieces, asked)?;
    statements(&mut pieces, asked)?;
    splits::told(&mut pieces, asked);
    unbound::loops(&mut pieces, in_words, asked)?;
    moves_of_rules(&mut pieces, asked)?;
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

/// What is said around games and heaps: LaTeX, the question, sentences on stones and places.
fn sentences(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    latex::commands(pieces);
    numbers::exponents(pieces);
    arithmetic::powers(pieces, asked);
    subjects::sentences(pieces, asked)?;
    arrows::signs(pieces, asked);
    names::printed_codes(pieces, asked);
    names::codes(pieces, asked);
    ellipsis::ranges(pieces);
    ellipsis::numbers(pieces);
    values::names(pieces, asked);
    values::in_words(pieces, asked);
    periods::told(pieces, asked);
    values::one_place(pieces, asked)?;
    comparisons::spoken(pieces, asked);
    claims::said(pieces, asked);
    heaps::ends(pieces, asked)?;
    names::misere_behind(pieces, asked);
    speech::around(pieces, asked);
    names::set_by_letter(pieces);
    texts::boards_before(pieces, asked);
    heaps::tens(pieces, asked);
    heaps::equal_to(pieces, asked);
    letters::values(pieces, asked);
    letters::sizes(pieces, asked);
    // the question may have stood behind the sentence
    heaps::ends(pieces, asked)?;
    lists::groups_of_stones(pieces, asked)?;
    lists::ranges_of_heaps(pieces, asked)?;
    races::sentences(pieces, asked)?;
    chessmen::sentences(pieces, asked)?;
    told::sentences(pieces, asked)?;
    told::name_behind(pieces, asked);
    taking::sentences(pieces, asked)?;
    heaps::ands(pieces, asked);
    heaps::dashes(pieces, asked);
    beside::games(pieces, asked)?;
    heaps::of_nim(pieces, asked)?;
    heaps::units(pieces, asked);
    Ok(())
}

/// Names and titles of games, places, formulas and rules without their brackets.
fn games(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    titles::titles(pieces, asked);
    titles::coins(pieces, asked)?;
    texts::quoted(pieces, asked);
    names::chinese(pieces, asked);
    names::misere(pieces, asked);
    titles::without_code(pieces, asked)?;
    names::bash(pieces, asked);
    names::bash_of_two(pieces, asked);
    titles::titles(pieces, asked);
    tuples::beside(pieces, asked);
    places::called(pieces, asked);
    places::strict(pieces, asked)?;
    recurrence::formulas(pieces, asked);
    recurrence::without_arrow(pieces, asked);
    brackets::set_and_heap(pieces, asked);
    brackets::around_patterns(pieces);
    names::capitals(pieces, asked);
    brackets::around_rules(pieces, asked);
    ellipsis::moves(pieces);
    Ok(())
}

/// Numbers, operators, the first words of conditions and loops. Do words speak of numbers?
fn terms(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<bool> {
    arithmetic::products(pieces, asked)?;
    numbers::powers(pieces, asked);
    arithmetic::places(pieces, asked)?;
    operators::powers(pieces, asked);
    numbers::python_ranges(pieces);
    builders::factorials(pieces)?;
    conditions::signs(pieces, asked);
    quotients::bounds(pieces, asked);
    places::compared(pieces, asked)?;
    forms::absolute(pieces);
    forms::negated(pieces);
    forms::moves(pieces)?;
    unbound::conditions(pieces);
    forms::conditions(pieces);
    sets::spoken(pieces);
    bounds::brackets(pieces, asked);
    worded::brackets(pieces, asked);
    sets::told(pieces, asked);
    otherwise::condition_first(pieces)?;
    otherwise::unless(pieces);
    otherwise::cases(pieces);
    builders::loops(pieces);
    forms::either(pieces);
    let in_words = builders::tells_numbers(pieces);
    loops::spoken(pieces)?;
    Ok(in_words)
}

/// Comparisons, congruences and what a claim says.
fn statements(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    bits::shifts(pieces, asked);
    bits::ands(pieces, asked);
    congruences::equal_to_one_of(pieces, asked);
    congruences::signs(pieces, asked);
    operators::remainders(pieces, asked)?;
    operators::lists(pieces, asked);
    operators::xors(pieces, asked);
    operators::sums(pieces, asked);
    claims::arguments(pieces, asked);
    claims::sides(pieces, asked);
    claims::winning(pieces, asked);
    conditions::roots(pieces, asked);
    conditions::whole_roots(pieces, asked);
    quotients::floors(pieces);
    conditions::clauses(pieces);
    relations::spoken(pieces, asked);
    conditions::parities(pieces, asked);
    conditions::kinds(pieces, asked);
    divisors::bars(pieces, asked);
    Ok(())
}

/// Sets in brackets, lists, the moves of a rule and what stands between them.
fn moves_of_rules(pieces: &mut Vec<Piece>, asked: &Asked<'_>) -> Result<()> {
    brackets::of_take(pieces, asked);
    brackets::points_in_take(pieces, asked)?;
    numbers::ranges(pieces, asked);
    lists::inside_brackets(pieces);
    lists::behind_games(pieces, asked);
    moves::ors(pieces)?;
    moves::ands(pieces)?;
    moves::one_coordinate(pieces)?;
    moves::bars(pieces);
    moves::bits(pieces)?;
    moves::coordinates(pieces)?;
    moves::commas(pieces)?;
    lists::words_behind(pieces, asked)?;
    quotients::exact(pieces, asked);
    if asked.bare && asked.kind == Kind::Position {
        lists::bare(pieces)?;
    }
    Ok(())
}

/// Is it a sum of games that are known, in the spelling of the notation, where something is missing or left over that nobody puts
/// right for the reader: a bracket, a summand, a number, or a sign before a heap? Many lines of a stream may be so, and the passes
/// below take longer than an answer.
fn is_beyond_help(text: &str, pieces: &[Piece], asked: &Asked<'_>) -> bool {
    let opened: isize = pieces.iter().map(pieces::step).sum();
    let is = |piece: &Piece, tokens: &[Token]| tokens.contains(&piece.token);
    let gap = |pair: &[Piece]| {
        is(&pair[0], &[Token::LeftParen, Token::Comma]) && is(&pair[1], &[Token::Comma])
            || is(&pair[0], &[Token::Comma]) && is(&pair[1], &[Token::RightParen])
    };
    let negative = |four: &[Piece]| {
        is(&four[0], &[Token::LeftParen, Token::Comma])
            && is(&four[1], &[Token::Minus])
            && is(&four[2], &[Token::Number])
            && is(&four[3], &[Token::Comma, Token::RightParen])
    };
    let is_broken = || {
        opened != 0
            || pieces.last().is_some_and(|last| is(last, &[Token::Plus]))
            || pieces.windows(2).any(gap)
            || pieces.windows(4).any(negative)
    };
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
fn as_typed(whole: &Typed<'_>, asked: &Asked<'_>) -> Vec<Piece> {
    let text = whole.text();
    let mut typed = around_program(text);
    // `尼姆 3 4 5，取到最后一个的输`
    let loses = match chinese::end_behind(&text[typed.start..typed.end]) {
        Some((end, loses)) if asked.kind == Kind::Position => {
            typed.end = typed.start + end;
            loses
        }
        _ => false,
    };
    let mut pieces = whole.pieces_of(typed.start..typed.end);
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
