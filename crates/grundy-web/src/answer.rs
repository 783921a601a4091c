//! One question of one verb, answered with the object that the program prints.

use grundy::answer::{Cells, Reading};
use grundy::claim::{ClaimFault, ProveOptions};
use grundy::emit::EmitOptions;
use grundy::equal_games::EqualGamesOptions;
use grundy::game::{Component, Shape};
use grundy::guess::GuessOptions;
use grundy::loopy::Value;
use grundy::parametric::{self, Asked};
use grundy::play::Play;
use grundy::scene::SceneOptions;
use grundy::session::{AskedClaim, Spelling};
use grundy::{
    Context, Diagnostic, Error, FaultCode, GameQuestion, MovesOptions, Nat, PeriodOptions, Position, Session,
    SolveOptions, TableOptions,
};
use grundy_form::{json, unanswered};

use crate::question::{Question, Verb};

/// Moves that are listed where nothing is said.
const MOVES: usize = 100;
/// Vertices of a graph that are labelled.
const VERTICES: u64 = 200;
/// Moves of a drawing that can be pressed.
const PRESSED: usize = 600;

/// An object, and whether it says all that was asked.
#[derive(Debug)]
pub(crate) struct Object {
    pub(crate) json: Vec<u8>,
    pub(crate) complete: bool,
}

/// Why there is no object of the verb: the object that says so.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) json: Vec<u8>,
}

impl Fault {
    /// What is wrong, at its place in the text that it speaks of.
    pub(crate) fn new(diagnostic: &Diagnostic, text: Option<&str>) -> Fault {
        let mut out = Vec::new();
        // writing to memory cannot fail
        let _ = json::error(&mut out, diagnostic, text, None);
        Fault { json: out }
    }
}

/// A session for texts that somebody types.
pub(crate) fn session() -> Session {
    let mut session = Session::new();
    session.set_spelling(Spelling::Spoken);
    session
}

/// Answers a question within the budget of `cx`.
pub(crate) fn answer(question: &Question, session: &mut Session, cx: &Context) -> Result<Object, Fault> {
    let mut out = Vec::new();
    let mut about = question.text.as_str();
    let done = match question.verb {
        Verb::Solve | Verb::Ask => solve(question, session, cx, &mut out),
        Verb::Explain => explain(question, session, cx, &mut out),
        Verb::Moves => moves(question, session, cx, &mut out),
        Verb::Scene => scene(question, session, cx, &mut out),
        Verb::Play => play(question, session, cx, &mut out),
        Verb::Table => table(question, session, cx, &mut out),
        Verb::Period => game(question, session).and_then(|game| period(&game, question.last(), cx, &mut out)),
        Verb::Guess => guess(question, session, cx, &mut out),
        Verb::Label => label(question, session, cx, &mut out),
        Verb::Emit => emit(question, session, cx, &mut out),
        Verb::Prove => prove(question, session, cx, &mut out).map_err(|fault| match fault {
            Refused::Subject(error) => error,
            Refused::Claim(error) => {
                about = question.claim.as_str();
                error
            }
        }),
    };
    finish(done, out, about, question, session)
}

/// The object, or what stands in its place.
fn finish(
    done: Result<bool, Error>,
    mut out: Vec<u8>,
    about: &str,
    question: &Question,
    session: &mut Session,
) -> Result<Object, Fault> {
    match done {
        Ok(complete) => Ok(Object { json: out, complete }),
        Err(Error::Stopped(stopped)) => {
            out.clear();
            let _ = unanswered::json(&mut out, asked(question.verb), question.text.trim(), &stopped);
            Ok(Object { json: out, complete: false })
        }
        Err(Error::Bad(fault)) => {
            let fault = session.heard().placed(*fault);
            Err(Fault::new(&unvalued(fault, question, session), Some(about)))
        }
    }
}

/// The fault of a position, or that it is the name of a family: a parameter stands where a number is wanted.
pub(crate) fn unvalued(fault: Diagnostic, question: &Question, session: &mut Session) -> Diagnostic {
    if !fault.is(FaultCode::UnknownName) {
        return fault;
    }
    match session.asked_game(&question.text, &question.values.names()) {
        Ok(Asked::Parametric(game)) => match game.parameters() {
            [] => fault,
            // the first is asked for
            [name, ..] => parametric::without_value(std::slice::from_ref(name), &question.text),
        },
        _ => fault,
    }
}

/// The object of this verb where nothing is known.
fn asked(verb: Verb) -> unanswered::Asked {
    use unanswered::Asked;
    match verb {
        Verb::Solve | Verb::Ask | Verb::Label => Asked::Solve,
        Verb::Explain => Asked::Explain,
        Verb::Moves => Asked::Moves,
        Verb::Scene | Verb::Play => Asked::Scene,
        Verb::Table => Asked::Table,
        Verb::Period => Asked::Period,
        Verb::Guess => Asked::Guess,
        Verb::Prove => Asked::Prove,
        Verb::Emit => Asked::Emit,
    }
}

fn solve(question: &Question, session: &mut Session, cx: &Context, out: &mut Vec<u8>) -> Result<bool, Error> {
    let position = session.position_with(&question.text, &question.values)?;
    let wanted = SolveOptions::default()
        .with_limit(question.limit.unwrap_or(MOVES))
        .with_value(question.value)
        .with_details(true);
    let answer = position.solve_with(&wanted, cx)?;
    let _ = json::answer(out, &answer);
    Ok(answer.is_complete())
}

fn explain(question: &Question, session: &mut Session, cx: &Context, out: &mut Vec<u8>) -> Result<bool, Error> {
    let answer = session.explain_for(&question.text, &question.values, cx)?;
    if question.latex {
        let mut text = Vec::new();
        let _ = grundy_form::latex::explanation(&mut text, &answer, question.spoken);
        let _ = json::Object::open(out).and_then(|mut object| {
            object.field("query", answer.query.as_str())?;
            object.field("latex", String::from_utf8_lossy(&text).as_ref())?;
            object.close()
        });
    } else {
        let _ = json::explanation(out, &answer);
    }
    Ok(answer.is_complete())
}

fn moves(question: &Question, session: &mut Session, cx: &Context, out: &mut Vec<u8>) -> Result<bool, Error> {
    let position = session.position_with(&question.text, &question.values)?;
    let limit = question.limit.unwrap_or(MOVES);
    let wanted = MovesOptions::default().with_limit(limit).with_winning(question.winning);
    let answer = position.moves_with(&wanted, cx)?;
    let _ = json::moves(out, &answer);
    Ok(answer.is_complete())
}

fn scene(question: &Question, session: &mut Session, cx: &Context, out: &mut Vec<u8>) -> Result<bool, Error> {
    let position = session.position_with(&question.text, &question.values)?;
    let wanted = SceneOptions::default().with_limit(question.limit.unwrap_or(PRESSED)).with_line(question.line);
    let answer = position.scene_with(&wanted, cx)?;
    let _ = grundy_form::scene::scene(out, &answer);
    Ok(answer.is_complete())
}

/// The game after the moves that were made; with a level also the opponent's reply.
fn play(question: &Question, session: &mut Session, cx: &Context, out: &mut Vec<u8>) -> Result<bool, Error> {
    let mut play = Play::new(session.position_with(&question.text, &question.values)?);
    for &index in &question.moves {
        play.choose(index, cx)?;
    }
    let scene = SceneOptions::default().with_limit(PRESSED).with_line(question.line);
    let answer = play.round(question.level, question.seed, &scene, cx)?;
    let _ = grundy_form::play::round(out, &answer);
    Ok(answer.is_complete())
}

/// How the games of a position were read, before anything is computed, and whether it can be played.
pub(crate) fn reading(query: &str, games: &[Reading], played: bool) -> Vec<u8> {
    let mut out = Vec::new();
    let _ = json::Object::open(&mut out).and_then(|mut object| {
        object.field("query", query)?;
        object.read(games)?;
        object.field("played", played)?;
        object.close()
    });
    out
}

fn table(question: &Question, session: &mut Session, cx: &Context, out: &mut Vec<u8>) -> Result<bool, Error> {
    let wanted =
        TableOptions::default().with_from(question.from.clone()).with_to(question.to.clone()).with_show(question.show);
    match whole_or_parametric(question, session)? {
        Asked::Whole(game) if question.binary => table_as_bytes(&game, &wanted, cx, out),
        Asked::Whole(game) => table_of(&game, &wanted, cx, out),
        Asked::Parametric(game) => {
            let answer = game.table(&question.values, &wanted, cx)?;
            let _ = json::table_of_members(out, &answer);
            Ok(answer.is_complete())
        }
    }
}

/// What stands for a number that is not known or does not fit.
const NO_NUMBER: u32 = u32::MAX;

/// The values of a table as little-endian numbers of 32 bits, row by row.
fn table_as_bytes(game: &GameQuestion, wanted: &TableOptions, cx: &Context, out: &mut Vec<u8>) -> Result<bool, Error> {
    let answer = game.table_with(wanted, cx)?;
    let number = |n: &Nat| grundy::number::to_u64(n).and_then(|n| u32::try_from(n).ok()).unwrap_or(NO_NUMBER);
    let numbers: Vec<u32> = match &answer.cells {
        Cells::Values(rows) => rows.iter().map(|n| number(&n)).collect(),
        Cells::SomeValues(rows) => rows.iter().flatten().map(|n| n.as_ref().map_or(NO_NUMBER, number)).collect(),
        Cells::Loopy(rows) => rows.iter().flatten().map(|n| n.finite().map_or(NO_NUMBER, number)).collect(),
        Cells::SomeLoopy(rows) => {
            let finite = |n: &Option<Value>| n.as_ref().and_then(Value::finite).map_or(NO_NUMBER, number);
            rows.iter().flatten().map(finite).collect()
        }
        Cells::Outcomes(_) | Cells::SomeOutcomes(_) | Cells::Genera(_) | Cells::Previous(_) => {
            return Err(Diagnostic::unsupported("only values are sent as bytes").into());
        }
    };
    out.extend(numbers.into_iter().flat_map(u32::to_le_bytes));
    Ok(answer.is_complete())
}

/// The table of one game.
pub(crate) fn table_of(
    game: &GameQuestion,
    wanted: &TableOptions,
    cx: &Context,
    out: &mut Vec<u8>,
) -> Result<bool, Error> {
    let answer = game.table_with(wanted, cx)?;
    let _ = json::table(out, &answer);
    Ok(answer.is_complete())
}

/// The period of one game.
pub(crate) fn period(game: &GameQuestion, to: Option<u64>, cx: &Context, out: &mut Vec<u8>) -> Result<bool, Error> {
    let answer = game.period_with(&PeriodOptions::default().with_to(to), cx)?;
    let answer = game.compared(answer, &EqualGamesOptions::default(), cx)?;
    let _ = grundy_form::period::json(out, &answer);
    Ok(answer.is_complete())
}

fn guess(question: &Question, session: &mut Session, cx: &Context, out: &mut Vec<u8>) -> Result<bool, Error> {
    let answer = match whole_or_parametric(question, session)? {
        Asked::Whole(game) => game.guess_with(&GuessOptions::default().with_to(question.last()), cx)?,
        Asked::Parametric(game) => game.guess(&question.values, cx)?,
    };
    let _ = grundy_form::guess::json(out, &answer);
    Ok(answer.is_complete())
}

fn emit(question: &Question, session: &mut Session, cx: &Context, out: &mut Vec<u8>) -> Result<bool, Error> {
    let wanted = EmitOptions::new(question.language);
    let answer = match whole_or_parametric(question, session)? {
        Asked::Whole(game) => game.emit_with(&wanted, cx)?,
        Asked::Parametric(game) => game.emit(&question.values, &wanted, cx)?,
    };
    let _ = grundy_form::emit::json(out, &answer);
    Ok(true)
}

/// Every vertex of the graph that the position stands on.
fn label(question: &Question, session: &mut Session, cx: &Context, out: &mut Vec<u8>) -> Result<bool, Error> {
    let position = session.position_with(&question.text, &question.values)?;
    let components = position.components();
    let graph = components.iter().map(|(component, _)| &component.game).find(|game| game.shape() == Shape::Vertex);
    let Some((game, count)) = graph.and_then(|game| Some((game, game.any()?.number_of_places()?))) else {
        let fault = Diagnostic::unsupported("only the vertices of a graph are labelled here");
        return Err(fault.suggest("graph{a->b; b->c}(a)").into());
    };
    if count > VERTICES {
        let fault = Diagnostic::unsupported(format!("a graph of {count} vertices is too large to be labelled here"));
        return Err(fault.suggest("the program labels graphs of any size: `grundy label`").into());
    }
    let wanted = SolveOptions::default().with_limit(0).with_details(true);
    let (mut vertices, mut stopped) = (Vec::new(), None);
    for number in 0..count {
        let component = Component::new(game, [Nat::from(number)]);
        let name = game.show_place(&component.place);
        match Position::single(component).under(position.convention()).solve_with(&wanted, cx) {
            Ok(answer) if answer.is_complete() => vertices.push((name, answer)),
            Ok(answer) => {
                stopped = answer.stopped;
                break;
            }
            Err(Error::Stopped(why)) => {
                stopped = Some(why);
                break;
            }
            Err(bad @ Error::Bad(_)) => return Err(bad),
        }
    }
    let _ = grundy_form::label::graph(out, &game.under(position.convention()), &vertices, stopped.as_ref());
    Ok(stopped.is_none())
}

/// Why a claim is not judged, with the text at fault.
enum Refused {
    Subject(Error),
    Claim(Error),
}

impl From<Error> for Refused {
    fn from(error: Error) -> Refused {
        Refused::Subject(error)
    }
}

fn prove(question: &Question, session: &mut Session, cx: &Context, out: &mut Vec<u8>) -> Result<bool, Refused> {
    let asked = session.asked_claim(&question.text, &question.claim, &question.values);
    let asked = asked.map_err(|fault| match fault {
        ClaimFault::Subject(fault) => Refused::Subject(fault.into()),
        ClaimFault::Claim(fault) => Refused::Claim(fault.into()),
    })?;
    let wanted = ProveOptions::default().with_to(question.last());
    let answer = match asked {
        AskedClaim::Whole(claim) => claim.prove_with(&wanted, cx)?,
        AskedClaim::Parametric(claim) => claim.prove(&question.values, &wanted, cx)?,
        AskedClaim::Placed(claim) => claim.prove(&wanted, cx)?,
    };
    let _ = grundy_form::prove::json(out, &answer);
    Ok(answer.is_complete())
}

/// A game with all its parameters.
fn game(question: &Question, session: &mut Session) -> Result<GameQuestion, Error> {
    match whole_or_parametric(question, session)? {
        Asked::Whole(game) => Ok(game),
        Asked::Parametric(game) => {
            let names = game.parameters().join("`, `");
            let fault = Diagnostic::input(format!("`{names}` has no value"));
            Err(fault.suggest(format!("\"for\":\"{}=3\"", game.parameters().join("=3,"))).into())
        }
    }
}

/// A game that may have parameters; with one value for each it is the member.
fn whole_or_parametric(question: &Question, session: &mut Session) -> Result<Asked, Error> {
    Ok(session.asked_game(&question.text, &question.values.names())?.valued(&question.values)?)
}
