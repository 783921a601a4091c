//! Some lines of the input, and how far they are answered: who works on them writes here line by line, so that another
//! thread can take what is there at any moment.

use std::sync::{Mutex, MutexGuard};

use grundy::locked;

use crate::verb::one_line::Tally;

/// Lines that one thread answers.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The lines, each with its end.
    pub(super) text: Vec<u8>,
    /// Where each line stops, its end included.
    stops: Vec<usize>,
    /// The number of the first.
    pub(super) first: u64,
    /// How many definitions are in force.
    pub(super) definitions: usize,
    progress: Mutex<Progress>,
}

/// What the lines are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Questions,
    /// One line that begins with `let`.
    Definition,
    /// One line over the limit.
    TooLong,
}

/// How far a batch is answered.
#[derive(Debug)]
pub(super) struct Progress {
    pub(super) kind: Kind,
    /// Answers that nobody has taken yet.
    pub(super) out: Vec<u8>,
    /// What happened to the lines of these answers.
    pub(super) tally: Tally,
    /// How many lines are answered.
    pub(super) lines: usize,
    /// Is somebody at work on it?
    pub(super) begun: bool,
    /// Are all lines answered?
    pub(super) done: bool,
}

impl Batch {
    /// Lines that nobody has looked at yet, the first of this number.
    pub(super) fn new(kind: Kind, first: u64, definitions: usize) -> Batch {
        let progress = Progress { kind, out: Vec::new(), tally: Tally::default(), lines: 0, begun: false, done: false };
        Batch { text: Vec::new(), stops: Vec::new(), first, definitions, progress: Mutex::new(progress) }
    }

    /// With one line more.
    pub(super) fn push(&mut self, line: &[u8]) {
        self.text.extend_from_slice(line);
        self.text.push(b'\n');
        self.stops.push(self.text.len());
    }

    /// Without a line?
    pub(super) fn is_empty(&self) -> bool {
        self.stops.is_empty()
    }

    /// How far it is.
    pub(super) fn progress(&self) -> MutexGuard<'_, Progress> {
        locked(self.progress.lock())
    }

    /// Has no thread been cut off while it looked at how far it is?
    pub(super) fn is_free(&self) -> bool {
        crate::guard::patiently(&self.progress).is_some()
    }

    /// Takes it into work, if it is wanted and nobody has.
    pub(super) fn begin(&self, wanted: impl Fn(Kind) -> bool) -> bool {
        let mut progress = self.progress();
        let mine = !progress.begun && wanted(progress.kind);
        progress.begun |= mine;
        mine
    }

    /// The lines with their numbers, without their ends.
    pub(super) fn lines(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let starts = std::iter::once(0).chain(self.stops.iter().copied());
        let lines = starts.zip(&self.stops).map(|(start, &stop)| self.text.get(start..stop - 1).unwrap_or_default());
        (self.first..).zip(lines)
    }

    /// The next answer.
    pub(super) fn answered(&self, answer: &[u8], tally: Tally) {
        let mut progress = self.progress();
        progress.out.extend_from_slice(answer);
        progress.tally.add(tally);
        progress.lines += 1;
    }

    /// The text from the first of the lines on that are not answered.
    pub(super) fn rest(&self, progress: &Progress) -> &[u8] {
        let from = progress.lines.checked_sub(1).and_then(|last| self.stops.get(last)).copied();
        self.text.get(from.unwrap_or(0)..).unwrap_or_default()
    }

    /// It asks something after its definitions: anybody may answer it.
    pub(super) fn is_no_definition(&self) {
        let mut progress = self.progress();
        progress.kind = Kind::Questions;
        progress.begun = false;
    }

    /// The line that somebody works on.
    pub(super) fn line_in_work(&self) -> Option<u64> {
        let progress = self.progress();
        let in_work = progress.begun && !progress.done && progress.lines < self.stops.len();
        in_work.then_some(self.first + progress.lines as u64)
    }
}
