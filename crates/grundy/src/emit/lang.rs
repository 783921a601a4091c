//! Printers: the small language, spelt in five languages.
//!
//! A [`Dialect`] (in `dialect.rs`) says how one language spells things; [`print`] walks a program. Brackets are set by three levels of
//! binding: products, sums, and the rest, which stands in brackets always, since languages disagree about it.

mod body;
mod c;
mod cpp;
mod dialect;
mod java;
mod lister;
mod moves;
mod python;
mod rust;

use dialect::{Dialect, Uses, Words};
use grundy_notation::ast::Relation;

use super::Language;
use super::builtin::Builtin;
use super::primes;
use super::program::{
    Ex, Filling, Function, Kind, List, MISERE_VALUE, Memo, Op, Program, Routine, SUMS, Sieve, Table, Test, WINS,
    Winner, binary, builtins, compare, insists, int, lists, var,
};
use crate::number::Int;

/// How tightly a text binds: 9 alone, 8 with a sign, 7 a product, 6 a sum, 3 anything else.
pub(super) type Bound = (String, u8);

fn dialect(language: Language) -> Box<dyn Dialect> {
    match language {
        Language::Cpp => Box::new(cpp::Cpp),
        Language::C => Box::new(c::C),
        Language::Python => Box::new(python::Python),
        Language::Rust => Box::new(rust::Rust),
        Language::Java => Box::new(java::Java),
    }
}

/// Where expressions stand.
#[derive(Debug, Clone)]
enum Mode {
    Plain,
    /// The table of the last so many coordinates, which are parameters.
    Table {
        side: u64,
        fixed: usize,
    },
    Memo {
        name: String,
    },
    /// Winning moves are listed.
    Moves {
        of_heaps: bool,
        splits: bool,
        width: usize,
    },
}

struct Writer<'d> {
    dialect: &'d dyn Dialect,
    out: String,
    depth: usize,
    mode: Mode,
    /// The lists that the function has made so far.
    made: Vec<String>,
}

/// Is it asked about a list of heaps?
fn of_heaps(winner: Winner) -> bool {
    matches!(winner, Winner::Heaps | Winner::MisereNim | Winner::MisereValues | Winner::MisereQuotient)
}

/// The text of a program.
pub(super) fn print(program: &Program, language: Language) -> String {
    let dialect = dialect(language);
    let mut called = Vec::new();
    for function in &program.functions {
        builtins(function.body(), &mut |h| called.push(h));
    }
    let moves = program.moves.as_ref();
    if let Some(moves) = moves {
        builtins(&moves.body, &mut |h| called.push(h));
    }
    let mut all = Vec::new();
    called.into_iter().for_each(|h| h.with_callees(&mut all));
    // what the language has itself calls nothing
    let needed: Vec<Builtin> = all.iter().copied().filter(|&h| !is_native(&*dialect, h)).collect();
    let uses = Uses {
        tables: program.functions.iter().any(|f| matches!(f, Function::Table(_) | Function::Sieve(_))),
        lasting: program.functions.iter().any(|f| match f {
            Function::Table(table) => table.fixed == 0,
            other => matches!(other, Function::Sieve(_)),
        }),
        checks: program.functions.iter().any(|f| insists(f.body())) || moves.is_some_and(|moves| insists(&moves.body)),
        memos: program.functions.iter().any(|f| matches!(f, Function::Memo(_))),
        heaps: [Some(program.winner), program.sums].into_iter().flatten().any(of_heaps)
            || program.functions.iter().any(|f| matches!(f, Function::List(_))),
        sorted: program.functions.iter().any(|f| matches!(f, Function::List(list) if list.is_sorted)),
        tuples: program.functions.iter().any(|f| matches!(f, Function::Memo(m) if m.params.len() > 1)),
        numbers: program.functions.iter().any(|f| matches!(f, Function::Memo(m) if m.params.len() == 1)),
        lists: program.functions.iter().any(|f| lists(f.body())) || moves.is_some_and(|moves| lists(&moves.body)),
        moves: moves.is_some(),
        builtins: all,
    };
    let mut writer = Writer { dialect: &*dialect, out: String::new(), depth: 0, mode: Mode::Plain, made: Vec::new() };
    writer.comment(&program.header);
    writer.lines(dialect.prologue(&uses));
    writer.depth = dialect.depth();
    for builtin in needed {
        match builtin.routine() {
            Some(routine) => writer.routine(&routine),
            // the only builtin that is no routine
            None => {
                writer.lines(dialect.times_root());
                writer.gap();
            }
        }
    }
    for function in &program.functions {
        match function {
            Function::Routine(routine) => writer.routine(routine),
            Function::Table(table) => writer.table(table),
            Function::Sieve(sieve) => writer.sieve(sieve),
            Function::Memo(memo) => writer.memo(memo),
            Function::List(list) => writer.list(list),
        }
    }
    writer.winner(WINS, program.winner, program.functions.last().map_or(&[], Function::params));
    if let Some(sums) = program.sums {
        writer.gap();
        writer.winner(SUMS, sums, &[]);
    }
    if let Some(moves) = moves {
        writer.gap();
        writer.moves(moves);
    }
    writer.depth = 0;
    writer.lines(dialect.epilogue());
    writer.out
}

fn is_native(dialect: &dyn Dialect, builtin: Builtin) -> bool {
    let some: Vec<Bound> = vec![("x".to_owned(), 9), ("y".to_owned(), 9)];
    dialect.native(builtin, &some).is_some()
}

fn bracketed((text, bound): Bound, least: u8) -> String {
    if bound < least { format!("({text})") } else { text }
}

/// The place of coordinates in a table, each side so long.
fn flattened(coordinates: &[Ex], side: u64) -> Ex {
    let mut all = coordinates.iter().cloned();
    let first = all.next().unwrap_or(int(0));
    all.fold(first, |at, next| {
        let row = Ex::Binary(Op::Multiply, Box::new(at), Box::new(Ex::Int(Int::from(side))));
        Ex::Binary(Op::Add, Box::new(row), Box::new(next))
    })
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        if !text.is_empty() {
            for _ in 0..self.depth {
                self.out.push_str("    ");
            }
            self.out.push_str(text);
        }
        self.out.push('\n');
    }

    fn lines(&mut self, lines: Vec<String>) {
        lines.iter().for_each(|l| self.line(l));
    }

    fn comment(&mut self, lines: &[String]) {
        for line in lines {
            let text = format!("{}{line}", self.dialect.comment());
            self.line(text.trim_end());
        }
    }

    fn gap(&mut self) {
        self.out.push('\n');
    }

    fn routine(&mut self, routine: &Routine) {
        let array = |(name, values): &(String, Vec<u64>)| {
            let (before, behind) = self.dialect.around_array(name, values.len());
            std::iter::once(before).chain(rows(values)).chain([behind.to_owned()]).collect::<Vec<_>>()
        };
        let arrays: Vec<String> = routine.arrays.iter().flat_map(array).collect();
        let outside = self.dialect.arrays_outside() && !arrays.is_empty();
        if outside {
            self.lines(arrays.clone());
            self.gap();
        }
        self.comment(&routine.doc);
        self.line(&self.dialect.open(&routine.name, &routine.params, routine.returns, routine.private));
        self.depth += 1;
        if !outside {
            self.lines(arrays);
        }
        self.mode = Mode::Plain;
        self.made.clear();
        self.body(&routine.body);
        self.made.clear();
        self.shut();
        self.gap();
    }

    fn shut(&mut self) {
        self.depth -= 1;
        if let Some(end) = self.dialect.close() {
            self.line(end);
        }
    }

    fn table(&mut self, table: &Table) {
        let side = table.last.saturating_add(1);
        let (sides, fixed) = table.params.split_at(table.params.len() - table.fixed);
        let entries = sides.iter().fold(1u64, |n, _| n.saturating_mul(side));
        self.comment(&["Fills the table: the mex rule, from small positions to large ones.".to_owned()]);
        self.lines(self.dialect.open_table(&table.name, entries, Some(table.marks.saturating_add(2)), fixed));
        self.depth += 1;
        self.mode = Mode::Table { side, fixed: table.fixed };
        self.made.clear();
        if !table.before.is_empty() {
            self.comment(&[primes::WORDS.to_owned()]);
            self.body(&table.before);
        }
        let place: Vec<Ex> = table.params.iter().map(|p| var(p)).collect();
        let last = || (table.last.to_string(), 9);
        let zero = || ("0".to_owned(), 9);
        let mut open = 0;
        match table.filling {
            Filling::Box => {
                for param in sides {
                    self.line(&self.dialect.open_for(param, &zero(), &last(), None));
                    self.depth += 1;
                    open += 1;
                }
            }
            Filling::Diagonals => {
                let [a, b, ..] = &table.params[..] else { return };
                self.line(&self.dialect.open_for("diagonal", &zero(), &last(), None));
                self.depth += 1;
                self.line(&self.dialect.open_for(a, &zero(), &("diagonal".to_owned(), 9), None));
                self.depth += 1;
                open += 2;
                self.line(&self.dialect.declare(b, &format!("diagonal - {a}"), false));
            }
        }
        let at = self.expr(&flattened(&place[..sides.len()], side)).0;
        self.line(&self.dialect.declare("at", &at, false));
        self.lines(self.dialect.open_cell());
        self.body(&table.body);
        self.lines(self.dialect.close_cell());
        for _ in 0..open {
            self.shut();
        }
        let made = self.made.iter().filter_map(|list| self.dialect.free(list)).collect();
        self.lines(made);
        let place = place.into_iter();
        let bounded: Vec<Ex> = match table.filling {
            Filling::Box => place.collect(),
            Filling::Diagonals => place.reduce(|a, b| binary(Op::Add, a, b)).into_iter().collect(),
        };
        self.filled((&table.name, true), &table.doc, (&table.params, table.fixed), (table.last, bounded));
    }

    fn sieve(&mut self, sieve: &Sieve) {
        self.comment(&[sieve.what.to_owned()]);
        self.lines(self.dialect.open_table(&sieve.name, sieve.last.saturating_add(1), None, &[]));
        self.depth += 1;
        self.mode = Mode::Plain;
        self.made.clear();
        self.body(&sieve.body);
        let made = self.made.iter().filter_map(|list| self.dialect.free(list)).collect();
        self.lines(made);
        let bounded = sieve.params.iter().map(|p| var(p)).collect();
        self.filled((&sieve.name, false), &sieve.doc, (&sieve.params, 0), (sieve.last, bounded));
    }

    /// The end of the filling of a table, and the function that looks up in it, which stops the program where a number is
    /// below 0 or one of the bounded ones above the last. The last so many parameters are those of the whole table.
    fn filled(
        &mut self,
        (name, marks): (&str, bool),
        doc: &[String],
        (params, fixed): (&[String], usize),
        (last, bounded): (u64, Vec<Ex>),
    ) {
        self.depth -= 1;
        let (sides, fixed) = params.split_at(params.len() - fixed);
        self.lines(self.dialect.close_table(name, marks, fixed));
        self.gap();
        self.comment(doc);
        let place: Vec<Ex> = sides.iter().map(|p| var(p)).collect();
        let index = self.expr(&flattened(&place, last.saturating_add(1)));
        let head = self.dialect.open(name, params, Kind::Int, false);
        let natural = params.iter().map(|p| compare(int(0), Relation::LessEqual, var(p)));
        let within = bounded.into_iter().map(|n| compare(n, Relation::LessEqual, Ex::Int(Int::from(last))));
        let inside = self.test(&Test::All(natural.chain(within).collect())).0;
        let mut lines = vec![self.dialect.insist(&inside)];
        lines.extend(self.dialect.look_up(name, &index, fixed));
        self.whole(head, lines);
        self.gap();
    }

    fn list(&mut self, list: &List) {
        self.comment(&list.doc);
        self.line(&self.dialect.open_list(&list.name, list.returns, list.is_sorted));
        self.depth += 1;
        self.lines(self.dialect.enter_list(list.is_sorted));
        self.mode = Mode::Plain;
        self.made.clear();
        self.body(&list.body);
        self.shut();
        self.gap();
    }

    /// A function that is written out.
    fn whole(&mut self, head: String, lines: Vec<String>) {
        self.line(&head);
        self.depth += 1;
        self.lines(lines);
        self.shut();
    }

    /// `first_wins`, the last function, or the one for sums beside it.
    fn winner(&mut self, name: &str, winner: Winner, params: &[String]) {
        let words = match winner {
            Winner::Heaps => "Does the first player win with these heaps? (Sprague-Grundy theorem)",
            Winner::MisereNim => "Does the first player win misere Nim with these heaps? (Bouton)",
            Winner::MisereValues => "Does the first player win misere play with these heaps? (Ferguson)",
            Winner::MisereQuotient => "Does the first player win misere play with these heaps? (misere quotient)",
            Winner::MiserePlace => "Does the first player win misere play?",
            Winner::Place | Winner::List { .. } => "Does the first player win?",
            Winner::Given => {
                while self.out.ends_with("\n\n") {
                    self.out.pop();
                }
                return;
            }
        };
        self.comment(&[words.to_owned()]);
        let d = self.dialect;
        let (head, lines) = match winner {
            Winner::Place | Winner::MiserePlace => {
                let name = if winner == Winner::Place { "grundy" } else { MISERE_VALUE };
                let value = format!("{name}({}) != 0", params.join(", "));
                (d.open("first_wins", params, Kind::Bool, false), vec![d.give(&value)])
            }
            Winner::List { is_sorted } => {
                (d.open_list("first_wins", Kind::Bool, is_sorted), vec![d.give(&d.value_of_list())])
            }
            _ => (d.over_heaps()[0].replacen(WINS, name, 1), d.sum_of_heaps(winner)),
        };
        self.whole(head, lines);
    }

    fn memo(&mut self, memo: &Memo) {
        self.lines(self.dialect.before_memo(&memo.name, &memo.params));
        self.comment(&memo.doc);
        self.line(&self.dialect.open(&memo.name, &memo.params, Kind::Int, false));
        self.depth += 1;
        self.lines(self.dialect.open_memo(&memo.name, &memo.params));
        self.mode = Mode::Memo { name: memo.name.clone() };
        self.body(&memo.body);
        self.lines(self.dialect.close_memo(&memo.name, &memo.params));
        self.shut();
        self.gap();
    }
}

/// Numbers in lines of readable length, indented once.
fn rows(values: &[u64]) -> Vec<String> {
    let mut lines = vec![String::from("   ")];
    for value in values {
        let text = format!(" {value},");
        if lines.last().is_some_and(|l| l.len() + text.len() > 100) {
            lines.push(String::from("   "));
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&text);
        }
    }
    lines
}

/// Fills the table `sg` anew where it is not that of these parameters; `before` gives back the room of the old one.
fn kept_table(name: &str, fixed: &[String], before: Option<String>) -> Vec<String> {
    let each = |form: &dyn Fn(usize, &str) -> String, between: &str| -> String {
        let all: Vec<String> = fixed.iter().enumerate().map(|(i, param)| form(i, param)).collect();
        all.join(between)
    };
    let mut lines = vec![
        format!("static long long known[{}] = {{{}}};", fixed.len(), each(&|_, _| "-1".to_owned(), ", ")),
        format!("if ({}) {{", each(&|i, param| format!("known[{i}] != {param}"), " || ")),
    ];
    lines.extend(before.map(|line| format!("    {line}")));
    lines.push(format!("    sg = {name}_table({});", fixed.join(", ")));
    lines.push(format!("    {};", each(&|i, param| format!("known[{i}] = {param}"), ", ")));
    lines.push("}".to_owned());
    lines
}

/// `long long n, long long q`
fn typed(kind: &str, params: &[String]) -> String {
    let all: Vec<String> = params.iter().map(|p| format!("{kind} {p}")).collect();
    all.join(", ")
}

fn texts(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|&l| l.to_owned()).collect()
}
