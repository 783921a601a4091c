use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;

use grundy::context::Progress;
use grundy::{Budget, Context, Session, Spent};

use super::equal::{Search, Verdict};
use super::journal::Journal;
use super::*;
use crate::testing::Folder;

const LIMITS: Limits = Limits { to: 300, nodes: None, memory: 1 << 28 };

fn options(workers: usize) -> Options {
    Options { shard: 0, shards: 1, workers, cancel: Arc::new(AtomicBool::new(false)) }
}

fn sweep(text: &str, directory: &Path, options: &Options) -> Result<Summary, grundy::Diagnostic> {
    let family = Session::new().family(text)?;
    let plan = Plan::new(&family, LIMITS, "csv");
    run(directory, &family, &plan, Format::Csv, options, &Context::default())
}

/// The bytes of all finished parts in order.
fn parts(directory: &Path) -> Vec<u8> {
    let mut names: Vec<PathBuf> = fs::read_dir(directory).unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    names.iter().filter(|p| p.extension().is_some_and(|e| e == "csv")).flat_map(|p| fs::read(p).unwrap()).collect()
}

fn rows(directory: &Path) -> Vec<Row> {
    let mut names: Vec<PathBuf> = fs::read_dir(directory).unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    let is_part = |p: &&PathBuf| {
        let name = p.file_name().unwrap().to_string_lossy();
        name.starts_with("part-") && name.ends_with(".csv")
    };
    names.iter().filter(is_part).flat_map(|p| Format::Csv.decode(&fs::read(p).unwrap()).unwrap()).collect()
}

#[test]
fn rows_are_the_same_for_any_number_of_workers_and_shards() {
    let text = "octal codes of up to 2 digits";
    let (one, two, sharded) = (Folder::new(), Folder::new(), Folder::new());
    let summary = sweep(text, &one.0, &options(1)).unwrap();
    assert_eq!((summary.done, summary.parts, summary.elsewhere), (64, 64, 0));
    let both = sweep(text, &two.0, &options(2)).unwrap();
    assert_eq!(parts(&one.0), parts(&two.0));
    assert_eq!((summary.cpu.len(), both.cpu.len()), (1, 2));
    #[cfg(target_os = "linux")]
    assert!(summary.cpu.iter().chain(&both.cpu).all(|&cpu| cpu > 0));
    for shard in [2, 0, 1] {
        let summary = sweep(text, &sharded.0, &Options { shard, shards: 3, ..options(2) }).unwrap();
        assert_eq!(summary.classes.is_some(), shard == 1, "the last shard finds the classes");
    }
    assert_eq!(parts(&one.0), parts(&sharded.0));

    let rows = rows(&one.0);
    let kayles = rows.iter().find(|row| row.game == "0.77").unwrap();
    assert_eq!((kayles.preperiod, kayles.period, kayles.saltus), (Some(71), Some(12), Some(0)));
    assert_eq!((kayles.status, kayles.largest), (Status::Proved, Some(8)));
    let refused: Vec<&Row> = rows.iter().filter(|row| row.status == Status::Refused).collect();
    assert!(refused.is_empty(), "{refused:?}");
    assert_eq!(summary.by_status.iter().sum::<u64>(), 64);
    // 0.3 is take[1], and 0.33 is take[1,2]; 0.07 and 0.137 are moved against each other, not equal
    let equal = fs::read_to_string(one.0.join("equal.csv")).unwrap();
    assert!(equal.starts_with("class,number,game,status,compared_to\n"), "{equal}");
    let line = |game: &str| equal.lines().find(|l| l.split(',').nth(2) == Some(game)).map(str::to_owned);
    let class = |game: &str| line(game).map(|l| l.split(',').next().unwrap().to_owned());
    // in 0.3 and in 0.5 odd heaps have the value 1, even ones 0; in 0.1 the heap of 3 has no option, in 0.5 it has 1 + 1
    assert!(class("0.5").is_some(), "{equal}");
    assert_eq!(class("0.3"), class("0.5"));
    assert_ne!(class("0.1"), class("0.5"));
    assert_ne!(class("0.3"), class("0.33"));
    for line in equal.lines().skip(1).map(|l| l.split(',').collect::<Vec<_>>()) {
        let of = |n: &str| rows[n.parse::<usize>().unwrap()].game.clone();
        let mut session = Session::new();
        let (a, b) = (session.game(&of(line[0])).unwrap(), session.game(&of(line[1])).unwrap());
        let answer = a.same_as(&b, Some(400), &Context::default()).unwrap();
        assert_eq!(answer.equal, Some(true), "{line:?}");
    }
}

#[test]
fn rows_in_misere_play_tell_quotients() {
    let family = Session::new().family("octal codes of up to 2 digits").unwrap();
    let limits = Limits { to: 200, nodes: Some(300_000), memory: 1 << 28 };
    let plan = Plan::new(&family, limits, "csv").in_misere_play();
    let (one, sharded) = (Folder::new(), Folder::new());
    let sweep = |plan: &Plan, directory: &Path, options: &Options| {
        run(directory, &family, plan, Format::Csv, options, &Context::default())
    };
    let summary = sweep(&plan, &one.0, &options(1)).unwrap();
    for shard in [1, 0] {
        sweep(&plan, &sharded.0, &Options { shard, shards: 2, ..options(2) }).unwrap();
    }
    assert_eq!(parts(&one.0), parts(&sharded.0));
    assert_eq!((summary.done, summary.classes, one.0.join("equal.csv").exists()), (64, None, false));
    let rows = rows(&one.0);
    let row = |game: &str| rows.iter().find(|row| row.game == game).unwrap();
    let quotient = |row: &Row| (row.order, row.p_order, row.kind.clone(), row.preperiod, row.period);
    assert_eq!(quotient(row("0.77")), (Some(40), Some(9), "wild".to_owned(), Some(71), Some(12)));
    assert_eq!(quotient(row("0.75")), (Some(8), Some(2), "wild".to_owned(), Some(8), Some(2)));
    assert_eq!(quotient(row("0.33")), (Some(6), Some(2), "tame".to_owned(), Some(0), Some(3)));
    assert!(rows.iter().all(|row| (row.status == Status::Proved) == row.checked_to.is_none()));
    let stopped = row("0.07");
    assert_eq!((stopped.status, stopped.period), (Status::Stopped, None));
    assert!(stopped.order.is_some() && stopped.checked_to.is_some_and(|last| last > 15), "{stopped:?}");
    // another sweep
    let normal = Plan::new(&family, limits, "csv");
    let fault = sweep(&normal, &one.0, &options(1)).unwrap_err();
    assert!(fault.message.contains("the convention is misère play there, normal play here"), "{fault:?}");
    sweep(&normal, &Folder::new().0, &options(1)).unwrap();
}

/// The least preperiod and period of a subtraction game, by the values alone: a state is the last `max` of them.
fn plain_period(game: &str) -> (u64, u64) {
    let set: Vec<usize> =
        game.trim_matches(|c: char| !c.is_ascii_digit()).split(',').map(|k| k.parse().unwrap()).collect();
    let width = set.iter().copied().max().unwrap();
    let mut values: Vec<usize> = Vec::new();
    let mut states = HashMap::new();
    loop {
        let n = values.len();
        if n >= width
            && let Some(before) = states.insert(values[n - width..].to_vec(), n)
        {
            let period = n - before;
            let differ = |i: &usize| values[*i] != values[i + period];
            let preperiod = (0..n - period).rev().find(differ).map_or(0, |last| last + 1);
            return (preperiod as u64, period as u64);
        }
        let options: Vec<usize> = set.iter().filter_map(|k| Some(values[n.checked_sub(*k)?])).collect();
        values.push((0..).find(|v| !options.contains(v)).unwrap());
    }
}

#[test]
fn every_subtraction_set_of_a_family_has_a_proved_period() {
    let folder = Folder::new();
    let summary = sweep("take[S] for S subset of {1..7}", &folder.0, &options(2)).unwrap();
    let mut longest = (0, String::new());
    let rows = rows(&folder.0);
    assert_eq!(rows.len(), 128);
    for row in rows {
        assert_eq!(row.status, Status::Proved, "{row:?}");
        let (preperiod, period) = match row.game.strip_prefix("take[1..").and_then(|rest| rest.strip_suffix(']')) {
            Some(most) => (0, most.parse::<u64>().unwrap() + 1),
            None if row.game.contains(|c: char| c.is_ascii_digit()) && !row.game.contains("..") => {
                plain_period(&row.game)
            }
            None => continue,
        };
        assert_eq!((row.preperiod, row.period, row.saltus), (Some(preperiod), Some(period), Some(0)), "{}", row.game);
        if period > longest.0 {
            longest = (period, row.game);
        }
    }
    let (game, period) = summary.longest.unwrap();
    assert!(period >= longest.0, "{game} {period} {longest:?}");
}

#[test]
fn no_finished_row_is_computed_again() {
    let text = "take[S] for S subset of {1..9}";
    let (whole, torn) = (Folder::new(), Folder::new());
    sweep(text, &whole.0, &options(2)).unwrap();
    let family = Session::new().family(text).unwrap();
    let plan = Plan::new(&family, LIMITS, "csv");
    plan.settle(&torn.0).unwrap();
    // a part whose first row was finished, with a mark that it was not computed again, and a torn second one
    let path = plan.journal(&torn.0, 7);
    let mut journal = Journal::open(&plan, &torn.0, 7).unwrap().unwrap();
    let first = plan.rows_of(7).start;
    let cancel = Arc::new(AtomicBool::new(false));
    let mut row = Row::compute(first, &family.member(first).unwrap(), &LIMITS, &cancel).unwrap();
    row.note = "kept".to_owned();
    journal.add(row).unwrap();
    assert!(Journal::open(&plan, &torn.0, 7).unwrap().is_none(), "two workers have the same part");
    drop(journal);
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend(b"00000000 {\"number\":");
    fs::write(&path, bytes).unwrap();
    sweep(text, &torn.0, &options(1)).unwrap();
    let there = String::from_utf8(parts(&torn.0)).unwrap();
    assert_eq!(there.matches("kept").count(), 1);
    assert_eq!(there.replace("kept", ""), String::from_utf8(parts(&whole.0)).unwrap());
    assert!(!path.exists());
}

#[test]
fn torn_rows_are_dropped_and_damaged_journals_told() {
    let folder = Folder::new();
    let plan = Plan::new(&Session::new().family("octal codes of up to 4 digits").unwrap(), LIMITS, "csv");
    let (path, open) = (plan.journal(&folder.0, 0), |plan: &Plan| Journal::open(plan, &folder.0, 0));
    let cancel = Arc::new(AtomicBool::new(false));
    let row = |number| Row::compute(number, "0.7", &LIMITS, &cancel).unwrap();
    let mut ends = Vec::new();
    for number in 0..3 {
        let mut journal = open(&plan).unwrap().unwrap();
        assert_eq!(journal.rows().len() as u64, number);
        journal.add(row(number)).unwrap();
        ends.push(fs::metadata(&path).unwrap().len() as usize);
    }
    let whole = fs::read(&path).unwrap();
    // as a disk leaves it that was filled in the middle of the last row
    fs::write(&path, &whole[..ends[2] - 5]).unwrap();
    let mut journal = open(&plan).unwrap().unwrap();
    assert_eq!(journal.rows(), [row(0), row(1)]);
    journal.add(row(2)).unwrap();
    drop(journal);
    assert_eq!(fs::read(&path).unwrap(), whole);
    // a row that was changed later
    let mut changed = whole.clone();
    changed[ends[1] - 5] ^= 1;
    fs::write(&path, &changed).unwrap();
    let fault = open(&plan).unwrap_err().to_string();
    assert!(fault.contains("part-000000.rows") && fault.contains("damaged"), "{fault}");
    assert_eq!(fs::read(&path).unwrap(), changed);
    // rows of another plan
    fs::write(&path, &whole).unwrap();
    let other = Plan { limits: Limits { to: 301, ..LIMITS }, ..plan };
    assert!(open(&other).unwrap_err().to_string().contains("another sweep"));
}

#[test]
fn cancelled_runs_go_on_where_they_were() {
    // the plain table of a rule takes its time
    let text = "{n -> a & n-a for a in 1.. if a < n-a; n-k for k in 1..m} for m in 2..41";
    let (whole, cut) = (Folder::new(), Folder::new());
    sweep(text, &whole.0, &options(1)).unwrap();
    let family = Session::new().family(text).unwrap();
    let plan = Plan::new(&family, LIMITS, "csv");
    let mut runs = 0;
    loop {
        runs += 1;
        let options = options(2);
        let cancel = Arc::clone(&options.cancel);
        let stop = move |now: Progress<'_>| {
            if now.of.is_some() && now.done >= 10 * runs {
                cancel.store(true, Ordering::Relaxed);
            }
        };
        let cx = Context::default().with_cancel(Arc::clone(&options.cancel)).with_progress(stop);
        let summary = run(&cut.0, &family, &plan, Format::Csv, &options, &cx).unwrap();
        match summary.stopped {
            Some(stopped) => assert_eq!(stopped.spent, Spent::Cancelled),
            None if summary.classes.is_some() => break,
            None => {}
        }
        assert!(runs < 40);
    }
    assert!(runs > 2);
    assert_eq!(parts(&whole.0), parts(&cut.0));
}

#[test]
fn a_family_of_any_size_is_left_at_once() {
    let folder = Folder::new();
    let family = Session::new().family("take[S] for S subset of {1..40}").unwrap();
    let plan = Plan::new(&family, LIMITS, "csv");
    assert_eq!((plan.rows, plan.rows_of_shard(0, 1)), (1 << 40, 1 << 40));
    let options = options(1);
    let cx = Context::new(Budget { time: Some(std::time::Duration::from_millis(50)), ..Budget::UNLIMITED });
    let summary = run(&folder.0, &family, &plan, Format::Csv, &options, &cx).unwrap();
    assert_eq!(summary.stopped.map(|s| s.spent), Some(Spent::Time));
}

#[test]
fn shares_are_counted() {
    for text in ["octal codes of up to 2 digits", "take[S] for S subset of {1..9}", "take[m] for m in 1..1000"] {
        let plan = Plan::new(&Session::new().family(text).unwrap(), LIMITS, "csv");
        for shards in 1..7 {
            for shard in 0..=shards {
                let mine = (0..plan.parts()).filter(|p| p % shards == shard % shards);
                let rows: u64 = mine.map(|p| plan.rows_of(p).count() as u64).sum();
                assert_eq!(plan.rows_of_shard(shard, shards), rows, "{text} {shard}/{shards}");
            }
        }
    }
}

#[test]
fn another_sweep_is_not_mixed_in() {
    let folder = Folder::new();
    sweep("octal codes of up to 1 digit", &folder.0, &options(1)).unwrap();
    let fault = sweep("octal codes of up to 2 digits", &folder.0, &options(1)).unwrap_err();
    assert!(fault.message.contains("the family is octal codes of up to 1 digit there"), "{}", fault.message);
    let plan = Plan::new(&Session::new().family("octal codes of up to 1 digit").unwrap(), LIMITS, "csv");
    fs::write(plan.part(&folder.0, 0), "number,game\n1,").unwrap();
    let fault = sweep("octal codes of up to 1 digit", &folder.0, &options(1)).unwrap_err();
    assert!(fault.message.contains("damaged"), "{}", fault.message);
    fs::remove_file(folder.0.join("sweep.json")).unwrap();
    assert!(sweep("octal codes of up to 1 digit", &folder.0, &options(1)).is_err());
}

#[test]
fn a_lost_plan_is_made_again_and_no_row_is_lost() {
    let (text, folder) = ("octal codes of up to 1 digit", Folder::new());
    let (path, sum) = (folder.0.join("sweep.json"), folder.0.join("sweep.sum"));
    let plan = Plan::new(&Session::new().family(text).unwrap(), LIMITS, "csv");
    let other = Plan::new(&Session::new().family(text).unwrap(), Limits { to: 301, ..LIMITS }, "csv");
    // a damaged plan without rows: the advice is followed
    fs::write(&path, "{").unwrap();
    let fault = plan.settle(&folder.0).unwrap_err();
    assert!(fault.message.contains("damaged") && fault.suggestion.unwrap().starts_with("remove the file"));
    fs::remove_file(&path).unwrap();
    sweep(text, &folder.0, &options(1)).unwrap();
    let (whole, line) = (fs::read_to_string(&path).unwrap(), fs::read(&sum).unwrap());
    let rows = parts(&folder.0);
    // rows with a mark would not outlive a second computation
    let marked = String::from_utf8(fs::read(plan.part(&folder.0, 2)).unwrap()).unwrap().replace(",\n", ",kept\n");
    part::write(&plan, &folder.0, 2, marked.as_bytes()).unwrap();
    fs::write(plan.journal(&folder.0, 3), "").unwrap();
    let wrongs: [Option<&[u8]>; 5] =
        [None, Some(b""), Some(b"{"), Some(b"\xff"), Some(&whole.replace(": 300", ": 301").into_bytes())];
    for wrong in wrongs {
        match wrong {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        // another sweep is not taken for it, and changes nothing
        let fault = other.settle(&folder.0).unwrap_err();
        assert!(fault.suggestion.unwrap().contains("ask as at the beginning"), "{wrong:?}");
        sweep(text, &folder.0, &options(1)).unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap(), fs::read(&sum).unwrap()), (whole.clone(), line.clone()));
        assert_eq!(fs::read_to_string(plan.part(&folder.0, 2)).unwrap(), marked);
    }
    // a damaged checksum
    fs::write(&sum, "00000000 7\n").unwrap();
    let fault = plan.settle(&folder.0).unwrap_err();
    assert!(fault.message.contains("does not fit") && fault.suggestion.unwrap().contains("remove sweep.sum"));
    fs::remove_file(&sum).unwrap();
    sweep(text, &folder.0, &options(1)).unwrap();
    assert_eq!(fs::read(&sum).unwrap(), line);
    // a directory of an older program
    fs::remove_file(&sum).unwrap();
    fs::write(&path, "{").unwrap();
    let fault = plan.settle(&folder.0).unwrap_err();
    assert!(fault.suggestion.unwrap().contains("give another directory"));
    fs::remove_file(&path).unwrap();
    let fault = plan.settle(&folder.0).unwrap_err();
    assert!(fault.message.contains("holds no sweep.json"), "{fault:?}");
    assert_ne!(parts(&folder.0), rows);
}

#[test]
fn what_differs_between_sweeps_is_told() {
    let family = Session::new().family("octal codes of up to 1 digit").unwrap();
    let folder = Folder::new();
    let nodes = |nodes| Limits { nodes, ..LIMITS };
    let plan = |limits| Plan::new(&family, limits, "csv");
    plan(nodes(Some(1_000_000))).settle(&folder.0).unwrap();
    let told = |plan: Plan| {
        let fault = plan.settle(&folder.0).unwrap_err();
        (fault.message.replace("the directory holds another sweep: ", ""), fault.suggestion.unwrap())
    };
    let (message, help) = told(plan(LIMITS));
    assert_eq!(message, "`nodes` is 1000000 there, not given here");
    assert_eq!(help, "ask with `nodes` 1000000, or give another directory");
    let (message, help) = told(Plan::new(&family, Limits { to: 400, ..LIMITS }, "parquet"));
    let expected = "the format is csv there, parquet here; `to` is 300 there, 400 here; `nodes` is 1000000 there, ";
    assert_eq!(message, format!("{expected}not given here"));
    assert_eq!(help, "ask with `format` csv, `to` 300, `nodes` 1000000, or give another directory");
    let ours = plan(nodes(Some(1_000_000)));
    let (message, help) = told(Plan { rows_of_part: 3, ..ours.clone() });
    assert_eq!(message, "the number of rows in a part is 1 there, 3 here");
    assert_eq!(help, "give another directory");
    let (message, _) = told(plan(Limits { memory: 1 << 20, ..nodes(Some(1_000_000)) }));
    assert_eq!(message, "the memory of a row is 268435456 bytes there, 1048576 bytes here");
    let (message, help) = told(Plan { version: "9.9.9".to_owned(), ..ours.clone() });
    assert!(message.starts_with("the version of the program is ") && message.ends_with(" there, 9.9.9 here"));
    assert_eq!(help, "give another directory");
    for other in [Plan { rows: 7, ..ours.clone() }, Plan { schema: 2, ..ours.clone() }] {
        assert!(!told(other).0.is_empty());
    }
    ours.settle(&folder.0).unwrap();
    // the other way round
    let folder = Folder::new();
    plan(LIMITS).settle(&folder.0).unwrap();
    let fault = ours.settle(&folder.0).unwrap_err();
    assert!(fault.message.ends_with("`nodes` is not given there, 1000000 here"), "{fault:?}");
    assert_eq!(fault.suggestion.unwrap(), "ask without `nodes`, or give another directory");
}

#[test]
fn of_two_plans_at_once_one_is_laid_down() {
    let families = ["octal codes of up to 1 digit", "octal codes of up to 2 digits"];
    let plans = families.map(|text| Plan::new(&Session::new().family(text).unwrap(), LIMITS, "csv"));
    for _ in 0..20 {
        let folder = Folder::new();
        let directory = folder.0.join("rows");
        let start = Barrier::new(8);
        let settle = |at: usize| {
            start.wait();
            let settled = plans[at % 2].settle(&directory);
            if settled.is_ok() {
                // the others see a part that was begun
                fs::write(plans[at % 2].journal(&directory, at as u64), "").unwrap();
            }
            settled
        };
        let settle = &settle;
        let all = thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|at| scope.spawn(move || settle(at))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        let winner = usize::from(all[0].is_err());
        for (at, settled) in all.iter().enumerate() {
            match settled {
                Ok(()) => assert_eq!(at % 2, winner),
                Err(fault) => assert!(at % 2 != winner && fault.message.contains("another sweep"), "{fault:?}"),
            }
        }
        let left = fs::read_dir(&directory).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
        assert_eq!(left.filter(|name| name.ends_with(".new")).count(), 0);
    }
}

#[test]
fn damaged_parts_are_told_and_computed_again() {
    let (text, folder) = ("octal codes of up to 1 digit", Folder::new());
    sweep(text, &folder.0, &options(1)).unwrap();
    let whole = parts(&folder.0);
    let plan = Plan::new(&Session::new().family(text).unwrap(), LIMITS, "csv");
    let (path, sum) = (plan.part(&folder.0, 3), plan.sum(&folder.0, 3));
    let (rows, line) = (fs::read(&path).unwrap(), fs::read(&sum).unwrap());
    let told = |what: &str| {
        let fault = sweep(text, &folder.0, &options(2)).unwrap_err();
        assert!(fault.message.contains(what) && fault.message.contains("part-000003.sum"), "{fault:?}");
        let suggestion = fault.suggestion.unwrap();
        assert!(suggestion.contains("remove part-000003.csv"), "{suggestion}");
        fs::remove_file(&path).unwrap();
        sweep(text, &folder.0, &options(2)).unwrap();
        assert_eq!((parts(&folder.0), fs::read(&sum).unwrap()), (whole.clone(), line.clone()));
    };
    let flipped = |bytes: &[u8], at: usize| {
        let mut bytes = bytes.to_vec();
        bytes[at] ^= 1;
        bytes
    };
    // a digit of the cost, say: the rows can be read
    let harmless = |at: &usize| Format::Csv.decode(&flipped(&rows, *at)).is_ok_and(|rows| rows[0].number == 3);
    let at = (0..rows.len()).rev().find(harmless).unwrap();
    fs::write(&path, flipped(&rows, at)).unwrap();
    told("damaged");
    fs::write(&path, &rows[..rows.len() - 1]).unwrap();
    told("damaged");
    fs::write(&sum, flipped(&line, 0)).unwrap();
    told("damaged");
    fs::remove_file(&sum).unwrap();
    told("has lost its checksum");
    for (path, bytes) in [(&path, &rows), (&sum, &line)] {
        for at in 0..bytes.len() {
            fs::write(path, flipped(bytes, at)).unwrap();
            assert!(part::read(&plan, &folder.0, 3, Format::Csv).is_err(), "{path:?} {at}");
        }
        fs::write(path, bytes).unwrap();
    }
    assert_eq!(part::read(&plan, &folder.0, 3, Format::Csv).unwrap(), Format::Csv.decode(&rows).unwrap());
}

#[test]
fn damaged_classes_are_found_again() {
    let (text, folder) = ("octal codes of up to 2 digits", Folder::new());
    let first = sweep(text, &folder.0, &options(2)).unwrap();
    assert!(first.classes > Some(1));
    let (path, sum) = (folder.0.join("equal.csv"), folder.0.join("equal.sum"));
    let (whole, line) = (fs::read(&path).unwrap(), fs::read(&sum).unwrap());
    let again = |what: &str| {
        let summary = sweep(text, &folder.0, &options(2)).unwrap();
        assert_eq!((summary.classes, summary.equal), (first.classes, first.equal), "{what}");
        assert_eq!((fs::read(&path).unwrap(), fs::read(&sum).unwrap()), (whole.clone(), line.clone()), "{what}");
    };
    again("as it was");
    fs::write(&path, "").unwrap();
    again("emptied");
    // the last class is gone, each line is whole
    let end = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
    fs::write(&path, &whole[..=end]).unwrap();
    again("cut");
    fs::write(&path, String::from_utf8(whole.clone()).unwrap().replacen("proved", "proven", 1)).unwrap();
    again("changed");
    fs::write(&path, b"\xff\xfe").unwrap();
    again("not even text");
    fs::remove_file(&path).unwrap();
    again("removed");
    fs::write(&sum, "").unwrap();
    again("a checksum that is empty");
    // as in directories that were written before there were checksums
    fs::remove_file(&sum).unwrap();
    fs::write(&path, "").unwrap();
    again("without checksum");
}

#[test]
fn comparisons_without_memory_are_unknown() {
    let cancel = Arc::new(AtomicBool::new(false));
    let batch = ("0.3".to_owned(), ["0.5", "0.77", "0.7"].map(str::to_owned).to_vec());
    let compare = |memory| equal::compare(&batch, &Limits { to: 3000, nodes: None, memory }, &cancel);
    let equal = || Verdict::Equal("proved".to_owned(), Some(3000));
    assert_eq!(compare(1 << 20).unwrap(), [equal(), Verdict::Different, equal()]);
    assert_eq!(compare(256).unwrap(), [const { Verdict::Unknown }; 3]);
    cancel.store(true, Ordering::Relaxed);
    let stopped = compare(1 << 20).unwrap_err();
    assert!(matches!(&stopped, grundy::Error::Stopped(s) if s.spent == Spent::Cancelled), "{stopped:?}");
    // rows that took more memory than there is for comparisons: the sweep ends all the same
    let (text, whole, tight) = ("octal codes of up to 2 digits", Folder::new(), Folder::new());
    assert!(sweep(text, &whole.0, &options(2)).unwrap().classes > Some(0));
    let family = Session::new().family(text).unwrap();
    let plan = Plan::new(&family, Limits { memory: 256, ..LIMITS }, "csv");
    plan.settle(&tight.0).unwrap();
    for number in 0..plan.parts() {
        part::write(&plan, &tight.0, number, &fs::read(plan.part(&whole.0, number)).unwrap()).unwrap();
    }
    let summary = run(&tight.0, &family, &plan, Format::Csv, &options(2), &Context::default()).unwrap();
    assert_eq!((summary.stopped, summary.classes), (None, Some(0)));
    let equal = fs::read_to_string(tight.0.join("equal.csv")).unwrap();
    assert_eq!(equal, "class,number,game,status,compared_to\n");
    // a large group of which nothing is known is not compared pair by pair
    fs::remove_file(tight.0.join("equal.csv")).unwrap();
    let row = rows(&whole.0).into_iter().find(|row| !row.fingerprint.is_empty()).unwrap();
    let many: Vec<Row> = (0..1000).map(|number| Row { number, ..row.clone() }).collect();
    let mut search = Search::begin(&tight.0, &many, &mut Summary::default()).unwrap().unwrap();
    let mut compared = 0;
    loop {
        let batches = search.batches();
        if batches.is_empty() {
            break;
        }
        compared += batches.iter().map(|batch| batch.1.len()).sum::<usize>();
        search.learn(batches.iter().map(|batch| vec![Verdict::Unknown; batch.1.len()]).collect());
    }
    assert!((1000..5000).contains(&compared), "{compared}");
}

#[test]
fn what_is_no_game_of_heaps_is_a_row_too() {
    let folder = Folder::new();
    sweep("{n -> n-k+c for k in 1..3} for c in 0..2", &folder.0, &options(1)).unwrap();
    let rows = rows(&folder.0);
    let status: Vec<Status> = rows.iter().map(|row| row.status).collect();
    assert_eq!(status, [Status::Proved, Status::Refused, Status::Refused], "{rows:?}");
    assert!(!rows[1].note.is_empty());
    let tight = Limits { nodes: Some(10), ..LIMITS };
    let cancel = Arc::new(AtomicBool::new(false));
    let row = Row::compute(0, "4!.0", &tight, &cancel).unwrap();
    assert_eq!(row.status, Status::Stopped);
    cancel.store(true, Ordering::Relaxed);
    let stopped = Row::compute(0, "4!.0", &LIMITS, &cancel);
    assert!(stopped.is_err_and(|s| s.spent == Spent::Cancelled));
    let spent = Context::new(Budget { time: Some(std::time::Duration::ZERO), ..Budget::UNLIMITED });
    let (text, folder) = ("octal codes of up to 2 digits", Folder::new());
    let family = Session::new().family(text).unwrap();
    let plan = Plan::new(&family, LIMITS, "csv");
    let summary = run(&folder.0, &family, &plan, Format::Csv, &options(1), &spent).unwrap();
    assert_eq!(summary.stopped.map(|s| s.spent), Some(Spent::Time));
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_parts_are_read_back() {
    let (csv, columns) = (Folder::new(), Folder::new());
    let text = "octal codes of up to 2 digits";
    sweep(text, &csv.0, &options(1)).unwrap();
    let family = Session::new().family(text).unwrap();
    let plan = Plan::new(&family, LIMITS, "parquet");
    run(&columns.0, &family, &plan, Format::Parquet, &options(2), &Context::default()).unwrap();
    let read = |part| Format::Parquet.decode(&fs::read(plan.part(&columns.0, part)).unwrap()).unwrap();
    let all: Vec<Row> = (0..plan.parts()).flat_map(read).collect();
    assert_eq!(all, rows(&csv.0));
    assert!(Format::Parquet.decode(b"PAR1 nonsense").is_err());
    let path = plan.part(&columns.0, 5);
    let mut bytes = fs::read(&path).unwrap();
    bytes[9] ^= 1;
    fs::write(&path, bytes).unwrap();
    let fault = part::read(&plan, &columns.0, 5, Format::Parquet).unwrap_err();
    assert!(fault.message.contains("checksum"), "{fault:?}");
}
