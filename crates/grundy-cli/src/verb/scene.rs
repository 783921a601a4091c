//! `scene`: what to draw for a position, and which parts a move presses. For machines only.

use grundy::Session;
use grundy::scene::SceneOptions;
use grundy_form::scene;

use crate::args::Scene;
use crate::exit::{Exit, Failure};
use crate::setting::{self, Setting};
use crate::verb::{exit_of, reading};

/// Prints the drawing as JSON.
pub(crate) fn run(options: &Scene, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let mut source = setting::read_text(&options.text, setting)?;
    let position = reading::position(session, &mut source, setting)?;
    let line = usize::try_from(options.line).unwrap_or(usize::MAX);
    let wanted = SceneOptions::default().with_limit(options.limit).with_line(line);
    let answer = setting.ask(|cx| position.scene_with(&wanted, cx)).map_err(Failure::about(&source))?;
    setting.tell_notes(true);
    setting::print(|out| scene::scene(out, &answer))?;
    Ok(exit_of(answer.stopped.as_ref()))
}
