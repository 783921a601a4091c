//! Sequences of games: their terms come from our engines.

use grundy_sequence::code::{Code, Modifier};

use super::Terms::{Diagonal, Losing, Pairs, Values};
use super::{Entry, entry};
use crate::game::{Game, Kind, Shape};
use crate::rule::family::{Family, rule_of};
use crate::rule::ir::{Item, Set};

fn octal(digits: &[u32]) -> Option<Game> {
    Some(Game::of_code(Code::octal(0, digits.iter().copied())))
}

fn grundys_game() -> Option<Game> {
    Some(Game::of_code(Code::octal(4, [0]).with_modifier(Modifier::Unequal)))
}

fn taking(numbers: Item) -> Option<Game> {
    Game::of_set(Set { items: vec![numbers], except: Vec::new() }).ok()
}

fn wythoff() -> Option<Game> {
    let rule = rule_of(&Family::Wythoff { k: 1 })?;
    Some(Game::new("wythoff".to_owned(), Shape::Tuple(rule.arity), Kind::Rule(rule)))
}

#[rustfmt::skip]
pub(super) const ENTRIES: &[Entry] = &[
    entry(2186, 0, "Sprague-Grundy values of Kayles, 0.77", "凯尔斯（0.77）的 Sprague-Grundy 值", Values(|| octal(&[7, 7]), 0)),
    entry(2187, 0, "Sprague-Grundy values of Dawson's Chess, 0.137", "道森象棋（0.137）的 Sprague-Grundy 值", Values(|| octal(&[1, 3, 7]), 0)),
    entry(2188, 0, "Sprague-Grundy values of Grundy's game", "格伦迪游戏的 Sprague-Grundy 值", Values(grundys_game, 0)),
    entry(71_434, 1, "Sprague-Grundy values of the octal game 0.1377", "八进制游戏 0.1377 的 Sprague-Grundy 值", Values(|| octal(&[1, 3, 7, 7]), 1)),
    entry(71_435, 1, "Sprague-Grundy values of the octal game 0.177", "八进制游戏 0.177 的 Sprague-Grundy 值", Values(|| octal(&[1, 7, 7]), 1)),
    entry(71_436, 1, "Sprague-Grundy values of the octal game 0.56", "八进制游戏 0.56 的 Sprague-Grundy 值", Values(|| octal(&[5, 6]), 1)),
    entry(71_451, 1, "Sprague-Grundy values of the octal game 0.113377", "八进制游戏 0.113377 的 Sprague-Grundy 值", Values(|| octal(&[1, 1, 3, 3, 7, 7]), 1)),
    entry(71_452, 1, "Sprague-Grundy values of the octal game 0.11377", "八进制游戏 0.11377 的 Sprague-Grundy 值", Values(|| octal(&[1, 1, 3, 7, 7]), 1)),
    entry(71_453, 1, "Sprague-Grundy values of the octal game 0.117", "八进制游戏 0.117 的 Sprague-Grundy 值", Values(|| octal(&[1, 1, 7]), 1)),
    entry(71_464, 1, "Sprague-Grundy values of the octal game 0.127", "八进制游戏 0.127 的 Sprague-Grundy 值", Values(|| octal(&[1, 2, 7]), 1)),
    entry(71_509, 1, "Sprague-Grundy values of the octal game 0.1777", "八进制游戏 0.1777 的 Sprague-Grundy 值", Values(|| octal(&[1, 7, 7, 7]), 1)),
    entry(14_586, 0, "Sprague-Grundy values of taking a square", "取平方数游戏的 Sprague-Grundy 值", Values(|| taking(Item::Squares), 0)),
    entry(14_589, 0, "Sprague-Grundy values of taking a prime", "取素数游戏的 Sprague-Grundy 值", Values(|| taking(Item::Primes), 0)),
    entry(30_193, 1, "P-positions of taking a square", "取平方数游戏的 P 局面", Losing(|| taking(Item::Squares))),
    entry(25_043, 1, "P-positions of taking a prime", "取素数游戏的 P 局面", Losing(|| taking(Item::Primes))),
    entry(4481, 0, "table of Sprague-Grundy values of Wythoff's game", "威佐夫博弈的 Sprague-Grundy 值表", Pairs(wythoff)),
    entry(47_708, 0, "diagonal of the Sprague-Grundy values of Wythoff's game", "威佐夫博弈的 Sprague-Grundy 值的对角线", Diagonal(wythoff)),
];
