//! Games with equal values among the rows of a sweep.
//!
//! Rows with the same fingerprint are compared value by value as far as the sweep computed; where both periods are
//! proved and agree, the values are equal for ever, and the class says `proved`. Where the memory of a row is not
//! enough for a comparison, the two games are not told to be equal.
//!
//! The classes stand in `equal.csv`, the checksum of that file in `equal.sum`. A file that does not fit its checksum, or
//! has none (sweeps written by programs that knew no `equal.sum`), is not believed: the games are compared again.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grundy::{Budget, Context, Diagnostic, Error, Session, Spent};
use grundy_form::columns::{self, Batch as Rows, Cell, Column, Columns, Kind};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::checksum::{self, sum_of};
use super::format::csv;
use super::{Limits, Row, Summary, cannot, damaged};

/// Two or more games with the same values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// The games in order of their numbers, each with how far it is known to be equal to the first.
    pub members: Vec<Member>,
}

/// A game of a class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The number of the first game of the class.
    pub class: u64,
    /// Its own number.
    pub number: u64,
    /// The game.
    pub game: String,
    /// `proved` (for all heaps) or `checked`.
    pub status: String,
    /// The last heap that was compared.
    pub compared_to: Option<u64>,
}

/// The text of a game, and of some others that it is to be compared with.
pub(super) type Batch = (String, Vec<String>);

/// What a comparison of two games found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// How far they are known to have equal values, and the last heap compared.
    Equal(String, Option<u64>),
    /// They differ.
    Different,
    /// The limits of a row were not enough, as they will not be the next time.
    Unknown,
}

/// A game is compared with so many others in one session, which knows the first one's values then: half the cost of a
/// session for each.
const BATCH: usize = 16;

/// A game that so many comparisons told nothing of is left alone: all pairs of a large group would be too many.
const PATIENCE: u32 = 4;

/// Compares a game with others. A comparison does not depend on the rest, so that any worker may do it. Of what may be
/// spent, only a cancelled run is an error.
pub(super) fn compare(batch: &Batch, limits: &Limits, cancel: &Arc<AtomicBool>) -> Result<Vec<Verdict>, Error> {
    let budget = Budget { time: None, memory: Some(limits.memory), nodes: None };
    let mut session = Session::new();
    let first = session.game(&batch.0)?;
    let mut verdicts = Vec::with_capacity(batch.1.len());
    for other in &batch.1 {
        let cx = Context::new(budget).with_cancel(Arc::clone(cancel)).with_threads(1);
        cx.check()?;
        let found = first.same_up_to(&session.game(other)?, limits.to, &cx);
        let found = found.and_then(|answer| match answer.stopped {
            Some(stopped) => Err(stopped.into()),
            None => Ok(answer),
        });
        verdicts.push(match found {
            Ok(answer) if answer.equal == Some(true) => {
                Verdict::Equal(answer.evidence.status_name().to_owned(), answer.compared_to)
            }
            Ok(_) => Verdict::Different,
            Err(Error::Stopped(stopped)) if stopped.spent != Spent::Cancelled => Verdict::Unknown,
            Err(error) => return Err(error),
        });
    }
    Ok(verdicts)
}

/// The search for classes, in rounds: in each of them all [batches](Search::batches) are compared, by whomever.
#[derive(Debug)]
pub(super) struct Search<'a> {
    /// Rows with the same fingerprint that are in no class yet, two or more.
    groups: Vec<Vec<&'a Row>>,
    /// How often a row was compared in vain.
    unknown: FxHashMap<u64, u32>,
    classes: Vec<Class>,
}

impl<'a> Search<'a> {
    /// A search among all rows of a sweep; `None`: its result is there, fits its checksum, and is in the summary.
    pub(super) fn begin(
        directory: &Path,
        rows: &'a [Row],
        summary: &mut Summary,
    ) -> Result<Option<Search<'a>>, Diagnostic> {
        let path = place(directory);
        if let (Ok(bytes), Ok(sum)) = (fs::read(&path), fs::read(place_of_sum(directory)))
            && sum == sum_of(&bytes).as_bytes()
        {
            let members: Result<Vec<Member>, ::csv::Error> =
                ::csv::Reader::from_reader(bytes.as_slice()).deserialize().collect();
            tell(&group(members.map_err(|e| damaged(&path, &e.to_string()))?), summary);
            return Ok(None);
        }
        let mut by_fingerprint: FxHashMap<&str, Vec<&Row>> = FxHashMap::default();
        for row in rows.iter().filter(|row| !row.fingerprint.is_empty()) {
            by_fingerprint.entry(&row.fingerprint).or_default().push(row);
        }
        let groups = by_fingerprint.into_values().filter(|rows| rows.len() > 1).collect();
        Ok(Some(Search { groups, unknown: FxHashMap::default(), classes: Vec::new() }))
    }

    /// What is to be compared next: the first game of each group with the others. None: the search is over.
    pub(super) fn batches(&self) -> Vec<Batch> {
        let groups = self.groups.iter().filter_map(|group| group.split_first());
        let batches = groups.flat_map(|(first, others)| {
            others.chunks(BATCH).map(|some| (first.game.clone(), some.iter().map(|row| row.game.clone()).collect()))
        });
        batches.collect()
    }

    /// The verdicts about all batches in order.
    pub(super) fn learn(&mut self, verdicts: Vec<Vec<Verdict>>) {
        let mut verdicts = verdicts.into_iter().flatten();
        for group in std::mem::take(&mut self.groups) {
            let Some((&first, others)) = group.split_first() else { continue };
            let mut class = vec![member(first, first, "proved", None)];
            let mut different = Vec::new();
            for (&row, verdict) in others.iter().zip(verdicts.by_ref()) {
                match verdict {
                    Verdict::Equal(status, compared_to) => class.push(member(first, row, &status, compared_to)),
                    Verdict::Different => different.push(row),
                    // what is unknown of the first may be known of another
                    Verdict::Unknown => {
                        let unknown = self.unknown.entry(row.number).or_default();
                        *unknown += 1;
                        different.extend((*unknown < PATIENCE).then_some(row));
                    }
                }
            }
            if class.len() > 1 {
                self.classes.push(Class { members: class });
            }
            if different.len() > 1 {
                self.groups.push(different);
            }
        }
    }

    /// Writes the classes to `equal.csv` with its checksum.
    pub(super) fn finish(mut self, directory: &Path, summary: &mut Summary) -> Result<(), Diagnostic> {
        self.classes.sort_by_key(|class| class.members[0].class);
        let path = place(directory);
        let members = Members(self.classes.iter().flat_map(|class| &class.members).collect());
        let bytes = csv(&members).map_err(|e| cannot("written", &path, &e))?;
        checksum::write(&path, &place_of_sum(directory), &bytes)?;
        tell(&self.classes, summary);
        Ok(())
    }
}

fn place(directory: &Path) -> PathBuf {
    directory.join("equal.csv")
}

fn place_of_sum(directory: &Path) -> PathBuf {
    directory.join("equal.sum")
}

fn tell(classes: &[Class], summary: &mut Summary) {
    summary.equal = classes.iter().map(|class| class.members.len() as u64).sum();
    summary.classes = Some(classes.len() as u64);
}

/// The members of all classes by columns, under the names of their fields.
struct Members<'a>(Vec<&'a Member>);

impl<'a> Columns for Members<'a> {
    fn columns(&self) -> Vec<Column> {
        let (number, text) = (|name: &str| Column::new(name, Kind::Number), |name: &str| Column::new(name, Kind::Text));
        vec![number("class"), number("number"), text("game"), text("status"), number("compared_to").optional()]
    }

    fn batches(&self, most: usize) -> Box<dyn Iterator<Item = Rows<'_>> + '_> {
        let row = |m: &&'a Member| {
            let (class, number) = (Cell::Number(m.class), Cell::Number(m.number));
            [class, number, m.game.as_str().into(), m.status.as_str().into(), m.compared_to.into()]
        };
        columns::batches(self.0.iter().map(row), most)
    }
}

fn group(members: Vec<Member>) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for member in members {
        match classes.last_mut() {
            Some(class) if class.members[0].class == member.class => class.members.push(member),
            _ => classes.push(Class { members: vec![member] }),
        }
    }
    classes
}

fn member(first: &Row, row: &Row, status: &str, compared_to: Option<u64>) -> Member {
    Member { class: first.number, number: row.number, game: row.game.clone(), status: status.to_owned(), compared_to }
}
