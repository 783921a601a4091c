//! `guess`: what the first values suggest.

use grundy::answer::Answer;
use grundy::guess::{Findings, GuessOptions};
use grundy::parametric::Asked;
use grundy::{Diagnostic, Session};

use super::{advice, exit_of, reading};
use crate::args::Guess;
use crate::exit::{Exit, Failure};
use crate::flags::one_value_each;
use crate::render::findings;
use crate::setting::Setting;
use crate::verb::output::{exported, ready, write_certificate};
use crate::verb::source;

/// Looks for laws of a game.
pub(crate) fn run(options: &Guess, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    ready(&[options.certificate.as_deref()], &[options.text.file.as_deref()])?;
    let mut source = source::read_text(&options.text, setting)?;
    let wants_proof = options.certificate.is_some() || options.export.is_some();
    if let Some(terms) = terms(&source.text).filter(|_| !wants_proof) {
        let answer = grundy::guess::named(&terms).map_err(Failure::about(&source))?;
        return printed(&answer, setting);
    }
    let asked = reading::asked(session, &mut source, setting).map_err(|failure| match options.to {
        None => advice::number_behind(failure, "guess", &options.text, false, session),
        Some(_) => failure,
    })?;
    let wanted = GuessOptions::default().with_to(options.to);
    let answer = setting.ask(|cx| match &asked {
        Asked::Whole(question) => question.guess_with(&wanted, cx),
        Asked::Parametric(game) => game.guess(&setting.values, cx),
    });
    let answer = answer.map_err(Failure::about(&source))?;
    if wants_proof {
        let question = match &asked {
            Asked::Whole(question) => question,
            Asked::Parametric(game) => {
                let fault = Diagnostic::unsupported("laws of games with parameters have no certificate");
                let values = one_value_each(game.parameters());
                return Err(Failure::plain(fault.suggest(format!("ask about one value: {values}"))));
            }
        };
        let Some(proof) = question.automatic_proof() else {
            let fault = Diagnostic::unsupported("no law of this game was proved by one equation of automata");
            return Err(Failure::plain(
                fault.suggest("`prove GAME CLAIM --certificate F` writes the proof of a claim"),
            ));
        };
        if let Some(path) = &options.certificate {
            let made = setting.ask(|cx| proof.certificate(&question.query, cx));
            write_certificate(path, made, &source)?;
        }
        if let Some(export) = proof.walnut().filter(|_| options.export.is_some()) {
            return exported(&export);
        }
    }
    printed(&answer, setting)
}

fn printed(answer: &Answer<Findings>, setting: &Setting) -> Result<Exit, Failure> {
    setting.print(|out| grundy_form::guess::json(out, answer), |out| findings::text(out, answer, &setting.terminal))?;
    Ok(exit_of(answer.stopped.as_ref()))
}

/// Numbers alone are the terms of a sequence: `1, 2, 3, 1, 4`.
fn terms(text: &str) -> Option<Vec<u64>> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let terms: Vec<u64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    (terms.len() > 1).then_some(terms)
}
