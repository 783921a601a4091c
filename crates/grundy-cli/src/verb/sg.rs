//! `sg`: the Grundy value alone.

use grundy::loopy::Value;
use grundy::{Convention, Diagnostic, Session, SolveOptions};

use crate::args::Sg;
use crate::exit::{Exit, Failure};
use crate::render::{json, text};
use crate::setting::Setting;
use crate::verb::{exec, exit_of, reading, source};

/// Prints one number, ∞(K) for a loopy value, or `-` where there is no value.
pub(crate) fn run(options: &Sg, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let mut source = source::read_text(&options.text, setting)?;
    let wanted = SolveOptions::default().with_value(true).with_moves(false).with_limit(0);
    let answer = match &options.exec {
        Some(command) => exec::answer(command, &mut source, &wanted, setting)?,
        None => {
            let position = reading::position(session, &mut source, setting)?;
            if position.convention() == Convention::Misere {
                let others = format!("who wins: grundy '{position}'; the genus of a heap: table --show genus");
                return Err(Failure::about(&source)(no_value().suggest(others).into()));
            }
            setting.ask(|cx| position.solve_with(&wanted, cx))
        }
    };
    let answer = answer.map_err(Failure::about(&source))?;
    if answer.convention == Convention::Misere {
        return Err(Failure::about(&source)(no_value().suggest("`solve` tells who wins").into()));
    }
    setting.print(
        |out| json::answer(out, &answer),
        |out| {
            if let Some(stopped) = answer.stopped.as_ref().filter(|_| answer.value.is_none()) {
                return text::stopped(out, stopped, &setting.terminal);
            }
            let loopy = answer.loopy.as_ref().map(|set| Value::Infinite(set.clone()).to_string());
            let value = answer.value.as_ref().map(ToString::to_string).or(loopy);
            writeln!(out, "{}", value.as_deref().unwrap_or("-"))
        },
    )?;
    Ok(exit_of(answer.stopped.as_ref()))
}

fn no_value() -> Diagnostic {
    Diagnostic::input("in misère play positions have no Grundy value")
}
