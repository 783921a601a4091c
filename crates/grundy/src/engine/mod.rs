//! The engines: each answers one family of questions, knows no text and prints nothing.

pub mod dense;
pub mod memo;
