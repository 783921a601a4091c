//! The thread beside `solve -`: it writes answers that wait behind a slow line, and gives up lines that break a budget.
//!
//! A line that hears no tick is left where it is: its answer says which budget it broke, and the program starts
//! [again](crate::again) with what is left to do, one line after the other for a while. A budget of memory that several
//! lines have broken together, or what the session had learnt before, is no line's fault: then all of them are asked again,
//! with the time that is left to each.

use std::cell::Cell;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use grundy::{Budget, Spent};

use super::batch::Batch;
use super::queue::SharedQueue;
use crate::exit::Exit;
use crate::guard::{self, Breach};
use crate::verb::one_line::{Voice, refusal};
use crate::{again, allocator, stdout};

/// So often it looks: answers wait no longer behind a slow line.
const LOOK: Duration = Duration::from_millis(10);

thread_local! {
    /// The first line of the batch that this thread works on.
    static BATCH: Cell<u64> = const { Cell::new(0) };
}

/// This thread works on the batch.
pub(super) fn at_work(batch: &Batch) {
    BATCH.set(batch.first);
}

/// Watches over the lines of a queue from now on.
pub(super) fn start(shared: &Arc<SharedQueue>, budget: &Budget, voice: Voice) {
    let told = Arc::clone(shared);
    guard::start_many(budget, move |breach| give_up(&told, breach, None, voice));
    let shared = Arc::clone(shared);
    let limit = budget.time.map(guard::limit);
    // without a thread the ticks stand alone
    let _ = thread::Builder::new().name("watch".to_owned()).stack_size(256 << 10).spawn(move || {
        while let Some(mut queue) = shared.wait_for_work() {
            queue.write_all();
            let late = queue.late(limit);
            drop(queue);
            if let Some(line) = late {
                give_up(&shared, Breach { spent: Spent::Time, over: false }, Some(line), voice);
            }
            thread::sleep(LOOK);
        }
    });
}

/// Gives up a line; comes back where that must wait.
fn give_up(shared: &SharedQueue, breach: Breach, line: Option<u64>, voice: Voice) {
    let Some(mut queue) = shared.patiently() else { return };
    if breach.spent != Spent::Cancelled {
        // it may have come to its end meanwhile
        if line.is_some_and(|line| !queue.open.iter().any(|batch| batch.line_in_work() == Some(line))) {
            return;
        }
        let own = || queue.open.iter().find(|batch| batch.first == BATCH.get()).and_then(|batch| batch.line_in_work());
        // what one line breaks as the first one, it breaks by itself
        let first = || queue.open.front().filter(|_| queue.alone && queue.answered == 0);
        let first = || first().and_then(|batch| batch.line_in_work().filter(|&line| line == batch.first));
        if let Some(line) = line.or_else(|| own().filter(|_| breach.over)).or_else(first) {
            queue.past.refused.push((line, breach.spent));
        }
        let state = queue.state();
        again::start(&state);
    }
    // what is known is told, and the line in work
    queue.write_all();
    let mut out = Vec::new();
    if let Some(batch) = queue.open.front()
        && let Some(number) = batch.line_in_work()
        && let Some((_, line)) = batch.lines().find(|(at, _)| *at == number)
    {
        refusal(number, line, breach.spent, voice, &mut out);
    }
    let _ = stdout::write_past_lock(&out);
    allocator::leave(Exit::Spent)
}
