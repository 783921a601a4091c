//! Labels of graphs by many workers. The rules, and labels by one worker in memory or from a file, are in `grundy_graph`.

#[cfg(feature = "timely")]
pub mod workers;
