//! C (C99; `__int128` of GCC and Clang where 64 bits do not suffice).

use super::{Bound, Dialect, Uses, Words, bracketed, kept_table, texts, typed};
use crate::emit::builtin::Builtin;
use crate::emit::program::Kind;

pub(super) struct C;

fn chosen(a: &Bound, sign: &str, b: &Bound) -> Bound {
    let (a, b) = (bracketed(a.clone(), 6), bracketed(b.clone(), 6));
    (format!("({a} {sign} {b} ? {a} : {b})"), 9)
}

impl Dialect for C {
    fn prologue(&self, uses: &Uses) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        if uses.tables || uses.checks {
            lines.push("#include <assert.h>".to_owned());
        }
        lines.push("#include <stdlib.h>".to_owned());
        if uses.memos || uses.moves {
            lines.push("#include <string.h>".to_owned());
        }
        lines.push(String::new());
        if uses.sorted {
            lines.extend(texts(&[
                "static int ascending(const void *a, const void *b) {",
                "    const long long x = *(const long long *)a, y = *(const long long *)b;",
                "    return (x > y) - (x < y);",
                "}",
                "",
            ]));
        }
        if uses.memos {
            // the set of values of the options, as bytes that grow
            lines.extend(texts(&[
                "static void note_value(unsigned char **seen, long long *room, long long v) {",
                "    if (v >= *room) {",
                "        long long wider = 2 * v + 8;",
                "        *seen = (unsigned char *)realloc(*seen, (size_t)wider);",
                "        memset(*seen + *room, 0, (size_t)(wider - *room));",
                "        *room = wider;",
                "    }",
                "    (*seen)[v] = 1;",
                "}",
                "",
            ]));
        }
        lines
    }
    fn truth(&self) -> &'static str {
        "int"
    }
    fn wide(&self) -> &'static str {
        "LL"
    }
    fn words(&self) -> Words {
        Words { and: "&&", or: "||", not: "!", yes: "1", no: "0" }
    }
    fn native(&self, builtin: Builtin, arguments: &[Bound]) -> Option<Bound> {
        match (builtin, arguments) {
            (Builtin::Min, [a, b, ..]) => Some(chosen(a, "<", b)),
            (Builtin::Max, [a, b, ..]) => Some(chosen(a, ">", b)),
            (Builtin::Absolute, [a, ..]) => Some((format!("llabs({})", a.0), 9)),
            _ => None,
        }
    }
    fn open_each(&self, var: &str, index: &str, items: &[String], _plain: bool) -> Vec<String> {
        vec![
            format!("for (int {index} = 0; {index} < {}; {index}++) {{", items.len()),
            format!("const long long {var} = ((const long long[]){{{}}})[{index}];", items.join(", ")),
        ]
    }
    fn mark_in_table(&self, value: &str) -> String {
        format!("{{ const long long v = {value}; if (v < marks) seen[v] = at + 1; }}")
    }
    fn mark_in_memo(&self, value: &str) -> String {
        format!("note_value(&seen, &room, {value});")
    }
    fn open_table(&self, name: &str, entries: u64, marks: Option<u64>, fixed: &[String]) -> Vec<String> {
        let number = marks.map_or(String::new(), |marks| format!(", marks = {marks}"));
        let mut lines = vec![
            format!(
                "static long long *{name}_table({}) {{",
                if fixed.is_empty() { "void".to_owned() } else { typed("long long", fixed) }
            ),
            format!("    const long long entries = {entries}{number};"),
            "    long long *sg = (long long *)calloc((size_t)entries, sizeof *sg);".to_owned(),
        ];
        if marks.is_some() {
            lines.push("    long long *seen = (long long *)calloc((size_t)marks, sizeof *seen);".to_owned());
        }
        lines
    }
    fn close_table(&self, _name: &str, marks: bool, _fixed: &[String]) -> Vec<String> {
        texts(if marks { &["    free(seen);", "    return sg;", "}"] } else { &["    return sg;", "}"] })
    }
    fn look_up(&self, name: &str, index: &Bound, fixed: &[String]) -> Vec<String> {
        if !fixed.is_empty() {
            let mut lines = texts(&["static long long *sg = NULL;"]);
            lines.extend(kept_table(name, fixed, self.free("sg")));
            lines.push(format!("return sg[{}];", index.0));
            return lines;
        }
        vec![
            "static const long long *sg = NULL;".to_owned(),
            format!("if (!sg) sg = {name}_table();"),
            format!("return sg[{}];", index.0),
        ]
    }
    fn zeros(&self, name: &str, length: &Bound) -> String {
        format!("long long *{name} = (long long *)calloc((size_t)({}), sizeof *{name});", length.0)
    }
    fn free(&self, list: &str) -> Option<String> {
        Some(format!("free({list});"))
    }
    fn give_and_free(&self, value: &str, kind: Kind, lists: &[String]) -> Vec<String> {
        if lists.is_empty() {
            return vec![self.give(value)];
        }
        let kind = if kind == Kind::Int { self.integer() } else { self.truth() };
        let mut lines = vec![format!("const {kind} result = {value};")];
        lines.extend(lists.iter().filter_map(|list| self.free(list)));
        lines.push(self.give("result"));
        lines
    }
    fn open_list(&self, name: &str, returns: Kind, is_sorted: bool) -> String {
        let kind = if returns == Kind::Int { self.integer() } else { self.truth() };
        format!("{kind} {name}({}long long *row, int count) {{", if is_sorted { "" } else { "const " })
    }
    fn enter_list(&self, is_sorted: bool) -> Vec<String> {
        let mut lines = texts(&["qsort(row, (size_t)count, sizeof *row, ascending);  // the caller's own list"]);
        lines.drain(..usize::from(!is_sorted));
        lines
    }
    fn value_of_list(&self) -> String {
        "grundy(row, count) != 0".to_owned()
    }
    fn over_heaps(&self) -> [&'static str; 3] {
        ["int first_wins(const long long *heaps, int count) {", "for (int i = 0; i < count; i++)", "heaps[i]"]
    }
    fn before_memo(&self, name: &str, params: &[String]) -> Vec<String> {
        let n = params.len();
        let equal: Vec<String> = (0..n).map(|i| format!("{name}_keys[slot][{i}] == key[{i}]")).collect();
        vec![
            "// What is known: a hash table with open addressing.".to_owned(),
            format!("static long long (*{name}_keys)[{n}] = NULL;"),
            format!("static long long *{name}_values = NULL;  // value + 1; 0: free"),
            format!("static size_t {name}_room = 0, {name}_used = 0;"),
            String::new(),
            format!("static size_t {name}_slot(const long long *key) {{"),
            "    unsigned long long hash = 1469598103934665603ULL;".to_owned(),
            format!("    for (int i = 0; i < {n}; i++) {{"),
            "        hash = (hash ^ (unsigned long long)key[i]) * 0x9E3779B97F4A7C15ULL;".to_owned(),
            "        hash ^= hash >> 29;".to_owned(),
            "    }".to_owned(),
            format!("    size_t slot = (size_t)hash & ({name}_room - 1);"),
            format!("    while ({name}_values[slot] && !({}))", equal.join(" && ")),
            format!("        slot = (slot + 1) & ({name}_room - 1);"),
            "    return slot;".to_owned(),
            "}".to_owned(),
            String::new(),
            format!("static void {name}_remember(const long long *key, long long g) {{"),
            format!("    if (2 * {name}_used >= {name}_room) {{"),
            format!("        long long (*keys)[{n}] = {name}_keys;"),
            format!("        long long *values = {name}_values;"),
            format!("        size_t room = {name}_room;"),
            format!("        {name}_room = room ? 2 * room : 64;"),
            format!("        {name}_keys = (long long (*)[{n}])malloc({name}_room * sizeof *{name}_keys);"),
            format!("        {name}_values = (long long *)calloc({name}_room, sizeof *{name}_values);"),
            "        for (size_t i = 0; i < room; i++) {".to_owned(),
            "            if (!values[i]) continue;".to_owned(),
            format!("            size_t slot = {name}_slot(keys[i]);"),
            format!("            memcpy({name}_keys[slot], keys[i], sizeof keys[i]);"),
            format!("            {name}_values[slot] = values[i];"),
            "        }".to_owned(),
            "        free(keys);".to_owned(),
            "        free(values);".to_owned(),
            "    }".to_owned(),
            format!("    size_t slot = {name}_slot(key);"),
            format!("    memcpy({name}_keys[slot], key, sizeof {name}_keys[slot]);"),
            format!("    {name}_values[slot] = g + 1;"),
            format!("    {name}_used++;"),
            "}".to_owned(),
            String::new(),
        ]
    }
    fn open_memo(&self, name: &str, params: &[String]) -> Vec<String> {
        vec![
            format!("const long long key[{}] = {{{}}};", params.len(), params.join(", ")),
            format!("if ({name}_room) {{"),
            format!("    const long long known = {name}_values[{name}_slot(key)];"),
            "    if (known) return known - 1;".to_owned(),
            "}".to_owned(),
            "unsigned char *seen = NULL;".to_owned(),
            "long long room = 0;".to_owned(),
        ]
    }
    fn close_memo(&self, name: &str, _params: &[String]) -> Vec<String> {
        vec![
            "long long g = 0;".to_owned(),
            "while (g < room && seen[g]) g++;".to_owned(),
            "free(seen);".to_owned(),
            format!("{name}_remember(key, g);"),
            "return g;".to_owned(),
        ]
    }
}
