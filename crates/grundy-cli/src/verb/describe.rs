//! `describe`: one game of the catalogue.

use grundy::{Diagnostic, ErrorKind};

use crate::args::Describe;
use crate::exit::{Exit, Failure};
use crate::nearest::nearest;
use crate::setting::Setting;
use crate::terminal::{Ink, columns, pad, readable};
use crate::verb::list;
use grundy::game::catalogue::{self, Definition, Entry};

fn find(name: &str) -> Result<&'static Entry, Diagnostic> {
    let name = name.trim();
    if let Some(entry) = grundy_form::catalogue::find(name) {
        return Ok(entry);
    }
    let fault = Diagnostic::new(ErrorKind::Parse, format!("no game is called {name:?}"));
    let all = catalogue::all().iter().flat_map(Entry::every_name).filter(|n| !n.is_empty());
    Err(match nearest(name, all) {
        Some(near) => fault.suggest(format!("did you mean `{near}`?")),
        None => fault.suggest("`grundy list` shows all names"),
    })
}

/// Prints what is known about the game.
pub(crate) fn run(options: &Describe, setting: &Setting) -> Result<Exit, Failure> {
    let entry = find(&options.name).map_err(Failure::plain)?;
    let chinese = setting.terminal.chinese;
    let label = |en: &'static str, zh: &'static str| if chinese { zh } else { en };
    let terminal = &setting.terminal;
    setting.print(
        |out| grundy_form::catalogue::describe(out, entry),
        |out| {
            let title = format!("{} — {}", entry.name, list::named(entry, chinese));
            writeln!(out, "{}", terminal.paint(Ink::Strong, &title))?;
            let rule = if chinese && !entry.rule_chinese.is_empty() { entry.rule_chinese } else { entry.rule_english };
            writeln!(out, "{}\n", terminal.wrap("", rule))?;
            let mut also: Vec<&str> = entry.aliases.to_vec();
            also.extend([if chinese { entry.english } else { entry.chinese }].iter().filter(|n| !n.is_empty()));
            also.extend(entry.other_names);
            let definition = match &entry.definition {
                Definition::Text { text, .. } => *text,
                Definition::Take | Definition::Rules(_) => "",
            };
            let rows = [
                (label("rule", "规则"), definition.to_owned()),
                (label("names", "别名"), also.join(label(", ", "、"))),
                (label("written", "写法"), entry.signature.replace(" or ", label(" or ", " 或 "))),
                (label("example", "例子"), format!("grundy '{}'", entry.example)),
            ];
            let width = rows.iter().map(|(label, _)| columns(label)).max().unwrap_or(0);
            for (label, text) in rows.iter().filter(|(_, text)| !text.is_empty()) {
                writeln!(out, "{}", terminal.wrap(&format!("{}  ", pad(label, width)), &readable(text)))?;
            }
            let lists = [
                (label("references", "文献"), entry.references.iter().map(|r| (*r).to_owned()).collect::<Vec<_>>()),
                (label("problems", "题目"), entry.problems.iter().map(|p| (*p).to_owned()).collect()),
            ];
            for (label, entries) in lists.iter().filter(|(_, entries)| !entries.is_empty()) {
                writeln!(out, "\n{label}")?;
                for entry in entries {
                    writeln!(out, "{}", terminal.wrap("  ", &readable(entry)))?;
                }
            }
            Ok(())
        },
    )?;
    Ok(Exit::Answered)
}
