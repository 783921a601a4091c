//! `quotient`: the misère quotient of a game or a position.

use grundy::{Diagnostic, Error, QuotientOptions, QuotientStore, Session};
use grundy_form::cayley;

use crate::args::Quotient;
use crate::exit::{Exit, Failure};
use crate::form::Form;
use crate::render::{diagnostics, quotient as render};
use crate::setting::{self, Setting};
use crate::verb::output::{cannot_write, ready, write_through, write_whole};
use crate::verb::stored::begins;
use crate::verb::{exit_of, reading, source};

/// Tells the quotient.
pub(crate) fn run(options: &Quotient, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    ready(&[options.certificate.as_deref(), options.svg.as_deref()], &[options.text.file.as_deref()])?;
    // the bare line of orders has none, nor has the presentation
    let latex = options.latex || setting.form == Form::Latex;
    let shows_genus = !latex && (setting.json || !setting.terminal.quiet);
    let mut source = source::read_text(&options.text, setting)?;
    let answer = match reading::game(session, &mut source, setting) {
        Ok(question) => {
            let wanted = QuotientOptions::default().with_heaps(options.heaps).with_genus(shows_genus);
            match &options.store {
                None => setting.ask(|cx| question.quotient_with(&wanted, cx)),
                Some(path) => {
                    let store = opened(question.quotient_store(path), setting).map_err(Failure::about(&source))?;
                    setting.ask(|cx| question.quotient_stored(&wanted, store, cx))
                }
            }
        }
        // what is no game may be a position
        Err(fault) => match reading::misere_position(session, &mut source, setting) {
            Ok(position) => match &options.store {
                None => setting.ask(|cx| position.quotient_with(cx)),
                Some(path) => {
                    let store = opened(position.quotient_store(path), setting).map_err(Failure::about(&source))?;
                    setting.ask(|cx| position.quotient_stored(store, cx))
                }
            },
            Err(_) => return Err(fault),
        },
    };
    let answer = answer.map_err(Failure::about(&source))?;
    if let Some(path) = &options.certificate {
        match answer.certificate() {
            Some(text) => write_whole(path, text.as_bytes()).map_err(|error| cannot_write(path, &error))?,
            None => eprintln!("--certificate: the rule is not a set or a code that certificates can hold"),
        }
    }
    if let Some(path) = &options.svg {
        let order = answer.monoid.order();
        if order > cayley::MOST {
            let fault = format!("a picture shows at most {} elements, and this quotient has {order}", cayley::MOST);
            return Err(Failure::plain(Diagnostic::unsupported(fault).suggest("`--table` prints all products")));
        }
        write_through(path, |out| cayley::svg(out, &answer.query, &answer))
            .map_err(|error| cannot_write(path, &error))?;
    }
    if latex {
        setting::print(|out| grundy_form::quotient::latex(out, &answer))?;
        diagnostics::eprint_stopped(answer.stopped.as_ref(), setting.terminal.chinese);
    } else {
        setting.print(
            |out| grundy_form::quotient::json(out, &answer),
            |out| render::text(out, &answer, options, &setting.terminal),
        )?;
    }
    Ok(exit_of(answer.stopped.as_ref()))
}

/// The store of this run, whose file says if its end was lost.
fn opened(store: Result<QuotientStore, Error>, setting: &Setting) -> Result<QuotientStore, Error> {
    let store = store?;
    begins([(store.path(), store.cut())], "record", setting);
    Ok(store)
}
