//! The verb `canonical`.

use clap::Args;

use super::{Spoken, Text};

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
