//! Laws of known games, against brute force.

mod certificate;
mod equation;
mod marking;
mod moves;
mod search;
