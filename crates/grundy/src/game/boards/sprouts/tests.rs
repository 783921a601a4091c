//! Sprouts against a second coding of the rules: walks over all spots, those without lives too, and nothing left out, merged
//! or put into an order.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use grundy_core::testing::Random;
use grundy_core::{Context, Rules};
use grundy_search::nimbers::{Method, Nimbers};

use super::position::Spots;
use super::{Lands, Sprouts};
use crate::game::boards::testing::Plain;
use crate::{Nat, Outcome, game};

/// Regions with the walks around their boundaries, and how many ends each spot has.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Map {
    regions: Vec<Vec<Vec<usize>>>,
    ends: Vec<u32>,
}

impl Map {
    fn free(spots: usize) -> Map {
        Map { regions: vec![(0..spots).map(|spot| vec![spot]).collect()], ends: vec![0; spots] }
    }

    /// The walk from a place of a boundary back to it.
    fn around(&self, boundary: &[usize], at: usize) -> Vec<usize> {
        let mut walk = boundary[at..].to_vec();
        walk.extend(&boundary[..at]);
        if self.ends[boundary[at]] > 0 {
            walk.push(boundary[at]);
        }
        walk
    }

    /// With these regions in place of one, after a curve between x and y.
    fn after(&self, region: usize, new: Vec<Vec<Vec<usize>>>, x: usize, y: usize) -> Map {
        let mut left = self.clone();
        left.regions.remove(region);
        left.regions.extend(new);
        left.ends[x] += 1;
        left.ends[y] += 1;
        left.ends.push(2);
        left
    }

    fn moves(&self) -> Vec<Map> {
        let (mut all, z) = (Vec::new(), self.ends.len());
        let lives = |spot: usize| 3 - self.ends[spot];
        for (at, region) in self.regions.iter().enumerate() {
            for (first, boundary) in region.iter().enumerate() {
                let without = |gone: &[usize]| -> Vec<Vec<usize>> {
                    region.iter().enumerate().filter(|(i, _)| !gone.contains(i)).map(|(_, walk)| walk.clone()).collect()
                };
                for i in (0..boundary.len()).filter(|&i| lives(boundary[i]) > 0) {
                    let (x, from_x) = (boundary[i], self.around(boundary, i));
                    for (second, other) in region.iter().enumerate().skip(first + 1) {
                        for j in (0..other.len()).filter(|&j| lives(other[j]) > 0) {
                            let joined = [from_x.clone(), vec![z], self.around(other, j), vec![z]].concat();
                            let mut new = without(&[first, second]);
                            new.push(joined);
                            all.push(self.after(at, vec![new], x, other[j]));
                        }
                    }
                    for j in i..boundary.len() {
                        let y = boundary[j];
                        if if i == j { lives(x) < 2 } else { x == y || lives(y) == 0 } {
                            continue;
                        }
                        let turned = [&boundary[i..], &boundary[..i]].concat();
                        let inside = [&turned[..=j - i], &[z]].concat();
                        let outside = if i == j {
                            [from_x.as_slice(), &[z]].concat()
                        } else {
                            [&turned[j - i..], &[x, z]].concat()
                        };
                        let rest = without(&[first]);
                        for set in 0..1u32 << rest.len() {
                            let side =
                                |wanted: u32| rest.iter().enumerate().filter(move |(k, _)| set >> k & 1 == wanted);
                            let side = |wanted: u32| side(wanted).map(|(_, walk)| walk.clone());
                            let new = vec![
                                side(1).chain([inside.clone()]).collect(),
                                side(0).chain([outside.clone()]).collect(),
                            ];
                            all.push(self.after(at, new, x, y));
                        }
                    }
                }
            }
        }
        all
    }

    /// As text, without the spots that have no lives.
    fn text(&self) -> String {
        let mut text = String::new();
        for region in &self.regions {
            for boundary in region {
                let living = boundary.iter().filter(|&&spot| self.ends[spot] < 3);
                text.extend(living.map(|&spot| match self.ends[spot] {
                    0 => "0".to_owned(),
                    1 => "1".to_owned(),
                    _ => {
                        let here = boundary.iter().filter(|&&other| other == spot).count();
                        let letter = char::from(if here == 2 { b'a' } else { b'A' } + (spot % 26) as u8);
                        format!("{letter}{}", "'".repeat(spot / 26))
                    }
                }));
                text.push('.');
            }
            text.push('}');
        }
        text
    }

    /// The same position, drawn otherwise.
    fn shuffled(&self, random: &mut Random) -> Map {
        let mut map = self.clone();
        shuffle(&mut map.regions, random);
        let mut names: Vec<usize> = (0..map.ends.len()).collect();
        shuffle(&mut names, random);
        for region in &mut map.regions {
            shuffle(region, random);
            let turned = random.index(2) == 1;
            for walk in region.iter_mut() {
                let by = random.index(walk.len());
                walk.rotate_left(by);
                if turned {
                    walk.reverse();
                }
                walk.iter_mut().for_each(|spot| *spot = names[*spot]);
            }
        }
        let ends = self.ends.iter().enumerate();
        ends.for_each(|(spot, &ends)| map.ends[names[spot]] = ends);
        map
    }
}

fn shuffle<T>(all: &mut [T], random: &mut Random) {
    (1..all.len()).for_each(|i| all.swap(i, random.index(i + 1)));
}

fn read(text: &str) -> Spots {
    Spots::read(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// A position after so many moves drawn at random, or fewer.
fn played(random: &mut Random, spots: usize, moves: usize) -> Map {
    let mut map = Map::free(spots);
    for _ in 0..moves {
        let mut after = map.moves();
        if after.is_empty() {
            break;
        }
        map = after.swap_remove(random.index(after.len()));
    }
    map
}

#[test]
fn positions_have_the_values_of_the_definition() {
    let mut plain = Plain::new(Map::moves);
    plain.agrees("sprouts", (0..=2).map(|n| (n.to_string(), Map::free(n))));
    let mut random = Random::new(12);
    for _ in 0..200 {
        let spots = 2 + random.index(4);
        let moves = 3 * spots - 1 - random.index(4);
        let map = played(&mut random, spots, moves.saturating_sub(2));
        if map.moves().len() < 40 {
            plain.agrees("sprouts", [(map.text(), map)]);
        }
    }
}

#[test]
fn moves_lead_where_the_definition_leads() {
    let texts = |of: &Spots| {
        let mut texts = BTreeSet::new();
        let _ = Sprouts.options(of, &mut |left| {
            texts.extend(left.iter().map(ToString::to_string));
            ControlFlow::Continue(())
        });
        texts
    };
    for spots in 1..=5 {
        let map = Map::free(spots);
        let (mut mine, mut theirs) = (BTreeSet::from([Spots::free(spots).to_string()]), vec![map]);
        for _ in 0..if spots < 4 { 3 } else { 2 } {
            mine = mine.iter().flat_map(|text| texts(&read(text))).collect();
            theirs = theirs.iter().flat_map(Map::moves).collect();
            let read: BTreeSet<String> = theirs.iter().map(|map| read(&map.text()).to_string()).collect();
            assert_eq!(mine, read, "{spots} spots");
        }
    }
    // after one move: the spots joined, or a loop with so many on its smaller side
    assert_eq!([1, 2, 3, 4, 5, 6].map(|spots| texts(&Spots::free(spots)).len()), [1, 2, 3, 3, 4, 4]);
}

#[test]
fn a_position_has_one_text() {
    let mut random = Random::new(13);
    for _ in 0..400 {
        let (spots, moves) = (2 + random.index(6), 1 + random.index(9));
        let map = played(&mut random, spots, moves);
        let spots = read(&map.text());
        assert_eq!(read(&map.shuffled(&mut random).text()), spots, "{map:?}");
        assert_eq!(read(&spots.to_string()), spots);
        let lands = Sprouts.split(spots.clone());
        for land in &lands {
            assert_eq!(Sprouts.split(land.clone()), std::slice::from_ref(land), "{spots}");
        }
    }
    // so many letters that nothing tells apart
    let pairs: Vec<String> = (0..16).map(|i| format!("A{0}B{0}", "'".repeat(i))).collect();
    let loops = pairs.iter().map(|pair| format!("{pair}.0.}}")).collect::<String>();
    let many = read(&format!("{}.}}{loops}", pairs.join(".")));
    assert_eq!(read(&many.to_string()), many);
}

#[test]
fn spots_have_the_outcomes_that_are_published() {
    let sprouts = game("sprouts").unwrap();
    for n in 0..=6u64 {
        assert_eq!(sprouts.at_text(&n.to_string()).value(), Ok(Nat::from(u64::from(n % 6 > 2))), "{n}");
    }
    let [next, previous] = [Outcome::Next, Outcome::Previous];
    // J. Lemoine, S. Viennot, Analysis of misère Sprouts game with reduced canonical trees, 2009
    for n in 1..=9u64 {
        let expected = if n == 1 || n != 4 && [0, 4, 5].contains(&(n % 6)) { next } else { previous };
        assert_eq!(sprouts.at_text(&n.to_string()).misere().outcome(), Ok(expected), "{n} spots");
    }
}

#[test]
fn searches_agree() {
    let (cx, mut random) = (Context::default(), Random::new(14));
    let mut searches =
        [Method::Couples, Method::Pruning, Method::Proof, Method::Mex].map(|by| Nimbers::new(Lands).by(by));
    for _ in 0..40 {
        let map = played(&mut random, 5, 5);
        let spots = read(&map.text());
        let values = searches.each_mut().map(|search| search.value(&spots, &cx).unwrap());
        assert_eq!(values, [values[3]; 4], "{spots}");
    }
}

#[test]
fn texts_are_read_and_printed() {
    let sprouts = game("sprouts").unwrap();
    let shown = |text: &str| sprouts.at_text(text).to_string();
    assert_eq!(shown("0.0.AB.}AB.}]!"), "sprouts(\"0.0.AB.}AB.}]!\")");
    assert_eq!(shown("0.0.0.}]!"), "sprouts(3)");
    // ends that are missing, and what can never be joined
    assert_eq!(shown("BA.0.0}BA}2"), "sprouts(\"0.0.AB.}AB.}]!\")");
    assert_eq!(shown("2.}"), "sprouts(0)");
    let moves = sprouts.at_text("2").moves().unwrap().moves;
    let texts: Vec<&str> = moves.iter().map(|m| m.to.as_str()).collect();
    assert_eq!(texts, ["sprouts(\"0.AB.}AB.}]!\")", "sprouts(\"1a1a.}]!\")"]);
    for (text, at) in
        [("0.3.}", 2), ("01.}", 0), ("AA.A.}", 3), ("A.A.}", 2), ("A.1.}]A.1.}", 6), ("0.}!0.}", 3), ("é.}", 0)]
    {
        let fault = Spots::read(text).unwrap_err();
        assert_eq!(fault.span.map(|span| span.start), Some(at), "{text}: {fault}");
    }
    assert!(Spots::read("5000").is_err());
}

/// Three lives a spot: what is counted so must not wrap round.
#[test]
fn more_spots_than_there_are_numbers_are_refused() {
    for spots in [1001, u64::MAX / 3, u64::MAX / 3 + 1, u64::MAX / 2 + 2, u64::MAX] {
        for text in [format!("sprouts({spots})"), format!("sprouts(\"{spots}\")")] {
            let fault = crate::Session::new().position(&text).unwrap_err();
            assert!(fault.message.contains("1000 spots at most"), "{text}: {}", fault.message);
        }
    }
}
