//! `winning_moves`: how each language lists rows of numbers.
//!
//! A row is a move: the number of the heap, from 0, and the heaps that it leaves, ascending and without empty ones (one 0
//! where nothing is left); of a place without heaps, the numbers that it leaves. The rows are sorted, and none stands
//! there twice. In C all rows have the same length, and -1 stands where a row is shorter.

use super::c::C;
use super::cpp::Cpp;
use super::java::Java;
use super::lister::Lister;
use super::python::Python;
use super::rust::Rust;
use super::{Mode, Writer, texts, typed};
use crate::emit::program::{Moves, REST};

/// What a move leaves, behind the number of the heap.
fn row(left: &[String], of_heaps: bool) -> Vec<String> {
    let nothing = (left.is_empty()).then(|| "0".to_owned());
    of_heaps.then(|| "at".to_owned()).into_iter().chain(left.iter().cloned()).chain(nothing).collect()
}

impl Writer<'_> {
    /// The function that lists winning moves.
    pub(super) fn moves(&mut self, moves: &Moves) {
        let d = self.dialect;
        self.lines(d.before_moves(moves));
        self.comment(&moves.doc);
        self.line(&d.open_moves(moves));
        self.depth += 1;
        self.lines(d.enter_moves(moves));
        self.made.clear();
        self.mode = Mode::Moves { of_heaps: moves.of_heaps, splits: moves.splits, width: moves.width };
        if moves.of_heaps {
            let heap = moves.params.first().map_or("n", String::as_str);
            let mut lines = d.each_heap(heap, moves.is_misere).into_iter();
            lines.next().iter().for_each(|first| self.line(first));
            self.depth += 1;
            self.lines(lines.collect());
            self.body(&moves.body);
            self.shut();
        } else {
            self.body(&moves.body);
        }
        self.lines(d.leave_moves(moves));
        self.shut();
    }
}

impl Lister for Cpp {
    fn open_moves(&self, moves: &Moves) -> String {
        let heaps = "const std::vector<long long>& heaps".to_owned();
        let params = if moves.of_heaps { heaps } else { typed("long long", &moves.params) };
        format!("std::vector<std::vector<long long>> winning_moves({params}) {{")
    }
    fn enter_moves(&self, moves: &Moves) -> Vec<String> {
        let mut lines = texts(&["std::vector<std::vector<long long>> moves;"]);
        if moves.of_heaps {
            lines.extend(texts(&["long long sum = 0;", "for (long long n : heaps) sum ^= grundy(n);"]));
        }
        if moves.is_misere {
            lines.extend(texts(&["long long large = 0;", "for (long long n : heaps) large += grundy(n) > 1;"]));
        }
        lines
    }
    fn each_heap(&self, heap: &str, is_misere: bool) -> Vec<String> {
        let less = if is_misere { format!(" ^ (large == (grundy({heap}) > 1))") } else { String::new() };
        vec![
            "for (long long at = 0; at < (long long)heaps.size(); at++) {".to_owned(),
            format!("const long long {heap} = heaps[(std::size_t)at], {REST} = sum ^ grundy({heap}){less};"),
        ]
    }
    fn add_move(&self, left: &[String], (of_heaps, _, _): (bool, bool, usize)) -> String {
        format!("moves.push_back({{{}}});", row(left, of_heaps).join(", "))
    }
    fn leave_moves(&self, moves: &Moves) -> Vec<String> {
        let (first, splits) = (usize::from(moves.of_heaps), moves.splits);
        let canonical = vec![
            "for (std::vector<long long>& move : moves) {".to_owned(),
            format!("    std::sort(move.begin() + {first}, move.end());"),
            format!(
                "    while (move.size() > {} && move[{first}] == 0) move.erase(move.begin() + {first});",
                first + 1
            ),
            "}".to_owned(),
        ];
        let order = texts(&[
            "std::sort(moves.begin(), moves.end());",
            "moves.erase(std::unique(moves.begin(), moves.end()), moves.end());",
            "return moves;",
        ]);
        if splits { [canonical, order].concat() } else { order }
    }
}

impl Lister for Python {
    fn open_moves(&self, moves: &Moves) -> String {
        let params = if moves.of_heaps { "heaps".to_owned() } else { moves.params.join(", ") };
        format!("def winning_moves({params}):")
    }
    fn enter_moves(&self, moves: &Moves) -> Vec<String> {
        let mut lines = texts(&["moves = set()"]);
        if moves.of_heaps {
            lines.extend(texts(&["total = 0", "for n in heaps:", "    total ^= grundy(n)"]));
        }
        if moves.is_misere {
            lines.push("large = sum(grundy(n) > 1 for n in heaps)".to_owned());
        }
        lines
    }
    fn each_heap(&self, heap: &str, is_misere: bool) -> Vec<String> {
        let less = if is_misere { format!(" ^ (large == (grundy({heap}) > 1))") } else { String::new() };
        vec![format!("for at, {heap} in enumerate(heaps):"), format!("{REST} = total ^ grundy({heap}){less}")]
    }
    fn add_move(&self, left: &[String], (of_heaps, splits, _): (bool, bool, usize)) -> String {
        if splits && left.len() > 1 {
            let heap = if of_heaps { "at, " } else { "" };
            return format!("moves.add(({heap}*(sorted(filter(None, ({}))) or (0,)),))", left.join(", "));
        }
        let row = row(left, of_heaps);
        format!("moves.add(({}{}))", row.join(", "), if row.len() == 1 { "," } else { "" })
    }
    fn leave_moves(&self, _moves: &Moves) -> Vec<String> {
        texts(&["return sorted(moves)"])
    }
}

impl Lister for Rust {
    fn open_moves(&self, moves: &Moves) -> String {
        let params: Vec<String> = moves.params.iter().map(|p| format!("{p}: i64")).collect();
        let params = if moves.of_heaps { "heaps: &[i64]".to_owned() } else { params.join(", ") };
        format!("pub fn winning_moves({params}) -> Vec<Vec<i64>> {{")
    }
    fn enter_moves(&self, moves: &Moves) -> Vec<String> {
        let mut lines = texts(&["let mut moves: Vec<Vec<i64>> = Vec::new();"]);
        if moves.of_heaps {
            lines.push("let sum = heaps.iter().fold(0, |sum, &n| sum ^ grundy(n));".to_owned());
        }
        if moves.is_misere {
            lines.push("let large = heaps.iter().filter(|&&n| grundy(n) > 1).count();".to_owned());
        }
        lines
    }
    fn each_heap(&self, heap: &str, is_misere: bool) -> Vec<String> {
        let less = match is_misere {
            true => format!(" ^ i64::from(large == usize::from(grundy({heap}) > 1))"),
            false => String::new(),
        };
        vec![
            format!("for (at, &{heap}) in (0i64..).zip(heaps) {{"),
            format!("let {REST} = sum ^ grundy({heap}){less};"),
        ]
    }
    fn add_move(&self, left: &[String], (of_heaps, _, _): (bool, bool, usize)) -> String {
        format!("moves.push(vec![{}]);", row(left, of_heaps).join(", "))
    }
    fn leave_moves(&self, moves: &Moves) -> Vec<String> {
        let (first, splits) = (usize::from(moves.of_heaps), moves.splits);
        let canonical = vec![
            "for left in &mut moves {".to_owned(),
            format!("    left[{first}..].sort_unstable();"),
            format!("    while left.len() > {} && left[{first}] == 0 {{", first + 1),
            format!("        left.remove({first});"),
            "    }".to_owned(),
            "}".to_owned(),
        ];
        let order = texts(&["moves.sort_unstable();", "moves.dedup();", "moves"]);
        if splits { [canonical, order].concat() } else { order }
    }
}

impl Lister for Java {
    fn open_moves(&self, moves: &Moves) -> String {
        let params = if moves.of_heaps { "long[] heaps".to_owned() } else { typed("long", &moves.params) };
        format!("static java.util.SortedSet<long[]> winning_moves({params}) {{")
    }
    fn enter_moves(&self, moves: &Moves) -> Vec<String> {
        let mut lines =
            texts(&["final java.util.TreeSet<long[]> moves = new java.util.TreeSet<>(java.util.Arrays::compare);"]);
        if moves.of_heaps {
            lines.extend(texts(&["long sum = 0;", "for (long n : heaps) sum ^= grundy(n);"]));
        }
        if moves.is_misere {
            lines.extend(texts(&["long large = 0;", "for (long n : heaps) large += grundy(n) > 1 ? 1 : 0;"]));
        }
        lines
    }
    fn each_heap(&self, heap: &str, is_misere: bool) -> Vec<String> {
        let less = match is_misere {
            true => format!(" ^ (large == (grundy({heap}) > 1 ? 1 : 0) ? 1 : 0)"),
            false => String::new(),
        };
        vec![
            "for (int at = 0; at < heaps.length; at++) {".to_owned(),
            format!("final long {heap} = heaps[at], {REST} = sum ^ grundy({heap}){less};"),
        ]
    }
    fn add_move(&self, left: &[String], (of_heaps, splits, _): (bool, bool, usize)) -> String {
        if splits && left.len() > 1 {
            let all = left.join(", ");
            let heap =
                if of_heaps { "java.util.stream.LongStream.of(at)" } else { "java.util.stream.LongStream.empty()" };
            return format!("moves.add(java.util.stream.LongStream.concat({heap}, left({all})).toArray());");
        }
        format!("moves.add(new long[] {{{}}});", row(left, of_heaps).join(", "))
    }
    fn before_moves(&self, moves: &Moves) -> Vec<String> {
        if !moves.splits {
            return Vec::new();
        }
        texts(&[
            "// The heaps that are left, ascending and without empty ones.",
            "private static java.util.stream.LongStream left(long... heaps) {",
            "    final long[] some = java.util.Arrays.stream(heaps).filter(n -> n > 0).sorted().toArray();",
            "    return java.util.Arrays.stream(some.length > 0 ? some : new long[1]);",
            "}",
            "",
        ])
    }
    fn leave_moves(&self, _moves: &Moves) -> Vec<String> {
        texts(&["return moves;"])
    }
}

impl Lister for C {
    fn before_moves(&self, moves: &Moves) -> Vec<String> {
        let width = moves.width;
        let mut lines = vec![
            "static int by_numbers(const void *a, const void *b) {".to_owned(),
            "    const long long *x = (const long long *)a, *y = (const long long *)b;".to_owned(),
            format!("    for (int i = 0; i < {width}; i++)"),
            "        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;".to_owned(),
            "    return 0;".to_owned(),
            "}".to_owned(),
            String::new(),
        ];
        if moves.splits {
            let first = usize::from(moves.of_heaps);
            lines.extend([
                "// The heaps that are left, ascending, without empty ones but one where nothing else is left."
                    .to_owned(),
                "static void in_order(long long *move) {".to_owned(),
                format!("    for (int i = {first}; i < {width}; i++)"),
                format!("        for (int j = i + 1; j < {width}; j++)"),
                "            if (move[i] <= 0 ? move[j] > 0 : move[j] > 0 && move[j] < move[i]) {".to_owned(),
                "                const long long larger = move[i];".to_owned(),
                "                move[i] = move[j];".to_owned(),
                "                move[j] = larger;".to_owned(),
                "            }".to_owned(),
                format!("    for (int i = {first}; i < {width}; i++)"),
                format!("        if (move[i] <= 0) move[i] = i == {first} ? 0 : -1;"),
                "}".to_owned(),
                String::new(),
            ]);
        }
        lines.extend([
            format!("static void add_move(long long (**moves)[{width}], long long *entries, const long long *move) {{"),
            "    // room for 16, 32, 64 … moves".to_owned(),
            "    if (*entries == 0 || (*entries >= 16 && (*entries & (*entries - 1)) == 0))".to_owned(),
            format!("        *moves = (long long (*)[{width}])realloc("),
            "            *moves, (size_t)(*entries ? 2 * *entries : 16) * sizeof **moves);".to_owned(),
            format!("    for (int i = 0; i < {width}; i++) (*moves)[*entries][i] = move[i];"),
        ]);
        if moves.splits {
            lines.push("    in_order((*moves)[*entries]);".to_owned());
        }
        lines.extend(texts(&["    ++*entries;", "}", ""]));
        lines.push(
            "// The caller frees the moves; -1 stands where one has fewer numbers. It returns how many there are."
                .to_owned(),
        );
        lines
    }
    fn open_moves(&self, moves: &Moves) -> String {
        let heaps = "const long long *heaps, int count".to_owned();
        let params = if moves.of_heaps { heaps } else { typed("long long", &moves.params) };
        format!("long long winning_moves({params}, long long (**moves)[{}]) {{", moves.width)
    }
    fn enter_moves(&self, moves: &Moves) -> Vec<String> {
        let mut lines = texts(&["long long entries = 0, some = 0;", "*moves = NULL;"]);
        if moves.of_heaps {
            lines.extend(texts(&["long long sum = 0;", "for (int i = 0; i < count; i++) sum ^= grundy(heaps[i]);"]));
        }
        if moves.is_misere {
            lines.extend(texts(&[
                "long long large = 0;",
                "for (int i = 0; i < count; i++) large += grundy(heaps[i]) > 1;",
            ]));
        }
        lines
    }
    fn each_heap(&self, heap: &str, is_misere: bool) -> Vec<String> {
        let less = if is_misere { format!(" ^ (large == (grundy({heap}) > 1))") } else { String::new() };
        vec![
            "for (int at = 0; at < count; at++) {".to_owned(),
            format!("const long long {heap} = heaps[at], {REST} = sum ^ grundy({heap}){less};"),
        ]
    }
    fn add_move(&self, left: &[String], (of_heaps, _, width): (bool, bool, usize)) -> String {
        let mut row = row(left, of_heaps);
        row.resize(width, "-1".to_owned());
        format!("add_move(moves, &entries, (const long long[]){{{}}});", row.join(", "))
    }
    fn leave_moves(&self, _moves: &Moves) -> Vec<String> {
        texts(&[
            "if (entries) qsort(*moves, (size_t)entries, sizeof **moves, by_numbers);",
            "for (long long i = 0; i < entries; i++) {",
            "    if (some && by_numbers((*moves)[some - 1], (*moves)[i]) == 0) continue;",
            "    memmove((*moves)[some++], (*moves)[i], sizeof **moves);",
            "}",
            "return some;",
        ])
    }
}
