//! Any text is read or refused, quickly and without a panic; what is read prints and reads back as the same.

use std::process::ExitCode;
use std::time::Instant;

use grundy_fuzz::Arguments;
use grundy_fuzz::random::Random;
use grundy_fuzz::reading::check;
use grundy_fuzz::texts::Texts;

fn main() -> ExitCode {
    let arguments = Arguments::read();
    let mut random = Random::new(arguments.seed);
    let texts = Texts::new();
    std::panic::set_hook(Box::new(|_| {}));
    let start = Instant::now();
    let (mut asked, mut read) = (0_u64, 0_u64);
    while start.elapsed() < arguments.time {
        let text = texts.next(&mut random);
        asked += 1;
        match check(&text) {
            Ok(good) => read += u64::from(good),
            Err(wrong) => {
                let text = shrink(text);
                println!("seed {}, text {asked}: {wrong}\nas a Rust literal: {text:?}\n{text}", arguments.seed);
                return ExitCode::FAILURE;
            }
        }
    }
    let share = 100.0 * read as f64 / asked.max(1) as f64;
    println!("{asked} texts, {share:.0} % of them in the language, {} facts to start from", texts.facts());
    ExitCode::SUCCESS
}

/// Cuts pieces out as long as something is wrong.
fn shrink(text: String) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let mut length = letters.len().max(1);
    while length > 0 {
        let mut at = 0;
        while at < letters.len() {
            let end = (at + length).min(letters.len());
            let fewer: Vec<char> = letters[..at].iter().chain(&letters[end..]).copied().collect();
            if check(&fewer.iter().collect::<String>()).is_err() {
                letters = fewer;
            } else {
                at += length;
            }
        }
        length /= 2;
    }
    letters.into_iter().collect()
}
