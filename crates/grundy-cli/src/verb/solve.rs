//! `solve`: who wins, the value, the winning moves, why it is true.

use grundy::{Context, Diagnostic, Session};

use crate::args::Solve;
use crate::exit::{Exit, Failure};
use crate::render::{json, text};
use crate::setting::Setting;
use crate::verb::output::{ready, write_certificate};
use crate::verb::stored::while_kept;
use crate::verb::{advice, exec, exit_of, lines, reading, source};

/// Answers one question, or a line for each line.
pub(crate) fn run(options: &Solve, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    if options.text.is_lines() && options.exec.is_none() {
        if options.certificate.is_some() {
            return Err(Failure::plain(Diagnostic::input("--certificate is for one question")));
        }
        if options.store.is_some() {
            return Err(Failure::plain(Diagnostic::input("--store is for one question")));
        }
        return lines::run(options, setting);
    }
    ready(&[options.certificate.as_deref()], &[options.text.file.as_deref()])?;
    let mut source = source::read_text(&options.text, setting)?;
    // the bare answer names no move
    let moves = !setting.terminal.quiet || setting.json || options.jsonl;
    let wanted = options.wanted(moves).with_details(setting.json || options.jsonl).with_period(setting.terminal.why);
    let answer = match &options.exec {
        Some(command) => exec::answer(command, &mut source, &wanted, setting)?,
        None => {
            let position = reading::position(session, &mut source, setting).map_err(|failure| {
                // `3*5` may be copies of something
                let is_nim = source.text.contains('⊗');
                if is_nim { advice::arithmetic_meant(failure, &source.text) } else { failure }
            });
            let position = position.map_err(|failure| advice::verb_meant(failure, &source.text, session))?;
            setting.note(source::lines_as_one(&source.text).as_slice());
            let stored = options.store.as_deref();
            let work = |cx: &Context| while_kept(&position, stored, setting, cx, || position.solve_with(&wanted, cx));
            let answer = setting.ask(work);
            if let (Some(path), Ok(_)) = (&options.certificate, &answer) {
                write_certificate(path, setting.ask(|cx| position.certificate(cx)), &source)?;
            }
            answer
        }
    };
    let answer = answer.map_err(Failure::about(&source))?;
    setting.tell_notes(options.jsonl);
    setting.print(
        |out| json::answer(out, &answer),
        |out| {
            if options.jsonl {
                json::answer(out, &answer)
            } else {
                text::answer(out, &answer, options.limit.is_some(), &setting.terminal)
            }
        },
    )?;
    Ok(exit_of(answer.stopped.as_ref()))
}
