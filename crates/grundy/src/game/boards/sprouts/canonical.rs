//! The canonical form of a land.
//!
//! The moves in a region depend on how its boundaries go round, all in one sense or all in the other. So each region may be
//! turned over on its own. Capital letters get colours by what stands around them, refined until nothing more is told apart;
//! where letters of one colour are left each of them is tried as the first, unless a trial ends as an earlier one did (then a
//! symmetry takes the one to the other). The least of the lists of tokens is the canonical form.
//!
//! Cost: about a round of refinement, O(tokens), for a land without symmetries.
//!
//! Reference: B. D. McKay, *Practical graph isomorphism*, 1981, for the way trials are cut.

use std::ops::Range;

use smallvec::SmallVec;

use super::position::{AGAIN, BOUNDARY, LAND, LETTER, REGION, Spots, is_letter};

/// A colour for each capital letter: what is known of it as a number.
type Colours = SmallVec<[u64; 16]>;

/// A boundary: its places among the tokens.
#[derive(Debug)]
struct Boundary {
    start: usize,
    len: usize,
    region: usize,
}

impl Boundary {
    fn places(&self) -> Range<usize> {
        self.start..self.start + self.len
    }

    /// Two tokens or one go round in one way.
    fn looks_the_same_turned(&self) -> bool {
        self.len <= 2
    }
}

/// A land: capital letters are numbered from [`LETTER`] on, small ones are ways, in both senses. It is filled anew for each
/// land, so that nothing is allocated but what is found.
#[derive(Debug, Default)]
pub(super) struct Land {
    /// As the boundaries go, and turned over.
    tokens: [Vec<u16>; 2],
    /// Region by region.
    boundaries: Vec<Boundary>,
    regions: usize,
    /// Letters as they were, by number.
    capitals: Vec<u16>,
    room: Room,
}

/// Letters of one colour.
type Alike = SmallVec<[usize; 16]>;

/// Where a trial ends: the tokens, and the colours in order.
type End = (Vec<u16>, Colours);

/// Room to work in.
#[derive(Debug, Default)]
struct Room {
    /// For each place in each sense a hash of the boundary as it goes from there.
    way_hashes: [Vec<u64>; 2],
    /// The boundaries of a region in each sense.
    regions: Vec<[u64; 2]>,
    sorted: Vec<u64>,
    /// The tokens with the letters named.
    named: [Vec<u16>; 2],
    /// The boundaries of a region, each from its least turn.
    turned: Vec<u16>,
    turns: Vec<Range<usize>>,
    /// The regions, and where each of them stands.
    text: Vec<u16>,
    spans: Vec<Range<usize>>,
}

/// Odd, so that it can be divided by.
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

/// The inverse of [`BASE`] by Newton's iteration, which doubles the bits that are right.
const UNBASE: u64 = {
    let (mut inverse, mut round) = (BASE, 0);
    while round < 6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(BASE.wrapping_mul(inverse)));
        round += 1;
    }
    inverse
};

/// Spreads a number over all bits (the finalizer of SplitMix64).
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

fn is_capital(token: u16) -> bool {
    (LETTER..AGAIN).contains(&token)
}

impl Land {
    /// The canonical form of the land with these regions, which are drafts.
    pub(super) fn canonical(&mut self, regions: &[&[u16]]) -> Spots {
        self.fill(regions);
        let mut colours: Colours = SmallVec::from_elem(1, self.capitals.len());
        let mut tokens = match self.refine(&mut colours) {
            None => self.leaf(&colours),
            Some(alike) => self.explore(&colours, &alike).0,
        };
        // letters in the order in which they are met
        let mut names: SmallVec<[u16; 16]> = SmallVec::from_elem(0, self.capitals.len());
        let mut next = LETTER;
        for token in tokens.iter_mut().filter(|token| is_capital(**token)) {
            let name = &mut names[usize::from(*token - LETTER)];
            if *name == 0 {
                *name = next;
                next += 1;
            }
            *token = *name;
        }
        Spots(tokens.into_boxed_slice())
    }

    fn fill(&mut self, regions: &[&[u16]]) {
        let Land { tokens: [tokens, over], boundaries, capitals, .. } = self;
        tokens.clear();
        over.clear();
        boundaries.clear();
        capitals.clear();
        self.regions = regions.len();
        for (region, draft) in regions.iter().enumerate() {
            for boundary in draft.split(|&token| token == BOUNDARY).filter(|boundary| !boundary.is_empty()) {
                let (start, len) = (tokens.len(), boundary.len());
                boundaries.push(Boundary { start, len, region });
                for (at, &token) in boundary.iter().enumerate() {
                    if !is_letter(token) {
                        tokens.push(token);
                        continue;
                    }
                    let other = (1..len).find(|&way| boundary[(at + way) % len] == token);
                    tokens.push(match other {
                        Some(way) => AGAIN + way as u16,
                        None => {
                            let number = capitals.iter().position(|&known| known == token).unwrap_or_else(|| {
                                capitals.push(token);
                                capitals.len() - 1
                            });
                            LETTER + number as u16
                        }
                    });
                }
                let turned = |&token: &u16| if token < AGAIN { token } else { 2 * AGAIN + len as u16 - token };
                over.extend(tokens[start..].iter().rev().map(turned));
            }
        }
    }

    /// The least list of tokens over all trials, and the end of the first; `alike`: the letters of one colour.
    fn explore(&mut self, colours: &Colours, alike: &[usize]) -> (Vec<u16>, End) {
        let trial = |at: usize| {
            let mut colours = colours.clone();
            colours[at] = mixed(colours[at].wrapping_add(1));
            colours
        };
        let mut colours = trial(alike[0]);
        let (mut least, first) = match self.refine(&mut colours) {
            None => {
                let end = self.end(colours);
                (end.0.clone(), end)
            }
            Some(alike) => self.explore(&colours, &alike),
        };
        let mut seen = vec![first.clone()];
        for &at in &alike[1..] {
            let mut colours = trial(at);
            let next = self.refine(&mut colours);
            let end = self.first(colours.clone(), next.clone());
            if !seen.contains(&end) {
                let found = next.map_or_else(|| end.0.clone(), |alike| self.explore(&colours, &alike).0);
                least = least.min(found);
                seen.push(end);
            }
        }
        (least, first)
    }

    /// The end of the first trial alone.
    fn first(&mut self, mut colours: Colours, mut alike: Option<Alike>) -> End {
        while let Some(letters) = alike {
            colours[letters[0]] = mixed(colours[letters[0]].wrapping_add(1));
            alike = self.refine(&mut colours);
        }
        self.end(colours)
    }

    fn end(&mut self, mut colours: Colours) -> End {
        let tokens = self.leaf(&colours);
        colours.sort_unstable();
        (tokens, colours)
    }

    /// Refines colours until nothing more is told apart; then the letters of one colour, of the smallest such set, if any
    /// colour is shared.
    fn refine(&mut self, colours: &mut Colours) -> Option<Alike> {
        let capitals = self.capitals.len();
        if capitals == 0 {
            return None;
        }
        let mut classes = self.count(colours);
        while classes < capitals {
            self.round(colours);
            let now = self.count(colours);
            if now == classes {
                break;
            }
            classes = now;
        }
        if classes == capitals {
            return None;
        }
        let size = |colour: u64| colours.iter().filter(|&&other| other == colour).count();
        let shared = colours.iter().filter(|&&colour| size(colour) > 1);
        let colour = shared.map(|&colour| (size(colour), colour)).min()?.1;
        Some((0..capitals).filter(|&at| colours[at] == colour).collect())
    }

    /// How many colours there are.
    fn count(&mut self, colours: &Colours) -> usize {
        let sorted = &mut self.room.sorted;
        sorted.clear();
        sorted.extend_from_slice(colours);
        sorted.sort_unstable();
        sorted.dedup();
        sorted.len()
    }

    /// A round: each colour by what stands around the letter.
    fn round(&mut self, colours: &mut Colours) {
        let Room { way_hashes: from, regions, .. } = &mut self.room;
        from.iter_mut().for_each(|places| places.resize(self.tokens[0].len(), 0));
        regions.clear();
        regions.resize(self.regions, [0; 2]);
        let code = |token: u16| {
            if is_capital(token) { colours[usize::from(token - LETTER)] } else { mixed(u64::from(token)) }
        };
        for boundary in &self.boundaries {
            let places = boundary.places();
            let [here, over] = from;
            let there = way_hashes(&self.tokens[0][places.clone()], code, |at, way| here[boundary.start + at] = way);
            let back = if boundary.looks_the_same_turned() {
                over[places.clone()].copy_from_slice(&here[places]);
                there
            } else {
                let last = places.end - 1;
                way_hashes(&self.tokens[1][places], code, |at, way| over[last - at] = way)
            };
            let region = &mut regions[boundary.region];
            *region = [region[0].wrapping_add(there), region[1].wrapping_add(back)];
        }
        let mut around: Colours = SmallVec::from_elem(0, colours.len());
        for boundary in &self.boundaries {
            for at in boundary.places() {
                let token = self.tokens[0][at];
                if is_capital(token) {
                    let in_sense = |sense: usize| {
                        mixed(from[sense][at].wrapping_add(regions[boundary.region][sense].wrapping_mul(BASE)))
                    };
                    let both = mixed(in_sense(0).wrapping_add(in_sense(1)));
                    let letter = &mut around[usize::from(token - LETTER)];
                    *letter = letter.wrapping_add(both);
                }
            }
        }
        for (colour, around) in colours.iter_mut().zip(around) {
            *colour = mixed(colour.wrapping_mul(BASE).wrapping_add(around));
        }
    }

    /// The tokens where no two letters have one colour.
    fn leaf(&mut self, colours: &Colours) -> Vec<u16> {
        let Room { named, turned, turns, text, spans, .. } = &mut self.room;
        let rank = |colour: u64| colours.iter().filter(|&&other| other < colour).count() as u16;
        let names: SmallVec<[u16; 16]> = colours.iter().map(|&colour| LETTER + rank(colour)).collect();
        let name = |&token: &u16| if is_capital(token) { names[usize::from(token - LETTER)] } else { token };
        for (named, tokens) in named.iter_mut().zip(&self.tokens) {
            named.clear();
            named.extend(tokens.iter().map(name));
        }
        text.clear();
        spans.clear();
        for region in self.boundaries.chunk_by(|a, b| a.region == b.region) {
            let start = text.len();
            let senses = if region.iter().all(Boundary::looks_the_same_turned) { 1 } else { 2 };
            for tokens in &named[..senses] {
                turned.clear();
                turns.clear();
                for boundary in region {
                    let (tokens, at) = (&tokens[boundary.places()], turned.len());
                    let first = least_turn(tokens);
                    turned.extend_from_slice(&tokens[first..]);
                    turned.extend_from_slice(&tokens[..first]);
                    turns.push(at..turned.len());
                }
                turns.sort_unstable_by(|a, b| turned[a.clone()].cmp(&turned[b.clone()]));
                for turn in turns.iter() {
                    text.extend_from_slice(&turned[turn.clone()]);
                    text.push(BOUNDARY);
                }
                text.push(REGION);
            }
            // the lesser of two that are equally long
            let len = (text.len() - start) / senses;
            let (one, other) = text[start..].split_at_mut(len);
            if !other.is_empty() && *other < *one {
                one.copy_from_slice(other);
            }
            text.truncate(start + len);
            spans.push(start..start + len);
        }
        spans.sort_unstable_by(|a, b| text[a.clone()].cmp(&text[b.clone()]));
        let mut tokens = Vec::with_capacity(text.len() + 1);
        spans.iter().for_each(|span| tokens.extend_from_slice(&text[span.clone()]));
        tokens.push(LAND);
        tokens
    }
}

/// Tells for each place a hash of the boundary as it goes from there; a hash of them all, whatever their order.
fn way_hashes(tokens: &[u16], code: impl Fn(u16) -> u64, mut tell: impl FnMut(usize, u64)) -> u64 {
    let power = (1..tokens.len()).fold(1u64, |power, _| power.wrapping_mul(BASE));
    // the sum of code × base^place from here on, moved on by one place each time
    let mut sum = tokens.iter().rev().fold(0u64, |sum, &token| sum.wrapping_mul(BASE).wrapping_add(code(token)));
    let mut all = 0u64;
    for (at, &token) in tokens.iter().enumerate() {
        let way = mixed(sum);
        all = all.wrapping_add(way);
        tell(at, way);
        let code = code(token);
        sum = sum.wrapping_sub(code).wrapping_mul(UNBASE).wrapping_add(code.wrapping_mul(power));
    }
    mixed(all)
}

/// Where the least of the turned lists starts: two candidates move on, and the greater one skips what was compared.
fn least_turn(tokens: &[u16]) -> usize {
    let (mut a, mut b, mut same) = (0, 1, 0);
    let len = tokens.len();
    while a < len && b < len && same < len {
        match tokens[(a + same) % len].cmp(&tokens[(b + same) % len]) {
            std::cmp::Ordering::Equal => {
                same += 1;
                continue;
            }
            std::cmp::Ordering::Greater => a += same + 1,
            std::cmp::Ordering::Less => b += same + 1,
        }
        b += usize::from(a == b);
        same = 0;
    }
    a.min(b)
}
