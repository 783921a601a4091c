//! Two ways to carry labels between workers: level by level, or as they come.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use timely::container::CapacityContainerBuilder;
use timely::dataflow::ProbeHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::OutputBuilderSession;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::probe::Probe;
use timely::dataflow::operators::{Capability, ConnectLoop, Feedback};
use timely::worker::Worker;

use grundy_graph::Rule;

use super::labelling::Labelling;
use crate::distributed::{Shared, Step, finish};

/// Output of operators that send messages.
type Messages<'a> = OutputBuilderSession<'a, usize, CapacityContainerBuilder<Vec<u64>>>;

/// So many blocks between two looks at the clock and the outbox.
const SOME: usize = 1 << 7;

/// Works until nothing is ready, without other workers.
pub(super) fn alone(shared: &Shared, work: &mut Labelling<impl Rule<Label = u32>>) -> Step {
    while work.spread_some()? {
        for _ in 0..SOME {
            work.spread_some()?;
        }
        work.rule.outbox.clear();
        shared.check()?;
    }
    work.keep();
    Ok(())
}

/// All levels, without other workers.
pub(super) fn alone_by_levels(shared: &Shared, work: &mut Labelling<impl Rule<Label = u32>>) -> Step<u32> {
    let mut level = 0;
    loop {
        if !work.is_ready() {
            match work.awaits(level) {
                Some(next) => level = next,
                None => break,
            }
        }
        work.spread_level(level)?;
        work.rule.outbox.clear();
        shared.check()?;
        level += 1;
    }
    work.keep();
    Ok(level)
}

/// Labels as they come: no order, no barrier. The result does not depend on it.
pub(super) fn freely<R: Rule<Label = u32> + 'static>(
    worker: &mut Worker,
    shared: &std::sync::Arc<Shared>,
    work: &Rc<RefCell<Labelling<R>>>,
) -> Step {
    let probe = ProbeHandle::new();
    worker.dataflow::<usize, _, _>(|scope| {
        let (handle, cycle) = scope.feedback::<Vec<u64>>(1);
        let (work, shared) = (Rc::clone(work), std::sync::Arc::clone(shared));
        cycle
            .unary(Exchange::new(|&m: &u64| m >> 48), "label", |capability, _| {
                let mut start = Some(capability);
                move |input, output: &mut Messages<'_>| {
                    let mut work = work.borrow_mut();
                    if let Some(capability) = start.take() {
                        drain(&mut *work, &shared, output, &capability);
                    }
                    input.for_each_time(|time, data| {
                        for messages in data.map(std::mem::take) {
                            work.receive(&messages, 0);
                        }
                        let capability = time.retain(output.output_index());
                        drain(&mut *work, &shared, output, &capability);
                    });
                }
            })
            .probe_with(&probe)
            .connect_loop(handle);
    });
    finish(worker, shared, &probe)?;
    work.borrow_mut().keep();
    Ok(())
}

/// Works until nothing is ready here, sending on the way.
fn drain(
    work: &mut Labelling<impl Rule<Label = u32>>,
    shared: &Shared,
    output: &mut Messages<'_>,
    capability: &Capability<usize>,
) {
    let mut more = true;
    while more && !shared.stopped() {
        for _ in 0..SOME {
            // who failed has told all others to stop
            more = work.spread_some().unwrap_or(false);
            if !more {
                break;
            }
        }
        send(&mut work.rule.outbox, output, capability);
    }
}

fn send(outbox: &mut Vec<u64>, output: &mut Messages<'_>, capability: &Capability<usize>) {
    if !outbox.is_empty() {
        output.session(capability).give_iterator(outbox.drain(..));
    }
}

/// Levels `from` up to and without `to`: a level is worked on when all workers have finished the one before. What is
/// ready at the end stays so.
pub(super) fn by_levels<R: Rule<Label = u32> + 'static>(
    worker: &mut Worker,
    shared: &std::sync::Arc<Shared>,
    work: &Rc<RefCell<Labelling<R>>>,
    from: u32,
    to: u32,
) -> Step {
    let probe = ProbeHandle::new();
    worker.dataflow::<usize, _, _>(|scope| {
        let (handle, cycle) = scope.feedback::<Vec<u64>>(1);
        let (work, shared) = (Rc::clone(work), std::sync::Arc::clone(shared));
        cycle
            .unary_frontier(Exchange::new(|&m: &u64| m >> 48), "levels", |capability, _| {
                let mut held = BTreeMap::from([(0, capability)]);
                let mut arrived: BTreeMap<usize, Vec<Vec<u64>>> = BTreeMap::new();
                let last = (to - from) as usize;
                move |(input, frontier), output: &mut Messages<'_>| {
                    input.for_each_time(|time, data| {
                        held.entry(*time.time()).or_insert_with(|| time.retain(output.output_index()));
                        arrived.entry(*time.time()).or_default().extend(data.map(std::mem::take));
                    });
                    while let Some(entry) = held.first_entry().filter(|entry| !frontier.less_equal(entry.key())) {
                        let (time, capability) = entry.remove_entry();
                        let mut work = work.borrow_mut();
                        let level = from.saturating_add(time as u32);
                        for messages in arrived.remove(&time).into_iter().flatten() {
                            work.receive(&messages, level);
                        }
                        if time >= last || shared.stopped() || work.spread_level(level).is_err() {
                            continue;
                        }
                        send(&mut work.rule.outbox, output, &capability);
                        let next = if work.is_ready() { Some(level + 1) } else { work.awaits(level + 1) };
                        if let Some(next) = next.map(|next| (next - from) as usize) {
                            held.entry(next).or_insert_with(|| capability.delayed(&next));
                        }
                    }
                }
            })
            .probe_with(&probe)
            .connect_loop(handle);
    });
    finish(worker, shared, &probe)?;
    work.borrow_mut().keep();
    Ok(())
}
