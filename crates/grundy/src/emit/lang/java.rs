//! Java 11 and later: static methods of a class `Grundy`.

use super::{Bound, Dialect, Uses, bracketed, texts, typed};
use crate::emit::builtin::Builtin;
use crate::emit::program::Kind;

pub(super) struct Java;

fn key(params: &[String]) -> String {
    if params.len() == 1 { params.concat() } else { format!("java.util.List.of({})", params.join(", ")) }
}

impl Dialect for Java {
    fn prologue(&self, _uses: &Uses) -> Vec<String> {
        texts(&["final class Grundy {"])
    }
    fn epilogue(&self) -> Vec<String> {
        texts(&["}"])
    }
    fn depth(&self) -> usize {
        1
    }
    fn integer(&self) -> &'static str {
        "long"
    }
    fn truth(&self) -> &'static str {
        "boolean"
    }
    fn constant(&self) -> &'static str {
        "final "
    }
    fn wide(&self) -> &'static str {
        "L"
    }
    fn native(&self, builtin: Builtin, arguments: &[Bound]) -> Option<Bound> {
        let all: Vec<&str> = arguments.iter().map(|a| a.0.as_str()).collect();
        let named = |name: &str| Some((format!("{name}({})", all.join(", ")), 9));
        match builtin {
            Builtin::Min => named("Math.min"),
            Builtin::Max => named("Math.max"),
            Builtin::Absolute => Some((format!("Math.abs({})", all.first()?), 9)),
            _ => None,
        }
    }
    fn times_root(&self) -> Vec<String> {
        texts(&[
            "// times_root(b, d): b times the square root of d, rounded down, exactly (no floating point)",
            "private static long times_root(long b, long d) {",
            "    java.math.BigInteger x = java.math.BigInteger.valueOf(b);",
            "    return x.multiply(x).multiply(java.math.BigInteger.valueOf(d)).sqrt().longValueExact();",
            "}",
        ])
    }
    fn entry(&self, array: &str, index: &Bound) -> String {
        format!("{array}[(int) {}]", bracketed(index.clone(), 9))
    }
    fn open(&self, name: &str, params: &[String], returns: Kind, private: bool) -> String {
        let kind = if returns == Kind::Int { self.integer() } else { self.truth() };
        let access = if private { "private " } else { "" };
        format!("{access}static {kind} {name}({}) {{", typed("long", params))
    }
    fn around_array(&self, name: &str, _count: usize) -> (String, &'static str) {
        (format!("private static final int[] {name} = {{"), "};")
    }
    fn arrays_outside(&self) -> bool {
        true
    }
    fn open_each(&self, var: &str, _index: &str, items: &[String], _plain: bool) -> Vec<String> {
        vec![format!("for (long {var} : new long[] {{{}}}) {{", items.join(", "))]
    }
    fn mark_in_table(&self, value: &str) -> String {
        format!("{{ final long v = {value}; if (v < seen.length) seen[(int) v] = at + 1; }}")
    }
    fn mark_in_memo(&self, value: &str) -> String {
        let long = if value.bytes().all(|c| c.is_ascii_digit()) { "L" } else { "" };
        format!("seen.add({value}{long});")
    }
    fn open_table(&self, name: &str, entries: u64, marks: Option<u64>, fixed: &[String]) -> Vec<String> {
        let seen = marks.map_or(String::new(), |marks| format!(", seen = new long[{marks}]"));
        vec![
            format!("private static long[] {name}_table({}) {{", typed("long", fixed)),
            format!("    final long[] sg = new long[{entries}]{seen};"),
        ]
    }
    fn close_cell(&self) -> Vec<String> {
        texts(&["int g = 0;", "while (seen[g] == at + 1) g++;", "sg[(int) at] = g;"])
    }
    fn close_table(&self, name: &str, _marks: bool, fixed: &[String]) -> Vec<String> {
        let mut lines = texts(&["    return sg;", "}", ""]);
        if fixed.is_empty() {
            lines.push(format!("private static final long[] {name}_sg = {name}_table();"));
        } else {
            lines.push(format!("private static long[] {name}_sg, {name}_known;"));
        }
        lines
    }
    fn insist(&self, condition: &str) -> String {
        format!("if (!({condition})) throw new IllegalArgumentException(\"beyond what is known\");")
    }
    fn look_up(&self, name: &str, index: &Bound, fixed: &[String]) -> Vec<String> {
        if !fixed.is_empty() {
            let all = fixed.join(", ");
            return vec![
                format!("final long[] key = {{{all}}};"),
                format!("if (!java.util.Arrays.equals(key, {name}_known)) {{"),
                format!("    {name}_sg = {name}_table({all});"),
                format!("    {name}_known = key;"),
                "}".to_owned(),
                format!("return {};", self.entry(&format!("{name}_sg"), index)),
            ];
        }
        vec![format!("return {};", self.entry(&format!("{name}_sg"), index))]
    }
    fn zeros(&self, name: &str, length: &Bound) -> String {
        format!("final long[] {name} = new long[(int) {}];", bracketed(length.clone(), 9))
    }
    fn open_list(&self, name: &str, returns: Kind, _is_sorted: bool) -> String {
        let kind = if returns == Kind::Int { self.integer() } else { self.truth() };
        format!("static {kind} {name}(long[] row) {{")
    }
    fn enter_list(&self, is_sorted: bool) -> Vec<String> {
        let mut lines = texts(&["row = row.clone();", "java.util.Arrays.sort(row);", "final long count = row.length;"]);
        lines.drain(..if is_sorted { 0 } else { 2 });
        lines
    }
    fn over_heaps(&self) -> [&'static str; 3] {
        ["static boolean first_wins(long[] heaps) {", "for (long n : heaps)", "n"]
    }
    fn before_memo(&self, name: &str, params: &[String]) -> Vec<String> {
        let kind = if params.len() == 1 { "Long" } else { "java.util.List<Long>" };
        vec![
            format!("private static final java.util.HashMap<{kind}, Long> {name}_memo = new java.util.HashMap<>();"),
            String::new(),
        ]
    }
    fn open_memo(&self, name: &str, params: &[String]) -> Vec<String> {
        vec![
            format!("final Long known = {name}_memo.get({});", key(params)),
            "if (known != null) return known;".to_owned(),
            "final java.util.HashSet<Long> seen = new java.util.HashSet<>();".to_owned(),
        ]
    }
    fn close_memo(&self, name: &str, params: &[String]) -> Vec<String> {
        vec![
            "long g = 0;".to_owned(),
            "while (seen.contains(g)) g++;".to_owned(),
            format!("{name}_memo.put({}, g);", key(params)),
            "return g;".to_owned(),
        ]
    }
}
