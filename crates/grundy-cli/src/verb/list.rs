//! `list`: the games of the catalogue, by groups, and the problems of judges.

use crate::args::List;
use crate::exit::{Exit, Failure};
use crate::setting::Setting;
use crate::terminal::{Ink, columns, pad, wrap};
use grundy::Diagnostic;
use grundy::game::catalogue::{self, Entry, Group};
use grundy::game::problems::{self, Problem};

/// The groups in their order, with what they are called in English and in Chinese.
const GROUPS: [(Group, &str, &str); 6] = [
    (Group::Heaps, "Heaps: each number is a component", "堆：每个数是一个分量"),
    (Group::FixedArity, "Fixed arity: several places make a sum", "固定坐标：多个位置构成和"),
    (Group::Rows, "Rows: the whole list is one position", "行：整个列表是一个局面"),
    (Group::Boards, "Boards and graphs", "棋盘与图"),
    (Group::Coins, "Coins", "翻硬币"),
    (Group::Compounds, "Compounds", "复合游戏"),
];

/// What the problems are called.
const PROBLEMS: [&str; 2] = ["Problems of judges", "在线评测题目"];

/// What a group is called, in both languages.
fn titles(group: Group) -> [&'static str; 2] {
    let row = GROUPS.iter().find(|row| row.0 == group);
    row.map_or([""; 2], |&(_, english, chinese)| [english, chinese])
}

/// The name in the language, or in English where it has none.
pub(crate) fn named(entry: &Entry, chinese: bool) -> &'static str {
    if chinese && !entry.chinese.is_empty() { entry.chinese } else { entry.english }
}

/// Do a name of the game, its rule or its group have these words? Capitals make no difference.
fn speaks_of(entry: &Entry, words: &str) -> bool {
    let rest = [entry.rule_english, entry.rule_chinese];
    entry.every_name().chain(rest).chain(titles(entry.group)).any(|text| text.to_lowercase().contains(words))
}

/// Do the number, the title or the game of a problem have these words, blanks aside?
fn treats(problem: &Problem, words: &str) -> bool {
    let question = problem.question();
    let own = problem.numbers.iter().copied().chain([problem.title, &question]).chain(PROBLEMS);
    own.into_iter().any(|text| plain(text).contains(&plain(words)))
}

fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// Is the word that of problems, in either language?
fn is_problems(word: &str) -> bool {
    ["problems", "题目"].contains(&plain(word).as_str())
}

/// The number of the problem that has the words, or its first.
fn number(problem: &Problem, words: &str) -> &'static str {
    let wanted = problem.numbers.iter().find(|number| plain(number).contains(&plain(words)));
    wanted.or(problem.numbers.first()).copied().unwrap_or_default()
}

/// A name, what it is called and an example: on one line, or the example whole on the next one, as far to the right as it fits.
fn beside(name: &str, title: &str, head_width: usize, example: &str, width: usize) -> String {
    let head = format!("{}  ", pad(format!("{name}{title}").trim_end(), head_width));
    let (left, long) = (columns(&head), columns(example));
    if left + long <= width {
        return format!("{head}{example}");
    }
    let title = wrap(name, title, width);
    format!("{}\n{}{example}", title.trim_end(), " ".repeat(width.saturating_sub(long).min(left)))
}

/// Prints the catalogue, or what of it speaks of the words.
pub(crate) fn run(options: &List, setting: &Setting) -> Result<Exit, Failure> {
    // `list problems HDU`: of what follows, the problems alone
    let (only_problems, asked) = match options.words.as_slice() {
        [first, rest @ ..] if !rest.is_empty() && is_problems(first) => (true, rest),
        all => (false, all),
    };
    let typed = asked.join(" ");
    let words = problems::judge(&typed).unwrap_or(typed.trim()).to_lowercase();
    let is_listed = |entry: &&Entry| !only_problems && speaks_of(entry, &words);
    let entries: Vec<&Entry> = catalogue::all().iter().filter(is_listed).collect();
    let problems: Vec<&Problem> = problems::all().iter().filter(|problem| treats(problem, &words)).collect();
    if entries.is_empty() && problems.is_empty() {
        let fault = Diagnostic::input(format!("no game speaks of {typed:?}"));
        return Err(Failure::plain(fault.suggest("`grundy list` shows all games")));
    }
    setting.print(
        |out| grundy_form::catalogue::list(out, entries.iter().copied(), problems.iter().copied()),
        |out| {
            let say = |[english, chinese]: [&'static str; 2]| setting.terminal.say(english, chinese);
            let in_chinese = setting.terminal.chinese;
            let name_width = entries.iter().map(|e| columns(e.name)).max().unwrap_or(0);
            let title_width = entries.iter().map(|e| columns(named(e, in_chinese))).max().unwrap_or(0).min(34);
            let head_width = name_width + title_width + 4;
            let mut first = true;
            for (group, english, chinese) in GROUPS {
                let members: Vec<&Entry> = entries.iter().copied().filter(|e| e.group == group).collect();
                if members.is_empty() {
                    continue;
                }
                if !std::mem::take(&mut first) {
                    writeln!(out)?;
                }
                writeln!(out, "{}", setting.terminal.paint(Ink::Strong, say([english, chinese])))?;
                for entry in members {
                    let title = named(entry, in_chinese);
                    let name = format!("  {}  ", pad(entry.name, name_width));
                    writeln!(out, "{}", beside(&name, title, head_width, entry.example, setting.terminal.width))?;
                }
            }
            if words.is_empty() {
                let more = ["Problems of judges: `grundy list problems`", "在线评测题目：`grundy list 题目`"];
                writeln!(out, "\n{}", setting.terminal.wrap("", say(more)))?;
            }
            if !problems.is_empty() && !words.is_empty() {
                if !entries.is_empty() {
                    writeln!(out)?;
                }
                writeln!(out, "{}", setting.terminal.paint(Ink::Strong, say(PROBLEMS)))?;
                // a judge without numbers has titles
                let told = problems.iter().map(|problem| (number(problem, &words), problem.title));
                let told = told.map(|(number, title)| (number, if number.ends_with(title) { "" } else { title }));
                let told: Vec<(&str, &str)> = told.collect();
                let numbered = told.iter().filter(|(_, title)| !title.is_empty());
                let name_width = numbered.map(|(number, _)| columns(number)).max().unwrap_or(0);
                let title_width = told.iter().map(|(_, title)| columns(title)).max().unwrap_or(0).min(34);
                let head_width = name_width + title_width + 4;
                for (problem, (number, title)) in problems.iter().zip(told) {
                    let name = format!("  {}  ", pad(number, name_width));
                    writeln!(out, "{}", beside(&name, title, head_width, problem.example, setting.terminal.width))?;
                }
            }
            Ok(())
        },
    )?;
    Ok(Exit::Answered)
}
