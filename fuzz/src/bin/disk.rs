//! What comes from disks for `label`: edge lists of any text, graphs and kept labels that were damaged. They are read as
//! they stand, or refused with a message; a file that was damaged gives the labels of the whole one or none.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use grundy::{Budget, Context, Convention, Error};
use grundy_cluster::label::workers::{Options, Question, run};
use grundy_fuzz::damage::change;
use grundy_fuzz::edges::{self, MEMORY};
use grundy_fuzz::patience::Patience;
use grundy_fuzz::random::Random;
use grundy_fuzz::{Arguments, panic_text};
use grundy_graph::{Builder, EdgeFile, Report, label};

/// Seconds for a file.
const SECONDS: u64 = 20;

/// What came of the files.
#[derive(Debug, Default)]
struct Counts {
    texts: u64,
    read: u64,
    graphs: u64,
    whole: u64,
    kept: u64,
    resumed: u64,
}

/// A folder that goes when the program ends.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::read();
    let mut random = Random::new(arguments.seed);
    let folder = Folder(std::env::temp_dir().join(format!("grundy-fuzz-disk-{}", std::process::id())));
    if let Err(error) = fs::create_dir_all(&folder.0) {
        println!("no folder for the files: {error}");
        return ExitCode::FAILURE;
    }
    std::panic::set_hook(Box::new(|_| {}));
    let start = Instant::now();
    let (mut counts, mut files) = (Counts::default(), 0u64);
    while start.elapsed() < arguments.time {
        files += 1;
        let patience = Patience::of(SECONDS);
        // workers take longer than all the others
        let kind = if random.one_in(8) { 2 } else { random.index(2) };
        let checked = catch_unwind(AssertUnwindSafe(|| match kind {
            0 => {
                counts.texts += 1;
                let text = text(&mut random);
                edges::check(&folder.0.join("arcs"), &text, &mut random).map(|read| counts.read += u64::from(read))
            }
            1 => graphs(&folder.0, &mut random, &mut counts),
            _ => kept(&folder.0, &mut random, &mut counts),
        }));
        let wrong = match checked {
            Ok(done) => match done.and_then(|()| patience.kept()) {
                Ok(()) => continue,
                Err(wrong) => wrong,
            },
            Err(payload) => panic_text(payload.as_ref()),
        };
        println!("seed {}, file {files}: {wrong}", arguments.seed);
        if let Ok(text) = fs::read(folder.0.join("arcs")) {
            println!("the edge list: {:?}", String::from_utf8_lossy(&text[..text.len().min(2000)]));
        }
        return ExitCode::FAILURE;
    }
    let Counts { texts, read, graphs, whole, kept, resumed } = counts;
    println!(
        "{texts} edge lists, {read} of them read; {graphs} graphs, {whole} of them labelled; {kept} folders of labels, \
         {resumed} of them gone on from"
    );
    ExitCode::SUCCESS
}

fn context() -> Context {
    Context::new(Budget { memory: Some(MEMORY), ..Budget::UNLIMITED })
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

/// Lines of arcs, some with slips; now and then longer than what is read at once.
fn text(random: &mut Random) -> Vec<u8> {
    const PIECES: [&str; 26] = [
        "\n", "\n", "\r\n", " ", " ", "\t", ",", "#", "0", "1", "7", "00", "12", "4294967293", "4294967294",
        "18446744073709551616", "u,v", "Source,Target", "\"from\",\"to\"", "a", "-", "\"", "\u{feff}", "é", "\u{b}",
        "\0",
    ];
    let mut text = Vec::new();
    if random.one_in(8) {
        text.extend("\u{feff}".bytes());
    }
    if random.one_in(4) {
        text.extend(random.pick(&["u,v\n", "# arcs\nfrom,to\r\n", "\"U\",\"V\"", "u v\n"]).bytes());
    }
    let most = *random.pick(&[1u64, 10, 300, 1 << 20]);
    for _ in 0..random.index(30) {
        let (u, v) = (random.bits() % most, random.bits() % most);
        let separator = *random.pick(&[" ", ",", "\t", " , ", "  "]);
        let end = *random.pick(&["\n", "\n", "\n", "\r\n", " # x\n", "\n\n"]);
        text.extend(format!("{u}{separator}{v}{end}").bytes());
    }
    if random.one_in(2) {
        for _ in 0..1 + random.index(6) {
            let at = random.index(text.len() + 1);
            text.splice(at..at, random.pick(&PIECES).bytes());
        }
    }
    if random.one_in(3) {
        change(random, &mut text);
    }
    if random.one_in(32) && !text.is_empty() {
        let times = (300_000 + random.index(400_000)).div_ceil(text.len()).min(20_000);
        text = text.repeat(times);
    }
    text
}

/// A small graph of numbers: without cycles, with many, or deep.
fn graph(random: &mut Random) -> String {
    let size = *random.pick(&[5, 60, 700]);
    let vertices = 2 + random.index(size) as u64;
    let (kind, mut text) = (random.index(3), String::new());
    for _ in 0..random.index(4 * vertices as usize) {
        let u = 1 + random.bits() % (vertices - 1);
        let v = match kind {
            0 => random.bits() % u,
            1 => random.bits() % vertices,
            _ => u - 1 - random.bits() % u.min(3),
        };
        text += &format!("{u} {v}\n");
    }
    text + &format!("{}\n", random.bits() % vertices)
}

/// What does not depend on who labelled.
fn essence(report: Report) -> Report {
    Report { effort: Default::default(), ..report }
}

/// A graph in a file: its labels, or a message that names it.
fn graphs(folder: &Path, random: &mut Random, counts: &mut Counts) -> Result<(), String> {
    counts.graphs += 1;
    let (arcs, path) = (folder.join("arcs"), folder.join("graph"));
    write(&arcs, graph(random).as_bytes())?;
    let convention = *random.pick(&[Convention::Normal, Convention::Misere]);
    let table = random.one_in(2);
    let sound = |error: Error| format!("a whole graph: {error}");
    let edges = EdgeFile::open(&arcs).map_err(|fault| fault.to_string())?;
    let whole = Builder::from_file(&edges, &path, 1 << 16, &context()).map_err(|error| sound(error.into()))?;
    let right = essence(label(&whole, convention, table, &context()).map_err(sound)?);
    let written = fs::read(&path).map_err(|error| error.to_string())?;
    let mut bytes = written.clone();
    change(random, &mut bytes);
    write(&path, &bytes)?;
    let found = label(&whole, convention, table, &context());
    match found {
        Ok(report) if essence(report.clone()) == right => counts.whole += 1,
        Ok(report) => return Err(format!("other labels are read: {report:?} instead of {right:?}")),
        Err(error) if bytes == written => return Err(sound(error)),
        Err(Error::Bad(fault)) if fault.message.contains("graph") => {}
        Err(error) => return Err(format!("a damaged graph: {error:?}")),
    }
    Ok(())
}

/// Labels that were kept, and what goes on from them: the same labels, or a message that names a file.
fn kept(folder: &Path, random: &mut Random, counts: &mut Counts) -> Result<(), String> {
    counts.kept += 1;
    let (arcs, keep) = (folder.join("arcs"), folder.join("kept"));
    let _ = fs::remove_dir_all(&keep);
    write(&arcs, graph(random).as_bytes())?;
    let edges = EdgeFile::open(&arcs).map_err(|fault| fault.to_string())?;
    let convention = *random.pick(&[Convention::Normal, Convention::Misere]);
    let question = Question { convention, loopy: convention == Convention::Normal };
    let by_workers = |random: &mut Random| {
        let checkpoint = Some(keep.clone());
        let how = Options { workers: 1 + random.index(3), sample: 4, narrow: 8, checkpoint, ..Options::default() };
        run(&edges, question, &how, &context())
    };
    let right = essence(by_workers(random).map_err(|error| format!("a new folder: {error}"))?);
    let mut files: Vec<PathBuf> = fs::read_dir(&keep)
        .and_then(|files| files.map(|file| file.map(|file| file.path())).collect())
        .map_err(|error| error.to_string())?;
    files.sort();
    let mut same = true;
    for file in files {
        let written = fs::read(&file).map_err(|error| error.to_string())?;
        let mut bytes = written.clone();
        if random.one_in(2) {
            change(random, &mut bytes);
        }
        same &= bytes == written;
        write(&file, &bytes)?;
    }
    match by_workers(random) {
        Ok(report) if essence(report.clone()) == right => counts.resumed += u64::from(report.effort.resumed > 0),
        Ok(report) => return Err(format!("other labels: {report:?} instead of {right:?}")),
        Err(error) if same => return Err(format!("whole labels: {error}")),
        Err(Error::Bad(fault)) if fault.message.contains("kept") => {}
        Err(error) => return Err(format!("damaged labels: {error:?}")),
    }
    Ok(())
}
