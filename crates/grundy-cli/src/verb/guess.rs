//! `guess`: what the first values suggest.

use grundy::Session;
use grundy::answer::Answer;
use grundy::guess::{Findings, GuessOptions};
use grundy::parametric::Asked;

use super::{exit_of, reading};
use crate::args::Guess;
use crate::exit::{Exit, Failure};
use crate::render::findings;
use crate::setting::Setting;
use crate::verb::source;

/// Looks for laws of a game.
pub(crate) fn run(options: &Guess, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let mut source = source::read_text(&options.text, setting)?;
    if let Some(terms) = terms(&source.text) {
        let answer = grundy::guess::named(&terms).map_err(Failure::about(&source))?;
        return printed(&answer, setting);
    }
    let asked = reading::asked(session, &mut source, setting)?;
    let wanted = GuessOptions::default().with_to(options.to);
    let answer = setting.ask(|cx| match &asked {
        Asked::Whole(question) => question.guess_with(&wanted, cx),
        Asked::Parametric(game) => game.guess(&setting.values, cx),
    });
    printed(&answer.map_err(Failure::about(&source))?, setting)
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
