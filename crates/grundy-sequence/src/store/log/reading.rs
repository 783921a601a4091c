//! Reading a log: everything is checked before it is believed.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};

use grundy_core::error::Result;

use super::Format;
use super::head::{self, FIXED, MOST_IDENTITY, u32_at, u64_at};
use super::record::{HEAD, Head, MARK, Record};

/// What stands in a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// What the log belongs to.
    pub identity: String,
    /// How many entries.
    pub entries: u64,
    /// So many bytes hold them; what follows is a record that was not finished.
    pub sound: u64,
    /// Bytes of the file.
    pub length: u64,
    /// Seed of the records.
    pub(in crate::store) seed: u64,
}

/// Why a log was not read.
#[derive(Debug)]
pub enum Fault {
    /// The file ends before its head does, after so many bytes.
    Short(u64),
    /// Not a log of this kind, with a reason.
    Head(String),
    /// Another version of the format.
    Version(u32),
    /// A record was changed, and sound ones follow it.
    Damaged {
        /// Which one, from 0.
        record: u64,
        /// Where it begins, in bytes.
        offset: u64,
        /// So many entries before it are sound.
        entries: u64,
    },
    /// The file cannot be read.
    Io(io::Error),
    /// The visitor ended the reading.
    Stopped(grundy_core::Error),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Short(bytes) => write!(f, "the file ends before its head does, after {bytes} bytes"),
            Fault::Head(why) => f.write_str(why),
            Fault::Version(version) => write!(f, "the file is of version {version} of the format"),
            Fault::Damaged { record, offset, .. } => {
                write!(f, "record {record}, at byte {offset}, was changed, and sound ones follow it")
            }
            Fault::Io(error) => error.fmt(f),
            Fault::Stopped(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Fault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Fault::Io(error) => Some(error),
            Fault::Stopped(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Fault::Io(error)
    }
}

/// Reads a whole log: `check` is asked about the identity, then `visit` is handed the records in order.
///
/// Linear in the file; needs memory for the identity and one record, never more than the file has bytes.
///
/// # Errors
/// See [`Fault`]. A last record that was not finished is none: see [`Contents::sound`].
pub fn read(
    input: &mut (impl Read + Seek),
    format: Format,
    check: impl FnOnce(&str) -> Result<()>,
    mut visit: impl FnMut(Record<'_>) -> Result<()>,
) -> Result<Contents, Fault> {
    let mut reader = Reader::new(input, format)?;
    check(&reader.contents.identity).map_err(Fault::Stopped)?;
    while let Some(record) = reader.next()? {
        visit(record).map_err(Fault::Stopped)?;
    }
    Ok(reader.contents)
}

/// What is read from.
trait Input: Read + Seek {}

impl<T: Read + Seek> Input for T {}

/// Reads a log record by record.
pub struct Reader<'a> {
    input: Box<dyn Input + 'a>,
    format: Format,
    /// What was read so far.
    contents: Contents,
    /// Records before the next one.
    number: u64,
    /// Entries of the last record.
    bytes: Vec<u8>,
}

impl std::fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").field("format", &self.format).field("contents", &self.contents).finish_non_exhaustive()
    }
}

impl<'a> Reader<'a> {
    /// Reads the head.
    ///
    /// # Errors
    /// A file of another format or version, or a damaged head; a file that cannot be read.
    pub fn new(input: impl Read + Seek + 'a, format: Format) -> Result<Reader<'a>, Fault> {
        let mut input = Box::new(input);
        let length = input.seek(SeekFrom::End(0))?;
        input.rewind()?;
        let (identity, seed, sound) = read_head(&mut input, format, length)?;
        let contents = Contents { identity, entries: 0, sound, length, seed };
        Ok(Reader { input, format, contents, number: 0, bytes: Vec::new() })
    }

    /// What was read so far.
    #[must_use]
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// The next record; `None` where the log ends, be it with a record that was not finished.
    ///
    /// # Errors
    /// A damaged record; a file that cannot be read.
    #[allow(clippy::should_implement_trait, reason = "a record is lent until the next one is read")]
    pub fn next(&mut self) -> Result<Option<Record<'_>>, Fault> {
        let Contents { entries, sound, length, .. } = self.contents;
        if sound >= length {
            return Ok(None);
        }
        match read_record(&mut self.input, self.format, &self.contents, &mut self.bytes)? {
            Found::Record(head) => {
                self.contents.entries += u64::from(head.count);
                self.contents.sound += (HEAD + head.bytes()) as u64;
                self.number += 1;
                Ok(Some(Record { head, bytes: &self.bytes }))
            }
            Found::Unfinished => Ok(None),
            Found::Wrong if !sound_head_behind(&mut self.input, self.format, &self.contents)? => Ok(None),
            Found::Wrong | Found::Misplaced => Err(Fault::Damaged { record: self.number, offset: sound, entries }),
        }
    }
}

fn read_head(input: &mut dyn Read, format: Format, length: u64) -> Result<(String, u64, u64), Fault> {
    let short = || Fault::Short(length);
    if length < FIXED as u64 {
        return Err(short());
    }
    let mut head = vec![0; FIXED];
    input.read_exact(&mut head)?;
    if !head.starts_with(&format.magic) {
        return Err(Fault::Head(format!("it is not a file of {}", format.name)));
    }
    let version = u32_at(&head, 8);
    if version != format.version {
        return Err(Fault::Version(version));
    }
    let identity = u32_at(&head, 12) as usize;
    let end = (FIXED + identity + 8) as u64;
    if identity > MOST_IDENTITY || end > length {
        return Err(short());
    }
    head.resize(FIXED + identity, 0);
    input.read_exact(&mut head[FIXED..])?;
    let mut sum = [0; 8];
    input.read_exact(&mut sum)?;
    let seed = u64::from_le_bytes(sum);
    let changed = || Fault::Head(format!("its head, bytes 0 to {}, does not match its checksum", end - 1));
    if seed != head::closing(&head) {
        return Err(changed());
    }
    let identity = String::from_utf8(head.split_off(FIXED)).map_err(|_| changed())?;
    if u32_at(&head, 16) != format.most || u64_at(&head, 24) != head::fingerprint(&identity) {
        return Err(changed());
    }
    Ok((identity, seed, end))
}

enum Found {
    Record(Head),
    /// The end of the file comes first.
    Unfinished,
    Wrong,
    /// A sound head that belongs elsewhere in this file.
    Misplaced,
}

fn read_record(
    input: &mut dyn Read,
    format: Format,
    contents: &Contents,
    entries: &mut Vec<u8>,
) -> Result<Found, Fault> {
    let left = contents.length - contents.sound;
    if left < HEAD as u64 {
        return Ok(Found::Unfinished);
    }
    let mut head = [0; HEAD];
    input.read_exact(&mut head)?;
    let Some(head) = Head::decode(format, contents.seed, &head) else { return Ok(Found::Wrong) };
    if head.first != contents.entries {
        return Ok(Found::Misplaced);
    }
    if (HEAD + head.bytes()) as u64 > left {
        return Ok(Found::Unfinished);
    }
    entries.resize(head.bytes(), 0);
    input.read_exact(entries)?;
    Ok(if head.fits(contents.seed, entries) { Found::Record(head) } else { Found::Wrong })
}

/// Does a record begin anywhere behind the place where the reading ended? Then that place was damaged later, for records
/// are only ever written behind one another.
fn sound_head_behind(input: &mut dyn Input, format: Format, contents: &Contents) -> Result<bool, Fault> {
    const PART: usize = 1 << 16;
    input.seek(SeekFrom::Start(contents.sound + 1))?;
    let mut part = Vec::new();
    loop {
        let read = input.take(PART as u64).read_to_end(&mut part)?;
        let starts = part.windows(MARK.len()).enumerate().filter(|(_, four)| *four == MARK);
        for (at, _) in starts {
            if Head::decode(format, contents.seed, &part[at..]).is_some_and(|h| h.first >= contents.entries) {
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
