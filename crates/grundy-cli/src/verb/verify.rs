//! `verify`: a certificate checked again by code that is not the finder's; or a b-file against a game.

mod certificate;

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use grundy::answer::{Answer, CellRows as _, Cells, Table};
use grundy::game::{AnyGame, Shape};
use grundy::guess::index;
use grundy::loopy::Value;
use grundy::{Context, Convention, Diagnostic, Error, ErrorKind, GameQuestion, Session, Spent, Stopped, TableOptions};
use grundy_form::verify::Terms as Compared;

use certificate::{LONGEST_HEAD, begins_like_one, certificate, unverified};

use crate::args::Verify;
use crate::exit::{Exit, Failure, Source};
use crate::render::verify;
use crate::setting::Setting;
use crate::shell::quoted;
use crate::verb::compressed::{self, begun};
use crate::verb::output::not_read_from;
use crate::verb::terms::{Sequence, Terms};
use crate::verb::{reading, source};

/// The longest line of a b-file.
const LONGEST_LINE: u64 = 1 << 16;
/// A file is said to begin elsewhere if so many terms are right there …
const SHIFTED: usize = 3;
/// … and it begins so many places before or behind.
const AWAY: u64 = 3;
/// Terms are compared so many at a time, at most.
const CHUNK: usize = 1 << 16;

/// Checks the file.
pub(crate) fn run(options: &Verify, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    setting.guard(&options.file.to_string_lossy());
    not_read_from(&options.file)?;
    let mut reader = open(options)?;
    let is_certificate = begins_like_one(reader.fill_buf().map_err(|error| unreadable(&options.file, &error))?);
    let Some(game) = &options.game else { return certificate(&options.file, None, &mut reader, setting) };
    let mut source = Source::typed("game", game);
    let question = reading::game(session, &mut source, setting)?;
    if is_certificate {
        return certificate(&options.file, Some(&question), &mut reader, setting);
    }
    // a list says no index: it begins with the first place, and no board has 0 rows
    let first = u64::from(question.game.shape() == Shape::Text);
    let values = read_terms(&options.file, &mut reader, first, setting)?;
    let terms = setting.ask(|cx| compare(&question, &values, cx)).map_err(Failure::about(&source))?;
    setting
        .print(|out| grundy_form::verify::terms(out, &terms), |out| verify::terms(out, &terms, &setting.terminal))?;
    Ok(match (&terms.stopped, &terms.wrong) {
        (_, Some(_)) => Exit::No,
        (Some(_), None) => Exit::Spent,
        (None, None) => Exit::Answered,
    })
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    let name = path.to_string_lossy();
    let fault = Diagnostic::new(ErrorKind::Io, format!("the file {name:?} cannot be read: {error}"));
    // the terms that the program could compute itself would show nothing
    let number = index::number_of(&name).filter(|_| error.kind() == io::ErrorKind::NotFound);
    Failure::plain(match number {
        Some(number) => fault.suggest(format!("the b-file of the encyclopedia: verify b{number:06}.txt --game GAME")),
        None => fault,
    })
}

/// Opens the file; what was packed has to be unpacked first.
fn open(options: &Verify) -> Result<Box<dyn BufRead>, Failure> {
    let path = &options.file;
    let failed = |error: io::Error| unreadable(path, &error);
    let file: Box<dyn Read> =
        if path.as_os_str() == "-" { Box::new(io::stdin()) } else { Box::new(source::open(path).map_err(failed)?) };
    let (head, mut whole) = begun(file).map_err(failed)?;
    let game = options.game.as_ref().map_or(String::new(), |game| format!(" --game {}", quoted(game)));
    if let Some(fault) = compressed::fault(&path.to_string_lossy(), &head, &format!("grundy verify -{game}")) {
        return Err(Failure::plain(fault));
    }
    // a certificate is told by its whole first line
    let mut line = Vec::new();
    whole.by_ref().take(LONGEST_HEAD).read_to_end(&mut line).map_err(failed)?;
    Ok(Box::new(io::Cursor::new(line).chain(BufReader::new(whole))))
}

fn read_terms(path: &Path, reader: &mut dyn BufRead, first: u64, setting: &Setting) -> Result<Sequence, Failure> {
    let name = path.to_string_lossy().into_owned();
    let bad = |line: u64, what: &str| {
        Failure::plain(
            Diagnostic::input(format!("the b-file {name:?}, line {line}: {what}"))
                .suggest("`index value` a line, indices without gaps; or a list of four values and more"),
        )
    };
    let mut terms = Terms::new(first);
    let (mut held, mut last) = (0u64, 1);
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let read = (&mut *reader).take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes);
        if read.map_err(|error| unreadable(path, &error))? == 0 {
            break;
        }
        if bytes.len() as u64 > LONGEST_LINE {
            return Err(bad(number, "the line is too long"));
        }
        let text = std::str::from_utf8(&bytes).map_err(|_| bad(number, "bytes that are not text"))?;
        let before = terms.len();
        terms.line(text).map_err(|what| bad(number, what))?;
        last = number;
        let more = (terms.len() - before) as u64;
        held = held.saturating_add(48 * more + bytes.len() as u64);
        if setting.budget.memory.is_some_and(|m| held > m) {
            let stopped = Stopped::new(Spent::Memory, "verify").needing("more for the terms of the b-file");
            return Err(unverified(path, stopped.of(setting.budget.memory, Some(held))));
        }
    }
    if terms.len() == 0 {
        return Err(Failure::plain(Diagnostic::input(format!("the b-file {name:?} holds no terms"))));
    }
    terms.end().map_err(|what| bad(last, what))
}

/// Compares the terms with the game's values: of a game of two numbers as an array, else in a row.
fn compare(question: &GameQuestion, terms: &Sequence, cx: &Context) -> grundy::Result<Compared> {
    let result = Compared {
        game: question.query.clone(),
        checked: None,
        wrong: None,
        fits_from: None,
        evidence: None,
        stopped: None,
    };
    let game = &question.game;
    if question.convention == Convention::Misere {
        let fault = Diagnostic::input("misère play has no Grundy values that a b-file could hold");
        return Err(fault.suggest(format!("the game in normal play: --game '{}'", game.text())).into());
    }
    let numbers = game.any().and_then(AnyGame::start_numbers);
    if terms.lines > 1 && game.shape() != Shape::Heap && numbers != Some(1) {
        let fault =
            Diagnostic::input(format!("several lines of values may be rows, and `{}` has two numbers", game.text()));
        return Err(fault.suggest("an index and a value on each line, as `table --format bfile` writes them").into());
    }
    match (game.shape(), numbers) {
        (Shape::Tuple(2) | Shape::Row, _) => array(question, terms, result, terms.first.min(1), cx),
        // no board has 0 rows
        (Shape::Text, Some(2)) => array(question, terms, result, 1, cx),
        (Shape::Heap, _) | (Shape::Text, Some(1)) => {
            let mut result = row(question, terms, result, cx)?;
            if result.wrong.is_some() {
                result.fits_from = shifted(question, terms, cx)?;
            }
            Ok(result)
        }
        _ => {
            let fault = format!("a b-file is compared with games of one or two numbers, and `{}` is not", game.text());
            Err(Diagnostic::unsupported(fault).suggest("verify FILE --game kayles").into())
        }
    }
}

/// An array as `table --format bfile` writes it and as the OEIS has it: by antidiagonals downwards, from (0,0) where the
/// indices begin with 0, and from (1,1) where they begin with 1.
fn array(
    question: &GameQuestion,
    terms: &Sequence,
    result: Compared,
    corner: u64,
    cx: &Context,
) -> grundy::Result<Compared> {
    let mut comparison = Comparison { terms, done: 0, result };
    // so many antidiagonals hold all terms; a table has twice as many cells, and large boards are dear
    let all = (1..).find(|n: &u64| n * (n + 1) / 2 >= terms.values.len() as u64).unwrap_or(1);
    let mut whole = all.min(16);
    loop {
        let last = corner + whole - 1;
        let table = table(question, vec![corner, corner], vec![last, last], cx)?;
        let places = (0..whole as usize).flat_map(|sum| (0..=sum).map(move |i| (i, sum - i)));
        let cells = places.map_while(|(a, b)| value(&table.cells, a, b));
        if comparison.ends(cells.skip(comparison.done), &table) || whole == all {
            break;
        }
        whole = (2 * whole).min(all);
    }
    Ok(comparison.result)
}

/// The values of a game of one number, a growing number of them at a time.
fn row(question: &GameQuestion, terms: &Sequence, result: Compared, cx: &Context) -> grundy::Result<Compared> {
    let mut comparison = Comparison { terms, done: 0, result };
    let mut size = 256;
    loop {
        let size_now = size.min(terms.values.len() - comparison.done) as u64;
        let from = comparison.index();
        let table = table(question, vec![from], vec![from.saturating_add(size_now - 1)], cx)?;
        if comparison.ends((0..).map_while(|n| value(&table.cells, 0, n)), &table) {
            break;
        }
        size = (2 * size).min(CHUNK);
    }
    Ok(comparison.result)
}

/// The index with which the file would begin if all terms are right a few places before or behind.
fn shifted(question: &GameQuestion, terms: &Sequence, cx: &Context) -> grundy::Result<Option<u64>> {
    let tells = terms.values.len() >= SHIFTED && terms.values.windows(2).any(|two| two[0] != two[1]);
    let near = (1..=AWAY).flat_map(|by| [terms.first.checked_add(by), terms.first.checked_sub(by)]).flatten();
    for first in near.filter(|_| tells) {
        let moved = Sequence { first, values: terms.values.clone(), lines: terms.lines };
        let result = Compared {
            game: String::new(),
            checked: None,
            wrong: None,
            fits_from: None,
            evidence: None,
            stopped: None,
        };
        match row(question, &moved, result, cx) {
            Ok(Compared { wrong: None, stopped: None, checked, .. })
                if checked.is_some_and(|last| last - first + 1 == terms.values.len() as u64) =>
            {
                return Ok(Some(first));
            }
            // no place of the game
            Ok(_) | Err(Error::Bad(_)) => {}
            Err(stopped) => return Err(stopped),
        }
    }
    Ok(None)
}

fn table(question: &GameQuestion, from: Vec<u64>, to: Vec<u64>, cx: &Context) -> grundy::Result<Answer<Table>> {
    let table = question.table_with(&TableOptions::default().with_from(from).with_to(to), cx)?;
    table.must_be_whole()?;
    Ok(table)
}

/// A value of the table; infinite ones are those of games whose play need not end.
fn value(cells: &Cells, row: usize, column: usize) -> Option<Value> {
    match cells {
        Cells::Values(rows) => rows.cell(row, column).map(|n| Value::Finite(n.into_owned())),
        Cells::Loopy(rows) => rows.cell(row, column).map(Cow::into_owned),
        _ => None,
    }
}

/// The terms of a file beside the values of a game.
struct Comparison<'a> {
    terms: &'a Sequence,
    done: usize,
    result: Compared,
}

impl Comparison<'_> {
    /// The index of the next term.
    fn index(&self) -> u64 {
        self.terms.first.saturating_add(self.done as u64)
    }

    /// Compares the next terms with these values; true if nothing is left to compare.
    fn ends(&mut self, values: impl Iterator<Item = Value>, table: &Answer<Table>) -> bool {
        self.result.evidence = Some(table.evidence.clone());
        let before = self.done;
        for (expected, found) in values.zip(&self.terms.values[self.done..]) {
            if expected.finite() != Some(found) {
                self.result.wrong = Some((self.index(), expected, found.clone()));
                return true;
            }
            self.result.checked = Some(self.index());
            self.done += 1;
        }
        self.result.stopped = table.stopped.clone();
        self.done == self.terms.values.len() || self.done == before || table.stopped.is_some()
    }
}
