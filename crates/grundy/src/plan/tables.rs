//! Rules that no family covers: a dense table in the order of the measure, or a memo of what is reachable.

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard};

use grundy_core::{Context, Evidence, Nat, Result, locked};

use super::strategy::{At, Laid, Strategy};
use super::{Found, below};
use crate::engine::values::Values;
use crate::game::Game;
use crate::loopy::Value;
use crate::plan::rule_tables::RuleTables;
use crate::words::Words;

/// The values of one rule.
#[derive(Debug, Default)]
pub(super) struct Tables(Mutex<RuleTables>);

impl Tables {
    fn tables(&self) -> MutexGuard<'_, RuleTables> {
        locked(self.0.lock())
    }

    /// The value, with the table that gave it as its engine.
    pub(super) fn find(&self, at: At<'_>, cx: &Context) -> Result<Found<Value>> {
        let mut tables = self.tables();
        let value = match tables.alone(at.game, at.known, at.place, cx)? {
            Some(value) => value,
            None => tables.value(at.game, at.known, at.place, cx)?,
        };
        let dense = tables.is_dense_at(at.place);
        drop(tables);
        Ok(found(at, Value::Finite(value), dense))
    }

    pub(super) fn get(&self, at: At<'_>, cx: &Context) -> Result<Nat> {
        self.tables().value(at.game, at.known, at.place, cx)
    }
}

/// What a table holds, the dense one or the other.
fn found<T>(at: At<'_>, what: T, dense: bool) -> Found<T> {
    let mut evidence = Evidence::computed(if dense {
        Words::new(
            "a table of all values up to this place, computed from the rule",
            "由规则算出的、到此局面为止的全部值的表",
        )
    } else {
        Words::new("the values of everything reachable, computed from the rule", "由规则算出一切可达局面的值")
    });
    // parts that are handed over bring the reasons of their games
    at.known.others.iter().filter_map(Game::law).for_each(|law| evidence.add(&law.evidence()));
    Found::new(what, evidence, name(dense))
}

fn name(dense: bool) -> &'static str {
    if dense { "dense table" } else { "sparse memo" }
}

impl Strategy for Tables {
    fn engine(&self, at: At<'_>) -> Option<Cow<'static, str>> {
        Some(name(self.tables().is_dense_at(at.place)).into())
    }

    fn cost(&self, at: At<'_>) -> Option<u64> {
        Some(below(at.place))
    }

    fn value(&self, at: At<'_>, cx: &Context) -> Result<Option<Found<Value>>> {
        self.find(at, cx).map(Some)
    }

    fn number(&self, at: At<'_>, cx: &Context) -> Result<Option<Nat>> {
        self.get(at, cx).map(Some)
    }

    fn block(&self, at: At<'_>, from: &[u64], _: &Context) -> Option<Found<Values>> {
        Some(found(at, self.tables().block(from, at.place)?, true))
    }

    fn lay_out(&self, at: At<'_>, from: &[u64], cx: &Context) -> Result<Option<Laid>> {
        let laid = self.tables().lay_out(at.known, from, at.place, cx)?;
        Ok(laid.map(|(values, stopped)| (found(at, values, true), stopped)))
    }
}
