//! Sending records to the workers they belong to, and agreeing on numbers: small dataflows that end by themselves.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use timely::ExchangeData;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::ProbeHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::OutputBuilderSession;
use timely::dataflow::operators::generic::operator::{Operator, source};
use timely::dataflow::operators::probe::Probe;
use timely::worker::Worker;

use super::shared::{Shared, Step};

/// So long a worker sleeps before it looks whether it is to stop.
const NAP: Duration = Duration::from_millis(20);

/// Works until a dataflow is done everywhere.
pub(crate) fn finish(worker: &mut Worker, shared: &Shared, probe: &ProbeHandle<usize>) -> Step {
    while !probe.done() {
        if let Err(ended) = shared.check() {
            for dataflow in worker.installed_dataflows() {
                worker.drop_dataflow(dataflow);
            }
            return Err(ended);
        }
        worker.step_or_park(Some(NAP));
    }
    Ok(())
}

/// Sends records to the worker that `route` names (modulo the number of workers), which hands them to `consume`.
///
/// `produce` puts some records in an empty list, and tells whether there are more. What it fails with it has told
/// `shared`.
pub(crate) fn scatter<D: ExchangeData>(
    worker: &mut Worker,
    shared: &Shared,
    mut produce: impl FnMut(&mut Vec<D>) -> Step<bool> + 'static,
    route: impl Fn(&D) -> u64 + 'static,
    consume: impl FnMut(&mut Vec<D>) + 'static,
) -> Step {
    let probe = ProbeHandle::new();
    let consume = Rc::new(RefCell::new(consume));
    worker.dataflow::<usize, _, _>(|scope| {
        let activator = scope;
        let records = source(scope, "produce", |capability, info| {
            let mut capability = Some(capability);
            let activator = activator.activator_for(info.address);
            let mut some: Vec<D> = Vec::new();
            move |output: &mut OutputBuilderSession<'_, usize, CapacityContainerBuilder<Vec<D>>>| {
                let Some(held) = &capability else { return };
                let more = produce(&mut some);
                output.session(held).give_iterator(some.drain(..));
                match more {
                    Ok(true) => activator.activate(),
                    _ => capability = None,
                }
            }
        });
        records
            .unary(Exchange::new(route), "consume", |_, _| {
                move |input, _: &mut OutputBuilderSession<'_, usize, CapacityContainerBuilder<Vec<()>>>| {
                    input.for_each(|_, data| (consume.borrow_mut())(data));
                }
            })
            .probe_with(&probe);
    });
    finish(worker, shared, &probe)
}

/// Sends a list of records to the workers that `route` names, and gives those that came here, in any order.
pub(crate) fn deal<D: ExchangeData>(
    worker: &mut Worker,
    shared: &Shared,
    records: Vec<D>,
    route: impl Fn(&D) -> u64 + 'static,
) -> Step<Vec<D>> {
    let heard: Rc<RefCell<Vec<D>>> = Rc::default();
    let hears = Rc::clone(&heard);
    let mut records = records.into_iter();
    scatter(
        worker,
        shared,
        move |out| {
            out.extend(records.by_ref().take(1 << 15));
            Ok(records.len() > 0)
        },
        route,
        move |data| hears.borrow_mut().append(data),
    )?;
    Ok(heard.take())
}

/// Tells everybody's numbers to everybody: a list for each worker.
pub(crate) fn agree(worker: &mut Worker, shared: &Shared, numbers: &[u64]) -> Step<Vec<Vec<u64>>> {
    let from = worker.index() as u64;
    let told = (0..worker.peers() as u64).map(|to| (to, from, numbers.to_vec())).collect();
    let mut heard = deal(worker, shared, told, |&(to, ..)| to)?;
    heard.sort_unstable_by_key(|&(_, from, _)| from);
    Ok(heard.into_iter().map(|(.., numbers)| numbers).collect())
}
