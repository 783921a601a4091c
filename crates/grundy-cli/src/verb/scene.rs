//! `scene`: what to draw for a position, and which parts a move presses: for machines, with characters, as a picture, on a page.

use std::io;

use grundy::Session;
use grundy::scene::SceneOptions;
use grundy_form::board::{self, tikz};
use grundy_form::scene;

use crate::args::Scene;
use crate::exit::{Exit, Failure};
use crate::form::{Form, Picture};
use crate::render::{board as characters, diagnostics};
use crate::setting::{self, Setting};
use crate::verb::output::{cannot_write, drawn, ready, write_through};
use crate::verb::{exit_of, reading, source};

/// Prints the drawing.
pub(crate) fn run(options: &Scene, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    ready(&[options.svg.as_deref()], &[options.text.file.as_deref()])?;
    let mut source = source::read_text(&options.text, setting)?;
    let position = reading::position(session, &mut source, setting)?;
    let line = usize::try_from(options.line).unwrap_or(usize::MAX);
    let wanted = SceneOptions::default().with_limit(options.limit).with_line(line);
    let answer = setting.ask(|cx| position.scene_with(&wanted, cx)).map_err(Failure::about(&source))?;
    let marked = board::winning(&answer);
    let below = marked.map(|way| board::below(way, setting.terminal.spoken()));
    if let Some(path) = &options.svg {
        write_through(path, |out| {
            board::svg(out, &answer.query, &answer, marked, Some(below.as_deref().unwrap_or("")))
        })
        .map_err(|error| cannot_write(path, &error))?;
    }
    setting.tell_notes(true);
    let is_elsewhere = options.svg.as_deref().is_some_and(|path| path.as_os_str() != "-");
    if setting.form.is_page() && (options.svg.is_none() || is_elsewhere) {
        let drawn = |draw: &dyn Fn(&mut Vec<u8>) -> io::Result<()>| {
            let mut bytes = Vec::new();
            draw(&mut bytes).map(|()| String::from_utf8_lossy(&bytes).into_owned())
        };
        setting::print(|out| {
            let picture = Picture {
                svg: drawn(&|out| board::svg(out, &answer.query, &answer, marked, None))?,
                tikz: drawn(&|out| tikz::picture(out, &answer, marked))?,
                lines: characters::marked(&answer, setting.terminal.width, marked),
            };
            setting.form.write_picture(out, &answer.query, picture, below.clone())
        })?;
        diagnostics::eprint_stopped(answer.stopped.as_ref(), setting.terminal.chinese);
    } else if options.draw {
        let lines = characters::marked(&answer, setting.terminal.width, marked);
        setting::print(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
        diagnostics::eprint_stopped(answer.stopped.as_ref(), setting.terminal.chinese);
    } else if let Some(path) = options.svg.as_deref().filter(|_| setting.form == Form::Text) {
        // who asks for a picture alone does not want the parts as well
        if path.as_os_str() != "-" {
            setting::print(|out| drawn(out, path, &setting.terminal))?;
        }
        diagnostics::eprint_stopped(answer.stopped.as_ref(), setting.terminal.chinese);
    } else {
        setting::print(|out| scene::scene(out, &answer))?;
    }
    Ok(exit_of(answer.stopped.as_ref()))
}
