//! A function that lists the winning moves: the moves of the rule, tried one by one.
//!
//! A move of a heap wins where it leaves the value that the other heaps have, or in misère play the one that makes the sum
//! lost; one of a place, where it leaves the value 0, or where a law of the outcome says that the next player loses.

use grundy_core::{Diagnostic, Error, Int, Nat, Result, number::power};
use grundy_notation::ast::Relation;
use grundy_sequence::set::IntSet;

use super::super::from_rule::{self, Goal, Leaf, Loops};
use super::super::primes;
use super::super::program::{Ex, MISERE_VALUE, Moves, REST, St, Test, Winner, compare, int, var};
use super::super::words::{plain, wrapped};
use super::{FAR, Units, Whole};
use crate::game::Game;
use crate::rule::bands;
use crate::rule::ir::{Part, Rule};

impl Units<'_> {
    /// The winning moves of a program that was built for this game, whose last coordinates may be parameters.
    ///
    /// # Errors
    /// Misère play of sums, rows; games without a rule, moves that hand over to another game; numbers that the integers of
    /// the language do not hold.
    pub(in crate::emit) fn moves(&self, game: Option<&Game>, whole: &Whole) -> Result<Moves> {
        let Some(game) = game else { return Err(no_moves()) };
        let rest = var(REST);
        let (goal, of_heaps) = match whole.winner {
            Winner::Heaps => (Goal::Value("grundy", &rest), true),
            Winner::Place => (Goal::Value("grundy", &int(0)), false),
            Winner::MiserePlace => (Goal::Value(MISERE_VALUE, &int(0)), false),
            Winner::Given => (Goal::Lost("first_wins"), false),
            Winner::MisereNim | Winner::MisereValues => (Goal::Value("grundy", &rest), true),
            Winner::MisereQuotient => {
                let message =
                    "winning moves in misère play are emitted of one place, and of heaps that are won by their values";
                return Err(Diagnostic::unsupported(message).suggest("leave `moves` out").into());
            }
            Winner::List { .. } => return Err(no_moves()),
        };
        let Some(rule) = game.kind().as_rule() else { return Err(no_moves()) };
        let rule = bands::apart(&rule);
        let parts = || rule.alternatives.iter().map(|alternative| &alternative.parts);
        if parts().flatten().any(|part| part.game.is_some()) {
            return Err(no_moves());
        }
        if matches!(goal, Goal::Lost(_)) && parts().any(|parts| parts.len() != 1) {
            let message = "who wins is known of one place alone, and a move leaves several";
            return Err(Diagnostic::unsupported(message).suggest("the `style` table or dfs").into());
        }
        let of_one = rule.arity - self.parameters;
        if of_one > 1 && parts().any(|parts| parts.len() > 1) {
            let message = "a move that leaves several places of several numbers is not listed by a program";
            return Err(Diagnostic::unsupported(message).suggest("leave `moves` out").into());
        }
        let numbers = |parts: &Vec<Part>| parts.len() * of_one;
        let width = usize::from(of_heaps) + parts().map(numbers).max().unwrap_or(0).max(1);
        let splits = parts().any(|parts| parts.len() > 1);
        let (loops, most) = self.listed(&rule, goal, whole.max)?;
        // every smaller heap can be left, so there is nothing to try
        let direct = of_heaps && game.knowledge()?.set().is_some_and(|set| *set == IntSet::all());
        let mut doc = String::from(if of_heaps {
            "Every winning move: the number of the heap, from 0, and the heaps that it leaves."
        } else {
            "Every winning move: the numbers that it leaves."
        });
        let mut body = if direct {
            let less = compare(var(REST), Relation::Less, var(&loops.params[0]));
            vec![St::If(less, vec![St::Listed(vec![var(REST)])])]
        } else {
            doc.push_str(" It tries all moves, and asks for the value of each.");
            primes::by_tests(&loops.body)
        };
        if most < whole.max && !direct {
            doc.push_str(&format!(" For numbers up to {}.", power(most)));
            let within = |name: &String| compare(var(name), Relation::LessEqual, Ex::Int(Int::from(most)));
            body.insert(0, St::Insist(Test::All(loops.params.iter().map(within).collect())));
        }
        let is_misere = matches!(whole.winner, Winner::MisereNim | Winner::MisereValues);
        Ok(Moves { params: loops.params, of_heaps, is_misere, splits, width, doc: wrapped(&plain(&doc)), body })
    }

    /// The loops over the moves that reach the goal, from numbers up to `max` or, where their results are too large for the
    /// integers of the language, less; and up to which.
    fn listed(&self, rule: &Rule, goal: Goal<'_>, max: u64) -> Result<(Loops, u64)> {
        let mut none =
            |game: &Game, _: &[_]| Err(Diagnostic::unsupported(format!("`{}` is another game", game.text())));
        for most in [max].into_iter().chain(FAR.into_iter().filter(|most| *most < max)) {
            let largest = vec![Nat::from(most); rule.arity];
            let loops = from_rule::loops(rule, &largest, Leaf::Listed(goal, self.parameters), &mut none)?;
            if self.holds(&loops) {
                return Ok((loops, most));
            }
        }
        let message = "the moves are too large for the integers of this language";
        Err(Diagnostic::unsupported(message).suggest("Python, whose integers have no limit").into())
    }
}

fn no_moves() -> Error {
    let message = "no program lists the moves of this game";
    let help = "sets, codes with up to four parts, and rules in braces that leave heaps of their own have that";
    Diagnostic::unsupported(message).suggest(help).into()
}
