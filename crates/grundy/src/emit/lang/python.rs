//! Python 3.8 and later.

use super::{Bound, Dialect, Uses, Words, bracketed, texts};
use crate::emit::builtin::Builtin;
use crate::emit::program::{Kind, Winner};

pub(super) struct Python;

/// A key of the memo: the number itself, or a tuple.
fn key(params: &[String]) -> String {
    if params.len() == 1 { params.concat() } else { format!("({})", params.join(", ")) }
}

impl Dialect for Python {
    fn comment(&self) -> &'static str {
        "# "
    }
    fn prologue(&self, uses: &Uses) -> Vec<String> {
        let mut lines = Vec::new();
        if uses.builtins.iter().any(|h| matches!(h, Builtin::Root | Builtin::TimesRoot | Builtin::Gcd)) {
            lines.push("import math".to_owned());
        }
        if uses.memos {
            lines.extend(texts(&["import sys", "", "sys.setrecursionlimit(1_000_000)"]));
        }
        lines.push(String::new());
        lines
    }
    fn quotient(&self) -> &'static str {
        "//"
    }
    fn words(&self) -> Words {
        Words { and: "and", or: "or", not: "not ", yes: "True", no: "False" }
    }
    fn native(&self, builtin: Builtin, arguments: &[Bound]) -> Option<Bound> {
        let both = |sign: &str, level: u8| match arguments {
            [a, b, ..] => {
                Some((format!("{} {sign} {}", bracketed(a.clone(), level), bracketed(b.clone(), level + 1)), level))
            }
            _ => None,
        };
        let first = arguments.first()?;
        let named = |name: &str| {
            let all: Vec<&str> = arguments.iter().map(|a| a.0.as_str()).collect();
            Some((format!("{name}({})", all.join(", ")), 9))
        };
        match builtin {
            Builtin::Min => named("min"),
            Builtin::Max => named("max"),
            Builtin::Absolute => Some((format!("abs({})", first.0), 9)),
            Builtin::Gcd => named("math.gcd"),
            Builtin::Root => Some((format!("math.isqrt({})", first.0), 9)),
            Builtin::Power => both("**", 9),
            Builtin::FloorQuotient => both("//", 7),
            Builtin::FloorRemainder => match arguments {
                [a, b, ..] if b.0.bytes().all(|c| c.is_ascii_digit()) => {
                    Some((format!("{} % {}", bracketed(a.clone(), 7), b.0), 7))
                }
                [a, b, ..] => Some((format!("{} % abs({})", bracketed(a.clone(), 7), b.0), 7)),
                _ => None,
            },
            // `5.` would be a decimal fraction
            Builtin::BitLength if first.0.bytes().all(|c| c.is_ascii_digit()) => {
                Some((format!("({}).bit_length()", first.0), 9))
            }
            Builtin::BitLength => Some((format!("{}.bit_length()", bracketed(first.clone(), 9)), 9)),
            _ => None,
        }
    }
    fn times_root(&self) -> Vec<String> {
        texts(&[
            "# times_root(b, d): b times the square root of d, rounded down, exactly (no floating point)",
            "def times_root(b, d):",
            "    return math.isqrt(b * b * d)",
            "",
        ])
    }
    fn open(&self, name: &str, params: &[String], _returns: Kind, _private: bool) -> String {
        format!("def {name}({}):", params.join(", "))
    }
    fn around_array(&self, name: &str, _count: usize) -> (String, &'static str) {
        (format!("{name} = ("), ")")
    }
    fn declare(&self, name: &str, value: &str, _changes: bool) -> String {
        format!("{name} = {value}")
    }
    fn assign(&self, name: &str, value: &str) -> String {
        format!("{name} = {value}")
    }
    fn open_if(&self, test: &str) -> String {
        format!("if {test}:")
    }
    fn open_while(&self, test: &str) -> String {
        format!("while {test}:")
    }
    fn open_for(&self, var: &str, from: &Bound, to: &Bound, step: Option<&Bound>) -> String {
        // up to n - 1, both ends inclusive, is the range of n
        let below = to.0.strip_suffix(" - 1").filter(|_| to.1 >= 6);
        let end = below.map_or_else(|| format!("{} + 1", bracketed(to.clone(), 6)), str::to_owned);
        match step {
            Some(step) => format!("for {var} in range({}, {end}, {}):", from.0, step.0),
            None if from.0 == "0" => format!("for {var} in range({end}):"),
            None => format!("for {var} in range({}, {end}):", from.0),
        }
    }
    fn open_each(&self, var: &str, _index: &str, items: &[String], _plain: bool) -> Vec<String> {
        let comma = if items.len() == 1 { "," } else { "" };
        vec![format!("for {var} in ({}{comma}):", items.join(", "))]
    }
    fn close(&self) -> Option<&'static str> {
        None
    }
    fn give(&self, value: &str) -> String {
        format!("return {value}")
    }
    fn mark_in_table(&self, value: &str) -> String {
        format!("seen.add({value})")
    }
    fn mark_in_memo(&self, value: &str) -> String {
        self.mark_in_table(value)
    }
    fn open_table(&self, name: &str, entries: u64, _marks: Option<u64>, fixed: &[String]) -> Vec<String> {
        vec![format!("def {name}_table({}):", fixed.join(", ")), format!("    sg = [0] * {entries}")]
    }
    fn open_cell(&self) -> Vec<String> {
        texts(&["seen = set()"])
    }
    fn close_cell(&self) -> Vec<String> {
        texts(&["g = 0", "while g in seen:", "    g += 1", "sg[at] = g"])
    }
    fn close_table(&self, name: &str, _marks: bool, fixed: &[String]) -> Vec<String> {
        let held = if fixed.is_empty() { format!("{name}_table()") } else { "[None, None]".to_owned() };
        vec!["    return sg".to_owned(), String::new(), format!("{name}_sg = {held}")]
    }
    fn insist(&self, condition: &str) -> String {
        format!("assert {condition}")
    }
    fn look_up(&self, name: &str, index: &Bound, fixed: &[String]) -> Vec<String> {
        if !fixed.is_empty() {
            let all = fixed.join(", ");
            return vec![
                format!("if {name}_sg[0] != ({all},):"),
                format!("    {name}_sg[:] = ({all},), {name}_table({all})"),
                format!("return {name}_sg[1][{}]", index.0),
            ];
        }
        vec![format!("return {name}_sg[{}]", index.0)]
    }
    fn zeros(&self, name: &str, length: &Bound) -> String {
        format!("{name} = [0] * {}", bracketed(length.clone(), 7))
    }
    fn open_list(&self, name: &str, _returns: Kind, _is_sorted: bool) -> String {
        format!("def {name}(row):")
    }
    fn enter_list(&self, is_sorted: bool) -> Vec<String> {
        let mut lines = texts(&["row = sorted(row)", "count = len(row)"]);
        lines.drain(..usize::from(!is_sorted));
        lines
    }
    fn over_heaps(&self) -> [&'static str; 3] {
        ["def first_wins(heaps):", "for n in heaps:", "n"]
    }
    fn sum_of_heaps(&self, winner: Winner) -> Vec<String> {
        if winner == Winner::MisereValues {
            return texts(&[
                "values = [grundy(n) for n in heaps]",
                "total = 0",
                "for value in values:",
                "    total ^= value",
                "if any(value > 1 for value in values):",
                "    return total != 0",
                "return total == 0",
            ]);
        }
        let mut lines = texts(&["total = 0", "for n in heaps:"]);
        lines.extend(texts(match winner {
            Winner::MisereNim => {
                &["    total ^= n", "if any(n > 1 for n in heaps):", "    return total != 0", "return total == 0"]
            }
            Winner::MisereQuotient => &["    total = times(total, element(n))", "return wins(total)"],
            _ => &["    total ^= grundy(n)", "return total != 0"],
        }));
        lines
    }
    fn before_memo(&self, name: &str, _params: &[String]) -> Vec<String> {
        vec![format!("{name}_memo = {{}}"), String::new()]
    }
    fn open_memo(&self, name: &str, params: &[String]) -> Vec<String> {
        vec![
            format!("known = {name}_memo.get({})", key(params)),
            "if known is not None:".to_owned(),
            "    return known".to_owned(),
            "seen = set()".to_owned(),
        ]
    }
    fn close_memo(&self, name: &str, params: &[String]) -> Vec<String> {
        vec![
            "g = 0".to_owned(),
            "while g in seen:".to_owned(),
            "    g += 1".to_owned(),
            format!("{name}_memo[{}] = g", key(params)),
            "return g".to_owned(),
        ]
    }
}
