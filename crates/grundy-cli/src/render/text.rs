//! Answers for people: the verdict first, then the moves, then what it rests on. Fits 80 columns.

use std::collections::HashMap;
use std::io::{self, Write};

use grundy::answer::{Answer, Move, MoveList, Reading, ValueStatus};
use grundy::loopy::Value;
use grundy::number::shorten;
use grundy::{Convention, Evidence, Nat, Outcome, Status, Stopped, Words};

use crate::flags::as_flags;
use crate::render::letters::Letters;
use crate::terminal::{Ink, Terminal, columns, pad, readable, wrap};

/// Components listed at most; a sum of more says how many follow.
const COMPONENTS_SHOWN: usize = 30;

/// The answer to `solve`; `listed`: so many moves were asked for.
pub(crate) fn answer(out: &mut dyn Write, answer: &Answer, listed: bool, terminal: &Terminal) -> io::Result<()> {
    if terminal.quiet {
        return bare(out, answer);
    }
    let letters = Letters::of(&answer.query);
    reading(out, &answer.query, &answer.reading, terminal)?;
    verdict(out, answer, terminal)?;
    if let Some(numbers) = &answer.unknown {
        unknown(out, numbers, answer.unknown_set.as_deref(), answer.is_complete(), terminal)?;
    }
    if let Some(guess) = answer.guess.as_ref().filter(|_| answer.stopped.is_some()) {
        writeln!(out, "{}", terminal.wrap(terminal.say("a guess: ", "猜测："), &readable(terminal.words(guess))))?;
    }
    if let Some(strategy) = &answer.strategy {
        writeln!(
            out,
            "{}",
            terminal.wrap(terminal.say("strategy: ", "策略："), &readable(&terminal.sentence(strategy)))
        )?;
    }
    components(out, answer, &letters, terminal)?;
    if answer.unknown.is_none() && (answer.outcome == Some(Outcome::Next) || !answer.moves.moves.is_empty()) {
        if listed || terminal.why {
            winning_moves(out, &answer.moves, &letters, terminal)?;
        } else {
            moves_in_short(out, &answer.moves, answer.stopped.is_some(), &letters, terminal)?;
        }
    }
    // where nothing was found out, nothing is proved
    let found = answer.outcome.is_some() || answer.value.is_some() || answer.unknown.is_some();
    if found {
        let several = answer.components.len() > 1 && answer.convention == Convention::Normal;
        evidence_within(out, &answer.evidence, several, terminal)?;
    }
    if terminal.why {
        let cost = format!("{} ({:.1} s, {} nodes)", answer.engine, answer.cost.seconds, answer.cost.nodes);
        writeln!(
            out,
            "{}",
            terminal.paint(Ink::Faint, &terminal.wrap(terminal.say("computed by: ", "计算："), &readable(&cost)))
        )?;
    }
    stopped_at(out, &answer.stopped, terminal)
}

/// The bare answer, as `solve -` prints it.
fn bare(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    if let (Some(numbers), None) = (&answer.unknown, answer.outcome) {
        let list: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        return writeln!(out, "? {}", list.join(" "));
    }
    let outcome = answer.outcome.map_or('-', Outcome::letter);
    writeln!(out, "{outcome} {}", answer.value.as_ref().map_or("-".to_owned(), ToString::to_string))
}

/// Longer questions are cut in the echo.
const ECHOED: usize = 240;

/// Above an answer: how the question was read, unless the bare answer is wanted.
pub(crate) fn head<T>(out: &mut dyn Write, answer: &Answer<T>, terminal: &Terminal) -> io::Result<()> {
    match terminal.quiet {
        true => Ok(()),
        false => reading(out, &answer.query, &answer.reading, terminal),
    }
}

/// How the input was read, in one line: the question, and what its spelling does not say of its games. With the reasons a
/// line a game.
pub(crate) fn reading(out: &mut dyn Write, query: &str, readings: &[Reading], terminal: &Terminal) -> io::Result<()> {
    let letters = Letters::of(query);
    if terminal.chinese {
        let line = terminal.wrap("读作：", &readable(query));
        writeln!(out, "{}", terminal.paint(Ink::Faint, &line))?;
        // what the spelling does not say
        for read in readings.iter().filter(|read| !read.game.is_empty() && (terminal.why || read.news.is_some())) {
            let line = terminal.wrap("  ", &readable(&format!("{}：{}", read.game, read.words.chinese)));
            writeln!(out, "{}", terminal.paint(Ink::Faint, &line))?;
        }
        return Ok(());
    }
    // long numbers are shortened first: a part of one would be shown as a number of its own
    let whole = readable(&letters.short(query));
    let mut short: String = whole.chars().take(ECHOED).collect();
    if short.len() < whole.len() {
        short.push('…');
    }
    let mut told: Vec<String> = Vec::new();
    for (letter, game) in letters.pairs() {
        let news = readings.iter().find(|r| r.game == game).and_then(|r| r.news.as_deref());
        told.push(format!("{letter} = {game}{}", news.map(|n| format!(", which is {n}")).unwrap_or_default()));
    }
    for read in readings.iter().filter(|r| letters.pairs().all(|(_, game)| r.game != game)) {
        match &read.news {
            Some(news) if readings.len() == 1 && query.ends_with(&read.game) => told.push(format!("which is {news}")),
            Some(news) => told.push(format!("{} is {news}", read.game)),
            None if read.game.is_empty() => told.push(read.sentence.clone()),
            None => {}
        }
    }
    let line = [short].into_iter().chain(told).collect::<Vec<_>>().join(", ");
    writeln!(out, "{}", terminal.paint(Ink::Faint, &terminal.wrap("read: ", &readable(&line))))?;
    for read in readings.iter().filter(|r| terminal.why && !r.game.is_empty()) {
        let line = terminal.wrap("  ", &readable(&letters.introduce(&read.sentence)));
        writeln!(out, "{}", terminal.paint(Ink::Faint, &line))?;
    }
    Ok(())
}

/// Who wins, in words, and their colour.
pub(crate) fn verdict_of(outcome: Outcome, terminal: &Terminal) -> (Ink, &'static str) {
    match outcome {
        Outcome::Next => (Ink::Win, terminal.say("N — the player to move wins", "N——轮到者胜")),
        Outcome::Previous => (Ink::Loss, terminal.say("P — the player to move loses", "P——轮到者输")),
        Outcome::Draw => {
            (Ink::Strong, terminal.say("D — a draw: neither player can force a win", "D——和局：双方都不能迫胜"))
        }
    }
}

fn verdict(out: &mut dyn Write, answer: &Answer, terminal: &Terminal) -> io::Result<()> {
    let (ink, words) = match answer.outcome {
        Some(outcome) => verdict_of(outcome, terminal),
        None if answer.unknown.is_some() => return Ok(()),
        None => (Ink::Strong, terminal.say("the outcome is not known", "胜负未知")),
    };
    let convention = match answer.convention {
        Convention::Normal => "",
        Convention::Misere => terminal.say(" (misère: a player who cannot move wins)", "（反常规则：不能走者胜）"),
    };
    writeln!(out, "{}{convention}", terminal.paint(ink, words))?;
    if let Some(loopy) = &answer.loopy {
        let value = Value::Infinite(loopy.clone()).to_string();
        return writeln!(out, "{}{}", terminal.say("value: ", "值："), terminal.paint(Ink::Strong, &value));
    }
    match (&answer.value, answer.value_status) {
        (Some(value), _) => {
            let value = terminal.paint(Ink::Strong, &shorten(value));
            writeln!(out, "{}{value}", terminal.say("value: ", "值："))
        }
        (None, ValueStatus::NotComputed) if answer.stopped.is_none() => {
            let alone = "value: not computed, a theorem gives the outcome alone (--value computes it)";
            writeln!(out, "{}", terminal.say(alone, "值：未计算，定理只给出胜负（--value 可计算）"))
        }
        (None, ValueStatus::NotComputed | ValueStatus::Exact) => {
            writeln!(out, "{}", terminal.say("value: not computed", "值：未计算"))
        }
        (None, ValueStatus::Loony) => {
            let loony = "value: none: loony, whoever moves wins every sum with it";
            writeln!(out, "{}", terminal.say(loony, "值：无。疯狂局面：轮到者赢得任何含有它的和"))
        }
        (None, ValueStatus::None) => Ok(()),
    }
}

/// A value as text: a number, or ∞{K}.
fn shown(value: Option<&Nat>, loopy: Option<&[Nat]>) -> Option<String> {
    value.map(shorten).or_else(|| loopy.map(|set| Value::Infinite(set.to_vec()).to_string()))
}

/// Of a set without end so many members are shown.
const MEMBERS_SHOWN: usize = 12;

/// Of numbers that complete a P-position so many are listed.
const LISTED: usize = 60;

fn unknown(
    out: &mut dyn Write,
    numbers: &[Nat],
    set: Option<&str>,
    complete: bool,
    terminal: &Terminal,
) -> io::Result<()> {
    let mut list: Vec<String> = numbers.iter().take(LISTED).map(shorten).collect();
    if numbers.len() > LISTED {
        let more = numbers.len() - LISTED;
        list.push(
            terminal.say(format!("… ({more} more, all with --json)"), format!("……（另有 {more} 个，--json 列出全部）")),
        );
    }
    if let Some(set) = set {
        let sentence = terminal.say(
            format!("{set} makes it a P-position: the player to move loses"),
            format!("{set} 时为 P 局面：轮到者输"),
        );
        writeln!(out, "{}", terminal.paint(Ink::Strong, &terminal.wrap("", &sentence)))?;
        let first = list.iter().take(MEMBERS_SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
        return writeln!(out, "{}", terminal.wrap("", &format!("? = {first}, …")));
    }
    let sentence = match list.as_slice() {
        [] if complete => terminal.say("no number makes it a P-position", "没有数使它成为 P 局面").to_owned(),
        [] => terminal.say("no number is known that makes it a P-position", "未知是否有数使它成为 P 局面").to_owned(),
        many if terminal.chinese => format!("? = {} 时为 P 局面：轮到者输", many.join("、")),
        [one] => format!("? = {one} makes it a P-position: the player to move loses"),
        many => format!("each of ? = {} makes it a P-position: the player to move loses", many.join(", ")),
    };
    writeln!(out, "{}", terminal.paint(Ink::Strong, &terminal.wrap("", &sentence)))?;
    if complete {
        Ok(())
    } else {
        writeln!(out, "{}", terminal.say("not all numbers were tried", "并未试遍所有的数"))
    }
}

fn components(out: &mut dyn Write, answer: &Answer, letters: &Letters, terminal: &Terminal) -> io::Result<()> {
    let only_one = answer.components.iter().all(|c| c.count == Nat::ONE) && answer.components.len() == 1;
    // in misère play components have no values to show
    if only_one || answer.components.iter().all(|c| c.value.is_none() && c.loopy.is_none()) {
        return Ok(());
    }
    let rows: Vec<(String, String)> = answer
        .components
        .iter()
        .take(COMPONENTS_SHOWN)
        .map(|c| {
            let count = if c.count == Nat::ONE { String::new() } else { format!("{} × ", shorten(&c.count)) };
            let value = shown(c.value.as_ref(), c.loopy.as_deref()).unwrap_or("-".to_owned());
            (format!("{count}{}", readable(&letters.short(&c.position))), value)
        })
        .collect();
    let width = aligned_width(rows.iter().map(|r| r.0.as_str()));
    for (position, value) in &rows {
        writeln!(out, "  {}  {value}", pad(position, width))?;
    }
    and_more(out, answer.components.len() - rows.len(), terminal)
}

/// The width of a column: that of its widest entry that is not extreme.
fn aligned_width<'a>(entries: impl Iterator<Item = &'a str>) -> usize {
    entries.map(columns).filter(|w| *w <= 56).max().unwrap_or(0)
}

fn and_more(out: &mut dyn Write, more: usize, terminal: &Terminal) -> io::Result<()> {
    let words = || terminal.say(format!("and {more} more"), format!("另有 {more} 个"));
    if more > 0 { writeln!(out, "  … {}", words()) } else { Ok(()) }
}

/// Moves of equal components, which differ in the component's number only.
struct Alike<'a> {
    first: &'a Move,
    components: Vec<&'a Nat>,
}

/// The moves in their order, those of equal components together.
fn alike(moves: &[Move]) -> Vec<Alike<'_>> {
    let mut groups: Vec<Alike<'_>> = Vec::new();
    let mut places: HashMap<(&str, &str), usize> = HashMap::new();
    for m in moves {
        let place = *places.entry((&m.from, &m.to)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.components.push(&m.component),
            None => groups.push(Alike { first: m, components: vec![&m.component] }),
        }
    }
    groups
}

impl Alike<'_> {
    /// `   (components 0–2, 5)`, where there are several.
    fn note(&self, terminal: &Terminal) -> String {
        if self.components.len() < 2 {
            return String::new();
        }
        let mut runs: Vec<(&Nat, Nat)> = Vec::new();
        for &component in &self.components {
            match runs.last_mut() {
                Some((_, last)) if &*last + Nat::ONE == *component => *last = component.clone(),
                _ => runs.push((component, component.clone())),
            }
        }
        let runs: Vec<String> = runs
            .iter()
            .map(|(first, last)| match *first == last {
                true => shorten(first),
                false if *first + Nat::ONE == *last => format!("{}, {}", shorten(first), shorten(last)),
                false => format!("{}–{}", shorten(first), shorten(last)),
            })
            .collect();
        let runs = runs.join(", ");
        terminal.say(format!("   (components {runs})"), format!("   （分量 {runs}）"))
    }
}

fn winning_moves(out: &mut dyn Write, list: &MoveList, letters: &Letters, terminal: &Terminal) -> io::Result<()> {
    let head = match (&list.count, terminal.chinese) {
        (Some(count), false) if *count == Nat::ONE => "winning move:".to_owned(),
        (Some(count), false) => format!("winning moves ({}):", shorten(count)),
        (None, false) => "winning moves:".to_owned(),
        (Some(count), true) if *count > Nat::ONE => format!("必胜走法（{}）：", shorten(count)),
        (_, true) => "必胜走法：".to_owned(),
    };
    writeln!(out, "{head}")?;
    let groups = alike(&list.moves);
    let froms: Vec<String> = groups.iter().map(|g| readable(&letters.short(&g.first.from))).collect();
    let width = aligned_width(froms.iter().map(String::as_str));
    for (group, from) in groups.iter().zip(&froms) {
        step(out, from, &readable(&letters.short(&group.first.to)), &group.note(terminal), width, terminal)?;
    }
    rest_of(out, list, terminal)
}

/// So many lines of winning moves stand in a short answer.
const LINES_OF_MOVES: usize = 2;

/// The winning moves one after the other, as far as a few lines hold them.
fn moves_in_short(
    out: &mut dyn Write,
    list: &MoveList,
    stopped: bool,
    letters: &Letters,
    terminal: &Terminal,
) -> io::Result<()> {
    if list.moves.is_empty() {
        // in misère play a player who cannot move has won, and there is nothing to list
        return match &list.count {
            Some(_) => Ok(()),
            None if stopped => {
                let none = terminal.say("winning moves: none found so far", "必胜走法：尚未找到");
                writeln!(out, "{none}")
            }
            None => {
                writeln!(out, "{}", terminal.say("winning moves: the theorem names none", "必胜走法：定理没有指出"))
            }
        };
    }
    let count = list.count.as_ref().filter(|count| **count != Nat::from(list.moves.len()) || list.moves.len() > 1);
    let head = match (count.map(shorten), terminal.chinese) {
        (Some(count), false) => format!("winning moves ({count}): "),
        (None, false) if list.moves.len() > 1 => "winning moves: ".to_owned(),
        (None, false) => "winning move: ".to_owned(),
        (Some(count), true) => format!("必胜走法（{count}）："),
        (None, true) => "必胜走法：".to_owned(),
    };
    let more = |shown: usize| match &list.count {
        Some(count) if *count > Nat::from(shown) => {
            let rest = shorten(&(count - Nat::from(shown)));
            if terminal.chinese { format!("，……另有 {rest} 种") } else { format!(", … and {rest} more") }
        }
        None => terminal.say(", … there may be more", "，……可能还有").to_owned(),
        Some(_) => String::new(),
    };
    let width = terminal.prose();
    let mut text = String::new();
    let mut shown = 0usize;
    for group in alike(&list.moves) {
        let note = if group.components.len() > 1 { format!(" ({}×)", group.components.len()) } else { String::new() };
        let (from, to) = (letters.short(&group.first.from), letters.short(&group.first.to));
        let step = readable(&format!("{from} → {to}{note}"));
        let longer = if text.is_empty() { step } else { format!("{text}, {step}") };
        // room is left for the number of those that follow; the last one takes as much room as that number
        let follow = more(shown + group.components.len());
        let lines = wrap(&head, &format!("{longer}{follow}"), width).lines().count();
        if shown > 0 && lines > LINES_OF_MOVES + usize::from(follow.is_empty()) {
            break;
        }
        text = longer;
        shown += group.components.len();
    }
    let more = more(shown);
    writeln!(out, "{}", wrap(&head, &format!("{text}{more}"), width))
}

/// `from → to`, on two lines where it does not fit on one.
fn step(out: &mut dyn Write, from: &str, to: &str, note: &str, width: usize, terminal: &Terminal) -> io::Result<()> {
    if 2 + width.max(columns(from)) + 3 + columns(to) + columns(note) <= terminal.width {
        writeln!(out, "  {} → {to}{note}", pad(from, width))
    } else {
        writeln!(out, "{}", wrap("  ", from, terminal.width))?;
        writeln!(out, "{}", wrap("    → ", &format!("{to}{note}"), terminal.width))
    }
}

fn rest_of(out: &mut dyn Write, list: &MoveList, terminal: &Terminal) -> io::Result<()> {
    match &list.count {
        Some(count) if list.truncated() => {
            let rest = shorten(&(count - Nat::from(list.moves.len())));
            writeln!(out, "  … {}", terminal.say(format!("and {rest} more"), format!("另有 {rest} 种")))
        }
        None => writeln!(out, "  … {}", terminal.say("there may be more", "可能还有")),
        Some(_) => Ok(()),
    }
}

/// What the answer rests on, with references.
pub(crate) fn evidence(out: &mut dyn Write, evidence: &Evidence, terminal: &Terminal) -> io::Result<()> {
    evidence_within(out, evidence, false, terminal)
}

/// The same; in `one_line` what was computed beside theorems is left to `--why` where it does not fit.
fn evidence_within(out: &mut dyn Write, evidence: &Evidence, one_line: bool, terminal: &Terminal) -> io::Result<()> {
    if terminal.quiet {
        return Ok(());
    }
    let head = match &evidence.status {
        Status::Nothing => return Ok(()),
        Status::Checked { up_to } if terminal.chinese => format!("已验证至 {}：", shorten(up_to)),
        Status::Checked { up_to } => format!("checked up to {}: ", shorten(up_to)),
        Status::Stored => terminal.say("computed with the store, not proved: ", "借助存储算出，未证明：").to_owned(),
        Status::Guess => terminal.say("a guess, not proved: ", "猜测，未证明：").to_owned(),
        Status::Proved => terminal.say("proved: ", "已证明：").to_owned(),
    };
    if !terminal.why {
        let head = head.trim_end().trim_end_matches([':', '：']);
        let line = |names: &Words| {
            let names = readable(terminal.words(names));
            terminal.say(format!("{head} ({names})"), format!("{head}（{names}）"))
        };
        let full = line(&evidence.names());
        let fits = !one_line || columns(&full) <= terminal.prose() || evidence.theorems.is_empty();
        let told = if fits { full } else { line(&evidence.names_in_short()) };
        return writeln!(out, "{}", terminal.wrap("", &told));
    }
    writeln!(out, "{}", terminal.wrap(&head, &readable(terminal.words(&evidence.by()))))?;
    evidence.theorems.iter().filter(|t| !t.reference.is_empty()).try_for_each(|t| see(out, t.reference, terminal))
}

/// Where a theorem can be read: titles stay as they are.
pub(crate) fn see(out: &mut dyn Write, reference: &str, terminal: &Terminal) -> io::Result<()> {
    let line = terminal.wrap(terminal.say("  see ", "  参见 "), &readable(reference));
    writeln!(out, "{}", terminal.paint(Ink::Faint, &line))
}

/// The answer to `moves`; `winning`: only those that win were asked for.
pub(crate) fn moves(
    out: &mut dyn Write,
    answer: &Answer<MoveList>,
    winning: bool,
    terminal: &Terminal,
) -> io::Result<()> {
    let letters = Letters::of(&answer.query);
    head(out, answer, terminal)?;
    let list = &answer.result;
    if terminal.chinese && !terminal.quiet {
        let kind = if winning { "必胜走法" } else { "走法" };
        let from = readable(&letters.short(&answer.query));
        match &list.count {
            Some(count) => writeln!(out, "{from} 的{kind}：{} 种", shorten(count))?,
            None => writeln!(out, "{from} 的{kind}")?,
        }
    }
    let kind = if winning { "winning " } else { "" };
    let from = readable(&letters.short(&answer.query));
    match &list.count {
        _ if terminal.chinese && !terminal.quiet => {}
        Some(count) if count.is_zero() => writeln!(out, "no {kind}moves")?,
        _ if terminal.quiet => {}
        Some(count) if *count == Nat::ONE => writeln!(out, "1 {kind}move from {from}")?,
        Some(count) => writeln!(out, "{} {kind}moves from {from}", shorten(count))?,
        None => writeln!(out, "{kind}moves from {from}")?,
    }
    let normal = answer.convention == Convention::Normal;
    let label = |m: &Move| match (shown(m.value.as_ref(), m.loopy.as_deref()), m.outcome) {
        (Some(value), _) if normal => value,
        (_, Some(outcome)) => outcome.to_string(),
        _ => "-".to_owned(),
    };
    let groups = alike(&list.moves);
    let labels: Vec<String> = groups.iter().map(|g| label(g.first)).collect();
    let label_width = labels.iter().map(|l| columns(l)).max().unwrap_or(0).max(5);
    let froms: Vec<String> = groups.iter().map(|g| readable(&letters.short(&g.first.from))).collect();
    let from_width = aligned_width(froms.iter().map(String::as_str));
    if !labels.is_empty() && !terminal.quiet {
        let head =
            format!("{:>label_width$}", if normal { terminal.say("value", "值") } else { terminal.say("to", "至") });
        writeln!(out, "{}", terminal.paint(Ink::Faint, &head))?;
    }
    for ((group, label), from) in groups.iter().zip(&labels).zip(&froms) {
        let m = group.first;
        let mark = format!("{}{}", if m.wins() { terminal.say("  wins", "  胜") } else { "" }, group.note(terminal));
        let (from, to) = (pad(from, from_width), readable(&letters.short(&m.to)));
        let line = format!("{label:>label_width$}  {from} → {to}{mark}");
        let line = if columns(&line) <= terminal.width {
            line
        } else {
            wrap(&format!("{label:>label_width$}  "), &format!("{} → {to}{mark}", from.trim_end()), terminal.width)
        };
        writeln!(out, "{}", if m.wins() { terminal.paint(Ink::Win, &line) } else { line })?;
    }
    rest_of(out, list, terminal)?;
    foot(out, answer, terminal)
}

/// Below an answer: what it rests on, and what ended the work, if something did.
pub(crate) fn foot<T>(out: &mut dyn Write, answer: &Answer<T>, terminal: &Terminal) -> io::Result<()> {
    evidence(out, &answer.evidence, terminal)?;
    stopped_at(out, &answer.stopped, terminal)
}

/// What ended the work, if something did, below what is known.
pub(crate) fn stopped_at<'s>(
    out: &mut dyn Write,
    stopped: impl Into<Option<&'s Stopped>>,
    terminal: &Terminal,
) -> io::Result<()> {
    let Some(spent) = stopped.into() else { return Ok(()) };
    let text = readable(&as_flags(terminal.words(&spent.words())));
    writeln!(out, "{}", terminal.paint(Ink::Strong, &terminal.wrap(terminal.say("not complete: ", "未完成："), &text)))
}

/// What ended the work, where nothing is known.
pub(crate) fn stopped(out: &mut dyn Write, spent: &Stopped, terminal: &Terminal) -> io::Result<()> {
    writeln!(out, "{}", terminal.say("the answer is not known", "答案未知"))?;
    stopped_at(out, spent, terminal)
}
