//! Compares the program with grundy until it errs, and makes the position on which it erred as small as can be.
//!
//! Positions are ordered by how many numbers they have, then by their sum, then lexicographically. First come a few of
//! the smallest, which also tell how the program answers, and sums that tell the classic mistakes apart: sum or `|` for
//! xor, the first heap alone, equal heaps. Then small ones take turns with drawn ones, large ones first, so that a slow
//! program that has twenty runs is asked what is likely to find it out. A position on
//! which the program errs is shrunk step by step, and then all smaller ones with no larger sum are tried in their order,
//! so that what is left is the smallest, if time allows.

mod hint;
mod opening;
mod probe;
mod report;
mod run;
mod shrink;

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use grundy::{Context, Error, Evidence, Nat, Outcome, Result};

use super::answers::{Reply, Words};
use super::cases::{Draw, Space};
use super::child::{Ended, Limits};
use super::oracle::{Oracle, spelt};
use super::template::Template;
pub(crate) use hint::answers_right;
use report::Compared;
pub(crate) use report::{Finding, Hint, Kind, Report};
use run::{Run, run_in_parallel};

/// What numbers in answers mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Digits {
    /// Grundy values.
    Values,
    /// 0: the player to move loses; anything else: wins.
    Outcomes,
}

/// What is to be done.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The program and its arguments.
    pub(crate) command: Vec<String>,
    /// How a position is written, and as the user said it.
    pub(crate) template: Template,
    pub(crate) format: String,
    /// The letters of the rule, with their values.
    pub(crate) letters: Vec<(String, u64)>,
    /// How answers are read.
    pub(crate) words: Words,
    /// What numbers mean, where the user said so.
    pub(crate) digits: Option<Digits>,
    /// What one run may take.
    pub(crate) limits: Limits,
    /// What may be drawn.
    pub(crate) space: Space,
    /// Did the user say how large the numbers may be?
    pub(crate) bounded: bool,
    /// Did the user say how many heaps there are, or does the template tell the program?
    pub(crate) fixed: bool,
    /// How long to look.
    pub(crate) time: Duration,
    /// For the random numbers.
    pub(crate) seed: u64,
    /// So many runs at a time.
    pub(crate) threads: usize,
}

/// The opening: so many small positions. A slow program has few runs, and sums and large heaps tell more.
const OPENING: usize = 8;
/// Positions in a row that were all tried before: there are no others.
const STALE: u64 = 5_000;

/// Looks for a position on which the program errs.
///
/// # Errors
/// The program cannot be started; faults of the rule. A spent budget ends the search and is told in the report.
pub(crate) fn search(plan: &Plan, mut oracle: Oracle<'_>, draw: Draw, cx: &Context) -> Result<Report> {
    let mut search = Search::new(plan, cx);
    let mut stopped = None;
    let (mut finding, mut hint) = (None, None);
    match search.first(&mut oracle, draw) {
        Ok(None) => {}
        Ok(Some(found)) => match search.shrink(found.clone(), &mut oracle) {
            Ok(smaller) => {
                hint = search.hint(&smaller, &mut oracle)?;
                finding = Some(smaller);
            }
            Err(Error::Stopped(why)) => {
                finding = Some(found);
                stopped = Some(why);
            }
            Err(bad) => return Err(bad),
        },
        Err(Error::Stopped(why)) => stopped = Some(why),
        Err(bad) => return Err(bad),
    }
    let compared = Compared { heaps: search.singles, positions: search.tried };
    let evidence = match &finding {
        Some(f) if f.kind == Kind::WrongAnswer => match oracle.evidence(&f.numbers, cx) {
            Ok(evidence) => evidence,
            Err(Error::Stopped(_)) => Evidence::computed(grundy::Words::new("the outcome was computed", "胜负已算出")),
            Err(bad) => return Err(bad),
        },
        Some(_) => Evidence::computed(grundy::Words::new("the program was run on this input", "用这个输入运行了程序")),
        None => compared.evidence(),
    };
    let answers = search.sample.as_ref().map(|(reply, _)| match (reply, search.digits) {
        (Reply::Number(_), Some(Digits::Outcomes)) => "outcomes as 0 and 1",
        (Reply::Number(_), _) => "values",
        (Reply::Outcome(_), _) => "outcomes",
    });
    Ok(Report {
        finding,
        hint,
        compared,
        tried: search.tried,
        skipped: search.skipped,
        answers,
        one_heap: search.one_heap,
        cut: search.is_over(),
        evidence,
        stopped,
    })
}

struct Search<'p> {
    plan: &'p Plan,
    cx: &'p Context,
    space: Space,
    passed: HashSet<Vec<u64>>,
    tried: u64,
    skipped: u64,
    digits: Option<Digits>,
    /// The first answer that was understood, and as it was printed.
    sample: Option<(Reply, String)>,
    /// All positions of the smallest length with a sum up to here passed.
    singles: u64,
    one_heap: bool,
    deadline: Option<Instant>,
}

/// The order in which positions are smaller.
fn size(numbers: &[u64]) -> (usize, u64, &[u64]) {
    (numbers.len(), numbers.iter().fold(0, |sum, n| u64::saturating_add(sum, *n)), numbers)
}

impl<'p> Search<'p> {
    fn new(plan: &'p Plan, cx: &'p Context) -> Self {
        cx.enter("stress");
        Search {
            plan,
            cx,
            space: plan.space.clone(),
            passed: HashSet::new(),
            tried: 0,
            skipped: 0,
            digits: plan.digits,
            sample: None,
            singles: 0,
            one_heap: false,
            deadline: Instant::now().checked_add(plan.time),
        }
    }
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|d| Instant::now() >= d)
    }

    /// Runs the program on some positions, several at a time; the runs come in the order of the positions. Left out is
    /// what is no place of the game or too dear to know.
    fn runs(&mut self, cases: &[Vec<u64>], oracle: &mut Oracle<'_>) -> Result<Vec<Run>> {
        let runs = self.runs_written(&self.plan.template, cases, oracle)?;
        self.tried += runs.len() as u64;
        self.cx.progress(self.tried, None);
        for run in &runs {
            if let (None, Some(reply)) = (&self.sample, &run.reply) {
                self.sample = Some((reply.clone(), run.said()));
            }
        }
        Ok(runs)
    }

    /// The same, with the positions written like this, and not counted.
    fn runs_written(&mut self, template: &Template, cases: &[Vec<u64>], oracle: &mut Oracle<'_>) -> Result<Vec<Run>> {
        let mut jobs = Vec::new();
        for numbers in cases {
            match oracle.truth(numbers, self.cx)? {
                Some(truth) => {
                    let input = template.fill(&spelt(oracle.game(), numbers), &truth.text);
                    jobs.push((numbers, truth, input));
                }
                None => self.skipped += 1,
            }
        }
        let inputs: Vec<&str> = jobs.iter().map(|job| job.2.as_str()).collect();
        let mut ends = run_in_parallel(&self.plan.command, &inputs, &self.plan.limits, self.cx)?;
        if inputs.len() > 1 {
            // on a busy machine a run may have been held up by those beside it: the first that was too long runs alone
            for (ended, &input) in ends.iter_mut().zip(&inputs).filter(|(ended, _)| matches!(ended, Ended::TooLong)) {
                let alone = run_in_parallel(&self.plan.command, &[input], &self.plan.limits, self.cx)?;
                *ended = alone.into_iter().next().unwrap_or(Ended::TooLong);
                if matches!(ended, Ended::TooLong) {
                    break;
                }
            }
        }
        let mut runs = Vec::new();
        for ((numbers, truth, _), ended) in jobs.into_iter().zip(ends) {
            let reply = match &ended {
                Ended::Answered(out) => self.plan.words.read(out),
                _ => None,
            };
            runs.push(Run { numbers: numbers.clone(), truth, ended, reply });
        }
        Ok(runs)
    }

    /// What is wrong with a run, if anything is.
    fn judge(&mut self, mut run: Run, oracle: &mut Oracle<'_>) -> Result<Option<Finding>> {
        let kind = match (&run.ended, &run.reply) {
            (Ended::Crashed(..), _) => Kind::Crash,
            (Ended::TooLong, _) => Kind::Timeout,
            (Ended::TooMuchOutput, _) => Kind::Output,
            (Ended::TooMuchMemory, _) => Kind::Memory,
            (Ended::Answered(_), None) => Kind::Nonsense,
            (Ended::Answered(_), Some(Reply::Outcome(said))) => {
                if *said == run.truth.outcome {
                    self.passed.insert(run.numbers);
                    return Ok(None);
                }
                Kind::WrongAnswer
            }
            (Ended::Answered(_), Some(Reply::Number(said))) => {
                let said = said.clone();
                if self.digits != Some(Digits::Outcomes) {
                    oracle.value(&run.numbers, &mut run.truth, self.cx)?;
                }
                let wins = run.truth.outcome == Outcome::Next;
                let right = match &run.truth.value {
                    Some(value) if self.digits != Some(Digits::Outcomes) => said == *value,
                    _ => (said != Nat::ZERO) == wins,
                };
                if right {
                    self.passed.insert(run.numbers);
                    return Ok(None);
                }
                Kind::WrongAnswer
            }
        };
        let outcomes = match &run.reply {
            Some(reply) => Some(reply),
            None => self.sample.as_ref().map(|(reply, _)| reply),
        };
        let expected = match (outcomes, &run.truth.value) {
            (Some(Reply::Number(_)), Some(value)) if self.digits != Some(Digits::Outcomes) => value.to_string(),
            (Some(Reply::Number(_)), _) => if run.truth.outcome == Outcome::Next { "1" } else { "0" }.to_owned(),
            _ => {
                let sample = self.sample.as_ref().map_or("", |(_, text)| text);
                self.plan.words.say(run.truth.outcome, sample)
            }
        };
        let input = self.plan.template.fill(&spelt(oracle.game(), &run.numbers), &run.truth.text);
        let got = run.said();
        let position = run.truth.text;
        Ok(Some(Finding { kind, numbers: run.numbers, input, position, expected, got, smallest: false }))
    }

    /// The first of some positions on which the program errs. Those that it passed before are not tried again.
    fn test(&mut self, cases: &[Vec<u64>], oracle: &mut Oracle<'_>) -> Result<Option<Finding>> {
        for run in self.runs(cases, oracle)? {
            if let Some(found) = self.judge(run, oracle)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The first position that is met on which the program errs.
    fn first(&mut self, oracle: &mut Oracle<'_>, mut draw: Draw) -> Result<Option<Finding>> {
        let small = self.space.small();
        let opening = small.len().min(OPENING);
        let mut replies = HashMap::new();
        if let Some(found) = self.open(&small[..opening], &mut replies, oracle)? {
            return Ok(Some(found));
        }
        if let Some(found) = self.probe(&mut replies, oracle)? {
            return Ok(Some(found));
        }
        let mut small = small.into_iter().skip(opening);
        let most = self.space.most;
        let (mut turn, mut stale) = (0u64, 0);
        while !self.is_over() && stale < STALE {
            self.cx.check()?;
            let mut batch: Vec<Vec<u64>> = Vec::new();
            let mut reached = self.singles;
            while batch.len() < self.plan.threads && stale < STALE {
                turn += 1;
                let next = if turn % 2 == 1 { None } else { small.by_ref().find(|list| list.len() <= most) };
                let numbers = match next {
                    Some(numbers) => {
                        if numbers.len() == self.space.least {
                            reached = size(&numbers).1.saturating_sub(1).max(reached);
                        }
                        numbers
                    }
                    None => draw.next(&self.space.clone(), oracle, self.cx)?,
                };
                if self.passed.contains(&numbers) || batch.contains(&numbers) {
                    stale += 1;
                } else {
                    batch.push(numbers);
                }
            }
            let tried = self.tried;
            if let Some(found) = self.test(&batch, oracle)? {
                return Ok(Some(found));
            }
            if self.skipped == 0 {
                self.singles = reached;
            }
            if self.tried > tried {
                stale = 0;
            }
        }
        Ok(None)
    }
}
