//! Positions of rules in Python, numbered when they are first met.
//!
//! Most positions are small integers, or tuples, sets and texts of such. These are kept as numbers and as bytes, not as
//! objects: `(3, 5, 7)` takes five bytes, and the callable gets a fresh tuple each time, so that it cannot damage the
//! table by changing it. Everything else that can be hashed is kept as the object itself, in a `dict`.
//!
//! ```text
//! key of a position, 64 bits:   62 bits of an integer          00
//!                               offset of its bytes            01
//!                               number of its object           10
//!                               two integers of 31 bits each   11     a tuple of two such, as cells and pairs of heaps
//! bytes:  length, then a value: tag, for tuples and sets the number of elements, then the elements (of sets: sorted);
//!         an integer from −16 to 207 is one byte, its value + 48
//! ```
//!
//! Values of different types are different positions, though Python may call them equal (`1`, `True`, `1.0`): that
//! costs an evaluation, never a wrong answer. Integers of NumPy are integers. Keys are full positions, never a hash alone.

use std::hash::Hasher;

use hashbrown::HashTable;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFrozenSet, PyInt, PyList, PyString, PyTuple};
use rustc_hash::FxHasher;

const NONE: u8 = 0;
const FALSE: u8 = 1;
const TRUE: u8 = 2;
const INTEGER: u8 = 3;
const TEXT: u8 = 4;
const BYTES: u8 = 5;
const TUPLE: u8 = 6;
const SET: u8 = 7;
/// One byte from here on is an integer from [`LEAST`] on.
const SMALL: u8 = 32;
const LEAST: i64 = -16;
const MOST: i64 = LEAST + (u8::MAX - SMALL) as i64;

/// Nested deeper than this, a position is kept as an object.
const DEPTH: usize = 20;
/// Integers up to here may be found by a table without gaps …
const DENSE: u64 = 1 << 27;
/// … if it has at most so many entries for each position, beside the first ones.
const SPARE: u64 = 8;
/// So many entries the table of integers may have at once …
const FIRST: u64 = 1 << 10;
/// … and so many that of pairs, which are met from the largest on.
const FIRST_PAIRS: u64 = 1 << 14;
/// What an object that is kept takes, about: itself, its entry in the dictionary, its number.
const OBJECT: usize = 240;

/// A position of one or two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Heap {
    One(i64),
    Two(u32, u32),
}

/// All positions that were met.
#[derive(Debug)]
pub(super) struct Places {
    keys: Vec<u64>,
    dense: Dense,
    pairs: Dense,
    /// Integers and pairs that the tables without gaps do not hold, by their keys.
    others: HashTable<u32>,
    texts: HashTable<u32>,
    arena: Vec<u8>,
    objects: Vec<Py<PyAny>>,
    numbers: Py<PyDict>,
    scratch: Vec<u8>,
}

/// Numbers of positions by small indices; 0: none, else one more.
#[derive(Debug, Default)]
struct Dense(Vec<u32>);

impl Dense {
    #[inline]
    fn get(&self, at: u64) -> Option<u32> {
        self.0.get(usize::try_from(at).ok()?)?.checked_sub(1)
    }

    /// Keeps the number of an index, if the table does not become too sparse by that.
    fn keep(&mut self, at: u64, id: u32, first: u64) -> bool {
        if at >= DENSE || at >= first + SPARE * (u64::from(id) + 1) {
            return false;
        }
        let at = at as usize;
        if at >= self.0.len() {
            self.0.resize((at + 1).next_power_of_two().max(64), 0);
        }
        self.0[at] = id + 1;
        true
    }

    fn bytes(&self) -> usize {
        self.0.capacity() * 4
    }
}

/// Pairs by the larger of the two: a square of n × n takes the first n² indices, so that a table grows in place.
#[inline]
fn shell(a: u64, b: u64) -> u64 {
    if a >= b { a * a + a + b } else { b * b + a }
}

fn hash_key(key: u64) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(key);
    hasher.finish()
}

fn hash_bytes(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// Seven bits a byte, the lowest first.
fn write_length(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn read_length(bytes: &[u8], at: &mut usize) -> u64 {
    let (mut n, mut shift) = (0, 0);
    while let Some(&byte) = bytes.get(*at) {
        *at += 1;
        n |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
        shift += 7;
    }
    n
}

/// Writes an integer.
pub(super) fn write_integer(out: &mut Vec<u8>, n: i64) {
    if (LEAST..=MOST).contains(&n) {
        out.push(SMALL + (n - LEAST) as u8);
    } else {
        out.push(INTEGER);
        write_length(out, (n.wrapping_shl(1) ^ (n >> 63)) as u64);
    }
}

/// Writes a set of pairs, which may be reordered.
pub(super) fn write_pairs(out: &mut Vec<u8>, pairs: &[(i64, i64)]) {
    out.push(SET);
    write_length(out, pairs.len() as u64);
    let one = |pair: &(i64, i64)| {
        let mut bytes = vec![TUPLE, 2];
        write_integer(&mut bytes, pair.0);
        write_integer(&mut bytes, pair.1);
        bytes
    };
    if pairs.is_sorted() && pairs.iter().all(|p| p.0 >= LEAST && p.0 <= MOST && p.1 >= LEAST && p.1 <= MOST) {
        for pair in pairs {
            out.extend_from_slice(&[TUPLE, 2, SMALL + (pair.0 - LEAST) as u8, SMALL + (pair.1 - LEAST) as u8]);
        }
    } else {
        let mut items: Vec<Vec<u8>> = pairs.iter().map(one).collect();
        items.sort_unstable();
        items.iter().for_each(|item| out.extend_from_slice(item));
    }
}

/// Writes a value as bytes; `false` where that cannot be.
fn write(out: &mut Vec<u8>, value: &Bound<'_, PyAny>, depth: usize) -> PyResult<bool> {
    if depth > DEPTH {
        return Ok(false);
    }
    if value.is_exact_instance_of::<PyInt>() {
        let Ok(n) = value.extract::<i64>() else { return Ok(false) };
        write_integer(out, n);
    } else if let Ok(tuple) = value.cast_exact::<PyTuple>() {
        out.push(TUPLE);
        write_length(out, tuple.len() as u64);
        for item in tuple.iter_borrowed() {
            if !write(out, &item, depth + 1)? {
                return Ok(false);
            }
        }
    } else if let Ok(set) = value.cast_exact::<PyFrozenSet>() {
        out.push(SET);
        write_length(out, set.len() as u64);
        let mut items = Vec::with_capacity(set.len());
        let start = out.len();
        for item in set.iter() {
            let from = out.len();
            if !write(out, &item, depth + 1)? {
                return Ok(false);
            }
            items.push(from - start..out.len() - start);
        }
        let mixed = out[start..].to_vec();
        items.sort_unstable_by(|a, b| mixed[a.clone()].cmp(&mixed[b.clone()]));
        out.truncate(start);
        items.into_iter().for_each(|item| out.extend_from_slice(&mixed[item]));
    } else if let Ok(text) = value.cast_exact::<PyString>() {
        // a text with lone surrogates is kept as an object
        let Ok(text) = text.to_cow() else { return Ok(false) };
        out.push(TEXT);
        write_length(out, text.len() as u64);
        out.extend_from_slice(text.as_bytes());
    } else if let Ok(bytes) = value.cast_exact::<PyBytes>() {
        out.push(BYTES);
        write_length(out, bytes.as_bytes().len() as u64);
        out.extend_from_slice(bytes.as_bytes());
    } else if value.is_none() {
        out.push(NONE);
    } else if let Ok(truth) = value.cast_exact::<PyBool>() {
        out.push(if truth.is_true() { TRUE } else { FALSE });
    } else if let Some(n) = of_numpy(value) {
        write_integer(out, n);
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// An integer of NumPy, which is the same position as the integer.
fn of_numpy(value: &Bound<'_, PyAny>) -> Option<i64> {
    let is_numpy = value.get_type().module().is_ok_and(|module| module == "numpy");
    if is_numpy { value.extract().ok() } else { None }
}

/// Reads what [`write`] wrote.
fn read<'py>(py: Python<'py>, bytes: &[u8], at: &mut usize) -> PyResult<Bound<'py, PyAny>> {
    let tag = bytes.get(*at).copied().unwrap_or(NONE);
    *at += 1;
    let slice = |at: &mut usize| {
        let length = read_length(bytes, at) as usize;
        let from = *at;
        *at += length;
        bytes.get(from..from + length).unwrap_or_default()
    };
    Ok(match tag {
        NONE => py.None().into_bound(py),
        FALSE | TRUE => PyBool::new(py, tag == TRUE).to_owned().into_any(),
        INTEGER => {
            let n = read_length(bytes, at);
            ((n >> 1) as i64 ^ -((n & 1) as i64)).into_pyobject(py)?.into_any()
        }
        TEXT => PyString::new(py, std::str::from_utf8(slice(at)).unwrap_or_default()).into_any(),
        BYTES => PyBytes::new(py, slice(at)).into_any(),
        TUPLE | SET => {
            let length = read_length(bytes, at);
            let items = (0..length).map(|_| read(py, bytes, at)).collect::<PyResult<Vec<_>>>()?;
            if tag == TUPLE { PyTuple::new(py, items)?.into_any() } else { PyFrozenSet::new(py, items)?.into_any() }
        }
        small => (i64::from(small - SMALL) + LEAST).into_pyobject(py)?.into_any(),
    })
}

/// The two numbers of a tuple that is written as bytes, if a key holds them: those of NumPy come here.
fn written_pair(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = bytes.strip_prefix(&[TUPLE, 2]).map(|_| 2)?;
    let mut half = || {
        let tag = *bytes.get(at)?;
        at += 1;
        let n = match tag {
            INTEGER => {
                let n = read_length(bytes, &mut at);
                (n >> 1) as i64 ^ -((n & 1) as i64)
            }
            small if small >= SMALL => i64::from(small - SMALL) + LEAST,
            _ => return None,
        };
        u32::try_from(n).ok().filter(|&n| n <= HALF)
    };
    Some((half()?, half()?))
}

/// The largest number of a pair that a key holds.
const HALF: u32 = (1 << 31) - 1;

/// A tuple of two small numbers.
#[inline]
fn pair(position: &Bound<'_, PyAny>) -> Option<(u32, u32)> {
    let tuple = position.cast_exact::<PyTuple>().ok()?;
    if tuple.len() != 2 {
        return None;
    }
    let half = |at: usize| {
        let number = tuple.get_borrowed_item(at).ok()?;
        // `True` is 1 for `extract`, and another position
        let small = number.is_exact_instance_of::<PyInt>().then(|| number.extract::<i64>().ok()).flatten();
        small.and_then(|n| u32::try_from(n).ok()).filter(|&n| n <= HALF)
    };
    Some((half(0)?, half(1)?))
}

/// An integer that a key holds.
fn fits(n: i64) -> bool {
    (n << 2) >> 2 == n
}

impl Places {
    pub(super) fn new(py: Python<'_>) -> Places {
        Places {
            keys: Vec::new(),
            dense: Dense::default(),
            pairs: Dense::default(),
            others: HashTable::new(),
            texts: HashTable::new(),
            arena: Vec::new(),
            objects: Vec::new(),
            numbers: PyDict::new(py).unbind(),
            scratch: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Bytes in use, about.
    pub(super) fn bytes(&self) -> u64 {
        let tables = self.keys.capacity() * 8 + self.dense.bytes() + self.pairs.bytes() + self.arena.capacity();
        let hashed = (self.others.capacity() + self.texts.capacity()) * 6;
        (tables + hashed + self.objects.len() * OBJECT) as u64
    }

    /// The number of an integer or a pair of small ones, a new one if it was not met before.
    #[inline]
    pub(super) fn small(&mut self, position: &Bound<'_, PyAny>) -> Option<u32> {
        if position.is_exact_instance_of::<PyInt>() {
            let n = position.extract::<i64>().ok()?;
            return if fits(n) { Some(self.of_integer(n)) } else { None };
        }
        pair(position).map(|(a, b)| self.of_pair(a, b))
    }

    /// The number of a position, a new one if it was not met before.
    #[inline]
    pub(super) fn number(&mut self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        if let Some(number) = self.small(position) {
            return Ok(number);
        }
        if let Some(n) = of_numpy(position).filter(|&n| fits(n)) {
            return Ok(self.of_integer(n));
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        let written = write(&mut scratch, position, 0);
        let result = match written {
            Ok(true) => match written_pair(&scratch) {
                Some((a, b)) => Ok(self.of_pair(a, b)),
                None => Ok(self.of_bytes(&scratch)),
            },
            Ok(false) => self.of_object(position),
            Err(error) => Err(error),
        };
        self.scratch = scratch;
        result
    }

    #[inline]
    fn of_integer(&mut self, n: i64) -> u32 {
        match self.dense.get(n as u64) {
            Some(known) => known,
            None => self.of_key((n << 2) as u64, n as u64, FIRST),
        }
    }

    #[inline]
    fn of_pair(&mut self, a: u32, b: u32) -> u32 {
        let at = shell(a.into(), b.into());
        match self.pairs.get(at) {
            Some(known) => known,
            None => self.of_key(u64::from(a) << 33 | u64::from(b) << 2 | 3, at, FIRST_PAIRS),
        }
    }

    /// The number of an integer or a pair that its table without gaps does not have.
    fn of_key(&mut self, key: u64, at: u64, first: u64) -> u32 {
        let keys = &self.keys;
        let hash = hash_key(key);
        if let Some(&known) = self.others.find(hash, |&id| keys[id as usize] == key) {
            return known;
        }
        let id = self.keys.len() as u32;
        self.keys.push(key);
        let table = if key & 3 == 0 { &mut self.dense } else { &mut self.pairs };
        if !table.keep(at, id, first) {
            let keys = &self.keys;
            self.others.insert_unique(hash, id, |&id| hash_key(keys[id as usize]));
        }
        id
    }

    fn stored(arena: &[u8], key: u64) -> &[u8] {
        let mut at = (key >> 2) as usize;
        let length = read_length(arena, &mut at) as usize;
        &arena[at..at + length]
    }

    /// The number of a position that is written as bytes.
    pub(super) fn of_bytes(&mut self, bytes: &[u8]) -> u32 {
        let (keys, arena) = (&self.keys, &self.arena);
        let hash = hash_bytes(bytes);
        if let Some(&known) = self.texts.find(hash, |&id| Places::stored(arena, keys[id as usize]) == bytes) {
            return known;
        }
        let id = self.keys.len() as u32;
        self.keys.push((self.arena.len() as u64) << 2 | 1);
        write_length(&mut self.arena, bytes.len() as u64);
        self.arena.extend_from_slice(bytes);
        let (keys, arena) = (&self.keys, &self.arena);
        self.texts.insert_unique(hash, id, |&id| hash_bytes(Places::stored(arena, keys[id as usize])));
        id
    }

    fn of_object(&mut self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = position.py();
        let numbers = self.numbers.bind(py);
        if let Some(known) = numbers.get_item(position)? {
            return known.extract();
        }
        let id = self.keys.len() as u32;
        numbers.set_item(position, id)?;
        self.keys.push((self.objects.len() as u64) << 2 | 2);
        self.objects.push(position.clone().unbind());
        Ok(id)
    }

    /// The position that has this number.
    pub(super) fn position<'py>(&self, py: Python<'py>, id: u32) -> PyResult<Bound<'py, PyAny>> {
        let key = self.keys[id as usize];
        match key & 3 {
            0 => Ok(((key as i64) >> 2).into_pyobject(py)?.into_any()),
            1 => read(py, Places::stored(&self.arena, key), &mut 0),
            3 => Ok(PyTuple::new(py, [key >> 33, key >> 2 & u64::from(HALF)])?.into_any()),
            _ => Ok(self.objects[(key >> 2) as usize].bind(py).clone()),
        }
    }

    /// Is the position kept as an object, so that somebody could change it?
    pub(super) fn is_object(&self, id: u32) -> bool {
        self.keys[id as usize] & 3 == 2
    }

    /// An integer, or a pair of small ones.
    pub(super) fn heap(&self, id: u32) -> Option<Heap> {
        let key = self.keys[id as usize];
        match key & 3 {
            0 => Some(Heap::One(key as i64 >> 2)),
            3 => Some(Heap::Two((key >> 33) as u32, (key >> 2) as u32 & HALF)),
            _ => None,
        }
    }

    /// How large a position is, where its rules do not say: the elements of a set, the bytes of anything else that is
    /// written, an integer itself.
    pub(super) fn size(&self, id: u32) -> u64 {
        let key = self.keys[id as usize];
        if key & 3 != 1 {
            return self.weight(id);
        }
        match Places::stored(&self.arena, key) {
            [SET, rest @ ..] => read_length(rest, &mut 0),
            bytes => bytes.len() as u64,
        }
    }

    /// Small positions first: their options are fewer, and those of the others are mostly among them.
    pub(super) fn weight(&self, id: u32) -> u64 {
        let key = self.keys[id as usize];
        match key & 3 {
            0 => ((key as i64) >> 2).unsigned_abs(),
            3 => (key >> 33) + (key >> 2 & u64::from(HALF)),
            1 => Places::stored(&self.arena, key).iter().map(|&byte| u64::from(byte)).sum(),
            _ => 0,
        }
    }

    pub(super) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.numbers)?;
        self.objects.iter().try_for_each(|object| visit.call(object))
    }
}

/// A short way to show a position in a message.
pub(super) fn show(position: &Bound<'_, PyAny>) -> String {
    let text = position.repr().map_or_else(|_| "a position that cannot be shown".to_owned(), |r| r.to_string());
    if text.chars().count() <= 100 { text } else { text.chars().take(99).chain(['…']).collect() }
}

/// Is it a list, that is, a sum of positions?
pub(super) fn as_sum<'a, 'py>(option: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, PyList>> {
    option.cast::<PyList>().ok()
}
