//! `prove`: true of all positions, the smallest counterexample, or checked so far.

use grundy::Session;
use grundy::claim::{ProveOptions, Verdict, prove};

use crate::args::Prove;
use crate::exit::{Exit, Failure, Source};
use crate::render::claims;
use crate::setting::{self, Setting};

/// Judges a claim.
pub(crate) fn run(options: &Prove, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let about = Source { name: "game".to_owned(), text: options.about.clone() };
    let claim = Source { name: "claim".to_owned(), text: options.claim.clone() };
    let question = session.claim(&about.text, &claim.text).map_err(|(second, fault)| {
        if second { Failure::reading(&claim)(fault) } else { Failure::reading(&about)(fault) }
    })?;
    let wanted = ProveOptions { to: options.to };
    let answer = setting.ask(|cx| prove(&question, &wanted, cx)).map_err(Failure::about(&about))?;
    setting::print(|out| {
        if setting.json {
            claims::json_prove(out, &answer)
        } else {
            claims::prove(out, &answer, &setting.terminal, setting.quiet)
        }
    })?;
    Ok(match answer.verdict {
        Verdict::Proved => Exit::Answered,
        Verdict::Refuted(_) => Exit::No,
        Verdict::Checked => Exit::Spent,
    })
}
