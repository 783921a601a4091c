//! Drafts of positions made tidy, and the lands that they fall into.
//!
//! What can never be joined is left out, and a spot is written as simply as it can be:
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
//! Reference: J. Lemoine, S. Viennot, *Computer analysis of Sprouts with nimbers*, 2010.

use smallvec::SmallVec;

use grundy_core::{Diagnostic, Result};

use super::canonical::Land;
use super::position::{BOUNDARY, LAND, LAST, REGION, Spots, draft_of, is_letter, lives};

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
    land: Land,
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
            into.extend([self.land.canonical(&[region])]);
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
                into.extend([self.land.canonical(&of_it)]);
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
