//! Building certificates.

use std::sync::Arc;

use super::{Certificate, Cover, Kind};
use crate::Relation;
use crate::compile::resolve;
use crate::dfa::Dfa;
use crate::engine::{Built, Combination, Engine, Obstacle};
use crate::formula::{Bitwise, Formula, Variable};
use crate::linear::Linear;
use crate::moves::Moves;
use crate::numeration::Numeration;
use crate::search::{Law, Question};

impl Certificate {
    /// The certificate of a law that was proved, with a measure that falls: linear forms in the coordinates, from left to
    /// right (the sum of the coordinates is one form).
    ///
    /// # Errors
    /// Cap or budget; a rule with a quantifier under "not", which products cannot check; a measure that does not fall.
    pub fn new(law: &Law, question: Question, measure: &[Linear], engine: &mut Engine<'_>) -> Built<Certificate> {
        if !law.moves.decreases(measure, engine)? {
            let why = "it does not fall with every move".to_owned();
            return Err(Obstacle::NotAutomatic { term: "the measure".to_owned(), why });
        }
        let kinds = kinds(&law.moves)?;
        let arity = law.moves.arity;
        let values = question.has_values();
        let tracks = arity + usize::from(values);
        let mut strategies: Vec<Dfa> = Vec::new();
        let mut won: Option<Dfa> = None;
        let mut shown: Vec<Dfa> = Vec::new();
        for kind in &kinds {
            let (formula, names) = goal(kind, arity, &law.set, question)?;
            let all = engine.compile(&formula, &names)?;
            // of each single value a line holds one cell at most: there is nothing to choose
            let is_chosen = question.most().is_none();
            let mut strategy = if is_chosen { least_choices(engine, &all, tracks, kind, &names)? } else { all };
            if let Some(won) = won.as_ref().filter(|_| is_chosen) {
                // what an earlier kind of move wins is left to it
                let (every, first): (Vec<usize>, Vec<usize>) = ((0..names.len()).collect(), (0..tracks).collect());
                let wide = engine.retracked(won, &first, names.len())?;
                strategy = engine.combine(names.len(), (&strategy, &every), (&wide, &every), Combination::Without)?;
            }
            let domain = domain(engine, &strategy, tracks)?;
            if is_chosen {
                won = Some(engine.collected(won, domain)?);
            } else {
                shown.push(domain);
            }
            strategies.push(strategy);
        }
        let wins = match question.most() {
            None => vec![engine.cover(tracks, &strategies.iter().collect::<Vec<_>>())?],
            // together they may carry every combination of what each carries
            Some(_) => strategies.iter().map(|one| engine.cover(tracks, &[one])).collect::<Built<_>>()?,
        };
        let mobile = if question == Question::Misere { Some(mobile(engine, &kinds, arity)?) } else { None };
        let total = if values { Some(engine.cover(arity, &[&law.set])?) } else { None };
        Ok(Certificate {
            numeration: law.numeration,
            question,
            arity,
            measure: measure.to_vec(),
            kinds,
            law: Arc::clone(&law.set),
            strategies,
            wins,
            shown,
            mobile,
            total,
        })
    }
}

fn mobile(engine: &mut Engine<'_>, kinds: &[Kind], arity: usize) -> Built<(Vec<Dfa>, Cover)> {
    let mut sets = Vec::new();
    for kind in kinds {
        let names: Vec<Variable> = (0..kind.variables as Variable).collect();
        let all = engine.compile(&kind.condition, &names)?;
        sets.push(least_choices(engine, &all, arity, kind, &names)?);
    }
    let cover = engine.cover(arity, &sets.iter().collect::<Vec<_>>())?;
    Ok((sets, cover))
}

/// "The move is possible and leads to P", or "to a sum of value h"; and its tracks in order. Values stand behind the
/// variables of the kind: first h, then those of the parts if there are several.
fn goal(kind: &Kind, arity: usize, law: &Arc<Dfa>, question: Question) -> Built<(Formula, Vec<Variable>)> {
    let form = |v: Variable| Linear::variable(v as usize);
    let mut all = vec![kind.condition.clone()];
    let values = question.has_values();
    let chosen = arity as Variable..kind.variables as Variable;
    let h = kind.variables as Variable;
    let mut names: Vec<Variable> = (0..arity as Variable).collect();
    if values {
        names.push(h);
    }
    names.extend(chosen);
    let mut parts_values = Vec::new();
    for (i, part) in kind.parts.iter().enumerate() {
        let mut arguments: Vec<Linear> = part.iter().map(|&v| form(v)).collect();
        if values {
            let value = if kind.parts.len() == 1 { h } else { h + 1 + i as Variable };
            arguments.push(form(value));
            parts_values.push(value);
        }
        all.push(Formula::Member(Arc::clone(law), arguments));
    }
    if let Some(most) = question.most() {
        all.push(Formula::below(h, most)?);
    }
    if values && kind.parts.is_empty() {
        all.push(Formula::compared(form(h), Relation::Equal));
    }
    if values && kind.parts.len() > 1 {
        names.extend(&parts_values);
        let xor = parts_values.into_iter().chain([h]).map(form).collect();
        all.push(Formula::Bits(Bitwise::XorZero, xor));
    }
    Ok((Formula::all(all), names))
}

/// Of all choices for a tuple the one with the least first choice, of these the least second, and so on.
fn least_choices(engine: &mut Engine<'_>, all: &Dfa, tracks: usize, kind: &Kind, names: &[Variable]) -> Built<Dfa> {
    let mut least = all.clone();
    let every: Vec<usize> = (0..names.len()).collect();
    for track in tracks..names.len() {
        if determined(kind, names, track) {
            continue;
        }
        let step = restrict(engine, &least, &every, track);
        match step {
            Ok(next) => least = next,
            Err(stopped @ Obstacle::Stopped(_)) => return Err(stopped),
            // the choice stays open; a cover may be larger for it
            Err(_) => break,
        }
    }
    Ok(least)
}

fn restrict(engine: &mut Engine<'_>, set: &Dfa, every: &[usize], track: usize) -> Built<Dfa> {
    // without later choices
    let prefix = domain(engine, set, track + 1)?;
    let prefix = Arc::new(prefix);
    let form = |v: usize| Linear::variable(v);
    let other = track + 1;
    let arguments: Vec<Linear> = (0..track).map(form).chain([form(other)]).collect();
    let smaller = Formula::exists(
        [other as Variable],
        Formula::all([
            Formula::Member(Arc::clone(&prefix), arguments),
            Formula::compare(&form(other), Relation::Less, &form(track))?,
        ]),
    );
    let names: Vec<Variable> = (0..=track as Variable).collect();
    let smaller = engine.compile(&smaller, &names)?;
    let best = engine.combined(&prefix, &smaller, Combination::Without)?;
    let tracks: Vec<usize> = (0..=track).collect();
    engine.combine(every.len(), (set, every), (&best, &tracks), Combination::And)
}

/// Do the earlier tracks determine this one, by an equation?
fn determined(kind: &Kind, names: &[Variable], track: usize) -> bool {
    let variable = names[track] as usize;
    let solves = |form: &Linear| {
        form.coefficient(variable) != 0
            && form.terms().all(|(v, _)| names[..=track].iter().any(|name| *name as usize == v))
    };
    let conditions = match &kind.condition {
        Formula::All(all) => &all[..],
        one => std::slice::from_ref(one),
    };
    // the value of a part is one, too
    variable > kind.variables
        || conditions.iter().any(|c| matches!(c, Formula::Compare(form, Relation::Equal) if solves(form)))
}

/// The first tracks, for some choice of the others.
fn domain(engine: &mut Engine<'_>, set: &Dfa, tracks: usize) -> Built<Dfa> {
    let mut set = set.clone();
    while set.tracks() > tracks {
        set = engine.exists(&set, set.tracks() - 1)?;
    }
    Ok(set)
}

/// The moves without quantifiers.
fn kinds(moves: &Moves) -> Built<Vec<Kind>> {
    let mut out = Vec::new();
    for one in &moves.moves {
        let coordinates: Vec<Variable> = (0..one.parts).flat_map(|p| moves.part(p)).collect();
        // a condition that mentions the coordinates of the parts, so that they are only renamed
        let marker = Arc::new(Dfa::empty(Numeration::BINARY, 0, 1));
        let arguments = coordinates.iter().map(|&v| Linear::variable(v as usize)).collect();
        let pin = Formula::Member(Arc::clone(&marker), arguments);
        let mut branches = Vec::new();
        branch(vec![one.formula.clone(), pin], coordinates.clone(), Vec::new(), &mut branches);
        for (mut items, mut bound) in branches {
            if !resolve(&mut items, &mut bound) {
                continue;
            }
            if items.iter().any(quantified) {
                let why = "its condition has a quantifier that products cannot check".to_owned();
                return Err(Obstacle::NotAutomatic { term: one.text.clone(), why });
            }
            out.push(renumbered(items, &bound, moves.arity, &marker, &one.text)?);
        }
    }
    Ok(out)
}

/// Conjunctions without quantifiers on top; a disjunction with quantifiers inside is split.
fn branch(
    mut open: Vec<Formula>,
    mut bound: Vec<Variable>,
    mut items: Vec<Formula>,
    out: &mut Vec<(Vec<Formula>, Vec<Variable>)>,
) {
    while let Some(formula) = open.pop() {
        match formula {
            Formula::All(all) => open.extend(all),
            // the names of auxiliaries of one rule are all different
            Formula::Exists(more, inner) => {
                bound.extend(more);
                open.push(*inner);
            }
            Formula::Any(any) if any.iter().any(quantified) => {
                for one in any {
                    let mut next = open.clone();
                    next.push(one);
                    branch(next, bound.clone(), items.clone(), out);
                }
                return;
            }
            Formula::Constant(true) => {}
            Formula::Constant(false) => return,
            item => items.push(item),
        }
    }
    out.push((items, bound));
}

fn quantified(formula: &Formula) -> bool {
    match formula {
        Formula::Exists(..) => true,
        Formula::All(all) | Formula::Any(all) => all.iter().any(quantified),
        Formula::Not(inner) => quantified(inner),
        _ => false,
    }
}

/// Position first, then the chosen variables in order of their numbers.
fn renumbered(items: Vec<Formula>, bound: &[Variable], arity: usize, marker: &Arc<Dfa>, text: &str) -> Built<Kind> {
    let mut chosen: Vec<Variable> = bound.to_vec();
    chosen.sort_unstable();
    chosen.dedup();
    // what is mentioned nowhere may be anything: it is not chosen
    chosen.retain(|v| items.iter().any(|f| f.free().contains(v)));
    let shift = items.iter().map(Formula::variables).max().unwrap_or(0) as usize + arity + chosen.len();
    let mut renamed = items;
    for pass in 0..2 {
        for (i, &variable) in chosen.iter().enumerate() {
            // by way of large numbers, so that none meets another
            let (from, to) = match pass {
                0 => (variable as usize, shift + i),
                _ => (shift + i, arity + i),
            };
            for item in &mut renamed {
                *item = item.substituted(from as Variable, &Linear::variable(to)).ok_or_else(Obstacle::overflow)?;
            }
        }
    }
    let mut parts = Vec::new();
    let mut conditions = Vec::new();
    for item in renamed {
        match item {
            Formula::Member(set, forms) if Arc::ptr_eq(&set, marker) => {
                let plain: Vec<Variable> = forms.iter().filter_map(crate::compile::plain).collect();
                parts = plain.chunks(arity).map(<[Variable]>::to_vec).collect();
            }
            other => conditions.push(other),
        }
    }
    Ok(Kind { variables: arity + chosen.len(), parts, condition: Formula::all(conditions), text: text.to_owned() })
}
