//! Bytes choose a stored file and what happens to it: read up to the damage, or refused.

#![no_main]

use grundy_fuzz::random::Random;
use grundy_fuzz::stored::{Counts, states, values};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut random = Random::told(bytes);
    let checked = values(&mut random, &mut Counts::default()).and_then(|()| states(&mut random));
    if let Err(wrong) = checked {
        panic!("{wrong}");
    }
});
