//! Any bytes as an edge list: the arcs line by line, however the file is shared, or a fault.

#![no_main]

use std::path::PathBuf;
use std::sync::OnceLock;

use grundy_fuzz::edges::check;
use grundy_fuzz::random::Random;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // messages name the file, by the word that the check looks for
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    let path = PATH.get_or_init(|| std::env::temp_dir().join(format!("grundy-fuzz-arcs-{}", std::process::id())));
    if let Err(wrong) = check(path, bytes, &mut Random::told(bytes)) {
        panic!("{wrong}");
    }
});
