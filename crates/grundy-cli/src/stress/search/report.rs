//! What a search comes to: a position on which the program errs, or how much was right.

use grundy::{Evidence, Stopped};

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

/// What might make a program right.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Hint {
    /// How its input is to be written.
    pub(crate) format: Option<String>,
    /// What it prints where the next player wins, and where the previous one does.
    pub(crate) words: Option<[String; 2]>,
    /// It is wrong only where a heap is empty.
    pub(crate) no_empty_heap: bool,
    /// Its words are not known, and not even all of those small positions tell what they mean.
    pub(crate) unknown_words: bool,
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
    /// With what the program might be right.
    pub(crate) hint: Option<Hint>,
    pub(crate) compared: Compared,
    /// Runs of the program.
    pub(crate) tried: u64,
    /// Positions whose truth was too dear.
    pub(crate) skipped: u64,
    /// What the program's answers were read as.
    pub(crate) answers: Option<&'static str>,
    /// The program reads one heap only, so that sums were left out.
    pub(crate) one_heap: bool,
    /// The time was up before all positions were tried.
    pub(crate) cut: bool,
    pub(crate) evidence: Evidence,
    pub(crate) stopped: Option<Stopped>,
}

/// What was right.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Compared {
    /// All of the smallest length up to this sum …
    pub(super) heaps: u64,
    /// … and so many in all.
    pub(super) positions: u64,
}

impl Compared {
    pub(super) fn evidence(self) -> Evidence {
        let n = self.positions;
        Evidence::checked(
            self.heaps,
            grundy::Words::new(format!("{n} positions were compared"), format!("比较了 {n} 个局面")),
        )
    }
}

impl Report {
    /// No error was found here, nor in what was tried before.
    pub(crate) fn after(self, before: Report) -> Report {
        let compared = Compared {
            heaps: self.compared.heaps.min(before.compared.heaps),
            positions: self.compared.positions + before.compared.positions,
        };
        Report {
            compared,
            tried: self.tried + before.tried,
            skipped: self.skipped + before.skipped,
            answers: self.answers.or(before.answers),
            one_heap: self.one_heap || before.one_heap,
            cut: self.cut || before.cut,
            evidence: if self.finding.is_none() { compared.evidence() } else { self.evidence },
            ..self
        }
    }
}
