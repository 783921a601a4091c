//! Adding up what all workers found.

use std::cell::RefCell;
use std::rc::Rc;

use grundy::Convention;
use grundy_graph::{Effort, NONE, Report, Table, Values};
use timely::worker::Worker;

use super::part::Part;
use crate::distributed::{Shared, Step, agree, scatter};

/// The remoteness or suspense of the own vertices, and how many messages that took.
pub(super) struct Remoteness {
    pub(super) labels: Vec<u32>,
    pub(super) messages: u64,
}

/// The values of the own vertices, and from how many of them every play is finite.
pub(super) struct Found {
    pub(super) values: Values,
    pub(super) finite: u64,
}

/// What a worker knows at the end.
pub(super) struct Own<'a> {
    pub(super) part: &'a Rc<Part>,
    pub(super) remoteness: &'a [u32],
    pub(super) found: &'a Found,
    /// For the table.
    pub(super) suspense: Option<&'a Remoteness>,
    pub(super) convention: Convention,
    pub(super) messages: (u64, u64),
    pub(super) resumed: u64,
    pub(super) narrow: bool,
    pub(super) cpu: [u64; 3],
}

impl Own<'_> {
    /// The same report on all workers.
    pub(super) fn report(&self, worker: &mut Worker, shared: &Shared) -> Step<Report> {
        let mut own = Report::default();
        let labels = self.remoteness.iter().zip(self.found.values.labels()).zip(&self.part.mentioned);
        for (p, ((&remoteness, value), _)) in (0..).zip(labels).filter(|(_, (_, there))| **there) {
            own.count(self.part.name(p), remoteness, value, self.convention);
        }
        // numbers that nobody mentions have labels too, but are no vertices
        let unused = self.part.mentioned.iter().filter(|&&there| !there).count() as u64;
        let longest = own.longest.map_or(0, |longest| u64::from(longest) + 1);
        let values = own.values.last_key_value().map_or(0, |(&value, _)| u64::from(value) + 1);
        let numbers = [
            own.vertices,
            own.next,
            own.previous,
            own.draw,
            own.loopy,
            self.found.finite - unused,
            own.outcomes_sum,
            own.values_sum,
            self.messages.0,
            self.messages.1,
            self.resumed,
            longest,
            values,
            self.cpu[0],
            self.cpu[1],
            self.cpu[2],
            self.suspense.map_or(0, |suspense| suspense.messages),
        ];
        let all = agree(worker, shared, &numbers)?;
        let total = |i: usize| all.iter().filter_map(|l| l.get(i)).fold(0u64, |a, &b| a.wrapping_add(b));
        let most = |i: usize| all.iter().filter_map(|l| l.get(i)).copied().max().unwrap_or(0);
        let counts: Vec<u64> = (0..most(12) as u32).map(|value| own.values.get(&value).copied().unwrap_or(0)).collect();
        let by_value = agree(worker, shared, &counts)?;
        let count = |i: usize| by_value.iter().filter_map(|l| l.get(i)).sum::<u64>();
        Ok(Report {
            vertices: total(0),
            arcs: self.part.arcs,
            next: total(1),
            previous: total(2),
            draw: total(3),
            longest: (most(11) as u32).checked_sub(1),
            values: (0..).zip((0..counts.len()).map(count)).filter(|&(_, count)| count > 0).collect(),
            loopy: total(4),
            finite: total(5),
            outcomes_sum: total(6),
            values_sum: total(7),
            effort: Effort {
                workers: worker.peers(),
                narrow: self.narrow,
                messages: (total(8), total(9)),
                about_suspense: total(16),
                resumed: total(10),
                cpu: [13, 14, 15].map(|i| most(i) as f64 / 1e9),
                on_disk: None,
            },
            table: None,
        })
    }

    /// Sends all labels to the first worker.
    pub(super) fn table(&self, worker: &mut Worker, shared: &Shared) -> Step<Option<Table>> {
        let vertices = self.part.vertices;
        let mut table = Table::default();
        if worker.index() == 0 {
            shared.reserve(13 * vertices as u64)?;
            table.mentioned = vec![false; vertices];
            table.remoteness = vec![NONE; vertices];
            table.values = vec![NONE; vertices];
            table.suspense = vec![NONE; vertices];
        }
        let table = Rc::new(RefCell::new(table));
        let fill = Rc::clone(&table);
        let mut sends = self.records().into_iter();
        scatter(
            worker,
            shared,
            move |out| {
                out.extend(sends.by_ref().take(1 << 14));
                Ok(sends.len() > 0)
            },
            |_| 0,
            move |data| {
                let mut table = fill.borrow_mut();
                let table = &mut *table;
                for (kind, v, remoteness, value, suspense) in data.drain(..) {
                    let place = v as usize;
                    if kind == SET {
                        table.sets.push((v, value));
                    } else if place < table.mentioned.len() {
                        table.mentioned[place] = true;
                        table.remoteness[place] = remoteness;
                        table.values[place] = value;
                        table.suspense[place] = suspense;
                    }
                }
            },
        )?;
        let mut table = table.take();
        table.sets.sort_unstable();
        Ok((worker.index() == 0).then_some(table))
    }

    /// The labels of the own vertices, and the sets of those without a value: kind, vertex, remoteness, value,
    /// suspense.
    fn records(&self) -> Vec<(u32, u32, u32, u32, u32)> {
        let mut records = Vec::new();
        let suspense: Vec<u32> = self.suspense.map_or_else(Vec::new, |suspense| suspense.labels.clone());
        let labels = self.remoteness.iter().zip(self.found.values.labels()).zip(suspense).zip(&self.part.mentioned);
        for (own, (((&remoteness, value), suspense), &there)) in (0..).zip(labels) {
            let v = self.part.name(own);
            if there {
                records.push((LABEL, v, remoteness, value, suspense));
            }
            if there && value == NONE {
                records.extend(self.found.values.set(own).into_iter().map(|k| (SET, v, 0, k, 0)));
            }
        }
        records
    }
}

const LABEL: u32 = 0;
const SET: u32 = 1;
