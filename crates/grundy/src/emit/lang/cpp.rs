//! C++17.

use super::{Bound, Dialect, Uses, kept_table, texts, typed};
use crate::emit::builtin::Builtin;
use crate::emit::program::Kind;

pub(super) struct Cpp;

impl Cpp {
    fn key(params: &[String]) -> String {
        if params.len() == 1 { params.concat() } else { "key".to_owned() }
    }
}

impl Dialect for Cpp {
    fn prologue(&self, uses: &Uses) -> Vec<String> {
        let mut lines = Vec::new();
        let includes = [
            (
                uses.sorted || uses.moves || uses.builtins.iter().any(|h| matches!(h, Builtin::Min | Builtin::Max)),
                "<algorithm>",
            ),
            (uses.tuples, "<array>"),
            (uses.tables || uses.checks, "<cassert>"),
            (uses.builtins.contains(&Builtin::Absolute), "<cstdlib>"),
            (uses.lists, "<initializer_list>"),
            (uses.tuples, "<map>"),
            (uses.numbers, "<unordered_map>"),
            (uses.memos, "<unordered_set>"),
            (uses.tables || uses.heaps || uses.moves || uses.builtins.contains(&Builtin::LowSchwenk), "<vector>"),
        ];
        lines.extend(includes.iter().filter(|(used, _)| *used).map(|(_, name)| format!("#include {name}")));
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines
    }
    fn wide(&self) -> &'static str {
        "LL"
    }
    fn native(&self, builtin: Builtin, arguments: &[Bound]) -> Option<Bound> {
        let [a, rest @ ..] = arguments else { return None };
        Some(match (builtin, rest) {
            (Builtin::Min, [b, ..]) => (format!("std::min<long long>({}, {})", a.0, b.0), 9),
            (Builtin::Max, [b, ..]) => (format!("std::max<long long>({}, {})", a.0, b.0), 9),
            (Builtin::Absolute, _) => (format!("std::llabs({})", a.0), 9),
            _ => return None,
        })
    }
    fn open_each(&self, var: &str, _index: &str, items: &[String], plain: bool) -> Vec<String> {
        let kind = if plain { "" } else { "std::initializer_list<long long>" };
        vec![format!("for (long long {var} : {kind}{{{}}}) {{", items.join(", "))]
    }
    fn open_table(&self, name: &str, entries: u64, marks: Option<u64>, fixed: &[String]) -> Vec<String> {
        let seen = marks.map_or(String::new(), |marks| format!(", seen({marks})"));
        vec![
            format!("static std::vector<long long> {name}_table({}) {{", typed("long long", fixed)),
            format!("    std::vector<long long> sg({entries}){seen};"),
        ]
    }
    fn open_cell(&self) -> Vec<String> {
        texts(&["auto mark = [&](long long v) { if (v < (long long)seen.size()) seen[v] = at + 1; };"])
    }
    fn close_table(&self, _name: &str, _marks: bool, _fixed: &[String]) -> Vec<String> {
        texts(&["    return sg;", "}"])
    }
    fn look_up(&self, name: &str, index: &Bound, fixed: &[String]) -> Vec<String> {
        if !fixed.is_empty() {
            let mut lines = texts(&["static std::vector<long long> sg;"]);
            lines.extend(kept_table(name, fixed, None));
            lines.push(format!("return sg[{}];", index.0));
            return lines;
        }
        vec![format!("static const std::vector<long long> sg = {name}_table();"), format!("return sg[{}];", index.0)]
    }
    fn zeros(&self, name: &str, length: &Bound) -> String {
        format!("std::vector<long long> {name}((std::size_t)({}));", length.0)
    }
    fn open_list(&self, name: &str, returns: Kind, is_sorted: bool) -> String {
        let kind = if returns == Kind::Int { self.integer() } else { self.truth() };
        let list = if is_sorted { "std::vector<long long> row" } else { "const std::vector<long long>& row" };
        format!("{kind} {name}({list}) {{")
    }
    fn enter_list(&self, is_sorted: bool) -> Vec<String> {
        let mut lines =
            texts(&["std::sort(row.begin(), row.end());", "const long long count = (long long)row.size();"]);
        lines.drain(..usize::from(!is_sorted));
        lines
    }
    fn over_heaps(&self) -> [&'static str; 3] {
        ["bool first_wins(const std::vector<long long>& heaps) {", "for (long long n : heaps)", "n"]
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
}
