//! What stands for a position: two drafts with the same normal form are the same game.
//!
//! **Left out.** Each step keeps the moves of the position, up to such steps:
//!
//! ```text
//! a region with less than two lives       has no move, now and later: it goes
//! a spot that one meets once is left      is a 2
//! a a side by side on a boundary          is a 2: a curve from the one place leaves what a curve from the other leaves
//! a region with two or three lives        is one boundary of spots with one life, in any order: a 0 is 222, a 1 is 22
//! ```
//!
//! The last: of two lives the one move takes both, wherever they are, and leaves the new spot alone. Of three a move takes any two
//! (two of different spots, for a curve joins spots on one boundary or on two; or two of one spot, by a loop, or by a curve to the
//! third life's spot one of them), and then the new spot and the third life have one move more: they are in a common region,
//! as the new spot is met on both sides of the curve and on all of a boundary; where they are in two regions together, the one
//! move uses both up in both.
//!
//! **Parts** are what letters join. A part is the list of its regions, a region that of its boundaries, and a boundary a word that
//! starts anywhere; all boundaries of a region may be gone around in the other sense together, for a move in
//! a region does not ask for it. Letters are named by numbers in the order of what stands around them, refined until nothing
//! more is told apart; where some are alike each of them is tried as the first, and the least list is taken. The list says
//! everything, so equal lists are equal positions; were the order worse than it is, equal positions might get two lists, and a proof be refused.
//!
//! Reference: J. Lemoine, S. Viennot, *Computer analysis of Sprouts with nimbers*, 2010.

use std::collections::HashMap;

use super::{Boundary, Draft, Spot};
use crate::{Meter, Refusal};

/// Words stand for boundaries: spots that are met once, how far it is to the same spot on the same boundary, and from here on letters.
const LETTER: u32 = 1 << 16;
/// One further it is again after one step.
const AGAIN: u32 = 3;

type Word = Vec<u32>;

/// A part: its regions, each as the words of its boundaries.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::nimbers) struct Land(Vec<Vec<Word>>);

/// The parts of a draft.
pub(super) fn lands(mut draft: Draft, meter: &mut Meter<'_>) -> Result<Vec<Land>, Refusal> {
    tidy(&mut draft);
    draft.iter_mut().for_each(merge);
    // regions that a letter joins
    let mut lands = Vec::new();
    while let Some(first) = draft.pop() {
        let (mut land, mut names) = (vec![first], Vec::new());
        names.extend(letters(&land[0]));
        while let Some(at) = draft.iter().position(|region| letters(region).any(|letter| names.contains(&letter))) {
            let region = draft.remove(at);
            names.extend(letters(&region));
            land.push(region);
        }
        lands.push(canonical(&land, meter)?);
    }
    Ok(lands)
}

fn letters(region: &[Boundary]) -> impl Iterator<Item = u32> {
    region.iter().flatten().filter_map(|spot| match spot {
        Spot::Twice(name) => Some(*name),
        _ => None,
    })
}

/// The lives of a region.
fn lives(region: &[Boundary]) -> usize {
    let mut names: Vec<u32> = letters(region).collect();
    names.sort_unstable();
    names.dedup();
    let plain = region.iter().flatten().map(|spot| match spot {
        Spot::Free => 3,
        Spot::End => 2,
        Spot::Last => 1,
        Spot::Twice(_) => 0,
    });
    names.len() + plain.sum::<usize>()
}

/// Leaves out what can never be joined.
fn tidy(draft: &mut Draft) {
    loop {
        draft.retain(|region| lives(region) > 1);
        let mut met: HashMap<u32, u32> = HashMap::new();
        draft.iter().flat_map(|region| letters(region)).for_each(|name| *met.entry(name).or_default() += 1);
        let mut again = false;
        for boundary in draft.iter_mut().flatten() {
            for spot in boundary.iter_mut() {
                if let Spot::Twice(name) = *spot
                    && met.get(&name) == Some(&1)
                {
                    (*spot, again) = (Spot::Last, true);
                }
            }
            let is_beside = |boundary: &Boundary, at: usize| {
                let next = (at + 1) % boundary.len();
                next != at && matches!(boundary[at], Spot::Twice(_)) && boundary[at] == boundary[next]
            };
            while let Some(at) = (0..boundary.len()).find(|&at| is_beside(boundary, at)) {
                boundary[at] = Spot::Last;
                boundary.remove((at + 1) % boundary.len());
                again = true;
            }
        }
        draft.iter_mut().for_each(|region| region.retain(|boundary| !boundary.is_empty()));
        if !again {
            return;
        }
    }
}

/// A region with three lives at most as one boundary.
fn merge(region: &mut Vec<Boundary>) {
    if lives(region) > 3 {
        return;
    }
    let mut merged = Boundary::new();
    for spot in region.iter().flatten() {
        match spot {
            Spot::Free => merged.extend([Spot::Last; 3]),
            Spot::End => merged.extend([Spot::Last; 2]),
            Spot::Last => merged.push(Spot::Last),
            Spot::Twice(_) => match merged.iter().position(|other| other == spot) {
                // both places are here
                Some(at) => merged[at] = Spot::Last,
                None => merged.push(*spot),
            },
        }
    }
    *region = vec![merged];
}

/// The word of a boundary, in which letters are known by what `letter` says of them.
fn word(boundary: &Boundary, letter: &dyn Fn(u32) -> Option<u32>) -> Word {
    let far = |at: usize, spot: &Spot| {
        let turned = boundary.iter().cycle().skip(at + 1).take(boundary.len());
        turned.take_while(|other| *other != spot).count() as u32
    };
    let token = |(at, spot): (usize, &Spot)| match spot {
        Spot::Free => 0,
        Spot::End => 1,
        Spot::Last => 2,
        Spot::Twice(name) => letter(*name).map_or_else(|| AGAIN + far(at, spot), |colour| LETTER + colour),
    };
    boundary.iter().enumerate().map(token).collect()
}

/// The same word from another place on.
fn turned(word: &Word, at: usize) -> Word {
    [&word[at..], &word[..at]].concat()
}

fn least(word: &Word) -> Word {
    (0..word.len()).map(|at| turned(word, at)).min().unwrap_or_default()
}

/// A part whose letters are numbered: of each region its boundaries in both senses, letters as numbers of [`LETTER`] and more.
struct Lettered {
    regions: Vec<[Vec<Word>; 2]>,
    letters: usize,
}

/// The colour of each letter.
type Colours = Vec<u32>;

fn canonical(land: &Draft, meter: &mut Meter<'_>) -> Result<Land, Refusal> {
    // those that stand in two regions
    let mut names: Vec<u32> = Vec::new();
    let mut met: HashMap<u32, usize> = HashMap::new();
    for (at, region) in land.iter().enumerate() {
        for name in letters(region) {
            match met.get(&name) {
                Some(&other) if other != at => names.push(name),
                Some(_) => {}
                None => _ = met.insert(name, at),
            }
        }
    }
    let letter = |name: u32| names.iter().position(|other| *other == name).map(|at| at as u32);
    let regions = land.iter().map(|region| {
        let forward = region.iter().map(|boundary| word(boundary, &letter)).collect();
        let backward = region.iter().map(|boundary| {
            let turned: Boundary = boundary.iter().rev().copied().collect();
            word(&turned, &letter)
        });
        [forward, backward.collect()]
    });
    let lettered = Lettered { regions: regions.collect(), letters: names.len() };
    let regions = lettered.least(vec![0; names.len()], meter)?;
    Ok(Land(regions))
}

impl Lettered {
    /// The words of a region in one sense, and all in order, with colours for letters.
    fn coloured(words: &[Word], colours: &Colours) -> Vec<Word> {
        let colour = |token: &u32| token.checked_sub(LETTER).map_or(*token, |at| LETTER + colours[at as usize]);
        words.iter().map(|word| word.iter().map(colour).collect()).collect()
    }

    fn list(&self, colours: &Colours) -> Vec<Vec<Word>> {
        let in_order = |words: &Vec<Word>| {
            let mut words: Vec<Word> = Lettered::coloured(words, colours).iter().map(least).collect();
            words.sort_unstable();
            words
        };
        let mut regions: Vec<Vec<Word>> = self.regions.iter().map(|[a, b]| in_order(a).min(in_order(b))).collect();
        regions.sort_unstable();
        regions
    }

    /// Tells letters apart by what stands around them, as far as that goes.
    fn refined(&self, mut colours: Colours, meter: &mut Meter<'_>) -> Result<Colours, Refusal> {
        loop {
            let tokens: usize = self.regions.iter().flat_map(|[a, _]| a).map(|word| word.len() * word.len()).sum();
            meter.spend(50 * tokens as u64)?;
            // of each letter for each region how it is met there, in either sense
            let mut around: Vec<Vec<Vec<Word>>> = vec![Vec::new(); self.letters];
            for senses in &self.regions {
                let mut here: Vec<Vec<Vec<Word>>> = vec![Vec::new(); self.letters];
                for words in senses {
                    let coloured = Lettered::coloured(words, &colours);
                    let mut all: Vec<Word> = coloured.iter().map(least).collect();
                    all.sort_unstable();
                    for (plain, coloured) in words.iter().zip(&coloured) {
                        for (at, token) in plain.iter().enumerate() {
                            if let Some(letter) = token.checked_sub(LETTER) {
                                let mut seen = vec![turned(coloured, at)];
                                seen.extend(all.iter().cloned());
                                here[letter as usize].push(seen);
                            }
                        }
                    }
                }
                for (letter, mut seen) in here.into_iter().enumerate().filter(|(_, seen)| !seen.is_empty()) {
                    seen.sort_unstable();
                    around[letter].push(seen.concat());
                }
            }
            let mut keys: Vec<_> = around
                .into_iter()
                .zip(&colours)
                .map(|(mut seen, colour)| {
                    seen.sort_unstable();
                    (*colour, seen)
                })
                .collect();
            let new = ranks(&mut keys);
            if classes(&new) == classes(&colours) {
                return Ok(new);
            }
            colours = new;
        }
    }

    /// The least list of all ways to name letters that are alike.
    fn least(&self, colours: Colours, meter: &mut Meter<'_>) -> Result<Vec<Vec<Word>>, Refusal> {
        let colours = self.refined(colours, meter)?;
        let Some(alike) = alike(&colours) else { return Ok(self.list(&colours)) };
        let mut least: Option<Vec<Vec<Word>>> = None;
        let mut ends = Vec::new();
        for &letter in &alike {
            // a symmetry takes letters to each other whose first ways end alike
            let end = self.first(first_of(&colours, letter), meter)?;
            if ends.contains(&end) {
                continue;
            }
            ends.push(end);
            let found = self.least(first_of(&colours, letter), meter)?;
            least = Some(least.map_or(found.clone(), |least| least.min(found)));
        }
        Ok(least.unwrap_or_default())
    }

    /// The list where of letters that are alike the first one is taken each time.
    fn first(&self, mut colours: Colours, meter: &mut Meter<'_>) -> Result<Vec<Vec<Word>>, Refusal> {
        loop {
            colours = self.refined(colours, meter)?;
            match alike(&colours) {
                Some(alike) => colours = first_of(&colours, alike[0]),
                None => return Ok(self.list(&colours)),
            }
        }
    }
}

/// Numbers in the order of the keys, equal ones for equal keys.
fn ranks<K: Ord>(keys: &mut [K]) -> Colours {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|&a, &b| keys[a].cmp(&keys[b]));
    let mut ranks = vec![0; keys.len()];
    for pair in order.windows(2) {
        ranks[pair[1]] = ranks[pair[0]] + u32::from(keys[pair[0]] != keys[pair[1]]);
    }
    ranks
}

fn classes(colours: &Colours) -> usize {
    let mut colours = colours.clone();
    colours.sort_unstable();
    colours.dedup();
    colours.len()
}

/// The letters of the first colour that several have.
fn alike(colours: &Colours) -> Option<Vec<usize>> {
    let of = |colour: u32| -> Vec<usize> { (0..colours.len()).filter(|&at| colours[at] == colour).collect() };
    (0..colours.len() as u32).map(of).find(|letters| letters.len() > 1)
}

/// Colours in which a letter comes before those that were like it.
fn first_of(colours: &Colours, letter: usize) -> Colours {
    let new = |(at, colour): (usize, &u32)| 2 * colour + u32::from(at != letter);
    let mut keys: Vec<u32> = colours.iter().enumerate().map(new).collect();
    ranks(&mut keys)
}

impl Land {
    /// The regions as a draft, and the first number that no letter has.
    pub(super) fn draft(&self) -> (Draft, u32) {
        let tokens = self.0.iter().flatten().flatten();
        let mut next = tokens.filter_map(|token| token.checked_sub(LETTER)).max().map_or(0, |last| last + 1);
        let mut boundary = |word: &Word| {
            let mut spots: Vec<Option<Spot>> = vec![None; word.len()];
            for (at, &token) in word.iter().enumerate() {
                match token {
                    0 => spots[at] = Some(Spot::Free),
                    1 => spots[at] = Some(Spot::End),
                    2 => spots[at] = Some(Spot::Last),
                    LETTER.. => spots[at] = Some(Spot::Twice(token - LETTER)),
                    again if spots[at].is_none() => {
                        let other = (at + 1 + (again - AGAIN) as usize) % word.len();
                        (spots[at], spots[other]) = (Some(Spot::Twice(next)), Some(Spot::Twice(next)));
                        next += 1;
                    }
                    _ => {}
                }
            }
            spots.into_iter().flatten().collect()
        };
        let draft = self.0.iter().map(|region| region.iter().map(&mut boundary).collect()).collect();
        (draft, next)
    }
}
