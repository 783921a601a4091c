//! Stored files that were cut, changed, spliced: read up to the damage or refused, quickly and without a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;

use grundy_fuzz::patience::Patience;
use grundy_fuzz::random::Random;
use grundy_fuzz::stored::{Counts, states, values};
use grundy_fuzz::{Arguments, panic_text};

/// Seconds for a file.
const SECONDS: u64 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::read();
    let mut random = Random::new(arguments.seed);
    std::panic::set_hook(Box::new(|_| {}));
    let start = Instant::now();
    let mut counts = Counts::default();
    while start.elapsed() < arguments.time {
        counts.files += 1;
        let patience = Patience::of(SECONDS);
        let checked = catch_unwind(AssertUnwindSafe(|| {
            values(&mut random, &mut counts)?;
            states(&mut random)
        }));
        let wrong = match checked {
            Ok(done) => match done.and_then(|()| patience.kept()) {
                Ok(()) => continue,
                Err(wrong) => wrong,
            },
            Err(payload) => panic_text(payload.as_ref()),
        };
        println!("seed {}, file {}: {wrong}", arguments.seed, counts.files);
        return ExitCode::FAILURE;
    }
    let Counts { files, whole, cut, refused } = counts;
    println!("{files} files: {whole} read whole, {cut} up to an unfinished block, {refused} refused");
    ExitCode::SUCCESS
}
