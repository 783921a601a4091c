//! One corpus, every engine: each fact of `corpus/` is asked of every engine that accepts it, whichever the planner
//! would choose.
//!
//! An engine that finds no game of its kind, or whose budget does not suffice, says nothing; one that says something else
//! than the fact fails the test. [`ENGINES`] has a floor for each engine, so that the test also fails when an engine no
//! longer answers what it answered. `tests/corpus.rs` asks the same facts through the front door.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_automata::search::Question;
use grundy_core::{
    Budget, Context, Convention, Method, Nat, NormalPlay, Outcome, Result, Rules, Visitor, number::to_u64,
};
use grundy_graph::{Builder, GrundyValues, LoopyValue, Outcomes, Reverse, SmithValues};
use grundy_search::{Memo, MisereSearch, Nimbers};
use grundy_sequence::code::{Code, Digit};
use grundy_sequence::heap::HeapSequence;
use grundy_sequence::subtraction::SubtractionEngine;
use grundy_sequence::take_and_break::CodeEngine;

use crate::automatic::proved::AutomaticLaw;
use crate::engine::dense::{DenseTable, Order, rows};
use crate::engine::tiles::Moves;
use crate::game::learnt::Wish;
use crate::game::{Component, Game, Place};
use crate::guess::learn;
use crate::loopy::Value;
use crate::plan;
use crate::plan::quotient::Joint;
use crate::plan::sparse::{Reach, Sparse};
use crate::plan::strategy::{At, Stage};
use crate::plan::turns::Turns;
use crate::position::Position;
use crate::position::graph::single_components;
use crate::rule::column::{NoForeign, Wanted};
use crate::rule::ir::Rule;
use crate::rule::measure::{Measure, Termination};
use crate::session::Session;

#[path = "../tests/corpus/facts.rs"]
#[expect(dead_code, reason = "the test of the front door asks for more fields")]
mod facts;

/// Positions that a table of values or outcomes is asked at, spread evenly.
const PLACES: usize = 8;
/// A question that needs more is for other engines: all facts take seconds.
const BUDGET: Budget = Budget { time: None, memory: Some(1 << 26), nodes: Some(10_000) };
/// What the search for a law by automata may cost.
const SEARCH: Budget = Budget { nodes: Some(40_000), ..BUDGET };

/// What an engine says of a position.
#[derive(Debug, PartialEq)]
enum Told {
    Value(Value),
    Outcome(Outcome),
}

/// A position, and what is known of it.
struct Asked {
    text: String,
    position: Position,
    components: Vec<Component>,
    value: Option<Value>,
    outcome: Option<Outcome>,
    /// The graph of all that can be reached, its arcs and by predecessors, where it is small; the position is vertex 0.
    graph: Option<(Vec<grundy_graph::Arc>, Reverse)>,
}

type Ask = fn(&Asked, &mut Laws, &Context) -> Result<Option<Told>>;

/// Name, how many facts it answers at least, how it is asked.
const ENGINES: &[(&str, usize, Ask)] = &[
    ("closed form", 250, closed_form),
    ("subtraction sequence", 145, subtraction),
    ("take-and-break table", 105, breaks),
    ("take-and-break table of a set", 55, set_as_code),
    ("take-and-break sequence in sparse or dense space", 80, heaps),
    ("dense table of the rule", 385, dense),
    ("sparse memo", 530, sparse),
    ("plain memo", 600, memo),
    ("nimbers by couples", 600, |asked, _, cx| nimbers(Method::Couples, asked, cx)),
    ("nimbers by pruning", 600, |asked, _, cx| nimbers(Method::Pruning, asked, cx)),
    ("nimbers by proof numbers", 590, |asked, _, cx| nimbers(Method::Proof, asked, cx)),
    ("nimbers by mex", 610, |asked, _, cx| nimbers(Method::Mex, asked, cx)),
    ("rows of rays and steps", 5, rays),
    ("tiles", 3, tiles),
    ("rows that repeat", 14, |asked, _, cx| strategy("rows that repeat", asked, cx)),
    ("laws of compounds", 30, |asked, _, cx| strategy("laws of compounds", asked, cx)),
    ("products", 1, |asked, _, cx| strategy("products", asked, cx)),
    ("searches of boards", 60, |asked, _, cx| strategy("searches of boards", asked, cx)),
    ("misère search", 70, misere),
    ("misère search with turns", 110, turns),
    ("misère quotient", 105, quotient),
    ("automata", 50, automata),
    ("learnt laws", 120, learnt),
    ("graph: mex", 470, mex_labels),
    ("graph: Smith's labels", 490, smith_labels),
    ("graph: outcomes", 560, outcome_labels),
    ("graph on disk: mex, Smith's labels and outcomes", 660, labels_on_disk),
];

#[test]
fn every_engine_agrees() {
    let mut answered: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut wrong, mut laws, mut asked) = (Vec::new(), Laws::default(), 0);
    let facts = facts::all();
    for fact in &facts {
        let questions = questions(fact).unwrap_or_else(|why| panic!("{}: {why}", fact.file));
        asked += usize::from(!questions.is_empty());
        for (name, _, ask) in ENGINES {
            let mut any = false;
            for question in &questions {
                // faults of a rule and spent budgets are for other engines; the front door tells them
                let Ok(Some(told)) = ask(question, &mut laws, &Context::new(BUDGET)) else { continue };
                any = true;
                if !question.agrees(&told) {
                    let known = (&question.outcome, &question.value);
                    wrong.push(format!("{}: {}: {name} says {told:?}, not {known:?}", fact.file, question.text));
                }
            }
            *answered.entry(name).or_default() += usize::from(any);
        }
    }
    println!("{} facts, {asked} of them about places", facts.len());
    for (name, floor, _) in ENGINES {
        println!("{:5} {name}", answered[name]);
        if answered[name] < *floor {
            wrong.push(format!("{name} answers {} facts, once it was {floor}", answered[name]));
        }
    }
    assert!(wrong.is_empty(), "{} answers are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The places that a fact tells of.
fn questions(fact: &facts::Fact) -> std::result::Result<Vec<Asked>, String> {
    let misere = if fact.flag("misere") { "misere " } else { "" };
    let game = || fact.text("game").map(|game| format!("{misere}{game}"));
    let finite = |digits: &String| digits.parse().map(Value::Finite).map_err(|_| digits.clone());
    let mut all = Vec::new();
    match fact.kind.as_str() {
        "position" => {
            let outcome = fact.text("outcome")?.chars().next().and_then(letter);
            let loopy = fact.nats("loopy").map(|k| Value::infinite(k.iter().filter_map(|n| n.parse::<Nat>().ok())));
            let value = fact.nat("value").and_then(|n| finite(&n)).or(loopy).ok();
            all.push((fact.text("text")?.to_owned(), outcome, value));
        }
        "unknown" => {
            for number in fact.nats("numbers")? {
                all.push((fact.text("text")?.replacen('?', &number, 1), Some(Outcome::Previous), None));
            }
        }
        "values" => {
            for (n, value) in (fact.number("from", 0)..).zip(fact.nats("values")?) {
                all.push((format!("{}({n})", game()?), None, Some(finite(&value)?)));
            }
        }
        "grid" => {
            for (a, row) in fact.rows("rows")?.iter().enumerate() {
                for (b, value) in row.iter().enumerate() {
                    all.push((format!("{}({a}, {b})", game()?), None, Some(finite(value)?)));
                }
            }
        }
        "outcomes" => {
            for (n, sign) in fact.text("outcomes")?.chars().enumerate() {
                all.push((format!("{}({n})", game()?), letter(sign), None));
            }
        }
        "previous" => {
            let (to, places) = (fact.number("to", 0), fact.rows("places")?);
            let arity = places.first().map_or(1, Vec::len) as u32;
            for number in 0..(to + 1).pow(arity) {
                let place: Vec<String> =
                    (0..arity).map(|i| (number / (to + 1).pow(i) % (to + 1)).to_string()).collect();
                let outcome = Outcome::lost_if(places.contains(&place));
                all.push((format!("{}({})", game()?, place.join(", ")), Some(outcome), None));
            }
        }
        // these are about two games, about all heaps, or about texts that are refused
        _ => {}
    }
    let step = all.len().div_ceil(PLACES).max(1);
    Ok(all.into_iter().step_by(step).filter_map(|(text, outcome, value)| Asked::of(text, outcome, value)).collect())
}

fn letter(sign: char) -> Option<Outcome> {
    [Outcome::Next, Outcome::Previous, Outcome::Draw].into_iter().find(|outcome| outcome.letter() == sign)
}

impl Asked {
    /// `None` for what is no position, as a place that the rule refuses.
    fn of(text: String, outcome: Option<Outcome>, value: Option<Value>) -> Option<Asked> {
        let position = Session::new().position(&text).ok()?;
        let components = single_components(&position, &Context::new(BUDGET)).ok()?;
        let outcome = outcome.or_else(|| value.as_ref().map(Value::outcome));
        let graph = reverse(&position, &Context::new(BUDGET)).ok();
        Some(Asked { text, position, components, value, outcome, graph })
    }

    fn agrees(&self, told: &Told) -> bool {
        match told {
            Told::Value(value) => match &self.value {
                Some(known) => value == known,
                None => Some(value.outcome()) == self.outcome,
            },
            Told::Outcome(outcome) => Some(*outcome) == self.outcome,
        }
    }

    fn is_normal(&self) -> bool {
        self.position.convention() == Convention::Normal
    }

    /// The only component.
    fn alone(&self) -> Option<&Component> {
        if let [one] = self.components.as_slice() { Some(one) } else { None }
    }

    /// The value of the sum in normal play, where the engine gives that of each component.
    fn sum(&self, mut value: impl FnMut(&Game, &Place) -> Result<Option<Nat>>) -> Result<Option<Told>> {
        if !self.is_normal() {
            return Ok(None);
        }
        let mut sum = Value::ZERO;
        for component in &self.components {
            match value(&component.game, &component.place)? {
                Some(value) => sum = &sum + &Value::Finite(value),
                None => return Ok(None),
            }
        }
        Ok(Some(Told::Value(sum)))
    }
}

fn reverse(position: &Position, cx: &Context) -> Result<(Vec<grundy_graph::Arc>, Reverse)> {
    let graph = position.graph(cx)?;
    let vertices = graph.vertices() as u32;
    let arcs: Vec<_> = (0..vertices).flat_map(|v| graph.followers(v).iter().map(move |&w| (v, w))).collect();
    let rows = Reverse::from_arcs(graph.vertices(), &arcs, cx)?;
    Ok((arcs, rows))
}

fn closed_form(asked: &Asked, _: &mut Laws, _: &Context) -> Result<Option<Told>> {
    let by_value = asked.sum(|game, place| Ok(game.knowledge()?.law.as_ref().and_then(|law| law.value(place))))?;
    if let (None, true, Some(Component { game, place })) = (&by_value, asked.is_normal(), asked.alone()) {
        return Ok(game.knowledge()?.law.as_ref().and_then(|law| law.outcome(place)).map(Told::Outcome));
    }
    Ok(by_value)
}

fn subtraction(asked: &Asked, _: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    let engine = |game: &Game| -> Result<Option<SubtractionEngine>> {
        let Some(set) = game.knowledge()?.set() else { return Ok(None) };
        Ok(Some(SubtractionEngine::new(set.clone())))
    };
    if let (false, Some(Component { game, place })) = (asked.is_normal(), asked.alone()) {
        let Some(mut engine) = engine(game)? else { return Ok(None) };
        return Ok(Some(Told::Outcome(engine.misere_outcome(&place[0], cx)?.0)));
    }
    asked.sum(|game, place| engine(game)?.map(|mut engine| Ok(engine.value(&place[0], cx)?.0)).transpose())
}

fn breaks(asked: &Asked, _: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    asked.sum(|game, place| {
        let Some(code) = game.knowledge()?.code() else { return Ok(None) };
        Ok(Some(CodeEngine::new(code.clone()).value(&place[0], cx)?.0))
    })
}

/// To take k from a heap is the digit 3 at place k: nothing or one heap may be left.
fn set_as_code(asked: &Asked, _: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    asked.sum(|game, place| {
        let Some(set) = game.knowledge()?.set() else { return Ok(None) };
        let Some(largest) = set.max().and_then(|max| to_u64(&max)).filter(|max| *max < 1000) else { return Ok(None) };
        let digit = |taken: u64| Digit {
            counts: if set.members_up_to(taken).any(|k| k == taken) { vec![0, 1] } else { Vec::new() },
            ..Digit::default()
        };
        let digits = (1..=largest).map(digit).collect();
        let code = Code { zero: Digit::default(), digits, repeating: Vec::new() };
        Ok(Some(CodeEngine::new(code).value(&place[0], cx)?.0))
    })
}

fn heaps(asked: &Asked, _: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    asked.sum(|game, place| {
        let Some(code) = game.knowledge()?.code() else { return Ok(None) };
        let (Some(mut sequence), Some(n)) = (HeapSequence::new(code), to_u64(&place[0])) else { return Ok(None) };
        sequence.extend_to(n + 1, cx)?;
        Ok(sequence.value(n).map(Nat::from))
    })
}

/// The rule of a game that ends, and the order in which a table of it is filled.
fn rule(game: &Game) -> Result<Option<(Rule, Order)>> {
    let Some(rule) = game.kind().as_rule() else { return Ok(None) };
    let order = match &game.knowledge()?.termination {
        None | Some(Termination::Proved(Measure::Sum)) => Order::Sum,
        Some(Termination::Proved(Measure::Lexicographic)) => Order::Lexicographic,
        Some(_) => return Ok(None),
    };
    Ok(Some((rule, order)))
}

fn dense(asked: &Asked, _: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    let fill = |game: &Game, place: &Place, convention: Convention| -> Result<Option<(DenseTable, Vec<u64>)>> {
        let place: Option<Vec<u64>> = place.iter().map(to_u64).collect();
        let (Some(place), Some((rule, order))) = (place, rule(game)?) else { return Ok(None) };
        let mut table = DenseTable::new(&rule, convention)?;
        table.cover(&place, order, &NoForeign, cx)?;
        Ok(Some((table, place)))
    };
    if let (false, Some(Component { game, place })) = (asked.is_normal(), asked.alone()) {
        let filled = fill(game, place, Convention::Misere)?;
        return Ok(filled.and_then(|(table, place)| table.outcome(&place)).map(Told::Outcome));
    }
    asked.sum(|game, place| {
        let filled = fill(game, place, Convention::Normal)?;
        Ok(filled.and_then(|(table, place)| table.value(&place)).map(Nat::from))
    })
}

fn sparse(asked: &Asked, _: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    asked.sum(|game, place| {
        if game.is_loopy() {
            return Ok(None);
        }
        let mut foreign = |part: &Component| part.game.value_at(&part.place, cx);
        Sparse::default().value(game, place, Reach::All, cx, &mut foreign)
    })
}

/// A game's options as [`Rules`], for the engine that anybody's rules get.
#[derive(Debug)]
struct Options<'c> {
    cx: &'c Context,
    failed: std::cell::Cell<bool>,
}

impl NormalPlay for Options<'_> {}

impl Rules for Options<'_> {
    type Position = Component;

    fn options(&self, component: &Component, visit: &mut Visitor<'_, Component>) -> ControlFlow<()> {
        component.game.each_option(&component.place, self.cx, visit).unwrap_or_else(|_| {
            self.failed.set(true);
            ControlFlow::Break(())
        })
    }
}

fn memo(asked: &Asked, _: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    let rules = Options { cx, failed: false.into() };
    let mut memo = Memo::new(&rules);
    let told = match asked.position.convention() {
        Convention::Normal => Told::Value(Value::Finite(memo.sum_value(&asked.components, cx)?.into())),
        misere @ Convention::Misere => Told::Outcome(memo.outcome(&asked.components, misere, cx)?),
    };
    Ok(Some(told).filter(|_| !rules.failed.get()))
}

fn nimbers(method: Method, asked: &Asked, cx: &Context) -> Result<Option<Told>> {
    let rules = Options { cx, failed: false.into() };
    let mut search = Nimbers::new(&rules).by(method);
    let told = asked.sum(|game, place| {
        if game.is_loopy() {
            return Ok(None);
        }
        let component = Component { game: game.clone(), place: place.clone() };
        Ok(Some(search.value(&component, cx)?.into()))
    })?;
    Ok(told.filter(|_| !rules.failed.get()))
}

/// The rule of a game that ends, at a place of two coordinates.
fn rule_at_two(game: &Game, place: &Place) -> Result<Option<(Rule, [u64; 2])>> {
    let [Some(a), Some(b)] = [0, 1].map(|i| place.get(i).and_then(to_u64)) else { return Ok(None) };
    Ok(rule(game)?.filter(|(rule, _)| rule.arity == 2 && place.len() == 2).map(|(rule, _)| (rule, [a, b])))
}

fn rays(asked: &Asked, _: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    let Some(Component { game, place }) = asked.alone() else { return Ok(None) };
    let Some((rule, [a, b])) = rule_at_two(game, place)? else { return Ok(None) };
    let (wanted, mut outcome) = (Wanted::Outcomes(asked.position.convention()), None);
    let all = rows(&rule, [a + 1, b + 1], wanted, cx, &mut |_, row| {
        outcome = row.get(b as usize).map(|&wins| Outcome::lost_if(wins == 0));
        Ok(())
    })?;
    Ok(outcome.filter(|_| all).map(Told::Outcome))
}

fn tiles(asked: &Asked, _: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    asked.sum(|game, place| {
        let Some((rule, at)) = rule_at_two(game, place)? else { return Ok(None) };
        let Some(moves) = Moves::of(&rule)? else { return Ok(None) };
        Ok(moves.values(&[at.map(|n| n as usize)], cx)?.first().map(|&value| value.into()))
    })
}

/// One strategy of the planner, whether or not another one would be asked first.
fn strategy(name: &str, asked: &Asked, cx: &Context) -> Result<Option<Told>> {
    let by_value = asked.sum(|game, place| {
        let known = game.knowledge()?;
        let Some(strategy) = plan::alone(name, known) else { return Ok(None) };
        let found = strategy.value(At { game, known, place }, cx)?;
        Ok(found.and_then(|found| found.what.finite().cloned()))
    })?;
    let (None, Some(Component { game, place })) = (&by_value, asked.alone()) else { return Ok(by_value) };
    let known = game.knowledge()?;
    let (Some(strategy), at) = (plan::alone(name, known), At { game, known, place }) else { return Ok(None) };
    let outcome = match asked.position.convention() {
        Convention::Normal => strategy.outcome(at, Stage::Last, cx)?.map(|found| found.what.outcome),
        Convention::Misere => strategy.misere(at, Stage::Last, cx)?.map(|found| found.what),
    };
    Ok(outcome.map(Told::Outcome))
}

fn misere(asked: &Asked, _: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    if asked.is_normal() || asked.components.iter().any(|component| component.game.is_loopy()) {
        return Ok(None);
    }
    Ok(Some(Told::Outcome(MisereSearch::new().outcome(&asked.components, cx)?)))
}

fn turns(asked: &Asked, _: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    if asked.is_normal() {
        return Ok(None);
    }
    Ok(Some(Told::Outcome(Turns::default().outcome(&asked.components, cx)?)))
}

fn quotient(asked: &Asked, _: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    let loses_its_turn = |component: &Component| component.game.is_loopy() || component.game.is_entailing();
    if asked.is_normal() || asked.components.iter().any(loses_its_turn) {
        return Ok(None);
    }
    let mut joint = Joint::default();
    joint.reach(&asked.components, cx)?;
    let sum: Vec<_> = asked.components.iter().map(|component| (component.clone(), Nat::ONE)).collect();
    let is_p = joint.class_of(&sum).map(|class| joint.quotient().monoid().is_p(class));
    Ok(is_p.map(|is_p| Told::Outcome(if is_p { Outcome::Previous } else { Outcome::Next })))
}

/// Laws that were looked for: a search is dear, and one law answers all places.
#[derive(Default)]
struct Laws {
    automata: HashMap<(String, &'static str), Option<Arc<AutomaticLaw>>>,
    /// The games that keep what was learnt of them.
    games: HashMap<(String, Convention), Game>,
}

fn learnt(asked: &Asked, laws: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    let Some(Component { game, place }) = asked.alone() else { return Ok(None) };
    let convention = asked.position.convention();
    let game = match laws.games.entry((game.text().to_owned(), convention)) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(new) => {
            let wish = if asked.is_normal() { Wish::Values } else { Wish::Reason };
            // what a spent budget leaves is little or nothing
            let _ = learn(game, convention, place.len(), wish, &Context::new(SEARCH));
            new.insert(game.clone())
        }
    };
    if let Some(found) =
        Some(game.learnt()).filter(|_| asked.is_normal()).and_then(|known| known.value(place, cx).ok()?)
    {
        return Ok(Some(Told::Value(Value::Finite(found.is))));
    }
    Ok(game.learnt().outcome(place, convention, cx).map(|found| Told::Outcome(found.is)))
}

fn automata(asked: &Asked, laws: &mut Laws, _: &Context) -> Result<Option<Told>> {
    let Some(Component { game, place }) = asked.alone() else { return Ok(None) };
    let questions: &[(&'static str, Question)] = match asked.position.convention() {
        Convention::Normal => &[("values", Question::Values), ("kernel", Question::Kernel)],
        Convention::Misere => &[("misère", Question::Misere)],
    };
    for (name, question) in questions {
        let law = match laws.automata.get(&(game.text().to_owned(), *name)) {
            Some(law) => law.clone(),
            None => {
                let found = match rule(game)? {
                    Some((rule, _)) => AutomaticLaw::find(&rule, *question, &Context::new(SEARCH)).unwrap_or(None),
                    None => None,
                };
                laws.automata.entry((game.text().to_owned(), *name)).or_insert(found.map(Arc::new)).clone()
            }
        };
        let Some(law) = law else { continue };
        let outcome = Outcome::lost_if(law.is_previous(place));
        return Ok(Some(law.value(place).map_or(Told::Outcome(outcome), |value| Told::Value(Value::Finite(value)))));
    }
    Ok(None)
}

fn mex_labels(asked: &Asked, _: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    let Some((_, graph)) = asked.graph.as_ref().filter(|_| asked.is_normal()) else { return Ok(None) };
    let value = GrundyValues::of(graph, cx)?.get(0);
    Ok(value.map(|value| Told::Value(Value::Finite(value.into()))))
}

fn smith_labels(asked: &Asked, _: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    let Some((_, graph)) = asked.graph.as_ref().filter(|_| asked.is_normal()) else { return Ok(None) };
    Ok(Some(Told::Value(loopy_value(SmithValues::of(graph, cx)?.get(0)))))
}

fn loopy_value(label: LoopyValue) -> Value {
    match label {
        LoopyValue::Finite(value) => Value::Finite(value.into()),
        LoopyValue::Infinite(numbers) => Value::infinite(numbers),
    }
}

fn outcome_labels(asked: &Asked, _: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    let Some((_, graph)) = &asked.graph else { return Ok(None) };
    let labels = Outcomes::of(graph, asked.position.convention(), cx)?;
    Ok(Some(Told::Outcome(labels.outcome(0))))
}

/// All three from rows in a file. They must agree with each other.
fn labels_on_disk(asked: &Asked, _: &mut Laws, cx: &Context) -> Result<Option<Told>> {
    let Some((arcs, rows)) = &asked.graph else { return Ok(None) };
    let path = std::env::temp_dir().join(format!("grundy-corpus-{}", std::process::id()));
    let mut builder = Builder::new(&path, rows.vertices(), 0, cx)?;
    builder.add(arcs)?;
    let graph = builder.finish()?.temporary();
    let outcome = Outcomes::of(&graph, asked.position.convention(), cx)?.outcome(0);
    if !asked.is_normal() || !asked.agrees(&Told::Outcome(outcome)) {
        return Ok(Some(Told::Outcome(outcome)));
    }
    let value = loopy_value(SmithValues::of(&graph, cx)?.get(0));
    if let Some(mex) = GrundyValues::of(&graph, cx)?.get(0) {
        assert_eq!(value, Value::Finite(mex.into()), "{}", asked.text);
    }
    Ok(Some(Told::Value(value)))
}
