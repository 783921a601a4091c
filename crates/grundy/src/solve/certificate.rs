//! The proof of an answer as text, which another program can check.

use grundy_automata::search::Question;

use super::alone::lone;
use super::proof;
use crate::automatic::certify;
use crate::context::Context;
use crate::error::{Diagnostic, Error, ErrorKind, Result};
use crate::game::Component;
use crate::outcome::{Convention, Outcome};
use crate::period;
use crate::position::Position;

impl Position {
    /// The certificate of what gives the value, or the outcome, of this position: the law by automata or the period that
    /// answered when it was solved, or of Cram, Node Kayles, Arc Kayles, Nimstring, Sprouts and rules in braces the parts that
    /// must be known to see the value. `grundy verify` and the crate `grundy-verify` check it.
    ///
    /// # Errors
    /// An [`Unsupported`](crate::ErrorKind::Unsupported) diagnostic for sums, other games, misère play without an automaton and
    /// loony positions; a spent budget.
    ///
    /// ```
    /// use grundy::{Context, Position};
    /// let position: Position = "take[1,3,4](10^18)".parse()?;
    /// position.solve()?;
    /// assert!(position.certificate(&Context::default())?.contains("period 7"));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn certificate(&self, cx: &Context) -> Result<String> {
        let none = |why: &str| Diagnostic::unsupported(format!("there is no certificate for {self}: {why}"));
        let Some(Component { game, place }) = lone(self) else {
            return Err(none("ask for one component; a sum is the xor of their values").into());
        };
        let laws = match self.convention {
            Convention::Misere => vec![Question::Misere],
            Convention::Normal => vec![Question::Values, Question::Levels(0), Question::Kernel],
        };
        for question in laws {
            let Some(law) = game.known_law(question) else { continue };
            // of single values only those that it tells
            let tells = law.value(&place).is_some() || law.outcome(&place) == Outcome::Previous;
            if question == Question::Levels(0) && !tells {
                continue;
            }
            let Some(rule) = game.rule_of_laws()? else { continue };
            return Ok(certify(&rule, &law.law, law.question, cx)?.to_text(&self.to_string()));
        }
        if self.convention == Convention::Normal
            && let Some(proof) = game.any().and_then(|rules| rules.certificate(&place, &self.to_string(), cx))
        {
            return proof;
        }
        if self.convention == Convention::Normal {
            let unsupported =
                |error: &Error| matches!(error, Error::Bad(fault) if fault.kind == ErrorKind::Unsupported);
            let period = (place.len() == 1).then(|| period::certificate(&game, cx));
            match period {
                Some(Err(error)) if unsupported(&error) => {
                    return proof::certificate(&game, &place, &self.to_string(), cx)?.ok_or(error);
                }
                Some(found) => return found,
                None => {
                    if let Some(proof) = proof::certificate(&game, &place, &self.to_string(), cx)? {
                        return Ok(proof);
                    }
                }
            }
        }
        Err(none("no automaton gave the answer, and proofs of this game are not written").into())
    }
}
