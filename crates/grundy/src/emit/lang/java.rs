//! Java 11 and later: static methods of a class `Grundy`.

use super::{Bound, Dialect, Uses, bracketed, rows, texts, typed};
use crate::emit::helper::Helper;
use crate::emit::program::{Kind, Winner};
use crate::number::Int;

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
    fn literal(&self, n: &Int) -> String {
        if i32::try_from(n).is_ok() { n.to_string() } else { format!("{n}L") }
    }
    fn native(&self, helper: Helper, arguments: &[Bound]) -> Option<Bound> {
        let all: Vec<&str> = arguments.iter().map(|a| a.0.as_str()).collect();
        let named = |name: &str| Some((format!("{name}({})", all.join(", ")), 9));
        match helper {
            Helper::Min => named("Math.min"),
            Helper::Max => named("Math.max"),
            Helper::Absolute => Some((format!("Math.abs({})", all.first()?), 9)),
            _ => None,
        }
    }
    fn own_helper(&self, helper: Helper) -> Vec<String> {
        if helper != Helper::TimesRoot {
            return Vec::new();
        }
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
        let kind = if returns == Kind::Int { "long" } else { "boolean" };
        let access = if private { "private " } else { "" };
        format!("{access}static {kind} {name}({}) {{", typed("long", params))
    }
    fn array(&self, name: &str, values: &[u64]) -> Vec<String> {
        let mut lines = vec![format!("private static final int[] {name} = {{")];
        lines.extend(rows(values));
        lines.push("};".to_owned());
        lines
    }
    fn arrays_outside(&self) -> bool {
        true
    }
    fn declare(&self, name: &str, value: &str, changes: bool) -> String {
        format!("{}long {name} = {value};", if changes { "" } else { "final " })
    }
    fn open_for(&self, var: &str, from: &Bound, to: &Bound, step: Option<&Bound>) -> String {
        let next = step.map_or_else(|| format!("{var}++"), |s| format!("{var} += {}", s.0));
        format!("for (long {var} = {}; {var} <= {}; {next}) {{", from.0, bracketed(to.clone(), 6))
    }
    fn open_each(&self, var: &str, _index: &str, items: &[String], _plain: bool) -> Vec<String> {
        vec![format!("for (long {var} : new long[] {{{}}}) {{", items.join(", "))]
    }
    fn mark_in_table(&self, value: &str) -> String {
        format!("{{ final long v = {value}; if (v < seen.length) seen[(int) v] = at + 1; }}")
    }
    fn mark_in_memo(&self, value: &str) -> String {
        format!("seen.add({value});")
    }
    fn open_table(&self, name: &str, entries: u64, marks: u64) -> Vec<String> {
        vec![
            format!("private static long[] {name}_table() {{"),
            format!("    final long[] sg = new long[{entries}], seen = new long[{marks}];"),
        ]
    }
    fn close_cell(&self) -> Vec<String> {
        texts(&["int g = 0;", "while (seen[g] == at + 1) g++;", "sg[(int) at] = g;"])
    }
    fn close_table(&self, name: &str) -> Vec<String> {
        vec![
            "    return sg;".to_owned(),
            "}".to_owned(),
            String::new(),
            format!("private static final long[] {name}_sg = {name}_table();"),
        ]
    }
    fn look_up(&self, name: &str, params: &[String], index: &Bound) -> Vec<String> {
        vec![
            self.open(name, params, Kind::Int, false),
            format!("    return {};", self.entry(&format!("{name}_sg"), index)),
            "}".to_owned(),
        ]
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
    fn winner(&self, winner: Winner, params: &[String]) -> Vec<String> {
        match winner {
            Winner::Heaps => texts(&[
                "static boolean first_wins(long[] heaps) {",
                "    long sum = 0;",
                "    for (long n : heaps) sum ^= grundy(n);",
                "    return sum != 0;",
                "}",
            ]),
            Winner::MisereHeaps => texts(&[
                "static boolean first_wins(long[] heaps) {",
                "    long sum = 0;",
                "    boolean large = false;",
                "    for (long n : heaps) {",
                "        sum ^= n;",
                "        if (n > 1) large = true;",
                "    }",
                "    return large ? sum != 0 : sum == 0;",
                "}",
            ]),
            Winner::Place => vec![
                self.open("first_wins", params, Kind::Bool, false),
                format!("    return grundy({}) != 0;", params.join(", ")),
                "}".to_owned(),
            ],
            Winner::Given => Vec::new(),
        }
    }
}
