//! Which known games have the values of a game, or its values shifted by some heaps.
//!
//! Dawson's Chess `0.137` has the values 0 1 1 2 0 3 1 1 …, Dawson's Kayles `0.07` has 0 0 1 1 2 0 3 1 1 …: the same one
//! heap later. In *Winning Ways* (E. R. Berlekamp, J. H. Conway, R. K. Guy, 1982, chapter 4) such games are called
//! cousins. Nothing here is taken from a table of such games: the first values of all octal codes `0.abc` and `4.abc` are
//! computed, and of the one-heap games of the catalogue; those that agree are compared further. Where both games have a
//! proved period and agree up to the end of one of it, they agree for ever, and so they do where one has further moves only, and no
//! heap gets an option with its own value; otherwise the agreement is checked as far as
//! it was compared, and at some heaps behind that which cost little. `0.161` and `0.36` agree up to heap 518 and are not equal.
//!
//! Cost: the first look into the table about a millisecond, once a process; then values of a few games up to the bound.

use std::ops::Range;
use std::sync::LazyLock;

use grundy_core::{Context, Convention, Error, Evidence, Nat, NatPeriod, Result, number::to_u64};
use grundy_sequence::code::Code;
use grundy_sequence::set::IntSet;
use grundy_sequence::take_and_break::{Further, Kept};

pub use crate::answer::EqualGame;
use crate::answer::Shifted;
use crate::game::GameQuestion;
use crate::game::catalogue::{self, Definition, Entry, Group};
use crate::game::{Game, Place, Shape};
use crate::period::seen::{AFAR, AFAR_NODES};
use crate::scope::Scope;
use crate::words::Words;

/// Values of every known game that are compared first.
const FEW: usize = 24;
/// Values that are compared before a game is made of a code.
const PREFIX: usize = 64;
/// The values of a family of boards are searched one by one: so many nodes, or no equal game is told.
const DEAR: u64 = 20_000;
/// Shifts up to here are tried in both directions.
const SHIFTS: i64 = 4;

options! {
    /// What is wanted of [`GameQuestion::equal_games_with`].
    ///
    /// ```
    /// use grundy::equal_games::EqualGamesOptions;
    /// use grundy::{Context, Convention, game};
    /// let wanted = EqualGamesOptions::default().with_limit(1);
    /// let found = game("dawsonschess")?.under(Convention::Normal).equal_games_with(&wanted, &Context::default())?;
    /// assert_eq!(found.len(), 1);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy)]
    pub struct EqualGamesOptions {
        /// The last heap whose values are compared.
        to: u64 = 2000, with_to;
        /// So many are listed at most, the simplest first.
        limit: usize = 5, with_limit;
    }
}

/// Codes and games of the catalogue with the values of a one-heap game, shifted by at most four heaps, the game itself
/// left out: first those without a shift, then by length and digits. Empty for other games and in misère play.
///
/// # Errors
/// When the budget is spent; faults of the rule.
pub(crate) fn equal_games(
    question: &GameQuestion,
    options: &EqualGamesOptions,
    cx: &Context,
) -> Result<Vec<EqualGame>> {
    // boards that begin later have no heap for each heap of another game
    if question.game.smallest_member().is_some_and(|first| first > 0) {
        return Ok(Vec::new());
    }
    if question.game.is_family() {
        let near = EqualGamesOptions { to: options.to.min(PREFIX as u64), ..*options };
        return Ok(cx.trial(DEAR, |part| search(question, &near, part))?.unwrap_or_default());
    }
    search(question, options, cx)
}

fn search(question: &GameQuestion, options: &EqualGamesOptions, cx: &Context) -> Result<Vec<EqualGame>> {
    let game = &question.game;
    if question.game.is_loopy()
        || question.convention == Convention::Misere
        || game.shape() != Shape::Heap
        || options.to < PREFIX as u64
    {
        return Ok(Vec::new());
    }
    let Some(first) = prefix_of::<PREFIX>(game, cx)? else { return Ok(Vec::new()) };
    let own = game.knowledge()?.family.clone();
    let mut found: Vec<EqualGame> = Vec::new();
    let shifts = std::iter::once(0).chain((1..=SHIFTS).flat_map(|s| [s, -s]));
    for shift in shifts {
        let agreeing = CANDIDATES.iter().filter(|c| agree(&first[..FEW], &c.values, shift));
        let agreeing = agreeing.filter(|c| c.digits.is_none_or(|d| agree(&first, &prefix::<PREFIX>(d), shift)));
        for candidate in agreeing {
            if found.len() >= options.limit {
                return Ok(found);
            }
            // a shift by less was enough
            if found.iter().any(|equal| equal.game == candidate.game) {
                continue;
            }
            let Some(other) = candidate.made() else { continue };
            let same = other.text() == game.text()
                || (own.is_some() && other.knowledge().is_ok_and(|known| known.family == own));
            if same {
                continue;
            }
            if let Some(evidence) = compare(game, &other, shift, options.to, cx)? {
                let from = shift.min(0).unsigned_abs();
                found.push(EqualGame {
                    game: candidate.game.clone(),
                    played: other,
                    name: candidate.name,
                    shift,
                    from,
                    evidence,
                });
            }
        }
    }
    Ok(found)
}

/// The shift by at most four heaps that makes the values of two games equal, if there is one.
///
/// # Errors
/// When the budget is spent; faults of the rules.
pub(crate) fn shifted(left: &Game, right: &Game, to: u64, cx: &Context) -> Result<Option<Shifted>> {
    let is_compared =
        |game: &Game| !game.is_loopy() && !game.is_family() && game.smallest_member().is_none_or(|first| first == 0);
    if to < PREFIX as u64 || !is_compared(left) || !is_compared(right) {
        return Ok(None);
    }
    let (Some(a), Some(b)) = (prefix_of::<PREFIX>(left, cx)?, prefix_of::<PREFIX>(right, cx)?) else {
        return Ok(None);
    };
    for shift in (1..=SHIFTS).flat_map(|s| [s, -s]).filter(|&shift| agree(&a, &b, shift)) {
        if let Some(evidence) = compare(left, right, shift, to, cx)? {
            return Ok(Some(Shifted { shift, from: shift.min(0).unsigned_abs(), evidence }));
        }
    }
    Ok(None)
}

/// A known game and its first values.
struct Candidate {
    game: String,
    name: Option<&'static str>,
    /// Of a code.
    digits: Option<[u8; 4]>,
    /// In the catalogue.
    entry: Option<&'static Entry>,
    values: [u8; FEW],
}

impl Candidate {
    fn made(&self) -> Option<Game> {
        match self.digits {
            Some(digits) => Some(Game::of_code(code(digits))),
            None => Scope::of_entry(self.entry?).ok(),
        }
    }
}

static CANDIDATES: LazyLock<Vec<Candidate>> = LazyLock::new(|| {
    let names: Vec<_> = catalogue::all()
        .iter()
        .filter(|entry| entry.group == Group::Heaps)
        .filter_map(|entry| match entry.definition {
            Definition::Text { parameters: [], text } => Some((entry, text)),
            _ => None,
        })
        .collect();
    let mut candidates: Vec<Candidate> = codes()
        .map(|digits| {
            let game = code(digits).to_string();
            let name = names.iter().find(|(_, text)| *text == game).map(|(entry, _)| entry.english);
            Candidate { values: prefix(digits), name, game, digits: Some(digits), entry: None }
        })
        .collect();
    let cx = Context::default();
    for (entry, text) in names {
        let known = candidates.iter().any(|c| c.game == text || c.name == Some(entry.english));
        let game = Scope::of_entry(entry);
        if !known
            && let Ok(game) = game
            && let Ok(Some(values)) = prefix_of(&game, &cx)
        {
            let game = entry.name.to_owned();
            candidates.push(Candidate { game, name: Some(entry.english), digits: None, entry: Some(entry), values });
        }
    }
    candidates
});

/// The codes `0.abc` and `4.abc` as four digits, short ones first.
fn codes() -> impl Iterator<Item = [u8; 4]> {
    let digits = |n: u16| [(n >> 6) as u8 & 7, (n >> 3) as u8 & 7, n as u8 & 7];
    let length = move |n: u16| digits(n).iter().rposition(|d| *d > 0).map_or(0, |at| at + 1);
    (0..=3usize).flat_map(move |long| {
        [0u8, 4].into_iter().flat_map(move |zero| {
            let numbers = (0..512u16).filter(move |n| length(*n) == long);
            numbers.map(move |n| [zero, digits(n)[0], digits(n)[1], digits(n)[2]])
        })
    })
}

/// The code without zeros at its end.
fn code(digits: [u8; 4]) -> Code {
    let last = digits.iter().rposition(|d| *d > 0).unwrap_or(0).max(1);
    Code::octal(digits[0].into(), digits[1..=last].iter().map(|&d| d.into()))
}

/// The first values of an octal code by the rule, pair by pair.
fn prefix<const SIZE: usize>(digits: [u8; 4]) -> [u8; SIZE] {
    let mut values = [0u8; SIZE];
    for n in 0..SIZE {
        // one bit a value; at most 1 + 1 + 32 options a digit: the value is below 136
        let mut seen = [0u64; 4];
        let mut see = |value: u8| seen[usize::from(value >> 6)] |= 1 << (value & 63);
        for (taken, digit) in digits.into_iter().enumerate() {
            let Some(rest) = n.checked_sub(taken) else { break };
            if digit & 1 == 1 && rest == 0 {
                see(0);
            }
            if digit & 2 == 2 && rest > 0 {
                see(values[rest]);
            }
            if digit & 4 == 4 {
                let half = rest / 2;
                values[1..=half].iter().zip(values[rest - half..rest].iter().rev()).for_each(|(a, b)| see(a ^ b));
            }
        }
        let word = seen.iter().position(|word| *word != u64::MAX).unwrap_or(3);
        values[n] = (64 * word as u32 + seen[word].trailing_ones()) as u8;
    }
    values
}

/// The first values of a game, if they are small.
fn prefix_of<const SIZE: usize>(game: &Game, cx: &Context) -> Result<Option<[u8; SIZE]>> {
    let mut values = [0; SIZE];
    for (n, value) in (0u64..).zip(&mut values) {
        cx.tick(1)?;
        let known = match value_at(game, n, cx) {
            // games are compared from heap 0 on, and not around a gap
            Err(Error::Bad(bad)) if game.is_no_place(&bad) => return Ok(None),
            known => known?,
        };
        let Some(small) = to_u64(&known).and_then(|v| u8::try_from(v).ok()) else { return Ok(None) };
        *value = small;
    }
    Ok(Some(values))
}

fn value_at(game: &Game, n: u64, cx: &Context) -> Result<Nat> {
    game.value_at(&Place::heap(n), cx)
}

fn agree(left: &[u8], right: &[u8], shift: i64) -> bool {
    let by = usize::try_from(shift.unsigned_abs()).unwrap_or(FEW).min(FEW);
    let same = |a: &[u8], b: &[u8]| a.iter().zip(b).all(|(a, b)| a == b);
    if shift < 0 { same(&left[by..], right) } else { same(left, &right[by..]) }
}

/// Heaps behind what is compared one by one …
pub(crate) const BEYOND: Range<u64> = 4080..4096;
/// … may cost so many nodes each.
pub(crate) const BEYOND_NODES: u64 = 10_000_000;
/// So many heaps from a late number on, which may cost so many nodes each.
const LATE: u64 = 8;
/// So many late numbers of a set are looked at.
const ENDS: usize = 8;
const LATE_NODES: u64 = 50_000_000;

/// The numbers behind this one from which on other moves are there; `None`: no heap whose value is looked up shows one of them.
fn late_numbers(game: &Game, to: u64) -> Option<Vec<u64>> {
    let pieces = game.subtraction_set().and_then(IntSet::pieces);
    let Some(pieces) = pieces else {
        return Some(game.largest_taken().filter(|&last| last > to).into_iter().collect());
    };
    let ends = pieces.0.iter().flat_map(|piece| [Some(&piece.from), piece.to.as_ref()]).flatten();
    let mut late = ends.filter(|&end| *end > Nat::from(to)).map(to_u64).collect::<Option<Vec<u64>>>()?;
    late.truncate(ENDS);
    Some(late)
}

/// Do the values differ at one of some large heaps, where both are to be had for little? Nim with at most 3000 begins
/// like Nim. What a late number does must be known: `take[1,10^6]` begins like `take[1]`.
fn differ_afar(left: &Game, right: &Game, shift: i64, to: u64, cx: &Context) -> bool {
    let differ = |n: u64, nodes: u64| -> Option<bool> {
        let part = cx.part(nodes);
        let shifted = n.checked_add_signed(shift)?;
        Some(value_at(left, n, &part).ok()? != value_at(right, shifted, &part).ok()?)
    };
    for (game, shift) in [(left, 0), (right, shift)] {
        let Some(late) = late_numbers(game, to) else { return true };
        for last in late {
            let last = last.saturating_add_signed(-shift);
            if (last..last.saturating_add(LATE)).any(|n| differ(n, LATE_NODES) != Some(false)) {
                return true;
            }
        }
    }
    let beyond = BEYOND.filter(|&n| n > to).map_while(|n| differ(n, BEYOND_NODES));
    let afar = AFAR.into_iter().filter(|&n| n > to).filter_map(|n| differ(n, AFAR_NODES));
    beyond.chain(afar).any(|differs| differs)
}

/// What the equality G(n) = H(n + shift) rests on; `None`: the values differ somewhere.
fn compare(left: &Game, right: &Game, shift: i64, to: u64, cx: &Context) -> Result<Option<Evidence>> {
    let from = shift.min(0).unsigned_abs();
    let ahead = shift.max(0).unsigned_abs();
    let whole = |game: &Game| game.known_period(Some(to), cx);
    let of_left = whole(left)?;
    if shift == 0
        && let Some(judged) = by_further_moves(left, right, of_left.as_ref(), to, cx)?
    {
        return Ok(judged);
    }
    let proved = match (of_left, whole(right)?) {
        (Some(left), Some(right)) if left.0.period == right.0.period && left.0.saltus == right.0.saltus => {
            // from here on both repeat, as functions of n
            let ahead = Nat::from(ahead);
            let start = (left.0.preperiod + &ahead).max(right.0.preperiod + Nat::from(from)) - ahead;
            to_u64(&(start + &left.0.period)).map(|end| (end, left.1.and(&right.1)))
        }
        (Some(_), Some(_)) => return Ok(None),
        _ => None,
    };
    let proved = proved.filter(|(end, _)| *end <= to.saturating_add(1));
    let end = proved.as_ref().map_or(to.saturating_add(1), |(end, _)| *end);
    for n in from..end {
        cx.tick(1)?;
        if value_at(left, n, cx)? != value_at(right, n + ahead - from, cx)? {
            return Ok(None);
        }
    }
    if proved.is_none() && differ_afar(left, right, shift, to, cx) {
        return Ok(None);
    }
    Ok(Some(match proved {
        Some((_, evidence)) => evidence,
        None => Evidence::checked(to, Words::new("the values were compared one by one", "逐个比较了各值")),
    }))
}

/// What the equality rests on where the right code has the moves of the left one and further ones: no value of it is needed.
/// `None`: they are no such codes, or too few values are known.
fn by_further_moves(
    left: &Game,
    right: &Game,
    period: Option<&(NatPeriod, Evidence)>,
    to: u64,
    cx: &Context,
) -> Result<Option<Option<Evidence>>> {
    let (Some(fewer), Some(more)) = (left.knowledge()?.code(), right.knowledge()?.code()) else { return Ok(None) };
    let Some(further) = Further::of(fewer, more) else { return Ok(None) };
    value_at(left, to, cx)?;
    // those behind the bound are looked at where they cost little
    let _ = value_at(left, BEYOND.end - 1, &cx.part(BEYOND_NODES));
    Ok(match (left.kept_with(&further, period.map(|(period, _)| period)), period) {
        (Some(Kept::Not), _) => Some(None),
        (Some(Kept::Always(theorem)), Some((_, evidence))) => Some(Some(evidence.clone().and(&theorem))),
        (Some(Kept::UpTo(last, evidence)), _) if last >= to => Some(Some(evidence)),
        _ => None,
    })
}

#[cfg(test)]
mod tests;
