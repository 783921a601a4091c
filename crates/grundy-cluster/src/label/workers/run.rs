//! A run: load, label, report.

use std::cell::RefCell;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use grundy::{Context, Convention, Diagnostic, Error};
use timely::worker::Worker;

use super::super::{EdgeFile, Report};
use super::WORK;
use super::drive::{Labelling, alone, alone_by_levels, by_levels, freely};
use super::facts::{self, Belongs, Facts, Kind, Reader};
use super::outcomes::Outcomes;
use super::part::Part;
use super::report::Own;
use super::suspense::Suspense;
use super::values::Values;
use crate::clock::Clock;
use crate::distributed::{Cluster, Network, Shared, Step, agree, deal, scatter};

/// How a run goes about its work; nothing here changes a label.
#[derive(Debug, Clone)]
pub struct Options {
    /// Worker threads of this process, at least 1.
    pub workers: usize,
    /// After so many levels a look is taken how narrow the graph is.
    pub sample: u32,
    /// With fewer arcs than this a level and worker, one worker does it all.
    pub narrow: u64,
    /// Keep labels in this directory as they are found, and go on from what is there.
    pub facts: Option<PathBuf>,
    /// Collect all labels at the first process, and the suspense.
    pub table: bool,
    /// The other processes, each with as many workers; none for this process alone.
    pub network: Option<Network>,
}

impl Default for Options {
    /// One worker; 256 levels of 2000 arcs (a level costs 10 to 100 µs).
    fn default() -> Self {
        Options { workers: 1, sample: 256, narrow: 2000, facts: None, table: false, network: None }
    }
}

/// What is asked of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// The convention of the outcomes.
    pub convention: Convention,
    /// Smith's values, and not only those of finite plays.
    pub loopy: bool,
}

/// What one worker is told to do.
#[derive(Debug)]
struct Job {
    edges: EdgeFile,
    question: Question,
    options: Options,
}

/// So many places of the file are compared with those of other processes, and so many bytes of each.
const PLACES: u64 = 16;
const BYTES: u64 = 1 << 12;

/// A number that runs with other files or arguments do not share. Where the table goes, is each process's own business.
///
/// # Errors
/// The file cannot be read.
pub(super) fn fingerprint(edges: &EdgeFile, question: Question, options: &Options) -> Result<u32, Diagnostic> {
    let Options { sample, narrow, facts, .. } = options;
    let what = (edges.size(), question, sample, narrow, facts.is_some());
    let mut sum = crc32fast::Hasher::new();
    sum.update(format!("{what:?}").as_bytes());
    let unreadable = |e: std::io::Error| crate::files::cannot("read", edges.path(), &e);
    let mut file = File::open(edges.path()).map_err(unreadable)?;
    let mut bytes = Vec::new();
    for place in 0..PLACES {
        let last = u128::from(edges.size().saturating_sub(BYTES));
        let at = (last * u128::from(place) / u128::from(PLACES - 1)) as u64;
        bytes.clear();
        file.seek(SeekFrom::Start(at)).map_err(unreadable)?;
        Read::by_ref(&mut file).take(BYTES).read_to_end(&mut bytes).map_err(unreadable)?;
        sum.update(&bytes);
    }
    Ok(sum.finalize())
}

/// Labels the graph of an edge list with many workers. Over several processes each of them calls this with the same
/// file, question and options, and gets the same report.
///
/// A run over several processes leaves some sleeping threads behind.
///
/// # Errors
/// The file cannot be read or is no numeric edge list; the directory of labels cannot be used, or belongs to another
/// graph; the budget. Another process did not come, does not belong to this run, or died: labels that were kept stay
/// kept.
pub fn run(edges: &EdgeFile, question: Question, options: &Options, cx: &Context) -> Result<Report, Error> {
    let fingerprint = fingerprint(edges, question, options).map_err(|fault| {
        let why = Error::from(fault);
        if let Some(network) = &options.network {
            network.give_up(&why);
        }
        why
    })?;
    let job = Job { edges: edges.clone(), question, options: options.clone() };
    let cluster = Cluster { work: &WORK, workers: options.workers, network: options.network.as_ref(), fingerprint };
    let mut counted = 0;
    let look = |shared: &Shared| {
        let arcs = shared.arcs();
        let looked = cx.tick(arcs - counted).and_then(|()| cx.check());
        counted = arcs;
        cx.progress(arcs, None);
        looked
    };
    cluster.run(cx, look, move |worker, shared| job.work(worker, shared))
}

/// What earlier runs found, for this worker's own vertices, by [`Kind`].
#[derive(Debug, Default)]
struct Known([Vec<(u32, u32)>; 4]);

impl Known {
    fn take(&mut self, kind: Kind) -> Vec<(u32, u32)> {
        std::mem::take(&mut self.0[kind as usize])
    }
}

impl Job {
    fn work(&self, worker: &mut Worker, shared: &Arc<Shared>) -> Step<Report> {
        let mut clock = Clock::start();
        let mut part = Rc::new(Part::load(worker, shared, &self.edges)?);
        let (facts, mut known) = self.facts(worker, shared, &part)?;
        let resumed = known.0.iter().map(|list| list.len() as u64).sum();
        let mut cpu = [clock.lap(), 0, 0];
        let mut narrow = false;
        let (mut outcomes, facts) = self.outcomes(worker, shared, &mut part, &mut known, facts, &mut narrow)?;
        cpu[1] = clock.lap();
        let before = narrow;
        let (values, messages) = self.values(worker, shared, &mut part, &mut known, facts, &mut narrow)?;
        cpu[2] = clock.lap();
        // all agree on this, also those who owned nothing
        if narrow && !before {
            outcomes = self.moved(worker, shared, &part, outcomes)?;
        }
        let asked = agree(worker, shared, &[u64::from(self.options.table)])?;
        let table = asked.iter().flatten().any(|&asked| asked > 0);
        let suspense = if table { Some(self.suspense(worker, shared, &part, narrow)?) } else { None };
        let suspense = suspense.as_ref().map(|suspense| suspense.borrow());
        let sent = (outcomes.messages, messages);
        let (remoteness, values) = (outcomes.take_labels(), values.borrow());
        let convention = self.question.convention;
        let own = Own {
            part: &part,
            remoteness: &remoteness,
            values: &values,
            suspense: suspense.as_deref(),
            convention,
            messages: sent,
            resumed,
            narrow,
            cpu,
        };
        let mut report = own.report(worker, shared)?;
        if table {
            report.table = own.table(worker, shared)?.filter(|_| self.options.table);
        }
        Ok(report)
    }

    /// Opens this worker's file of labels, and reads those of earlier runs.
    fn facts(&self, worker: &mut Worker, shared: &Arc<Shared>, part: &Part) -> Step<(Option<Facts>, Known)> {
        let Some(directory) = &self.options.facts else { return Ok((None, Known::default())) };
        let fail = |error: Error| shared.fail(error);
        let (index, peers) = (worker.index(), worker.peers());
        if index == 0 {
            let made = std::fs::create_dir_all(directory);
            made.map_err(|e| fail(crate::files::cannot("made", directory, &e).into()))?;
        }
        let graph = format!("{:016x}", part.fingerprint);
        let belongs = Belongs { schema: 1, graph, vertices: part.vertices as u64, arcs: part.arcs };
        if index == 0 {
            belongs.settle(directory, true).map_err(fail)?;
        }
        // the others wait for the first one
        agree(worker, shared, &[])?;
        belongs.settle(directory, false).map_err(fail)?;
        let (files, next) = facts::files(directory).map_err(|fault| fail(fault.into()))?;
        let runs = agree(worker, shared, &[next])?;
        let run = runs.iter().flatten().copied().max().unwrap_or(next);
        let facts =
            Facts::create(directory, run, index, part.fingerprint, shared).map_err(|fault| fail(fault.into()))?;
        // each file is read by one worker
        let mut mine = files.into_iter().skip(index).step_by(peers);
        let (mut reader, teller) = (None::<Reader>, Arc::clone(shared));
        let known = Rc::new(RefCell::new(Known::default()));
        let learns = Rc::clone(&known);
        let (owners, graph) = (u64::from(part.peers), part.fingerprint);
        scatter(
            worker,
            shared,
            move |out| {
                let told = |fault: Diagnostic| teller.fail(fault);
                if reader.is_none() {
                    let Some(path) = mine.next() else { return Ok(false) };
                    reader = Some(Reader::open(&path, graph).map_err(told)?);
                }
                match reader.as_mut().map(Reader::next).transpose().map_err(told)?.flatten() {
                    Some((kind, labels)) => {
                        out.extend(labels.into_iter().map(|(v, label)| (kind as u64, v, label)));
                    }
                    None => reader = None,
                }
                Ok(true)
            },
            move |&(_, v, _): &(u64, u32, u32)| u64::from(v) % owners,
            move |data| {
                let mut known = learns.borrow_mut();
                for (kind, v, label) in data.drain(..) {
                    if let Some(list) = known.0.get_mut(kind as usize) {
                        list.push((v, label));
                    }
                }
            },
        )?;
        let known = known.take();
        shared.reserve(8 * known.0.iter().map(|list| list.len() as u64).sum::<u64>())?;
        Ok((Some(facts), known))
    }

    fn outcomes(
        &self,
        worker: &mut Worker,
        shared: &Arc<Shared>,
        part: &mut Rc<Part>,
        known: &mut Known,
        mut facts: Option<Facts>,
        narrow: &mut bool,
    ) -> Step<(Outcomes, Option<Facts>)> {
        let convention = self.question.convention;
        let kind = if convention == Convention::Normal { Kind::Normal } else { Kind::Misere };
        if let Some(facts) = &mut facts {
            facts.turn(kind);
        }
        let work = Outcomes::new(part, convention, known.take(kind), facts, shared)?;
        if worker.peers() == 1 {
            let mut work = work;
            alone_by_levels(shared, &mut work)?;
            let facts = work.take_facts();
            return Ok((work, facts));
        }
        let work = Rc::new(RefCell::new(work));
        let mut level = 0;
        let mut sent = 0;
        loop {
            let to = level + self.options.sample.max(1);
            by_levels(worker, shared, &work, level, to)?;
            level = to;
            let (waits, arcs) = {
                let work = work.borrow();
                sent = sent.max(work.messages);
                (work.is_ready() || work.awaits(level).is_some(), work.arcs)
            };
            match self.verdict(worker, shared, waits, arcs, level)? {
                Verdict::Done => break,
                Verdict::Wide => {}
                Verdict::Narrow => {
                    *narrow = true;
                    let facts = work.borrow_mut().take_facts();
                    let found = self.hand_over(worker, shared, work.borrow().found().collect())?;
                    *part = Rc::new(Part::gather(part, worker, shared)?);
                    let mut again = Outcomes::new(part, convention, found, facts, shared)?;
                    alone_by_levels(shared, &mut again)?;
                    again.messages = sent;
                    let facts = again.take_facts();
                    return Ok((again, facts));
                }
            }
        }
        let mut done = work.borrow_mut();
        let facts = done.take_facts();
        Ok((done.leave(), facts))
    }

    fn values(
        &self,
        worker: &mut Worker,
        shared: &Arc<Shared>,
        part: &mut Rc<Part>,
        known: &mut Known,
        mut facts: Option<Facts>,
        narrow: &mut bool,
    ) -> Step<(Rc<RefCell<Values>>, u64)> {
        if let Some(facts) = &mut facts {
            facts.turn(Kind::Values);
        }
        let (mut early, mut late) = (known.take(Kind::Values), known.take(Kind::Loopy));
        if !self.question.loopy {
            late.clear();
        }
        if *narrow {
            early = self.hand_over(worker, shared, early)?;
            late = self.hand_over(worker, shared, late)?;
        }
        let mut work = Rc::new(RefCell::new(Values::new(part, early, late.iter().copied(), facts, shared)?));
        let mut sent = 0;
        if !*narrow && worker.peers() > 1 {
            by_levels(worker, shared, &work, 0, self.options.sample.max(1))?;
            let (waits, arcs) = (work.borrow().is_ready(), work.borrow().arcs);
            match self.verdict(worker, shared, waits, arcs, self.options.sample.max(1))? {
                Verdict::Done | Verdict::Wide => {}
                Verdict::Narrow => {
                    *narrow = true;
                    sent = work.borrow().messages;
                    let facts = work.borrow_mut().take_facts();
                    late = self.hand_over(worker, shared, late)?;
                    let later: rustc_hash::FxHashSet<u32> = late.iter().map(|&(v, _)| v).collect();
                    let mut found = self.hand_over(worker, shared, work.borrow().found().collect())?;
                    found.retain(|(v, _)| !later.contains(v));
                    *part = Rc::new(Part::gather(part, worker, shared)?);
                    work = Rc::new(RefCell::new(Values::new(part, found, late, facts, shared)?));
                }
            }
        }
        let lonely = *narrow || worker.peers() == 1;
        let go = |worker: &mut Worker| {
            if lonely { alone(shared, &mut *work.borrow_mut()) } else { freely(worker, shared, &work) }
        };
        go(worker)?;
        if self.question.loopy {
            work.borrow_mut().begin_stages()?;
            go(worker)?;
            for k in 0.. {
                let (eligible, candidates) = work.borrow_mut().begin_stage(k);
                let mut any = [u64::from(eligible), u64::from(candidates)];
                if !lonely {
                    let all = agree(worker, shared, &any)?;
                    any = [0, 1].map(|i| all.iter().filter_map(|list| list.get(i)).sum());
                }
                match any {
                    [0, _] => break,
                    [_, 0] => work.borrow_mut().skip_stage(),
                    _ => go(worker)?,
                }
            }
            work.borrow_mut().keep();
        }
        sent += work.borrow().messages;
        Ok((work, sent))
    }

    /// The suspense, as it comes.
    fn suspense(
        &self,
        worker: &mut Worker,
        shared: &Arc<Shared>,
        part: &Rc<Part>,
        narrow: bool,
    ) -> Step<Rc<RefCell<Suspense>>> {
        let work = Rc::new(RefCell::new(Suspense::new(part, self.question.convention, shared)?));
        if narrow || worker.peers() == 1 {
            alone(shared, &mut *work.borrow_mut())?;
        } else {
            freely(worker, shared, &work)?;
        }
        Ok(work)
    }

    /// Agrees whether there is more to do, and whether one worker had better do it.
    fn verdict(&self, worker: &mut Worker, shared: &Shared, waits: bool, arcs: u64, levels: u32) -> Step<Verdict> {
        let all = agree(worker, shared, &[u64::from(waits), arcs])?;
        let [waiting, arcs] = [0, 1].map(|i| all.iter().filter_map(|list| list.get(i)).sum::<u64>());
        let least = self.options.narrow.saturating_mul(u64::from(levels)).saturating_mul(worker.peers() as u64);
        Ok(match (waiting, arcs < least) {
            (0, _) => Verdict::Done,
            (_, true) => Verdict::Narrow,
            (_, false) => Verdict::Wide,
        })
    }

    /// Sends labels to the first worker.
    fn hand_over(&self, worker: &mut Worker, shared: &Shared, labels: Vec<(u32, u32)>) -> Step<Vec<(u32, u32)>> {
        deal(worker, shared, labels, |_| 0)
    }

    /// The outcomes where the part went to another worker after they were found.
    fn moved(&self, worker: &mut Worker, shared: &Arc<Shared>, part: &Rc<Part>, outcomes: Outcomes) -> Step<Outcomes> {
        let found = self.hand_over(worker, shared, outcomes.found().collect())?;
        let mut moved = Outcomes::new(part, self.question.convention, found, None, shared)?;
        moved.messages = outcomes.messages;
        Ok(moved)
    }
}

/// What a sample of levels tells.
enum Verdict {
    Done,
    Wide,
    Narrow,
}
