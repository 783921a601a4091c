//! The opponent: how well it plays, and its reply.

use grundy_core::{Context, Error, Nat, Result, Spent};

use super::{CHOICES, unless_stopped};
use crate::answer::Move;
use crate::position::Position;
use crate::solve::{self, SolveOptions};

/// Moves that a player who has lost compares, and the nodes for all of them together.
const COMPARED: usize = 60;
const NODES: u64 = 300_000;

/// How well the opponent plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Level {
    /// Any move.
    Random,
    /// Sees the winning move half of the time.
    #[default]
    Careless,
    /// Sees it four times out of five.
    Careful,
    /// Always sees it, and where there is none leaves the fewest winning replies.
    Perfect,
}

impl Level {
    /// The level of this number, 0 to 3.
    #[must_use]
    pub fn of(number: u64) -> Option<Level> {
        [Level::Random, Level::Careless, Level::Careful, Level::Perfect].get(usize::try_from(number).ok()?).copied()
    }

    /// Its number, 0 to 3.
    #[must_use]
    pub fn number(self) -> u64 {
        self as u64
    }
}

/// The move of an opponent of this level, after so many moves; `None`: there is none.
pub(super) fn reply(position: &Position, made: usize, level: Level, seed: u64, cx: &Context) -> Result<Option<Move>> {
    let mut lot = Lot::new(seed, made, &position.query());
    let sees = match level {
        Level::Random => false,
        Level::Careless => lot.below(2) == 0,
        Level::Careful => lot.below(5) > 0,
        Level::Perfect => true,
    };
    if sees && let Some(mv) = sought(position, &mut lot, cx)? {
        return Ok(Some(mv));
    }
    let moves = match solve::legal(position, CHOICES, cx) {
        // the search took all there was, and the game goes on
        Err(Error::Stopped(stopped)) if stopped.spent != Spent::Cancelled => {
            solve::legal(position, CHOICES, &cx.listing_out())?
        }
        listed => listed?,
    }
    .moves;
    if sees && level == Level::Perfect {
        let lost = |part: &Context| stubborn(position, &moves, &mut lot, part);
        if let Some(Some(mv)) = cx.trial(NODES, lost).or_else(unless_stopped)? {
            return Ok(Some(mv));
        }
    }
    let at = lot.below(moves.len());
    Ok(moves.into_iter().nth(at))
}

/// A move that wins, or else draws: in play that ends any of the first hundred.
fn sought(position: &Position, lot: &mut Lot, cx: &Context) -> Result<Option<Move>> {
    let goes_round = position.components().iter().any(|(component, _)| component.game.is_loopy());
    let found = if goes_round {
        match position.winning_reply(cx) {
            Ok(None) => position.drawing_move(cx),
            found => found,
        }
    } else {
        position.solve_with(&SolveOptions::default(), cx).map(|answer| {
            let moves = answer.result.moves.moves;
            let at = lot.below(moves.len());
            moves.into_iter().nth(at)
        })
    };
    found.or_else(unless_stopped)
}

/// Of moves that all lose one that leaves the fewest winning replies.
fn stubborn(position: &Position, moves: &[Move], lot: &mut Lot, cx: &Context) -> Result<Option<Move>> {
    let mut best: Option<(Nat, Vec<&Move>)> = None;
    for mv in moves.iter().take(COMPARED) {
        cx.check()?;
        let answer = position.play(mv).solve_with(&SolveOptions::default().with_limit(1), cx)?;
        let Some(count) = answer.moves.count.clone().filter(|_| answer.is_complete()) else { continue };
        match &mut best {
            Some((least, all)) if count == *least => all.push(mv),
            Some((least, _)) if count > *least => {}
            _ => best = Some((count, vec![mv])),
        }
    }
    Ok(best.and_then(|(_, all)| all.get(lot.below(all.len())).map(|mv| (*mv).clone())))
}

/// Numbers that look drawn by lot, by splitmix64 (Steele, Lea, Flood, *Fast splittable pseudorandom number generators*,
/// 2014).
struct Lot(u64);

impl Lot {
    /// Set by a seed, a number and a text, which the FNV-1a hash takes in: it is the same on every machine.
    fn new(seed: u64, number: usize, text: &str) -> Lot {
        let bytes = seed.to_le_bytes().into_iter().chain((number as u64).to_le_bytes()).chain(text.bytes());
        Lot(bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)))
    }

    /// A number below `bound`; 0 where that is 0.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % (bound.max(1) as u64)) as usize
    }
}
