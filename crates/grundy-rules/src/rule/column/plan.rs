//! How the innermost loop of an alternative is run: over slices, over lists, by one step, in blocks, or member by member.

use std::ops::ControlFlow;

use grundy_core::{Context, Int};
use smallvec::SmallVec;

use super::rays::Ray;
use crate::place::Shape;
use crate::rule::affine::{Form, Window};
use crate::rule::eval::Way;
use crate::rule::ir::{Alternative, Expr, Item, Set};
use crate::rule::members::{Scope, members};
use crate::rule::trouble::Step;

/// How the innermost loop of an alternative is run.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    /// Sources of the innermost variable, if they can be told.
    pub(super) sources: Option<Vec<Source>>,
    /// Can the parts be read off as slices? Otherwise members are looked at in blocks.
    pub(super) slices: bool,
    /// Single numbers behind `except`.
    pub(super) holes: Vec<Form>,
    /// What is added to each coordinate, if the alternative is one fixed step, `(x-2,y+1)`.
    pub(super) jump: Option<SmallVec<[i64; 2]>>,
    /// The alternative as moves along a line.
    pub(super) ray: Option<Ray>,
}

#[derive(Debug, Clone)]
pub(super) enum Source {
    One(Form),
    Range { from: Form, to: Option<Form>, step: Form },
    List(usize),
    Each(Set),
}

/// The members of a set without variables, ascending.
#[derive(Debug, Clone)]
pub(super) struct List {
    /// `None`: `members` is all there is.
    pub(super) set: Option<Set>,
    pub(super) upto: i64,
    pub(super) members: Vec<i64>,
}

impl List {
    pub(super) fn extend_to(&mut self, limit: i64, cx: &Context) -> Step<()> {
        let Some(set) = &self.set else { return Ok(()) };
        if limit <= self.upto {
            return Ok(());
        }
        // doubled, so that all the listing together costs no more than twice the last
        let size = limit.max(self.upto.saturating_mul(2)).max(64);
        let mut listed = Vec::new();
        let scope = Scope { size: &size, cx };
        let _ = members(set, 0, &mut [0], &scope, &Window::open(), &mut |values| {
            listed.push(values[0]);
            Ok(ControlFlow::Continue(()))
        })?;
        cx.reserve((listed.len() - self.members.len()) as u64 * 8)?;
        (self.members, self.upto) = (listed, size);
        Ok(())
    }
}

impl Plan {
    pub(super) fn new(arity: usize, alternative: &Alternative, way: &Way, lists: &mut Vec<List>) -> Self {
        let ray = Ray::of(arity, alternative, way);
        let none = Plan { sources: None, slices: false, holes: Vec::new(), jump: jump_of(alternative, way), ray };
        let Some(innermost) = alternative.loops.last() else { return none };
        let heaps_only = alternative
            .parts
            .iter()
            .all(|p| p.game.as_ref().is_none_or(|g| g.shape() == Shape::Heap && p.coordinates.len() == 1));
        let slices = way.affine.is_some() && way.filters.is_empty() && heaps_only;
        let mut holes = Vec::new();
        for except in &innermost.set.except {
            for item in &except.items {
                match item {
                    Item::One(expr) if except.except.is_empty() => holes.push(Form::of(expr)),
                    _ => return none,
                }
            }
        }
        let mut sources = Vec::new();
        sources_of(&innermost.set.items, &mut sources, lists);
        Plan { sources: Some(sources), slices, holes, ..none }
    }
}

fn jump_of(alternative: &Alternative, way: &Way) -> Option<SmallVec<[i64; 2]>> {
    let bare = alternative.loops.is_empty() && way.guards(0, false).is_empty();
    let ([part], [coordinates], true) = (&alternative.parts[..], &way.parts[..], bare) else { return None };
    if part.game.is_some() {
        return None;
    }
    let step = |(i, form): (usize, &Form)| match form {
        Form::Linear { constant, terms } if terms[..] == [(i, 1)] => Some(*constant),
        _ => None,
    };
    coordinates.iter().enumerate().map(step).collect()
}

fn sources_of(items: &[Item], sources: &mut Vec<Source>, lists: &mut Vec<List>) {
    let mut numbers = Vec::new();
    for item in items {
        let named = |lists: &mut Vec<List>| {
            lists.push(List {
                set: Some(Set { items: vec![item.clone()], except: vec![] }),
                upto: 0,
                members: Vec::new(),
            });
            Source::List(lists.len() - 1)
        };
        let number = |n: i64| Form::constant(n);
        sources.push(match item {
            Item::One(expr) => match Form::of(expr) {
                form if form.as_constant().is_some() => {
                    numbers.extend(form.as_constant());
                    continue;
                }
                form => Source::One(form),
            },
            Item::Range { from, to, step } => {
                Source::Range { from: Form::of(from), to: to.as_ref().map(Form::of), step: Form::of(step) }
            }
            Item::Odds => Source::Range { from: number(1), to: None, step: number(2) },
            Item::Evens => Source::Range { from: number(2), to: None, step: number(2) },
            Item::Squares | Item::Fibonacci | Item::Primes => named(lists),
            Item::Powers(Expr::Constant(base)) if *base >= Int::ZERO => named(lists),
            Item::Nested(set) if set.except.is_empty() => {
                sources_of(&set.items, sources, lists);
                continue;
            }
            Item::Powers(_) | Item::Divisors(_) | Item::Nested(_) => {
                Source::Each(Set { items: vec![item.clone()], except: vec![] })
            }
        });
    }
    if !numbers.is_empty() {
        numbers.sort_unstable();
        numbers.dedup();
        lists.push(List { set: None, upto: i64::MAX, members: numbers });
        sources.push(Source::List(lists.len() - 1));
    }
}
