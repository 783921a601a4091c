//! `count`: how many positions are P-positions.

use grundy::{CountOptions, Session};

use crate::args::Count;
use crate::exit::{Exit, Failure};
use crate::render::count as render;
use crate::setting::Setting;
use crate::verb::{exit_of, reading, source};

/// Counts.
pub(crate) fn run(options: &Count, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let mut source = source::read_text(&options.text, setting)?;
    let question = reading::game(session, &mut source, setting)?;
    let wanted = CountOptions::new(options.heaps, options.max).with_min(options.min).with_unordered(options.unordered);
    let answer = setting.ask(|cx| question.count_with(&wanted, cx)).map_err(Failure::about(&source))?;
    setting.print(|out| grundy_form::count::json(out, &answer), |out| render::text(out, &answer, &setting.terminal))?;
    Ok(exit_of(answer.stopped.as_ref()))
}
