//! Random rules: every engine of the library against direct recursion, normal and misère.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;

use grundy_fuzz::Arguments;
use grundy_fuzz::brute::{Brute, Component};
use grundy_fuzz::compare::{Case, Verdict, check};
use grundy_fuzz::generate::{self, Family, Game};
use grundy_fuzz::random::Random;
use grundy_fuzz::shrink::shrink;

/// What was drawn.
#[derive(Debug, Default)]
struct Distribution {
    rules: u64,
    families: BTreeMap<Family, u64>,
    splits: u64,
    above_three: u64,
    periods: u64,
    endless: u64,
    agreed: u64,
    unsupported: u64,
    budget: u64,
    misere: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::read();
    let mut random = Random::new(arguments.seed);
    std::panic::set_hook(Box::new(|_| {}));
    let mut drawn = Distribution::default();
    let start = Instant::now();
    while start.elapsed() < arguments.time {
        let (family, game) = generate::game(&mut random);
        drawn.note(family, &game);
        for case in Case::of(&game, &mut random) {
            match check(&case) {
                Ok(verdict) => drawn.count(verdict, case.misere),
                Err(wrong) => {
                    let (small, wrong_small) = shrink(case.clone(), wrong.clone());
                    println!("seed {}, rule {}: {wrong}\n  {}", arguments.seed, drawn.rules, case.text());
                    println!("shrunk: {wrong_small}");
                    let verb = if small.sum.is_empty() { "table --to 20" } else { "solve" };
                    println!("  grundy {verb} '{}'", small.text());
                    return ExitCode::FAILURE;
                }
            }
        }
    }
    drawn.print();
    ExitCode::SUCCESS
}

impl Distribution {
    fn note(&mut self, family: Family, game: &Game) {
        self.rules += 1;
        *self.families.entry(family).or_default() += 1;
        self.splits += u64::from(game.splits());
        let mut brute = Brute::new(game);
        if game.arity() > 1 || !brute.ends(40) {
            return;
        }
        let to = if game.splits() { 20 } else { 40 };
        let values: Vec<u64> = (0..=to).map(|n| brute.value(&Component::Own(vec![n]))).collect();
        self.above_three += u64::from(values.iter().any(|v| *v > 3));
        let tail = &values[values.len() / 4..];
        let repeats = |p: usize| (p..tail.len()).all(|n| tail[n] == tail[n - p]);
        self.periods += u64::from((2..tail.len() / 3).any(repeats) && !repeats(1));
    }

    fn count(&mut self, verdict: Verdict, misere: bool) {
        match verdict {
            Verdict::Agrees => {
                self.agreed += 1;
                self.misere += u64::from(misere);
            }
            Verdict::Endless => self.endless += 1,
            Verdict::Unsupported => self.unsupported += 1,
            Verdict::Budget => self.budget += 1,
        }
    }

    fn print(&self) {
        let share = |n: u64| format!("{:.0} %", 100.0 * n as f64 / self.rules.max(1) as f64);
        println!(
            "{} rules, {} questions agree ({} misère), {} refused as endless, {} not supported, {} out of budget",
            self.rules, self.agreed, self.misere, self.endless, self.unsupported, self.budget
        );
        println!(
            "  of the rules: splits {}, values above 3 {}, real periods {}",
            share(self.splits),
            share(self.above_three),
            share(self.periods)
        );
        let families: Vec<String> = self.families.iter().map(|(f, n)| format!("{f:?} {}", share(*n))).collect();
        println!("  families: {}", families.join(", "));
    }
}
