//! The verbs: one file each.

mod advice;
mod beside;
mod canonical;
mod completions;
mod compressed;
mod count;
mod describe;
mod emit;
mod exec;
mod explain;
mod guess;
mod input;
mod label;
mod lines;
mod list;
mod man;
mod mex;
mod moves;
mod nimber;
mod one_line;
pub(crate) mod output;
mod period;
mod play;
mod processes;
mod prove;
mod quotient;
mod reading;
mod repl;
mod same;
mod scene;
mod sg;
mod solve;
mod source;
mod stored;
mod stress;
mod sweep;
mod table;
mod terms;
mod verify;
mod web;

use grundy::Stopped;

use crate::args::Verb;
use crate::exit::{Exit, Failure};
use crate::setting::Setting;
use grundy::Session;

/// Answers one question.
pub(crate) fn run(verb: &Verb, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let answered = match verb {
        Verb::Solve(options) => solve::run(options, session, setting),
        Verb::Sg(options) => sg::run(options, session, setting),
        Verb::Mex(options) => mex::run(options, session, setting),
        Verb::Nimber(options) => nimber::run(options, setting),
        Verb::Explain(options) => explain::run(options, session, setting),
        Verb::Moves(options) => moves::run(options, session, setting),
        Verb::Scene(options) => scene::run(options, session, setting),
        Verb::Table(options) => table::run(options, session, setting),
        Verb::Period(options) => period::run(options, session, setting),
        Verb::Verify(options) => verify::run(options, session, setting),
        Verb::Same(options) => same::run(options, session, setting),
        Verb::Guess(options) => guess::run(options, session, setting),
        Verb::Prove(options) => prove::run(options, session, setting),
        Verb::Count(options) => count::run(options, session, setting),
        Verb::Stress(options) => stress::run(options, session, setting),
        Verb::Emit(options) => emit::run(options, session, setting),
        Verb::Quotient(options) => quotient::run(options, session, setting),
        Verb::Canonical(options) => canonical::run(options, session, setting),
        Verb::Sweep(options) => sweep::run(options, session, setting),
        Verb::Label(options) => label::run(options, session, setting),
        Verb::Play(options) => play::run(options, session, setting),
        Verb::List(options) => list::run(options, setting),
        Verb::Describe(options) => describe::run(options, setting),
        Verb::Repl(_) => repl::run(session, setting),
        Verb::Web(options) => web::run(options, setting),
        Verb::Completions(options) => completions::run(options),
        Verb::Man(_) => man::run(),
    };
    answered.map_err(|failure| failure.of(verb.asked()))
}

/// The exit code of an answer that may not be complete.
fn exit_of(stopped: Option<&Stopped>) -> Exit {
    if stopped.is_some() { Exit::Spent } else { Exit::Answered }
}
