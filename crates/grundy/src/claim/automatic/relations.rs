//! The value relations of components, and of their sum.

use std::sync::Arc;

use grundy_automata::engine::Built;
use grundy_automata::formula::{Bitwise, Formula, Variable};
use grundy_automata::linear::Linear;
use grundy_automata::search::{Question, Settings};
use grundy_automata::{Dfa, Engine, Numeration};
use grundy_core::{Context, Convention, Error, Evidence, Nat, Result, evidence::SPRAGUE_GRUNDY, number::to_u64};
use grundy_notation::ast::Relation as Comparison;

use super::formulas::claim_set;
use super::{MEX, Relation, law_claims, no_relation};
use crate::automatic::law_of_rule;
use crate::claim::period::period_of;
use crate::claim::{Coordinate, Subject, Summand};
use crate::game::{Game, Place, Shape};
use crate::statement::Claim;
use crate::words::Words;

/// A period that begins late or is long makes a large automaton.
const LONGEST: u64 = 2048;

/// What is known of a sum.
#[derive(Debug)]
pub(super) struct Whole {
    /// Its P-positions, or its positions and values.
    pub(super) known: Built<Dfa>,
    pub(super) evidence: Evidence,
    /// The components that do not cancel.
    pub(super) addends: Vec<Addend>,
}

/// Of a board, a compound and the like.
const NO_RULE: &str = "it has no rule in the notation";

/// A component with its values.
#[derive(Debug, Clone)]
pub(super) struct Addend {
    pub(super) game: Game,
    /// Places and values.
    pub(super) relation: Arc<Dfa>,
    /// The coordinates, in the variables of the sum.
    pub(super) place: Vec<Linear>,
}

/// The P-positions of the sum, or the relation of its positions and values; and what it rests on. `Err`: why there is no
/// such automaton.
pub(super) fn sum(
    subject: &Subject,
    values: bool,
    engine: &mut Engine<'_>,
    cx: &Context,
) -> Result<std::result::Result<Whole, String>> {
    let arity = subject.variables.len();
    let mut evidence = Evidence::theorem(&SPRAGUE_GRUNDY);
    let (mut all, mut bound, mut own, mut addends) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    if let Some(open) = subject.summands.iter().find(|s| !s.game.ends()) {
        // alone it is the rule of which the others speak
        return Ok(Err(match subject.summands.len() {
            _ if open.game.any().is_some() => no_relation(open.game.text(), NO_RULE).message,
            1 => "the rule is not proved to end by a measure".to_owned(),
            _ => format!("`{}` is not proved to end by a measure", open.game.text()),
        }));
    }
    // an even number of copies cancels
    let odd = subject.summands.iter().filter(|s| !s.cancels());
    for (next, summand) in (arity as Variable + 1..).zip(odd) {
        let (relation, why) = match relation(summand, engine, cx) {
            Ok(found) => found,
            Err(Error::Stopped(stopped)) => return Err(stopped.into()),
            Err(Error::Bad(why)) => return Ok(Err(why.message)),
        };
        evidence.add(&why);
        let mut arguments = Vec::new();
        for coordinate in &summand.place {
            arguments.push(match coordinate {
                Coordinate::Variable(v) => Linear::variable(*v),
                Coordinate::Number(n) => match to_u64(n).and_then(|n| i64::try_from(n).ok()) {
                    Some(n) => Linear::constant(n),
                    None => return Ok(Err("a number beyond 64 bits".to_owned())),
                },
            });
        }
        let place = arguments.clone();
        addends.push(Addend { game: summand.game.clone(), relation: Arc::clone(&relation), place });
        let value = Linear::variable(next as usize);
        bound.push(next);
        arguments.push(value.clone());
        own.push(value);
        all.push(Formula::Member(relation, arguments));
    }
    if values {
        own.push(Linear::variable(arity));
    }
    let zero = match own.len() {
        0 => Formula::Constant(true),
        1 => Formula::compared(own[0].clone(), Comparison::Equal),
        _ => Formula::Bits(Bitwise::XorZero, own),
    };
    all.push(zero);
    let tracks: Vec<Variable> = (0..arity as Variable + Variable::from(values)).collect();
    let known = engine.compile(&Formula::exists(bound, Formula::all(all)), &tracks);
    Ok(Ok(Whole { known, evidence, addends }))
}

/// The relation of the places of a component and their values.
fn relation(summand: &Summand, engine: &mut Engine<'_>, cx: &Context) -> Result<Relation> {
    let game = &summand.game;
    let alone = Subject {
        convention: Convention::Normal,
        summands: vec![Summand {
            copies: Nat::ONE,
            game: game.clone(),
            place: (0..summand.place.len()).map(Coordinate::Variable).collect(),
        }],
        variables: (0..summand.place.len()).map(|i| format!("x{i}")).collect(),
        query: game.text().to_owned(),
    };
    if let Some(law) = &game.knowledge()?.law {
        for claim in law_claims(&**law, summand.place.len()) {
            if matches!(claim, Claim::Value(_))
                && let Ok(set) = claim_set(&claim, &alone, None, engine)
            {
                return Ok((Arc::new(set), law.evidence()));
            }
        }
    }
    if let Some(found) = periodic(game, &alone, engine, cx)? {
        return Ok(found);
    }
    if let Some(found) = stretched(game, engine, cx)? {
        return Ok(found);
    }
    let Some(rule) = super::rule::rule_of_game(game, summand.place.len()).filter(|r| r.domain.is_none()) else {
        return Err(no_relation(game.text(), NO_RULE).into());
    };
    let settings = Settings { systems: vec![Numeration::BINARY], ..Settings::default() };
    match law_of_rule(&rule.rule, Question::Values, &settings, cx)?.law() {
        Some(law) => {
            let states = law.set.states();
            let words = Words::new(
                format!("automata in base 2: the values have {}", crate::automatic::states_in_words(states)),
                format!("2 进制的自动机：值有 {states} 个状态"),
            );
            Ok((Arc::clone(&law.set), Evidence::theorem(&MEX).and(&Evidence::computed(words))))
        }
        None => Err(no_relation(game.text(), "none was found that could be proved").into()),
    }
}

/// The relation of a game with a proved period.
fn periodic(game: &Game, alone: &Subject, engine: &mut Engine<'_>, cx: &Context) -> Result<Option<Relation>> {
    if game.shape() != Shape::Heap {
        return Ok(None);
    }
    let Some((period, evidence)) = period_of(alone, cx)? else { return Ok(None) };
    let small = |n: &Nat| to_u64(n).filter(|n| *n <= LONGEST);
    let (Some(first), Some(length), Some(saltus)) =
        (small(&period.preperiod), small(&period.period), to_u64(&period.saltus))
    else {
        return Ok(None);
    };
    let mut values = Vec::new();
    for n in 0..first + length {
        let place = Place::heap(n);
        // nothing is claimed of what is no place
        let value = if game.place(place.clone()).is_ok() { game.value_at(&place, cx)? } else { Nat::ZERO };
        let Some(value) = to_u64(&value) else { return Ok(None) };
        values.push(value);
    }
    let (first, repeated) = values.split_at(first as usize);
    let set = engine.periodic(first, repeated, saltus).map_err(Error::from)?;
    Ok(Some((Arc::new(set), evidence)))
}

/// The relation of a game whose values are known from one change of its rule to the next.
fn stretched(game: &Game, engine: &mut Engine<'_>, cx: &Context) -> Result<Option<Relation>> {
    let Some(known) = game.by_stretches(Convention::Normal, cx)? else { return Ok(None) };
    let (stretches, evidence) = &*known;
    let heap = Linear::variable(0);
    let mut pieces = Vec::new();
    for piece in stretches.pieces() {
        if piece.first.len() + piece.repeated.len() > LONGEST as usize {
            return Ok(None);
        }
        let behind = |n: u64| i64::try_from(n).ok().and_then(|n| heap.shifted(-n));
        let (Some(from), Some(end)) = (behind(piece.from), piece.end.map_or(Some(None), |end| behind(end).map(Some)))
        else {
            return Ok(None);
        };
        let [first, repeated] =
            [piece.first, piece.repeated].map(|values| values.iter().copied().map(u64::from).collect::<Vec<_>>());
        let values = engine.periodic(&first, &repeated, 0).map_err(Error::from)?;
        let before = end.map(|end| Formula::compared(end, Comparison::Less));
        let there = Formula::Member(Arc::new(values), vec![from, Linear::variable(1)]);
        pieces.push(Formula::all(std::iter::once(there).chain(before)));
    }
    let set = engine.compile(&Formula::any(pieces), &[0, 1]).map_err(Error::from)?;
    Ok(Some((Arc::new(set), evidence.clone())))
}
