//! A period cut into blocks of equal length, even and odd in turn, and a bound where the values change.
//!
//! The laws of two numbers, and of two numbers and their sum, read a value off both.

use dashu_int::ops::BitTest;
use grundy_core::{Nat, number::shorten};

use crate::engine::law::Working;
use crate::words::Words;

/// The blocks of `length` heaps in each `period` heaps, and the bound within the period.
#[derive(Debug, Clone)]
pub(super) struct Blocks {
    pub(super) length: Nat,
    pub(super) bound: Nat,
    pub(super) period: Nat,
}

/// What a heap leaves: m = n mod period, and where m lies.
#[derive(Debug)]
pub(super) struct Residue {
    m: Nat,
    /// Which block m is in, counted from 0.
    block: Nat,
    pub(super) is_odd: bool,
    pub(super) is_below: bool,
}

impl Blocks {
    pub(super) fn residue(&self, n: &Nat) -> Residue {
        let m = n % &self.period;
        let block = &m / &self.length;
        Residue { is_odd: block.bit(0), is_below: m < self.bound, m, block }
    }

    /// How the place of a heap is worked out.
    pub(super) fn working(&self, n: &Nat) -> Vec<Working> {
        let residue = self.residue(n);
        let [n, p, a, bound, m, block] =
            [n, &self.period, &self.length, &self.bound, &residue.m, &residue.block].map(shorten);
        let parity = if residue.is_odd { ["odd", "奇数"] } else { ["even", "偶数"] };
        let beyond = match residue.is_below {
            true => [String::new(), String::new()],
            false => [format!(", and {m} is not below {bound}"), format!("，且 {m} 不小于 {bound}")],
        };
        let division = format!("{m} // {a} = {block}");
        vec![Working::Say(Words::new(
            format!("{n} mod {p} = {m}; {division} is {}{}", parity[0], beyond[0]),
            format!("{n} mod {p} = {m}；{division} 是{}{}", parity[1], beyond[1]),
        ))]
    }
}
