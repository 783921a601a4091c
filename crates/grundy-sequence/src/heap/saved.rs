//! A search for a period as bytes, to be taken up later.
//!
//! Little-endian numbers of 8 bytes, lists with their length in front, codes as they are held (1 or 2 bytes each). The
//! lists of partners and witnesses are chosen afresh: they cost time only, so the values are the same.

use super::marks::{CONTEXT, Mark, Marks};
use super::rares::Rares;
use super::returning_window::Search;
use super::shape::Shape;
use super::simd::{BLOCK, Lane, Path};
use super::space::Space;
use super::sparse::Sparse;
use super::stream::Streaming;

const MAGIC: &[u8; 8] = b"gr-ret-1";

struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn number(&mut self) -> Result<u64, String> {
        let (first, rest) = self.0.split_first_chunk::<8>().ok_or("the search ends too early")?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*first))
    }

    fn size(&mut self) -> Result<usize, String> {
        usize::try_from(self.number()?).map_err(|_| "a number of the search is too large".to_owned())
    }

    /// A length in front of items of so many bytes, which must all be there.
    fn length(&mut self, item: usize) -> Result<usize, String> {
        let length = self.size()?;
        let fits = length.checked_mul(item).is_some_and(|bytes| bytes <= self.0.len());
        if fits { Ok(length) } else { Err("the search ends too early".to_owned()) }
    }

    fn codes<L: Lane>(&mut self) -> Result<Vec<L>, String> {
        let width = size_of::<L>();
        let length = self.length(width)?;
        let (bytes, rest) = self.0.split_at(length * width);
        self.0 = rest;
        let code = |b: &[u8]| L::of(b.iter().rev().fold(0, |n, &b| n << 8 | usize::from(b)));
        Ok(bytes.chunks_exact(width).map(code).collect())
    }
}

/// Bytes a code.
pub(super) fn lane(bytes: &[u8]) -> Result<u64, String> {
    let mut reader = Reader(bytes.strip_prefix(MAGIC).ok_or("this is not a saved search, or one of another version")?);
    match reader.number()? {
        width @ (1 | 2) => Ok(width),
        _ => Err("codes have one byte or two".to_owned()),
    }
}

fn check(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("the saved search is damaged: {what}")) }
}

impl<L: Lane> Search<L> {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let space = &self.sparse.space;
        let stream = self.sparse.witnesses.streaming.as_deref();
        let mut number = |n: u64| bytes.extend(n.to_le_bytes());
        number(size_of::<L>() as u64);
        number(space.mask as u64);
        number(u64::from(space.position));
        number(u64::from(space.bits));
        number(stream.map_or(0, |s| s.kept) as u64);
        number(stream.map_or(0, |s| s.near) as u64);
        number(self.cut);
        number(self.scanned as u64);
        number(self.forgotten);
        number(self.enlarged);
        number(self.lost);
        number(self.top[0] as u64);
        number(self.top[1] as u64);
        number(self.marks.size as u64);
        number(u64::from(self.marks.level));
        number(self.marks.newest);
        number(self.marks.older);
        number(self.marks.closest);
        number(self.marks.marks.len() as u64);
        self.marks.marks.iter().flat_map(|m| [m.at, m.key]).for_each(&mut number);
        number(self.bad.len() as u64);
        self.bad.iter().flat_map(|b| [b.0, b.1]).for_each(&mut number);
        number(self.sparse.rares.heaps.len() as u64);
        self.sparse.rares.heaps.iter().for_each(|&r| number(r as u64));
        for codes in [&self.head, &self.sparse.codes, &self.marks.codes] {
            bytes.extend((codes.len() as u64).to_le_bytes());
            codes.iter().for_each(|c| bytes.extend(&c.get().to_le_bytes()[..size_of::<L>()]));
        }
        bytes
    }

    pub(super) fn from_bytes(shape: Shape, bytes: &[u8]) -> Result<Self, String> {
        check(lane(bytes)? == size_of::<L>() as u64, "width")?;
        let mut r = Reader(bytes.get(16..).unwrap_or(&[]));
        let (mask, position, bits) = (r.size()?, r.number()?, r.number()?);
        let (kept, near, cut, scanned) = (r.size()?, r.size()?, r.number()?, r.size()?);
        let (forgotten, enlarged, lost) = (r.number()?, r.number()?, r.number()?);
        let (top, size) = ([r.size()?, r.size()?], r.size()?);
        let (level, newest, older, closest) = (r.number()?, r.number()?, r.number()?, r.number()?);
        let marks: Vec<Mark> = (0..r.length(16)?)
            .map(|_| Ok(Mark { at: r.number()?, key: r.number()? }))
            .collect::<Result<_, String>>()?;
        let bad: Vec<(u64, u64)> =
            (0..r.length(16)?).map(|_| Ok((r.number()?, r.number()?))).collect::<Result<_, String>>()?;
        let heaps: Vec<usize> = (0..r.length(8)?).map(|_| r.size()).collect::<Result<_, _>>()?;
        let (head, codes, windows) = (r.codes::<L>()?, r.codes::<L>()?, r.codes::<L>()?);
        check(r.0.is_empty(), "something stands behind it")?;
        let width = L::LIMIT.ilog2();
        check((1..=u64::from(width) + 1).contains(&bits) && mask > 0 && mask >> bits == 0, "the mask")?;
        check(position == 0 || (position == 1 && shape.parity().is_some()), "the position bit")?;
        check(heaps.is_sorted_by(|a, b| a < b) && heaps.first() != Some(&0), "the rare heaps")?;
        let last = heaps.last().copied().unwrap_or(0);
        let v = codes.len();
        check(kept <= head.len() && head.len() <= 1 << 31, "what is kept")?;
        check(near >= BLOCK && near < kept && last < kept, "the reach of witnesses")?;
        check(kept - last.max(near) >= shape.last + 2 * BLOCK, "the rare heaps")?;
        check(v >= kept && v - kept + 1 >= size && head[..kept] == codes[..kept], "the codes")?;
        check(cut.is_multiple_of(2) && cut < 1 << 62, "the cut")?;
        let total = cut + v as u64;
        check(cut == 0 || total > head.len() as u64, "the cut")?;
        check(scanned <= v && scanned >= kept && scanned - kept >= size, "the places")?;
        check(forgotten <= total && enlarged <= total && lost < 1 << 62, "the windows that prove nothing")?;
        let sorted = bad.is_sorted_by_key(|b| b.1);
        check(sorted && bad.iter().all(|b| b.0 <= b.1 && b.1 < total), "the windows that prove nothing")?;
        check((1..=4096).contains(&closest) && level < 64 && newest <= total && older <= newest, "the snapshots")?;
        check(top.iter().all(|&t| t < L::LIMIT), "the largest codes")?;
        check(size >= 2 * CONTEXT && marks.len().checked_mul(size) == Some(windows.len()), "the windows")?;
        check(marks.is_sorted_by(|a, b| a.at < b.at), "the windows")?;
        let first = (kept + size) as u64;
        check(marks.iter().all(|m| (first..=total).contains(&m.at)), "the windows")?;
        let mut rares = Rares::default();
        heaps.into_iter().for_each(|r| rares.add(r));
        let space = Space::new(mask, position == 1, shape.parity().unwrap_or(0), bits as u32);
        let splits = shape.splits.len();
        let Some(mut sparse) = Sparse::of(shape, space, std::iter::empty(), Path::best()) else {
            return Err("the saved search is damaged".to_owned());
        };
        check(size >= Self::reach(&sparse, last, near), "the windows")?;
        sparse.witnesses.streaming = Some(Box::new(Streaming::new(&codes, kept, near, splits)));
        (sparse.codes, sparse.rares) = (codes, rares);
        let mut saved = Marks::new(size, closest);
        (saved.marks, saved.codes) = (marks, windows);
        (saved.level, saved.newest, saved.older) = (level as u32, newest, older);
        saved.index();
        let mut search = Search::of(sparse, head, saved);
        (search.cut, search.scanned, search.top) = (cut, scanned, top);
        (search.forgotten, search.enlarged, search.lost, search.bad) = (forgotten, enlarged, lost, bad);
        check(search.choose(), "the lists")?;
        Ok(search)
    }
}
