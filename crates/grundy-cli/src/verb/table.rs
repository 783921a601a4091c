//! `table`: values, outcomes or P-positions of a game.

use std::io::{self, BufWriter, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use grundy::answer::{Answer, Cells, Show, Table};
use grundy::game::Shape;
use grundy::parametric::Rows;
use grundy::{Context, Convention, Diagnostic, GameQuestion, PeriodOptions, Spent, Stopped};

use crate::args::{self, Format, Shown};
use crate::budget::Corner;
use crate::exit::{Exit, Failure, Source};
use crate::flags::one_value_each;
use crate::render::picture::{self, Repeats, Scene};
use crate::render::{columns, diagnostics, grid, json, members, text};
use crate::setting::{self, Setting};
use crate::shell::quoted;
use crate::terminal::Terminal;
use crate::verb::exit_of;
use crate::verb::output::{self, cannot_write, ready, write_whole};
use crate::verb::stored::StoredRun;
use crate::verb::{advice, reading, source};
use grundy::parametric::{Asked, ParametricGame};
use grundy::{Session, TableOptions};

/// Prints the table.
pub(crate) fn run(options: &args::Table, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    refuse_unbuilt(options).map_err(Failure::plain)?;
    if let Some(other) = options.format.filter(|format| setting.json && *format != Format::Json) {
        let named = |value: Option<PossibleValue>| value.map_or_else(String::new, |v| v.get_name().to_owned());
        let (name, form) = (named(other.to_possible_value()), named(setting.form.to_possible_value()));
        let said = if options.common.json { "--json".to_owned() } else { format!("--as {form}") };
        let fault = Diagnostic::input(format!("`{said}` and `--format {name}` contradict each other"));
        return Err(Failure::plain(fault.suggest(format!("say `{said}` or `--format {name}`, not both"))));
    }
    let format = options.format.unwrap_or(if setting.json { Format::Json } else { Format::Text });
    let binary = match format {
        Format::Npy => Some(("a NumPy array", "npy")),
        Format::Parquet => Some(("a Parquet file", "parquet")),
        Format::Text | Format::Csv | Format::Json | Format::Bfile => None,
    };
    if let Some((what, name)) = binary.filter(|_| std::io::stdout().is_terminal()) {
        let fault = Diagnostic::input(format!("{what} is no text for a terminal"));
        return Err(Failure::plain(fault.suggest(format!("send it to a file: … --format {name} > table.{name}"))));
    }
    ready(&[options.svg.as_deref(), options.png.as_deref()], &[options.text.file.as_deref()])?;
    let mut source = source::read_text(&options.text, setting)?;
    let question = match reading::asked(session, &mut source, setting) {
        Ok(Asked::Whole(question)) => question,
        Ok(Asked::Parametric(game)) => return of_members(&game, options, format, &source, setting),
        Err(failure) if options.to.is_none() => {
            return Err(advice::number_behind(failure, "table", &options.text, true, session));
        }
        Err(failure) => return Err(failure),
    };
    let asked = asked(options, &question);
    let wanted = match asked.clone().for_game(&question.game) {
        Ok(wanted) => wanted,
        Err(fault) => return Err(Failure::about(&source)(advice::with_letters(fault, options, &question, session))),
    };
    let last = wanted.to.first().copied();
    // a run that is stored can be gone on with
    let wanted = if options.store.is_some() { wanted } else { asked };
    let pictures: Vec<(&Path, Write)> = [
        options.svg.as_deref().map(|path| (path, picture::svg as Write)),
        #[cfg(feature = "png")]
        options.png.as_deref().map(|path| (path, picture::png as Write)),
    ]
    .into_iter()
    .flatten()
    .collect();
    let stored = StoredRun::open(options.store.as_deref())?;
    let (table, repeats) = setting
        .ask(|cx| {
            let mut table = stored.while_stored(&question, last, setting, cx, || question.table_with(&wanted, cx))?;
            let count = table.cells.count();
            let piece = || pace(|cells| table.sample(cells), |out, piece| write(out, piece, format, options, setting));
            if let Some(cells) = cells_in_time(setting, count, piece) {
                table.shorten(cells, || too_long(count, cx));
            }
            let repeats = if pictures.is_empty() { None } else { repeats(&question, &table, cx) };
            Ok((table, repeats))
        })
        .map_err(Failure::about(&source))?;
    columns::fits(&table, format).map_err(Failure::plain)?;
    // an older picture is better than one of nothing
    let pictures = if table.cells.count() == 0 { Vec::new() } else { pictures };
    if !pictures.is_empty() {
        picture::fits(&table, options.width).map_err(Failure::plain)?;
        let scene = picture::draw(&table, options.width, repeats);
        for (path, write) in &pictures {
            save(path, *write, &scene)?;
        }
    }
    setting.tell_notes(format != Format::Text);
    let whole = |out: &mut dyn io::Write| {
        if format == Format::Text {
            setting.write_notes(out)?;
            // who asks for a picture alone does not want the numbers as well
            if options.format.is_none() && !pictures.is_empty() {
                text::head(out, &table, &setting.terminal)?;
                return drawn(out, &table, &pictures, &setting.terminal);
            }
        }
        let written = |out: &mut dyn io::Write| write(out, &table, format, options, setting);
        let spoken = setting.terminal.spoken();
        setting.form.write_page(out, spoken, None, written, |out| write(out, &table, Format::Text, options, setting))
    };
    let is_picture = |path: &Option<PathBuf>| path.as_ref().is_some_and(|path| path.as_os_str() == "-");
    if format.is_data() && !is_picture(&options.svg) && !is_picture(&options.png) {
        setting::print_data(whole)?;
    } else {
        setting::print(whole)?;
    }
    if format.is_data() {
        tell_beside(&table, &setting.terminal);
    }
    Ok(exit_of(table.stopped.as_ref()))
}

/// Writes a table, or a piece of one, in the form that was asked for.
fn write(
    out: &mut dyn io::Write,
    table: &Answer<Table>,
    format: Format,
    options: &args::Table,
    setting: &Setting,
) -> io::Result<()> {
    match format {
        Format::Json => {
            let values: Vec<(&str, u64)> = setting.values.given().map(|(name, only, _)| (name, only)).collect();
            json::table_of_member(out, table, &values)
        }
        Format::Csv | Format::Bfile | Format::Npy | Format::Parquet => columns::table(out, &table.query, table, format),
        Format::Text => {
            text::head(out, table, &setting.terminal)?;
            let width = options.width.map(|w| usize::try_from(w).unwrap_or(usize::MAX));
            grid::table(out, table, width, &setting.terminal)
        }
    }
}

/// So many cells are written in any case.
const LEAST: u64 = 10_000;
/// The time that a cell takes to write is taken from so many.
const SAMPLE: u64 = 4_096;
/// They are written so often: another program may come between.
const ROUNDS: usize = 3;

/// How many cells there is time to write, where time is limited; `pace` tells how many nanoseconds a cell takes.
fn cells_in_time(setting: &Setting, count: u64, pace: impl FnOnce() -> u64) -> Option<u64> {
    if count <= LEAST {
        return None;
    }
    setting.time_to_write()?;
    let cell = pace();
    setting.time_to_write().map(|left| (left / cell).max(LEAST))
}

/// How many nanoseconds a cell takes to write, and half as many again: a piece of the table is written to nowhere.
fn pace<T>(sample: impl FnOnce(u64) -> T, write: impl Fn(&mut dyn io::Write, &T) -> io::Result<()>) -> u64 {
    let piece = sample(SAMPLE);
    let round = |_| {
        let begun = Instant::now();
        let _ = write(&mut BufWriter::new(io::sink()), &piece);
        begun.elapsed().as_nanos() as u64
    };
    let least = (0..ROUNDS).map(round).min().unwrap_or(0);
    (least + least / 2).div_ceil(SAMPLE).max(1)
}

/// Why a table of so many cells is cut.
fn too_long(cells: u64, cx: &Context) -> Stopped {
    cx.stopped(Spent::Time, Some(format!("time to write {cells} cells")))
}

/// What is asked of a game; where nothing is said what the convention has.
fn asked(options: &args::Table, question: &GameQuestion) -> TableOptions {
    let usual = if question.convention == Convention::Misere { Shown::Outcomes } else { Shown::Values };
    let show = match options.show.unwrap_or(usual) {
        Shown::Values => Show::Values,
        Shown::Outcomes => Show::Outcomes,
        Shown::P => Show::Previous,
        Shown::Genus => Show::Genus,
    };
    let corner = |given: &Option<Corner>| given.as_ref().map_or(Vec::new(), |corner| corner.0.clone());
    TableOptions::default().with_from(corner(&options.from)).with_to(corner(&options.to)).with_show(show)
}

/// Entries of a member where nothing is said.
const USUAL_MEMBER: u64 = 31;

/// Prints the tables of the members of a game with parameters.
fn of_members(
    game: &ParametricGame,
    options: &args::Table,
    format: Format,
    source: &Source,
    setting: &Setting,
) -> Result<Exit, Failure> {
    if format.is_data() || options.svg.is_some() || options.png.is_some() {
        let fault = Diagnostic::unsupported("tables of games with parameters are written as text and as JSON");
        let values = one_value_each(game.parameters());
        return Err(Failure::plain(fault.suggest(format!("one value for each parameter: {values}"))));
    }
    if options.store.is_some() {
        return Err(Failure::plain(Diagnostic::unsupported("a store keeps the values of one game")));
    }
    let first = setting.ask(|cx| game.first_in(&setting.values, cx)).map_err(Failure::about(source))?;
    let Some((_, first)) = first else { return Ok(Exit::Answered) };
    let mut wanted = asked(options, &first).for_game(&first.game).map_err(Failure::about(source))?;
    if let (None, [from], [to]) = (&options.to, wanted.from.as_slice(), wanted.to.as_mut_slice()) {
        *to = from.saturating_add(USUAL_MEMBER - 1);
    }
    let answer = setting.ask(|cx| {
        let mut answer = game.table(&setting.values, &wanted, cx)?;
        let count = answer.count();
        let piece = || pace(|cells| answer.sample(cells), |out, piece| write_members(out, piece, format, setting));
        if let Some(cells) = cells_in_time(setting, count, piece) {
            answer.shorten(cells, || too_long(count, cx));
        }
        Ok(answer)
    });
    let answer = answer.map_err(Failure::about(source))?;
    let text = if setting.json { Format::Text } else { format };
    setting.print(
        |out| write_members(out, &answer, Format::Json, setting),
        |out| write_members(out, &answer, text, setting),
    )?;
    Ok(exit_of(answer.stopped.as_ref()))
}

/// Writes tables of members, or a piece of each.
fn write_members(out: &mut dyn io::Write, answer: &Answer<Rows>, format: Format, setting: &Setting) -> io::Result<()> {
    if format == Format::Json {
        return json::table_of_members(out, answer);
    }
    text::head(out, answer, &setting.terminal)?;
    members::text(out, answer, &setting.terminal)
}

/// A way to write a picture.
type Write = fn(&mut dyn io::Write, &Scene) -> io::Result<()>;

/// Heaps up to here are searched for a period that the picture shows.
const SEARCHED: u64 = 10_000_000;

/// What is known about the repetition of the values; a picture is drawn without it as well.
fn repeats(question: &GameQuestion, table: &Answer<Table>, cx: &Context) -> Option<Repeats> {
    let last = *table.to.first()?;
    let sequence = question.game.shape() == Shape::Heap && question.convention == Convention::Normal;
    if !sequence || !matches!(table.cells, Cells::Values(_)) || table.stopped.is_some() {
        return None;
    }
    let answer = question.period_with(&PeriodOptions::default().with_to(Some(last.min(SEARCHED))), cx).ok()?;
    Repeats::of(answer.period.as_ref()?, answer.evidence.is_proved())
}

/// Writes a picture to its file.
fn save(path: &Path, write: Write, scene: &Scene) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    write(&mut bytes, scene).and_then(|()| write_whole(path, &bytes)).map_err(|error| cannot_write(path, &error))
}

/// What the text form says where only a picture was asked for.
fn drawn(
    out: &mut dyn io::Write,
    table: &Answer<Table>,
    pictures: &[(&Path, Write)],
    terminal: &Terminal,
) -> io::Result<()> {
    for (path, _) in pictures {
        output::drawn(out, path, terminal)?;
    }
    grid::foot(out, table, terminal)
}

/// Forms without room for a remark leave it on stderr.
fn tell_beside(table: &Answer<Table>, terminal: &Terminal) {
    diagnostics::eprint_stopped(table.stopped.as_ref(), terminal.chinese);
    let terminal = Terminal { chinese: terminal.chinese, ..Terminal::stderr() };
    if let Some(words) = grid::ends_early(table, &terminal) {
        eprintln!("{}", terminal.wrap("grundy: ", &words));
    }
}

fn refuse_unbuilt(options: &args::Table) -> Result<(), Diagnostic> {
    let unbuilt = if options.format == Some(Format::Parquet) && cfg!(not(feature = "parquet")) {
        "--format parquet needs a build with the feature `parquet`"
    } else if options.png.is_some() && cfg!(not(feature = "png")) {
        "--png needs a build with the feature `png`"
    } else {
        return Ok(());
    };
    let fault = Diagnostic::unsupported(unbuilt);
    // the other picture is not begun
    Err(match (&options.svg, &options.png) {
        (Some(svg), Some(_)) => fault
            .suggest(format!("nothing is written; `--svg {}` alone needs no feature", quoted(&svg.to_string_lossy()))),
        _ => fault,
    })
}
