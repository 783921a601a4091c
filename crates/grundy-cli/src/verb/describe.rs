//! `describe`: one game of the catalogue, one problem of a judge, or one word of the theory.

use std::io::{self, Write};

use grundy::game::catalogue::{self, Definition, Entry};
use grundy::game::problems::{self, Problem};
use grundy::game::terms::{self, Term};
use grundy::guess::index;
use grundy::notation::nearest;
use grundy::{Diagnostic, ErrorKind};
use grundy_form::catalogue::{Coded, Found};

use crate::args::Describe;
use crate::exit::{Exit, Failure};
use crate::setting::Setting;
use crate::shell::quoted;
use crate::terminal::{Ink, Terminal, columns, pad, readable};
use crate::verb::list;

fn find(name: &str) -> Result<Found, Diagnostic> {
    let name = name.trim();
    // `Euclid game` is Euclid's game
    let found = grundy_form::catalogue::find(name);
    if let Some(found) = found.or_else(|| grundy_form::catalogue::find(&name.replacen(' ', "-", 1))) {
        return Ok(found);
    }
    let fault = Diagnostic::new(ErrorKind::Parse, format!("no game is called {name:?}"));
    if let Some(entry) = index::labelled(name) {
        return Err(fault.suggest(format!("guess {} tells the sequence: {}", entry.label(), entry.name)));
    }
    if name.contains("->") {
        return Err(fault.suggest(format!("a rule has no name; `grundy guess '{name}'` tells what is known of it")));
    }
    if problems::is_number(name) {
        return Err(fault.suggest("`grundy list problems` shows the problems of judges that are known"));
    }
    // a number that is near is another problem
    let games = catalogue::all().iter().flat_map(Entry::every_name).filter(|n| !n.is_empty());
    let words = terms::TERMS.iter().flat_map(|term| [&[term.name, term.chinese], term.other_names].concat());
    Err(match nearest(name, games.chain(words)) {
        Some(near) => fault.suggest(format!("did you mean `{near}`?")),
        None => fault.suggest("`grundy list` shows all names"),
    })
}

/// Prints what is known about the game, the problem or the word.
pub(crate) fn run(options: &Describe, setting: &Setting) -> Result<Exit, Failure> {
    let found = find(&options.name.join(" ")).map_err(Failure::plain)?;
    setting.print(
        |out| grundy_form::catalogue::describe(out, found.clone()),
        |out| match &found {
            Found::Game(entry) => game(out, entry, &setting.terminal),
            Found::Code(coded) => code(out, coded, &setting.terminal),
            Found::Problem(of) => problem(out, of, &setting.terminal),
            Found::Term(word) => term(out, word, &setting.terminal),
        },
    )?;
    Ok(Exit::Answered)
}

fn game(out: &mut dyn Write, entry: &Entry, terminal: &Terminal) -> io::Result<()> {
    let chinese = terminal.chinese;
    let rule = if chinese && !entry.rule_chinese.is_empty() { entry.rule_chinese } else { entry.rule_english };
    head(out, &format!("{} — {}", entry.name, list::named(entry, chinese)), rule, terminal)?;
    let mut also: Vec<&str> = entry.aliases.to_vec();
    also.extend([if chinese { entry.english } else { entry.chinese }].iter().filter(|n| !n.is_empty()));
    also.extend(entry.other_names);
    let definition = match &entry.definition {
        Definition::Text { text, .. } => *text,
        Definition::Take | Definition::Rules(_) => "",
    };
    let rows = [
        (terminal.say("rule", "规则"), definition.to_owned()),
        (terminal.say("names", "别名"), also.join(terminal.say(", ", "、"))),
        (terminal.say("written", "写法"), entry.signature.replace(" or ", terminal.say(" or ", " 或 "))),
        (terminal.say("example", "例子"), format!("grundy '{}'", entry.example)),
        (terminal.say("as usual", "通常"), usual_play(entry, terminal)),
    ];
    write_rows(out, &rows, terminal)?;
    let lists = [
        (terminal.say("references", "文献"), entry.references.iter().map(|r| (*r).to_owned()).collect::<Vec<_>>()),
        (terminal.say("problems", "题目"), grundy_form::catalogue::problem_numbers(entry).collect()),
    ];
    for (label, entries) in lists.iter().filter(|(_, entries)| !entries.is_empty()) {
        writeln!(out, "\n{label}")?;
        for entry in entries {
            writeln!(out, "{}", terminal.wrap("  ", &readable(entry)))?;
        }
    }
    Ok(())
}

/// How what is usually played misère is asked for: the example is normal play.
fn usual_play(entry: &Entry, terminal: &Terminal) -> String {
    if !entry.is_usually_misere {
        return String::new();
    }
    format!("{}grundy 'misere {}'", terminal.say("misère play: ", "反常规则："), entry.example)
}

fn problem(out: &mut dyn Write, problem: &Problem, terminal: &Terminal) -> io::Result<()> {
    let title = format!("{} — {}", problem.numbers.join(", "), problem.title);
    head(out, &title, terminal.say(problem.english, problem.chinese), terminal)?;
    let name = |entry: &Entry| format!("{} — {}", entry.name, list::named(entry, terminal.chinese));
    let question = problem.question();
    let law = if problem.guess { format!("grundy guess '{question}'") } else { String::new() };
    let program = if problem.emit { format!("grundy emit '{question}' --lang cpp") } else { String::new() };
    let rows = [
        (terminal.say("game", "游戏"), catalogue::of_problem(problem).map(name).unwrap_or_default()),
        (terminal.say("example", "例子"), format!("grundy '{}'", problem.example)),
        (terminal.say("law", "规律"), law),
        (terminal.say("program", "程序"), program),
    ];
    write_rows(out, &rows, terminal)
}

fn code(out: &mut dyn Write, coded: &Coded, terminal: &Terminal) -> io::Result<()> {
    let named = coded.entry.map(|entry| list::named(entry, terminal.chinese));
    let title = named.map_or_else(|| coded.code.clone(), |name| format!("{} — {name}", coded.code));
    head(out, &title, terminal.words(&coded.words), terminal)?;
    let rows = [
        (terminal.say("name", "名称"), coded.entry.map_or_else(String::new, |entry| entry.name.to_owned())),
        (terminal.say("example", "例子"), format!("grundy '{}'", coded.example())),
        (terminal.say("law", "规律"), format!("grundy period {}", quoted(&coded.code))),
    ];
    write_rows(out, &rows, terminal)
}

fn term(out: &mut dyn Write, term: &Term, terminal: &Terminal) -> io::Result<()> {
    let [name, other] = if terminal.chinese { [term.chinese, term.name] } else { [term.name, term.chinese] };
    head(out, name, terminal.say(term.meaning_english, term.meaning_chinese), terminal)?;
    let also: Vec<&str> = [other].into_iter().filter(|o| *o != name).chain(term.other_names.iter().copied()).collect();
    let rows = [
        (terminal.say("names", "别名"), also.join(terminal.say(", ", "、"))),
        (terminal.say("example", "例子"), format!("grundy {}", term.example)),
        (terminal.say("reference", "文献"), term.source.to_owned()),
    ];
    write_rows(out, &rows, terminal)
}

fn head(out: &mut dyn Write, title: &str, rule: &str, terminal: &Terminal) -> io::Result<()> {
    writeln!(out, "{}", terminal.paint(Ink::Strong, title))?;
    writeln!(out, "{}\n", terminal.wrap("", rule))
}

/// What each label stands for; rows of which nothing is known are left out. A command stays on one line, however long,
/// so that it can be pasted.
fn write_rows(out: &mut dyn Write, rows: &[(&str, String)], terminal: &Terminal) -> io::Result<()> {
    let rows = rows.iter().filter(|(_, text)| !text.is_empty());
    let width = rows.clone().map(|(label, _)| columns(label)).max().unwrap_or(0);
    for (label, text) in rows {
        let label = format!("{}  ", pad(label, width));
        if text.starts_with("grundy ") {
            writeln!(out, "{label}{text}")?;
        } else {
            writeln!(out, "{}", terminal.wrap(&label, &readable(text)))?;
        }
    }
    Ok(())
}
