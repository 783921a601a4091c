//! Every move of a position with the value it leads to.

use super::alone::lone;
use super::list::{OptionsOf, list, options_of};
use super::normal::listed;
use super::{SolveOptions, reading, solve};
use crate::answer::{Answer, Move, MoveList};
use crate::context::{Context, Spent};
use crate::error::{Diagnostic, Result};
use crate::evidence::Evidence;
use crate::game::Component;
use crate::game::options::Parts;
use crate::loopy::Value;
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::plan::misere::Judge;
use crate::plan::sums::{Play, Sum};
use crate::plan::{Found, Told};
use crate::position::Position;

options! {
    /// What is wanted of [`Position::moves_with`].
    ///
    /// ```
    /// use grundy::{Context, MovesOptions, kayles};
    /// let wanted = MovesOptions::default().with_winning(true).with_limit(1);
    /// assert_eq!(kayles().at(9).moves_with(&wanted, &Context::default())?.moves[0].to, "kayles(4, 4)");
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy)]
    pub struct MovesOptions {
        /// List so many at most.
        limit: usize = 100, with_limit;
        /// Only those that win.
        winning: bool = false, with_winning;
    }
}

/// So many moves are searched for those that win.
const TRIED: usize = 10_000;

/// Positions with so few moves are small boards, whose values are searched unasked …
const FEW: u64 = 64;
/// … for so many nodes.
const SEARCHED: u64 = 1 << 22;

/// The moves of a position, counted exactly, the first ones listed with what they lead to.
///
/// # Errors
/// As [`solve`]; a position with `?` has no moves.
pub(crate) fn moves(position: &Position, options: &MovesOptions, cx: &Context) -> Result<Answer<MoveList>> {
    playable(position)?;
    let answer = Answer::new(position.query(), position.convention, reading(position), MoveList::default());
    answer.filled_as_far_as(cx, |answer| {
        let listed = if options.winning {
            winning(position, options.limit, answer, cx)
        } else {
            match position.convention {
                Convention::Normal => normal(position, options.limit, answer, cx),
                Convention::Misere => misere(position, options.limit, answer, cx),
            }
        };
        if (answer.stopped.is_some() || listed.is_err()) && answer.moves.is_empty() {
            answer.evidence = Evidence::nothing();
        }
        if !options.winning {
            number(&mut answer.result);
        }
        listed
    })
}

/// Numbers the moves of a full list.
fn number(list: &mut MoveList) {
    (0usize..).zip(&mut list.moves).for_each(|(index, mv)| mv.index = Some(Nat::from(index)));
}

/// The moves that win, as `solve` tells them; where a theorem tells not all of them, those that a search finds.
fn winning(position: &Position, limit: usize, answer: &mut Answer<MoveList>, cx: &Context) -> Result<()> {
    let wanted = SolveOptions { limit, details: true, ..SolveOptions::default() };
    let solved = solve(position, &wanted, cx)?;
    answer.result = solved.result.moves;
    answer.evidence = solved.evidence;
    answer.stopped = solved.stopped;
    if answer.stopped.is_some() || answer.result.count.is_some() || position.convention != Convention::Normal {
        return Ok(());
    }
    let mut all = unjudged(position, MoveList::default());
    let searched = normal(position, TRIED, &mut all, cx);
    number(&mut all.result);
    let is_known = all.result.moves.iter().all(|mv| mv.outcome.is_some());
    all.result.moves.retain(|mv| mv.outcome == Some(Outcome::Previous));
    if searched.is_ok() && is_known && all.result.count.as_ref().is_some_and(|count| *count <= Nat::from(TRIED)) {
        all.result.count = Some(Nat::from(all.result.moves.len()));
        all.result.moves.truncate(limit);
        answer.result = all.result;
    }
    answer.evidence.add(&all.evidence);
    answer.stopped = all.stopped;
    searched
}

/// Refuses what has no moves.
fn playable(position: &Position) -> Result<()> {
    position.sound()?;
    if position.hole.is_some() {
        return Err(Diagnostic::input("a position with `?` has no moves")
            .suggest("ask `solve` for the number first")
            .into());
    }
    Ok(())
}

/// The moves alone, whatever they lead to.
///
/// # Errors
/// As [`moves`]; a spent budget is an error here.
pub(crate) fn legal(position: &Position, limit: usize, cx: &Context) -> Result<MoveList> {
    playable(position)?;
    let table = options_of(position, limit, cx)?;
    Ok(list(position, &table, limit, cx, &mut |_, _| (None, None)))
}

/// An answer of moves that nobody judged.
pub(crate) fn unjudged(position: &Position, moves: MoveList) -> Answer<MoveList> {
    let answer = Answer::new(position.query(), position.convention, reading(position), moves);
    Answer { evidence: Evidence::nothing(), ..answer }
}

fn normal(position: &Position, limit: usize, answer: &mut Answer<MoveList>, cx: &Context) -> Result<()> {
    if Play::of(position) == Play::Ends
        && let Some(only) = lone(position)
        && let Some(told) = only.game.outcome_before_moves(&only.place, cx)?
    {
        return by_outcome(position, &only, told, limit, answer, cx);
    }
    let (sum, stopped) = Sum::of(position, cx)?;
    answer.evidence = sum.evidence();
    // the moves are told even where the value took all there was
    let reading = stopped.is_some().then(|| cx.listing_out());
    answer.stopped = stopped;
    let table = options_of(position, limit, reading.as_ref().unwrap_or(cx))?;
    let is_lost = sum.total().is_some_and(|total| total.outcome() == Outcome::Previous);
    let mut after = |component: &Component, parts: &Parts| sum.after(component, parts, cx);
    let (moves, done) = listed(position, &table, limit, is_lost, cx, &mut after);
    answer.result = moves;
    done
}

/// The outcome is told without the value: so is that of each option, where the move leaves one part. The others are searched.
fn by_outcome(
    position: &Position,
    only: &Component,
    told: Found<Told>,
    limit: usize,
    answer: &mut Answer<MoveList>,
    cx: &Context,
) -> Result<()> {
    answer.evidence = told.evidence;
    let lost = told.what.outcome == Outcome::Previous;
    let tried = only.game.values_are_tried_beside(&only.place);
    // a lost position has its value from the theorem; where a short search finds no value of another, it finds none of its options
    let is_known = told.what.value.is_some();
    let mut trying = tried && (is_known || only.game.value_tried(&only.place, cx)?.is_some());
    let end = cx.nodes().saturating_add(SEARCHED);
    let found = only.game.options(&only.place, limit, cx)?;
    let table = OptionsOf::from_iter([(only.clone(), Some(found))]);
    let mut trouble = None;
    let mut evidence = Evidence::trivial();
    answer.result = list(position, &table, limit, cx, &mut |_, parts| {
        // every move from a lost position loses
        let by_definition = lost.then_some(Outcome::Next);
        let ([left], None) = (parts.as_slice(), &trouble) else { return (None, by_definition) };
        let after = match left.game.outcome_at_last(&left.place, cx) {
            Ok(Some(after)) => after,
            Ok(None) => return (None, by_definition),
            Err(e) => {
                trouble = Some(e);
                return (None, by_definition);
            }
        };
        evidence.add(&after.evidence);
        let value = match after.what.value {
            Some(value) if tried => Some(value),
            None if trying => match left.game.value_tried(&left.place, cx) {
                Ok(found) => {
                    trying = found.is_some() && cx.nodes() < end;
                    found.map(|found| {
                        evidence.add(&found.evidence);
                        found.what
                    })
                }
                Err(e) => {
                    trouble = Some(e);
                    return (None, Some(after.what.outcome));
                }
            },
            _ => None,
        };
        (value.map(Value::Finite), Some(after.what.outcome))
    });
    answer.evidence.add(&evidence);
    trouble.map_or_else(|| by_search(answer, cx), Err)
}

/// Searches for the values of the moves whose outcome is not known. Where nobody set a budget a long search is not begun, and
/// the answer says what is missing.
fn by_search(answer: &mut Answer<MoveList>, cx: &Context) -> Result<()> {
    let is_small = answer.result.count.as_ref().is_some_and(|count| *count <= Nat::from(FEW));
    let most = if is_small { SEARCHED } else { 0 };
    let end = cx.nodes().saturating_add(most);
    let mut open: Vec<&mut Move> = answer.result.moves.iter_mut().filter(|mv| mv.outcome.is_none()).collect();
    let mut left = open.len() as u64;
    for mv in &mut open {
        let search = |cx: &Context| {
            mv.deed.parts.iter().try_fold((Nat::ZERO, Evidence::trivial()), |(value, evidence), part| {
                let found = part.game.find_value(&part.place, cx)?;
                Ok((value ^ found.what, evidence.and(&found.evidence)))
            })
        };
        // each move has an equal share of what is left
        let share = end.saturating_sub(cx.nodes()) / left.max(1);
        let found = match share {
            _ if cx.is_limited() => Some(search(cx)?),
            0 => None,
            _ => cx.trial(share, search)?,
        };
        left -= 1;
        let Some((value, why)) = found else { continue };
        answer.evidence.add(&why);
        mv.outcome = Some(Outcome::lost_if(value == Nat::ZERO));
        mv.value = Some(value);
    }
    let open = open.iter().filter(|mv| mv.outcome.is_none()).count();
    if open > 0 {
        let needed = format!("a search for the values of {open} moves; within a budget of time or nodes it is begun");
        answer.stopped = Some(cx.engine_limit(Spent::Nodes, needed));
    }
    Ok(())
}

fn misere(position: &Position, limit: usize, answer: &mut Answer<MoveList>, cx: &Context) -> Result<()> {
    let table = options_of(position, limit, cx)?;
    let distinct = position.components();
    let mut judge = Judge::new();
    let mut trouble = None;
    answer.result = list(position, &table, limit, cx, &mut |component, parts| {
        let moved = distinct.iter().position(|(c, _)| c == component).unwrap_or(0);
        match judge.after(&distinct, moved, parts, cx) {
            Ok(outcome) => (None, Some(outcome)),
            Err(e) => {
                trouble.get_or_insert(e);
                (None, None)
            }
        }
    });
    answer.evidence = judge.evidence();
    trouble.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Budget;
    use crate::session::Session;

    /// A theorem tells that the position is lost, and says nothing of the values of its options.
    #[test]
    fn moves_of_a_lost_position_have_their_values() {
        let answer = ask("geography(\"grid:3x3\", start=0)", false, None);
        assert_eq!(answer.count, Some(Nat::from(2u8)));
        assert!(answer.moves.iter().all(|mv| mv.value == Some(Nat::ONE)), "{:?}", answer.moves);
        // on a large board a short search finds nothing, and the outcomes stand alone
        let large = ask("geography(\"grid:9x9\", start=0)", false, None);
        assert!(large.moves.iter().all(|mv| mv.outcome == Some(Outcome::Next) && mv.value.is_none()));
    }

    fn ask(text: &str, winning: bool, nodes: Option<u64>) -> Answer<MoveList> {
        let position = Session::new().position(text).unwrap();
        let options = MovesOptions::default().with_winning(winning);
        moves(&position, &options, &Context::new(Budget { nodes, ..Budget::UNLIMITED })).unwrap()
    }

    /// What a theorem leaves open is searched; an answer with a move of which nothing is known is not complete.
    #[test]
    fn moves_of_which_nothing_is_known_make_an_answer_incomplete() {
        for nodes in [None, Some(100_000)] {
            let long = ask("cram(\"6x7\")", false, nodes);
            assert!(long.stopped.is_some() && long.moves.iter().any(|mv| mv.outcome.is_none()));
            assert!(long.moves.iter().any(|mv| mv.outcome.is_some()));
        }
        assert!(ask("cram(\"6x7\")", true, Some(100_000)).stopped.is_some());
        // Chomp on a rectangle is N by a theorem that names no move
        let whole = ask("chomp(\"5x6\")", false, None);
        assert!(whole.stopped.is_none() && whole.evidence.is_proved());
        for mv in &whole.moves {
            let solved = Session::new().position(&mv.position).unwrap().solve().unwrap();
            assert_eq!(mv.outcome, solved.outcome, "{mv}");
        }
        let wins: Vec<&Move> = whole.moves.iter().filter(|mv| mv.outcome == Some(Outcome::Previous)).collect();
        let winning = ask("chomp(\"5x6\")", true, None);
        assert_eq!(winning.count, Some(Nat::from(wins.len())));
        assert!(winning.moves.iter().map(|mv| &mv.to).eq(wins.iter().map(|mv| &mv.to)) && winning.stopped.is_none());
        assert!(winning.moves.iter().map(|mv| &mv.index).eq(wins.iter().map(|mv| &mv.index)));
    }

    /// The search for the value takes all there is; the moves are there nevertheless.
    #[test]
    fn a_spent_budget_leaves_the_moves() {
        let answer = ask("sprouts(10)", false, Some(10_000));
        assert!(answer.stopped.is_some() && answer.moves.len() > 5, "{answer:?}");
        assert!(answer.moves.iter().all(|mv| mv.outcome.is_none()));
    }

    #[test]
    fn far_moves_are_told_by_the_law() {
        for nodes in [None, Some(1_000_000)] {
            let far = ask("wythoff(10^12,1000000000005)", false, nodes);
            assert!(far.stopped.is_none() && far.evidence.is_proved() && far.moves.len() == 100);
            assert!(far.moves.iter().all(|mv| mv.outcome.is_some()));
        }
    }

    #[test]
    fn every_move_from_a_lost_position_is_known() {
        let lost = ask("nodekayles(\"grid:20x20\")", false, None);
        assert!(lost.stopped.is_none() && lost.moves.len() == 100);
        assert!(lost.moves.iter().all(|mv| mv.outcome == Some(Outcome::Next)));
    }
}
