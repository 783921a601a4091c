//! Engines: each computes values or outcomes of some kind of game. They know no text and print nothing.

pub mod closed_form;
pub mod dense;
pub mod fold;
pub mod law;
pub mod runs;
pub mod scale;
pub mod stretches;
pub mod strip;
pub mod tiles;
pub mod values;
