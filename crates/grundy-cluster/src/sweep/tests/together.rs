//! Sweeps over processes, played by threads.

use std::time::Duration;

use super::*;
use crate::crew::{Network, free_hosts};

/// The plain table of a rule takes its time.
const SLOW: &str = "{n -> a & n-a for a in 1.. if a < n-a; n-k for k in 1..m} for m in 2..31";

type Answer = Result<Summary, grundy::Diagnostic>;

fn plan(text: &str) -> (grundy::Family, Plan) {
    let family = Session::new().family(text).unwrap();
    let plan = Plan::new(&family, LIMITS, "csv");
    (family, plan)
}

/// One process for each directory, `texts` by process.
fn processes(
    texts: &[&str],
    directories: &[&Path],
    workers: usize,
    cx: &(dyn Fn(usize) -> Context + Sync),
) -> Vec<Answer> {
    patient(Duration::from_secs(30), texts, directories, workers, cx)
}

/// The same; nobody waits longer for the others to come.
fn patient(
    patience: Duration,
    texts: &[&str],
    directories: &[&Path],
    workers: usize,
    cx: &(dyn Fn(usize) -> Context + Sync),
) -> Vec<Answer> {
    let hosts = (directories.len() > 1).then(|| free_hosts(directories.len()));
    thread::scope(|scope| {
        let all: Vec<_> = (0..directories.len())
            .map(|process| {
                let network = hosts.clone().map(|hosts| Network { patience, ..Network::new(hosts, process) });
                scope.spawn(move || {
                    let (family, plan) = plan(texts[process % texts.len()]);
                    let cx = cx(process);
                    together(directories[process], &family, &plan, &Csv, &options(workers), network.as_ref(), &cx)
                })
            })
            .collect();
        all.into_iter().map(|process| process.join().unwrap()).collect()
    })
}

fn endless(_: usize) -> Context {
    Context::default()
}

/// Part files and journals.
fn count(directory: &Path) -> (usize, usize) {
    let names: Vec<_> = fs::read_dir(directory).unwrap().map(|e| e.unwrap().path()).collect();
    let of = |ending: &str| names.iter().filter(|p| p.extension().is_some_and(|e| e == ending)).count();
    (of("csv"), of("rows"))
}

#[test]
fn rows_are_the_same_for_any_number_of_processes() {
    let text = "octal codes of up to 2 digits";
    let one = Folder::new();
    let alone = sweep(text, &one.0, &options(1)).unwrap();
    for (number, workers) in [(1, 1), (1, 2), (2, 1), (3, 1), (2, 2)] {
        let what = format!("{number} processes of {workers}");
        let folders: Vec<Folder> = (0..number).map(|_| Folder::new()).collect();
        let directories: Vec<&Path> = folders.iter().map(|folder| folder.0.as_path()).collect();
        let summaries = processes(&[text], &directories, workers, &endless);
        for (process, summary) in summaries.into_iter().enumerate() {
            let summary = summary.unwrap();
            assert_eq!(summary.cpu.len(), number * workers, "{what}");
            #[cfg(target_os = "linux")]
            assert!(summary.cpu.iter().all(|&cpu| cpu > 0), "{what}");
            let expected = Summary { cpu: summary.cpu.clone(), ..alone.clone() };
            if process > 0 {
                assert_eq!(count(directories[process]), (0, 0), "{what}: rows that process 0 has");
            }
            assert_eq!(summary, expected, "{what}, process {process}");
        }
        assert_eq!(parts(directories[0]), parts(&one.0), "{what}");
        assert_eq!(count(directories[0]).1, 0, "{what}");
    }
}

#[test]
fn stopped_runs_go_on_with_any_number_of_processes() {
    let whole = Folder::new();
    sweep(SLOW, &whole.0, &options(2)).unwrap();
    let folders: Vec<Folder> = (0..3).map(|_| Folder::new()).collect();
    let directories: Vec<&Path> = folders.iter().map(|folder| folder.0.as_path()).collect();
    let mut elsewhere = 0;
    for (round, number) in [3, 1, 2, 3, 2].into_iter().enumerate() {
        let stop = 5 * (round as u64 + 1);
        let cx = |process: usize| {
            // one process is told to stop, the others hear of it
            let cancel = Arc::new(AtomicBool::new(false));
            let flag = Arc::clone(&cancel);
            Context::default().with_cancel(cancel).with_progress(move |_: &str, done: u64, _: Option<u64>| {
                if done >= stop && process == round % number {
                    flag.store(true, Ordering::Relaxed);
                }
            })
        };
        let summaries = processes(&[SLOW], &directories[..number], 1, &cx);
        for summary in summaries {
            let stopped = summary.unwrap().stopped;
            assert_eq!(stopped.map(|s| s.spent), Some(Spent::Cancelled), "round {round}");
        }
        elsewhere += directories[1..].iter().filter(|d| d.exists()).map(|d| count(d).1).sum::<usize>();
    }
    assert!(elsewhere > 0, "no process but the first had anything to do");
    // the last word has a process alone, without a network
    let summary = sweep(SLOW, directories[0], &options(2)).unwrap();
    assert!(summary.classes.is_some());
    assert_eq!(parts(directories[0]), parts(&whole.0));
}

#[test]
fn rows_are_taken_up_where_they_are() {
    let text = "take[S] for S subset of {1..6}";
    let (whole, zero, one) = (Folder::new(), Folder::new(), Folder::new());
    sweep(text, &whole.0, &options(2)).unwrap();
    let (family, plan) = plan(text);
    // rows with a mark that they were not computed again: a journal and a file of the second process
    plan.settle(&one.0).unwrap();
    let cancel = Arc::new(AtomicBool::new(false));
    let marked = |number: u64| {
        let mut row = Row::compute(number, &family.member(number).unwrap(), &LIMITS, &cancel).unwrap();
        row.note = "kept".to_owned();
        row
    };
    let first = plan.rows_of(40).start;
    Journal::open(&plan.journal(&one.0, 40)).unwrap().unwrap().add(marked(first)).unwrap();
    let rows: Vec<Row> = plan.rows_of(50).map(marked).collect();
    part::write(&plan, &one.0, 50, &Csv.encode(&rows).unwrap()).unwrap();
    // a part that is written, whose journals were left behind
    plan.settle(&zero.0).unwrap();
    for file in [Plan::part, Plan::sum] {
        fs::copy(file(&plan, &whole.0, 60), file(&plan, &zero.0, 60)).unwrap();
    }
    for directory in [&zero.0, &one.0] {
        Journal::open(&plan.journal(directory, 60)).unwrap().unwrap().add(marked(plan.rows_of(60).start)).unwrap();
    }
    let summaries = processes(&[text], &[&zero.0, &one.0], 1, &endless);
    assert!(summaries.iter().all(|summary| summary.as_ref().is_ok_and(|s| s.done == 64)), "{summaries:?}");
    let there = String::from_utf8(parts(&zero.0)).unwrap();
    assert_eq!(there.matches("kept").count(), 1 + rows.len());
    let equal = |directory: &Path| fs::read_to_string(directory.join("equal.csv")).unwrap();
    assert_eq!(there.replace("kept", ""), String::from_utf8(parts(&whole.0)).unwrap());
    assert_eq!(equal(&zero.0), equal(&whole.0));
    assert_eq!((count(&zero.0).1, count(&one.0)), (0, (1, 0)));
}

#[test]
fn damaged_parts_are_not_sent() {
    let text = "take[S] for S subset of {1..3}";
    let (zero, one) = (Folder::new(), Folder::new());
    sweep(text, &one.0, &options(1)).unwrap();
    let path = plan(text).1.part(&one.0, 4);
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, whole.replacen("proved", "checked", 1)).unwrap();
    for answer in processes(&[text], &[&zero.0, &one.0], 1, &endless) {
        let fault = answer.unwrap_err().to_string();
        assert!(fault.contains("part-000004.csv is damaged"), "{fault}");
    }
    fs::remove_file(&path).unwrap();
    for summary in processes(&[text], &[&zero.0, &one.0], 1, &endless) {
        assert_eq!(summary.unwrap().done, 8);
    }
    assert_eq!(fs::read_to_string(plan(text).1.part(&zero.0, 4)).unwrap(), whole);
}

#[test]
fn processes_may_share_the_directory() {
    let text = "take[S] for S subset of {1..6}";
    let (whole, shared) = (Folder::new(), Folder::new());
    sweep(text, &whole.0, &options(2)).unwrap();
    // a part that another run works on, which it leaves alone
    let (_, plan) = plan(text);
    plan.settle(&shared.0).unwrap();
    let busy = Journal::open(&plan.journal(&shared.0, 5)).unwrap().unwrap();
    for summary in processes(&[text], &[shared.0.as_path(); 3], 1, &endless) {
        let summary = summary.unwrap();
        assert_eq!((summary.elsewhere, summary.parts, summary.classes), (1, 63, None));
    }
    drop(busy);
    for summary in processes(&[text], &[shared.0.as_path(); 2], 1, &endless) {
        assert_eq!(summary.unwrap().done, 64);
    }
    assert_eq!(parts(&shared.0), parts(&whole.0));
    assert_eq!(count(&shared.0).1, 0);
}

#[test]
fn shards_of_processes_are_whole() {
    let text = "take[S] for S subset of {1..6}";
    let (whole, zero, one) = (Folder::new(), Folder::new(), Folder::new());
    sweep(text, &whole.0, &options(2)).unwrap();
    for shard in [1, 0] {
        let hosts = free_hosts(2);
        thread::scope(|scope| {
            for (process, directory) in [&zero.0, &one.0].into_iter().enumerate() {
                let network = Network::new(hosts.clone(), process);
                scope.spawn(move || {
                    let (family, plan) = plan(text);
                    let options = Options { shard, shards: 2, ..options(1) };
                    together(directory, &family, &plan, &Csv, &options, Some(&network), &Context::default()).unwrap()
                });
            }
        });
        assert_eq!(count(&zero.0).0, if shard == 1 { 32 } else { 65 });
    }
    assert_eq!(parts(&zero.0), parts(&whole.0));
}

#[test]
fn trouble_of_one_process_ends_all() {
    let text = "take[S] for S subset of {1..6}";
    // the directory of the second process is a file
    let (zero, one) = (Folder::new(), Folder::new());
    fs::remove_dir(&one.0).unwrap();
    fs::write(&one.0, "").unwrap();
    for answer in processes(&[text], &[&zero.0, &one.0], 1, &endless) {
        let fault = answer.unwrap_err().to_string();
        assert!(fault.contains("cannot be made"), "{fault}");
    }
    fs::remove_file(&one.0).unwrap();
    // other sweeps
    for answer in processes(&[text, "take[S] for S subset of {1..7}"], &[&zero.0, &one.0], 1, &endless) {
        let fault = answer.unwrap_err();
        assert!(fault.to_string().contains("another family"), "{fault}");
        assert_eq!(fault.kind, grundy::ErrorKind::Input);
    }
    // one of them has no time
    let cx = |process| {
        let time = (process == 1).then_some(Duration::ZERO);
        Context::new(Budget { time, ..Budget::UNLIMITED })
    };
    let (zero, one) = (Folder::new(), Folder::new());
    let summaries = patient(Duration::from_secs(2), &[SLOW], &[&zero.0, &one.0], 1, &cx);
    // it may be over before they have met
    if let Ok(summary) = &summaries[0] {
        assert_eq!(summary.stopped.as_ref().map(|s| s.spent), Some(Spent::Time));
    }
    assert_eq!(summaries[1].as_ref().unwrap().stopped.as_ref().map(|s| s.spent), Some(Spent::Time));
}
