//! Another program against grundy: positions in, answers out, and the smallest input on which it errs.
//!
//! [`cases`] draws the positions, [`template`] writes them as the program reads them, [`child`] runs the program once
//! for each ([`starting`] says what to do where it cannot be started), [`answers`] reads what it prints, [`oracle`] knows the right answer, and [`search`] compares and shrinks.

pub(crate) mod answers;
pub(crate) mod cases;
pub(crate) mod child;
pub(crate) mod oracle;
pub(crate) mod search;
pub(crate) mod starting;
pub(crate) mod template;
