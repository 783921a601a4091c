//! Everything against the plain engines.

use std::fs;

use grundy::engine::graph::{Arc, GrundyValues, LoopyValue, Outcomes, Reverse, SmithValues, Suspense};
use grundy::{Budget, Context, Convention, Error, ErrorKind, Spent};

use super::*;
pub(super) use crate::testing::{Folder, Random};

impl Random {
    /// A graph of some vertices: acyclic, cyclic, deep (near targets) or wide.
    pub(super) fn graph(&mut self, kind: u64, vertices: u64, arcs: u64) -> Vec<Arc> {
        let mut list = Vec::new();
        for _ in 0..arcs {
            let u = self.below(vertices);
            let v = match kind % 4 {
                0 if u > 0 => self.below(u),
                1 => self.below(vertices),
                2 if u > 0 => u - 1 - self.below(u.min(8)),
                3 if u >= vertices / 4 => self.below(vertices / 4 + 1),
                _ => continue,
            };
            list.push((u as u32, v as u32));
        }
        list
    }
}

/// What the plain engines say: remoteness and suspense (normal, misère), values, Smith's values.
pub(super) struct Plain {
    pub(super) outcomes: [Vec<u32>; 2],
    pub(super) suspense: [Vec<u32>; 2],
    pub(super) values: Vec<u32>,
    pub(super) smith: Vec<LoopyValue>,
}

impl Plain {
    pub(super) fn of(vertices: usize, arcs: &[Arc]) -> Plain {
        let cx = Context::default();
        let graph = Reverse::from_arcs(vertices, arcs, &cx).unwrap();
        let remoteness = |convention| {
            let outcomes = Outcomes::of(&graph, convention, &cx).unwrap();
            (0..vertices as u32).map(|v| outcomes.remoteness(v).unwrap_or(NONE)).collect()
        };
        let suspense = |convention| {
            let suspense = Suspense::of(&graph, convention, &cx).unwrap();
            (0..vertices as u32).map(|v| suspense.get(v).unwrap_or(NONE)).collect()
        };
        let values = GrundyValues::of(&graph, &cx).unwrap();
        let smith = SmithValues::of(&graph, &cx).unwrap();
        Plain {
            outcomes: [remoteness(Convention::Normal), remoteness(Convention::Misere)],
            suspense: [suspense(Convention::Normal), suspense(Convention::Misere)],
            values: values.iter().map(|value| value.unwrap_or(NONE)).collect(),
            smith: (0..vertices as u32).map(|v| smith.get(v)).collect(),
        }
    }

    pub(super) fn finite(&self) -> Vec<u32> {
        self.smith.iter().map(|value| value.finite().copied().unwrap_or(NONE)).collect()
    }
}

fn on_disk(folder: &Folder, vertices: usize, arcs: &[Arc], memory: u64, cx: &Context) -> Result<Compressed, Error> {
    let mut builder = Builder::new(&folder.0.join("graph"), vertices, memory, cx)?;
    builder.add(arcs)?;
    builder.finish()
}

#[test]
fn labels_from_disk_are_those_of_the_plain_engines() {
    let (folder, cx, mut random) = (Folder::new(), Context::default(), Random(7));
    for round in 0..180 {
        let vertices = 1 + random.below(300);
        let arcs = vertices * random.below(5);
        let arcs = random.graph(round, vertices, arcs);
        let vertices = vertices as usize;
        let graph = on_disk(&folder, vertices, &arcs, 0, &cx).unwrap();
        let graph = if round % 2 == 0 { graph } else { graph.hold(0, &cx).unwrap() };
        assert_eq!((graph.vertices(), graph.arcs()), (vertices, arcs.len() as u64));
        let plain = Plain::of(vertices, &arcs);
        assert_eq!(beyond::outcomes(&graph, Convention::Normal, &cx).unwrap(), plain.outcomes[0], "round {round}");
        assert_eq!(beyond::outcomes(&graph, Convention::Misere, &cx).unwrap(), plain.outcomes[1], "round {round}");
        assert_eq!(beyond::suspense(&graph, Convention::Normal, &cx).unwrap(), plain.suspense[0], "round {round}");
        assert_eq!(beyond::suspense(&graph, Convention::Misere, &cx).unwrap(), plain.suspense[1], "round {round}");
        assert_eq!(beyond::values(&graph, &cx).unwrap(), plain.values, "round {round}");
        let smith = beyond::Smith::of(&graph, &cx).unwrap();
        let values: Vec<u32> = smith.values().collect();
        for (v, expected) in (0..).zip(&plain.smith) {
            match expected {
                LoopyValue::Finite(value) => assert_eq!(values[v as usize], *value, "round {round}: {v}"),
                LoopyValue::Infinite(set) => {
                    assert_eq!((values[v as usize], &smith.set(v)), (NONE, set), "round {round}: {v}");
                }
            }
        }
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
    let smith = beyond::Smith::of(&graph, &cx).unwrap();
    let plain = Plain::of(144, &arcs);
    let values: Vec<u32> = smith.values().collect();
    assert_eq!(values, plain.finite());
    assert_eq!((values[139], values[140]), (139, 69));
    assert_eq!(LoopyValue::Infinite(smith.set(142)), plain.smith[142]);
}

/// Values beyond the mask take memory by vertices, not by arcs, and the budget is asked for it.
#[test]
fn dense_graphs_stay_in_their_budget() {
    let (folder, n) = (Folder::new(), 1200u32);
    let arcs: Vec<Arc> = (0..n).flat_map(|u| (0..u).map(move |v| (u, v))).collect();
    let graph = on_disk(&folder, n as usize, &arcs, 0, &Context::default()).unwrap();
    let of = |memory| {
        let cx = Context::new(Budget { memory: Some(memory), ..Budget::UNLIMITED });
        beyond::values(&graph, &cx)
    };
    // lists of all values would take 2.9 MB in the middle of the way
    assert_eq!(of(1 << 18).unwrap(), (0..n).collect::<Vec<_>>());
    assert!(matches!(of(1 << 16), Err(Error::Stopped(stopped)) if stopped.spent == Spent::Memory));
}

/// A text of 11 MB with a budget of 1.1 MB for everything.
#[test]
fn a_graph_ten_times_larger_than_memory() {
    let folder = Folder::new();
    for (kind, bound) in [(0, 3.2), (2, 1.5)] {
        let arcs = Random(kind).graph(kind, 30_000, 1_000_000);
        let text: String = arcs.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
        let path = folder.0.join("edges.txt");
        fs::write(&path, &text).unwrap();
        let budget = Budget { memory: Some(text.len() as u64 / 10), ..Budget::UNLIMITED };
        let cx = Context::new(budget);
        let edges = EdgeFile::open(&path).unwrap();
        let graph = Builder::from_file(&edges, &folder.0.join("graph"), 1 << 18, &cx).unwrap().temporary();
        let bytes = graph.adjacency_bytes() as f64 / graph.arcs() as f64;
        assert!(bytes <= bound, "{bytes} bytes an arc");
        let plain = Plain::of(graph.vertices(), &arcs);
        assert!(beyond::Smith::of(&graph, &cx).unwrap().values().eq(plain.finite()));
        let cx = Context::new(budget);
        assert_eq!(beyond::outcomes(&graph, Convention::Normal, &cx).unwrap(), plain.outcomes[0]);
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
        let check = |graph: &Compressed| {
            assert_eq!(beyond::values(graph, &cx).unwrap(), plain.values);
            assert_eq!(beyond::outcomes(graph, Convention::Misere, &cx).unwrap(), plain.outcomes[1]);
        };
        check(&graph);
        check(&graph.hold(0, &cx).unwrap());
    }
    let empty = on_disk(&folder, 0, &[], 0, &cx).unwrap();
    assert!(beyond::values(&empty, &cx).unwrap().is_empty());
}

/// Lists are kept in memory where labels then still have theirs, and nowhere else.
#[test]
fn lists_are_held_as_far_as_memory_goes() {
    let (folder, n) = (Folder::new(), 4000u32);
    let arcs = Random(12).graph(1, u64::from(n), 40_000);
    let expected = Plain::of(n as usize, &arcs).finite();
    drop(on_disk(&folder, n as usize, &arcs, 0, &Context::default()).unwrap());
    let mut held = Vec::new();
    for memory in (0..).map(|step| 180_000 + 20_000 * step).take(12) {
        let cx = Context::new(Budget { memory: Some(memory), ..Budget::UNLIMITED });
        let graph = Compressed::open(&folder.0.join("graph"), 1 << 12, &cx).unwrap();
        let before = cx.reserved();
        let graph = graph.hold(beyond::memory(n as usize, false), &cx).unwrap();
        assert!(cx.reserved() <= memory);
        held.push(cx.reserved() > before + graph.adjacency_bytes());
        assert_eq!(beyond::Smith::of(&graph, &cx).unwrap().values().collect::<Vec<_>>(), expected);
    }
    assert!(held.is_sorted() && !held[0] && held[11], "{held:?}");
}

#[test]
fn damage_is_seen() {
    let (folder, cx) = (Folder::new(), Context::default());
    let arcs = Random(3).graph(1, 500, 2000);
    let path = folder.0.join("graph");
    let expected = beyond::values(&on_disk(&folder, 500, &arcs, 0, &cx).unwrap(), &cx).unwrap();
    let whole = fs::read(&path).unwrap();
    let label = |hold: bool| {
        Compressed::open(&path, 0, &cx).and_then(|graph| {
            let graph = if hold { graph.hold(0, &cx)? } else { graph };
            // every group is read
            graph.visit(&(0..500).collect::<Vec<u32>>(), &cx, |_| Ok(()))?;
            beyond::values(&graph, &cx)
        })
    };
    assert_eq!((label(false).unwrap(), label(true).unwrap()), (expected.clone(), expected));
    for at in (0..whole.len()).step_by(7) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&path, &bytes).unwrap();
        for hold in [false, true] {
            match label(hold) {
                Err(Error::Bad(fault)) => assert!(fault.message.contains("is damaged"), "byte {at}: {fault}"),
                other => panic!("byte {at}: {other:?}"),
            }
        }
    }
    for length in (0..whole.len()).step_by(101) {
        fs::write(&path, &whole[..length]).unwrap();
        assert!(matches!(label(length % 2 == 0), Err(Error::Bad(_))), "{length} bytes");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let (folder, cx) = (Folder::new(), Context::default());
    std::os::unix::fs::symlink("/dev/full", folder.0.join("graph")).unwrap();
    match on_disk(&folder, 1000, &Random(1).graph(1, 1000, 5000), 0, &cx) {
        Err(Error::Bad(fault)) => {
            assert_eq!(fault.kind, ErrorKind::Io);
            assert!(fault.message.contains("No space left"), "{fault}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn shares_of_a_text_are_the_text() {
    let folder = Folder::new();
    let path = folder.0.join("edges.txt");
    let mut random = Random(11);
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
        let error = EdgeFile::open(&path).unwrap().survey(&Context::default()).unwrap_err();
        assert!(matches!(&error, Error::Bad(fault) if fault.kind == ErrorKind::Parse), "{wrong}: {error}");
    }
    assert!(EdgeFile::open(&folder.0).is_err());
}

#[test]
fn followers_are_those_of_the_reverse_graph() {
    let (folder, cx, mut random) = (Folder::new(), Context::default(), Random(3));
    let path = folder.0.join("edges.txt");
    for round in 0..20 {
        let arcs = random.graph(round, 30, 100);
        let lines: String = arcs.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
        fs::write(&path, format!("29\n{lines}")).unwrap();
        let graph = Reverse::from_arcs(30, &arcs, &cx).unwrap();
        // equal ones, one that stands alone, and no vertex at all
        let of = [random.below(30) as u32, 7, 29, 7, 1000];
        assert_eq!(EdgeFile::open(&path).unwrap().followers(&of, &cx).unwrap(), graph.followers(&of), "{arcs:?}");
    }
}
