//! `label` beyond one core and one machine's memory: from disk, and by many workers.

use std::path::{Path, PathBuf};
use std::time::Instant;

use grundy::answer::Cost;
use grundy::{Context, Convention, Diagnostic, Error, Spent, Stopped};
use grundy_graph::read::{LineFault, Names};
use grundy_graph::{Builder, EdgeFile, ReadError, Report, label as label_rows};

use super::format::write_labels;
use super::source::{is_headed, spelt};
use super::tokens::{no_vertex, tokens};
use crate::args::{Label, LabelFormat};
use crate::exit::{Exit, Failure, Source};
use crate::graph::table::Tabled;
use crate::render::label::{self as render, Summary};
use crate::setting::Setting;
#[cfg(feature = "cluster")]
use crate::terminal;
use crate::verb::output::{cannot_write, is_ordinary, write_through};
use crate::verb::processes;

/// Would the arcs on disk help a run that was stopped?
pub(crate) fn helps(options: &Label, stopped: &Stopped) -> bool {
    let plain = |path: &Path| {
        let parquet = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"));
        // what is written in another form is read in memory only
        let edges = !matches!(EdgeFile::open(path), Err(ReadError::Form { .. } | ReadError::TwoForms(_)));
        path.metadata().is_ok_and(|meta| meta.is_file()) && !parquet && edges
    };
    stopped.spent == Spent::Memory
        && options.graph.as_deref().is_some_and(plain)
        && numbered(options).is_ok_and(|tokens| !options.common.misere || tokens.len() < 2)
        && options.dot.is_none()
        && options.svg.is_none()
}

/// The tokens that are asked about, if any, which are numbers here.
fn numbered(options: &Label) -> Result<Vec<u32>, Diagnostic> {
    let number =
        |name: &str| name.strip_prefix('(').and_then(|name| name.strip_suffix(')')).unwrap_or(name).parse().ok();
    options.start.as_deref().map_or(Ok(Vec::new()), |text| tokens(text, number))
}

/// Labels a graph that does not fit into memory, with its arcs in a file.
///
/// That file and its buckets are written beside OUT, or without `-o` into the directory for temporary files (`TMPDIR`,
/// else `/tmp`), which needs about 12 bytes per arc. On Unix they are unlinked before labels are computed, so that a
/// killed run leaves nothing behind. Only a run that is killed while it writes the graph leaves a file
/// `.grundy-PID.graph`.
pub(crate) fn from_disk(
    options: &Label,
    format: LabelFormat,
    stopped: &Stopped,
    setting: &Setting,
) -> Result<Exit, Failure> {
    let name = format!(".grundy-{}.graph", std::process::id());
    // not beside a device, a pipe, or what is open
    let beside = options.output.as_deref().filter(|path| is_ordinary(path)).and_then(Path::parent);
    let directory = beside.map_or_else(std::env::temp_dir, Path::to_owned);
    let place = if directory.as_os_str().is_empty() { PathBuf::from(&name) } else { directory.join(&name) };
    tell(options, format, setting, |cx, file, convention| {
        let memory = cx.budget().memory.unwrap_or(1 << 30) / 4;
        let graph = match Builder::from_file(file, &place, memory, cx) {
            // names need a dictionary in memory, and so do numbers of 2^32 − 2 or more
            Err(ReadError::Names(_) | ReadError::Line { fault: LineFault::Wide(_), .. }) => {
                return Err(file.malformed(cx)?.map_or_else(|| stopped.clone().into(), Error::from));
            }
            graph => graph?.temporary(),
        };
        let mut report = label_rows(&graph, convention, needs_table(options), cx)?;
        report.effort.on_disk = Some(graph.bytes());
        Ok(report)
    })
}

/// Why workers cannot read this graph, if that is seen before they begin: each reads its share of a file of text.
fn unshared(options: &Label) -> Option<Diagnostic> {
    let path = options.graph.as_deref()?;
    let alone = "or label it without --workers, --hosts and --keep";
    if path == Path::new("-") {
        let fault = "workers cannot read a graph from standard input: each of them reads its share of a file";
        return Some(Diagnostic::input(fault).suggest(format!("write it to a file first, {alone}")));
    }
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet")) {
        let name = path.to_string_lossy();
        let fault = format!("workers and runs from disk read edge lists as text, and {name:?} is a Parquet file");
        return Some(Diagnostic::input(fault).suggest(format!("write it as text, `u,v` a line; {alone}")));
    }
    None
}

/// Labels a graph with many workers.
pub(crate) fn by_workers(options: &Label, format: LabelFormat, setting: &Setting) -> Result<Exit, Failure> {
    if options.common.misere && numbered(options).map_err(Failure::plain)?.len() > 1 {
        let fault = "misère play of several tokens is played out on the whole graph, which no worker has";
        let suggestion = "one token; or label without --workers, --hosts and --keep";
        return Err(Failure::plain(Diagnostic::unsupported(fault).suggest(suggestion)));
    }
    if let Some(fault) = unshared(options) {
        return Err(Failure::plain(fault));
    }
    #[cfg(not(feature = "cluster"))]
    {
        let _ = (format, setting);
        Err(processes::lacking("labels by several workers"))
    }
    #[cfg(feature = "cluster")]
    {
        use grundy_cluster::label::workers::{Options, Question, run};

        let network = processes::network(&options.processes)?;
        if let Some(network) = &network {
            if network.hosts.is_open() && !setting.terminal.quiet {
                eprintln!(
                    "note: there is no secret: whoever reaches the ports of this run can join or end it; \
                     set GRUNDY_SECRET, or give the host file a line `secret WORD`"
                );
            }
            let path = options.graph.as_deref().unwrap_or(Path::new("-"));
            processes::told(
                &options.processes,
                EdgeFile::open(path).map_err(|fault| Failure::plain(fault.diagnostic())),
            )?;
        }
        // all processes may be started alike, but only one of them has what is asked for
        if let (Some(process @ 1..), Some(path), false) =
            (options.processes.process, &options.output, setting.terminal.quiet)
        {
            let path = terminal::escape(&path.to_string_lossy()).into_owned();
            eprintln!("process {process} writes no labels: {path} is written by process 0");
        }
        let how = Options {
            workers: options.workers.unwrap_or(1),
            checkpoint: options.keep.clone(),
            table: needs_table(options),
            network,
            ..Options::default()
        };
        tell(options, format, setting, |cx, file, convention| {
            let question = Question { convention, loopy: convention == Convention::Normal };
            run(file, question, &how, cx)
        })
    }
}

/// A shorter file may hold so few vertices that each is told.
const SHORT: u64 = 1 << 16;

/// Are the labels of single vertices asked for, or told anyway?
fn needs_table(options: &Label) -> bool {
    let length = options.graph.as_deref().and_then(|path| path.metadata().ok()).map(|meta| meta.len());
    options.output.is_some() || options.start.is_some() || length.is_some_and(|length| length < SHORT)
}

/// Labels, writes what is asked for, and prints the summary. Over several processes the first one has the labels, and
/// with them the answer about tokens.
fn tell(
    options: &Label,
    format: LabelFormat,
    setting: &Setting,
    label: impl FnOnce(&Context, &EdgeFile, Convention) -> Result<Report, Error>,
) -> Result<Exit, Failure> {
    let began = Instant::now();
    let convention = if options.common.misere { Convention::Misere } else { Convention::Normal };
    let path = options.graph.as_deref().unwrap_or(Path::new("-"));
    let name = path.to_string_lossy().into_owned();
    let tokens = numbered(options).map_err(Failure::plain)?;
    let asked = setting.ask(|cx| -> Result<_, Error> {
        let file = EdgeFile::open(path)?;
        let report = label(cx, &file, convention)?;
        let mut start = None;
        if let (Some(_), Some(table)) = (&options.start, &report.table) {
            let labels = Tabled::new(table, convention);
            if let Some(v) = tokens.iter().find(|&&v| !labels.is_vertex(v)) {
                return Err(no_vertex(&v.to_string()).into());
            }
            let followers = file.followers(&tokens, cx)?;
            start = Some(labels.start(tokens, &followers, report.finite == report.vertices));
        }
        Ok((report, start, file.spelling(), cx.nodes()))
    });
    let (report, start, spelling, nodes) = match asked {
        Ok(asked) => asked,
        Err(Error::Stopped(mut stopped)) => {
            stopped.resumes = options.keep.is_some();
            setting.print(
                |out| render::stopped(out, convention, &stopped),
                |out| crate::render::text::stopped(out, &stopped, &setting.terminal),
            )?;
            return Ok(Exit::Spent);
        }
        Err(error) => {
            let source = Source::typed("question", "");
            return Err(Failure::about(&source)(error));
        }
    };
    let mut written = Vec::new();
    if let (Some(path), Some(table)) = (&options.output, &report.table) {
        let labels = Tabled::new(table, convention);
        write_through(path, |out| write_labels(out, format, &labels)).map_err(|error| cannot_write(path, &error))?;
        written.push(("labels", path.to_string_lossy().into_owned()));
    }
    let cost = Cost::new(began.elapsed().as_secs_f64(), nodes);
    let summary = Summary {
        report: &report,
        convention,
        labels: report.table.as_ref().and_then(|table| render::few(&Tabled::new(table, convention))),
        // vertices are numbers here
        names: &Names::Dense { vertices: u32::MAX as usize, lone: Vec::new() },
        reading: setting.terminal.say(format!("the graph of the file {name}"), format!("文件 {name} 中的图"))
            + &spelt(&spelling, &setting.terminal),
        header: is_headed(&spelling),
        cycle: None,
        start,
        stopped: None,
        numbered: true,
        at_scale: true,
        written,
        cost,
    };
    setting.print(|out| render::json(out, &summary), |out| render::text(out, &summary, &setting.terminal))?;
    Ok(Exit::Answered)
}
