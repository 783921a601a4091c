//! The verb `label`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::{Processes, Spoken};
use crate::budget::{self, Corner};

/// How labels are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LabelFormat {
    /// One line per vertex, with a header
    Csv,
    /// A NumPy array of records
    Npy,
    /// Columns (needs a build with the feature `parquet`)
    Parquet,
    /// One JSON object
    Json,
    /// The graph with its labels, as GraphML
    Graphml,
    /// The graph with its labels, as node-link JSON
    NodeLink,
}

impl LabelFormat {
    /// Are the arcs written too?
    pub(crate) fn has_arcs(self) -> bool {
        matches!(self, LabelFormat::Graphml | LabelFormat::NodeLink)
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy label graph.txt
  grundy label graph.txt -o labels.csv --start a,a,b
  grundy label graph.csv --misere --json
  grundy label graph.graphml -o labelled.graphml
  grundy label --rule '{(a,b) -> (a-k,b) for k in 1..3; (a,b-1)}' --to 1000,1000 -o labels.npy
  grundy label --rule 'nim(2,5,4)' --svg nim.svg --dot nim.dot
  grundy label graph.txt --workers 2 --keep labels
  grundy label graph.txt --hosts hosts.txt --process 0")]
pub(crate) struct Label {
    /// The graph (`-` is standard input)
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required_unless_present = "rule")]
    #[arg(conflicts_with = "rule")]
    pub(crate) graph: Option<PathBuf>,
    /// Make the graph from a game with a range (--to), or from a position
    #[arg(long, value_name = "TEXT", conflicts_with = "hosts")]
    pub(crate) rule: Option<String>,
    /// The last place of the range; `M,N` for two coordinates
    #[arg(short = 'n', long, value_name = "N", value_parser = budget::corner, allow_hyphen_values = true, requires = "rule")]
    pub(crate) to: Option<Corner>,
    /// Write the labels to OUT, in place of what is there; of several processes the first one does
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// How to write them (default: by the extension of OUT, else csv); graphml and node-link have the arcs too
    #[arg(long, value_enum, requires = "output")]
    pub(crate) format: Option<LabelFormat>,
    /// Tokens: who wins their sum, and how
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    pub(crate) start: Option<String>,
    /// Write the labelled graph to F in the DOT language, in place of what is there
    #[arg(long, value_name = "F", value_hint = ValueHint::FilePath, conflicts_with = "hosts")]
    pub(crate) dot: Option<PathBuf>,
    /// Draw the labelled graph to F, in place of what is there
    #[arg(long, value_name = "F", value_hint = ValueHint::FilePath, conflicts_with = "hosts")]
    pub(crate) svg: Option<PathBuf>,
    /// Label with N threads, each with its part of the graph (needs a build with the feature `cluster`)
    #[arg(long, value_name = "N", value_parser = budget::threads, allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["rule", "dot", "svg"])]
    pub(crate) workers: Option<usize>,
    #[command(flatten)]
    pub(crate) processes: Processes,
    /// Keep labels in DIR as they are found, and go on from what is there; processes share it
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    #[arg(conflicts_with_all = ["rule", "dot", "svg"])]
    pub(crate) keep: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Spoken,
}
