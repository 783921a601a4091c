//! What engines refuse is asked again with laws that are proved on the spot.
//!
//! `R(10^9)` with `R = {n -> n-k for k in 1..; a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}` is a heap of a
//! code whose table costs n² steps, and no theorem on periods covers it. A formula of its values is guessed from the
//! first heaps and proved by automata in a tenth of a second; then the planner reads the value off. The trial is bounded
//! ([`crate::guess::learn`]), made only where the engines gave up, and once a game.

use crate::context::Context;
use crate::error::{Error, Result};
use crate::game::learnt::Wish;
use crate::game::{Component, Game};
use crate::guess::learn;
use crate::outcome::Convention;
use crate::plan::is_refusal;

/// The games of some components, each with the number of coordinates of its places.
pub(super) fn games<'c>(components: impl Iterator<Item = &'c Component>) -> Vec<(Game, usize)> {
    let mut all: Vec<(Game, usize)> = Vec::new();
    for Component { game, place } in components {
        if !all.iter().any(|(known, length)| known == game && *length == place.len()) {
            all.push((game.clone(), place.len()));
        }
    }
    all
}

/// Looks for laws of games; is there one now that was not known?
///
/// # Errors
/// Faults of a rule; a cancelled question. A trial that spent its part is none: then nothing was learnt.
pub(super) fn look(games: &[(Game, usize)], convention: Convention, cx: &Context) -> Result<bool> {
    let mut new = false;
    for (game, length) in games {
        let known = game.learnt().about(convention, *length).len();
        // P-positions say something of a place alone
        let wishes: &[Wish] = if games.len() == 1 { &[Wish::Values, Wish::Reason] } else { &[Wish::Values] };
        for &wish in wishes {
            match learn(game, convention, *length, wish, cx) {
                Ok(None) => {}
                // a question that was cancelled meanwhile ends for that reason
                Err(Error::Stopped(_)) => cx.check()?,
                Ok(Some(_)) => break,
                Err(bad) => return Err(bad),
            }
        }
        new |= game.learnt().about(convention, *length).len() > known;
    }
    Ok(new)
}

/// Asks, and once more where the engines gave up and a law of one of the games could be proved.
///
/// # Errors
/// As `ask`.
pub(super) fn or_by_laws<T>(
    games: impl FnOnce() -> Vec<(Game, usize)>,
    convention: Convention,
    cx: &Context,
    mut ask: impl FnMut() -> Result<T>,
) -> Result<T> {
    match ask() {
        Err(Error::Stopped(stopped)) if is_refusal(&stopped) => match look(&games(), convention, cx)? {
            true => ask(),
            false => Err(stopped.into()),
        },
        asked => asked,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Answer;
    use crate::number::Nat;
    use crate::session::Session;
    use crate::solve::{SolveOptions, solve};

    const THREE: &str = "{n -> n-k for k in 1..; a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}";
    const TAKE_OR_EMPTY: &str = "{n -> n-k for k in 3..5; 0 if n>0 and n<3}";

    fn ask(session: &mut Session, text: &str) -> Answer {
        let position = session.position(text).unwrap();
        solve(&position, &SolveOptions::default(), &Context::default()).unwrap()
    }

    #[test]
    fn a_far_heap_has_the_value_of_the_proved_formula() {
        let mut session = Session::new();
        let answer = ask(&mut session, &format!("{THREE}(10^9)"));
        assert_eq!(answer.value, Some(Nat::from(999_999_999u32)));
        assert!(answer.evidence.is_proved() && answer.engine == "proved formula", "{}", answer.engine);
        // in a sum, and beyond 2^64
        let sum = ask(&mut session, &format!("{THREE}(10^30) + *5"));
        let expected = (Nat::from(10u8).pow(30) - Nat::ONE) ^ Nat::from(5u8);
        assert_eq!(sum.value, Some(expected));
        assert!(sum.evidence.is_proved());
    }

    /// The table of a code costs n² steps.
    #[test]
    fn a_long_sequence_is_left_for_a_law() {
        for text in
            ["{n -> k for k in 1..n-1}(988230)", "{(a,b) -> (k,b) for k in 1..a-1; (a,k) for k in 1..b-1}(988230,1)"]
        {
            let position = Session::new().position(text).unwrap();
            let cx = Context::default();
            let answer = solve(&position, &SolveOptions::default(), &cx).unwrap();
            assert_eq!(answer.value, Some(Nat::from(988_229u32)), "{text}");
            assert!(answer.evidence.is_proved() && cx.nodes() < 100_000_000, "{text}: {}", cx.nodes());
        }
    }

    #[test]
    fn a_far_heap_of_misere_play_is_answered_with_its_moves() {
        let mut session = Session::new();
        for n in 8..20u64 {
            let (near, far) = (n, n + 8 * 10u64.pow(12));
            let near = ask(&mut session, &format!("misere {TAKE_OR_EMPTY}({near})"));
            let far = ask(&mut session, &format!("misere {TAKE_OR_EMPTY}({far})"));
            assert_eq!((far.outcome, far.moves.count.as_ref()), (near.outcome, near.moves.count.as_ref()), "{n}");
            assert!(far.evidence.is_proved() && far.stopped.is_none(), "{n}");
        }
    }
}
