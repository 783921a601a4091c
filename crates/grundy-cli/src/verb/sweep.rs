//! `sweep`: a row for each game of a family.

use std::sync::{Arc, Mutex};

use grundy::locked;
use grundy::parametric::Asked;
use grundy::{Budget, Diagnostic, Session, Stopped};
use grundy_cluster::sweep::{self, Format, Limits, Options, Plan};

use crate::args::{Sweep, SweepFormat};
use crate::exit::{Exit, Failure, Source};
use crate::render::sweep as render;
use crate::setting::Setting;
use crate::verb::exit_of;
use crate::verb::source;
use crate::{allocator, guard};

/// Tables of one row may take so much memory: a part of the plan, so that rows do not depend on the machine.
const ROW_MEMORY: u64 = 1 << 30;

/// Parameters go from 1 to this number where nothing is said.
const MEMBERS: u64 = 12;
/// The last heap where nothing is said.
const USUAL: u64 = 10_000;
/// The last heap of misère quotients where nothing is said, …
const USUAL_QUOTIENT: u64 = 1_000;
/// … and the nodes of a row: some quotients are infinite.
const QUOTIENT_NODES: u64 = 20_000_000;

/// Works on the sweep, and tells where it stands.
pub(crate) fn run(options: &Sweep, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let (source, begun) = asked(options, setting)?;
    let draws: String = setting.values.given().map(|(name, from, to)| format!(" for {name} in {from}..{to}")).collect();
    let mut source = Source { text: format!("{}{draws}", source.text.trim_end()), ..source };
    // reading a family lists its members
    let plan_read: Arc<Mutex<Option<Plan>>> = Arc::default();
    let (told, text, directory) = (Arc::clone(&plan_read), source.text.clone(), options.output.clone());
    let misere = setting.misere || begun.as_ref().is_some_and(|plan| plan.misere);
    let json = setting.json;
    guard::start(&setting.budget, move |breach| {
        let stopped = Stopped { resumes: true, ..guard::unknown(breach.spent) };
        let plan = guard::patiently(&told).and_then(|plan| plan.clone());
        guard::tell(|out| match &plan {
            Some(plan) => render::stopped(out, plan, &directory, &stopped, json),
            None => render::unread(out, &text, &directory, misere, &stopped, json),
        });
        allocator::leave(Exit::Spent)
    });
    let family = match session.family(&source.text) {
        Ok(family) => family,
        Err(fault) => match session.asked_game(&source.text, &[]) {
            // a game with parameters is a family once they are drawn
            Ok(Asked::Parametric(game)) => {
                let all: String = game.parameters().iter().map(|name| format!(" for {name} in 1..{MEMBERS}")).collect();
                source.text = format!("{}{all}", game.query());
                session.family(&source.text).map_err(Failure::reading(&source))?
            }
            _ => return Err(Failure::reading(&source)(fault)),
        },
    };
    let is_parquet = begun.as_ref().is_some_and(|plan| plan.format == "parquet");
    let format = format(if is_parquet { SweepFormat::Parquet } else { options.format }).map_err(Failure::plain)?;
    let usual = match &begun {
        Some(plan) => (plan.limits.to, plan.limits.nodes),
        None if misere => (USUAL_QUOTIENT, Some(QUOTIENT_NODES)),
        None => (USUAL, None),
    };
    let nodes = setting.budget.nodes.or(usual.1);
    let limits = Limits { to: options.to.unwrap_or(usual.0), nodes, memory: ROW_MEMORY };
    let plan = Plan::new(&family, limits, format.ending());
    let plan = if misere { plan.in_misere_play() } else { plan };
    let machine = || std::thread::available_parallelism().map_or(1, usize::from);
    let wanted = options.workers.or(setting.threads).unwrap_or_else(machine);
    let affordable = setting.budget.memory.map_or(usize::MAX, |memory| (memory / ROW_MEMORY).max(1) as usize);
    let (shard, shards) = options.shard.unwrap_or((0, 1));
    let how = Options { shard, shards, workers: wanted.min(affordable), cancel: setting.cancel.flag() };
    *locked(plan_read.lock()) = Some(plan.clone());
    // the limit on positions is one on each row
    let whole = Setting { budget: Budget { nodes: None, ..setting.budget }, ..setting.clone() };
    let summary = whole.ask(|cx| sweep::run(&options.output, &family, &plan, format, &how, cx));
    let summary = summary.map_err(Failure::plain)?;
    setting.print(
        |out| render::json(out, &plan, &options.output, &summary),
        |out| render::text(out, &plan, &options.output, &summary, &setting.terminal),
    )?;
    Ok(exit_of(summary.stopped.as_ref()))
}

/// The family that is asked about; where none is, that of the sweep that was begun in the directory, with its plan.
fn asked(options: &Sweep, setting: &Setting) -> Result<(Source, Option<Plan>), Failure> {
    source::read_text(&options.text, setting).map(|source| (source, None)).or_else(|nothing| {
        let is_asked = !options.text.words.is_empty() || options.text.file.is_some();
        let begun = if is_asked { None } else { Plan::begun(&options.output).map_err(Failure::plain)? };
        begun.map_or(Err(nothing), |plan| Ok((Source::typed("family", &plan.family), Some(plan))))
    })
}

fn format(wanted: SweepFormat) -> Result<Format, Diagnostic> {
    match wanted {
        SweepFormat::Csv => Ok(Format::Csv),
        #[cfg(feature = "parquet")]
        SweepFormat::Parquet => Ok(Format::Parquet),
        #[cfg(not(feature = "parquet"))]
        SweepFormat::Parquet => Err(Diagnostic::unsupported("this build writes no Parquet files")
            .suggest("build with `--features parquet`, or use --format csv")),
    }
}
