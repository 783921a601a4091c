//! Compares the program with grundy until it errs, and makes the position on which it erred as small as can be.
//!
//! Positions are ordered by how many numbers they have, then by their sum, then lexicographically. First come the
//! smallest ones; they also tell how the program answers. Then small ones take turns with drawn ones. A position on
//! which the program errs is shrunk step by step, and then all smaller ones with no larger sum are tried in their order,
//! so that what is left is the smallest, if time allows.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use grundy::game::Shape;
use grundy::{Context, Convention, Diagnostic, Error, ErrorKind, Evidence, Nat, Outcome, Result, Status, Stopped};

use super::cases::{Draw, Space};
use super::child::{self, Ended, Limits, Trouble};
use super::oracle::{Oracle, Reply, Truth, Words, spelt};
use super::template::Template;

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
    /// How a position is written.
    pub(crate) template: Template,
    /// How answers are read.
    pub(crate) words: Words,
    /// What numbers mean, where the user said so.
    pub(crate) digits: Option<Digits>,
    /// What one run may take.
    pub(crate) limits: Limits,
    /// What may be drawn.
    pub(crate) space: Space,
    /// Did the user, or the template, say how many heaps there are?
    pub(crate) fixed: bool,
    /// How long to look.
    pub(crate) time: Duration,
    /// For the random numbers.
    pub(crate) seed: u64,
}

/// How the program erred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    WrongAnswer,
    Crash,
    Timeout,
    Output,
    Memory,
    Nonsense,
}

impl Kind {
    /// The word that data formats use.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::WrongAnswer => "wrong-answer",
            Kind::Crash => "crash",
            Kind::Timeout => "timeout",
            Kind::Output => "output",
            Kind::Memory => "memory",
            Kind::Nonsense => "nonsense",
        }
    }
}

/// A position on which the program errs.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub(crate) kind: Kind,
    pub(crate) numbers: Vec<u64>,
    /// What the program was given.
    pub(crate) input: String,
    /// The position as grundy reads it.
    pub(crate) position: String,
    pub(crate) expected: String,
    pub(crate) got: String,
    /// Were all smaller positions with no larger sum tried?
    pub(crate) smallest: bool,
}

/// What came of it.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) finding: Option<Finding>,
    /// Runs of the program.
    pub(crate) tried: u64,
    /// Positions whose truth was too dear.
    pub(crate) skipped: u64,
    /// What the program's answers were read as.
    pub(crate) answers: Option<&'static str>,
    /// The program reads one heap only, so that sums were left out.
    pub(crate) one_heap: bool,
    pub(crate) evidence: Evidence,
    pub(crate) stopped: Option<Stopped>,
}

/// The opening: so many small positions.
const OPENING: usize = 21;
/// Positions in a row that were all tried before: there are no others.
const STALE: u64 = 5_000;
/// Runs spent on making a position small.
const SHRINKING: u64 = 4_000;

/// Looks for a position on which the program errs.
///
/// # Errors
/// The program cannot be started; faults of the rule. A spent budget ends the search and is told in the report.
pub(crate) fn search(plan: &Plan, mut oracle: Oracle<'_>, draw: Draw, cx: &Context) -> Result<Report> {
    cx.enter("stress");
    let mut search = Search {
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
    };
    let mut stopped = None;
    let mut finding = None;
    match search.first(&mut oracle, draw) {
        Ok(None) => {}
        Ok(Some(found)) => match search.shrink(found.clone(), &mut oracle) {
            Ok(smaller) => finding = Some(smaller),
            Err(Error::Stopped(why)) => {
                finding = Some(found);
                stopped = Some(why);
            }
            Err(bad) => return Err(bad),
        },
        Err(Error::Stopped(why)) => stopped = Some(why),
        Err(bad) => return Err(bad),
    }
    let evidence = match &finding {
        Some(f) if f.kind == Kind::WrongAnswer => match oracle.evidence(&f.numbers, cx) {
            Ok(evidence) => evidence,
            Err(Error::Stopped(_)) => Evidence::computed("the outcome was computed"),
            Err(bad) => return Err(bad),
        },
        Some(_) => Evidence::computed("the program was run on this input"),
        None => Evidence {
            status: Status::Checked { up_to: Nat::from(search.singles) },
            theorems: Vec::new(),
            computations: vec![format!("{} positions were compared", search.tried)],
        },
    };
    let answers = search.sample.as_ref().map(|(reply, _)| match (reply, search.digits) {
        (Reply::Number(_), Some(Digits::Outcomes)) => "outcomes as 0 and 1",
        (Reply::Number(_), _) => "values",
        (Reply::Outcome(_), _) => "outcomes",
    });
    Ok(Report {
        finding,
        tried: search.tried,
        skipped: search.skipped,
        answers,
        one_heap: search.one_heap,
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

/// One run and what is right.
struct Run {
    numbers: Vec<u64>,
    truth: Truth,
    ended: Ended,
    reply: Option<Reply>,
}

impl Run {
    fn said(&self) -> String {
        match &self.ended {
            Ended::Answered(out) => {
                let text = String::from_utf8_lossy(out);
                let text = text.trim();
                if text.chars().count() > 200 {
                    text.chars().take(200).chain(['…']).collect()
                } else {
                    text.to_owned()
                }
            }
            Ended::Crashed(how, complaint) if complaint.is_empty() => how.clone(),
            Ended::Crashed(how, complaint) => format!("{how}: {complaint}"),
            Ended::TooLong => "no answer in time".to_owned(),
            Ended::TooMuchOutput => "more output than is allowed".to_owned(),
            Ended::TooMuchMemory => "more memory than is allowed".to_owned(),
        }
    }

    /// Did it end, but not with an answer?
    fn is_broken(&self) -> bool {
        self.reply.is_none()
    }
}

/// The order in which positions are smaller.
fn size(numbers: &[u64]) -> (usize, u64, &[u64]) {
    (numbers.len(), numbers.iter().fold(0, |sum, n| u64::saturating_add(sum, *n)), numbers)
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|d| Instant::now() >= d)
    }

    /// One run; `None` where the game has no such place or the truth is too dear.
    fn run(&mut self, numbers: &[u64], oracle: &mut Oracle<'_>) -> Result<Option<Run>> {
        let Some(truth) = oracle.truth(numbers, self.cx)? else {
            self.skipped += 1;
            return Ok(None);
        };
        let input = self.plan.template.fill(&spelt(oracle.game(), numbers), &truth.text);
        self.tried += 1;
        self.cx.progress(self.tried, None);
        let command = &self.plan.command;
        let ended = child::run(command, input.as_bytes(), &self.plan.limits, &|| self.cx.check());
        let ended = ended.map_err(|trouble| match trouble {
            Trouble::Stopped(why) => Error::Stopped(why),
            Trouble::NotStarted(why) => {
                let name = command.first().map_or("", |name| name);
                Diagnostic::new(ErrorKind::Io, format!("the program `{name}` cannot be started: {why}"))
                    .suggest("--cmd 'PROGRAM ARGUMENTS'; no shell is involved")
                    .into()
            }
        })?;
        let reply = match &ended {
            Ended::Answered(out) => self.plan.words.read(out),
            _ => None,
        };
        let run = Run { numbers: numbers.to_vec(), truth, ended, reply };
        if let (None, Some(reply)) = (&self.sample, &run.reply) {
            self.sample = Some((reply.clone(), run.said()));
        }
        Ok(Some(run))
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

    fn test(&mut self, numbers: &[u64], oracle: &mut Oracle<'_>) -> Result<Option<Finding>> {
        match self.run(numbers, oracle)? {
            Some(run) => self.judge(run, oracle),
            None => Ok(None),
        }
    }

    /// The first position that is met on which the program errs.
    fn first(&mut self, oracle: &mut Oracle<'_>, mut draw: Draw) -> Result<Option<Finding>> {
        let small = self.space.small();
        let opening = small.len().min(OPENING);
        let mut replies = HashMap::new();
        if let Some(found) = self.open(&small[..opening], &mut replies, oracle)? {
            return Ok(Some(found));
        }
        if let Some(found) = self.probe(&replies, oracle)? {
            return Ok(Some(found));
        }
        let mut small = small.into_iter().skip(opening);
        let most = self.space.most;
        let mut stale = 0;
        for turn in 0u64.. {
            if self.is_over() || stale > STALE {
                break;
            }
            self.cx.check()?;
            let next = if turn % 3 == 2 { None } else { small.by_ref().find(|list| list.len() <= most) };
            let ordered = next.is_some();
            let numbers = match next {
                Some(numbers) => numbers,
                None => draw.next(&self.space.clone(), oracle, self.cx)?,
            };
            if ordered && numbers.len() == self.space.least && self.skipped == 0 {
                self.singles = size(&numbers).1.saturating_sub(1).max(self.singles);
            }
            if self.passed.contains(&numbers) {
                stale += 1;
                continue;
            }
            let tried = self.tried;
            if let Some(found) = self.test(&numbers, oracle)? {
                return Ok(Some(found));
            }
            stale = if self.tried == tried { stale + 1 } else { 0 };
        }
        Ok(None)
    }

    /// Runs the smallest positions, finds out what the answers mean, and only then judges them.
    fn open(
        &mut self,
        cases: &[Vec<u64>],
        replies: &mut HashMap<Vec<u64>, Reply>,
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<Finding>> {
        let mut runs = Vec::new();
        for numbers in cases {
            let Some(run) = self.run(numbers, oracle)? else { continue };
            replies.extend(run.reply.clone().map(|reply| (numbers.clone(), reply)));
            let broken = run.is_broken();
            runs.push(run);
            if broken || self.is_over() {
                break;
            }
        }
        if self.digits.is_none() {
            self.digits = self.meaning(&mut runs, oracle)?;
        }
        for run in runs {
            let sum = size(&run.numbers).1;
            if let Some(found) = self.judge(run, oracle)? {
                return Ok(Some(found));
            }
            // the last sum may be unfinished
            if self.skipped == 0 {
                self.singles = if self.space.least == 1 { sum } else { sum.saturating_sub(1) };
            }
        }
        Ok(None)
    }

    /// Are numbers values or outcomes? The reading that makes fewer of them wrong, values where both do as well.
    fn meaning(&self, runs: &mut [Run], oracle: &mut Oracle<'_>) -> Result<Option<Digits>> {
        if oracle.convention() == Convention::Misere {
            return Ok(Some(Digits::Outcomes));
        }
        let (mut wrong_values, mut wrong_outcomes, mut large) = (0, 0, false);
        for run in runs {
            let Some(Reply::Number(said)) = &run.reply else { continue };
            oracle.value(&run.numbers, &mut run.truth, self.cx)?;
            large |= *said > Nat::ONE;
            wrong_values += u32::from(run.truth.value.as_ref().is_some_and(|value| value != said));
            wrong_outcomes += u32::from((*said != Nat::ZERO) != (run.truth.outcome == Outcome::Next));
        }
        Ok(Some(if !large && wrong_outcomes < wrong_values { Digits::Outcomes } else { Digits::Values }))
    }

    /// Does the program read several heaps? One that fails on every sum, or that answers for the first heap alone, is
    /// meant for one heap.
    fn probe(&mut self, replies: &HashMap<Vec<u64>, Reply>, oracle: &mut Oracle<'_>) -> Result<Option<Finding>> {
        const SUMS: [&[u64]; 12] = [
            &[1, 1],
            &[1, 2],
            &[2, 1],
            &[2, 2],
            &[3, 5],
            &[7, 2],
            &[6, 6],
            &[9, 9],
            &[11, 4],
            &[1, 2, 3],
            &[4, 4, 4],
            &[5, 6, 1],
        ];
        let asked = oracle.game().shape() == Shape::Heap && self.space.least == 1 && self.space.most > 1;
        if !asked {
            return Ok(None);
        }
        let mut runs = Vec::new();
        for numbers in SUMS {
            if numbers.iter().any(|n| !(self.space.min..=self.space.max).contains(n)) || self.is_over() {
                continue;
            }
            runs.extend(self.run(numbers, oracle)?);
        }
        let values = matches!(&self.sample, Some((Reply::Number(_), _))) && self.digits == Some(Digits::Values);
        let first_only = runs.iter().all(|run| match (&run.reply, replies.get(&run.numbers[..1])) {
            (Some(said), Some(alone)) => said == alone,
            _ => false,
        });
        let broken = runs.iter().all(Run::is_broken);
        if !runs.is_empty()
            && !self.plan.fixed
            && (broken || first_only)
            && (values || !oracle.one_heap_is_trivial(self.cx)?)
        {
            self.one_heap = true;
            self.space.most = 1;
            return Ok(None);
        }
        for run in runs {
            if let Some(found) = self.judge(run, oracle)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// A smaller position on which the program errs, the smallest if time allows.
    fn shrink(&mut self, found: Finding, oracle: &mut Oracle<'_>) -> Result<Finding> {
        let start = self.tried;
        self.deadline = Instant::now().checked_add(self.plan.time);
        let mut best = found;
        loop {
            let mut better = None;
            for numbers in self.simpler(&best.numbers) {
                if self.is_over() || self.tried - start > SHRINKING {
                    break;
                }
                if !self.passed.contains(&numbers)
                    && let Some(found) = self.test(&numbers, oracle)?
                {
                    better = Some(found);
                    break;
                }
            }
            match better {
                Some(found) => best = found,
                None => break,
            }
        }
        let (length, sum, _) = size(&best.numbers);
        for length in self.space.least..=length {
            for sum in self.space.min.saturating_mul(length as u64)..=sum {
                for numbers in self.space.of_sum(length, sum) {
                    if size(&numbers) >= size(&best.numbers) {
                        break;
                    }
                    if self.passed.contains(&numbers) {
                        continue;
                    }
                    if self.is_over() || self.tried - start > SHRINKING {
                        return Ok(best);
                    }
                    if let Some(found) = self.test(&numbers, oracle)? {
                        return Ok(Finding { smallest: true, ..found });
                    }
                }
                if length == best.numbers.len() && sum >= size(&best.numbers).1 {
                    break;
                }
            }
        }
        Ok(Finding { smallest: true, ..best })
    }

    /// Simpler positions, the boldest first: without one heap, one number much smaller, a little smaller.
    fn simpler(&self, numbers: &[u64]) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        if numbers.len() > self.space.least {
            for i in 0..numbers.len() {
                let mut list = numbers.to_vec();
                list.remove(i);
                all.push(list);
            }
        }
        let min = self.space.min;
        for (i, &n) in numbers.iter().enumerate() {
            let above = n.saturating_sub(min);
            for less in [
                above,
                above - above / 2,
                above - above / 4 * 3,
                above.min(8),
                above.min(4),
                above.min(2),
                above.min(1),
            ] {
                if less > 0 {
                    let mut list = numbers.to_vec();
                    list[i] = n - less;
                    all.push(list);
                }
            }
        }
        // pairs that cancel shrink together
        for i in 0..numbers.len() {
            for j in 0..i {
                let less = (numbers[i] - min).min(numbers[j] - min);
                for less in [less, less / 2, less.min(1)].into_iter().filter(|&l| l > 0) {
                    let mut list = numbers.to_vec();
                    list[i] -= less;
                    list[j] -= less;
                    all.push(list);
                }
            }
        }
        all.retain(|list| size(list) < size(numbers));
        all
    }
}
