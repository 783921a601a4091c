//! What a step of the chores found: how much held, how much did not, and what to show.

use crate::run::Output;

/// The text of a step that could not be done here begins so.
pub(crate) const SKIPPED: &str = "skipped: ";

/// What one step found.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// How many tests, cases or facts held.
    pub(crate) passed: u64,
    /// How many did not.
    pub(crate) failed: u64,
    /// What to show: one line after a success, everything after a failure.
    pub(crate) text: String,
}

impl Report {
    /// One thing was looked at and is in order.
    pub(crate) fn fine(text: impl Into<String>) -> Self {
        Report { passed: 1, failed: 0, text: text.into() }
    }

    /// Nothing was looked at, because something is missing here: what, and for which purpose.
    pub(crate) fn skipped(missing: impl std::fmt::Display) -> Self {
        Report { text: format!("{SKIPPED}{missing}"), ..Report::default() }
    }

    /// Something is wrong.
    pub(crate) fn wrong(text: impl Into<String>) -> Self {
        Report { passed: 0, failed: 1, text: text.into() }
    }

    /// A command that must end well, counted as one test unless it reports its own.
    pub(crate) fn of(output: Output) -> Self {
        let (passed, failed) = test_results(&output.text);
        if output.success {
            let text = if passed > 0 { format!("{passed} tests") } else { String::new() };
            Report { passed: passed.max(1), failed, text }
        } else {
            Report { passed, failed: failed.max(1), text: output.text }
        }
    }
}

/// Adds up the lines `test result: ok. 5 passed; 0 failed; …`.
fn test_results(text: &str) -> (u64, u64) {
    let mut sums = (0, 0);
    for line in text.lines().filter_map(|line| line.trim().strip_prefix("test result:")) {
        for part in line.split([';', '.']) {
            let mut words = part.split_whitespace();
            if let (Some(Ok(number)), Some(what)) = (words.next().map(str::parse::<u64>), words.next()) {
                match what {
                    "passed" => sums.0 += number,
                    "failed" => sums.1 += number,
                    _ => {}
                }
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::test_results;

    #[test]
    fn results_are_added_up() {
        let text = "running 2 tests\ntest result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; finished in 0.1s\n\
                    noise 7 passed\n   test result: FAILED. 40 passed; 3 failed; 0 ignored\n";
        assert_eq!(test_results(text), (42, 3));
        assert_eq!(test_results(""), (0, 0));
    }
}
