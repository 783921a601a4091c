//! Many workers against the plain engines.

mod speed;

use std::fs;

use grundy::{Budget, Context, Convention, Error, ErrorKind, Spent};

use grundy_graph::testing::{Folder, Plain, Random, graph};
use grundy_graph::{Arc, Builder, EdgeFile, LoopyValue, NONE, Report, checksum, label, share};

use super::*;
use crate::distributed::free_hosts as hosts;

const NORMAL: Question = Question { convention: Convention::Normal, loopy: true };

fn edges(folder: &Folder, arcs: &[Arc]) -> EdgeFile {
    let path = folder.0.join("edges.txt");
    fs::write(&path, arcs.iter().map(|(u, v)| format!("{u} {v}\n")).collect::<String>()).unwrap();
    EdgeFile::open(&path).unwrap()
}

fn count(arcs: &[Arc]) -> usize {
    arcs.iter().map(|&(u, v)| u.max(v) as usize + 1).max().unwrap_or(0)
}

fn options(workers: usize, sample: u32, narrow: u64) -> Options {
    Options { workers, sample, narrow, table: true, ..Options::default() }
}

/// The report agrees with the plain engines and the one from disk in everything but the effort.
fn check(report: &Report, arcs: &[Arc], convention: Convention, what: &str) {
    let plain = Plain::of(count(arcs), arcs);
    let table = report.table.as_ref().unwrap();
    let mut mentioned = vec![false; count(arcs)];
    for &(u, v) in arcs {
        mentioned[u as usize] = true;
        mentioned[v as usize] = true;
    }
    assert_eq!(table.mentioned, mentioned, "{what}");
    let only = |labels: &[u32]| -> Vec<u32> {
        labels.iter().zip(&mentioned).map(|(&label, &there)| if there { label } else { NONE }).collect()
    };
    let remoteness = only(&plain.outcomes[usize::from(convention == Convention::Misere)]);
    assert_eq!(table.remoteness, remoteness, "{what}");
    assert_eq!(table.suspense, only(&plain.suspense[usize::from(convention == Convention::Misere)]), "{what}");
    assert_eq!(report.outcomes_sum, checksum(remoteness), "{what}");
    let values = only(&if convention == Convention::Normal { plain.finite() } else { plain.values.clone() });
    assert_eq!(table.values, values, "{what}");
    assert_eq!(report.values_sum, checksum(values.iter().copied()), "{what}");
    assert_eq!(report.values.values().sum::<u64>() + report.loopy, report.vertices, "{what}");
    assert_eq!(report.next + report.previous + report.draw, report.vertices, "{what}");
    let finite = plain.values.iter().zip(&mentioned).filter(|&(&value, &there)| there && value != NONE).count();
    assert_eq!((report.finite, report.arcs), (finite as u64, arcs.len() as u64), "{what}");
    let most = report.vertices * (report.effort.workers as u64 - 1);
    assert!(report.effort.messages.0 <= most, "{what}: {:?} messages", report.effort.messages);
    // Smith's stages have messages of their own
    let about_values = if convention == Convention::Misere { report.effort.messages.1 } else { 0 };
    assert!(about_values <= most, "{what}: {about_values} messages");
    let (folder, cx) = (Folder::new(), Context::default());
    let mut builder = Builder::new(&folder.0.join("graph"), count(arcs), 0, &cx).unwrap();
    builder.add(arcs).unwrap();
    let from_disk = label(&builder.finish().unwrap(), convention, true, &cx).unwrap();
    assert_eq!(from_disk, Report { effort: from_disk.effort.clone(), ..report.clone() }, "{what}");
    if convention == Convention::Normal {
        let infinite = (0..).zip(&plain.smith).zip(&mentioned).filter(|(_, there)| **there);
        let sets_of = infinite.filter_map(|((v, value), _): ((u32, &LoopyValue), _)| Some((v, value.loopy()?)));
        let expected: Vec<(u32, u32)> = sets_of.flat_map(|(v, set)| set.iter().map(move |&k| (v, k))).collect();
        assert_eq!(table.sets, expected, "{what}");
    }
}

#[test]
fn many_workers_give_the_labels_of_the_plain_engines() {
    let (folder, mut random) = (Folder::new(), Random::new(5));
    let mut narrow = 0;
    for round in 0..48 {
        let vertices = 2 + random.below(200);
        let many = vertices * (1 + random.below(4));
        let arcs = graph(&mut random, round, vertices, many);
        let workers = 1 + round as usize % 4;
        // never narrow; after 3 levels; after one
        let (sample, least) = [(5, 0), (3, 20), (1, u64::MAX)][(round / 4) as usize % 3];
        let convention = if round % 5 == 4 { Convention::Misere } else { Convention::Normal };
        let question = Question { convention, loopy: convention == Convention::Normal };
        let report =
            run(&edges(&folder, &arcs), question, &options(workers, sample, least), &Context::default()).unwrap();
        check(&report, &arcs, convention, &format!("round {round}"));
        narrow += u32::from(report.effort.narrow);
    }
    assert!((8..36).contains(&narrow), "{narrow}");
}

#[test]
fn deep_and_narrow_graphs_are_left_to_one_worker() {
    let folder = Folder::new();
    let arcs: Vec<Arc> = (0..3000).map(|u| (u + 1, u)).collect();
    let report = run(&edges(&folder, &arcs), NORMAL, &options(2, 256, 2000), &Context::default()).unwrap();
    assert!(report.effort.narrow);
    assert_eq!(report.longest, Some(2999));
    check(&report, &arcs, Convention::Normal, "a path");
    // few levels are no reason
    let arcs = graph(&mut Random::new(8), 3, 2000, 6000);
    let report = run(&edges(&folder, &arcs), NORMAL, &options(2, 256, 2000), &Context::default()).unwrap();
    assert!(!report.effort.narrow);
    assert!(report.effort.messages.0 > 0);
    check(&report, &arcs, Convention::Normal, "a wide graph");
}

/// Plays so long that their suspense does not fit into one message: a path on the even numbers whose winner may end the
/// play at once or go on, so that there are few levels; each vertex has a predecessor at the other worker.
#[test]
fn long_plays_travel_in_halves() {
    let (folder, longest) = (Folder::new(), 17_000);
    let mut arcs: Vec<Arc> = (0..=longest).map(|u| (2 * u + 1, 2 * u)).collect();
    arcs.extend((1..=longest).map(|u| (2 * u, 2 * u - 2)));
    arcs.extend((1..=longest).step_by(2).map(|u| (2 * u, 0)));
    let question = Question { convention: Convention::Normal, loopy: false };
    let report = run(&edges(&folder, &arcs), question, &options(2, 5, 0), &Context::default()).unwrap();
    let plain = Plain::of(count(&arcs), &arcs);
    assert_eq!(plain.suspense[0][2 * longest as usize], longest);
    assert_eq!(report.table.unwrap().suspense, plain.suspense[0]);
    let halves = u64::from(longest) - (1 << 14) + 1;
    assert!(!report.effort.narrow);
    assert_eq!(report.effort.about_suspense, u64::from(longest) + 1 + halves);
}

/// Some workers own nothing, before and after the graph is left to the first.
#[test]
fn more_workers_than_vertices() {
    let folder = Folder::new();
    let arcs: Vec<Arc> = (1..6).flat_map(|u| [(u, u - 1), (u, 0)]).collect();
    for (sample, least) in [(3, u64::MAX), (8, u64::MAX), (3, 0)] {
        let report = run(&edges(&folder, &arcs), NORMAL, &options(9, sample, least), &Context::default()).unwrap();
        check(&report, &arcs, Convention::Normal, &format!("sample {sample}"));
    }
}

/// Two processes of which one wants the table, and two that were given different files of the same length.
#[test]
fn tables_are_everybodys_own_business_and_graphs_are_not() {
    let (folder, other) = (Folder::new(), Folder::new());
    let arcs = graph(&mut Random::new(6), 1, 200, 800);
    let turned: Vec<Arc> = arcs.iter().map(|&(u, v)| (v, u)).collect();
    let (file, turned) = (edges(&folder, &arcs), edges(&other, &turned));
    let both = |second: &EdgeFile| {
        let two = hosts(2);
        let how = |process| {
            let network = Network { patience: std::time::Duration::from_secs(5), ..Network::new(two.clone(), process) };
            Options { network: Some(network), table: process == 0, ..options(1, 256, 0) }
        };
        let (first, last) = (how(0), how(1));
        std::thread::scope(|scope| {
            let zero = scope.spawn(|| run(&file, NORMAL, &first, &Context::default()));
            let one = run(second, NORMAL, &last, &Context::default());
            (zero.join().unwrap(), one)
        })
    };
    let (zero, one) = both(&file);
    let zero = zero.unwrap();
    check(&zero, &arcs, Convention::Normal, "with a table");
    assert_eq!(one.unwrap(), Report { table: None, ..zero });
    let (zero, one) = both(&turned);
    for answer in [zero, one] {
        let fault = answer.unwrap_err().to_string();
        assert!(fault.contains("does not belong to this run"), "{fault}");
    }
}

#[test]
fn values_beyond_the_mask_travel() {
    let folder = Folder::new();
    let mut arcs: Vec<Arc> = (0..90).flat_map(|u| (0..u).map(move |v| (u, v))).collect();
    arcs.extend((0..69).map(|v| (90, v)));
    arcs.extend([(90, 91), (91, 90), (91, 69), (92, 93), (93, 92), (92, 70), (92, 89)]);
    let report = run(&edges(&folder, &arcs), NORMAL, &options(3, 4, 0), &Context::default()).unwrap();
    check(&report, &arcs, Convention::Normal, "complete");
    assert_eq!(report.values.last_key_value(), Some((&89, &1)));
}

#[test]
fn faults_and_budgets_end_all_workers() {
    let folder = Folder::new();
    let file = edges(&folder, &graph(&mut Random::new(2), 0, 3000, 20_000));
    for (budget, spent) in [
        (Budget { memory: Some(100_000), ..Budget::UNLIMITED }, Spent::Memory),
        (Budget { nodes: Some(5000), ..Budget::UNLIMITED }, Spent::Nodes),
        (Budget { time: Some(std::time::Duration::ZERO), ..Budget::UNLIMITED }, Spent::Time),
    ] {
        let error = run(&file, NORMAL, &options(3, 256, 0), &Context::new(budget)).unwrap_err();
        assert!(matches!(&error, Error::Stopped(stopped) if stopped.spent == spent), "{error:?}");
    }
    let text = fs::read_to_string(file.path()).unwrap();
    fs::write(file.path(), format!("{text}17 x\n")).unwrap();
    let file = EdgeFile::open(file.path()).unwrap();
    let error = run(&file, NORMAL, &options(2, 256, 0), &Context::default()).unwrap_err();
    assert!(matches!(&error, Error::Bad(fault) if fault.message.contains("17 x")), "{error:?}");
    // an empty file
    fs::write(file.path(), "# nothing\n").unwrap();
    let file = EdgeFile::open(file.path()).unwrap();
    let report = run(&file, NORMAL, &options(2, 256, 2000), &Context::default()).unwrap();
    assert_eq!((report.vertices, report.arcs, report.longest), (0, 0, None));
}

/// Any set of final labels is a valid beginning: runs from a random half of the facts, with other numbers of workers.
#[test]
fn labels_are_permanent_facts() {
    let mut random = Random::new(12);
    let mut resumed = 0;
    for round in 0..24 {
        let folder = Folder::new();
        let vertices = 20 + random.below(200);
        let many = vertices * (1 + random.below(4));
        let arcs = graph(&mut random, round, vertices, many);
        let file = edges(&folder, &arcs);
        let kept = folder.0.join("kept");
        let mut how = options(1 + (round % 3) as usize, 3, if round % 2 == 0 { 0 } else { 20 });
        how.checkpoint = Some(kept.clone());
        let whole = run(&file, NORMAL, &how, &Context::default()).unwrap();
        check(&whole, &arcs, Convention::Normal, &format!("round {round}"));
        assert_eq!(whole.effort.resumed, 0);
        let graph = arcs.iter().fold(0u64, |sum, &(u, v)| sum.wrapping_add(share(u, v)));
        // forget some labels of each file, and tear its end
        let mut facts = Vec::new();
        for path in super::checkpoint::files(&kept).unwrap().0 {
            let mut reader = super::checkpoint::Reader::open(&path, graph).unwrap();
            while let Some((kind, labels)) = reader.next().unwrap() {
                facts.extend(labels.into_iter().map(|(v, label)| (kind, v, label)));
            }
            fs::remove_file(&path).unwrap();
        }
        facts.retain(|_| random.below(2) == 0);
        let cx = Context::default();
        let mut writer =
            super::checkpoint::Checkpoint::create(&kept, 1, 0, graph, &crate::distributed::Shared::new(&cx, &WORK))
                .unwrap();
        for &(kind, v, label) in &facts {
            writer.turn(kind);
            writer.add(v, label);
        }
        writer.flush();
        drop(writer);
        let path = kept.join("labels-00001-00000.log");
        let mut bytes = fs::read(&path).unwrap();
        bytes.extend([2, 0, 0, 0, 3, 0, 0, 0, 9, 9]);
        fs::write(&path, bytes).unwrap();
        how.workers = 1 + (round as usize + 1) % 4;
        let again = run(&file, NORMAL, &how, &Context::default()).unwrap();
        check(&again, &arcs, Convention::Normal, &format!("round {round}, resumed"));
        assert_eq!(again.effort.resumed, facts.len() as u64);
        resumed += again.effort.resumed;
        // then everything is known
        let known = run(&file, NORMAL, &how, &Context::default()).unwrap();
        check(&known, &arcs, Convention::Normal, &format!("round {round}, known"));
        // another graph is refused
        fs::write(file.path(), "1 0\n").unwrap();
        let other = EdgeFile::open(file.path()).unwrap();
        let error = run(&other, NORMAL, &how, &Context::default()).unwrap_err();
        assert!(matches!(&error, Error::Bad(fault) if fault.kind == ErrorKind::Input), "{error:?}");
        // also where nothing but the files of labels tells
        fs::write(kept.join("label.json"), "{").unwrap();
        let error = run(&other, NORMAL, &how, &Context::default()).unwrap_err();
        assert!(matches!(&error, Error::Bad(fault) if fault.message.contains("damaged")), "{error:?}");
        fs::remove_file(kept.join("label.json")).unwrap();
        let error = run(&other, NORMAL, &how, &Context::default()).unwrap_err();
        assert!(matches!(&error, Error::Bad(fault) if fault.message.contains("another graph")), "{error:?}");
    }
    assert!(resumed > 1000, "{resumed}");
}

/// Runs with several processes, played by threads.
fn processes(file: &EdgeFile, how: &Options, number: usize) -> Vec<Result<Report, Error>> {
    let hosts = hosts(number);
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..number)
            .map(|process| {
                let how = Options { network: Some(Network::new(hosts.clone(), process)), ..how.clone() };
                scope.spawn(move || run(file, NORMAL, &how, &Context::default()))
            })
            .collect();
        all.into_iter().map(|process| process.join().unwrap()).collect()
    })
}

#[test]
fn processes_give_the_labels_of_the_plain_engines() {
    let (folder, mut random) = (Folder::new(), Random::new(15));
    for round in 0..8 {
        let arcs = graph(&mut random, round, 300, 900);
        let (number, workers) = [(2, 1), (3, 1), (2, 2)][round as usize % 3];
        let mut how = options(workers, 4, if round < 4 { 0 } else { 30 });
        how.checkpoint = (round % 2 == 1).then(|| folder.0.join(format!("kept{round}")));
        let file = edges(&folder, &arcs);
        let mut reports = processes(&file, &how, number).into_iter().map(Result::unwrap);
        let first = reports.next().unwrap();
        check(&first, &arcs, Convention::Normal, &format!("round {round}"));
        assert_eq!(first.effort.workers, number * workers);
        for other in reports {
            assert_eq!(other, Report { table: None, ..first.clone() }, "round {round}");
        }
        if how.checkpoint.is_some() {
            let alone = run(&file, NORMAL, &Options { workers: 1, ..how }, &Context::default()).unwrap();
            check(&alone, &arcs, Convention::Normal, &format!("round {round}, then alone"));
            assert!(alone.effort.resumed > 0);
        }
    }
}

#[test]
fn one_process_that_fails_ends_all() {
    let folder = Folder::new();
    let file = edges(&folder, &graph(&mut Random::new(2), 0, 300, 2000));
    let text = fs::read_to_string(file.path()).unwrap();
    fs::write(file.path(), format!("{text}17 x\n")).unwrap();
    let results = processes(&EdgeFile::open(file.path()).unwrap(), &options(1, 256, 0), 2);
    for result in results {
        let Err(Error::Bad(fault)) = result else { panic!("{result:?}") };
        assert!(fault.message.contains("17 x"), "{fault}");
    }
}

#[test]
fn wrong_company_is_refused() {
    let folder = Folder::new();
    let file = edges(&folder, &[(1, 0)]);
    let fails = |network: Network, how: &Options| {
        let how = Options { network: Some(network), ..how.clone() };
        match run(&file, NORMAL, &how, &Context::default()) {
            Err(Error::Bad(fault)) => fault.to_string(),
            other => panic!("{other:?}"),
        }
    };
    let how = options(1, 256, 0);
    let short = |hosts: &Hosts, process| {
        let patience = std::time::Duration::from_millis(300);
        Network { patience, ..Network::new(hosts.clone(), process) }
    };
    let two = hosts(2);
    assert!(fails(short(&two, 0), &how).contains("no connection to process 1"));
    assert!(fails(short(&two, 1), &how).contains("no connection to process 0"));
    assert!(fails(short(&two, 2), &how).contains("no process 2"));
    // an address of another machine
    let far = Hosts::read("192.0.2.1:2101\n127.0.0.1:2102", true).unwrap();
    assert!(fails(short(&far, 0), &how).contains("none of this machine"));
    // the same number twice, and other options
    for (wrong, process, why) in [
        (how.clone(), 0, "same number"),
        (options(2, 256, 0), 1, "number of workers"),
        (options(1, 7, 0), 1, "options"),
    ] {
        let two = hosts(2);
        let network =
            |process| Network { patience: std::time::Duration::from_secs(3), ..Network::new(two.clone(), process) };
        let (zero, other) = (network(0), network(process));
        let (first, second) = std::thread::scope(|scope| {
            let first = scope.spawn(|| fails(zero, &how));
            std::thread::sleep(std::time::Duration::from_millis(300));
            let second = fails(other, &wrong);
            (first.join().unwrap(), second)
        });
        assert!(second.contains(why), "{second}");
        if process == 1 {
            assert!(first.contains(why), "{first}");
        }
    }
}

#[test]
fn strangers_are_sent_away() {
    let folder = Folder::new();
    let arcs = graph(&mut Random::new(4), 1, 100, 300);
    let file = edges(&folder, &arcs);
    let two = hosts(2);
    let address = two.address(0).unwrap();
    std::thread::scope(|scope| {
        let how = |process| Options { network: Some(Network::new(two.clone(), process)), ..options(1, 256, 0) };
        let (first, second) = (how(0), how(1));
        let file = &file;
        let zero = scope.spawn(move || run(file, NORMAL, &first, &Context::default()));
        let stranger = (0..500).find_map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            std::net::TcpStream::connect(address).ok()
        });
        std::io::Write::write_all(&mut stranger.unwrap(), b"GET / HTTP/1.1\r\nHost: somewhere.example\r\n\r\n")
            .unwrap();
        run(file, NORMAL, &second, &Context::default()).unwrap();
        check(&zero.join().unwrap().unwrap(), &arcs, Convention::Normal, "with a stranger");
    });
}

/// A process that is there but does nothing: stopped, or cut off by a network that says nothing.
#[test]
fn a_silent_process_ends_the_run() {
    let folder = Folder::new();
    let file = edges(&folder, &[(1, 0)]);
    let (two, how) = (hosts(2), options(1, 256, 0));
    let silence = std::time::Duration::from_millis(400);
    std::thread::scope(|scope| {
        let network = Network { silence, ..Network::new(two.clone(), 0) };
        let with = Options { network: Some(network), ..how.clone() };
        let file = &file;
        let zero = scope.spawn(move || run(file, NORMAL, &with, &Context::default()));
        let run = super::run::fingerprint(file, NORMAL, &how).unwrap();
        let cx = Context::default();
        let shared = crate::distributed::Shared::new(&cx, &WORK);
        let silent = Network::new(two.clone(), 1).connect(&shared, 1, run, &cx).unwrap();
        let Err(Error::Bad(fault)) = zero.join().unwrap() else { panic!("it went on") };
        assert!(fault.message.contains("process 1 has given no sign of life"), "{fault}");
        drop(silent);
    });
}
