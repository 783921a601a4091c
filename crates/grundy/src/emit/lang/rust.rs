//! Rust (edition 2021).

use super::{Bound, Dialect, Uses, bracketed, texts};
use crate::emit::builtin::Builtin;
use crate::emit::program::{Kind, Winner};

pub(super) struct Rust;

fn method(receiver: &Bound, name: &str, arguments: &str) -> Bound {
    // a bare number has no type, and so no methods
    let digits = receiver.0.strip_prefix('-').unwrap_or(&receiver.0);
    let number = digits.bytes().all(|c| c.is_ascii_digit());
    let receiver = (format!("{}{}", receiver.0, if number { "i64" } else { "" }), receiver.1);
    (format!("{}.{name}({arguments})", bracketed(receiver, 9)), 9)
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|c| c.is_ascii_digit())
}

impl Dialect for Rust {
    fn prologue(&self, uses: &Uses) -> Vec<String> {
        let mut lines = Vec::new();
        if uses.memos {
            lines.extend(texts(&["use std::cell::RefCell;", "use std::collections::{HashMap, HashSet};"]));
        }
        if uses.lasting {
            lines.push("use std::sync::OnceLock;".to_owned());
        }
        lines.push(String::new());
        lines
    }
    fn native(&self, builtin: Builtin, arguments: &[Bound]) -> Option<Bound> {
        let first = arguments.first()?;
        // `n.min(3)` reads better than `3i64.min(n)`
        let (a, b) = match arguments {
            [a, b, ..] if is_number(&a.0) => (b, Some(a)),
            [a, b, ..] => (a, Some(b)),
            _ => (first, None),
        };
        match builtin {
            Builtin::Min => Some(method(a, "min", &b?.0)),
            Builtin::Max => Some(method(a, "max", &b?.0)),
            Builtin::Absolute => Some(method(a, "abs", "")),
            _ => None,
        }
    }
    fn times_root(&self) -> Vec<String> {
        texts(&[
            "// times_root(b, d): b times the square root of d, rounded down, exactly (no floating point)",
            "fn times_root(b: i64, d: i64) -> i64 {",
            "    let square = b as u128 * b as u128 * d as u128;",
            "    let mut root = 0u128;",
            "    for bit in (0..63).rev() {",
            "        let tried = root | (1 << bit);",
            "        if tried * tried <= square {",
            "            root = tried;",
            "        }",
            "    }",
            "    root as i64",
            "}",
        ])
    }
    fn entry(&self, array: &str, index: &Bound) -> String {
        format!("{array}[{} as usize]", bracketed(index.clone(), 9))
    }
    fn open(&self, name: &str, params: &[String], returns: Kind, private: bool) -> String {
        let all: Vec<String> = params.iter().map(|p| format!("{p}: i64")).collect();
        let kind = if returns == Kind::Int { "i64" } else { "bool" };
        format!("{}fn {name}({}) -> {kind} {{", if private { "" } else { "pub " }, all.join(", "))
    }
    fn around_array(&self, name: &str, count: usize) -> (String, &'static str) {
        (format!("static {name}: [i64; {count}] = ["), "];")
    }
    fn declare(&self, name: &str, value: &str, changes: bool) -> String {
        format!("let {}{name}: i64 = {value};", if changes { "mut " } else { "" })
    }
    fn open_if(&self, test: &str) -> String {
        format!("if {test} {{")
    }
    fn open_while(&self, test: &str) -> String {
        format!("while {test} {{")
    }
    fn open_for(&self, var: &str, from: &Bound, to: &Bound, step: Option<&Bound>) -> String {
        let (from, to) = (bracketed(from.clone(), 6), bracketed(to.clone(), 6));
        match step {
            Some(step) => {
                format!("for {var} in ({from}..={to}).step_by({} as usize) {{", bracketed(step.clone(), 9))
            }
            None => format!("for {var} in {from}..={to} {{"),
        }
    }
    fn open_each(&self, var: &str, _index: &str, items: &[String], _plain: bool) -> Vec<String> {
        vec![format!("for {var} in [{}] {{", items.join(", "))]
    }
    fn open_table(&self, name: &str, entries: u64, marks: Option<u64>, fixed: &[String]) -> Vec<String> {
        let params: Vec<String> = fixed.iter().map(|p| format!("{p}: i64")).collect();
        vec![
            format!("fn {name}_table({}) -> Vec<i64> {{", params.join(", ")),
            match marks {
                Some(marks) => format!("    let (mut sg, mut seen) = (vec![0i64; {entries}], vec![0i64; {marks}]);"),
                None => format!("    let mut sg = vec![0i64; {entries}];"),
            },
        ]
    }
    fn open_cell(&self) -> Vec<String> {
        texts(&[
            "let mut mark = |v: i64| {",
            "    if let Some(entry) = seen.get_mut(v as usize) {",
            "        *entry = at + 1;",
            "    }",
            "};",
        ])
    }
    fn close_cell(&self) -> Vec<String> {
        texts(&["let mut g = 0;", "while seen[g] == at + 1 {", "    g += 1;", "}", "sg[at as usize] = g as i64;"])
    }
    fn close_table(&self, _name: &str, _marks: bool, _fixed: &[String]) -> Vec<String> {
        texts(&["    sg", "}"])
    }
    fn insist(&self, condition: &str) -> String {
        format!("assert!({condition});")
    }
    fn look_up(&self, name: &str, index: &Bound, fixed: &[String]) -> Vec<String> {
        if !fixed.is_empty() {
            let (all, count) = (fixed.join(", "), fixed.len());
            return vec![
                "thread_local! {".to_owned(),
                format!(
                    "    static SG: std::cell::RefCell<([i64; {count}], Vec<i64>)> = std::cell::RefCell::default();"
                ),
                "}".to_owned(),
                "SG.with(|known| {".to_owned(),
                "    let mut known = known.borrow_mut();".to_owned(),
                format!("    if known.1.is_empty() || known.0 != [{all}] {{"),
                format!("        *known = ([{all}], {name}_table({all}));"),
                "    }".to_owned(),
                format!("    {}", self.entry("known.1", index)),
                "})".to_owned(),
            ];
        }
        vec![
            "static SG: OnceLock<Vec<i64>> = OnceLock::new();".to_owned(),
            self.entry(&format!("SG.get_or_init({name}_table)"), index),
        ]
    }
    fn zeros(&self, name: &str, length: &Bound) -> String {
        format!("let mut {name}: Vec<i64> = vec![0; ({}) as usize];", length.0)
    }
    fn open_list(&self, name: &str, returns: Kind, _is_sorted: bool) -> String {
        let kind = if returns == Kind::Int { "i64" } else { "bool" };
        format!("pub fn {name}(row: &[i64]) -> {kind} {{")
    }
    fn enter_list(&self, is_sorted: bool) -> Vec<String> {
        let mut lines =
            texts(&["let mut row = row.to_vec();", "row.sort_unstable();", "let count = row.len() as i64;"]);
        lines.drain(..if is_sorted { 0 } else { 2 });
        lines
    }
    fn over_heaps(&self) -> [&'static str; 3] {
        ["pub fn first_wins(heaps: &[i64]) -> bool {", "for &n in heaps", "n"]
    }
    fn sum_of_heaps(&self, winner: Winner) -> Vec<String> {
        texts(match winner {
            Winner::MisereNim => &[
                "let sum = heaps.iter().fold(0, |sum, n| sum ^ n);",
                "if heaps.iter().any(|&n| n > 1) { sum != 0 } else { sum == 0 }",
            ],
            Winner::MisereValues => &[
                "let values: Vec<i64> = heaps.iter().map(|&n| grundy(n)).collect();",
                "let sum = values.iter().fold(0, |sum, value| sum ^ value);",
                "if values.iter().any(|&value| value > 1) { sum != 0 } else { sum == 0 }",
            ],
            Winner::MisereQuotient => &["wins(heaps.iter().fold(0, |sum, &n| times(sum, element(n))))"],
            _ => &["heaps.iter().fold(0, |sum, &n| sum ^ grundy(n)) != 0"],
        })
    }
    fn open_memo(&self, _name: &str, params: &[String]) -> Vec<String> {
        vec![
            "thread_local! {".to_owned(),
            format!("    static MEMO: RefCell<HashMap<[i64; {}], i64>> = RefCell::default();", params.len()),
            "}".to_owned(),
            format!("let key = [{}];", params.join(", ")),
            "if let Some(g) = MEMO.with(|memo| memo.borrow().get(&key).copied()) {".to_owned(),
            "    return g;".to_owned(),
            "}".to_owned(),
            "let mut seen: HashSet<i64> = HashSet::new();".to_owned(),
        ]
    }
    fn close_memo(&self, _name: &str, _params: &[String]) -> Vec<String> {
        texts(&[
            "let mut g = 0;",
            "while seen.contains(&g) {",
            "    g += 1;",
            "}",
            "MEMO.with(|memo| memo.borrow_mut().insert(key, g));",
            "return g;",
        ])
    }
}
