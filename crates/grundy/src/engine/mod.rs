//! Everything that finds values: from theorems, tables and searches.

pub mod closed_form;
