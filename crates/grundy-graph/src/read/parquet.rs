//! Edge lists in Parquet files: two columns of integers or of text, called u, v or source, target or from, to.

use std::collections::HashMap;
use std::fs::File;

use grundy_core::{Context, Diagnostic, Error, Stopped};
use parquet::basic::Encoding;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};

use super::caught::caught;
use super::pages::{Limits, Pages};
use super::{EdgeList, Names};
use crate::Arc;

/// What the two columns may be called.
const COLUMNS: [(&str, &str); 5] = [("u", "v"), ("source", "target"), ("from", "to"), ("src", "dst"), ("tail", "head")];

/// Cells that are read at once.
const BATCH: usize = 1 << 13;
/// Words that are written as what they add to the one before may take so many bytes before that is told.
const GROWN: u64 = 1 << 26;
/// Bytes that a name takes beside its letters, in the list and in the dictionary.
const NAME: u64 = 112;

/// A column of a row group.
enum Column {
    Numbers(Vec<i64>),
    /// Words share the pages that they stand in: a page with one long word, many times, takes no room for each.
    Words(Vec<ByteArray>),
}

impl Column {
    fn len(&self) -> usize {
        match self {
            Column::Numbers(cells) => cells.len(),
            Column::Words(cells) => cells.len(),
        }
    }
}

/// Reads an edge list.
///
/// What the file says of itself is not believed: room is asked for as cells come, and a reader that panics has met a
/// damage.
///
/// # Errors
/// Other columns, empty cells, negative numbers, another type; a damaged file, or one that is compressed in a way this
/// build cannot read; the budget.
pub fn read(file: File, name: &str, cx: &Context) -> Result<EdgeList, Error> {
    cx.enter("reading a graph");
    let damaged = |error: ParquetError| {
        Error::from(Diagnostic::input(format!("the Parquet file {name:?} cannot be read: {error}")))
    };
    let fault = |message: &str| Error::from(Diagnostic::input(format!("the Parquet file {name:?} {message}")));
    let broken = || fault("is damaged");
    let size = file.metadata().map_or(u64::MAX, |meta| meta.len());
    let reader = caught(|| SerializedFileReader::new(file)).ok_or_else(broken)?.map_err(damaged)?;
    let schema = reader.metadata().file_metadata().schema_descr();
    let find = |wanted: &str| schema.columns().iter().position(|c| c.name().eq_ignore_ascii_case(wanted));
    let Some((u, v)) = COLUMNS.iter().find_map(|(u, v)| find(u).zip(find(v))) else {
        let names: Vec<&str> = schema.columns().iter().map(|column| column.name()).collect();
        let message = format!("the Parquet file {name:?} has the columns {}", names.join(", "));
        return Err(Diagnostic::input(message).suggest("the arcs belong in the columns u, v or source, target").into());
    };
    if [u, v].iter().any(|&at| schema.column(at).max_rep_level() > 0) {
        return Err(fault("has lists in the columns of the arcs"));
    }
    let (mut numbers, mut words) = (Vec::new(), Vec::new());
    let mut places: HashMap<String, u32> = HashMap::new();
    let mut names: Vec<String> = Vec::new();
    for at in 0..reader.num_row_groups() {
        let group = caught(|| reader.get_row_group(at)).ok_or_else(broken)?.map_err(damaged)?;
        let Ok(rows) = usize::try_from(group.metadata().num_rows()) else { return Err(broken()) };
        let before = cx.reserved();
        let column = |at| match caught(|| column(group.as_ref(), at, size, cx)) {
            None => Err(broken()),
            Some(Err(Trouble::Damaged(error))) => Err(damaged(error)),
            Some(Err(Trouble::Stopped(stopped))) => Err(stopped.into()),
            Some(Ok(column)) => Ok(column),
        };
        let (from, to) = (column(u)?, column(v)?);
        let taken = cx.reserved().saturating_sub(before);
        cx.tick(from.len() as u64)?;
        match (from, to) {
            (Column::Numbers(u), Column::Numbers(v)) if u.len() == rows && v.len() == rows => {
                cx.reserve(PAIR * rows as u64)?;
                for (u, v) in u.into_iter().zip(v) {
                    let (Ok(u), Ok(v)) = (u64::try_from(u), u64::try_from(v)) else {
                        return Err(fault("has a negative number"));
                    };
                    numbers.push((u, v));
                }
            }
            (Column::Words(u), Column::Words(v)) if u.len() == rows && v.len() == rows => {
                cx.reserve(ARC * rows as u64)?;
                let mut number = |word: ByteArray| -> Result<u32, Error> {
                    let word =
                        std::str::from_utf8(word.data()).map_err(|_| fault("has a name that is not UTF-8 text"))?;
                    if let Some(&place) = places.get(word) {
                        return Ok(place);
                    }
                    cx.reserve(2 * word.len() as u64 + NAME)?;
                    let place = names.len() as u32;
                    places.insert(word.to_owned(), place);
                    names.push(word.to_owned());
                    Ok(place)
                };
                for (u, v) in u.into_iter().zip(v) {
                    let arc: Arc = (number(u)?, number(v)?);
                    words.push(arc);
                }
            }
            (Column::Numbers(_), Column::Words(_)) | (Column::Words(_), Column::Numbers(_)) => {
                return Err(fault("has names in one column and numbers in the other"));
            }
            _ => return Err(fault("has empty cells")),
        }
        cx.release(taken);
    }
    if !words.is_empty() {
        return Ok(EdgeList::new(Names::Words { names, places }, vec![words]));
    }
    let small = |n: u64| u32::try_from(n).ok().filter(|&n| n < u32::MAX - 1);
    cx.reserve(ARC * numbers.len() as u64)?;
    let arcs: Option<Vec<Arc>> = numbers.iter().map(|&(u, v)| small(u).zip(small(v))).collect();
    let Some(arcs) = arcs else { return EdgeList::of_wide(vec![numbers], Vec::new(), cx) };
    cx.release(PAIR * numbers.len() as u64);
    drop(numbers);
    EdgeList::of_numbers(vec![arcs], Vec::new(), cx)
}

/// Bytes of an arc, and of one of large numbers.
const ARC: u64 = 8;
const PAIR: u64 = 16;

/// Why a column is not read to its end.
enum Trouble {
    Damaged(ParquetError),
    Stopped(Stopped),
}

impl From<ParquetError> for Trouble {
    fn from(error: ParquetError) -> Trouble {
        Trouble::Damaged(error)
    }
}

impl From<Stopped> for Trouble {
    fn from(stopped: Stopped) -> Trouble {
        Trouble::Stopped(stopped)
    }
}

fn wrong<T>(what: &str) -> Result<T, Trouble> {
    Err(Trouble::Damaged(ParquetError::General(what.to_owned())))
}

/// All cells of a column in a file of this size; fewer than rows if some are empty.
fn column(group: &dyn RowGroupReader, at: usize, size: u64, cx: &Context) -> Result<Column, Trouble> {
    let (schema, chunk) = (group.metadata().schema_descr().column(at), group.metadata().column(at));
    let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
    let (start, length) = chunk.byte_range();
    if start.checked_add(length).is_none_or(|end| end > size) {
        return wrong("a column ends behind the file");
    }
    let grows = chunk.encodings().any(|encoding| encoding == Encoding::DELTA_BYTE_ARRAY);
    let memory = cx.budget().memory.map_or(u64::MAX, |memory| memory.saturating_sub(cx.reserved()));
    let limits = Limits { rows, memory, optional: schema.max_def_level() > 0, grows };
    let pages = Pages::new(group.get_column_page_reader(at)?, limits);
    match get_column_reader(schema, Box::new(pages)) {
        ColumnReader::Int32ColumnReader(reader) => {
            let cells = cells(reader, rows, BATCH, |_| 0, cx)?;
            Ok(Column::Numbers(cells.into_iter().map(i64::from).collect()))
        }
        ColumnReader::Int64ColumnReader(reader) => Ok(Column::Numbers(cells(reader, rows, BATCH, |_| 0, cx)?)),
        ColumnReader::ByteArrayColumnReader(reader) if grows => {
            // a word is no longer than all that words add to each other
            let batch = (GROWN / length.max(1)).clamp(1, BATCH as u64) as usize;
            Ok(Column::Words(cells(reader, rows, batch, ByteArray::len, cx)?))
        }
        ColumnReader::ByteArrayColumnReader(reader) => {
            // the cells are pieces of the pages
            cx.reserve(length)?;
            Ok(Column::Words(cells(reader, rows, BATCH, |_| 0, cx)?))
        }
        _ => wrong("the columns of arcs hold neither integers nor text"),
    }
}

/// The cells of a column in which each row has one at most, some at once. `beside` are the bytes that a cell takes
/// elsewhere.
fn cells<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    rows: usize,
    batch: usize,
    beside: impl Fn(&T::T) -> usize,
    cx: &Context,
) -> Result<Vec<T::T>, Trouble> {
    // a list that grows has room for twice what is in it
    let each = 2 * size_of::<T::T>().max(size_of::<i64>()) as u64;
    let mut cells = Vec::new();
    let (mut definition, mut repetition) = (Vec::new(), Vec::new());
    let mut seen = 0;
    while seen <= rows {
        cx.check()?;
        cx.reserve(each * batch as u64)?;
        definition.clear();
        repetition.clear();
        let before = cells.len();
        let (records, _, levels) =
            reader.read_records(batch, Some(&mut definition), Some(&mut repetition), &mut cells)?;
        cx.release(each * (batch - (cells.len() - before).min(batch)) as u64);
        cx.reserve(cells.iter().skip(before).map(|cell| beside(cell) as u64).sum())?;
        if records == 0 && levels == 0 {
            return Ok(cells);
        }
        seen += records.max(1);
    }
    wrong("a column is longer than its group of rows")
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;

    use grundy_core::testing::Random;
    use grundy_core::{Budget, ErrorKind};
    use parquet::data_type::{ByteArrayType, Int64Type};
    use parquet::file::properties::{WriterProperties, WriterVersion};
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    use super::*;

    /// A file with two columns.
    fn written<T: DataType>(schema: &str, columns: [&[T::T]; 2], properties: WriterProperties) -> Vec<u8> {
        let schema = Arc::new(parse_message_type(&format!("message arcs {{ {schema} }}")).unwrap());
        let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)).unwrap();
        let mut group = writer.next_row_group().unwrap();
        for cells in columns {
            let mut column = group.next_column().unwrap().unwrap();
            let levels = vec![1; cells.len()];
            column.typed::<T>().write_batch(cells, Some(&levels), None).unwrap();
            column.close().unwrap();
        }
        group.close().unwrap();
        writer.into_inner().unwrap()
    }

    /// A place for a file of this test.
    fn place() -> PathBuf {
        let thread = std::thread::current().id();
        std::env::temp_dir().join(format!("grundy-arcs-{}-{thread:?}.parquet", std::process::id()))
    }

    /// Writes two columns, reads them back, and forgets the file; `cut` bytes at its end are lost.
    fn read_back<T: DataType>(schema: &str, columns: [&[T::T]; 2], cut: usize) -> Result<EdgeList, Error> {
        let mut bytes = written::<T>(schema, columns, WriterProperties::default());
        bytes.truncate(bytes.len() - cut);
        let path = place();
        std::fs::write(&path, &bytes).unwrap();
        let list = read(File::open(&path).unwrap(), "arcs.parquet", &Context::default());
        std::fs::remove_file(&path).unwrap();
        list
    }

    fn words(words: &[&str]) -> Vec<ByteArray> {
        words.iter().map(|w| ByteArray::from(w.as_bytes().to_vec())).collect()
    }

    #[test]
    fn arcs_are_read_back() {
        let numbers = "required int64 U; required int64 V;";
        let list = read_back::<Int64Type>(numbers, [&[3, 1, 3], &[1, 0, 0]], 0).unwrap();
        assert_eq!((list.names.len(), list.parts), (4, vec![vec![(3, 1), (1, 0), (3, 0)]]));
        let list = read_back::<Int64Type>(numbers, [&[1 << 40], &[7]], 0).unwrap();
        assert_eq!((list.names.as_number(1), list.parts), (Some(1 << 40), vec![vec![(1, 0)]]));
        let names = "required binary source (UTF8); required binary target (UTF8);";
        let list = read_back::<ByteArrayType>(names, [&words(&["a", "b"]), &words(&["b", "c"])], 0).unwrap();
        assert_eq!((list.names.find("c"), list.parts), (Some(2), vec![vec![(0, 1), (1, 2)]]));
        // many blocks of differences
        let (heads, tails): (Vec<_>, Vec<_>) =
            (0..3000).map(|i| (format!("vertex {i}"), format!("vertex {}", i / 2))).unzip();
        let [heads, tails] = [heads, tails]
            .map(|names| names.into_iter().map(|name| ByteArray::from(name.into_bytes())).collect::<Vec<_>>());
        for encoding in [Encoding::DELTA_LENGTH_BYTE_ARRAY, Encoding::DELTA_BYTE_ARRAY] {
            let properties = WriterProperties::builder().set_dictionary_enabled(false).set_encoding(encoding).build();
            let path = place();
            std::fs::write(&path, written::<ByteArrayType>(names, [&heads, &tails], properties)).unwrap();
            let list = read(File::open(&path).unwrap(), "arcs.parquet", &Context::default()).unwrap();
            std::fs::remove_file(&path).unwrap();
            assert_eq!((list.names.len(), list.parts[0].len()), (3000, 3000));
            assert_eq!(list.names.name(list.parts[0][2999].1), "vertex 1499");
        }
        // more than one batch
        let long: Vec<i64> = (0..3 * BATCH as i64 + 5).collect();
        let list = read_back::<Int64Type>(numbers, [&long, &long], 0).unwrap();
        assert!(list.parts.concat().into_iter().eq((0..).zip(0..).take(long.len())));
    }

    #[test]
    fn bad_files_are_told() {
        let numbers = "required int64 u; required int64 v;";
        assert!(read_back::<Int64Type>(numbers, [&[-1], &[0]], 0).is_err());
        assert!(read_back::<Int64Type>("required int64 u; required int64 w;", [&[1], &[0]], 0).is_err());
        for cut in [1, 4, 8, 40] {
            assert!(read_back::<Int64Type>(numbers, [&[1], &[0]], cut).is_err());
        }
    }

    /// Files in every encoding that their writers choose from.
    fn kinds() -> Vec<Vec<u8>> {
        let mut files = Vec::new();
        let tails: Vec<i64> = (0..40).map(|i| i * i % 37).collect();
        let heads: Vec<i64> = (0..40).map(|i| i % 3).collect();
        let name = |n: &i64| ByteArray::from(format!("vertex {n}").into_bytes());
        let named = [&tails, &heads].map(|cells| cells.iter().map(name).collect::<Vec<_>>());
        for (version, dictionary) in [(WriterVersion::PARQUET_1_0, true), (WriterVersion::PARQUET_2_0, false)] {
            let properties = || {
                let builder = WriterProperties::builder().set_writer_version(version);
                builder.set_dictionary_enabled(dictionary)
            };
            for how in ["required", "optional"] {
                let numbers = format!("{how} int64 u; {how} int64 v;");
                files.push(written::<Int64Type>(&numbers, [&tails, &heads], properties().build()));
                let names = format!("{how} binary u (UTF8); {how} binary v (UTF8);");
                let encodings = [Encoding::PLAIN, Encoding::DELTA_LENGTH_BYTE_ARRAY, Encoding::DELTA_BYTE_ARRAY];
                for encoding in encodings.into_iter().skip(if dictionary { 2 } else { 0 }) {
                    let properties = properties().set_encoding(encoding).build();
                    files.push(written::<ByteArrayType>(&names, [&named[0], &named[1]], properties));
                }
            }
        }
        files
    }

    /// A few bytes that say that there is much more: told at once, and no room is made for it.
    #[test]
    fn what_a_file_says_of_itself_is_not_believed() {
        let numbers = "required int64 u; required int64 v;";
        let mut bytes = written::<Int64Type>(numbers, [&[5; 3], &[6; 3]], WriterProperties::default());
        // the header of the first page: kind, sizes, and in its third field how many values the dictionary has
        let places: Vec<usize> =
            bytes.windows(4).enumerate().filter(|(_, w)| w[0] == 0x4c && w[1] == 0x15).map(|w| w.0).collect();
        let at = *places.first().expect("a dictionary");
        assert_eq!(bytes[at + 2], 2);
        // 2^31 − 2 in five bytes, over the padding-free field of one: what is behind moves, and so does the footer
        bytes.splice(at + 2..at + 3, [0xfc, 0xff, 0xff, 0xff, 0x0f]);
        let path = place();
        std::fs::write(&path, &bytes).unwrap();
        let told = read(File::open(&path).unwrap(), "arcs.parquet", &Context::default()).unwrap_err();
        std::fs::remove_file(&path).unwrap();
        assert!(told.to_string().contains("more cells than it can have"), "{told}");
    }

    #[test]
    fn damaged_files_are_told() {
        let path = place();
        let mut random = Random::new(1);
        let mut below = |n: usize| random.index(n);
        let (mut faults, mut panics) = (0, 0);
        for whole in kinds() {
            for damage in 0..=60 {
                let mut bytes = whole.clone();
                match damage % 4 {
                    _ if damage == 0 => {}
                    0 => bytes.truncate(below(whole.len())),
                    1 => {
                        let (from, end) = (below(bytes.len()), whole.len());
                        bytes[from..end.min(from + 1 + below(6))].fill(0xff);
                    }
                    _ => (0..1 + below(3)).for_each(|_| bytes[below(whole.len())] ^= 1 << below(8)),
                }
                std::fs::write(&path, &bytes).unwrap();
                let cx = Context::new(Budget { memory: Some(64 << 20), ..Budget::UNLIMITED });
                match read(File::open(&path).unwrap(), "arcs.parquet", &cx) {
                    Ok(_) => {}
                    Err(Error::Bad(fault)) if damage > 0 => {
                        assert_eq!(fault.kind, ErrorKind::Input, "{fault:?}");
                        assert!(fault.message.contains("\"arcs.parquet\""), "{fault:?}");
                        faults += 1;
                        panics += u32::from(fault.message.ends_with("is damaged"));
                    }
                    Err(other) => panic!("damage {damage}: {other:?}"),
                }
            }
        }
        std::fs::remove_file(&path).unwrap();
        assert!(faults > 100 && panics > 0, "{faults} {panics}");
    }
}
