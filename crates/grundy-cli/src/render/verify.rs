//! The answer to `verify` as text: of a certificate, and of a b-file that is compared with a game.

use std::io::{self, Write};

use grundy::Nat;
use grundy::number::shorten;
use grundy_form::verify::{AboutGame, Terms};
use grundy_verify::Verdict;
use grundy_verify::nimbers::Position;

use super::sequences::equation;
use super::text;
use crate::terminal::{Ink, Terminal, readable};

/// So many lines of a rule are shown.
const LINES: usize = 20;

/// `verify` of a b-file for people.
pub(crate) fn terms(out: &mut dyn Write, terms: &Terms, terminal: &Terminal) -> io::Result<()> {
    let right = match (terms.checked, terminal.chinese) {
        (None, _) => terminal.say("no term was compared", "没有比较任何项").to_owned(),
        (Some(n), true) => format!("直到第 {n} 项都正确"),
        (Some(n), false) => format!("right up to term {n}"),
    };
    let (ink, sentence) = match &terms.wrong {
        Some((n, expected, found)) => {
            let found = shorten(found);
            let words = terminal.say(
                format!("wrong at term {n}: it is {expected}, and the file says {found}"),
                format!("第 {n} 项错误：应为 {expected}，文件中是 {found}"),
            );
            (Ink::Loss, words)
        }
        None => (Ink::Win, right),
    };
    writeln!(out, "{}", terminal.paint(ink, &terminal.wrap("", &sentence)))?;
    if let Some(first) = terms.fits_from {
        let words = terminal.say(
            format!("all terms of the file are right if the first one is that of n = {first}"),
            format!("若文件的第一项对应 n = {first}，则所有项都正确"),
        );
        writeln!(out, "{}", terminal.wrap("", &words))?;
    }
    text::stopped_at(out, terms.stopped.as_ref().filter(|_| terms.wrong.is_none()), terminal)
}

/// `verify` of a certificate for people.
pub(crate) fn verdict(
    out: &mut dyn Write,
    verdict: &Verdict,
    about: Option<&AboutGame>,
    terminal: &Terminal,
) -> io::Result<()> {
    let (claim, how) = match verdict {
        Verdict::Valid(claim) => {
            let (n0, p, s) = (Nat::from(claim.preperiod), Nat::from(claim.period), Nat::from(claim.saltus));
            let how = terminal.say(
                format!("proved: {} values computed again, theorem {}", claim.values, claim.theorem),
                format!("已证明：重新算出了 {} 个值，所用定理 {}", claim.values, claim.theorem),
            );
            (equation(&n0, &p, &s, true, terminal), how)
        }
        Verdict::Quotient(quotient) => {
            let (order, lost, pairs) = (quotient.order, quotient.portion, quotient.pairs);
            let of = match quotient.repeats {
                Some((n0, p)) => terminal.say(
                    format!("of all heaps; the classes have period {p} from heap {n0} on"),
                    format!("适用于所有堆；从第 {n0} 堆起，类以 {p} 为周期"),
                ),
                None => {
                    let many = quotient.components;
                    terminal.say(format!("of {many} components"), format!("适用于 {many} 个分量"))
                }
            };
            let told = terminal.say(
                format!("misère quotient: {order} elements, {lost} of them P, {of}"),
                format!("反常商：{order} 个元素，其中 {lost} 个为 P，{of}"),
            );
            let how = terminal.say(
                format!("proved: the four conditions checked again, with {pairs} minimal pairs"),
                format!("已证明：重新检验了四个条件，用到 {pairs} 个极小对"),
            );
            (told, how)
        }
        Verdict::Value(position) => {
            let value = position.value;
            let how =
                terminal.say(format!("proved: {}", ways(position)), format!("已证明：{}", ways_in_chinese(position)));
            (terminal.say(format!("value: {value}"), format!("值：{value}")), how)
        }
        Verdict::Law(law) => {
            let (count, states) = (law.all_states, if law.all_states == 1 { "state" } else { "states" });
            let how = terminal.say(
                format!("proved for all positions: {count} {states} checked again by products of automata"),
                format!("对所有局面已证明：用自动机的积重新检查了 {count} 个状态"),
            );
            (law.statement.clone(), how)
        }
        Verdict::Invalid { line, reason } => {
            let reason = readable(reason);
            let words = terminal.say(format!("false, line {line}: {reason}"), format!("无效，第 {line} 行：{reason}"));
            return writeln!(out, "{}", terminal.paint(Ink::Loss, &terminal.wrap("", &words)));
        }
    };
    match about {
        Some(AboutGame { game, same_rule: false }) => {
            let words = terminal.say(
                format!("valid, but about another game: the rule that was checked is not that of {game}"),
                format!("有效，但关于另一个游戏：检验的规则不是 {game} 的规则"),
            );
            writeln!(out, "{}", terminal.paint(Ink::Loss, &terminal.wrap("", &words)))?;
        }
        Some(AboutGame { game, same_rule: true }) => {
            let words = terminal.say(
                format!("valid, and about {game}: the rule that was checked is that of the game"),
                format!("有效，且关于 {game}：检验的规则就是该游戏的规则"),
            );
            writeln!(out, "{}", terminal.paint(Ink::Win, &terminal.wrap("", &words)))?;
        }
        None => writeln!(out, "{}", terminal.paint(Ink::Win, terminal.say("valid", "有效")))?,
    }
    if terminal.quiet {
        return Ok(());
    }
    writeln!(out, "{}", terminal.wrap("", &claim))?;
    writeln!(out, "{}", terminal.wrap("", &how))?;
    let (rule, comments) = (verdict.rule(), verdict.comments());
    if matches!(verdict, Verdict::Valid(_)) && rule.is_empty() {
        writeln!(out, "{}", terminal.say("rule: no moves", "规则：没有走法"))?;
    }
    let is_law = matches!(verdict, Verdict::Law(_));
    let first = if is_law { terminal.say("move: ", "走法：") } else { terminal.say("rule: ", "规则：") };
    for line in rule.iter().take(LINES) {
        writeln!(out, "{}", terminal.wrap(first, &readable(line)))?;
    }
    if is_law && rule.len() > LINES {
        let more = rule.len() - LINES;
        let words =
            terminal.say(format!("and {more} more moves, with --json"), format!("另有 {more} 种走法，见 --json"));
        writeln!(out, "… {words}")?;
    }
    for line in comments.iter().take(5) {
        let line = terminal.wrap(terminal.say("comment, not checked: ", "注释，未验证："), &readable(line));
        writeln!(out, "{}", terminal.paint(Ink::Faint, &line))?;
    }
    Ok(())
}

/// How the value of a position was checked, each way that was gone.
fn ways(position: &Position) -> String {
    let made = position.exact - position.mirrored;
    let mut ways = Vec::new();
    match position.mirrored {
        0 => {}
        1 => ways.push("1 part is its own half turn, so the second player answers every move by its image".to_owned()),
        n => ways
            .push(format!("{n} parts are their own half turn, so the second player answers every move by its image")),
    }
    match made {
        0 => {}
        1 => ways.push("all moves of 1 part were made again".to_owned()),
        n => ways.push(format!("all moves of {n} parts were made again")),
    }
    match position.excluded {
        0 => {}
        1 => ways.push("1 value of another part was excluded".to_owned()),
        n => ways.push(format!("{n} values of other parts were excluded")),
    }
    if ways.is_empty() { "there is no move".to_owned() } else { ways.join("; ") }
}

/// The same in Chinese.
fn ways_in_chinese(position: &Position) -> String {
    let made = position.exact - position.mirrored;
    let mut ways = Vec::new();
    if position.mirrored > 0 {
        ways.push(format!("{} 个部分旋转半周后与自身重合，后手以镜像应对每一步", position.mirrored));
    }
    if made > 0 {
        ways.push(format!("重新生成了 {made} 个部分的所有走法"));
    }
    if position.excluded > 0 {
        ways.push(format!("排除了其他部分的 {} 个值", position.excluded));
    }
    if ways.is_empty() { "没有走法".to_owned() } else { ways.join("；") }
}
