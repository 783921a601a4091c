//! How a language spells things.

use super::lister::Lister;
use super::{Bound, bracketed, texts, typed};
use crate::emit::builtin::Builtin;
use crate::emit::program::{Kind, Winner};
use crate::number::Int;

/// `and`, `or`, `not`, `true`, `false`.
pub(super) struct Words {
    pub(super) and: &'static str,
    pub(super) or: &'static str,
    pub(super) not: &'static str,
    pub(super) yes: &'static str,
    pub(super) no: &'static str,
}

/// What a program uses, for the lines at its top.
pub(super) struct Uses {
    pub(super) builtins: Vec<Builtin>,
    pub(super) tables: bool,
    /// Tables that are filled once, for no parameters.
    pub(super) lasting: bool,
    /// Functions that stop the program beyond what they know, as those of tables do, too.
    pub(super) checks: bool,
    pub(super) memos: bool,
    pub(super) heaps: bool,
    /// Memos with keys of several numbers, and of one.
    pub(super) tuples: bool,
    pub(super) numbers: bool,
    /// Loops over lists.
    pub(super) lists: bool,
    /// Lists that are put in order.
    pub(super) sorted: bool,
    /// A function that lists winning moves.
    pub(super) moves: bool,
}

/// How a language spells things. Lines carry no indentation but their own beyond the first.
///
/// What a language does not say otherwise is spelt as in C, by its words for integers, truth values and constants.
pub(super) trait Dialect: Lister {
    fn comment(&self) -> &'static str {
        "// "
    }
    fn prologue(&self, uses: &Uses) -> Vec<String>;
    fn epilogue(&self) -> Vec<String> {
        Vec::new()
    }
    /// Levels of indentation of functions.
    fn depth(&self) -> usize {
        0
    }
    /// The type of integers.
    fn integer(&self) -> &'static str {
        "long long"
    }
    /// The type of truth values.
    fn truth(&self) -> &'static str {
        "bool"
    }
    /// What marks a variable that does not change.
    fn constant(&self) -> &'static str {
        "const "
    }
    /// What marks integers that need 64 bits.
    fn wide(&self) -> &'static str {
        ""
    }
    fn literal(&self, n: &Int) -> String {
        if i32::try_from(n).is_ok() { n.to_string() } else { format!("{n}{}", self.wide()) }
    }
    fn quotient(&self) -> &'static str {
        "/"
    }
    fn words(&self) -> Words {
        Words { and: "&&", or: "||", not: "!", yes: "true", no: "false" }
    }
    /// A function that the language has itself.
    fn native(&self, builtin: Builtin, arguments: &[Bound]) -> Option<Bound>;
    /// ⌊b·√d⌋ with 128 bits in between, which each language finds in its own way.
    fn times_root(&self) -> Vec<String> {
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
    fn entry(&self, array: &str, index: &Bound) -> String {
        format!("{array}[{}]", index.0)
    }
    fn open(&self, name: &str, params: &[String], returns: Kind, private: bool) -> String {
        let kind = if returns == Kind::Int { self.integer() } else { self.truth() };
        format!("{}{kind} {name}({}) {{", if private { "static " } else { "" }, typed(self.integer(), params))
    }
    /// The line before the numbers of a constant array, and the one behind them.
    fn around_array(&self, name: &str, count: usize) -> (String, &'static str) {
        (format!("static const int {name}[{count}] = {{"), "};")
    }
    /// Do constant arrays stand before the function?
    fn arrays_outside(&self) -> bool {
        false
    }
    fn declare(&self, name: &str, value: &str, changes: bool) -> String {
        format!("{}{} {name} = {value};", if changes { "" } else { self.constant() }, self.integer())
    }
    fn assign(&self, name: &str, value: &str) -> String {
        format!("{name} = {value};")
    }
    /// A list of so many zeros, which changes.
    fn zeros(&self, name: &str, length: &Bound) -> String;
    fn open_if(&self, test: &str) -> String {
        format!("if ({test}) {{")
    }
    fn open_while(&self, test: &str) -> String {
        format!("while ({test}) {{")
    }
    /// The step is `None` where it is 1.
    fn open_for(&self, var: &str, from: &Bound, to: &Bound, step: Option<&Bound>) -> String {
        let next = step.map_or_else(|| format!("{var}++"), |s| format!("{var} += {}", s.0));
        let (from, to) = (&from.0, bracketed(to.clone(), 6));
        format!("for ({} {var} = {from}; {var} <= {to}; {next}) {{", self.integer())
    }
    /// Lines after the first stand inside.
    fn open_each(&self, var: &str, index: &str, items: &[String], plain: bool) -> Vec<String>;
    fn close(&self) -> Option<&'static str> {
        Some("}")
    }
    fn give(&self, value: &str) -> String {
        format!("return {value};")
    }
    /// What gives back the room of a list that was made with [`Dialect::zeros`], where it does not go by itself.
    fn free(&self, _list: &str) -> Option<String> {
        None
    }
    /// The same where lists were made with [`Dialect::zeros`].
    fn give_and_free(&self, value: &str, _kind: Kind, _lists: &[String]) -> Vec<String> {
        vec![self.give(value)]
    }
    /// In a table: this value occurs.
    fn mark_in_table(&self, value: &str) -> String {
        format!("mark({value});")
    }
    /// In a recursion: this value occurs.
    fn mark_in_memo(&self, value: &str) -> String {
        format!("seen.insert({value});")
    }
    /// The head of the function that fills a table, with so many marks of values where it does so by mex, for these
    /// parameters.
    fn open_table(&self, name: &str, entries: u64, marks: Option<u64>, fixed: &[String]) -> Vec<String>;
    /// Before the options of an entry are looked at, and after.
    fn open_cell(&self) -> Vec<String> {
        Vec::new()
    }
    fn close_cell(&self) -> Vec<String> {
        texts(&["long long g = 0;", "while (seen[g] == at + 1) g++;", "sg[at] = g;"])
    }
    /// The end of that function, and what holds the table. The comment stands above the function that looks up.
    fn close_table(&self, name: &str, marks: bool, fixed: &[String]) -> Vec<String>;
    /// What the function that looks up does. The table of the parameters that were asked about last is kept.
    fn look_up(&self, name: &str, index: &Bound, fixed: &[String]) -> Vec<String>;
    /// Stops the program if this does not hold.
    fn insist(&self, condition: &str) -> String {
        format!("assert({condition});")
    }
    /// What stands before a recursive function.
    fn before_memo(&self, _name: &str, _params: &[String]) -> Vec<String> {
        Vec::new()
    }
    /// Behind its head.
    fn open_memo(&self, name: &str, params: &[String]) -> Vec<String>;
    fn close_memo(&self, name: &str, params: &[String]) -> Vec<String>;
    /// The head of a function of a list `row`.
    fn open_list(&self, name: &str, returns: Kind, is_sorted: bool) -> String;
    /// What stands behind it: the list in order, its length `count`.
    fn enter_list(&self, is_sorted: bool) -> Vec<String>;
    /// Is the value of the list not 0?
    fn value_of_list(&self) -> String {
        "grundy(row) != 0".to_owned()
    }
    /// The head of `first_wins` of a list of heaps, of the loop over it, and a heap in the loop.
    fn over_heaps(&self) -> [&'static str; 3];
    /// What `first_wins` does with a list of heaps.
    fn sum_of_heaps(&self, winner: Winner) -> Vec<String> {
        let [_, each, heap] = self.over_heaps();
        let sum = format!("{} sum = 0;", self.integer());
        match winner {
            Winner::MisereNim | Winner::MisereValues => {
                let Words { yes, no, .. } = self.words();
                let found =
                    (winner == Winner::MisereValues).then(|| format!("    {} value = grundy({heap});", self.integer()));
                let value = if found.is_some() { "value" } else { heap };
                let mut lines = vec![sum, format!("{} large = {no};", self.truth()), format!("{each} {{")];
                lines.extend(found);
                lines.extend([
                    format!("    sum ^= {value};"),
                    format!("    if ({value} > 1) large = {yes};"),
                    "}".to_owned(),
                    self.give("large ? sum != 0 : sum == 0"),
                ]);
                lines
            }
            Winner::MisereQuotient => {
                vec![sum, format!("{each} sum = times(sum, element({heap}));"), self.give("wins(sum)")]
            }
            _ => vec![sum, format!("{each} sum ^= grundy({heap});"), self.give("sum != 0")],
        }
    }
}
