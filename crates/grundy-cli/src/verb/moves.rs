//! `moves`: every move with the value it leads to.

use crate::args::Moves;
use crate::exit::{Exit, Failure};
use crate::render::{json, text};
use crate::setting::Setting;
use crate::verb::stored::while_kept;
use crate::verb::{exit_of, reading, source};
use grundy::{Context, MovesOptions, Session};

/// Lists the moves of a position.
pub(crate) fn run(options: &Moves, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let mut source = source::read_text(&options.text, setting)?;
    let position = reading::position(session, &mut source, setting)?;
    let wanted = MovesOptions::default().with_limit(options.limit).with_winning(options.winning);
    let stored = options.store.as_deref();
    let work = |cx: &Context| while_kept(&position, stored, setting, cx, || position.moves_with(&wanted, cx));
    let answer = setting.ask(work).map_err(Failure::about(&source))?;
    setting
        .print(|out| json::moves(out, &answer), |out| text::moves(out, &answer, options.winning, &setting.terminal))?;
    Ok(exit_of(answer.stopped.as_ref()))
}
