//! What the tests of this crate and of those above share.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use grundy_core::{Context, Convention};

pub use grundy_core::testing::Random;

use crate::{Arc, GrundyValues, LoopyValue, NONE, Outcomes, Reverse, SmithValues, Suspense};

/// A new folder that is removed at the end.
#[derive(Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    #[allow(clippy::new_without_default, reason = "each is another")]
    pub fn new() -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("grundy-test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A graph of some vertices: acyclic, cyclic, deep (near targets) or wide.
pub fn graph(random: &mut Random, kind: u64, vertices: u64, arcs: u64) -> Vec<Arc> {
    let mut list = Vec::new();
    for _ in 0..arcs {
        let u = random.below(vertices);
        let v = match kind % 4 {
            0 if u > 0 => random.below(u),
            1 => random.below(vertices),
            2 if u > 0 => u - 1 - random.below(u.min(8)),
            3 if u >= vertices / 4 => random.below(vertices / 4 + 1),
            _ => continue,
        };
        list.push((u as u32, v as u32));
    }
    list
}

/// What is said in memory: remoteness and suspense (normal, misère), values, Smith's values.
#[derive(Debug)]
pub struct Plain {
    pub outcomes: [Vec<u32>; 2],
    pub suspense: [Vec<u32>; 2],
    pub values: Vec<u32>,
    pub smith: Vec<LoopyValue>,
}

impl Plain {
    #[must_use]
    pub fn of(vertices: usize, arcs: &[Arc]) -> Plain {
        let cx = Context::default();
        let graph = Reverse::from_arcs(vertices, arcs, &cx).unwrap();
        let remoteness = |convention| Outcomes::of(&graph, convention, &cx).unwrap().into_remoteness();
        let suspense = |convention| Suspense::of(&graph, convention, &cx).unwrap().into_numbers();
        let values = GrundyValues::of(&graph, &cx).unwrap();
        let smith = SmithValues::of(&graph, &cx).unwrap();
        Plain {
            outcomes: [remoteness(Convention::Normal), remoteness(Convention::Misere)],
            suspense: [suspense(Convention::Normal), suspense(Convention::Misere)],
            values: values.iter().map(|value| value.unwrap_or(NONE)).collect(),
            smith: (0..vertices as u32).map(|v| smith.get(v)).collect(),
        }
    }

    #[must_use]
    pub fn finite(&self) -> Vec<u32> {
        self.smith.iter().map(|value| value.finite().copied().unwrap_or(NONE)).collect()
    }
}
