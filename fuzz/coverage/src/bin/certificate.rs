//! Any bytes as a certificate, of a period or of a law by automata: believed, refuted or refused within a budget.
//!
//! The last line of a certificate is a digest of the others, which no mutation would hit: it is put right first.

#![no_main]

use grundy_verify::{Budget, digest, verify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let budget = Budget { steps: 1 << 20, bytes: 1 << 24, cancel: None };
    // what it says is not known: a panic, a hang or too much memory is what is looked for
    let _ = verify(bytes, &budget);
    let last = bytes.strip_suffix(b"\n").unwrap_or(bytes).iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
    let mut sound = bytes[..last].to_vec();
    let sum = format!("digest {:016x}\n", digest(&sound));
    sound.extend(sum.bytes());
    let _ = verify(&sound, &budget);
});
