//! What is proved of all places of a game, with how it is evaluated at one of them.
//!
//! A claim is evaluated by its expression, an automaton by reading digits, a period by the heap that the place comes down to, an
//! equal game by that game's own law.

use std::sync::Arc;

use grundy_automata::search::Question;
use grundy_core::period::{NatPeriod, Period};

use crate::automatic::proved::AutomaticLaw;
use crate::context::Context;
use crate::engine::scale::{About, Scale};
use crate::engine::strip::Rows;
use crate::error::Result;
use crate::evidence::Evidence;
use crate::game::{Game, Place};
use crate::number::{Nat, to_u64};
use crate::outcome::Convention;
use crate::statement::evaluate;
use crate::statement::{Claim, Spelt, weight};
use crate::words::{Sentence, Words};

/// Evaluating a claim at one place may cost so many nodes.
const NODES: u64 = 100_000;

/// What a statement says, in a form that can be evaluated.
#[derive(Debug, Clone)]
pub(crate) enum Law {
    /// A formula of the values, a set of P-positions, or a period.
    Claim(Claim),
    /// An automaton that reads the digits of the coordinates.
    Automaton(Arc<AutomaticLaw>),
    /// G(n) = H(n + shift) for every heap n with n + shift ≥ 0; the other game has its own law.
    Equal {
        /// H.
        game: Game,
        /// How far its heaps are ahead.
        shift: i64,
    },
    /// The values on some rows, however far out.
    Rows(Arc<Rows>),
    /// Values or outcomes that repeat by a factor.
    Scale(Arc<Scale>),
    /// Only words: the closed form of the game, which it evaluates itself.
    Words,
}

impl Law {
    /// The values of heaps repeat.
    pub(crate) fn period(NatPeriod { preperiod: from, period, saltus }: NatPeriod) -> Self {
        Law::Claim(Claim::Period { period, from, saltus })
    }

    /// The period, where it is one in machine words.
    pub(super) fn as_period(&self) -> Option<Period> {
        let Law::Claim(Claim::Period { period, from, saltus }) = self else { return None };
        Some(Period { preperiod: to_u64(from)?, period: to_u64(period)?, saltus: to_u64(saltus)? })
    }
}

/// That the values of heaps repeat, in a sentence.
pub(crate) fn words_of_period(NatPeriod { preperiod, period, saltus }: &NatPeriod) -> Words {
    let key = if *saltus == Nat::ZERO { "guess-period" } else { "guess-period-saltus" };
    Sentence::new(key, [period, preperiod, saltus].map(Nat::to_string)).into()
}

/// A statement that is proved for all places of a game with so many coordinates.
#[derive(Debug, Clone)]
pub(crate) struct Learnt {
    /// For this convention.
    pub(crate) convention: Convention,
    /// The names of the coordinates; their number is that of the places spoken of.
    pub(crate) names: Vec<String>,
    /// In words.
    pub(crate) words: Words,
    /// As a claim, where it is one: `P: a = b`, `g = xor(a,b)`, `period 7 from 0`.
    pub(crate) claim: Option<Spelt>,
    /// What it says.
    pub(crate) law: Law,
    /// How it is proved.
    pub(crate) evidence: Evidence,
    /// How long it is; of several the shortest is told.
    pub(crate) weight: u32,
    /// The automata that prove a claim, which know the moves as well.
    pub(crate) proof: Option<Arc<AutomaticLaw>>,
}

impl Learnt {
    /// The least period of the values of heaps.
    pub(crate) fn period(period: NatPeriod, evidence: Evidence) -> Self {
        let claim = Spelt::from(&period);
        Learnt {
            convention: Convention::Normal,
            names: vec!["n".to_owned()],
            words: words_of_period(&period),
            weight: weight(&claim.body()),
            claim: Some(claim),
            law: Law::period(period),
            evidence,
            proof: None,
        }
    }

    /// The automaton, where the statement is one.
    pub(crate) fn automaton(&self) -> Option<&Arc<AutomaticLaw>> {
        match &self.law {
            Law::Automaton(law) => Some(law),
            _ => None,
        }
    }

    /// Does it give Grundy values?
    pub(crate) fn gives_values(&self) -> bool {
        match &self.law {
            Law::Claim(claim) => matches!(claim, Claim::Value(_) | Claim::Period { .. }),
            Law::Automaton(law) => law.question == Question::Values,
            Law::Equal { .. } => true,
            Law::Scale(scale) => scale.about == About::Values,
            // of some places only
            Law::Rows(_) | Law::Words => false,
        }
    }

    /// Which engine answers where the statement is used.
    pub(crate) fn engine(&self) -> &'static str {
        match &self.law {
            Law::Claim(Claim::Period { .. }) => "period",
            Law::Claim(Claim::Value(_)) => "proved formula",
            Law::Claim(Claim::Previous(_) | Claim::Every(..)) => "proved law",
            Law::Automaton(_) => "automaton",
            Law::Equal { .. } => "equal game",
            Law::Rows(_) => "repeating rows",
            Law::Scale(_) => "repetition by a factor",
            Law::Words => "closed form",
        }
    }

    /// The value that the statement gives a place of the game.
    pub(super) fn value(&self, of: &Game, place: &Place, cx: &Context) -> Result<Option<Nat>> {
        Ok(match &self.law {
            Law::Claim(Claim::Period { period, from, saltus }) => {
                let n = &place[0];
                if n < from {
                    return Ok(None);
                }
                let rounds = (n - from) / period;
                // without a round the table is asked, and that is what the question began with
                if rounds == Nat::ZERO {
                    return Ok(None);
                }
                let first = from + (n - from) % period;
                Some(of.value_at(&[first].into_iter().collect(), cx)? + rounds * saltus)
            }
            Law::Claim(claim) => value_by(claim, place, &self.names, cx),
            Law::Automaton(law) => law.value(place),
            Law::Equal { game, shift } => {
                let distance = Nat::from(shift.unsigned_abs());
                let n = match *shift {
                    0.. => &place[0] + distance,
                    _ if place[0] < distance => return Ok(None),
                    _ => &place[0] - distance,
                };
                let law = game.knowledge()?.law.clone();
                law.and_then(|law| law.value(&[n]))
            }
            Law::Rows(rows) => rows.value(place),
            Law::Scale(scale) if scale.about == About::Values => scale.value(&place[0]).map(Nat::from),
            Law::Scale(_) | Law::Words => None,
        })
    }

    /// Is it a P-position, as far as the statement tells?
    pub(super) fn previous(&self, place: &Place, cx: &Context) -> Option<bool> {
        match &self.law {
            Law::Claim(claim) => previous_by(claim, place, &self.names, cx),
            Law::Automaton(law) => Some(law.is_previous(place)),
            Law::Rows(rows) => Some(rows.value(place)? == Nat::ZERO),
            Law::Scale(scale) => Some(scale.value(&place[0])? == 0),
            Law::Equal { .. } | Law::Words => None,
        }
    }

    /// Does the statement say all that another one says, of more rows?
    pub(super) fn replaces(&self, other: &Learnt) -> bool {
        match (&self.law, &other.law) {
            (Law::Rows(new), Law::Rows(old)) => new.covers(old),
            _ => false,
        }
    }
}

/// The value that a formula gives a place; `None` where it has none, or the claim is no formula.
fn value_by(claim: &Claim, place: &[Nat], names: &[String], cx: &Context) -> Option<Nat> {
    let Claim::Value(cases) = claim else { return None };
    let part = cx.part(NODES);
    let value = evaluate::value_of_any(cases, place, names, "a proved formula", &part);
    Nat::try_from(value.ok()?).ok()
}

/// Does a law of P-positions, or a formula of values, make the place a P-position?
fn previous_by(claim: &Claim, place: &[Nat], names: &[String], cx: &Context) -> Option<bool> {
    match claim {
        Claim::Previous(statement) => {
            let part = cx.part(NODES);
            evaluate::holds_for_any(statement, place, names, "a proved law", &part).ok()
        }
        Claim::Value(_) => Some(value_by(claim, place, names, cx)? == Nat::ZERO),
        Claim::Every(..) | Claim::Period { .. } => None,
    }
}
