//! One row: what is found out about one game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grundy::answer::{Answer, Cells, PeriodFound};
use grundy::{
    Budget, Context, Error, Evidence, GameQuestion, Nat, PeriodOptions, Session, Spent, Stopped, TableOptions,
};
use serde::{Deserialize, Serialize};

/// How the values of so many first heaps are summed up in a row's fingerprint.
const FINGERPRINT: u64 = 256;

/// What is known about the period of a row's game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The period is proved.
    Proved,
    /// The values repeat as far as they were computed; not proved.
    Checked,
    /// No period was found among the values computed.
    None,
    /// The text is not a game, or not one of heaps.
    Refused,
    /// The limits on one row were reached.
    Stopped,
}

impl Status {
    /// All of them, in the order in which they are counted.
    pub const ALL: [Status; 5] = [Status::Proved, Status::Checked, Status::None, Status::Refused, Status::Stopped];

    /// The word in the rows.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Status::Proved => "proved",
            Status::Checked => "checked",
            Status::None => "none",
            Status::Refused => "refused",
            Status::Stopped => "stopped",
        }
    }
}

/// What one row may cost. Part of the [`Plan`](super::Plan), since rows depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The last heap that is computed where no period is proved before.
    pub to: u64,
    /// Positions and options that may be looked at; `None`: any number.
    pub nodes: Option<u64>,
    /// Bytes of tables.
    pub memory: u64,
}

/// What is found out about one member of a family. Numbers beyond 63 bits are left out and told in `note`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Which member, from 0.
    pub number: u64,
    /// The game in canonical spelling.
    pub game: String,
    /// G(n + period) = G(n) + saltus for all n ≥ preperiod; in misère play the same of the classes of heaps.
    pub preperiod: Option<u64>,
    /// The least period.
    pub period: Option<u64>,
    /// Growth in a period.
    #[serde(default)]
    pub saltus: Option<u64>,
    /// How far the period is known.
    pub status: Status,
    /// What it rests on: names of theorems, separated by blanks.
    pub theorems: String,
    /// In misère play: the elements of the quotient, as far as it is certified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<u64>,
    /// In misère play: how many of them are classes of P-positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p_order: Option<u64>,
    /// In misère play: `tame`, the quotient of a game of Nim, or `wild`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The largest value of the heaps 0 to `checked_to`.
    #[serde(default)]
    pub largest: Option<u64>,
    /// The last heap whose value was looked at; in misère play the last of those that the quotient is certified for, where it
    /// is not that of the whole game.
    pub checked_to: Option<u64>,
    /// Positions and options looked at.
    pub cost: u64,
    /// Sixteen hexadecimal digits: games with the same values on the heaps 0 to 255 have the same.
    #[serde(default)]
    pub fingerprint: String,
    /// Why the game was refused or stopped; numbers that are too large for their column.
    pub note: String,
}

impl Row {
    /// Finds out what is to be known about a game: the same for the same text and limits, wherever it is computed.
    ///
    /// # Errors
    /// The run was cancelled.
    pub fn compute(number: u64, game: &str, limits: &Limits, cancel: &Arc<AtomicBool>) -> Result<Row, Stopped> {
        Row::filled(number, game, limits, cancel, |row, question, cx| {
            let answer = question.period_with(&PeriodOptions::default().with_to(Some(limits.to)), cx)?;
            row.periods(&answer);
            row.values(question, &answer, limits, cx)
        })
    }

    /// A row that `work` fills in within the limits.
    pub(super) fn filled(
        number: u64,
        game: &str,
        limits: &Limits,
        cancel: &Arc<AtomicBool>,
        work: impl FnOnce(&mut Row, &GameQuestion, &Context) -> Result<(), Error>,
    ) -> Result<Row, Stopped> {
        let mut row = Row {
            number,
            game: game.to_owned(),
            preperiod: None,
            period: None,
            saltus: None,
            status: Status::None,
            theorems: String::new(),
            order: None,
            p_order: None,
            kind: String::new(),
            largest: None,
            checked_to: None,
            cost: 0,
            fingerprint: String::new(),
            note: String::new(),
        };
        let budget = Budget { time: None, memory: Some(limits.memory), nodes: limits.nodes };
        let cx = Context::new(budget).with_cancel(Arc::clone(cancel)).with_threads(1);
        cx.check()?;
        let found = Session::new().game(game).map_err(Error::from).and_then(|question| work(&mut row, &question, &cx));
        match found {
            Ok(()) => {}
            Err(Error::Stopped(stopped)) if stopped.spent == Spent::Cancelled => return Err(stopped),
            Err(Error::Stopped(stopped)) => row.refuse(Status::Stopped, &stopped.to_string()),
            Err(Error::Bad(fault)) => row.refuse(Status::Refused, &fault.message),
        }
        // a trial that was cut short by the cancelling must not pass for one that found nothing
        cx.check()?;
        row.cost = small(&Nat::from(cx.nodes())).unwrap_or(i64::MAX as u64);
        Ok(row)
    }

    fn refuse(&mut self, status: Status, why: &str) {
        self.status = status;
        self.remark(why);
    }

    fn remark(&mut self, words: &str) {
        if !self.note.is_empty() {
            self.note.push_str("; ");
        }
        self.note.push_str(words);
    }

    fn number(&mut self, what: &str, n: &Nat) -> Option<u64> {
        let small = small(n);
        if small.is_none() {
            self.remark(&format!("{what} {n}"));
        }
        small
    }

    fn periods(&mut self, answer: &Answer<PeriodFound>) {
        if let Some(p) = &answer.period {
            self.preperiod = self.number("preperiod", &p.preperiod);
            self.period = self.number("period", &p.period);
            self.saltus = self.number("saltus", &p.saltus);
            self.status = if answer.evidence.is_proved() { Status::Proved } else { Status::Checked };
            self.rests_on(&answer.evidence);
        }
    }

    /// Takes down the names of the theorems.
    pub(super) fn rests_on(&mut self, evidence: &Evidence) {
        let names: Vec<&str> = evidence.theorems.iter().map(|t| t.id).collect();
        self.theorems = names.join(" ");
    }

    /// The largest value and the fingerprint.
    fn values(
        &mut self,
        question: &GameQuestion,
        answer: &Answer<PeriodFound>,
        limits: &Limits,
        cx: &Context,
    ) -> Result<(), Error> {
        if let Some(stopped) = &answer.stopped {
            return Err(stopped.clone().into());
        }
        let whole = answer.period.as_ref().map(|p| &p.preperiod + &p.period);
        let whole = whole.and_then(|n| u64::try_from(&n).ok()).filter(|_| answer.evidence.is_proved());
        let last = whole.unwrap_or(limits.to).max(FINGERPRINT - 1).min(limits.to);
        let wanted = TableOptions::default().with_to(vec![last]);
        let table = question.table_with(&wanted, cx)?;
        table.must_be_whole()?;
        let Cells::Values(rows) = &table.cells else { return Ok(()) };
        let values: Vec<Nat> = rows.iter().collect();
        if let Some(stopped) = table.stopped {
            return Err(stopped.into());
        }
        self.checked_to = small(&Nat::from(last));
        if let Some(largest) = values.iter().max() {
            self.largest = self.number("largest value", largest);
        }
        let mut hash = Fnv::new();
        for value in values.iter().take(FINGERPRINT as usize) {
            hash.add(value.to_string().as_bytes());
            hash.add(b",");
        }
        self.fingerprint = format!("{:016x}", hash.0);
        Ok(())
    }
}

/// A number below 2^63.
fn small(n: &Nat) -> Option<u64> {
    u64::try_from(n).ok().filter(|&n| i64::try_from(n).is_ok())
}

/// Fowler–Noll–Vo: no security, the same everywhere. Equal fingerprints are a reason to compare, never a proof.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
