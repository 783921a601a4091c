//! Answers on paper: one file a form. They share the library's data and compute nothing.

pub(crate) mod blackboard;
pub(crate) mod board;
pub(crate) mod canonical;
pub(crate) mod claims;
pub(crate) mod columns;
pub(crate) mod count;
pub(crate) mod diagnostics;
pub(crate) mod findings;
pub(crate) mod grid;
pub(crate) mod label;
pub(crate) mod members;
pub(crate) mod picture;
pub(crate) mod quotient;
pub(crate) mod sequences;
pub(crate) mod stress;
pub(crate) mod sweep;
pub(crate) mod text;
pub(crate) mod verify;
mod words;

pub(crate) use grundy_form::binary::{binary, binary_width, bit_length};
pub(crate) use grundy_form::{html, json, latex, letters, unanswered};
