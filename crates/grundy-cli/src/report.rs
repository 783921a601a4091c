//! What is told where there is no answer, and with which exit code the program then ends.

use std::io;

use grundy::{Diagnostic, ErrorKind};

use crate::exit::{Exit, Failure};
use crate::terminal::Terminal;
use crate::{flags, render, setting};

/// Tells the user why there is no answer. A reader that went away has had enough: that is success.
pub(crate) fn report(failure: Failure, json: bool, chinese: bool) -> Exit {
    let (exit, told) = match failure {
        Failure::Bad { diagnostic, source } => {
            let diagnostic = flags::in_flags(*diagnostic);
            let text = source.as_ref().map(|s| s.text.as_str());
            let told = if json {
                setting::print(|out| render::json::error(out, &diagnostic, text, None))
            } else {
                render::diagnostics::eprint(&diagnostic, source.as_deref(), chinese);
                Ok(())
            };
            (Exit::of(diagnostic.kind), told)
        }
        Failure::Stopped { asked, query, stopped } => {
            let told = setting::print(|out| {
                if json {
                    render::unanswered::json(out, asked, &query, &stopped)
                } else {
                    render::text::stopped(out, &stopped, &Terminal { chinese, ..Terminal::stdout() })
                }
            });
            (Exit::Spent, told)
        }
        Failure::Output(error) => (Exit::Machine, Err(Failure::Output(error))),
    };
    match told {
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Answered,
        Err(Failure::Output(error)) => {
            let fault = Diagnostic::new(ErrorKind::Io, format!("the answer cannot be written: {error}"));
            render::diagnostics::eprint(&fault, None, chinese);
            Exit::Machine
        }
        Ok(()) | Err(_) => exit,
    }
}
