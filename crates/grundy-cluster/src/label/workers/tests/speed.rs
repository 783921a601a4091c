//! The speed of labels by workers and from disk, beside the plain engines.

use super::*;
use grundy_graph::{GrundyValues, Outcomes, Reverse, Rows, SmithValues};

/// The least of each figure over all rounds: times in seconds, and counts.
#[derive(Default)]
struct Least(Vec<(String, f64)>);

impl Least {
    fn note(&mut self, what: String, figure: f64) {
        match self.0.iter_mut().find(|(known, _)| *known == what) {
            Some((_, least)) => *least = least.min(figure),
            None => self.0.push((what, figure)),
        }
    }

    /// By the clock of this thread.
    fn time<T>(&mut self, what: &str, work: impl FnOnce() -> T) -> T {
        let mut clock = crate::clock::Clock::start();
        let done = work();
        self.note(what.to_owned(), clock.lap() as f64 / 1e9);
        done
    }

    /// The sum of some figures; nothing if one was not measured.
    fn sum(&self, of: &[&str]) -> Option<f64> {
        of.iter().map(|what| self.0.iter().find(|(known, _)| known == what).map(|&(_, figure)| figure)).sum()
    }

    /// How many times as long one took as the other, and what is aimed at.
    fn beside(&self, what: &str, one: &[&str], other: &[&str], aim: f64) {
        if let (Some(one), Some(other)) = (self.sum(one), self.sum(other)) {
            let (ratio, met) = (one / other, if one / other >= aim { "" } else { ": MISSED" });
            println!("| {what} | {ratio:.2} | {aim} or more{met} |");
        }
    }

    /// The aims beside what was reached.
    fn table(&self, name: &str, bytes: f64, vertices: f64) {
        println!("\n| {name} | reached | aim |\n|---|---|---|");
        println!("| bytes an arc | {bytes:.2} | 4 and 4 a vertex |");
        for label in ["outcomes", "mex", "Smith"] {
            let plain = format!("plain: {label}");
            self.beside(
                &format!("{label}, from the file, to plain speed"),
                &[&plain],
                &[&format!("file: {label}")],
                0.5,
            );
            let worker = format!("1 x 1: {label}");
            self.beside(&format!("{label}, one worker, to plain speed"), &[&plain], &[&worker], 0.75);
        }
        // a deep narrow graph is given to one worker
        if name == "deep" {
            return;
        }
        let one = ["1 x 1: load", "1 x 1: outcomes"];
        self.beside("load and outcomes, two threads", &one, &["1 x 2: load", "1 x 2: outcomes"], 1.5);
        self.beside("load and outcomes, two processes", &one, &["2 x 1: load", "2 x 1: outcomes"], 1.4);
        self.beside("load and outcomes, four threads", &one, &["1 x 4: load", "1 x 4: outcomes"], 2.2);
        self.beside("Smith's values, two threads", &["1 x 1: Smith"], &["1 x 2: Smith"], 1.3);
        for (what, others) in [("1 x 2", 1.0), ("1 x 4", 3.0)] {
            if let Some(messages) = self.sum(&[&format!("{what}: messages")]) {
                let share = messages / (vertices * others);
                println!("| messages a vertex and other worker, {what} | {share:.2} | 1 or less |");
                assert!(share <= 1.0);
            }
        }
    }
}

/// What the documentation tells: thread CPU time on 10^7 arcs, the busiest worker, the least of five rounds in which
/// everything has its turn: neighbours on the machine come and go. `cargo xtask bench --workers` runs it optimised and
/// alone; `SPEED=dag,loopy,deep` chooses graphs, and `SPEED=dag,alone` leaves the workers out. "2 x 1" are two processes
/// of one worker.
#[test]
#[ignore = "long: measures the speed"]
fn speed() {
    let folder = Folder::new();
    let wanted = std::env::var("SPEED").unwrap_or_else(|_| "dag,loopy,deep".to_owned());
    for (name, vertices, kind) in [("dag", 1_000_000, 0), ("loopy", 3_000_000, 1), ("deep", 1_000_000, 4)] {
        if !wanted.contains(name) {
            continue;
        }
        let mut random = Random::new(1);
        let arcs: Vec<Arc> = match kind {
            4 => (0..10_000_000)
                .map(|_| {
                    let u = 1 + random.below(vertices - 1);
                    (u as u32, (u - 1 - random.below(u.min(1000))) as u32)
                })
                .collect(),
            _ => graph(&mut random, kind, vertices, 10_000_000),
        };
        let (edges, cx) = (edges(&folder, &arcs), Context::default());
        let rows = Reverse::from_arcs(count(&arcs), &arcs, &cx).unwrap();
        let build = |name: &str| Builder::from_file(&edges, &folder.0.join(name), 1 << 24, &cx).unwrap().temporary();
        let file = build("graph");
        let (mut least, mut sums) = (Least::default(), Vec::new());
        for _ in 0..5 {
            least.time("plain: rows", || Reverse::from_arcs(count(&arcs), &arcs, &cx).unwrap());
            least.time("plain: outcomes", || Outcomes::of(&rows, Convention::Normal, &cx).unwrap());
            least.time("plain: mex", || GrundyValues::of(&rows, &cx).unwrap());
            least.time("plain: Smith", || SmithValues::of(&rows, &cx).unwrap());
            least.time("file: built", || build("again"));
            least.time("file: outcomes", || Outcomes::of(&file, Convention::Normal, &cx).unwrap());
            least.time("file: mex", || GrundyValues::of(&file, &cx).unwrap());
            least.time("file: Smith", || SmithValues::of(&file, &cx).unwrap());
            for (number, workers) in [(1, 1), (1, 2), (1, 4), (2, 1), (4, 1)] {
                if wanted.contains("alone") {
                    break;
                }
                let how = Options { table: false, ..options(workers, 256, 2000) };
                let report = if number == 1 {
                    run(&edges, NORMAL, &how, &cx).unwrap()
                } else {
                    processes(&edges, &how, number).remove(0).unwrap()
                };
                for (part, time) in ["load", "outcomes", "Smith"].into_iter().zip(report.effort.cpu) {
                    least.note(format!("{number} x {workers}: {part}"), time);
                }
                least.note(format!("{number} x {workers}: messages"), report.effort.messages.0 as f64);
                sums.push((report.outcomes_sum, report.values_sum));
            }
        }
        sums.dedup();
        assert!(sums.len() < 2);
        println!();
        for (what, figure) in &least.0 {
            println!("{name}: {what} {figure:.3}");
        }
        least.table(name, file.bytes() as f64 / file.arcs() as f64, vertices as f64);
    }
}
