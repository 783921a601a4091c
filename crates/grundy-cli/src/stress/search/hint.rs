//! With what a program that errs on a small position might be right: another form of its input, other words for its answers,
//! no empty heaps.
//!
//! A program that reads first how many heaps there are is not wrong when it is not told. So a few small positions are
//! written in the other usual forms, and a form is advised only if each of them is answered right: P-positions and
//! N-positions of the same length, so that who does not look at the heaps is not taken for right.

use std::time::{Duration, Instant};

use grundy::game::Shape;
use grundy::{Context, Error, Nat, Outcome, Result};

use super::run::Run;
use super::{Digits, Ended, Finding, Hint, Kind, Plan, Search};
use crate::stress::answers::{Reply, Words};
use crate::stress::cases::Space;
use crate::stress::oracle::Oracle;
use crate::stress::template::Template;

/// The usual forms of an input. As one heap a position has no count that is worth a line.
const FORMS: [&str; 7] = [
    "{heaps}", "{k}\\n{heaps}", "1\\n{heaps}", "1\\n{k}\\n{heaps}", "{k} {heaps}", "{k}\\n{lines}", "1\\n{k}\\n{lines}",
];
/// A program that fails only beyond such numbers reads its input well.
const SMALL: u64 = 10;
/// So many P-positions and as many N-positions of each length are asked …
const EACH: usize = 2;
/// … and of one heap, where nothing else is asked.
const ALONE: usize = 4;
/// Among so many of the smallest positions of a length.
const LOOKED_AT: usize = 40;
/// All forms together may take so long.
const TIME: Duration = Duration::from_secs(4);
/// Words of an answer are no longer.
const LONGEST_WORD: usize = 60;

/// What the answers to a few positions are.
enum Verdict {
    Right,
    /// Right, if the words mean this.
    InWords([String; 2]),
    Wrong,
}

/// Does the program answer a few small positions right, written and read as the plan says? Yes, where no small positions tell.
///
/// # Errors
/// The program cannot be started; faults of the rule.
pub(crate) fn answers_right(plan: &Plan, mut oracle: Oracle<'_>, cx: &Context) -> Result<bool> {
    let mut search = Search::new(plan, cx);
    search.deadline = Instant::now().checked_add(TIME);
    match search.is_right(&mut oracle) {
        Err(Error::Stopped(_)) => Ok(false),
        told => told,
    }
}

impl Search<'_> {
    fn is_right(&mut self, oracle: &mut Oracle<'_>) -> Result<bool> {
        let sets = self.telling(oracle)?;
        for (_, cases) in &sets {
            if let Verdict::Right = self.verdict(&self.plan.template, cases, oracle)? {
                return Ok(true);
            }
        }
        Ok(sets.is_empty())
    }

    /// What might make the program right.
    pub(super) fn hint(&mut self, found: &Finding, oracle: &mut Oracle<'_>) -> Result<Option<Hint>> {
        let least = self.space.min.max(1);
        let large = |n: &u64| *n > least.saturating_add(SMALL);
        if !matches!(found.kind, Kind::WrongAnswer | Kind::Crash | Kind::Nonsense) || found.numbers.iter().any(large) {
            return Ok(None);
        }
        self.deadline = Instant::now().checked_add(TIME);
        match self.looked_for(found, oracle) {
            Ok(hint) => Ok(hint),
            Err(Error::Stopped(_)) => Ok(None),
            Err(bad) => Err(bad),
        }
    }

    fn looked_for(&mut self, found: &Finding, oracle: &mut Oracle<'_>) -> Result<Option<Hint>> {
        let sets = self.telling(oracle)?;
        let counted = |form: &str| form.contains("{k}");
        // where letters of the rule are told, their places are known to the user alone
        let forms: Vec<String> = match self.plan.template.has_letters() {
            true => vec![format!("1\\n{}", self.plan.format.replace('\n', "\\n"))],
            false => FORMS.map(str::to_owned).to_vec(),
        };
        let has_empty = self.has_heaps(oracle) && found.numbers.contains(&0);
        for (several, cases) in &sets {
            match self.verdict(&self.plan.template, cases, oracle)? {
                Verdict::Right if has_empty => {
                    return Ok(Some(Hint { no_empty_heap: true, ..Hint::default() }));
                }
                Verdict::Right if *several => return Ok(None),
                Verdict::InWords(words) => return Ok(Some(Hint { words: Some(words), ..Hint::default() })),
                Verdict::Right | Verdict::Wrong => {}
            }
        }
        for (several, cases) in &sets {
            for form in forms.iter().filter(|form| *several || !counted(form)) {
                let Ok(template) = Template::read(form, oracle.game(), &self.plan.letters) else { continue };
                if template == self.plan.template {
                    continue;
                }
                let words = match self.verdict(&template, cases, oracle)? {
                    Verdict::Right => None,
                    Verdict::InWords(words) => Some(words),
                    Verdict::Wrong => continue,
                };
                let mut hint = Hint { format: Some(form.clone()), words, ..Hint::default() };
                if self.space.min == 0 && self.has_heaps(oracle) && hint.words.is_none() {
                    let least = self.space.least;
                    let empty = [vec![0; least], [vec![0; least], vec![1]].concat()];
                    let runs = self.runs_written(
                        &template,
                        &empty[..1 + usize::from(*several && self.space.most > least)],
                        oracle,
                    )?;
                    hint.no_empty_heap = !runs.is_empty() && !self.are_right(&runs);
                }
                return Ok(Some(hint));
            }
        }
        let told = self.plan.words.first.is_some() || self.plan.words.second.is_some();
        let word = Some(found.got.as_str()).filter(|_| found.kind == Kind::Nonsense && !told);
        let unknown_words = word.is_some_and(|word| word.chars().any(char::is_alphabetic) && is_word(word));
        Ok(unknown_words.then(|| Hint { unknown_words, ..Hint::default() }))
    }

    fn has_heaps(&self, oracle: &Oracle<'_>) -> bool {
        matches!(oracle.game().shape(), Shape::Heap | Shape::Tuple(_) | Shape::Row)
    }

    /// Positions without an empty heap that tell right answers from others: of several lengths, and of the smallest.
    fn telling(&mut self, oracle: &mut Oracle<'_>) -> Result<Vec<(bool, Vec<Vec<u64>>)>> {
        let min = if self.has_heaps(oracle) { self.space.min.max(1) } else { self.space.min };
        let mut several = Vec::new();
        let least = self.space.least;
        for length in least..=self.space.most.min(least + 2) {
            several.extend(self.both(length, min, EACH, oracle)?);
        }
        let alone = self.both(least, min, ALONE, oracle)?;
        let mut sets = Vec::new();
        for (is_several, cases) in [(true, several), (false, alone)] {
            let (mut won, mut lost) = (0, 0);
            for case in &cases {
                match oracle.truth(case, self.cx)?.map(|truth| truth.outcome) {
                    Some(Outcome::Next) => won += 1,
                    _ => lost += 1,
                }
            }
            // one heap of nim is always won, and only values tell there
            if won > 1 && lost > 1 {
                sets.push((is_several || self.space.most == least, cases));
            }
        }
        Ok(sets)
    }

    /// The first positions of this length, so many lost ones and so many won ones.
    fn both(&mut self, length: usize, min: u64, each: usize, oracle: &mut Oracle<'_>) -> Result<Vec<Vec<u64>>> {
        let space = Space { least: length, most: length, min, max: self.space.max };
        let (mut won, mut lost) = (0, 0);
        let mut cases = Vec::new();
        for numbers in space.small().into_iter().take(LOOKED_AT) {
            let count = match oracle.truth(&numbers, self.cx)?.map(|truth| truth.outcome) {
                Some(Outcome::Next) => &mut won,
                Some(Outcome::Previous) => &mut lost,
                _ => continue,
            };
            if *count < each {
                *count += 1;
                cases.push(numbers);
            }
            if won == each && lost == each {
                break;
            }
        }
        Ok(cases)
    }

    /// What the program answers if these positions are written like this.
    fn verdict(&mut self, template: &Template, cases: &[Vec<u64>], oracle: &mut Oracle<'_>) -> Result<Verdict> {
        let mut runs = Vec::new();
        for batch in cases.chunks(self.plan.threads) {
            if self.is_over() {
                return Ok(Verdict::Wrong);
            }
            for mut run in self.runs_written(template, batch, oracle)? {
                oracle.value(&run.numbers, &mut run.truth, self.cx)?;
                if !matches!(run.ended, Ended::Answered(_)) {
                    return Ok(Verdict::Wrong);
                }
                runs.push(run);
            }
            // words that are read and wrong do not become right
            if runs.iter().all(|run| run.reply.is_some()) && !self.are_right(&runs) {
                return Ok(Verdict::Wrong);
            }
        }
        Ok(match () {
            () if self.are_right(&runs) => Verdict::Right,
            () => self.meant(&runs).map_or(Verdict::Wrong, Verdict::InWords),
        })
    }

    /// Are the answers right as outcomes, as values, or as 0 and another number?
    fn are_right(&self, runs: &[Run]) -> bool {
        let all = |right: &dyn Fn(&Run) -> bool| !runs.is_empty() && runs.iter().all(right);
        let number = |run: &Run| match &run.reply {
            Some(Reply::Number(said)) => Some(said.clone()),
            _ => None,
        };
        all(&|run| matches!(&run.reply, Some(Reply::Outcome(said)) if *said == run.truth.outcome))
            || self.digits != Some(Digits::Outcomes)
                && all(&|run| run.truth.value.is_some() && number(run) == run.truth.value)
            || self.plan.digits != Some(Digits::Values)
                && all(&|run| {
                    number(run).is_some_and(|said| (said != Nat::ZERO) == (run.truth.outcome == Outcome::Next))
                })
    }

    /// Two unknown words of which one is said where the next player wins, and the other where the previous one does.
    fn meant(&self, runs: &[Run]) -> Option<[String; 2]> {
        let told = self.plan.words.first.is_some() || self.plan.words.second.is_some();
        if told || runs.iter().all(|run| run.reply.is_some()) {
            return None;
        }
        let (mut won, mut lost) = (None, None);
        for run in runs {
            let Ended::Answered(out) = &run.ended else { return None };
            let word = Words::answer(out).filter(|word| is_word(word))?;
            let place = if run.truth.outcome == Outcome::Next { &mut won } else { &mut lost };
            if *place.get_or_insert(word) != word {
                return None;
            }
        }
        let (won, lost) = (won?, lost?);
        (won != lost).then(|| [won.to_owned(), lost.to_owned()])
    }
}

/// A few words on one line.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.len() <= LONGEST_WORD && !text.contains('\n')
}
