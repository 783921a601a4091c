//! The answers to `period` and `same`, as text.

use std::io::{self, Write};

use grundy::answer::{Answer, Equality, Outlook, PeriodFound, SparseSpace};
use grundy::equal_games::EqualGame;
use grundy::number::shorten;
use grundy::period::published::{Comparison, Published, Unsolved};
use grundy::{Nat, Status};

use super::text;
use crate::progress::lasting;
use crate::terminal::{Ink, Terminal};

/// Known games with the same shift and status: G(n) = H(n + shift), in words.
fn equal_games(alike: &[EqualGame], terminal: &Terminal) -> Option<String> {
    let first = alike.first()?;
    let games: Vec<String> =
        alike.iter().map(|c| c.name.map_or_else(|| c.game.clone(), |name| format!("{} ({name})", c.game))).collect();
    let sure = sure(&first.evidence.status, terminal);
    let shifted = match equation_of_shift(first.shift, terminal) {
        None => String::new(),
        Some(words) => terminal.say(format!(", {words}"), format!("，但{words}")),
    };
    let games = games.join(", ");
    Some(terminal.say(
        format!("the values are those of {games}{shifted}; {sure}"),
        format!("与 {games} 的值相同{shifted}；{sure}"),
    ))
}

/// How sure an equation is.
fn sure(status: &Status, terminal: &Terminal) -> String {
    match status {
        Status::Proved => terminal.say("proved", "已证明").to_owned(),
        Status::Checked { up_to } => {
            let heap = shorten(up_to);
            terminal.say(format!("checked up to heap {heap}"), format!("已验证至堆 {heap}"))
        }
        Status::Stored => terminal.say("with values from the store", "借助存储的值").to_owned(),
        Status::Guess | Status::Nothing => terminal.say("a guess", "猜测").to_owned(),
    }
}

/// `one heap later: G(n) = H(n + 1) for all n`; nothing without a shift.
fn equation_of_shift(shift: i64, terminal: &Terminal) -> Option<String> {
    let by = shift.unsigned_abs();
    let heaps = if by == 1 { "one heap".to_owned() } else { format!("{by} heaps") };
    match shift {
        0 => None,
        s if s > 0 => Some(terminal.say(
            format!("{heaps} later: G(n) = H(n + {by}) for all n"),
            format!("晚 {by} 堆：对所有 n，G(n) = H(n + {by})"),
        )),
        _ => Some(terminal.say(
            format!("{heaps} earlier: G(n) = H(n - {by}) for all n ≥ {by}"),
            format!("早 {by} 堆：对所有 n ≥ {by}，G(n) = H(n - {by})"),
        )),
    }
}

/// G(n + p) = G(n) + s from n₀ on, in words.
pub(super) fn equation(preperiod: &Nat, period: &Nat, saltus: &Nat, proved: bool, terminal: &Terminal) -> String {
    let more = if *saltus == Nat::ZERO { String::new() } else { format!(" + {}", shorten(saltus)) };
    let (period, from) = (shorten(period), shorten(preperiod));
    if proved {
        return terminal.say(
            format!("G(n + {period}) = G(n){more} for all n ≥ {from}"),
            format!("对所有 n ≥ {from}：G(n + {period}) = G(n){more}"),
        );
    }
    terminal.say(
        format!("G(n + {period}) = G(n){more} from n = {from} as far as was computed"),
        format!("在已计算的范围内，n ≥ {from} 时 G(n + {period}) = G(n){more}"),
    )
}

/// `period` for people.
pub(crate) fn period(out: &mut dyn Write, answer: &Answer<PeriodFound>, terminal: &Terminal) -> io::Result<()> {
    text::head(out, answer, terminal)?;
    let line = |out: &mut dyn Write, words: &str| writeln!(out, "{}", terminal.wrap("", words));
    match &answer.period {
        Some(p) => {
            let proved = answer.evidence.is_proved();
            let head = if proved { "" } else { terminal.say("repeats, not proved: ", "重复出现，未证明：") };
            let saltus = match (p.saltus == Nat::ZERO, terminal.chinese) {
                (true, _) => String::new(),
                (false, true) => format!("，增量 {}", shorten(&p.saltus)),
                (false, false) => format!(", saltus {}", shorten(&p.saltus)),
            };
            let (period, preperiod) = (shorten(&p.period), shorten(&p.preperiod));
            let sentence = terminal.say(
                format!("{head}period {period}, preperiod {preperiod}{saltus}"),
                format!("{head}周期 {period}，预周期 {preperiod}{saltus}"),
            );
            writeln!(out, "{}", terminal.paint(Ink::Strong, &sentence))?;
            if terminal.quiet {
                return Ok(());
            }
            line(out, &equation(&p.preperiod, &p.period, &p.saltus, proved, terminal))?;
            match &p.preperiod {
                _ if !proved => {}
                n if *n == Nat::ZERO => line(out, terminal.say("purely periodic: no exception", "纯周期：没有例外"))?,
                // numbers that make no board are no exceptions
                n if *n <= Nat::from(answer.first) => {
                    let words = terminal.say(
                        format!("purely periodic: no exception; the positions begin at n = {n}"),
                        format!("纯周期：没有例外；第一个局面是 n = {n}"),
                    );
                    line(out, &words)?;
                }
                n => {
                    let last = shorten(&(n - Nat::ONE));
                    line(out, &format!("{}{last}", terminal.say("last exception: ", "最后一个例外：")))?;
                }
            }
        }
        // of a closed form nobody has decided that it has none
        None if answer.law.is_some() && answer.evidence.is_proved() => {
            line(out, terminal.say("there is no period", "没有周期"))?;
        }
        None if answer.stopped.is_some() => line(out, terminal.say("no period is known", "未知是否有周期"))?,
        None if answer.law.is_some() => line(out, terminal.say("no period shows so far", "在此范围内看不出周期"))?,
        None if answer.evidence.is_proved() && answer.computed_to.is_none() => line(
            out,
            terminal.say("no period is known: the values have a closed form", "未知是否有周期：值有闭式公式"),
        )?,
        None => line(out, terminal.say("no period found", "没有找到周期"))?,
    }
    if let Some(last) = answer.computed_to {
        let first = answer.first;
        let words = match first {
            0 => terminal
                .say(format!("computed: the values of the heaps 0 to {last}"), format!("已计算：0 至 {last} 各堆的值")),
            _ => terminal.say(
                format!("computed: the values for n = {first} to {last}; from n = {first} on each n makes a position"),
                format!("已计算：n = {first} 至 {last} 的值；自 n = {first} 起每个 n 都是局面"),
            ),
        };
        line(out, &words)?;
    }
    if let Some(space) = answer.sparse {
        line(out, &sparse(space, terminal))?;
    }
    if let Some(found) = grundy_form::period::published_of_equal(answer) {
        let (code, source) = (found.code, source(found, terminal));
        let words = terminal.say(
            format!("published: of {code}, which has the same values, {source}"),
            format!("文献：见值相同的 {code}，{source}"),
        );
        line(out, &words)?;
    } else if let Some(comparison) = answer.published {
        let words = terminal.wrap("", &published(comparison, terminal));
        let is_conflict = matches!(comparison, Comparison::Conflict(_));
        writeln!(out, "{}", if is_conflict { terminal.paint(Ink::Loss, &words) } else { words })?;
    }
    if let Some(further) = answer.further.filter(|_| !matches!(answer.published, Some(Comparison::Beyond(_)))) {
        line(out, &longer_search(further, terminal))?;
    }
    let alike = |a: &EqualGame, b: &EqualGame| a.shift == b.shift && a.evidence.status == b.evidence.status;
    for words in answer.equal.chunk_by(alike).filter_map(|alike| equal_games(alike, terminal)) {
        line(out, &words)?;
    }
    if let Some(law) = &answer.law {
        let words =
            terminal.say(format!("proved for all heaps: {}", law.text), format!("对所有的堆已证明：{}", law.chinese));
        line(out, &words)?;
        if !answer.evidence.is_proved() {
            text::evidence(out, &law.evidence, terminal)?;
        }
    }
    // where a law is proved, the values that show no period need no word of their own
    if answer.law.is_none() || answer.period.is_some() || answer.evidence.is_proved() {
        text::evidence(out, &answer.evidence, terminal)?;
    }
    text::stopped_at(out, &answer.stopped, terminal)
}

/// What going on would take: `--to 10^9 goes on, about 4 s`.
fn longer_search(further: Outlook, terminal: &Terminal) -> String {
    let to = format!("--to 10^{}", further.to.ilog10());
    let (english, chinese) = match further.seconds {
        s if s < 1.0 => ("less than a second".to_owned(), "不到 1 秒".to_owned()),
        s => {
            let [seconds, minutes, hours, days] = [1.0, 60.0, 3600.0, 86_400.0].map(|unit| (s / unit).ceil());
            let chinese = match s {
                _ if seconds < 100.0 => format!("约 {seconds} 秒"),
                _ if minutes < 100.0 => format!("约 {minutes} 分钟"),
                _ if hours < 100.0 => format!("约 {hours} 小时"),
                _ => format!("约 {days} 天"),
            };
            (format!("about {}", lasting(s)), chinese)
        }
    };
    terminal.say(format!("{to} goes on: {english} at this pace"), format!("{to} 可继续查找：按此速度{chinese}"))
}

/// Which values are rare.
fn sparse(space: SparseSpace, terminal: &Terminal) -> String {
    let SparseSpace { mask, parity, rares, last_rare, heaps, .. } = space;
    let last = heaps.saturating_sub(1);
    let (english, chinese) = match parity {
        None => ("an even number".to_owned(), "偶数个".to_owned()),
        Some(parity) => {
            let (one, other) = if parity == 0 { ("even", "odd") } else { ("odd", "even") };
            let (own, rest) = if parity == 0 { ("偶", "奇") } else { ("奇", "偶") };
            (
                format!("an even number at {one} heaps, an odd number at {other} ones,"),
                format!("（{own}数堆处偶数个，{rest}数堆处奇数个）"),
            )
        }
    };
    terminal.say(
        format!(
            "sparse space: few values have {english} of the bits of {mask}; of the heaps 1 to {last} {rares} do, the last of \
             them heap {last_rare}"
        ),
        format!("稀疏空间：少数值含 {mask} 的二进制位中的{chinese}；1 至 {last} 各堆中有 {rares} 堆如此，最后一个是堆 {last_rare}"),
    )
}

/// What was published about the period of a code.
pub(crate) fn published(comparison: Comparison, terminal: &Terminal) -> String {
    match comparison {
        Comparison::New => {
            terminal.say("published: no source on this program's list", "文献：本程序的列表中没有出处").to_owned()
        }
        Comparison::Known(p) => {
            format!("{}{}", terminal.say("published: the same, ", "文献：相同，"), source(p, terminal))
        }
        Comparison::Conflict(p) => {
            let told = told(p, terminal);
            terminal.say(format!("IN CONFLICT with a published result: {told}"), format!("与已发表的结果矛盾：{told}"))
        }
        Comparison::Beyond(p) => {
            let (told, far) = (told(p, terminal), p.heaps_needed());
            terminal.say(
                format!("published: {told}; --to {far} goes that far"),
                format!("文献：{told}；--to {far} 可算到那里"),
            )
        }
        Comparison::Unsolved(open) => unsolved(open, terminal),
    }
}

/// That others found no period, and how far they looked.
fn unsolved(open: &Unsolved, terminal: &Terminal) -> String {
    let Unsolved { values, who, when, .. } = open;
    let (english, chinese) = match values {
        Some(values) => (format!("no period in the first {values} values"), format!("前 {values} 个值没有周期")),
        None => ("no period is known".to_owned(), "周期未知".to_owned()),
    };
    terminal.say(format!("published: {english}, {who}, {when}"), format!("文献：{chinese}，{who}，{when}"))
}

/// A published period with its source.
fn told(p: &Published, terminal: &Terminal) -> String {
    let (Published { period, preperiod, saltus, .. }, source) = (p, source(p, terminal));
    let grows = |words: &str| if *saltus == 0 { String::new() } else { format!("{words} {saltus}") };
    terminal.say(
        format!("period {period}{}, preperiod {preperiod}, {source}", grows(", saltus")),
        format!("周期 {period}{}，预周期 {preperiod}，{source}", grows("，增量")),
    )
}

/// `same` for people.
pub(crate) fn same(out: &mut dyn Write, answer: &Answer<Equality>, terminal: &Terminal) -> io::Result<()> {
    text::head(out, answer, terminal)?;
    let proved = answer.evidence.is_proved();
    let sentence = match (&answer.first_difference, &answer.values, answer.compared_to, terminal.chinese) {
        (Some(n), Some([a, b]), _, false) => {
            format!("they differ first at heap {n}: {} and {}", shorten(a), shorten(b))
        }
        (Some(n), Some([a, b]), _, true) => format!("首次不同在堆 {n}：{} 与 {}", shorten(a), shorten(b)),
        (_, _, Some(to), false) if proved => format!("equal for all heaps (compared up to {to})"),
        (_, _, Some(to), true) if proved => format!("对所有的堆都相等（比较至 {to}）"),
        (_, _, Some(to), false) => format!("equal on the heaps 0 to {to}"),
        (_, _, Some(to), true) => format!("在 0 至 {to} 各堆上相等"),
        _ => terminal.say("nothing was compared", "没有比较任何值").to_owned(),
    };
    writeln!(out, "{}", terminal.paint(Ink::Strong, &terminal.wrap("", &sentence)))?;
    if let Some(found) = &answer.shifted
        && let Some(words) = equation_of_shift(found.shift, terminal)
    {
        let sure = sure(&found.evidence.status, terminal);
        let told = terminal.say(
            format!("they are equal when shifted: the second has the values of the first {words}; {sure}"),
            format!("错开后相等：第二个游戏取第一个的值，{words}；{sure}"),
        );
        writeln!(out, "{}", terminal.wrap("", &told))?;
    }
    text::foot(out, answer, terminal)
}

/// Who published a result, and when.
fn source(published: &Published, terminal: &Terminal) -> String {
    let who = published.who.replace(", cited in ", terminal.say(", cited in ", "，引自 "));
    format!("{who}, {}", published.when)
}
