//! The verb `canonical`.

use clap::Args;

use super::{Spoken, Text};

/// The misère canonical form: the simplest game that may stand for a position in every misère sum.
///
/// Two positions have the same form exactly if they have the same misère outcome in any company. 3 is a heap of Nim, 2₊ is
/// {2}, whose only option is 2, and a set holds its options. Forms may be as large as the tree of the game, so the
/// positions are small ones. In normal play the form of a position is the heap of its value: `grundy value`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy canonical 'misere nim(2,2)'
  grundy canonical 'misere kayles(5)'
  grundy canonical 'misere 4.7(3)' --json")]
pub(crate) struct Canonical {
    #[command(flatten)]
    pub(crate) text: Text,
    #[command(flatten)]
    pub(crate) common: Spoken,
}
