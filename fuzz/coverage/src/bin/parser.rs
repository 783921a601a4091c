//! Any bytes as a text: read or refused; what is read prints and reads back as the same.

#![no_main]

use grundy_fuzz::reading::check;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(wrong) = check(&String::from_utf8_lossy(bytes)) {
        panic!("{wrong}");
    }
});
