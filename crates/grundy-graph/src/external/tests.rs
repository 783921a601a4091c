//! Everything from a file against labels in memory.

use std::fs;

use grundy_core::{Budget, Context, Convention, Error, ErrorKind, Spent};

use super::*;
use crate::testing::{Folder, Plain, Random, graph};
use crate::{Arc, EdgeFile, GrundyValues, LoopyValue, NONE, Outcomes, Reverse, SmithValues, Suspense, label};

fn on_disk(folder: &Folder, vertices: usize, arcs: &[Arc], memory: u64, cx: &Context) -> Result<External, Error> {
    let mut builder = Builder::new(&folder.0.join("graph"), vertices, memory, cx)?;
    builder.add(arcs)?;
    builder.finish()
}

fn values(graph: &External, cx: &Context) -> Result<Vec<u32>, Error> {
    Ok(GrundyValues::of(graph, cx)?.iter().map(|value| value.unwrap_or(NONE)).collect())
}

#[test]
fn labels_from_disk_are_those_of_the_plain_engines() {
    let (folder, cx, mut random) = (Folder::new(), Context::default(), Random::new(7));
    for round in 0..180 {
        let vertices = 1 + random.below(300);
        let arcs = vertices * random.below(5);
        let arcs = graph(&mut random, round, vertices, arcs);
        let vertices = vertices as usize;
        let graph = on_disk(&folder, vertices, &arcs, 0, &cx).unwrap();
        assert_eq!((graph.vertices(), graph.arcs()), (vertices, arcs.len() as u64));
        let plain = Plain::of(vertices, &arcs);
        for (i, convention) in [Convention::Normal, Convention::Misere].into_iter().enumerate() {
            let outcomes = Outcomes::of(&graph, convention, &cx).unwrap().into_remoteness();
            assert_eq!(outcomes, plain.outcomes[i], "round {round}");
            let suspense = Suspense::of(&graph, convention, &cx).unwrap().into_numbers();
            assert_eq!(suspense, plain.suspense[i], "round {round}");
        }
        assert_eq!(values(&graph, &cx).unwrap(), plain.values, "round {round}");
        let smith = SmithValues::of(&graph, &cx).unwrap();
        assert!((0..).zip(&plain.smith).all(|(v, expected)| smith.get(v) == *expected), "round {round}");
    }
}

/// Values beyond the mask, from Kahn's order and from stages.
#[test]
fn large_values_from_disk() {
    let (folder, cx) = (Folder::new(), Context::default());
    let mut arcs: Vec<Arc> = (0..140).flat_map(|u| (0..u).map(move |v| (u, v))).collect();
    arcs.extend((0..69).map(|v| (140, v)));
    arcs.extend([(140, 141), (141, 140), (141, 69), (142, 143), (143, 142), (142, 120), (142, 139)]);
    let graph = on_disk(&folder, 144, &arcs, 0, &cx).unwrap();
    let smith = SmithValues::of(&graph, &cx).unwrap();
    let plain = Plain::of(144, &arcs);
    assert!((0..).zip(&plain.smith).all(|(v, expected)| smith.get(v) == *expected));
    assert_eq!((smith.finite(139), smith.finite(140)), (Some(139), Some(69)));
    assert!(matches!(smith.get(142), LoopyValue::Infinite(set) if set.contains(&120)));
}

/// Values beyond the mask take memory by vertices, not by arcs, and the budget is asked for it.
#[test]
fn dense_graphs_stay_in_their_budget() {
    let (folder, n) = (Folder::new(), 1200u32);
    let arcs: Vec<Arc> = (0..n).flat_map(|u| (0..u).map(move |v| (u, v))).collect();
    let graph = on_disk(&folder, n as usize, &arcs, 0, &Context::default()).unwrap();
    let of = |memory| {
        let cx = Context::new(Budget { memory: Some(memory), ..Budget::UNLIMITED });
        values(&graph, &cx)
    };
    // lists of all values would take 2.9 MB in the middle of the way
    assert_eq!(of(1 << 18).unwrap(), (0..n).collect::<Vec<_>>());
    assert!(matches!(of(1 << 16), Err(Error::Stopped(stopped)) if stopped.spent == Spent::Memory));
}

/// A text of 11 MB with a budget of 1.1 MB for everything.
#[test]
fn a_graph_ten_times_larger_than_memory() {
    let folder = Folder::new();
    for kind in [0, 2] {
        let arcs = graph(&mut Random::new(kind), kind, 30_000, 1_000_000);
        let text: String = arcs.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
        let path = folder.0.join("edges.txt");
        fs::write(&path, &text).unwrap();
        let budget = Budget { memory: Some(text.len() as u64 / 10), ..Budget::UNLIMITED };
        let cx = Context::new(budget);
        let edges = EdgeFile::open(&path).unwrap();
        let graph = Builder::from_file(&edges, &folder.0.join("graph"), 1 << 18, &cx).unwrap().temporary();
        let bytes = graph.bytes() as f64 / graph.arcs() as f64;
        assert!(bytes <= 4.2, "{bytes} bytes an arc");
        let plain = Plain::of(graph.vertices(), &arcs);
        let smith = SmithValues::of(&graph, &cx).unwrap();
        assert!((0..).zip(&plain.smith).all(|(v, expected)| smith.get(v) == *expected));
        drop(smith);
        let cx = Context::new(budget);
        let outcomes = Outcomes::of(&graph, Convention::Normal, &cx).unwrap();
        assert_eq!(outcomes.into_remoteness(), plain.outcomes[0]);
        let stopped = Reverse::from_arcs(graph.vertices(), &arcs, &Context::new(budget));
        assert!(matches!(stopped, Err(Error::Stopped(s)) if s.spent == Spent::Memory));
    }
    let left: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["edges.txt"]);
}

/// All arcs to one vertex, all from one, and one arc very often.
#[test]
fn uneven_graphs() {
    let (folder, cx) = (Folder::new(), Context::default());
    let n = 40_000u32;
    for arcs in [
        (1..n).map(|u| (u, 0)).collect::<Vec<Arc>>(),
        (1..n).map(|v| (0, v)).collect(),
        (1..n).map(|_| (17, 3)).collect(),
    ] {
        let graph = on_disk(&folder, n as usize, &arcs, 1 << 16, &cx).unwrap();
        let plain = Plain::of(n as usize, &arcs);
        assert_eq!(values(&graph, &cx).unwrap(), plain.values);
        let outcomes = Outcomes::of(&graph, Convention::Misere, &cx).unwrap();
        assert_eq!(outcomes.into_remoteness(), plain.outcomes[1]);
    }
    let empty = on_disk(&folder, 0, &[], 0, &cx).unwrap();
    assert!(values(&empty, &cx).unwrap().is_empty());
}

/// The report on a graph does not depend on where its rows are.
#[test]
fn one_report() {
    let (folder, cx, mut random) = (Folder::new(), Context::default(), Random::new(21));
    for round in 0..40 {
        let arcs = graph(&mut random, round, 50, 120);
        let file = on_disk(&folder, 50, &arcs, 0, &cx).unwrap();
        let memory = Reverse::from_arcs(50, &arcs, &cx).unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let reports =
                [label(&file, convention, true, &cx).unwrap(), label(&memory, convention, true, &cx).unwrap()];
            assert_eq!(reports[0], reports[1], "round {round}");
        }
    }
}

/// Somebody who only reads.
struct Nobody;

impl Listener for Nobody {
    fn fetch(&self, _: &[u32]) {}

    fn list(&mut self, _: u32, _: &[u32]) -> Result<(), grundy_core::Stopped> {
        Ok(())
    }
}

#[test]
fn damage_is_seen() {
    let (folder, cx) = (Folder::new(), Context::default());
    let arcs = graph(&mut Random::new(3), 1, 500, 2000);
    let path = folder.0.join("graph");
    let file = on_disk(&folder, 500, &arcs, 0, &cx).unwrap();
    let whole = fs::read(&path).unwrap();
    let read = || {
        // every group is read
        file.visit(&(0..500).collect::<Vec<u32>>(), &cx, &mut Nobody)?;
        values(&file, &cx)
    };
    let expected = read().unwrap();
    assert_eq!(expected, Plain::of(500, &arcs).values);
    for at in (0..whole.len()).step_by(37) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&path, &bytes).unwrap();
        match read() {
            Err(Error::Bad(fault)) => assert!(fault.message.contains("is damaged"), "byte {at}: {fault}"),
            other => panic!("byte {at}: {other:?}"),
        }
    }
    for length in (0..whole.len()).step_by(101) {
        fs::write(&path, &whole[..length]).unwrap();
        assert!(matches!(read(), Err(Error::Bad(_))), "{length} bytes");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let (folder, cx) = (Folder::new(), Context::default());
    let mut builder = Builder::new(&folder.0.join("graph"), 1000, 0, &cx).unwrap();
    builder.add(&graph(&mut Random::new(1), 1, 1000, 5000)).unwrap();
    match builder.finish_in(File::options().write(true).open("/dev/full").unwrap()) {
        Err(Error::Bad(fault)) => {
            assert_eq!(fault.kind, ErrorKind::Io);
            assert!(fault.message.contains("No space left"), "{fault}");
        }
        other => panic!("{other:?}"),
    }
}

#[cfg(unix)]
#[test]
fn temporary_files_have_no_names_and_links_are_not_followed() {
    let (folder, cx) = (Folder::new(), Context::default());
    let (path, other) = (folder.0.join("graph"), folder.0.join("other"));
    fs::write(&other, "mine").unwrap();
    std::os::unix::fs::symlink(&other, &path).unwrap();
    let mut builder = Builder::new(&path, 3000, 0, &cx).unwrap();
    builder.add(&graph(&mut Random::new(1), 1, 3000, 90_000)).unwrap();
    let names = || fs::read_dir(&folder.0).unwrap().count();
    // the link and the file: the buckets have no names
    assert_eq!(names(), 2);
    let file = builder.finish().unwrap();
    assert_eq!(fs::read(&other).unwrap(), b"mine");
    assert!(path.symlink_metadata().unwrap().is_file());
    let file = file.temporary();
    assert_eq!(names(), 1);
    let mut arcs = 0;
    file.degrees(|_, degree, _| arcs += u64::from(degree)).unwrap();
    assert_eq!(arcs, 90_000);
}

#[test]
fn shares_of_a_text_are_the_text() {
    let folder = Folder::new();
    let path = folder.0.join("edges.txt");
    let mut random = Random::new(11);
    for round in 0..40 {
        let mut text = String::new();
        if round % 3 == 0 {
            text.push_str("source,target\n");
        }
        for _ in 0..random.below(60) {
            let bits = 1 + random.below(31);
            let (u, v) = (random.below(1 << bits), random.below(1000));
            text += &match random.below(8) {
                0 => format!("# {u}\n"),
                1 => "\n".to_owned(),
                2 => format!("{u}\n"),
                3 => format!("  {u} ,\t{v}  # an arc\r\n"),
                4 => format!("{u},{v}\n"),
                _ => format!("{u} {v}\n"),
            };
        }
        if round % 2 == 0 {
            text += "5 6";
        }
        fs::write(&path, &text).unwrap();
        let edges = EdgeFile::open(&path).unwrap();
        let read = |n: u64| {
            let mut all = Vec::new();
            for i in 0..n {
                let (mut share, mut some) = (edges.share(i, n).unwrap(), Vec::new());
                while share.next(&mut some).unwrap() {
                    all.append(&mut some);
                }
            }
            all
        };
        let all = read(1);
        let lines =
            text.lines().filter(|line| line.starts_with([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']));
        assert_eq!(all.len(), lines.count(), "{text}");
        for n in 2..9 {
            assert_eq!(read(n), all, "{n} shares of {text}");
        }
    }
    for wrong in ["1 2 3\n", "a b\n", "1 4294967295\n", "-1 2\n", "5 6\nx\n"] {
        fs::write(&path, wrong).unwrap();
        let surveyed = EdgeFile::open(&path).and_then(|edges| edges.survey(&Context::default()));
        let error = Error::from(surveyed.unwrap_err());
        assert!(matches!(&error, Error::Bad(fault) if fault.kind != ErrorKind::Io), "{wrong}: {error}");
    }
    assert!(EdgeFile::open(&folder.0).is_err());
}

#[test]
fn followers_are_those_of_the_reverse_graph() {
    let (folder, cx, mut random) = (Folder::new(), Context::default(), Random::new(3));
    let path = folder.0.join("edges.txt");
    for round in 0..20 {
        let arcs = graph(&mut random, round, 30, 100);
        let lines: String = arcs.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
        fs::write(&path, format!("29\n{lines}")).unwrap();
        let graph = Reverse::from_arcs(30, &arcs, &cx).unwrap();
        // equal ones, one that stands alone, and no vertex at all
        let of = [random.below(30) as u32, 7, 29, 7, 1000];
        assert_eq!(EdgeFile::open(&path).unwrap().followers(&of, &cx).unwrap(), graph.followers(&of), "{arcs:?}");
    }
}
