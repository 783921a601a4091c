//! Drafts of positions brought to canonical form.
//!
//! **Tidy.** What can never be joined is left out, and a spot is written as simply as it can be:
//!
//! ```text
//! a region with less than two lives          goes; a spot that only one region meets then is a 2
//! a a side by side on a boundary             is a 2: whatever is joined to the one may be joined to the other
//! a region with three lives at most          0 is 222, 1 is 22, a is 2, and its boundaries are one (searches only)
//! ```
//!
//! The last holds in every convention: a region with two lives has one move, after which it has none. In one with three any
//! two spots with one life, or one with two, can be joined, and the third lives on beside the new spot; so where they stand
//! on boundaries never matters. A spot with two lives offers what two spots with one do, and one with three what three do.
//!
//! **Lands** are regions that spots with capital letters join. Nothing that happens in one changes another.
//!
//! **Canonical form.** The moves in a region depend on how its boundaries go round, all in one sense or all in the other. So
//! each region may be turned over on its own. Capital letters get colours by what stands around them, refined until nothing
//! more is told apart; where letters of one colour are left each of them is tried as the first, unless a trial ends as an
//! earlier one did (then a symmetry takes the one to the other). The least of the lists of tokens is the canonical form.
//!
//! Cost: about a round of refinement, O(tokens), for a land without symmetries.
//!
//! Reference: J. Lemoine, S. Viennot, *Computer analysis of Sprouts with nimbers*, 2010; B. D. McKay, *Practical graph
//! isomorphism*, 1981, for the way trials are cut.

use smallvec::SmallVec;

use grundy_core::{Diagnostic, Result};

use super::position::{AGAIN, BOUNDARY, LAND, LAST, LETTER, REGION, Spots, draft_of, is_letter, lives};

/// The position that a draft means, all lands in order.
pub(super) fn whole(draft: &mut Vec<u16>) -> Spots {
    let mut lands: Vec<Spots> = Vec::new();
    Tidying::default().lands(draft, false, &mut lands);
    lands.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    Spots(lands.iter().flat_map(|land| land.0.iter().copied()).collect())
}

impl Spots {
    /// What a text means; spans count from its start.
    pub(super) fn read(text: &str) -> Result<Spots, Diagnostic> {
        Ok(whole(&mut draft_of(text)?))
    }
}

/// Room to work in.
#[derive(Debug, Default)]
pub(super) struct Tidying {
    /// How often a letter is met.
    count: Vec<u8>,
    /// The last region in which it was met, from 1.
    seen: Vec<u32>,
    tidied: Vec<u16>,
}

impl Tidying {
    /// The lands of a draft, each in canonical form; `merged`: regions with three lives at most as one boundary.
    pub(super) fn lands(&mut self, draft: &mut Vec<u16>, merged: bool, into: &mut impl Extend<Spots>) {
        self.tidy(draft);
        if merged {
            self.merge(draft);
        }
        let regions: SmallVec<[&[u16]; 8]> =
            draft.split(|&token| token == REGION).filter(|region| !region.is_empty()).collect();
        if let [region] = regions.as_slice() {
            into.extend([Land::new(&[region]).canonical()]);
            return;
        }
        // regions that a letter joins have one root
        let mut roots: SmallVec<[usize; 8]> = (0..regions.len()).collect();
        self.seen.fill(0);
        for (at, region) in regions.iter().enumerate() {
            for &token in region.iter().filter(|&&token| is_letter(token)) {
                let before = std::mem::replace(&mut self.seen[usize::from(token)], at as u32 + 1);
                if before > 0 {
                    let (a, b) = (root(&roots, before as usize - 1), root(&roots, at));
                    roots[a.max(b)] = a.min(b);
                }
            }
        }
        for land in 0..regions.len() {
            if roots[land] == land {
                let of_it = (land..regions.len()).filter(|&at| root(&roots, at) == land).map(|at| regions[at]);
                let of_it: SmallVec<[&[u16]; 8]> = of_it.collect();
                into.extend([Land::new(&of_it).canonical()]);
            }
        }
    }

    /// Leaves out what can never be joined.
    fn tidy(&mut self, draft: &mut Vec<u16>) {
        let letters = draft.iter().filter(|&&token| is_letter(token)).max().map_or(0, |&last| usize::from(last) + 1);
        loop {
            self.count.clear();
            self.count.resize(letters, 0);
            self.seen.clear();
            self.seen.resize(letters, 0);
            draft.iter().filter(|&&token| is_letter(token)).for_each(|&token| self.count[usize::from(token)] += 1);
            let out = &mut self.tidied;
            out.clear();
            let (mut region, mut boundary, mut alive, mut stamp, mut again) = (0, 0, 0u32, 1u32, false);
            for &token in draft.iter() {
                match token {
                    LAND => {}
                    REGION => {
                        if alive > 1 {
                            out.push(REGION);
                        } else {
                            // what is met here and elsewhere is met once from now on
                            again |= out[region..].iter().any(|&token| is_letter(token));
                            out.truncate(region);
                        }
                        (region, boundary, alive) = (out.len(), out.len(), 0);
                        stamp += 1;
                    }
                    BOUNDARY => {
                        beside(out, boundary);
                        if out.len() > boundary {
                            out.push(BOUNDARY);
                        }
                        boundary = out.len();
                    }
                    spot if !is_letter(spot) => {
                        alive += lives(spot);
                        out.push(spot);
                    }
                    letter => {
                        let at = usize::from(letter);
                        alive += u32::from(std::mem::replace(&mut self.seen[at], stamp) != stamp);
                        out.push(if self.count[at] == 1 { LAST } else { letter });
                    }
                }
            }
            std::mem::swap(draft, &mut self.tidied);
            if !again {
                return;
            }
        }
    }

    /// Regions with three lives at most as one boundary of spots with one life.
    fn merge(&mut self, draft: &mut Vec<u16>) {
        let out = &mut self.tidied;
        out.clear();
        self.seen.fill(0);
        for (at, region) in draft.split(|&token| token == REGION).filter(|region| !region.is_empty()).enumerate() {
            let stamp = at as u32 + 1;
            let start = out.len();
            let mut alive = 0;
            for &token in region.iter().filter(|&&token| token != BOUNDARY) {
                let new = !is_letter(token) || std::mem::replace(&mut self.seen[usize::from(token)], stamp) != stamp;
                if new {
                    alive += lives(token);
                    if alive > 3 {
                        break;
                    }
                    out.extend(std::iter::repeat_n(if is_letter(token) { token } else { LAST }, lives(token) as usize));
                } else if let Some(first) = out[start..].iter_mut().find(|first| **first == token) {
                    *first = LAST;
                }
            }
            if alive > 3 {
                out.truncate(start);
                out.extend_from_slice(region);
                out.push(REGION);
            } else {
                out.extend([BOUNDARY, REGION]);
            }
        }
        std::mem::swap(draft, &mut self.tidied);
    }
}

/// The first region that this one is joined to.
fn root(roots: &[usize], mut of: usize) -> usize {
    while roots[of] != of {
        of = roots[of];
    }
    of
}

/// Spots that stand beside themselves on the boundary from here on.
fn beside(out: &mut Vec<u16>, start: usize) {
    let mut at = start;
    while at + 1 < out.len() {
        if is_letter(out[at]) && out[at] == out[at + 1] {
            out[at] = LAST;
            out.remove(at + 1);
        }
        at += 1;
    }
    if out.len() > start + 1 && is_letter(out[start]) && out[start] == out[out.len() - 1] {
        out[start] = LAST;
        out.pop();
    }
}

/// A colour: what is known of a letter as a number.
type Colours = SmallVec<[u64; 16]>;

/// A boundary: its places among the tokens.
struct Boundary {
    start: usize,
    len: usize,
    region: usize,
}

/// A land: capital letters are numbered from [`LETTER`] on, small ones are ways, in both senses.
struct Land {
    /// As the boundaries go, and turned over.
    tokens: [SmallVec<[u16; 32]>; 2],
    boundaries: SmallVec<[Boundary; 16]>,
    regions: usize,
    capitals: usize,
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

impl Land {
    fn new(regions: &[&[u16]]) -> Land {
        let mut land =
            Land { tokens: Default::default(), boundaries: SmallVec::new(), regions: regions.len(), capitals: 0 };
        // letters as they were, by number
        let mut capitals: SmallVec<[u16; 16]> = SmallVec::new();
        for (region, tokens) in regions.iter().enumerate() {
            for boundary in tokens.split(|&token| token == BOUNDARY).filter(|boundary| !boundary.is_empty()) {
                let (start, len) = (land.tokens[0].len(), boundary.len());
                land.boundaries.push(Boundary { start, len, region });
                for (at, &token) in boundary.iter().enumerate() {
                    if !is_letter(token) {
                        land.tokens[0].push(token);
                        continue;
                    }
                    let other = (1..len).find(|&way| boundary[(at + way) % len] == token);
                    land.tokens[0].push(match other {
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
                for at in (start..start + len).rev() {
                    let token = land.tokens[0][at];
                    let turned = if token < AGAIN { token } else { 2 * AGAIN + len as u16 - token };
                    land.tokens[1].push(turned);
                }
            }
        }
        land.capitals = capitals.len();
        land
    }

    fn canonical(&self) -> Spots {
        let colours: Colours = SmallVec::from_elem(1, self.capitals);
        let mut tokens = self.explore(colours).0;
        // letters in the order in which they are met
        let mut names: SmallVec<[u16; 16]> = SmallVec::from_elem(0, self.capitals);
        let mut next = LETTER;
        for token in tokens.iter_mut().filter(|token| (LETTER..AGAIN).contains(*token)) {
            let name = &mut names[usize::from(*token - LETTER)];
            if *name == 0 {
                *name = next;
                next += 1;
            }
            *token = *name;
        }
        Spots(tokens.into_boxed_slice())
    }

    /// The least list of tokens over all trials, and that of the first trial with the colours that it ended with.
    fn explore(&self, mut colours: Colours) -> (Vec<u16>, (Vec<u16>, Colours)) {
        let Some(alike) = self.refine(&mut colours) else {
            let (tokens, sorted) = self.leaf(&colours);
            return (tokens.clone(), (tokens, sorted));
        };
        let trial = |at: usize| {
            let mut colours = colours.clone();
            colours[at] = mixed(colours[at].wrapping_add(1));
            colours
        };
        let (mut least, first) = self.explore(trial(alike[0]));
        let mut seen = vec![first.clone()];
        for &at in &alike[1..] {
            let end = self.first(trial(at));
            if !seen.contains(&end) {
                seen.push(end);
                least = least.min(self.explore(trial(at)).0);
            }
        }
        (least, first)
    }

    /// The end of the first trial alone.
    fn first(&self, mut colours: Colours) -> (Vec<u16>, Colours) {
        while let Some(alike) = self.refine(&mut colours) {
            colours[alike[0]] = mixed(colours[alike[0]].wrapping_add(1));
        }
        self.leaf(&colours)
    }

    /// Refines colours until nothing more is told apart; then the letters of one colour, of the smallest such set, if any
    /// colour is shared.
    fn refine(&self, colours: &mut Colours) -> Option<SmallVec<[usize; 16]>> {
        if self.capitals == 0 {
            return None;
        }
        let mut classes = count(colours);
        while classes < self.capitals {
            let new = self.refined(colours);
            let now = count(&new);
            *colours = new;
            if now == classes {
                break;
            }
            classes = now;
        }
        if classes == self.capitals {
            return None;
        }
        let size = |colour: u64| colours.iter().filter(|&&other| other == colour).count();
        let shared = colours.iter().filter(|&&colour| size(colour) > 1);
        let colour = shared.map(|&colour| (size(colour), colour)).min()?.1;
        Some((0..self.capitals).filter(|&at| colours[at] == colour).collect())
    }

    /// A round: each colour by what stands around the letter.
    fn refined(&self, colours: &Colours) -> Colours {
        let length = self.tokens[0].len();
        // for each place in each sense the boundary as it goes from there
        let mut from: [SmallVec<[u64; 32]>; 2] = [SmallVec::from_elem(0, length), SmallVec::from_elem(0, length)];
        let mut regions: SmallVec<[[u64; 2]; 8]> = SmallVec::from_elem([0; 2], self.regions);
        let code = |token: u16| match token {
            LETTER..AGAIN => colours[usize::from(token - LETTER)],
            _ => mixed(u64::from(token)),
        };
        for boundary in &self.boundaries {
            for sense in 0..2 {
                let tokens = &self.tokens[sense][boundary.start..boundary.start + boundary.len];
                let power = (1..boundary.len).fold(1u64, |power, _| power.wrapping_mul(BASE));
                // the sum of code × base^place from here on, moved on by one place each time
                let mut sum =
                    tokens.iter().rev().fold(0u64, |sum, &token| sum.wrapping_mul(BASE).wrapping_add(code(token)));
                let mut all = 0u64;
                for (at, &token) in tokens.iter().enumerate() {
                    let whole = mixed(sum);
                    all = all.wrapping_add(whole);
                    let place = if sense == 0 { at } else { boundary.len - 1 - at };
                    from[sense][boundary.start + place] = whole;
                    let code = code(token);
                    sum = sum.wrapping_sub(code).wrapping_mul(UNBASE).wrapping_add(code.wrapping_mul(power));
                }
                let region = &mut regions[boundary.region][sense];
                *region = region.wrapping_add(mixed(all));
            }
        }
        let mut around: Colours = SmallVec::from_elem(0, self.capitals);
        for boundary in &self.boundaries {
            let tokens = &self.tokens[0][boundary.start..boundary.start + boundary.len];
            for (at, &token) in (boundary.start..).zip(tokens) {
                if (LETTER..AGAIN).contains(&token) {
                    let in_sense = |sense: usize| {
                        mixed(from[sense][at].wrapping_add(regions[boundary.region][sense].wrapping_mul(BASE)))
                    };
                    let both = mixed(in_sense(0).wrapping_add(in_sense(1)));
                    let letter = &mut around[usize::from(token - LETTER)];
                    *letter = letter.wrapping_add(both);
                }
            }
        }
        colours
            .iter()
            .zip(around)
            .map(|(&colour, around)| mixed(colour.wrapping_mul(BASE).wrapping_add(around)))
            .collect()
    }

    /// The tokens where no two letters have one colour, and the colours in order.
    fn leaf(&self, colours: &Colours) -> (Vec<u16>, Colours) {
        let mut sorted = colours.clone();
        sorted.sort_unstable();
        let name = |token: u16| match token {
            LETTER..AGAIN => {
                LETTER + sorted.partition_point(|&other| other < colours[usize::from(token - LETTER)]) as u16
            }
            _ => token,
        };
        let named = [0, 1]
            .map(|sense: usize| self.tokens[sense].iter().map(|&token| name(token)).collect::<SmallVec<[u16; 32]>>());
        let mut regions: SmallVec<[Vec<u16>; 8]> = SmallVec::new();
        for region in 0..self.regions {
            let in_sense = |sense: usize| {
                let mut boundaries: SmallVec<[SmallVec<[u16; 16]>; 16]> = SmallVec::new();
                for boundary in self.boundaries.iter().filter(|boundary| boundary.region == region) {
                    let tokens = &named[sense][boundary.start..boundary.start + boundary.len];
                    let start = least_turn(tokens);
                    boundaries.push(tokens[start..].iter().chain(&tokens[..start]).copied().collect());
                }
                boundaries.sort_unstable();
                let mut all = Vec::with_capacity(self.tokens[0].len() + boundaries.len() + 1);
                for boundary in boundaries {
                    all.extend_from_slice(&boundary);
                    all.push(BOUNDARY);
                }
                all.push(REGION);
                all
            };
            regions.push(in_sense(0).min(in_sense(1)));
        }
        regions.sort_unstable();
        let mut tokens = regions.concat();
        tokens.push(LAND);
        (tokens, sorted)
    }
}

/// How many colours there are.
fn count(colours: &Colours) -> usize {
    let mut sorted = colours.clone();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
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
