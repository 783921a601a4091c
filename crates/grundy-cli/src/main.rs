//! The program `grundy`.
fn main() {}
