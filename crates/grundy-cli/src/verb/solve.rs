//! `solve`: who wins, the value, the winning moves, why it is true.

use std::io::{self, Write as _};

use grundy::{Diagnostic, process};

use crate::args::Solve;
use crate::exit::{Exit, Failure};
use crate::render::{json, text};
use crate::setting::Setting;
use crate::terminal;
use crate::verb::output::{ready, write_certificate};
use crate::verb::stored::while_kept;
use crate::verb::{exit_of, lines, reading, source, words};
use grundy::{Context, Session};

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
    let wanted = options.wanted(moves).with_details(setting.json || options.jsonl);
    let answer = match &options.exec {
        Some(command) => {
            let program = words::split(command).map_err(Failure::plain)?;
            if program.is_empty() {
                return Err(Failure::plain(Diagnostic::input("--exec names no program").suggest("--exec './options'")));
            }
            // all children of this program are of this one
            process::adopt_orphans();
            let quiet = setting.terminal.quiet;
            let said = move |line: &str| {
                if !quiet {
                    let _ = writeln!(io::stderr(), "--exec: {}", terminal::escape(line));
                }
            };
            // what the child is asked is text of its own, in front of which `misere` may stand
            if setting.misere && !source.text.trim_start().starts_with("misere ") {
                source.text.insert_str(0, "misere ");
            }
            setting.ask(|cx| grundy::solve_exec(&program, &source.text, &wanted, said, cx))
        }
        None => {
            let position = reading::position(session, &mut source, setting)?;
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
