//! What the tests of the games on boards share: values and outcomes by definition, over whole positions that are never
//! split, turned or reduced.

use std::collections::HashMap;
use std::hash::Hash;

use crate::{Context, Convention, Method, Nat, Outcome, SolveOptions, game};

/// Positions by definition: the value, and whether the player to move wins where a player who cannot move wins.
#[derive(Debug)]
pub(crate) struct Plain<T, F> {
    options: F,
    known: HashMap<T, (u64, bool)>,
}

impl<T: Clone + Eq + Hash, F: Fn(&T) -> Vec<T>> Plain<T, F> {
    pub(crate) fn new(options: F) -> Self {
        Plain { options, known: HashMap::new() }
    }

    pub(crate) fn of(&mut self, position: &T) -> (u64, bool) {
        if let Some(known) = self.known.get(position) {
            return *known;
        }
        let told: Vec<(u64, bool)> = (self.options)(position).iter().map(|option| self.of(option)).collect();
        let misere = told.is_empty() || told.iter().any(|&(_, next)| !next);
        let found = (crate::mex(told.into_iter().map(|(value, _)| value)), misere);
        self.known.insert(position.clone(), found);
        found
    }

    /// Does the catalogue's game say the same of these texts, in normal play by every method and in misère play?
    pub(crate) fn agrees(&mut self, name: &str, texts: impl IntoIterator<Item = (String, T)>) {
        // what one method has learnt no other is to know
        let methods =
            [Method::Couples, Method::Pruning, Method::Proof, Method::Mex].map(|method| (method, game(name).unwrap()));
        let of = game(name).unwrap();
        let wanted = SolveOptions::default().with_value(true).with_moves(false);
        for (text, position) in texts {
            let (value, next) = self.of(&position);
            for (method, of) in &methods {
                let cx = Context::default().with_method(Some(*method));
                let found = of.at_text(&text).solve_with(&wanted, &cx).unwrap().value.clone();
                assert_eq!(found, Some(Nat::from(value)), "{name}({text:?}) by {method:?}");
            }
            let misere = of.at_text(&text).misere();
            assert_eq!(misere.convention(), Convention::Misere);
            let expected = Outcome::won_if(next);
            assert_eq!(misere.outcome(), Ok(expected), "misere {name}({text:?})");
        }
    }
}

/// Rows of marks, drawn at random: `marks` as often as they stand there.
pub(crate) fn random_board(
    random: &mut grundy_core::testing::Random,
    rows: usize,
    columns: usize,
    marks: &str,
) -> String {
    let marks: Vec<char> = marks.chars().collect();
    let row = |random: &mut grundy_core::testing::Random| (0..columns).map(|_| random.pick(&marks)).collect::<String>();
    (0..rows).map(|_| row(random)).collect::<Vec<_>>().join("|")
}

/// A random graph as its text and as its edges.
pub(crate) fn random_graph(
    random: &mut grundy_core::testing::Random,
    vertices: u64,
    most: u64,
) -> (String, Vec<(u32, u32)>) {
    let mut edges = Vec::new();
    for _ in 0..random.below(most + 1) {
        let (a, b) = (random.below(vertices) as u32, random.below(vertices) as u32);
        if a != b {
            edges.push((a.min(b), a.max(b)));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    let texts: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
    (format!("edges:{}", texts.join(",")), edges)
}
