//! The function that lists winning moves, as far as languages spell it in their own way.

use crate::emit::program::Moves;

/// How a language spells the function that lists winning moves.
pub(super) trait Lister {
    /// What stands before the function.
    fn before_moves(&self, _moves: &Moves) -> Vec<String> {
        Vec::new()
    }
    /// Its head.
    fn open_moves(&self, moves: &Moves) -> String;
    /// The empty list and, of heaps, the xor of their values; in misère play how many are worth more than 1, too.
    fn enter_moves(&self, moves: &Moves) -> Vec<String>;
    /// The loop over the heaps, its first line, and then the heap and what it must be worth after a winning move.
    fn each_heap(&self, heap: &str, is_misere: bool) -> Vec<String>;
    /// A row of so many numbers at most is added: are they of heaps, and may a move leave several?
    fn add_move(&self, left: &[String], shape: (bool, bool, usize)) -> String;
    /// The list is put in order and returned.
    fn leave_moves(&self, moves: &Moves) -> Vec<String>;
}
