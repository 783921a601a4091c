//! Positions of Sprouts as texts, and as lists of tokens.
//!
//! A region is a list of boundaries; a boundary is what one meets on the way around a connected part of the drawing. Only spots
//! that have lives left are written (Lemoine and Viennot 2010, after Applegate, Jacobson and Sleator 1991):
//!
//! ```text
//! 0 1 2     a spot of degree 0, 1, 2 that its boundary meets once
//! a b c     a spot of degree 2 that one boundary meets twice
//! A B C     a spot of degree 2 that two regions meet
//! . } ] !   ends of a boundary, a region, a land (what spots with capital letters join), the position
//!
//! 0.0.AB.}AB.}]!     a loop at one of three spots, the two others on one side
//! ```
//!
//! As tokens a small letter is the way to its other place in the boundary, so a boundary that is turned round keeps its tokens.

use std::fmt;

use grundy_core::{Diagnostic, Result, Span};

/// Ends a boundary.
pub(super) const BOUNDARY: u16 = 0;
/// A spot that was not joined yet; those of degree 1 and 2 follow.
pub(super) const FREE: u16 = 1;
/// A spot of degree 1.
pub(super) const END: u16 = 2;
/// A spot of degree 2 that one boundary meets once.
pub(super) const LAST: u16 = 3;
/// The first of the spots that are met twice. In a draft all are numbered from here.
pub(super) const LETTER: u16 = 4;
/// From here on a spot that its boundary meets again so many places further.
pub(super) const AGAIN: u16 = 1 << 14;
/// Ends a region.
pub(super) const REGION: u16 = u16::MAX - 1;
/// Ends a land.
pub(super) const LAND: u16 = u16::MAX;

/// Lives of a position at most.
const MOST_LIVES: usize = 3000;

/// Is it a spot that is met twice, in a draft?
pub(super) fn is_letter(token: u16) -> bool {
    (LETTER..REGION).contains(&token)
}

/// How often a spot can still be joined.
pub(super) fn lives(token: u16) -> u32 {
    match token {
        FREE => 3,
        END => 2,
        _ => 1,
    }
}

/// A position in canonical form.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Spots(pub(super) Box<[u16]>);

impl Spots {
    /// So many spots that were not joined yet.
    pub(super) fn free(spots: usize) -> Spots {
        let mut tokens = [FREE, BOUNDARY].repeat(spots);
        if spots > 0 {
            tokens.extend([REGION, LAND]);
        }
        Spots(tokens.into())
    }

    /// How many spots there are, if none was joined yet.
    pub(super) fn all_free(&self) -> Option<usize> {
        let count = self.0.iter().filter(|&&token| token == FREE).count();
        (*self == Spots::free(count)).then_some(count)
    }

    /// The lives of all spots.
    pub(super) fn lives(&self) -> u32 {
        let halves = |&token: &u16| match token {
            BOUNDARY | REGION | LAND => 0,
            spot if spot >= LETTER => 1,
            spot => 2 * lives(spot),
        };
        self.0.iter().map(halves).sum::<u32>() / 2
    }

    /// The same tokens, place by place, but every spot that is met twice has a number of its own from [`LETTER`] on; the
    /// first number that is free.
    pub(super) fn draft(&self) -> (Vec<u16>, u16) {
        let mut draft = self.0.to_vec();
        let mut next = LETTER;
        for land in split(&mut draft, LAND) {
            let capital = |token: &&mut u16| (LETTER..AGAIN).contains(&**token);
            let mut last = next;
            for token in land.iter_mut().filter(capital) {
                *token += next - LETTER;
                last = last.max(*token + 1);
            }
            next = last;
        }
        for boundary in split(&mut draft, BOUNDARY) {
            // a region or a land may have ended before it
            let start = boundary.iter().position(|&token| token < REGION).unwrap_or(boundary.len());
            let boundary = &mut boundary[start..];
            for at in 0..boundary.len() {
                if (AGAIN..REGION).contains(&boundary[at]) {
                    let other = (at + usize::from(boundary[at] - AGAIN)) % boundary.len();
                    // numbers stay far below
                    (boundary[at], boundary[other]) = (next, next);
                    next += 1;
                }
            }
        }
        (draft, next)
    }

    /// How each token is written.
    pub(super) fn names(&self) -> Vec<String> {
        let (draft, next) = self.draft();
        let mut letters = vec![String::new(); usize::from(next)];
        let (mut capitals, mut small) = (0, 0);
        let name = |(&token, &number): (&u16, &u16)| match number {
            BOUNDARY => ".".to_owned(),
            FREE => "0".to_owned(),
            END => "1".to_owned(),
            LAST => "2".to_owned(),
            REGION => "}".to_owned(),
            LAND => "]".to_owned(),
            number => {
                let name = &mut letters[usize::from(number)];
                if name.is_empty() {
                    let (first, count) = if token < AGAIN { ('A', &mut capitals) } else { ('a', &mut small) };
                    *name = letter(first, *count);
                    *count += 1;
                }
                name.clone()
            }
        };
        self.0.iter().zip(&draft).map(name).collect()
    }

    /// The regions, each as the boundaries that it consists of, as places of tokens.
    pub(super) fn regions(&self) -> Vec<Vec<std::ops::Range<usize>>> {
        let (mut regions, mut boundaries, mut start) = (Vec::new(), Vec::new(), 0);
        for (at, &token) in self.0.iter().enumerate() {
            match token {
                BOUNDARY => boundaries.push(start..at),
                REGION => regions.push(std::mem::take(&mut boundaries)),
                LAND => {}
                _ => continue,
            }
            start = at + 1;
        }
        regions
    }
}

/// The stretches that such a token ends.
fn split(tokens: &mut [u16], end: u16) -> impl Iterator<Item = &mut [u16]> {
    tokens.split_mut(move |&token| token == end)
}

/// A letter, with a prime for each time that the alphabet was used up.
fn letter(first: char, number: usize) -> String {
    let letter = char::from(first as u8 + (number % 26) as u8);
    format!("{letter}{}", "'".repeat(number / 26))
}

impl fmt::Display for Spots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.names().iter().try_for_each(|name| f.write_str(name))?;
        f.write_str("!")
    }
}

/// The draft that a text spells, or the number of free spots that it names; spans count from its start.
pub(super) fn draft_of(text: &str) -> Result<Vec<u16>, Diagnostic> {
    let Ok(spots) = text.trim().parse::<usize>() else { return Reader::default().read(text) };
    if spots > MOST_LIVES / 3 {
        return Err(Diagnostic::input(format!("{} spots at most are taken", MOST_LIVES / 3)).suggest("sprouts(5)"));
    }
    Ok(Spots::free(spots).0.into_vec())
}

/// A text as it is read: ends that are missing before a later end are taken as read.
#[derive(Default)]
struct Reader {
    draft: Vec<u16>,
    /// Names with where they stand: token, land, region, boundary, and the place in the text.
    names: Vec<(String, Vec<Met>)>,
    land: usize,
    region: usize,
    boundary: usize,
}

/// Where a spot is met.
struct Met {
    land: usize,
    region: usize,
    boundary: usize,
    span: Span,
}

/// An example to show beside a fault.
const EXAMPLE: &str = "sprouts(5), sprouts(\"0.0.AB.}AB.}]!\")";

impl Reader {
    fn read(mut self, text: &str) -> Result<Vec<u16>, Diagnostic> {
        let fault = |message: String, span: Span| Err(Diagnostic::input(message).at(span).suggest(EXAMPLE));
        let mut chars = text.char_indices().peekable();
        let mut lone: Option<Span> = None;
        while let Some((at, c)) = chars.next() {
            let mut span = Span::new(at, at + c.len_utf8());
            match c {
                c if c.is_whitespace() => {}
                '0' => {
                    lone = Some(span);
                    self.draft.push(FREE);
                }
                '1' => self.draft.push(END),
                '2' => self.draft.push(LAST),
                'a'..='z' | 'A'..='Z' => {
                    let mut name = c.to_string();
                    while let Some((at, _)) = chars.next_if(|&(_, next)| next == '\'') {
                        name.push('\'');
                        span.end = at + 1;
                    }
                    let met = Met { land: self.land, region: self.region, boundary: self.boundary, span };
                    let number = match self.names.iter_mut().position(|(other, _)| *other == name) {
                        Some(number) => {
                            self.names[number].1.push(met);
                            number
                        }
                        None => {
                            self.names.push((name, vec![met]));
                            self.names.len() - 1
                        }
                    };
                    if number >= MOST_LIVES {
                        return fault(format!("a position has {MOST_LIVES} lives at most"), span);
                    }
                    self.draft.push(LETTER + number as u16);
                }
                '.' => {
                    self.end(BOUNDARY);
                    lone = None;
                }
                '}' | ']' => {
                    self.end(if c == '}' { REGION } else { LAND });
                    lone = None;
                }
                '!' if text[at + 1..].trim().is_empty() => {}
                _ => return fault(format!("`{c}` is no part of a position of Sprouts"), span),
            }
            if let Some(free) = lone {
                let boundary = self.draft.iter().rev().take_while(|&&token| (FREE..REGION).contains(&token));
                if boundary.count() > 1 {
                    return fault("a spot that was not joined, `0`, is a boundary of its own".to_owned(), free);
                }
            }
        }
        self.end(LAND);
        for (name, met) in &self.names {
            if let [.., third] = met.as_slice()
                && met.len() > 2
            {
                return fault(format!("`{name}` is met more than twice"), third.span);
            }
            if let [first, second] = met.as_slice() {
                if first.land != second.land {
                    return fault(format!("`{name}` stands in two lands"), second.span);
                }
                if first.region == second.region && first.boundary != second.boundary {
                    return fault(format!("`{name}` stands on two boundaries of one region"), second.span);
                }
            }
        }
        let lives: u32 =
            self.draft.iter().filter(|&&token| (FREE..REGION).contains(&token)).map(|&token| lives(token)).sum();
        if lives as usize > MOST_LIVES {
            return Err(Diagnostic::input(format!("a position has {MOST_LIVES} lives at most")).suggest(EXAMPLE));
        }
        Ok(self.draft)
    }

    /// An end, and those of what it holds.
    fn end(&mut self, end: u16) {
        let is_open = |draft: &[u16], ends: &[u16]| draft.last().is_some_and(|last| !ends.contains(last));
        if is_open(&self.draft, &[BOUNDARY, REGION, LAND]) {
            self.draft.push(BOUNDARY);
            self.boundary += 1;
        }
        if end >= REGION && is_open(&self.draft, &[REGION, LAND]) {
            self.draft.push(REGION);
            self.region += 1;
        }
        if end == LAND && is_open(&self.draft, &[LAND]) {
            self.draft.push(LAND);
            self.land += 1;
        }
    }
}
