//! The project's own chores.
//!
//! ```text
//! cargo xtask test            everything that must hold before a commit is pushed
//! cargo xtask test --python   the Python package alone
//! cargo xtask test --long     the same with hours of fuzzing and many more random cases
//! cargo xtask bench           the benchmark table of the README
//! cargo xtask bench --beside  long sequences beside the peer ogsolve, which it installs; --quick: one run each
//! cargo xtask bench --graphs  labels of large graphs beside petgraph and networkx, which it installs; --quick: smaller
//! cargo xtask bench --sweep   one sweep by one worker, two threads and two processes; --quick: smaller
//! cargo xtask bench --workers labels by workers and from disk beside the plain engines, and what is aimed at
//! cargo xtask bench --python  the Python package beside the library, plain Python and the wheel ogdoad
//! cargo xtask fuzz            all fuzz targets, --seconds N each (60), --seed S
//! cargo xtask lines N         N lines for `grundy solve -`, --seed S
//! ```

mod bench;
mod beside;
mod dependencies;
mod examples;
mod graphs;
mod licence;
#[path = "../../benches/lines.rs"]
mod lines;
mod python;
mod run;
mod sources;
mod sweeps;
mod test;

use std::io::{self, BufWriter, Write as _};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};

fn main() -> ExitCode {
    match chore() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Does what the command line says; `false` if something did not hold.
fn chore() -> Result<bool> {
    let mut arguments = std::env::args().skip(1);
    let chore = arguments.next().unwrap_or_default();
    let mut long = false;
    let (mut beside, mut graphs, mut sweep, mut workers, mut quick, mut python) = Default::default();
    let mut seconds = None;
    let mut seed = 1;
    let mut count = None;
    while let Some(argument) = arguments.next() {
        let mut number = || -> Result<u64> {
            let text = arguments.next().with_context(|| format!("{argument} needs a number"))?;
            text.parse().with_context(|| format!("{argument} {text}: a number was expected"))
        };
        match argument.as_str() {
            "--long" => long = true,
            "--beside" => beside = true,
            "--graphs" => graphs = true,
            "--sweep" => sweep = true,
            "--workers" => workers = true,
            "--quick" => quick = true,
            "--python" => python = true,
            "--seconds" => seconds = Some(number()?),
            "--seed" => seed = number()?,
            text if count.is_none() => count = Some(text.parse().with_context(|| format!("unknown argument {text}"))?),
            text => bail!("unknown argument {text}"),
        }
    }
    std::env::set_current_dir(run::root())?;
    match chore.as_str() {
        "test" if python => test::python_alone(),
        "test" => test::all(long, seconds, seed),
        "bench" if beside => beside::all(quick),
        "bench" if graphs => graphs::all(quick),
        "bench" if sweep => sweeps::all(quick),
        "bench" if workers => bench::workers(),
        "bench" if python => python::bench(),
        "bench" => bench::all(),
        "fuzz" => test::fuzz_alone(seconds.unwrap_or(60), seed),
        "lines" => {
            let mut out = BufWriter::new(io::stdout().lock());
            for line in lines::Lines::new(seed).take(count.unwrap_or(1_000_000)) {
                writeln!(out, "{line}")?;
            }
            out.flush()?;
            Ok(true)
        }
        "" => bail!("which chore? test, bench, fuzz or lines"),
        other => bail!("unknown chore {other}: test, bench, fuzz or lines"),
    }
}
