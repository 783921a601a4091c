//! `label` beyond one core and one machine's memory: from disk, and by many workers.

use std::path::{Path, PathBuf};
use std::time::Instant;

use grundy::answer::Cost;
use grundy::{Context, Convention, Diagnostic, Error, ErrorKind, Spent, Stopped};
use grundy_cluster::label::{Builder, EdgeFile, Report, beyond};

use crate::args::{Label, LabelFormat};
use crate::exit::{Exit, Failure, Source};
use crate::render::label::far::{self as render, Told};
use crate::render::label::stopped as render_stopped;
use crate::setting::{self, Setting};
use crate::verb::crew;
use crate::verb::output::{cannot_write, write_through};

/// Would the arcs on disk help a run that was stopped?
pub(crate) fn helps(options: &Label, format: LabelFormat, stopped: &Stopped) -> bool {
    let plain = |path: &Path| {
        let parquet = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"));
        path.metadata().is_ok_and(|meta| meta.is_file()) && !parquet
    };
    stopped.spent == Spent::Memory
        && options.graph.as_deref().is_some_and(plain)
        && options.start.is_none()
        && options.dot.is_none()
        && options.svg.is_none()
        && (options.output.is_none() || format == LabelFormat::Csv)
}

/// Labels a graph that does not fit into memory, with its arcs in a file beside OUT, or among the temporary files.
pub(crate) fn from_disk(options: &Label, stopped: &Stopped, setting: &Setting) -> Result<Exit, Failure> {
    let name = format!(".grundy-{}.graph", std::process::id());
    let directory = options.output.as_deref().and_then(Path::parent).map_or_else(std::env::temp_dir, Path::to_owned);
    let place = if directory.as_os_str().is_empty() { PathBuf::from(&name) } else { directory.join(&name) };
    tell(options, setting, |cx, file, convention| {
        let memory = cx.budget().memory.unwrap_or(1 << 30) / 4;
        let graph = match Builder::from_file(file, &place, memory, cx) {
            // names need a dictionary in memory
            Err(Error::Bad(fault)) if fault.kind == ErrorKind::Parse => return Err(stopped.clone().into()),
            graph => graph?.temporary(),
        };
        beyond::label(&graph, convention, options.output.is_some(), cx)
    })
}

/// Labels a graph with many workers.
pub(crate) fn by_workers(options: &Label, format: LabelFormat, setting: &Setting) -> Result<Exit, Failure> {
    if options.output.is_some() && format != LabelFormat::Csv {
        let fault = Diagnostic::unsupported("labels by several workers are written as CSV only");
        return Err(Failure::plain(fault.suggest("--format csv, or label without --workers")));
    }
    #[cfg(not(feature = "cluster"))]
    {
        let _ = setting;
        Err(crew::lacking("labels by several workers"))
    }
    #[cfg(feature = "cluster")]
    {
        use grundy_cluster::label::workers::{Options, Question, run};

        let network = crew::network(&options.crew)?;
        let how = Options {
            workers: options.workers.unwrap_or(1),
            facts: options.keep.clone(),
            table: options.output.is_some(),
            network,
            ..Options::default()
        };
        tell(options, setting, |cx, file, convention| {
            let question = Question { convention, loopy: convention == Convention::Normal };
            run(file, question, &how, cx)
        })
    }
}

/// Labels, writes what is asked for, and prints the summary.
fn tell(
    options: &Label,
    setting: &Setting,
    label: impl FnOnce(&Context, &EdgeFile, Convention) -> Result<Report, Error>,
) -> Result<Exit, Failure> {
    let began = Instant::now();
    let convention = if options.misere { Convention::Misere } else { Convention::Normal };
    let path = options.graph.as_deref().unwrap_or(Path::new("-"));
    let name = path.to_string_lossy().into_owned();
    let asked = setting.ask(|cx| -> Result<_, Error> {
        let file = EdgeFile::open(path)?;
        Ok((label(cx, &file, convention)?, cx.nodes()))
    });
    let (report, nodes) = match asked {
        Ok(asked) => asked,
        Err(Error::Stopped(stopped)) if setting.json => {
            setting::print(|out| render_stopped(out, convention, &stopped))?;
            return Ok(Exit::Spent);
        }
        Err(error) => {
            let source = Source { name: "question".to_owned(), text: String::new() };
            return Err(Failure::about(&source)(error));
        }
    };
    let mut written = None;
    if let (Some(path), Some(table)) = (&options.output, &report.table) {
        let csv = write_through(path, |out| render::csv(out, table, convention));
        csv.map_err(|error| cannot_write(path, &error))?;
        written = Some(path.to_string_lossy().into_owned());
    }
    let cost = Cost { seconds: began.elapsed().as_secs_f64(), nodes };
    let told = Told { report: &report, convention, reading: format!("the graph of the file {name}"), written, cost };
    setting::print(|out| {
        if setting.json { render::json(out, &told) } else { render::text(out, &told, &setting.terminal, setting.quiet) }
    })?;
    Ok(Exit::Answered)
}
