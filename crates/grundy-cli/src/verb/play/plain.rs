//! The game line by line, where there is no terminal: a line is a move, its number in the list, or a word.
//!
//! A bare number may be its number in the list, what is left or what is taken: where these differ, it is asked which.

use std::io::{self, BufRead as _, Write};

use grundy::answer::Move;
use grundy::number::shorten;
use grundy::play::Level;
use grundy::{Context, Error, Nat};

use super::brief;
use super::contest::{Contest, Trouble};
use crate::exit::Exit;
use crate::guard;
use crate::render::board;
use crate::render::diagnostics::told;
use crate::setting;
use crate::terminal::{Terminal, pad, readable};

/// What may be typed, in Chinese as well, and what it does.
const HELP: [(&str, &str, &str, &str); 10] = [
    ("#NUMBER", "#编号", "the move of this number in `moves`", "moves 列出的编号"),
    ("MOVE", "走法", "what a component becomes: 9 -> 2 6, or 2 6; take 3", "一个分量变成什么：9 -> 2 6 或 2 6；取 3"),
    ("ROW COLUMN", "行 列", "the cells of a numbered board: 2 3", "有编号的棋盘上的格：2 3"),
    ("moves", "着法", "the moves with their numbers", "列出走法及编号"),
    ("hint", "提示", "the columns of the sum and a winning move", "各列与必胜走法"),
    ("undo", "悔棋", "takes your last move back", "悔棋"),
    ("values", "数值", "who stood to win after each move", "每步之后谁能赢"),
    ("new", "重来", "from the start", "重新开始"),
    ("level N", "级别 N", "0 any move, 1 careless, 2 careful, 3 perfect", "0 随意，1 马虎，2 细心，3 完美"),
    ("quit", "退出", "the end", "结束"),
];

/// The English word for one that was typed in Chinese.
fn in_english(word: &str) -> &str {
    match word {
        "帮助" | "？" => "help",
        "走法" | "列表" => "moves",
        "重新开始" | "新局" => "new",
        "结束" => "quit",
        _ => HELP.iter().find(|(_, chinese, ..)| *chinese == word).map_or(word, |(english, ..)| english),
    }
}

/// So many moves are listed.
const LISTED: usize = 40;

/// Plays until the input ends.
pub(super) fn run(mut contest: Contest<'_>) -> Result<Exit, Trouble> {
    let mut lines = io::stdin().lock().split(b'\n');
    let mut out = setting::stdout();
    if contest.setting.input_is_taken {
        let taken = grundy::Diagnostic::input("the prompt reads the input that a game without a terminal needs");
        return Err(Error::from(taken).into());
    }
    contest.guarded = true;
    // what cannot be played is refused before anything is printed
    contest.is_over()?;
    writeln!(out, "{}", contest.title())?;
    let mut shown = false;
    loop {
        if !contest.is_over()? && !contest.is_users_turn() {
            if let Some(mv) = contest.reply()? {
                writeln!(out, "{}: {}", contest.say("it plays", "对手"), readable(&mv.to_string()))?;
            }
            shown = false;
        }
        if !shown {
            show(&contest, &mut out)?;
            shown = true;
            if contest.is_over()? {
                review(&mut contest, &mut out)?;
            }
        }
        guard::forget();
        out.flush()?;
        contest.setting.cancel.set_waiting(true);
        let line = lines.next();
        contest.setting.cancel.set_waiting(false);
        let Some(line) = line else { return Ok(Exit::Answered) };
        // what is no text is no answer either
        let line = String::from_utf8_lossy(&line?).into_owned();
        if contest.setting.cancel.is_set() {
            return Ok(Exit::Spent);
        }
        match in_english(line.trim()) {
            "" => {}
            "quit" | "q" | "exit" => return Ok(Exit::Answered),
            word => shown = !answer(word, &mut contest, &mut out)?,
        }
    }
}

/// Does what a line says; did the board change?
fn answer(word: &str, contest: &mut Contest<'_>, out: &mut dyn Write) -> Result<bool, Trouble> {
    match word {
        "help" | "?" => {
            for (name, in_chinese, english, chinese) in HELP {
                let name = contest.say(name.to_owned(), format!("{name}、{in_chinese}"));
                writeln!(out, "{} {}", pad(&name, contest.say(10, 18)), contest.say(english, chinese))?;
            }
            return Ok(false);
        }
        "moves" | "m" => {
            let scene = contest.scene(25)?;
            let mut last = None;
            for way in &scene.moves {
                if last != Some(way.index) && way.index < LISTED {
                    writeln!(out, "{:>5}  {}", format!("#{}", way.index), readable(&way.mv.to_string()))?;
                }
                last = Some(way.index);
            }
            let more = scene.count.as_ref().map(|count| (count, Nat::from(LISTED)));
            match more {
                Some((count, listed)) if *count > listed => {
                    writeln!(out, "  {}", more_moves(contest, Some(&(count - listed))))?;
                }
                None if scene.truncated => writeln!(out, "  {}", more_moves(contest, None))?,
                _ => {}
            }
            return Ok(false);
        }
        "hint" | "h" => {
            let terminal = Terminal { colour: false, ..contest.setting.terminal };
            for line in contest.hint(&terminal)? {
                writeln!(out, "{line}")?;
            }
            return Ok(false);
        }
        "values" | "s" => {
            values(contest, out)?;
            return Ok(false);
        }
        "undo" | "u" => contest.undo(),
        "new" | "n" => contest.restart(),
        _ => {
            if let Some(level) = word.strip_prefix("level ").or_else(|| word.strip_prefix("级别")) {
                match level.trim().parse().ok().and_then(Level::of) {
                    Some(level) => contest.level = level,
                    None => writeln!(out, "{}", contest.say("levels are 0, 1, 2 and 3", "级别为 0、1、2、3"))?,
                }
                return Ok(false);
            }
            let cx = contest.context();
            let made = match (word.parse(), word.strip_prefix('#').map(str::parse)) {
                (_, Some(Ok(index))) => contest.play.choose(index, &cx),
                (Ok(index), _) => match by_number(word, index, contest, &cx) {
                    Ok(Some(unclear)) => {
                        writeln!(out, "{}", contest.say("which move?", "哪一步？"))?;
                        unclear.iter().try_for_each(|(typed, left)| writeln!(out, "{typed:>8}  {left}"))?;
                        return Ok(false);
                    }
                    made => made.map(|_| ()),
                },
                _ => match contest.play.position().find_move_with(word, &cx) {
                    Ok(mv) => contest.play.make(mv),
                    Err(error) => match at_cells(word, contest)? {
                        Some(mv) => contest.play.make(mv),
                        None => Err(error),
                    },
                },
            };
            return match made {
                Ok(()) => {
                    if let Some(mv) = contest.play.moves().last() {
                        writeln!(out, "{}: {}", contest.say("you play", "你"), readable(&mv.to_string()))?;
                    }
                    Ok(true)
                }
                // whoever mistypes a move tries again
                Err(error) => {
                    writeln!(out, "{}", in_words(&error, &contest.setting.terminal))?;
                    Ok(false)
                }
            };
        }
    }
    Ok(true)
}

/// The move at cells that are told by their numbers, row and column each: `2 3`, `(2,3) (2,4)`.
fn at_cells(word: &str, contest: &Contest<'_>) -> Result<Option<Move>, Trouble> {
    let numbers: Vec<&str> = word
        .split(|c: char| c.is_whitespace() || "(),;（），；、".contains(c))
        .filter(|number| !number.is_empty())
        .collect();
    let are_numbers = numbers.iter().all(|number| number.bytes().all(|b| b.is_ascii_digit()));
    if numbers.is_empty() || numbers.len() % 2 == 1 || !are_numbers {
        return Ok(None);
    }
    let cells: Vec<[&str; 2]> = numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
    let scene = contest.scene(25)?;
    Ok(scene.way_at(&cells).map(|way| scene.moves[way].mv.clone()))
}

/// The fault and its help.
fn in_words(error: &Error, terminal: &Terminal) -> String {
    let Error::Bad(fault) = error else { return error.to_string() };
    let message = told(&fault.message, terminal);
    match &fault.suggestion {
        Some(help) => format!("{message} ({})", told(help, terminal)),
        None => message.into_owned(),
    }
}

/// Makes the move that a bare number means: its number in the list, what is left, or what is taken. Where these are different
/// moves none is made, and what to type for each comes back.
fn by_number(
    word: &str,
    index: usize,
    contest: &mut Contest<'_>,
    cx: &Context,
) -> Result<Option<Vec<(String, String)>>, Error> {
    let position = contest.play.position();
    let take = format!("take {word}");
    let [left, taken] = [word, &take].map(|text| position.find_move_with(text, cx).ok());
    let listed = contest.play.choose(index, cx);
    let numbered = listed.is_ok().then(|| contest.play.moves().last().cloned()).flatten();
    let mut meant: Vec<(String, String)> = Vec::new();
    for (typed, mv) in [(Some(format!("#{index}")), &numbered), (Some(take), &taken), (None, &left)] {
        let Some(mv) = mv.as_ref().filter(|mv| meant.iter().all(|(_, known)| *known != mv.position)) else { continue };
        meant.push((typed.unwrap_or_else(|| mv.position.clone()), mv.position.clone()));
    }
    if meant.len() > 1 {
        contest.play.undo(usize::from(numbered.is_some()));
        return Ok(Some(meant));
    }
    match left.or(taken).filter(|_| numbered.is_none()) {
        Some(mv) => contest.play.make(mv)?,
        None => listed?,
    }
    Ok(None)
}

fn show(contest: &Contest<'_>, out: &mut dyn Write) -> Result<(), Trouble> {
    let width = contest.setting.terminal.width;
    let mut scene = contest.scene((width / 2).clamp(10, 25))?;
    let left_out = brief::shorten(&mut scene, contest.play.position());
    writeln!(out, "\n{}", readable(&contest.play.position().query()))?;
    for line in board::draw(&scene, width, None).text() {
        writeln!(out, "  {line}")?;
    }
    if let Some(more) = left_out.components.map(|more| shorten(&more)) {
        let words = contest.say(format!("… and {more} more components"), format!("… 另有 {more} 个分量"));
        writeln!(out, "  {words}")?;
    }
    if let Some(more) = left_out.moves {
        writeln!(out, "  {}", more_moves(contest, more.as_ref()))?;
    }
    Ok(())
}

/// So many moves are not listed, if that is known.
fn more_moves(contest: &Contest<'_>, more: Option<&Nat>) -> String {
    match more.map(shorten) {
        Some(more) => contest.say(format!("… and {more} more moves"), format!("… 另有 {more} 种走法")),
        None => contest.say("… and more moves", "… 还有其他走法").to_owned(),
    }
}

fn values(contest: &mut Contest<'_>, out: &mut dyn Write) -> Result<(), Trouble> {
    let history = contest.history()?;
    let start = Contest::value(&history.start);
    writeln!(out, "   {}  {start}", contest.say("start", "开局"))?;
    for (at, record) in history.records.iter().enumerate() {
        let value = Contest::value(&record.judged);
        let who = match contest.user_wins(at + 1, &record.judged) {
            Some(true) => contest.say("you win", "你胜"),
            Some(false) => contest.say("it wins", "它胜"),
            None => "=",
        };
        let slip = if record.slip { contest.say("  slip", "  失误") } else { "" };
        writeln!(out, "{:>2} {}  {value}  {who}{slip}", at + 1, readable(&record.mv.to_string()))?;
    }
    Ok(())
}

fn review(contest: &mut Contest<'_>, out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(out, "{}", contest.result())?;
    let history = contest.history()?;
    let all = history.records.iter().enumerate();
    for (at, record) in all.filter(|(at, record)| at % 2 == contest.user && record.slip) {
        writeln!(out, "{}", contest.slip(at + 1, record))?;
    }
    Ok(())
}
