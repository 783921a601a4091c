//! Sprouts by walks over all spots, those with three ends too, with nothing left out, merged or put into an order.

use std::collections::{BTreeSet, HashMap};

use super::*;
use crate::nimbers::testing::{meter, value};
use crate::testing::Random;

/// Regions with the walks around their boundaries, and how many ends each spot has.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Map {
    regions: Vec<Vec<Vec<usize>>>,
    ends: Vec<usize>,
}

impl Map {
    fn free(spots: usize) -> Map {
        Map { regions: vec![(0..spots).map(|spot| vec![spot]).collect()], ends: vec![0; spots] }
    }

    /// The walk from one place to another, both included; the whole way around if they are the same. A spot without ends is
    /// met once.
    fn way(&self, walk: &[usize], from: usize, to: usize) -> Vec<usize> {
        if self.ends[walk[from]] == 0 {
            return vec![walk[from]];
        }
        let steps = match (to + walk.len() - from) % walk.len() {
            0 => walk.len(),
            steps => steps,
        };
        (0..=steps).map(|step| walk[(from + step) % walk.len()]).collect()
    }

    fn moves(&self) -> Vec<Map> {
        let (mut all, z) = (Vec::new(), self.ends.len());
        let mut after = |region: usize, new: Vec<Vec<Vec<usize>>>, joined: [usize; 2]| {
            let mut map = self.clone();
            map.regions.remove(region);
            map.regions.extend(new);
            joined.iter().for_each(|&spot| map.ends[spot] += 1);
            map.ends.push(2);
            all.push(map);
        };
        for (r, region) in self.regions.iter().enumerate() {
            let places: Vec<(usize, usize)> =
                region.iter().enumerate().flat_map(|(b, walk)| (0..walk.len()).map(move |at| (b, at))).collect();
            for (i, &(b, x)) in places.iter().enumerate() {
                for &(c, y) in &places[i..] {
                    let spots = [region[b][x], region[c][y]];
                    let needs = if spots[0] == spots[1] { 2 } else { 1 };
                    if spots.iter().any(|&spot| self.ends[spot] + needs > 3) {
                        continue;
                    }
                    let others = |gone: &[usize]| -> Vec<Vec<usize>> {
                        (0..region.len()).filter(|b| !gone.contains(b)).map(|b| region[b].clone()).collect()
                    };
                    if b != c {
                        let mut joined = self.way(&region[b], x, x);
                        joined.push(z);
                        joined.extend(self.way(&region[c], y, y));
                        joined.push(z);
                        let mut new = others(&[b, c]);
                        new.push(joined);
                        after(r, vec![new], spots);
                        continue;
                    }
                    let (one, two) = if x == y {
                        (vec![spots[0], z], [self.way(&region[b], x, x), vec![z]].concat())
                    } else {
                        ([self.way(&region[b], x, y), vec![z]].concat(), [self.way(&region[b], y, x), vec![z]].concat())
                    };
                    let rest = others(&[b]);
                    for set in 0..1u32 << rest.len() {
                        let side =
                            |bit: u32| (0..rest.len()).filter(move |k| set >> k & 1 == bit).map(|k| rest[k].clone());
                        let new = vec![side(1).chain([one.clone()]).collect(), side(0).chain([two.clone()]).collect()];
                        after(r, new, spots);
                    }
                }
            }
        }
        all
    }

    /// As text, without the spots that have three ends.
    fn text(&self) -> String {
        let mut text = String::new();
        for region in &self.regions {
            for walk in region {
                for &spot in walk.iter().filter(|&&spot| self.ends[spot] < 3) {
                    match self.ends[spot] {
                        0 => text.push('0'),
                        1 => text.push('1'),
                        _ => {
                            let first =
                                if walk.iter().filter(|&&other| other == spot).count() == 2 { b'a' } else { b'A' };
                            text.push(char::from(first + (spot % 26) as u8));
                            text.extend(std::iter::repeat_n('\'', spot / 26));
                        }
                    }
                }
                text.push('.');
            }
            text.push('}');
        }
        text + "]!"
    }

    fn parts(&self) -> Sum<Land> {
        cancelled(Sprouts.position(&self.text()).unwrap_or_else(|fault| panic!("{}: {fault}", self.text())))
    }

    /// The same position, drawn otherwise.
    fn shuffled(&self, random: &mut Random) -> Map {
        let mut map = self.clone();
        let mut names: Vec<usize> = (0..map.ends.len()).collect();
        shuffle(&mut names, random);
        shuffle(&mut map.regions, random);
        for region in &mut map.regions {
            shuffle(region, random);
            let turned = random.below(2) == 1;
            for walk in region.iter_mut() {
                let by = random.below(walk.len() as u64) as usize;
                walk.rotate_left(by);
                if turned {
                    walk.reverse();
                }
                walk.iter_mut().for_each(|spot| *spot = names[*spot]);
            }
        }
        self.ends.iter().enumerate().for_each(|(spot, &ends)| map.ends[names[spot]] = ends);
        map
    }
}

fn shuffle<T>(all: &mut [T], random: &mut Random) {
    (1..all.len()).for_each(|i| all.swap(i, random.below(i as u64 + 1) as usize));
}

/// The value by the definition, over parts so that it ends in time.
fn literal(map: &Map, known: &mut HashMap<String, u64>) -> u64 {
    let mut spelt = map.clone();
    spelt.regions.iter_mut().for_each(|region| region.sort());
    spelt.regions.sort();
    let text = spelt.text();
    if let Some(&value) = known.get(&text) {
        return value;
    }
    let values: Vec<u64> = map.moves().iter().map(|left| literal(left, known)).collect();
    let value = (0..).find(|n| !values.contains(n)).unwrap();
    known.insert(text, value);
    value
}

fn played(random: &mut Random, spots: usize, moves: usize) -> Map {
    let mut map = Map::free(spots);
    for _ in 0..moves {
        let mut after = map.moves();
        if after.is_empty() {
            break;
        }
        map = after.swap_remove(random.below(after.len() as u64) as usize);
    }
    map
}

/// Two letters that are alone in two regions are one move: what the last move but one of a small region leaves is written
/// so or as `22`, according to whether its boundaries were joined before.
fn plain(parts: Sum<Land>) -> Sum<Land> {
    let position = |word: &str| Sprouts.position(word).unwrap().remove(0);
    let (twice, once) = (position("AB.}AB.}]!"), position("22.}]!"));
    cancelled(parts.into_iter().map(|part| if part == twice { once.clone() } else { part }).collect())
}

/// The moves of a position are those of the definition, one by one.
#[test]
fn moves_lead_where_the_definition_leads() {
    let mut random = Random::new(1);
    for _ in 0..1500 {
        let spots = 1 + random.below(5) as usize;
        let moves = random.below(3 * spots as u64) as usize;
        let map = played(&mut random, spots, moves);
        // of a sum each part moves
        let parts = Sprouts.position(&map.text()).unwrap();
        let mut mine = BTreeSet::new();
        for (at, part) in parts.iter().enumerate() {
            let rest = || parts.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, part)| part.clone());
            for left in Sprouts.moves(part, &mut meter()).unwrap() {
                mine.insert(cancelled(rest().chain(left).collect()));
            }
        }
        let theirs: BTreeSet<Sum<Land>> = map.moves().iter().map(Map::parts).collect();
        assert_eq!(mine.into_iter().map(plain).collect::<BTreeSet<_>>(), theirs.into_iter().map(plain).collect());
    }
}

#[test]
fn values_are_those_of_the_definition() {
    let (mut random, mut known, mut checked) = (Random::new(2), HashMap::new(), HashMap::new());
    let mut seen = [0; 3];
    for _ in 0..300 {
        let spots = 2 + random.below(4) as usize;
        let moves = 3 * spots - 1 - random.below(5) as usize;
        let map = played(&mut random, spots, moves);
        if map.moves().len() < 40 {
            let found = map.parts().iter().fold(0, |xor, part| xor ^ value(&Sprouts, part, &mut checked));
            assert_eq!(found, literal(&map, &mut known), "{}", map.text());
            seen[found.min(2) as usize] += 1;
        }
    }
    assert!(seen[0] > 30 && seen[1] > 30 && seen[2] > 5, "{seen:?}");
}

/// However it is drawn, a position has one form, and the form is a position that is its own form.
#[test]
fn a_position_has_one_form() {
    let mut random = Random::new(3);
    for _ in 0..600 {
        let (spots, moves) = (2 + random.below(6) as usize, 1 + random.below(9) as usize);
        let map = played(&mut random, spots, moves);
        assert_eq!(map.shuffled(&mut random).parts(), map.parts(), "{}", map.text());
        for land in map.parts() {
            assert_eq!(lands(land.draft().0, &mut meter()).unwrap(), [land]);
        }
    }
}

#[test]
fn words_are_read() {
    let read = |word: &str| Sprouts.position(word);
    assert_eq!(read("0.0.0.}]!"), read("0.0.0"));
    assert_eq!(read("2.}]!"), Ok(vec![]));
    assert_eq!(read("-"), Ok(vec![]));
    assert_eq!(read("0.}]!"), read("222.}]!"));
    assert_eq!(read("0.0.AB.}AB.}]!"), read("BA.0.0}BA}2"));
    assert_ne!(read("0.0.}]!"), read("0.1.}]!"));
    for word in ["01.}", "AA.A.}", "A.A.}", "A.1.}]A.1.}", "0.}!0.}", "é.}", "0.3.}", "0 0"] {
        assert!(read(word).is_err(), "{word}");
    }
}
