//! Bytes choose a rule and its places: every engine of the library against direct recursion.

#![no_main]

use grundy_fuzz::compare::{Case, check};
use grundy_fuzz::generate;
use grundy_fuzz::random::Random;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut random = Random::told(bytes);
    let (_, game) = generate::game(&mut random);
    for case in Case::of(&game, &mut random) {
        if let Err(wrong) = check(&case) {
            panic!("{}: {wrong}", case.text());
        }
    }
});
