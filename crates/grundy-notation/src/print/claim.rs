//! The spelling of claims.

use std::fmt::{Display, Formatter, Result};

use super::super::ast::Cond;
use super::super::claim::{Claim, Form, Side, Subject, Value};
use super::preamble;

impl Display for Subject {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        preamble(f, &self.definitions, self.misere)?;
        match &self.of {
            Form::Game(game) => game.fmt(f),
            Form::Position(position) => position.fmt(f),
        }
    }
}

impl Display for Claim {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Claim::Previous(cond) => write!(f, "P: {cond}"),
            Claim::Value(value) => write!(f, "g = {value}"),
            Claim::Every(every) => {
                every.given.iter().try_for_each(|given| write!(f, "{given} => "))?;
                every.then.fmt(f)
            }
            Claim::Period { period, from, saltus } => {
                write!(f, "period {period} from {from}")?;
                saltus.iter().try_for_each(|s| write!(f, " saltus {s}"))
            }
        }
    }
}

impl Display for Side {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Side::Winner(outcome) => write!(f, "{}", outcome.letter()),
            Side::Both(outcome, cond) => {
                let bare = matches!(**cond, Cond::And(_) | Cond::Not(_) | Cond::Compare(..) | Cond::In { .. });
                let letter = outcome.letter();
                if bare { write!(f, "{letter} and {cond}") } else { write!(f, "{letter} and ({cond})") }
            }
            Side::Holds(cond) => cond.fmt(f),
        }
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.expr.fmt(f)?;
        match &self.otherwise {
            Some((cond, rest)) => write!(f, " if {cond} else {rest}"),
            None => Ok(()),
        }
    }
}
