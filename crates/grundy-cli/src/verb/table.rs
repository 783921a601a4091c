//! `table`: values, outcomes or P-positions of a game.

use std::io::IsTerminal;

use grundy::answer::Show;
use grundy::game::{Game, Kind, Shape};
use grundy::{Diagnostic, Stopped};

use crate::args::{Format, Shown, Table};
use crate::budget::Corner;
use crate::exit::{Exit, Failure};
use crate::render::{bfile, csv, diagnostics, grid, json, npy, text};
use crate::setting::{self, Setting};
use crate::verb::exit_of;
use crate::verb::kept::Kept;
use grundy::{Session, TableOptions};

/// Entries of a sequence where nothing is said.
const USUAL_SEQUENCE: u64 = 100;
/// Entries a side of a grid where nothing is said.
const USUAL_SIDE: u64 = 13;

/// Prints the table.
pub(crate) fn run(options: &Table, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    refuse_unbuilt(options).map_err(Failure::plain)?;
    let format = options.format.unwrap_or(if setting.json { Format::Json } else { Format::Text });
    if format == Format::Npy && std::io::stdout().is_terminal() {
        let fault = Diagnostic::input("a NumPy array is no text for a terminal");
        return Err(Failure::plain(fault.suggest("send it to a file: … --format npy > table.npy")));
    }
    let source = setting::read_text(&options.text, setting)?;
    let question = session.game(&source.text).map_err(Failure::reading(&source))?;
    let (from, to) = corners(options, &question.game).map_err(Failure::plain)?;
    let show = match options.show {
        Shown::Values => Show::Values,
        Shown::Outcomes => Show::Outcomes,
        Shown::P => Show::Previous,
    };
    let last = to.first().copied();
    let wanted = TableOptions { from, to, show };
    let kept = Kept::open(options.store.as_deref())?;
    let answer =
        setting.ask(|cx| kept.while_kept(&question, last, setting, cx, || grundy::table(&question, &wanted, cx)));
    let table = answer.map_err(Failure::about(&source))?;
    let fits = match format {
        Format::Bfile => bfile::fits(&table),
        Format::Npy => npy::fits(&table),
        Format::Text | Format::Csv | Format::Json | Format::Parquet => Ok(()),
    };
    fits.map_err(Failure::plain)?;
    setting::print(|out| match format {
        Format::Json => json::table(out, &table),
        Format::Csv => csv::table(out, &table),
        Format::Bfile => bfile::table(out, &table),
        Format::Npy => npy::table(out, &table),
        Format::Text | Format::Parquet => {
            if !setting.quiet {
                text::reading(out, &table.reading, &setting.terminal)?;
            }
            let width = options.width.map(|w| usize::try_from(w).unwrap_or(usize::MAX));
            grid::table(out, &table, width, &setting.terminal)
        }
    })?;
    tell_incomplete(format, table.stopped.as_ref());
    Ok(exit_of(table.stopped.as_ref()))
}

/// Forms without room for a remark leave it on stderr.
fn tell_incomplete(format: Format, stopped: Option<&Stopped>) {
    if let Some(stopped) = stopped
        && !matches!(format, Format::Text | Format::Json)
    {
        diagnostics::eprint_stopped(stopped);
    }
}

fn refuse_unbuilt(options: &Table) -> Result<(), Diagnostic> {
    let unbuilt = if options.format == Some(Format::Parquet) {
        "--format parquet needs a build with the feature `parquet`"
    } else if options.png.is_some() {
        "--png needs a build with the feature `png`"
    } else if options.svg.is_some() {
        "--svg is not supported yet"
    } else {
        return Ok(());
    };
    Err(Diagnostic::unsupported(unbuilt))
}

/// The corners of the table, one number a coordinate.
fn corners(options: &Table, game: &Game) -> Result<(Vec<u64>, Vec<u64>), Diagnostic> {
    let coordinates = match game.shape() {
        Shape::Tuple(n) => n,
        Shape::Heap | Shape::Vertex => 1,
        // a row has as many numbers as the corners say, two where they say nothing
        Shape::Row => {
            let given = [&options.from, &options.to].into_iter().flatten().map(|c| c.0.len()).max();
            given.filter(|&n| n > 1).unwrap_or(2)
        }
    };
    let from = spread("--from", options.from.as_ref(), coordinates)?.unwrap_or_else(|| vec![0; coordinates]);
    let usual = match (game.shape(), game.kind()) {
        (Shape::Vertex, Kind::Graph(graph)) => graph.names.len() as u64,
        (Shape::Tuple(_) | Shape::Row, _) => USUAL_SIDE,
        _ => USUAL_SEQUENCE,
    };
    let to = match spread("--to", options.to.as_ref(), coordinates)? {
        Some(to) => to,
        None => from.iter().map(|f| f.saturating_add(usual.saturating_sub(1))).collect(),
    };
    match from.iter().zip(&to).find(|(from, to)| from > to) {
        Some((from, to)) => Err(Diagnostic::input(format!("the table is empty: --from {from} is above --to {to}"))),
        None => Ok((from, to)),
    }
}

/// A single number stands for all coordinates.
fn spread(option: &str, corner: Option<&Corner>, coordinates: usize) -> Result<Option<Vec<u64>>, Diagnostic> {
    match corner {
        None => Ok(None),
        Some(Corner(numbers)) if numbers.len() == coordinates => Ok(Some(numbers.clone())),
        Some(Corner(numbers)) if numbers.len() == 1 => Ok(Some(vec![numbers[0]; coordinates])),
        Some(Corner(numbers)) => {
            let has = if coordinates == 1 { "one coordinate".to_owned() } else { format!("{coordinates} coordinates") };
            Err(Diagnostic::input(format!("{option} has {} numbers, and the game has {has}", numbers.len())))
        }
    }
}
