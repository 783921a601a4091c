//! `period`: preperiod, period, saltus, and the proof as a file.

use grundy::equal_games::EqualGamesOptions;
use grundy::{PeriodOptions, Session};

use crate::args::Period;
use crate::exit::{Exit, Failure};
use crate::render::sequences;
use crate::setting::Setting;
use crate::verb::output::{NOT_PROVED, no_certificate, ready, write_certificate};
use crate::verb::stored::StoredRun;
use crate::verb::{advice, reading, source};

/// Tells the period, and writes its certificate.
pub(crate) fn run(options: &Period, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    ready(&[options.certificate.as_deref()], &[options.text.file.as_deref()])?;
    let mut source = source::read_text(&options.text, setting)?;
    let question = reading::game(session, &mut source, setting).map_err(|failure| match options.to {
        None => advice::number_behind(failure, "period", &options.text, false, session),
        Some(_) => failure,
    })?;
    let wanted = PeriodOptions::default().with_to(options.to);
    let stored = StoredRun::open(options.store.as_deref())?;
    // most searches end up with the last heaps only: the end says nothing about the memory
    let known = question.published_period().map(|known| sequences::published(known, &setting.terminal));
    let answer = setting.ask_while_told(known.map(|line| setting.terminal.wrap("", &line)), |cx| {
        stored.while_stored(&question, None, setting, cx, || question.period_with(&wanted, cx))
    });
    let answer = answer.map_err(Failure::about(&source))?;
    match &options.certificate {
        Some(path) if answer.found() => {
            let made = setting.ask(|cx| grundy::period::certificate(&question.game, cx));
            write_certificate(path, made, &source)?;
        }
        Some(_) if answer.evidence.is_proved() => {
            no_certificate("a proof that the values never repeat has no certificate", setting);
        }
        Some(_) => no_certificate(NOT_PROVED, setting),
        None => {}
    }
    let wanted = EqualGamesOptions::default().with_to(options.known);
    let answer = setting.ask(|cx| question.compared(answer, &wanted, cx)).map_err(Failure::about(&source))?;
    setting.print(
        |out| grundy_form::period::json(out, &answer),
        |out| sequences::period(out, &answer, &setting.terminal),
    )?;
    Ok(match (&answer.stopped, answer.found()) {
        (Some(_), _) => Exit::Spent,
        (None, true) => Exit::Answered,
        (None, false) => Exit::No,
    })
}
