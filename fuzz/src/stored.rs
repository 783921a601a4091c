//! Stored files that were cut, changed, spliced: read up to the damage or refused.

use std::io::Cursor;
use std::path::Path;

use grundy::store::{Block, StateKind, decode_state, encode_state, encode_values, read_values};

use crate::damage::change;
use crate::random::Random;

const KIND: StateKind = StateKind { name: "window", version: 1 };

/// What came of the files.
#[derive(Debug, Default)]
pub struct Counts {
    /// How many.
    pub files: u64,
    /// Read as they were written.
    pub whole: u64,
    /// Read up to an unfinished block.
    pub cut: u64,
    /// Refused.
    pub refused: u64,
}

/// A file of values, and what comes of it.
///
/// # Errors
/// Other values than were written, or more than there are.
pub fn values(random: &mut Random, counts: &mut Counts) -> Result<(), String> {
    let bits = random.between(1, 64) as u32;
    // more than one block now and then
    let size = if random.one_in(8) { random.index(200_000) } else { random.index(300) };
    let values: Vec<u64> = (0..size).map(|_| random.bits() >> (64 - bits)).collect();
    let rule = rule(random);
    let mut bytes = encode_values(&rule, values.iter().copied()).map_err(|fault| fault.to_string())?;
    let length = bytes.len() as u64;
    change(random, &mut bytes);
    let mut found = Vec::new();
    let visit = |block: Block<'_>| {
        found.extend(block.values());
        Ok(())
    };
    let contents = read_values(&mut Cursor::new(&bytes), |_| Ok(()), visit);
    // a checksum fails once in 2^64: whatever was done to the file, only what was written is read
    if found[..] != values[..found.len().min(values.len())] {
        return Err(format!("other values are read: {size} of {bits} bits, rule {rule:?}"));
    }
    match contents {
        Ok(c) if c.identity != rule => return Err(format!("another rule is read: {:?} for {rule:?}", c.identity)),
        Ok(c) if c.entries != found.len() as u64 || c.length != bytes.len() as u64 || c.sound > c.length => {
            return Err(format!("{c:?} of {} bytes", bytes.len()));
        }
        Ok(c) if c.sound == length && c.sound == c.length => counts.whole += 1,
        Ok(_) => counts.cut += 1,
        Err(_) => counts.refused += 1,
    }
    Ok(())
}

/// A state: read as it was written, or refused.
///
/// # Errors
/// Another one is read, or a whole one refused.
pub fn states(random: &mut Random) -> Result<(), String> {
    let payload: Vec<u8> = (0..random.index(200)).map(|_| random.bits() as u8).collect();
    let rule = rule(random);
    let whole = encode_state(KIND, &rule, &payload);
    let mut bytes = whole.clone();
    change(random, &mut bytes);
    match decode_state(KIND, &rule, bytes.clone(), Path::new("state")) {
        Ok(found) if found != payload || bytes != whole => Err("a changed state is read".to_owned()),
        Err(fault) if bytes == whole => Err(format!("a whole state is refused: {fault}")),
        _ => Ok(()),
    }
}

fn rule(random: &mut Random) -> String {
    let letters = ['0', '.', '6', '[', 'é', '\u{202e}', '\n', '棋'];
    (0..random.index(40)).map(|_| *random.pick(&letters)).collect()
}
