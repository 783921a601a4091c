//! Reading a file of values: everything is checked before it is believed.

use std::io::{self, Read, Seek, SeekFrom};

use super::block::{self, Block, HEAD, Head, MARK};
use super::header::{self, FIXED, MAGIC, MOST_RULE, VERSION, u32_at, u64_at};
use grundy_core::error::Result;

/// What stands in a file of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// The elaborated rule whose values these are.
    pub rule: String,
    /// How many values, from heap 0 on.
    pub values: u64,
    /// So many bytes hold them; what follows is a block that was not finished.
    pub sound: u64,
    /// Bytes of the file.
    pub length: u64,
    /// Seed of the blocks.
    pub(super) seed: u64,
}

/// Why a file of values was not read.
#[derive(Debug)]
pub enum Fault {
    /// Not a file of values, with a reason.
    Head(String),
    /// Another version of the format.
    Version(u32),
    /// A block was changed, and sound ones follow it.
    Damaged {
        /// Which one, from 0.
        block: u64,
        /// Where it begins, in bytes.
        offset: u64,
        /// So many values before it are sound.
        values: u64,
    },
    /// The file cannot be read.
    Io(io::Error),
    /// The visitor ended the reading.
    Stopped(grundy_core::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Fault::Io(error)
    }
}

/// Reads a whole file of values: `visit` is handed the blocks in order.
///
/// Linear in the file; needs memory for the rule and one block, never more than the file has bytes.
///
/// # Errors
/// See [`Fault`]. A last block that was not finished is none: see [`Contents::sound`].
pub fn read_values(
    input: &mut (impl Read + Seek),
    check: impl FnOnce(&str) -> Result<()>,
    mut visit: impl FnMut(Block<'_>) -> Result<()>,
) -> Result<Contents, Fault> {
    let length = input.seek(SeekFrom::End(0))?;
    input.rewind()?;
    let (rule, seed, start) = read_head(input, length)?;
    check(&rule).map_err(Fault::Stopped)?;
    let mut contents = Contents { rule, values: 0, sound: start, length, seed };
    let mut values = Vec::new();
    let mut number = 0;
    while contents.sound < length {
        match read_block(input, &contents, &mut values)? {
            Found::Block(head) => {
                let block = Block { first: head.first, width: head.width, bytes: &values };
                visit(block).map_err(Fault::Stopped)?;
                contents.values += u64::from(head.count);
                contents.sound += (HEAD + head.bytes()) as u64;
            }
            Found::Unfinished => break,
            Found::Wrong if !sound_head_behind(input, &contents)? => break,
            Found::Wrong | Found::Misplaced => {
                return Err(Fault::Damaged { block: number, offset: contents.sound, values: contents.values });
            }
        }
        number += 1;
    }
    Ok(contents)
}

fn read_head(input: &mut impl Read, length: u64) -> Result<(String, u64, u64), Fault> {
    let short = || Fault::Head(format!("its {length} bytes are not even a head"));
    if length < FIXED as u64 {
        return Err(short());
    }
    let mut head = vec![0; FIXED];
    input.read_exact(&mut head)?;
    if !head.starts_with(&MAGIC) {
        return Err(Fault::Head("it is not a file of values".to_owned()));
    }
    let version = u32_at(&head, 8);
    if version != VERSION {
        return Err(Fault::Version(version));
    }
    let rule = u32_at(&head, 12) as usize;
    let end = (FIXED + rule + 8) as u64;
    if rule > MOST_RULE || end > length {
        return Err(short());
    }
    head.resize(FIXED + rule, 0);
    input.read_exact(&mut head[FIXED..])?;
    let mut sum = [0; 8];
    input.read_exact(&mut sum)?;
    let seed = u64::from_le_bytes(sum);
    let changed = || Fault::Head(format!("its head, bytes 0 to {}, does not match its checksum", end - 1));
    if seed != header::closing(&head) {
        return Err(changed());
    }
    let rule = String::from_utf8(head.split_off(FIXED)).map_err(|_| changed())?;
    if u32_at(&head, 16) != block::MOST || u64_at(&head, 24) != header::fingerprint(&rule) {
        return Err(changed());
    }
    Ok((rule, seed, end))
}

enum Found {
    Block(Head),
    /// The end of the file comes first.
    Unfinished,
    Wrong,
    /// A sound head that belongs elsewhere in this file.
    Misplaced,
}

fn read_block(input: &mut impl Read, contents: &Contents, values: &mut Vec<u8>) -> Result<Found, Fault> {
    let left = contents.length - contents.sound;
    if left < HEAD as u64 {
        return Ok(Found::Unfinished);
    }
    let mut head = [0; HEAD];
    input.read_exact(&mut head)?;
    let Some(head) = Head::decode(contents.seed, &head) else { return Ok(Found::Wrong) };
    if head.first != contents.values {
        return Ok(Found::Misplaced);
    }
    if (HEAD + head.bytes()) as u64 > left {
        return Ok(Found::Unfinished);
    }
    values.resize(head.bytes(), 0);
    input.read_exact(values)?;
    Ok(if head.fits(contents.seed, values) { Found::Block(head) } else { Found::Wrong })
}

/// Does a block begin anywhere behind the place where the reading ended? Then that place was damaged later, for blocks
/// are only ever written behind one another.
fn sound_head_behind(input: &mut (impl Read + Seek), contents: &Contents) -> Result<bool, Fault> {
    const PART: usize = 1 << 16;
    input.seek(SeekFrom::Start(contents.sound + 1))?;
    let mut part = Vec::new();
    loop {
        let read = input.take(PART as u64).read_to_end(&mut part)?;
        let starts = part.windows(MARK.len()).enumerate().filter(|(_, four)| *four == MARK);
        for (at, _) in starts {
            if Head::decode(contents.seed, &part[at..]).is_some_and(|h| h.first >= contents.values) {
                return Ok(true);
            }
        }
        if read == 0 {
            return Ok(false);
        }
        // a head may begin in this part and end in the next
        part.drain(..part.len().saturating_sub(HEAD - 1));
    }
}
