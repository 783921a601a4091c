//! The first line of contest files, which says how many vertices and arcs there are: `4 3`, then three arcs.
//!
//! Such a line looks like an arc. It is a header where everything behind it agrees: exactly m arcs, no vertex alone, and
//! all numbers within 1..=n or all within 0..n. `n` alone is one where only arcs between such numbers follow. One file
//! of this shape stays what it is: the countdown `3 2`, `2 1`, `1 0`, a path that is written from its end.

use std::io::{self, Read};
use std::ops::Range;

use super::ROOM;
use super::block::{Sink, lines};
use super::line::{LONGEST, Line, blank_mark, number};
use crate::NONE;

/// Bytes that are read at once.
const BLOCK: usize = 1 << 18;

/// What the first line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// How many vertices there are. Those that no arc mentions are vertices too.
    pub vertices: u32,
    /// How many arcs there are, if it says that.
    pub arcs: Option<u64>,
    /// The first vertex: 0 or 1.
    pub first: u32,
}

impl Counts {
    /// The vertices.
    #[must_use]
    pub fn numbers(&self) -> Range<u32> {
        self.first..self.first + self.vertices
    }

    /// What the first line of a file says, if it is such a header, and where that line ends. Reads on until something
    /// does not agree.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(super) fn of_file(mut file: impl Read) -> io::Result<Option<(Counts, u64)>> {
        let mut bytes = Vec::new();
        let mut judge: Option<(Judge, u64)> = None;
        let mut at = 0;
        loop {
            let more = file.by_ref().take(BLOCK as u64).read_to_end(&mut bytes)?;
            if at == 0 && judge.is_none() {
                blank_mark(&mut bytes);
            }
            let whole =
                if more == 0 { bytes.len() } else { bytes.iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1) };
            let mut text = bytes.get(..whole).unwrap_or_default();
            if judge.is_none()
                && let Some(place) = first_line(text)
            {
                let line = text.get(place.clone()).unwrap_or_default();
                let Some(claim) = Judge::of(line) else { return Ok(None) };
                text = text.get((place.end + 1).min(text.len())..).unwrap_or_default();
                judge = Some((claim, (at + place.end as u64 + 1).min(at + whole as u64)));
            }
            if let Some((judge, _)) = &mut judge {
                let (_, trouble) = lines(text, judge);
                if trouble.is_some() || judge.wrong {
                    return Ok(None);
                }
            }
            if more == 0 {
                return Ok(judge.and_then(|(judge, end)| Some((judge.end()?, end))));
            }
            at += whole as u64;
            bytes.drain(..whole);
            if bytes.len() > LONGEST {
                return Ok(None);
            }
        }
    }
}

/// Where the first line stands that says something, without its end.
pub(super) fn first_line(text: &[u8]) -> Option<Range<usize>> {
    let mut at = 0;
    for line in text.split(|&b| b == b'\n') {
        if Line::read(line) != Some(Line::Nothing) {
            return Some(at..at + line.len());
        }
        at += line.len() + 1;
    }
    None
}

/// A first line that may be a header, and what was seen behind it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Judge {
    vertices: u64,
    announced: Option<u64>,
    arcs: u64,
    /// 0 was seen.
    zero: bool,
    /// n was seen.
    last: bool,
    /// Where the countdown would go on, as long as it is one.
    countdown: Option<u64>,
    /// Something does not agree.
    wrong: bool,
}

impl Judge {
    /// A first line of one or two numbers that may be counts.
    pub(super) fn of(line: &[u8]) -> Option<Judge> {
        let (n, m) = match Line::read(line)? {
            Line::Nothing => return None,
            Line::Lone(n) => (number(n).ok()?, None),
            Line::Arc(n, m) => (number(n).ok()?, Some(number(m).ok()?)),
        };
        let countdown = m.filter(|&m| n.checked_sub(1) == Some(m));
        let judge = Judge { vertices: n, announced: m, arcs: 0, zero: false, last: false, countdown, wrong: false };
        (n >= 1 && m != Some(0) && n < u64::from(NONE) - 2).then_some(judge)
    }

    /// Does it say how many arcs there are?
    pub(super) fn looks_like_an_arc(&self) -> bool {
        self.announced.is_some()
    }

    /// Sees arcs until one does not agree.
    pub(super) fn see(&mut self, arcs: impl IntoIterator<Item = (u64, u64)>) {
        for (u, v) in arcs {
            self.arc(u, v);
            if self.wrong {
                return;
            }
        }
    }

    /// What the line says, if all that was seen agrees.
    pub(super) fn end(self) -> Option<Counts> {
        let all = self.announced.map_or(self.arcs > 0, |m| m == self.arcs);
        // far more vertices than arcs are numbers of another kind
        let room = (ROOM as u64).saturating_add(self.arcs.saturating_mul(8));
        let agrees = all && !self.wrong && self.countdown.is_none() && self.vertices <= room;
        let vertices = u32::try_from(self.vertices).ok()?;
        agrees.then_some(Counts { vertices, arcs: self.announced, first: u32::from(!self.zero) })
    }
}

impl Sink for Judge {
    type Id = u64;

    fn arc(&mut self, u: u64, v: u64) {
        self.arcs += 1;
        self.zero |= u == 0 || v == 0;
        self.last |= u == self.vertices || v == self.vertices;
        self.countdown = self.countdown.filter(|&next| u == next && next.checked_sub(1) == Some(v)).map(|_| v);
        let more = self.announced.is_some_and(|m| self.arcs > m);
        self.wrong |= more || u.max(v) > self.vertices || self.zero && self.last;
    }

    fn lone(&mut self, _: u64) {
        self.wrong = true;
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use grundy_core::Context;

    use super::*;
    use crate::Reverse;
    use crate::read::{EdgeFile, Names, text, two_pass};
    use crate::testing::Folder;

    /// By the words of the definition, line for line.
    fn plainly(text: &str) -> Option<Counts> {
        let rows: Vec<Vec<u64>> =
            text.lines().map(|line| line.split(' ').map(|n| n.parse().unwrap()).collect()).collect();
        let (head, arcs) = rows.split_first()?;
        let n = head[0];
        let agrees = match head[..] {
            [_, m] => m > 0 && arcs.len() as u64 == m,
            _ => !arcs.is_empty(),
        };
        let within = |low: u64, high: u64| arcs.iter().flatten().all(|&v| (low..=high).contains(&v));
        let countdown =
            head.len() == 2 && rows.iter().zip((0..=n).rev()).all(|(row, k)| row[..] == [k, k.wrapping_sub(1)]);
        let pairs = arcs.iter().all(|row| row.len() == 2);
        if n == 0 || !agrees || !pairs || countdown {
            return None;
        }
        let first = if within(1, n) { 1 } else { 0 };
        let fits = first == 1 || within(0, n - 1);
        fits.then(|| Counts { vertices: n as u32, arcs: head.get(1).copied(), first })
    }

    #[test]
    fn headers_are_those_of_the_definition() {
        // all files of up to four lines with small numbers
        let mut rows = vec!["2".to_owned(), "3".to_owned()];
        rows.extend((0..4).flat_map(|u| (0..4).map(move |v| format!("{u} {v}"))));
        let mut headers = 0;
        let mut files = vec![String::new()];
        for _ in 0..4 {
            files = files.iter().flat_map(|file| rows.iter().map(move |row| format!("{file}{row}\n"))).collect();
            for file in &files {
                let read = Counts::of_file(file.as_bytes()).unwrap();
                assert_eq!(read.map(|(counts, _)| counts), plainly(file), "{file}");
                headers += usize::from(read.is_some());
                let end = file.find('\n').unwrap() as u64 + 1;
                assert!(read.is_none_or(|(_, at)| at == end));
            }
        }
        assert!(headers > 1000, "{headers}");
    }

    /// The vertices and the arcs, as a reader has them.
    type Read = (Vec<u32>, Vec<(u32, u32)>, bool);

    fn mentioned(lone: impl IntoIterator<Item = u32>, arcs: Vec<(u32, u32)>, counted: bool) -> Read {
        let mut vertices: Vec<u32> = arcs.iter().flat_map(|&(u, v)| [u, v]).chain(lone).collect();
        vertices.sort_unstable();
        vertices.dedup();
        (vertices, arcs, counted)
    }

    #[test]
    fn all_readers_agree() {
        let (folder, cx) = (Folder::new(), Context::default());
        let path = folder.0.join("g.txt");
        let long: String = (1..60_000).map(|v| format!("{} {v}\n", v + 1)).collect();
        for (text, vertices, arcs) in [
            ("4 3\n1 2\n2 3\n1 3\n", Some(1..=4), 3),
            ("4 3\n0 2\n2 3\n1 3", Some(0..=3), 3),
            ("% t\n5\n1 2\n2 3\n", Some(1..=5), 2),
            ("3 2\n2 1\n1 0\n", None, 3),
            ("u,v\n2 1\n1 2\n", None, 2),
            ("2 1\n1 2\n", Some(1..=2), 1),
            ("4 3\n1 2\n2 3\n1 3\n4\n", None, 4),
            (&format!("60000 59999\n{long}"), Some(1..=60_000), 59_999),
            (&format!("60000\n{long}"), Some(1..=60_000), 59_999),
            (&format!("60000 59998\n{long}"), None, 60_000),
        ] {
            std::fs::write(&path, text).unwrap();
            let list = text::read(&mut text.as_bytes(), "g", &cx).unwrap();
            let Names::Dense { lone, .. } = list.names else { panic!("{text}") };
            let counts = list.spelling.counts;
            let one = mentioned(lone, list.parts.concat(), counts.is_some());
            assert_eq!((one.1.len(), one.2), (arcs, vertices.is_some()), "{text}");
            assert!(vertices.is_none_or(|vertices| vertices.eq(one.0.iter().copied())), "{text}");

            let twice = two_pass::read(&mut File::open(&path).unwrap(), "g", &cx).unwrap().unwrap();
            let graph = Reverse::from_parts(twice.graph.vertices(), list.parts.clone(), &cx).unwrap();
            let Names::Dense { lone, .. } = &twice.names else { panic!("{text}") };
            let rows = |graph: &Reverse| -> Vec<Vec<u32>> {
                (0..graph.vertices() as u32).map(|v| graph.predecessors(v).to_vec()).collect()
            };
            assert!(rows(&graph) == rows(&twice.graph) && twice.spelling.counts == counts, "{text}");
            assert_eq!(mentioned(lone.iter().copied(), list.parts.concat(), counts.is_some()), one);

            let edges = EdgeFile::open(&path).unwrap();
            assert_eq!(edges.spelling().counts, counts, "{text}");
            for n in 1..4 {
                let (mut lone, mut arcs, mut some) = (Vec::new(), Vec::new(), Vec::new());
                for i in 0..n {
                    let mut share = edges.share(i, n).unwrap();
                    while share.next(&mut some).unwrap() {
                        lone.extend(some.iter().filter(|&&(_, v)| v == NONE).map(|&(u, _)| u));
                        arcs.extend(some.iter().filter(|&&(_, v)| v != NONE));
                    }
                }
                assert!(mentioned(lone, arcs, counts.is_some()) == one, "{n} shares of {text}");
            }
        }
    }

    #[test]
    fn comments_marks_and_long_files() {
        let of = |text: &str| Counts::of_file(text.as_bytes()).unwrap();
        let text = "\u{feff}# a graph\n\n4 3 # n m\r\n1 2\r\n\r\n2,3\r\n3 4 % end";
        let at = text.find("1 2").unwrap() as u64;
        assert_eq!(of(text), Some((Counts { vertices: 4, arcs: Some(3), first: 1 }, at)));
        for text in
            ["4 3\n1 2\n2 3\n3 4\n4\n", "4 3\n1 2\n2 3\n3 x\n", "4 3\n1 2\n2 3\n3 5\n", "1 0\n", "5\n", "", "u,v\n"]
        {
            assert_eq!(of(text), None, "{text}");
        }
        // far numbers are names
        assert_eq!(of("900000000 1\n5 6\n"), None);
        let mut long = String::from("100000 99999\n");
        (1..100_000).for_each(|v| long.push_str(&format!("{} {v}\n", v + 1)));
        assert!(long.len() > 4 * BLOCK);
        assert_eq!(of(&long).map(|(counts, _)| counts.first), Some(1));
        long.push_str("1 1\n");
        assert_eq!(of(&long), None);
    }
}
