//! The slow evaluator: options, values and outcomes straight from the definition, sharing no code with the library.

use std::collections::{BTreeSet, HashMap};

use crate::generate::{Alternative, Game, Place, Set};

/// A component: a heap of Nim, or a place of the game under test.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Component {
    /// The game under test.
    Own(Place),
    /// A heap of Nim.
    Nim(i64),
}

/// What a move leaves: sorted, heaps without a move left out.
pub type Parts = Vec<Component>;

/// More places than any question of the targets can reach.
const REACHABLE: usize = 100_000;

/// Everything that was worked out about one game.
#[derive(Debug)]
pub struct Brute<'a> {
    game: &'a Game,
    /// Can a move be made from the empty place? A hand-over may go from there.
    empty_moves: bool,
    options: HashMap<Component, Vec<Parts>>,
    ending: HashMap<Place, bool>,
    values: HashMap<Component, u64>,
    losing: HashMap<Vec<Component>, bool>,
}

impl<'a> Brute<'a> {
    /// Nothing is worked out yet.
    #[must_use]
    pub fn new(game: &'a Game) -> Self {
        let empty_moves = !all_options(game, &vec![0; game.arity()]).is_empty();
        Brute {
            game,
            empty_moves,
            options: HashMap::new(),
            ending: HashMap::new(),
            values: HashMap::new(),
            losing: HashMap::new(),
        }
    }

    /// Do all moves from places with a sum up to `limit` make every part smaller, in one measure for all? Parts that are
    /// handed over need no measure.
    #[must_use]
    pub fn ends(&self, limit: i64) -> bool {
        let (mut by_sum, mut by_order) = (true, true);
        for place in places(self.game.arity(), limit) {
            for option in all_options(self.game, &place) {
                for part in option {
                    match part {
                        Component::Own(to) => {
                            by_sum &= to.iter().sum::<i64>() < place.iter().sum::<i64>();
                            by_order &= to < place;
                        }
                        Component::Nim(_) => {}
                    }
                }
            }
        }
        by_sum || by_order
    }

    /// Does every play from this sum end? By a search of all that can be reached, whatever the measure.
    pub fn ends_from(&mut self, sum: &[Component]) -> bool {
        sum.iter().all(|component| match component {
            Component::Own(place) => self.play_ends(place),
            Component::Nim(_) => true,
        })
    }

    /// In depth: a place that is met again on its own way is a cycle.
    fn play_ends(&mut self, from: &Place) -> bool {
        let own = |c: &Component| if let Component::Own(place) = c { Some(place.clone()) } else { None };
        let followers = |game: &Game, place: &[i64]| -> Vec<Place> {
            all_options(game, place).iter().flatten().filter_map(own).collect()
        };
        let mut way: Vec<(Place, Vec<Place>)> = vec![(from.clone(), followers(self.game, from))];
        let mut entered = BTreeSet::from([from.clone()]);
        while let Some((place, open)) = way.last_mut() {
            let Some(next) = open.pop() else {
                self.ending.insert(place.clone(), true);
                way.pop();
                continue;
            };
            match self.ending.get(&next) {
                Some(true) => continue,
                None if entered.len() < REACHABLE && entered.insert(next.clone()) => {
                    let open = followers(self.game, &next);
                    way.push((next, open));
                }
                // on the way already, known to be endless, or too far
                _ => {
                    self.ending.extend(way.into_iter().map(|(place, _)| (place, false)));
                    return false;
                }
            }
        }
        true
    }

    /// Is it an empty heap that nobody can move in?
    fn is_nothing(&self, component: &Component) -> bool {
        match component {
            Component::Own(place) => !self.empty_moves && place.iter().all(|n| *n == 0),
            Component::Nim(n) => *n == 0,
        }
    }

    /// Sorted, and without the heaps that nobody can move in.
    #[must_use]
    pub fn tidy(&self, mut option: Parts) -> Parts {
        option.retain(|part| !self.is_nothing(part));
        option.sort();
        option
    }

    /// The distinct options of a component.
    pub fn options(&mut self, component: &Component) -> Vec<Parts> {
        if let Some(known) = self.options.get(component) {
            return known.clone();
        }
        let distinct: BTreeSet<Parts> = match component {
            Component::Nim(n) => (0..*n).map(|m| self.tidy(vec![Component::Nim(m)])).collect(),
            Component::Own(place) => all_options(self.game, place).into_iter().map(|o| self.tidy(o)).collect(),
        };
        let distinct: Vec<Parts> = distinct.into_iter().collect();
        self.options.insert(component.clone(), distinct.clone());
        distinct
    }

    /// The Grundy value by the definition.
    pub fn value(&mut self, component: &Component) -> u64 {
        if let Some(known) = self.values.get(component) {
            return *known;
        }
        let after: BTreeSet<u64> = self.options(component).iter().map(|option| self.total(option)).collect();
        let mut value = 0;
        while after.contains(&value) {
            value += 1;
        }
        self.values.insert(component.clone(), value);
        value
    }

    /// The xor of the values.
    pub fn total(&mut self, sum: &[Component]) -> u64 {
        sum.iter().fold(0, |total, component| total ^ self.value(component))
    }

    /// Does the player to move lose? Misère by a search of the whole sum.
    pub fn loses(&mut self, sum: &[Component], misere: bool) -> bool {
        if !misere {
            return self.total(sum) == 0;
        }
        let key = self.tidy(sum.to_vec());
        if let Some(known) = self.losing.get(&key) {
            return *known;
        }
        let (mut has_options, mut wins) = (false, false);
        for at in 0..key.len() {
            for option in self.options(&key[at]) {
                has_options = true;
                let after = replaced(&key, at, &option);
                wins = wins || self.loses(&after, true);
            }
        }
        let loses = has_options && !wins;
        self.losing.insert(key, loses);
        loses
    }

    /// The winning moves: which component, and what it becomes.
    pub fn winning(&mut self, sum: &[Component], misere: bool) -> BTreeSet<(usize, Parts)> {
        let mut found = BTreeSet::new();
        for at in 0..sum.len() {
            for option in self.options(&sum[at]) {
                if self.loses(&replaced(sum, at, &option), misere) {
                    found.insert((at, option));
                }
            }
        }
        found
    }
}

/// All places with a sum up to `limit` (of heaps: up to `limit`).
#[must_use]
pub fn places(arity: usize, limit: i64) -> Vec<Place> {
    match arity {
        1 => (0..=limit).map(|n| vec![n]).collect(),
        _ => (0..=limit).flat_map(|a| (0..=limit - a).map(move |b| vec![a, b])).collect(),
    }
}

fn replaced(sum: &[Component], at: usize, option: &[Component]) -> Vec<Component> {
    sum[..at].iter().chain(option).chain(&sum[at + 1..]).cloned().collect()
}

/// Every way to move, repetitions included.
fn all_options(game: &Game, place: &[i64]) -> Vec<Parts> {
    let heap = |n: i64| vec![Component::Own(vec![n])];
    let n = place[0];
    match game {
        Game::Take(numbers) => numbers.iter().filter(|k| **k <= n).map(|k| heap(n - k)).collect(),
        Game::TakeFrom(from) => (*from..=n).map(|k| heap(n - k)).collect(),
        Game::TakeExcept(numbers) => (1..=n).filter(|k| !numbers.contains(k)).map(|k| heap(n - k)).collect(),
        Game::Code(zero, digits) => {
            let mut found = Vec::new();
            for (removed, digit) in std::iter::once(zero).chain(digits).enumerate() {
                let left = n - removed as i64;
                for parts in 0..4 {
                    if digit >> parts & 1 == 1 && left >= 0 {
                        partitions(left, parts, 1, &mut Vec::new(), &mut found);
                    }
                }
            }
            found
        }
        Game::Braces(_, alternatives) => alternatives.iter().flat_map(|a| moves(a, place)).collect(),
        Game::Union(a, b) => [all_options(a, place), all_options(b, place)].concat(),
    }
}

fn partitions(total: i64, parts: usize, least: i64, chosen: &mut Parts, found: &mut Vec<Parts>) {
    if parts == 0 {
        if total == 0 {
            found.push(chosen.clone());
        }
        return;
    }
    for part in least..=total {
        chosen.push(Component::Own(vec![part]));
        partitions(total - part, parts - 1, part, chosen, found);
        chosen.pop();
    }
}

fn moves(alternative: &Alternative, place: &[i64]) -> Vec<Parts> {
    let mut variables = place.to_vec();
    let runs: Vec<Option<i64>> = match &alternative.set {
        None => vec![None],
        Some(Set::List(numbers)) => numbers.iter().map(|k| Some(*k)).collect(),
        Some(Set::Range(from, to, step)) => {
            let size: i64 = place.iter().sum();
            let to = to.as_ref().map_or(size, |form| form.at(&variables));
            (from.at(&variables)..=to).step_by(*step as usize).map(Some).collect()
        }
    };
    let mut found = Vec::new();
    for k in runs {
        variables.truncate(place.len());
        variables.extend(k);
        if alternative.guard.as_ref().is_some_and(|guard| !guard.holds(&variables)) {
            continue;
        }
        let parts: Vec<(bool, Place)> = alternative
            .parts
            .iter()
            .map(|(nim, forms)| (*nim, forms.iter().map(|form| form.at(&variables)).collect()))
            .collect();
        if parts.iter().any(|(_, place)| place.iter().any(|n| *n < 0)) {
            continue;
        }
        found.push(
            parts.into_iter().map(|(nim, p)| if nim { Component::Nim(p[0]) } else { Component::Own(p) }).collect(),
        );
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Form, Guard};

    fn heap(n: i64) -> Component {
        Component::Own(vec![n])
    }

    #[test]
    fn kayles_comes_out() {
        let game = Game::Code(0, vec![7, 7]);
        let mut brute = Brute::new(&game);
        let values: Vec<u64> = (0..=12).map(|n| brute.value(&heap(n))).collect();
        assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
        assert_eq!(brute.options(&heap(9)).len(), 9);
    }

    #[test]
    fn wythoff_comes_out() {
        let ray = |x: i64, y: i64| Alternative {
            set: Some(Set::Range(Form::linear(1, &[]), None, 1)),
            guard: None,
            parts: vec![(false, vec![Form::linear(0, &[1, 0, -x]), Form::linear(0, &[0, 1, -y])])],
        };
        let game = Game::Braces(2, vec![ray(1, 0), ray(0, 1), ray(1, 1)]);
        assert_eq!(game.to_string(), "{(a,b) -> (a-k,b) for k in 1..; (a,b-k) for k in 1..; (a-k,b-k) for k in 1..}");
        let mut brute = Brute::new(&game);
        let mut loses = |a, b| brute.loses(&[Component::Own(vec![a, b])], false);
        assert!(loses(4, 7) && loses(1, 2) && loses(6, 10) && !loses(5, 7));
    }

    #[test]
    fn an_empty_heap_may_hand_over() {
        let taken = Alternative {
            set: Some(Set::List(vec![1])),
            guard: None,
            parts: vec![(false, vec![Form::linear(0, &[1, -1])])],
        };
        let handed = Alternative { set: None, guard: None, parts: vec![(true, vec![Form::linear(0, &[1])])] };
        let game = Game::Braces(1, vec![taken, handed]);
        assert_eq!(game.to_string(), "{n -> n-k for k in {1}; nim(n)}");
        let mut brute = Brute::new(&game);
        // 0 hands over nim(0): mex {0} = 1; from 1 the options are 0 and nim(1), both of value 1
        let values: Vec<u64> = (0..3).map(|n| brute.value(&heap(n))).collect();
        assert_eq!(values, [1, 0, 1]);
    }

    #[test]
    fn misere_nim_is_searched() {
        let game = Game::TakeFrom(1);
        let mut brute = Brute::new(&game);
        assert!(brute.loses(&[heap(1), heap(2), heap(3)], true));
        assert!(brute.loses(&[heap(1)], true) && !brute.loses(&[heap(1), heap(1)], true) && !brute.loses(&[], true));
    }

    #[test]
    fn endless_rules_are_seen() {
        let part = |form: Form| vec![(false, vec![form])];
        let stays = Alternative { set: None, guard: None, parts: part(Form::linear(0, &[1]).over(2)) };
        let game = Game::Braces(1, vec![stays.clone()]);
        assert!(!Brute::new(&game).ends(5));
        let positive = Some(Guard::Less(Form::linear(0, &[]), Form::linear(0, &[1])));
        let game = Game::Braces(1, vec![Alternative { guard: positive, ..stays }]);
        assert_eq!(game.to_string(), "{n -> (n)//2 if 0 < n}");
        assert!(Brute::new(&game).ends(50) && Brute::new(&game).ends_from(&[heap(50)]));
    }
}
