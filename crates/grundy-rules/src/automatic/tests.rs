//! Laws of known games, against brute force.

mod certificate;
mod equation;
mod marking;
mod moves;
mod search;

#[test]
fn one_state_is_singular() {
    assert_eq!([0, 1, 2].map(super::states_in_words), ["0 states", "1 state", "2 states"]);
}
