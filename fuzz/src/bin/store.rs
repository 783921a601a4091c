//! Stored files that were cut, changed, spliced: read up to the damage or refused, quickly and without a panic.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use grundy::store::{Block, StateKind, decode_state, encode_state, encode_values, read_values};
use grundy_fuzz::damage::change;
use grundy_fuzz::random::Random;
use grundy_fuzz::{Arguments, panic_text};

const PATIENCE: Duration = Duration::from_secs(2);
const KIND: StateKind = StateKind { name: "window", version: 1 };

/// What came of the files.
#[derive(Debug, Default)]
struct Counts {
    files: u64,
    whole: u64,
    cut: u64,
    refused: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::read();
    let mut random = Random::new(arguments.seed);
    std::panic::set_hook(Box::new(|_| {}));
    let start = Instant::now();
    let mut counts = Counts::default();
    while start.elapsed() < arguments.time {
        counts.files += 1;
        let began = Instant::now();
        let checked = catch_unwind(AssertUnwindSafe(|| {
            values(&mut random, &mut counts)?;
            states(&mut random)
        }));
        let wrong = match checked {
            Ok(Ok(())) if began.elapsed() > PATIENCE => format!("took {:.1} s", began.elapsed().as_secs_f64()),
            Ok(Ok(())) => continue,
            Ok(Err(wrong)) => wrong,
            Err(payload) => panic_text(payload.as_ref()),
        };
        println!("seed {}, file {}: {wrong}", arguments.seed, counts.files);
        return ExitCode::FAILURE;
    }
    let Counts { files, whole, cut, refused } = counts;
    println!("{files} files: {whole} read whole, {cut} up to an unfinished block, {refused} refused");
    ExitCode::SUCCESS
}

/// A file of values, and what comes of it.
fn values(random: &mut Random, counts: &mut Counts) -> Result<(), String> {
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
fn states(random: &mut Random) -> Result<(), String> {
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
