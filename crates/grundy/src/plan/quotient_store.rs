//! A misère quotient that is kept in a file while it grows, so that a search that was stopped or killed goes on.
//!
//! The file is an append [log](grundy_sequence::store::log) whose identity is the game or the position: nothing of another
//! one is read. A record is the whole quotient where it grew, else the class of one component.
//!
//! ```text
//! head │ quotient of components 0 … 5 │ class of 6 │ class of 7 │ quotient of 0 … 8 │ class of 9 │ …
//! ```
//! **Trust.** Options are not in the file. They come from the rule again, in the same order, and when all components have
//! been named the four conditions are checked anew ([`Quotient::restored`]): a quotient that someone made up, or one of
//! another version's rule, is refused, and what is believed is as certain as what was found just now.
//!
//! Cost: one write a component; reading checks what the last step of the search checked.

use std::path::Path;

use grundy_search::quotient::Quotient;
use grundy_sequence::store::log::{Format, Log, Record, wrong};

use crate::context::Context;
use crate::error::{Diagnostic, Error, Result};

/// The tag of a record that is a whole quotient; the others are classes.
const WHOLE: u32 = 0;
const CLASS: u32 = 1;

const QUOTIENTS: Format = Format {
    name: "misère quotients",
    owner: "game",
    magic: *b"grundyQ\n",
    version: 1,
    most: 1 << 26,
    widths: &[4],
    tags: 2,
};

/// Options of a component, as sums of earlier ones.
type Options = Vec<Vec<u32>>;

/// What the file says of the first components.
#[derive(Debug)]
struct Snapshot {
    kept: Vec<u32>,
    /// Classes of the components behind them.
    later: Vec<u32>,
}

impl Snapshot {
    /// How many components it was made of.
    fn first(&self) -> usize {
        self.kept.first().map_or(0, |&n| n as usize)
    }

    fn components(&self) -> usize {
        self.first() + self.later.len()
    }
}

/// A file with the misère quotient of one game or position, locked as long as it is open.
///
/// ```
/// use grundy::{Context, Convention, QuotientOptions, kayles};
/// # let path = std::env::temp_dir().join(format!("grundy-doc-{}.quotient", std::process::id()));
/// let (question, cx) = (kayles().under(Convention::Misere), Context::default());
/// let first = QuotientOptions::default().with_heaps(Some(20));
/// question.quotient_stored(&first, question.quotient_store(&path)?, &cx)?;
/// // goes on behind heap 20
/// let answer = question.quotient_stored(&QuotientOptions::default(), question.quotient_store(&path)?, &cx)?;
/// assert_eq!(answer.monoid.order(), 40);
/// # drop(std::fs::remove_file(path));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Debug)]
pub struct QuotientStore {
    log: Log,
    identity: String,
    /// What was read, the smallest quotient first.
    read: Vec<Snapshot>,
    /// The options of the components so far, as long as those in the file have not all been named again.
    named: Vec<Options>,
    /// How often the quotient that was written last had grown; `None`: none was written.
    grown: Option<u32>,
    /// The file says more than was asked for: nothing may be written behind that.
    is_ahead: bool,
}

/// Takes a record in.
fn take(read: &mut Vec<Snapshot>, record: Record<'_>, path: &Path) -> Result<()> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
    let words: Vec<u32> = record.bytes().chunks_exact(4).map(word).collect();
    let before = read.last().map_or(0, Snapshot::components);
    match (record.tag(), read.last_mut()) {
        (CLASS, Some(snapshot)) => snapshot.later.extend(words),
        (WHOLE, _) => {
            let snapshot = Snapshot { kept: words, later: Vec::new() };
            if snapshot.first() != before + 1 {
                return Err(wrong(path, "its quotients do not follow one another"));
            }
            read.push(snapshot);
        }
        _ => return Err(wrong(path, "it begins with a class of no quotient")),
    }
    Ok(())
}

impl QuotientStore {
    /// Opens the file of this identity, or makes it. In a directory the file's name is made of the identity.
    pub(crate) fn open(path: &Path, identity: String) -> Result<QuotientStore> {
        let mut read: Vec<Snapshot> = Vec::new();
        let log = Log::open_at(path, "quotient", QUOTIENTS, &identity, |record, path| take(&mut read, record, path))?;
        Ok(QuotientStore { log, identity, read, named: Vec::new(), grown: None, is_ahead: false })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.log.path()
    }

    /// So many bytes of a record that was not finished were cut off.
    #[must_use]
    pub fn cut(&self) -> u64 {
        self.log.cut()
    }

    /// Is it the file of this game or position?
    pub(crate) fn must_be_of(&self, identity: &str) -> Result<()> {
        if self.identity == identity {
            return Ok(());
        }
        Err(wrong(self.log.path(), &format!("it belongs to `{}`, not to `{identity}`", self.identity)))
    }

    /// Waits the file for components that have not been named again?
    pub(super) fn is_reading(&self) -> bool {
        !self.read.is_empty()
    }

    /// Adds a component to the quotient, from the file or by the search.
    pub(super) fn add(&mut self, options: Options, quotient: &mut Quotient, cx: &Context) -> Result<u32> {
        let Some(last) = self.read.last() else {
            quotient.add(options, cx)?;
            self.write(quotient)?;
            return Ok(quotient.phi().len() as u32 - 1);
        };
        let all = last.components();
        cx.reserve(options.iter().map(|option| 24 + 4 * option.len() as u64).sum::<u64>() + 24)?;
        self.named.push(options);
        let named = self.named.len();
        if named == all {
            self.restore(quotient, cx)?;
        }
        Ok(named as u32 - 1)
    }

    /// Makes the quotient of the components that were named, where the file has more of them.
    pub(super) fn restore(&mut self, quotient: &mut Quotient, cx: &Context) -> Result<()> {
        let named = self.named.len();
        let fits = |snapshot: &&Snapshot| snapshot.first() <= named;
        let Some(snapshot) = self.read.iter().rev().find(fits) else { return Ok(()) };
        let later = &snapshot.later[..named - snapshot.first()];
        let components = std::mem::take(&mut self.named);
        let restored = Quotient::restored(&snapshot.kept, later, components, cx);
        *quotient = restored.map_err(|fault| match fault {
            Error::Bad(fault) => wrong(self.log.path(), &fault.message),
            stopped @ Error::Stopped(_) => stopped,
        })?;
        self.is_ahead = self.read.last().is_some_and(|last| last.components() > named);
        self.grown = Some(quotient.grown());
        self.read.clear();
        Ok(())
    }

    fn write(&mut self, quotient: &Quotient) -> Result<()> {
        if self.is_ahead {
            return Ok(());
        }
        let words = match quotient.phi().last() {
            Some(&class) if self.grown == Some(quotient.grown()) => vec![class],
            _ => quotient.kept(),
        };
        let tag = if self.grown == Some(quotient.grown()) { CLASS } else { WHOLE };
        if words.len() > QUOTIENTS.most as usize {
            return Err(Diagnostic::unsupported("the quotient is too large for a file").into());
        }
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.log.append(tag, 4, &bytes)?;
        self.grown = Some(quotient.grown());
        self.log.sync_now_and_then()?;
        Ok(())
    }

    /// Returns when all that was written is safe.
    pub(super) fn sync(&mut self) -> Result<()> {
        Ok(self.log.sync()?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use grundy_sequence::store::log::encode;

    use super::*;
    use crate::answer::{Answer, MisereQuotient};
    use crate::context::Budget;
    use crate::session::Session;
    use crate::solve::QuotientOptions;
    use crate::testing::cases;

    /// A file that goes with its test.
    struct Kept(PathBuf);

    impl Kept {
        fn new(name: &str) -> Kept {
            let path = std::env::temp_dir().join(format!("grundy-{name}-{}.quotient", std::process::id()));
            let _ = fs::remove_file(&path);
            Kept(path)
        }

        fn ask(&self, game: &str, heaps: Option<u64>, cx: &Context) -> Result<Answer<MisereQuotient>> {
            let question = Session::new().game(game)?;
            let wanted = QuotientOptions::default().with_heaps(heaps).with_genus(false);
            question.quotient_stored(&wanted, question.quotient_store(&self.0)?, cx)
        }
    }

    impl Drop for Kept {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    fn without(game: &str, heaps: Option<u64>) -> Answer<MisereQuotient> {
        let wanted = QuotientOptions::default().with_heaps(heaps).with_genus(false);
        Session::new().game(game).unwrap().quotient_with(&wanted, &Context::default()).unwrap()
    }

    /// All that is told, but what it cost.
    fn told(mut answer: Answer<MisereQuotient>) -> String {
        answer.cost = crate::answer::Cost::default();
        format!("{answer:?}")
    }

    /// Stopped again and again, a search comes to what it would have come to at once.
    #[test]
    fn a_search_that_is_stopped_goes_on() {
        for (game, heaps) in
            [("kayles", None), ("0.123", None), ("0.07", Some(26)), ("{n -> n-2; kayles(n//2)}", Some(20))]
        {
            let (kept, whole) = (Kept::new("stopped"), without(game, heaps));
            let (mut rounds, mut nodes, mut before) = (0, 100, None);
            let last = loop {
                let cx = Context::new(Budget { nodes: Some(nodes), ..Budget::UNLIMITED });
                let answer = kept.ask(game, heaps, &cx).unwrap();
                let Some(stopped) = &answer.stopped else { break answer };
                assert!(stopped.resumes, "{game}");
                // what is told of less is true of less: as the search without a file
                if let Some(last) = answer.heaps {
                    let early = without(game, Some(last));
                    let found = |answer: &MisereQuotient| {
                        let names: Vec<String> = answer.phi.iter().map(|&x| answer.presentation.name(x)).collect();
                        (
                            answer.monoid.order(),
                            answer.monoid.portion().len(),
                            answer.presentation.relations.clone(),
                            names,
                        )
                    };
                    assert_eq!(found(&answer), found(&early), "{game} {last}");
                    assert!(before <= Some(last), "{game}: heap {before:?}, then {last}");
                    before = Some(last);
                }
                (rounds, nodes) = (rounds + 1, nodes + nodes / 8);
            };
            assert!(rounds > 5, "{game}: {rounds}");
            assert_eq!(told(last), told(whole), "{game}");
        }
    }

    /// A file that knows more than is asked answers what is asked.
    #[test]
    fn fewer_heaps_than_are_kept_are_told_of() {
        let (kept, cx) = (Kept::new("fewer"), Context::default());
        kept.ask("kayles", None, &cx).unwrap();
        let bytes = fs::read(&kept.0).unwrap();
        for heaps in [0, 1, 2, 3, 10, 26, 27, 28, 100, 169, 200] {
            assert_eq!(
                told(kept.ask("kayles", Some(heaps), &cx).unwrap()),
                told(without("kayles", Some(heaps))),
                "{heaps}"
            );
            assert!(fs::read(&kept.0).unwrap() == bytes, "{heaps}");
        }
    }

    /// No byte can be changed so that another answer comes out.
    #[test]
    fn each_changed_byte_is_found() {
        let (kept, cx) = (Kept::new("changed"), Context::default());
        let right = told(kept.ask("0.123", Some(9), &cx).unwrap());
        let bytes = fs::read(&kept.0).unwrap();
        let mut refused = 0;
        let step = cases(4, 1);
        for at in (0..bytes.len()).step_by(step) {
            for change in [1, 128] {
                let mut damaged = bytes.clone();
                damaged[at] ^= change;
                fs::write(&kept.0, &damaged).unwrap();
                match kept.ask("0.123", Some(9), &cx) {
                    Err(Error::Bad(fault)) => {
                        assert!(fault.message.contains(&kept.0.display().to_string()), "{fault}");
                        assert!(fs::read(&kept.0).unwrap() == damaged, "a damaged file is left as it is");
                        refused += 1;
                    }
                    // the end is cut off and found again
                    answer => assert_eq!(told(answer.unwrap()), right, "byte {at}"),
                }
            }
            fs::write(&kept.0, &bytes[..at]).unwrap();
            if let Ok(answer) = kept.ask("0.123", Some(9), &cx) {
                assert_eq!(told(answer), right, "{at} bytes");
            }
        }
        assert!(refused > bytes.len() / step, "{refused} of {}", 2 * bytes.len() / step);
    }

    /// Numbers that were made up, with the checksums that belong to them.
    #[test]
    fn forged_quotients_are_refused() {
        let (kept, cx) = (Kept::new("forged"), Context::default());
        let right = kept.ask("0.123", Some(12), &cx).unwrap();
        let right = (right.monoid.clone(), right.phi.clone());
        let mut records: Vec<(u32, Vec<u32>)> = Vec::new();
        let mut input = fs::File::open(&kept.0).unwrap();
        let mut identity = String::new();
        let same = |found: &str| {
            found.clone_into(&mut identity);
            Ok(())
        };
        let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap());
        grundy_sequence::store::log::read(&mut input, QUOTIENTS, same, |record| {
            records.push((record.tag(), record.bytes().chunks_exact(4).map(word).collect()));
            Ok(())
        })
        .unwrap();
        let ask = |records: &[(u32, Vec<u32>)]| {
            let bytes: Vec<(u32, Vec<u8>)> = records
                .iter()
                .map(|(tag, words)| (*tag, words.iter().flat_map(|word| word.to_le_bytes()).collect()))
                .collect();
            let records = bytes.iter().map(|(tag, bytes)| (*tag, 4, bytes.as_slice()));
            fs::write(&kept.0, encode(QUOTIENTS, &identity, records).unwrap()).unwrap();
            kept.ask("0.123", Some(12), &cx)
        };
        assert!(ask(&records).is_ok());
        let (mut tried, mut refused) = (0, 0);
        for at in 0..records.len() {
            for word in 0..records[at].1.len() {
                for change in [1, 3, u32::MAX] {
                    let mut forged = records.clone();
                    forged[at].1[word] = forged[at].1[word].wrapping_add(change);
                    tried += 1;
                    match ask(&forged) {
                        Ok(answer) => assert_eq!((answer.monoid.clone(), answer.phi.clone()), right, "{at} {word}"),
                        Err(Error::Bad(_)) => refused += 1,
                        Err(stopped) => panic!("{stopped}"),
                    }
                }
            }
            // left out, and doubled
            let mut fewer = records.clone();
            let record = fewer.remove(at);
            let mut twice = records.clone();
            twice.insert(at, record);
            for forged in [fewer, twice] {
                if let Ok(answer) = ask(&forged) {
                    assert_eq!((answer.monoid.clone(), answer.phi.clone()), right, "record {at}");
                }
            }
        }
        // an early quotient that a later one replaces is not looked at
        assert!(refused > 500, "{refused} of {tried}");
    }

    #[test]
    fn a_file_of_something_else_is_refused() {
        let (kept, cx) = (Kept::new("other"), Context::default());
        kept.ask("kayles", Some(9), &cx).unwrap();
        let refused = |game: &str, words: &str| {
            let fault = kept.ask(game, Some(9), &cx).unwrap_err().to_string();
            assert!(fault.contains(words), "{fault}");
        };
        refused("0.07", "made by another game");
        // another name of the same game
        assert_eq!(kept.ask("0.77", Some(12), &cx).unwrap().monoid.order(), 24);
        let held = Session::new().game("kayles").unwrap().quotient_store(&kept.0).unwrap();
        refused("kayles", "another process");
        drop(held);
        fs::write(&kept.0, "a shopping list, which is no store").unwrap();
        refused("kayles", "not a file of misère quotients");
    }

    /// A position is kept as a game is.
    #[test]
    fn the_quotient_of_a_position_goes_on() {
        let kept = Kept::new("position");
        let position = Session::new().position("nodekayles(\"path:14\")").unwrap();
        let whole = position.quotient_with(&Context::default()).unwrap();
        let (mut rounds, mut nodes) = (0, 300);
        let ask = |cx: &Context| position.quotient_stored(position.quotient_store(&kept.0).unwrap(), cx).unwrap();
        while ask(&Context::new(Budget { nodes: Some(nodes), ..Budget::UNLIMITED })).stopped.is_some() {
            (rounds, nodes) = (rounds + 1, nodes + nodes / 4);
        }
        assert!(rounds > 2, "{rounds}");
        assert_eq!(told(ask(&Context::default())), told(whole));
    }
}
