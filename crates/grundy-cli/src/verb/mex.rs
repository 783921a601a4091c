//! `mex 0 1 3`: the least number that is missing, as `explain 'mex(0, 1, 3)'` tells it.

use grundy::Session;

use crate::args::{Explain, Mex, Text};
use crate::exit::{Exit, Failure};
use crate::setting::Setting;
use crate::verb::explain;

/// Explains the mex of the numbers, which stand apart or with commas, also as a list in brackets or as `mex(0, 1, 3)`.
pub(crate) fn run(options: &Mex, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let joined = options.numbers.join(",");
    let numbers: Vec<&str> = joined
        .strip_prefix("mex")
        .unwrap_or(&joined)
        .split([',', ' ', '{', '}', '(', ')', '[', ']'])
        .filter(|n| !n.is_empty())
        .collect();
    let text = Text { words: vec![format!("mex({})", numbers.join(", "))], file: None };
    let explain = Explain { text, html: false, page: false, latex: false, common: options.common.clone() };
    explain::run(&explain, session, setting)
}
