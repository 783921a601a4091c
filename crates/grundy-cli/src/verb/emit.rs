//! `emit`: what is known of a game, as a program in another language.

use grundy::Session;
use grundy::emit::EmitOptions;
use grundy::parametric::Asked;

use crate::args::Emit;
use crate::exit::{Exit, Failure};
use crate::setting::Setting;
use crate::verb::{reading, source};

/// Prints the program, and nothing else, so that it can be sent into a file.
pub(crate) fn run(options: &Emit, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let mut source = source::read_text(&options.text, setting)?;
    let asked = reading::asked(session, &mut source, setting)?;
    // the program alone stands on standard output
    setting.tell_notes(true);
    let wanted =
        EmitOptions::new(options.lang).with_max(options.max).with_style(options.style).with_moves(options.moves);
    let answer = setting.ask(|cx| match &asked {
        Asked::Whole(question) => question.emit_with(&wanted, cx),
        Asked::Parametric(game) => game.emit(&setting.values, &wanted, cx),
    });
    let answer = answer.map_err(Failure::about(&source))?;
    let code = Some(answer.language.name());
    setting.print_as(code, |out| grundy_form::emit::json(out, &answer), |out| out.write_all(answer.code.as_bytes()))?;
    Ok(Exit::Answered)
}
