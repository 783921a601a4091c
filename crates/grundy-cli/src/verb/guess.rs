//! `guess`: what the first values suggest.

use grundy::answer::Answer;
use grundy::guess::{Findings, GuessOptions, index};
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
use crate::verb::terms::{Terms, listed};

/// Looks for laws of a game.
pub(crate) fn run(options: &Guess, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    ready(&[options.certificate.as_deref()], &[options.text.file.as_deref()])?;
    let mut source = source::read_text(&options.text, setting)?;
    let wants_proof = options.certificate.is_some() || options.export.is_some();
    if let Some((first, terms)) = b_file(&source.text).filter(|_| !wants_proof) {
        setting.note(&[format!(
            "read as a b-file, an index and a value on each line: the terms {first} to {}",
            first + terms.len() as u64 - 1
        )]);
        let answer = grundy::guess::named_from(first, &terms).map_err(Failure::about(&source))?;
        return printed(&answer, setting);
    }
    if let Some(terms) = terms(&source.text).filter(|_| !wants_proof) {
        let answer = grundy::guess::named(&terms).map_err(Failure::about(&source))?;
        return printed(&answer, setting);
    }
    if let Some(label) = Some(source.text.trim()).filter(|label| index::number_of(label).is_some()) {
        let Some(entry) = index::labelled(label) else {
            let fault = Diagnostic::input(format!("the index of sequences has no {label}"));
            let help = "`guess` names a sequence by its terms: guess 0,1,2,0,1,2";
            return Err(Failure::reading(&source)(fault.suggest(help)));
        };
        let terms = entry.first(TERMS);
        setting.note(&[format!("{}: {}; its first {} terms", entry.label(), entry.name, terms.len())]);
        let answer = grundy::guess::named_from(entry.from, &terms).map_err(Failure::about(&source))?;
        return printed(&answer, setting);
    }
    if let Some(fault) = one_number(&source.text) {
        return Err(Failure::reading(&source)(fault));
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

/// So many terms of a sequence of the index are looked at.
const TERMS: usize = 40;

fn printed(answer: &Answer<Findings>, setting: &Setting) -> Result<Exit, Failure> {
    setting.print(|out| grundy_form::guess::json(out, answer), |out| findings::text(out, answer, &setting.terminal))?;
    Ok(exit_of(answer.stopped.as_ref()))
}

/// A list in brackets has so many terms at least, and one of them is 0: no set of moves has it.
const IN_BRACKETS: usize = 6;

/// Numbers alone are the terms of a sequence: `1, 2, 3, 1, 4`; also as programs print them: `[0, 1, 0, 2, 1, 3]`.
fn terms(text: &str) -> Option<Vec<u64>> {
    let text = text.trim();
    let pairs = [('[', ']'), ('{', '}'), ('(', ')')];
    let inner = pairs.iter().find_map(|&(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    let terms: Vec<u64> = listed(inner.unwrap_or(text)).map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let least = if inner.is_some() { IN_BRACKETS } else { 2 };
    (terms.len() >= least && (inner.is_none() || terms.contains(&0))).then_some(terms)
}

/// So many lines of two numbers, of which the first counts up, are an index and a value each.
const IN_LINES: usize = 3;

/// The first index and the terms of a b-file: an index and a value on each line.
fn b_file(text: &str) -> Option<(u64, Vec<u64>)> {
    let mut terms = Terms::new(0);
    text.lines().try_for_each(|line| terms.line(line)).ok()?;
    let found = terms.end().ok()?;
    let is_one = found.lines == 0 && found.values.len() >= IN_LINES;
    let values = is_one.then(|| found.values.iter().map(grundy::number::to_u64).collect::<Option<_>>())??;
    Some((found.first, values))
}

/// One number is neither a game nor a sequence.
fn one_number(text: &str) -> Option<Diagnostic> {
    let is_number = !text.trim().is_empty() && text.trim().bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| {
        Diagnostic::input("one number is no sequence")
            .suggest("`guess 0,1,2,0,1,2` looks for a sequence, `guess nim` for laws of a game")
    })
}

#[cfg(test)]
mod tests {
    use super::{b_file, terms};

    #[test]
    fn an_index_and_a_value_on_each_line_are_a_b_file() {
        for (text, first) in [
            ("0 5\n1 6\n2 7\n", 0),
            ("# A000000\n\n1 5\n2 6\n3 7\n", 1),
            ("n,a(n)\n4,5\n5,6\n6,7\n", 4),
            ("2: 5\n3: 6\n4: 7\n", 2),
        ] {
            assert_eq!(b_file(text), Some((first, vec![5, 6, 7])), "{text}");
        }
        // two of them, indices that do not count up, a list of one term a line, games
        for text in ["0 5\n1 6\n", "0 5\n2 6\n3 7\n", "0\n1\n2\n3\n", "0 1 2\n1 2 3\n2 3 4\n", "kayles", "{n -> n-1}"] {
            assert_eq!(b_file(text), None, "{text}");
        }
    }

    #[test]
    fn lists_are_read_as_programs_print_them() {
        for text in
            ["0 1 0 2 1 3", "0,1,0,2,1,3", "[0, 1, 0, 2, 1, 3]\n", "{0,1,0,2,1,3}", "0;1;0;2;1;3", "(0 1 0 2 1 3)"]
        {
            assert_eq!(terms(text), Some(vec![0, 1, 0, 2, 1, 3]), "{text}");
        }
        // sets of moves
        for text in ["{1,3,4}", "[1,3,4]", "{1,2,3,4,5,6,7}", "[0,1,2]", "kayles", "5", "[0,1,2,3,4,5}"] {
            assert_eq!(terms(text), None, "{text}");
        }
    }
}
