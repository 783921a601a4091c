//! `prove`: true of all positions, the smallest counterexample, or checked so far.

use grundy::answer::Answer;
use grundy::claim::{ClaimFault, Judgement, ProveOptions, Verdict};
use grundy::session::AskedClaim;
use grundy::{Diagnostic, Session};

use crate::args::Prove;
use crate::exit::{Exit, Failure};
use crate::flags::one_value_each;
use crate::render::claims;
use crate::setting::Setting;
use crate::verb::output::{NOT_PROVED, exported, no_certificate, ready, write_certificate};
use crate::verb::{reading, source};

/// Judges a claim.
pub(crate) fn run(options: &Prove, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    ready(&[options.certificate.as_deref()], &[options.file.as_deref()])?;
    let (first, second) = (&options.first, options.second.as_deref());
    let (mut about, claim) = source::read_two(["game", "claim"], first, second, options.file.as_ref(), setting)?;
    reading::prepare(session, &about, setting);
    let asked = session.asked_claim(&about.text, &claim.text, &setting.values).map_err(|fault| match fault {
        ClaimFault::Subject(fault) => Failure::reading(&about)(fault),
        ClaimFault::Claim(fault) => Failure::reading(&claim)(fault),
    })?;
    reading::heard(session, &mut about, setting);
    let wanted = ProveOptions::default().with_to(options.to);
    let question = match asked {
        AskedClaim::Whole(question) => question,
        AskedClaim::Parametric(parametric) => match setting.values.single(parametric.game().parameters()) {
            Some(values) => parametric.member(&values).map_err(Failure::reading(&about))?,
            None => {
                without_files(options, parametric.game().parameters())?;
                let answer = setting.ask(|cx| parametric.prove(&setting.values, &wanted, cx));
                return printed(&answer.map_err(Failure::about(&about))?, setting);
            }
        },
        AskedClaim::Placed(placed) => {
            without_files(options, placed.parameters())?;
            let answer = setting.ask(|cx| placed.prove(&wanted, cx));
            return printed(&answer.map_err(Failure::about(&about))?, setting);
        }
    };
    let answer = setting.ask(|cx| question.prove_with(&wanted, cx)).map_err(Failure::about(&about))?;
    match (&options.certificate, &answer.verdict) {
        (Some(path), Verdict::Proved) => {
            let made = setting.ask(|cx| question.certificate(&answer, cx));
            write_certificate(path, made, &claim)?;
        }
        (Some(_), _) => no_certificate(NOT_PROVED, setting),
        (None, _) => {}
    }
    // what is not proved has no equation, but an answer
    if options.export.is_some() && answer.verdict == Verdict::Proved {
        let Some(export) = answer.proof.as_ref().and_then(|proof| proof.walnut()) else {
            return Err(Failure::plain(Diagnostic::unsupported(
                "there is nothing to export: the claim was not proved by one equation of automata",
            )));
        };
        return exported(&export);
    }
    printed(&answer, setting)
}

/// Refuses files that are written of one game only.
fn without_files(options: &Prove, parameters: &[String]) -> Result<(), Failure> {
    if options.certificate.is_none() && options.export.is_none() {
        return Ok(());
    }
    let fault = Diagnostic::unsupported("claims about games with parameters have no certificate");
    Err(Failure::plain(fault.suggest(format!("prove it for one value: {}", one_value_each(parameters)))))
}

fn printed(answer: &Answer<Judgement>, setting: &Setting) -> Result<Exit, Failure> {
    setting.print(|out| grundy_form::prove::json(out, answer), |out| claims::prove(out, answer, &setting.terminal))?;
    Ok(match answer.verdict {
        Verdict::Proved => Exit::Answered,
        Verdict::Refuted(_) => Exit::No,
        Verdict::Checked | Verdict::Open => Exit::Spent,
    })
}
