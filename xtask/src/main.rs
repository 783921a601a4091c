//! The project's own chores: `cargo xtask test`.
fn main() {}
