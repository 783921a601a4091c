//! A run: load, label, report.

use std::cell::RefCell;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use grundy::{Context, Convention, Diagnostic, Error};
use grundy_graph::{Delays, EdgeFile, NONE, Report, Retrograde, Turns, Values};
use timely::worker::Worker;

use super::WORK;
use super::checkpoint::{self, Belongs, Checkpoint, Kind, Reader};
use super::drive::{alone, alone_by_levels, by_levels, freely};
use super::labelling::Labelling;
use super::part::Part;
use super::report::{Found, Own, Remoteness};
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
    pub checkpoint: Option<PathBuf>,
    /// Collect all labels at the first process, and the suspense.
    pub table: bool,
    /// The other processes, each with as many workers; none for this process alone.
    pub network: Option<Network>,
}

impl Default for Options {
    /// One worker; 256 levels of 2000 arcs (a level costs 10 to 100 µs).
    fn default() -> Self {
        Options { workers: 1, sample: 256, narrow: 2000, checkpoint: None, table: false, network: None }
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
    let Options { sample, narrow, checkpoint, .. } = options;
    let what = (edges.size(), question, sample, narrow, checkpoint.is_some());
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
    /// How many labels of a convention they are: a checkpoint may hold those of both.
    fn count(&self, convention: Convention) -> u64 {
        let kinds: &[Kind] = match convention {
            Convention::Normal => &[Kind::Normal, Kind::Values, Kind::Loopy],
            Convention::Misere => &[Kind::Misere],
        };
        kinds.iter().map(|&kind| self.0[kind as usize].len() as u64).sum()
    }

    fn take(&mut self, kind: Kind) -> Vec<(u32, u32)> {
        std::mem::take(&mut self.0[kind as usize])
    }
}

impl Job {
    fn work(&self, worker: &mut Worker, shared: &Arc<Shared>) -> Step<Report> {
        let mut clock = Clock::start();
        let mut part = Rc::new(Part::load(worker, shared, &self.edges)?);
        let (checkpoint, mut known) = self.checkpoint(worker, shared, &part)?;
        let resumed = known.count(self.question.convention);
        let mut cpu = [clock.lap(), 0, 0];
        let mut narrow = false;
        let (mut outcomes, checkpoint) =
            self.outcomes(worker, shared, &mut part, &mut known, checkpoint, &mut narrow)?;
        cpu[1] = clock.lap();
        let (before, owned) = (narrow, Rc::clone(&part));
        let (found, messages) = self.values(worker, shared, &mut part, &mut known, checkpoint, &mut narrow)?;
        cpu[2] = clock.lap();
        // all agree on this, also those who owned nothing
        if narrow && !before {
            outcomes = self.moved(worker, shared, &owned, &part, outcomes)?;
        }
        drop(owned);
        let asked = agree(worker, shared, &[u64::from(self.options.table)])?;
        let table = asked.iter().flatten().any(|&asked| asked > 0);
        let suspense = if table { Some(self.suspense(worker, shared, &part, narrow)?) } else { None };
        let own = Own {
            part: &part,
            remoteness: &outcomes.labels,
            found: &found,
            suspense: suspense.as_ref(),
            convention: self.question.convention,
            messages: (outcomes.messages, messages),
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
    fn checkpoint(&self, worker: &mut Worker, shared: &Arc<Shared>, part: &Part) -> Step<(Option<Checkpoint>, Known)> {
        let Some(directory) = &self.options.checkpoint else { return Ok((None, Known::default())) };
        let fail = |error: Error| shared.fail(error);
        let (index, peers) = (worker.index(), worker.peers());
        if index == 0 {
            let made = std::fs::create_dir_all(directory);
            made.map_err(|e| fail(crate::files::cannot("made", directory, &e).into()))?;
        }
        let graph = format!("{:016x}", part.fingerprint);
        let belongs = Belongs { schema: 2, graph, vertices: part.vertices as u64, arcs: part.arcs };
        if index == 0 {
            belongs.settle(directory, true).map_err(fail)?;
        }
        // the others wait for the first one
        agree(worker, shared, &[])?;
        belongs.settle(directory, false).map_err(fail)?;
        let (files, next) = checkpoint::files(directory).map_err(|fault| fail(fault.into()))?;
        let runs = agree(worker, shared, &[next])?;
        let run = runs.iter().flatten().copied().max().unwrap_or(next);
        let checkpoint =
            Checkpoint::create(directory, run, index, part.fingerprint, shared).map_err(|fault| fail(fault.into()))?;
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
        Ok((Some(checkpoint), known))
    }

    fn outcomes(
        &self,
        worker: &mut Worker,
        shared: &Arc<Shared>,
        part: &mut Rc<Part>,
        known: &mut Known,
        mut checkpoint: Option<Checkpoint>,
        narrow: &mut bool,
    ) -> Step<(Remoteness, Option<Checkpoint>)> {
        let convention = self.question.convention;
        let kind = if convention == Convention::Normal { Kind::Normal } else { Kind::Misere };
        if let Some(checkpoint) = &mut checkpoint {
            checkpoint.turn(kind);
        }
        let mut work = self.retrograde(shared, part, known.take(kind), checkpoint)?;
        if worker.peers() == 1 {
            alone_by_levels(shared, &mut work)?;
            let checkpoint = work.take_checkpoint();
            return Ok((Remoteness { labels: finished(shared, work.rule.rule)?, messages: 0 }, checkpoint));
        }
        let work = Rc::new(RefCell::new(work));
        let mut level = 0;
        loop {
            let to = level + self.options.sample.max(1);
            by_levels(worker, shared, &work, level, to)?;
            level = to;
            let (waits, arcs) = {
                let work = work.borrow();
                (work.is_ready() || work.awaits(level).is_some(), work.rule.arcs)
            };
            match self.verdict(worker, shared, waits, arcs, level)? {
                Verdict::Done => break,
                Verdict::Wide => {}
                Verdict::Narrow => {
                    *narrow = true;
                    let checkpoint = work.borrow_mut().take_checkpoint();
                    let (found, messages) = (work.borrow().found(), work.borrow().rule.messages);
                    let found = self.hand_over(worker, shared, found)?;
                    *part = Rc::new(Part::gather(part, worker, shared)?);
                    let mut again = self.retrograde(shared, part, found, checkpoint)?;
                    alone_by_levels(shared, &mut again)?;
                    let checkpoint = again.take_checkpoint();
                    return Ok((Remoteness { labels: finished(shared, again.rule.rule)?, messages }, checkpoint));
                }
            }
        }
        // dataflows may still hold the object
        let mut done = work.borrow_mut();
        let empty = Retrograde::new(Vec::new(), convention).map_err(|error| shared.fail(error))?;
        let labels = finished(shared, std::mem::replace(&mut done.rule.rule, empty))?;
        Ok((Remoteness { labels, messages: done.rule.messages }, done.take_checkpoint()))
    }

    /// Outcomes of which some are known.
    fn retrograde(
        &self,
        shared: &Arc<Shared>,
        part: &Rc<Part>,
        known: Vec<(u32, u32)>,
        checkpoint: Option<Checkpoint>,
    ) -> Step<Labelling<Retrograde>> {
        shared.reserve(4 * part.owned() as u64)?;
        let rule = Retrograde::new(part.degrees.clone(), self.question.convention);
        let rule = rule.map_err(|error| shared.fail(error))?;
        let mut work = Labelling::new(part, rule, checkpoint, shared);
        work.know(known, Retrograde::know);
        work.rule.rule.terminals(&mut work.turns);
        Ok(work)
    }

    fn values(
        &self,
        worker: &mut Worker,
        shared: &Arc<Shared>,
        part: &mut Rc<Part>,
        known: &mut Known,
        mut checkpoint: Option<Checkpoint>,
        narrow: &mut bool,
    ) -> Step<(Found, u64)> {
        if let Some(checkpoint) = &mut checkpoint {
            checkpoint.turn(Kind::Values);
        }
        let (mut early, mut late) = (known.take(Kind::Values), known.take(Kind::Loopy));
        if !self.question.loopy {
            late.clear();
        }
        if *narrow {
            early = self.hand_over(worker, shared, early)?;
            late = self.hand_over(worker, shared, late)?;
        }
        let new = |part: &Rc<Part>, early, late: &[(u32, u32)], checkpoint| -> Step<_> {
            shared.reserve(12 * part.owned() as u64)?;
            let mut rule = Values::with_capacity(part.owned());
            part.degrees.iter().for_each(|&degree| rule.add(degree));
            let mut work = Labelling::new(part, rule, checkpoint, shared);
            work.know(early, Values::know);
            work.know_late(late);
            work.rule.rule.terminals(&mut work.turns);
            Ok(Rc::new(RefCell::new(work)))
        };
        let mut work = new(part, early, &late, checkpoint)?;
        let mut sent = 0;
        if !*narrow && worker.peers() > 1 {
            by_levels(worker, shared, &work, 0, self.options.sample.max(1))?;
            let (waits, arcs) = (work.borrow().is_ready(), work.borrow().rule.arcs);
            match self.verdict(worker, shared, waits, arcs, self.options.sample.max(1))? {
                Verdict::Done | Verdict::Wide => {}
                Verdict::Narrow => {
                    *narrow = true;
                    sent = work.borrow().rule.messages;
                    let checkpoint = work.borrow_mut().take_checkpoint();
                    late = self.hand_over(worker, shared, late)?;
                    let later: rustc_hash::FxHashSet<u32> = late.iter().map(|&(v, _)| v).collect();
                    let found = work.borrow().found();
                    let mut found = self.hand_over(worker, shared, found)?;
                    found.retain(|(v, _)| !later.contains(v));
                    *part = Rc::new(Part::gather(part, worker, shared)?);
                    work = new(part, found, &late, checkpoint)?;
                }
            }
        }
        let lonely = *narrow || worker.peers() == 1;
        let go = |worker: &mut Worker| {
            if lonely { alone(shared, &mut work.borrow_mut()) } else { freely(worker, shared, &work) }
        };
        go(worker)?;
        let finite = u64::from(work.borrow().rule.rule.told());
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
                    [_, 0] => work.borrow_mut().turns = Turns::default(),
                    _ => go(worker)?,
                }
            }
            work.borrow_mut().keep();
        }
        sent += work.borrow().rule.messages;
        let rule = std::mem::replace(&mut work.borrow_mut().rule.rule, Values::with_capacity(0));
        Ok((Found { values: rule, finite }, sent))
    }

    /// The suspense, as it comes. It is asked for with the table only, and is not kept among the labels of a run: a run
    /// that goes on finds it again.
    fn suspense(&self, worker: &mut Worker, shared: &Arc<Shared>, part: &Rc<Part>, narrow: bool) -> Step<Remoteness> {
        shared.reserve(8 * part.owned() as u64)?;
        let mut rule = Delays::with_capacity(part.owned(), self.question.convention);
        part.degrees.iter().for_each(|&degree| rule.add(degree));
        let mut work = Labelling::new(part, rule, None, shared);
        work.rule.rule.terminals(&mut work.turns);
        let work = Rc::new(RefCell::new(work));
        if narrow || worker.peers() == 1 {
            alone(shared, &mut work.borrow_mut())?;
        } else {
            freely(worker, shared, &work)?;
        }
        let work = work.borrow();
        Ok(Remoteness { labels: work.rule.rule.all().collect(), messages: work.rule.messages })
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

    /// The outcomes where the part went to another worker after they were found; `before` owned them.
    fn moved(
        &self,
        worker: &mut Worker,
        shared: &Arc<Shared>,
        before: &Part,
        part: &Part,
        outcomes: Remoteness,
    ) -> Step<Remoteness> {
        let found = (0..).zip(&outcomes.labels).filter(|&(_, &label)| label != NONE);
        let found = found.map(|(own, &label)| (before.name(own), label)).collect();
        shared.reserve(4 * part.owned() as u64)?;
        let mut labels = vec![NONE; part.owned()];
        for (v, label) in self.hand_over(worker, shared, found)? {
            if let Some(place) = part.own(v).and_then(|own| labels.get_mut(own as usize)) {
                *place = label;
            }
        }
        Ok(Remoteness { labels, messages: outcomes.messages })
    }
}

fn finished(shared: &Shared, rule: Retrograde) -> Step<Vec<u32>> {
    rule.finish().map_err(|error| shared.fail(error))
}

/// What a sample of levels tells.
enum Verdict {
    Done,
    Wide,
    Narrow,
}
