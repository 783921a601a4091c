//! `sg`: the Grundy value alone.

use grundy::loopy::Value;
use grundy::{Session, SolveOptions};

use crate::args::Sg;
use crate::exit::{Exit, Failure};
use crate::render::{json, text};
use crate::setting::{self, Setting};
use crate::verb::{exit_of, reading};

/// Prints one number, ∞(K) for a loopy value, or `-` where there is no value.
pub(crate) fn run(options: &Sg, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let mut source = setting::read_text(&options.text, setting)?;
    let position = reading::position(session, &mut source, setting)?;
    let wanted = SolveOptions::default().with_value(true).with_moves(false).with_limit(0);
    let answer = setting.ask(|cx| position.solve_with(&wanted, cx)).map_err(Failure::about(&source))?;
    setting.print(
        |out| json::answer(out, &answer),
        |out| {
            if let Some(stopped) = answer.stopped.as_ref().filter(|_| answer.value.is_none()) {
                return text::stopped(out, stopped);
            }
            let loopy = answer.loopy.as_ref().map(|set| Value::Infinite(set.clone()).to_string());
            let value = answer.value.as_ref().map(ToString::to_string).or(loopy);
            writeln!(out, "{}", value.as_deref().unwrap_or("-"))
        },
    )?;
    Ok(exit_of(answer.stopped.as_ref()))
}
