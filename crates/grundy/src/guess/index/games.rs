//! Sequences of games: their terms come from our engines.

use super::Terms::{Diagonal, Game, Losing, Pairs};
use super::{Entry, entry};

#[rustfmt::skip]
pub(super) const ENTRIES: &[Entry] = &[
    entry(2186, 0, "Sprague-Grundy values of Kayles, 0.77", Game("0.77", 0)),
    entry(2187, 0, "Sprague-Grundy values of Dawson's Chess, 0.137", Game("0.137", 0)),
    entry(2188, 0, "Sprague-Grundy values of Grundy's game", Game("4!.0", 0)),
    entry(71_434, 1, "Sprague-Grundy values of the octal game 0.1377", Game("0.1377", 1)),
    entry(71_435, 1, "Sprague-Grundy values of the octal game 0.177", Game("0.177", 1)),
    entry(71_436, 1, "Sprague-Grundy values of the octal game 0.56", Game("0.56", 1)),
    entry(71_451, 1, "Sprague-Grundy values of the octal game 0.113377", Game("0.113377", 1)),
    entry(71_452, 1, "Sprague-Grundy values of the octal game 0.11377", Game("0.11377", 1)),
    entry(71_453, 1, "Sprague-Grundy values of the octal game 0.117", Game("0.117", 1)),
    entry(71_464, 1, "Sprague-Grundy values of the octal game 0.127", Game("0.127", 1)),
    entry(71_509, 1, "Sprague-Grundy values of the octal game 0.1777", Game("0.1777", 1)),
    entry(14_586, 0, "Sprague-Grundy values of taking a square", Game("take[squares]", 0)),
    entry(14_589, 0, "Sprague-Grundy values of taking a prime", Game("take[primes]", 0)),
    entry(30_193, 1, "P-positions of taking a square", Losing("take[squares]")),
    entry(25_043, 1, "P-positions of taking a prime", Losing("take[primes]")),
    entry(4481, 0, "table of Sprague-Grundy values of Wythoff's game", Pairs("wythoff")),
    entry(47_708, 0, "diagonal of the Sprague-Grundy values of Wythoff's game", Diagonal("wythoff")),
];
