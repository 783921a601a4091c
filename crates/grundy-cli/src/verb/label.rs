//! `label`: every vertex of a game graph.

mod at_scale;
mod format;
mod source;
mod tokens;

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use grundy::answer::Cost;
use grundy::{Context, Convention, Diagnostic, Error, Session, Stopped};
use grundy_form::layers::{MOST, MOST_ARCS};

use self::format::write_labels;
use self::source::{Input, Made};
use crate::args::{Label, LabelFormat};
use crate::exit::{Exit, Failure, Source};
use crate::graph::Rows as _;
use crate::graph::labels::{Labels, Start};
use crate::guard;
use crate::render::diagnostics;
use crate::render::label::{self as render, Summary, dot, files, layers};
use crate::setting::{self, Setting};
use crate::terminal::Terminal;
use crate::verb::compressed;
use crate::verb::output::{cannot_write, ready, write_through};
use crate::verb::reading;

/// Labels the graph, writes what is asked for, and prints the summary.
pub(crate) fn run(options: &Label, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let format = format::format(options).map_err(Failure::plain)?;
    if options.graph.is_some() && options.to.is_some() {
        let fault = Diagnostic::input("the argument '--to <N>' cannot be used with '[FILE]': a file is a whole graph");
        let suggestion = "without --to; or the graph of a game: grundy label --rule GAME --to N";
        return Err(Failure::plain(fault.suggest(suggestion)));
    }
    ready(
        &[options.output.as_deref(), options.dot.as_deref(), options.svg.as_deref()],
        &[options.graph.as_deref(), options.processes.hosts.as_deref()],
    )?;
    if let Some(path) = &options.graph {
        compressed::not_packed(path, source::ASKS).map_err(Failure::plain)?;
    }
    let mut convention = if options.common.misere { Convention::Misere } else { Convention::Normal };
    // processes that work together end together
    if options.processes.hosts.is_none() {
        let (form, spoken) = (setting.form, setting.terminal.spoken());
        guard::one(&setting.budget, setting.json, move |out, stopped| {
            form.write(out, spoken, |out| render::stopped(out, convention, stopped))
        });
    }
    if options.workers.is_some() || options.processes.hosts.is_some() || options.keep.is_some() {
        return at_scale::by_workers(options, format, setting);
    }
    let began = Instant::now();
    let mut source = Source::typed("question", options.rule.as_deref().unwrap_or_default());
    reading::prepare(session, &source, setting);
    let file = options.graph.as_deref().map(source::open).transpose()?;
    let asked = setting.ask(|cx| labelled(options, file, &mut convention, session, &setting.terminal, cx));
    reading::heard(session, &mut source, setting);
    let labelled = match asked {
        Ok(labelled) => labelled,
        Err(Error::Stopped(stopped)) if !format.has_arcs() && at_scale::helps(options, &stopped) => {
            return at_scale::from_disk(options, format, &stopped, setting);
        }
        Err(Error::Stopped(stopped)) if setting.json => {
            let spoken = setting.terminal.spoken();
            setting::print(|out| setting.form.write(out, spoken, |out| render::stopped(out, convention, &stopped)))?;
            return Ok(Exit::Spent);
        }
        Err(error) => return Err(Failure::about(&source)(error)),
    };
    let report = labelled.labels.report();
    let written = write_files(options, format, report.vertices, &labelled)?;
    let LabelledGraph { labels, start, stopped, reading, header, nodes, .. } = labelled;
    let summary = Summary {
        report: &report,
        convention: labels.convention(),
        labels: render::few(&labels),
        names: &labels.names,
        reading,
        header,
        cycle: if report.finite < report.vertices { labels.cycle() } else { None },
        start,
        stopped: stopped.as_ref(),
        numbered: labels.is_numbered(),
        at_scale: false,
        written,
        cost: Cost::new(began.elapsed().as_secs_f64(), nodes),
    };
    setting.print(|out| render::json(out, &summary), |out| render::text(out, &summary, &setting.terminal))?;
    if stopped.is_some() && !setting.json {
        diagnostics::eprint_stopped(stopped.as_ref(), setting.terminal.chinese);
    }
    Ok(if stopped.is_some() { Exit::Spent } else { Exit::Answered })
}

/// A graph with its labels, and how it was read.
struct LabelledGraph {
    labels: Labels,
    /// Where the tokens stand, and who wins there.
    start: Option<Start>,
    /// Why that is not known, where the budget was spent over it.
    stopped: Option<Stopped>,
    title: String,
    reading: String,
    /// Was the first line of a file taken for a heading?
    header: bool,
    nodes: u64,
}

/// Reads the graph of the file, or makes that of the rule, and labels it.
fn labelled(
    options: &Label,
    file: Option<(Input, String)>,
    convention: &mut Convention,
    session: &mut Session,
    terminal: &Terminal,
    cx: &Context,
) -> Result<LabelledGraph, Error> {
    let made = match file {
        Some(file) => source::read(file, *convention, terminal, cx)?,
        None => source::generate(options, session, terminal, cx)?,
    };
    let Made { loaded, title, mut reading, origin, .. } = made;
    *convention = made.convention;
    reading += &source::spelt(&loaded.spelling, terminal);
    let header = source::is_headed(&loaded.spelling);
    let needs_suspense = options.output.is_some();
    let labels = Labels::of(loaded, *convention, needs_suspense, cx)?;
    let tokens = match (&options.start, origin) {
        (Some(text), _) => {
            let position = options.rule.as_deref().filter(|_| origin.is_some());
            Some(tokens::standing(&labels, text, position)?)
        }
        (None, origin) => origin.map(|v| vec![v]),
    };
    // several tokens may take a search of their own: without it the labels stand all the same
    let (start, stopped) = match tokens.map(|tokens| labels.start(tokens, cx)).transpose() {
        Ok(start) => (start, None),
        Err(Error::Stopped(stopped)) => (None, Some(stopped)),
        Err(bad) => return Err(bad),
    };
    Ok(LabelledGraph { labels, start, stopped, title, reading, header, nodes: cx.nodes() })
}

/// Writes the files that are asked for: what each is, and where it stands.
fn write_files(
    options: &Label,
    format: LabelFormat,
    vertices: u64,
    of: &LabelledGraph,
) -> Result<Vec<(&'static str, String)>, Failure> {
    let LabelledGraph { labels, title, .. } = of;
    if options.dot.is_some() && vertices > dot::MOST {
        return Err(too_many(vertices, dot::MOST, "--dot"));
    }
    if options.svg.is_some() && (vertices > MOST || labels.graph.arcs() > MOST_ARCS) {
        return Err(too_many(vertices, MOST, "--svg"));
    }
    let mut written = Vec::new();
    let mut save = |what: &'static str, path: &Path, write: &dyn Fn(&mut dyn Write) -> io::Result<()>| {
        written.push((what, path.to_string_lossy().into_owned()));
        write_through(path, write).map_err(|error| cannot_write(path, &error))
    };
    if let Some(path) = &options.dot {
        save("graph in DOT", path, &|out| dot::dot(out, labels))?;
    }
    if let Some(path) = &options.svg {
        save("picture", path, &|out| layers::svg(out, labels, title))?;
    }
    if let Some(path) = &options.output {
        save("labels", path, &|out| match format.has_arcs() {
            true => files::graph(out, format, labels),
            false => write_labels(out, format, labels),
        })?;
    }
    Ok(written)
}

fn too_many(vertices: u64, most: u64, option: &str) -> Failure {
    let fault = format!("a graph of {vertices} vertices is too large to be drawn");
    Failure::plain(Diagnostic::input(fault).suggest(format!("{option} draws at most {most} vertices")))
}
