//! Makes a failing question smaller as long as it fails: greedy, one change at a time.

use crate::compare::{Case, check};
use crate::generate::{Alternative, Game, Set};

const ATTEMPTS: usize = 400;

/// The smallest failing case found, and what is wrong with it.
#[must_use]
pub fn shrink(mut case: Case, mut wrong: String) -> (Case, String) {
    let mut attempts = 0;
    'again: loop {
        for smaller in smaller(&case) {
            attempts += 1;
            if attempts > ATTEMPTS {
                return (case, wrong);
            }
            if let Err(text) = check(&smaller) {
                (case, wrong) = (smaller, text);
                continue 'again;
            }
        }
        return (case, wrong);
    }
}

fn smaller(case: &Case) -> Vec<Case> {
    let mut found = Vec::new();
    if case.sum.len() > 1 {
        for at in 0..case.sum.len() {
            let mut one = case.clone();
            one.sum.remove(at);
            found.push(one);
        }
    }
    found.extend(games(&case.game).into_iter().map(|game| Case { game, ..case.clone() }));
    for at in 0..case.sum.len() {
        for i in 0..case.sum[at].len() {
            let n = case.sum[at][i];
            for less in [0, n / 2, n - 1] {
                if (0..n).contains(&less) {
                    let mut one = case.clone();
                    one.sum[at][i] = less;
                    found.push(one);
                }
            }
        }
    }
    if case.misere {
        found.push(Case { misere: false, ..case.clone() });
    }
    found
}

fn without<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    if items.len() < 2 {
        return Vec::new();
    }
    (0..items.len()).map(|at| [&items[..at], &items[at + 1..]].concat()).collect()
}

fn games(game: &Game) -> Vec<Game> {
    match game {
        Game::Take(numbers) => without(numbers).into_iter().map(Game::Take).collect(),
        Game::TakeExcept(numbers) => without(numbers).into_iter().map(Game::TakeExcept).collect(),
        Game::TakeFrom(from) if *from > 1 => vec![Game::TakeFrom(from - 1)],
        Game::TakeFrom(_) => Vec::new(),
        Game::Code(zero, digits) => {
            let mut found: Vec<Game> = without(digits).into_iter().map(|d| Game::Code(*zero, d)).collect();
            if *zero > 0 {
                found.push(Game::Code(0, digits.clone()));
            }
            for (at, digit) in digits.iter().enumerate() {
                for bit in (0..4).filter(|bit| digit >> bit & 1 == 1) {
                    let mut fewer = digits.clone();
                    fewer[at] ^= 1 << bit;
                    found.push(Game::Code(*zero, fewer));
                }
            }
            found
        }
        Game::Union(a, b) => {
            let mut found = vec![(**a).clone(), (**b).clone()];
            found.extend(games(a).into_iter().map(|a| Game::Union(Box::new(a), b.clone())));
            found.extend(games(b).into_iter().map(|b| Game::Union(a.clone(), Box::new(b))));
            found
        }
        Game::Braces(arity, alternatives) => {
            let mut found: Vec<Vec<Alternative>> = without(alternatives);
            for (at, alternative) in alternatives.iter().enumerate() {
                for simpler in simpler(alternative) {
                    let mut one = alternatives.clone();
                    one[at] = simpler;
                    found.push(one);
                }
            }
            found.into_iter().map(|alternatives| Game::Braces(*arity, alternatives)).collect()
        }
    }
}

fn simpler(alternative: &Alternative) -> Vec<Alternative> {
    let mut found = Vec::new();
    if alternative.guard.is_some() {
        found.push(Alternative { guard: None, ..alternative.clone() });
    }
    let sets: Vec<Set> = match &alternative.set {
        Some(Set::List(numbers)) => without(numbers).into_iter().map(Set::List).collect(),
        Some(Set::Range(from, to, step)) => {
            let mut sets = vec![Set::List(vec![1])];
            if *step > 1 {
                sets.push(Set::Range(from.clone(), to.clone(), 1));
            }
            if to.is_some() {
                sets.push(Set::Range(from.clone(), None, *step));
            }
            sets
        }
        None => Vec::new(),
    };
    found.extend(sets.into_iter().map(|set| Alternative { set: Some(set), ..alternative.clone() }));
    found.extend(without(&alternative.parts).into_iter().map(|parts| Alternative { parts, ..alternative.clone() }));
    for (at, (nim, forms)) in alternative.parts.iter().enumerate() {
        for (i, form) in forms.iter().enumerate() {
            if form.divisor > 1 {
                let mut one = alternative.clone();
                one.parts[at].1[i].divisor = 1;
                found.push(one);
            }
        }
        if *nim {
            let mut one = alternative.clone();
            one.parts[at].0 = false;
            found.push(one);
        }
    }
    found
}
