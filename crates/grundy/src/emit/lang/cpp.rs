//! C++17.

use super::{Bound, Dialect, Uses, bracketed, rows, texts, typed};
use crate::emit::helper::Helper;
use crate::emit::program::{Kind, Winner};
use crate::number::Int;

pub(super) struct Cpp;

/// The two C languages mark numbers that an `int` cannot hold.
pub(super) fn literal(n: &Int) -> String {
    if i32::try_from(n).is_ok() { n.to_string() } else { format!("{n}LL") }
}

impl Cpp {
    fn key(params: &[String]) -> String {
        if params.len() == 1 { params.concat() } else { "key".to_owned() }
    }
}

/// ⌊b·√d⌋ with 128 bits in between; the same text in C and C++.
pub(super) fn times_root() -> Vec<String> {
    texts(&[
        "// times_root(b, d): b times the square root of d, rounded down, exactly (no floating point)",
        "static long long times_root(long long b, long long d) {",
        "    unsigned __int128 square = (unsigned __int128)b * (unsigned __int128)b * (unsigned __int128)d;",
        "    unsigned long long root = 0;",
        "    for (int bit = 62; bit >= 0; bit--) {",
        "        unsigned long long tried = root | (1ULL << bit);",
        "        if ((unsigned __int128)tried * tried <= square) root = tried;",
        "    }",
        "    return (long long)root;",
        "}",
    ])
}

impl Dialect for Cpp {
    fn prologue(&self, uses: &Uses) -> Vec<String> {
        let mut lines = Vec::new();
        let includes = [
            (uses.helpers.iter().any(|h| matches!(h, Helper::Min | Helper::Max)), "<algorithm>"),
            (uses.tuples, "<array>"),
            (uses.helpers.contains(&Helper::Absolute), "<cstdlib>"),
            (uses.lists, "<initializer_list>"),
            (uses.tuples, "<map>"),
            (uses.numbers, "<unordered_map>"),
            (uses.memos, "<unordered_set>"),
            (uses.tables || uses.heaps, "<vector>"),
        ];
        lines.extend(includes.iter().filter(|(used, _)| *used).map(|(_, name)| format!("#include {name}")));
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines
    }
    fn literal(&self, n: &Int) -> String {
        literal(n)
    }
    fn native(&self, helper: Helper, arguments: &[Bound]) -> Option<Bound> {
        let [a, rest @ ..] = arguments else { return None };
        Some(match (helper, rest) {
            (Helper::Min, [b, ..]) => (format!("std::min<long long>({}, {})", a.0, b.0), 9),
            (Helper::Max, [b, ..]) => (format!("std::max<long long>({}, {})", a.0, b.0), 9),
            (Helper::Absolute, _) => (format!("std::llabs({})", a.0), 9),
            _ => return None,
        })
    }
    fn own_helper(&self, helper: Helper) -> Vec<String> {
        if helper == Helper::TimesRoot { times_root() } else { Vec::new() }
    }
    fn entry(&self, array: &str, index: &Bound) -> String {
        format!("{array}[{}]", index.0)
    }
    fn open(&self, name: &str, params: &[String], returns: Kind, private: bool) -> String {
        let kind = if returns == Kind::Int { "long long" } else { "bool" };
        format!("{}{kind} {name}({}) {{", if private { "static " } else { "" }, typed("long long", params))
    }
    fn array(&self, name: &str, values: &[u64]) -> Vec<String> {
        let mut lines = vec![format!("static const int {name}[{}] = {{", values.len())];
        lines.extend(rows(values));
        lines.push("};".to_owned());
        lines
    }
    fn declare(&self, name: &str, value: &str, changes: bool) -> String {
        format!("{}long long {name} = {value};", if changes { "" } else { "const " })
    }
    fn open_for(&self, var: &str, from: &Bound, to: &Bound, step: Option<&Bound>) -> String {
        let next = step.map_or_else(|| format!("{var}++"), |s| format!("{var} += {}", s.0));
        format!("for (long long {var} = {}; {var} <= {}; {next}) {{", from.0, bracketed(to.clone(), 6))
    }
    fn open_each(&self, var: &str, _index: &str, items: &[String], plain: bool) -> Vec<String> {
        let kind = if plain { "" } else { "std::initializer_list<long long>" };
        vec![format!("for (long long {var} : {kind}{{{}}}) {{", items.join(", "))]
    }
    fn mark_in_table(&self, value: &str) -> String {
        format!("mark({value});")
    }
    fn mark_in_memo(&self, value: &str) -> String {
        format!("seen.insert({value});")
    }
    fn open_table(&self, name: &str, entries: u64, marks: u64) -> Vec<String> {
        vec![
            format!("static std::vector<long long> {name}_table() {{"),
            format!("    std::vector<long long> sg({entries}), seen({marks});"),
        ]
    }
    fn open_cell(&self) -> Vec<String> {
        texts(&["auto mark = [&](long long v) { if (v < (long long)seen.size()) seen[v] = at + 1; };"])
    }
    fn close_cell(&self) -> Vec<String> {
        texts(&["long long g = 0;", "while (seen[g] == at + 1) g++;", "sg[at] = g;"])
    }
    fn close_table(&self, _name: &str) -> Vec<String> {
        texts(&["    return sg;", "}"])
    }
    fn look_up(&self, name: &str, params: &[String], index: &Bound) -> Vec<String> {
        vec![
            self.open(name, params, Kind::Int, false),
            format!("    static const std::vector<long long> sg = {name}_table();"),
            format!("    return sg[{}];", index.0),
            "}".to_owned(),
        ]
    }
    fn open_memo(&self, _name: &str, params: &[String]) -> Vec<String> {
        let key = Cpp::key(params);
        let mut lines = if params.len() == 1 {
            texts(&["static std::unordered_map<long long, long long> memo;"])
        } else {
            vec![
                format!("static std::map<std::array<long long, {}>, long long> memo;", params.len()),
                format!("const std::array<long long, {}> key = {{{}}};", params.len(), params.join(", ")),
            ]
        };
        lines.push(format!("const auto known = memo.find({key});"));
        lines.push("if (known != memo.end()) return known->second;".to_owned());
        lines.push("std::unordered_set<long long> seen;".to_owned());
        lines
    }
    fn close_memo(&self, _name: &str, params: &[String]) -> Vec<String> {
        vec![
            "long long g = 0;".to_owned(),
            "while (seen.count(g)) g++;".to_owned(),
            format!("return memo[{}] = g;", Cpp::key(params)),
        ]
    }
    fn winner(&self, winner: Winner, params: &[String]) -> Vec<String> {
        match winner {
            Winner::Heaps => texts(&[
                "bool first_wins(const std::vector<long long>& heaps) {",
                "    long long sum = 0;",
                "    for (long long n : heaps) sum ^= grundy(n);",
                "    return sum != 0;",
                "}",
            ]),
            Winner::MisereHeaps => texts(&[
                "bool first_wins(const std::vector<long long>& heaps) {",
                "    long long sum = 0;",
                "    bool large = false;",
                "    for (long long n : heaps) {",
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
