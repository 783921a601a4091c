//! The tests of the library from outside, in one program: it is linked once, and its tests share the cores.

mod chinese;
mod copies;
mod corpus;
mod hand_over;
mod large_numbers;
mod lenient;
mod loopy;
mod misere_nim;
mod notation;
mod open_ranges;
mod play;
mod recognition;
mod scenes;
mod store;
mod typed_moves;
mod unknown;

/// A file that is not named above would not be run.
#[test]
fn every_file_is_a_module() {
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests")).expect("the folder of the tests");
    for file in files.map(|entry| entry.expect("a file").file_name().into_string().expect("a name")) {
        let module = file.strip_suffix(".rs").filter(|name| *name != "all");
        let named = |name: &str| include_str!("all.rs").contains(&format!("\nmod {name};\n"));
        assert!(module.is_none_or(named), "tests/{file} is not in tests/all.rs");
    }
}
