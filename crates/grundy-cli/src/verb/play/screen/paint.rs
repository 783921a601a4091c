//! What the screen shows: title, board, history, messages, keys.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::super::contest::Contest;
use super::{App, PANEL, WIDE};
use crate::render::board::{self, Look};
use crate::terminal::{self, readable, wrap};

impl App<'_> {
    fn style(&self, look: Look) -> Style {
        match look {
            Look::Plain => Style::default(),
            Look::Faint => Style::default().add_modifier(Modifier::DIM),
            Look::Strong => Style::default().add_modifier(Modifier::BOLD),
            // orange stands for what wins, so a move that is only looked at has none
            Look::Ghost if self.colour && self.over => Style::default().fg(Color::Indexed(208)),
            Look::Ghost => Style::default().add_modifier(Modifier::BOLD),
        }
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let (width, height) = (area.width, area.height);
        if width < 10 || height < 6 {
            frame.render_widget(Paragraph::new("?"), area);
            return;
        }
        let title = Paragraph::new(self.contest.title()).style(Style::default().add_modifier(Modifier::BOLD));
        frame.render_widget(title, Rect::new(0, 0, width, 1));
        let message: Vec<Line<'_>> = self.messages(usize::from(width)).into_iter().map(Line::from).collect();
        let said = (message.len() as u16).clamp(1, height / 3);
        let main = Rect::new(0, 1, width, height.saturating_sub(2 + said));
        frame.render_widget(Paragraph::new(message), Rect::new(0, main.bottom(), width, said));
        let keys = Paragraph::new(self.keys(width)).style(Style::default().add_modifier(Modifier::DIM));
        frame.render_widget(keys, Rect::new(0, height - 1, width, 1));
        let wide = width >= WIDE;
        let board = if wide { Rect { width: width - PANEL, ..main } } else { main };
        if wide {
            self.draw_history(frame, Rect::new(board.right() + 1, main.y, PANEL - 1, main.height));
        } else if self.values && self.hint.is_none() && !self.help {
            self.board = Rect::default();
            return self.draw_history(frame, main);
        }
        self.draw_board(frame, board);
    }

    fn draw_board(&mut self, frame: &mut Frame<'_>, mut area: Rect) {
        let below: Vec<String> = match (&self.hint, self.help) {
            (_, true) => self.all_keys(),
            (Some(lines), _) => lines.iter().flat_map(|line| split(line, usize::from(area.width))).collect(),
            (None, false) => Vec::new(),
        };
        let room = (below.len() as u16).min(area.height * 3 / 4);
        area.height -= room;
        let shown = Rect::new(area.x, area.bottom(), area.width, room);
        frame.render_widget(Paragraph::new(below.into_iter().map(Line::from).collect::<Vec<_>>()), shown);
        let chosen: Vec<usize> = self.chosen().collect();
        let candidate = match (self.over, self.cursor) {
            (true, _) => self.ghost,
            (false, Some(part)) => self.pressing.candidate(&self.scene, Some(&self.scene.parts[part].id)),
            (false, None) => None,
        };
        self.drawing = board::draw(&self.scene, usize::from(area.width), candidate);
        // the cursor stays in sight
        let line = self.cursor.map_or(0, |part| self.drawing.spots[part].0);
        let height = usize::from(area.height.max(1));
        self.top = if line >= self.top + height { line + 1 - height } else { self.top.min(line) };
        self.board = area;
        let lines = self.drawing.lines.iter().skip(self.top).take(height).map(|letters| {
            let span = |letter: &board::Letter| {
                let mut style = self.style(letter.look);
                if letter.part.is_some() && letter.part == self.cursor {
                    style = style.add_modifier(Modifier::REVERSED);
                } else if letter.part.is_some_and(|part| chosen.contains(&part)) {
                    style = style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
                }
                Span::styled(letter.sign.to_string(), style)
            };
            Line::from(letters.iter().filter(|letter| letter.sign != '\0').map(span).collect::<Vec<_>>())
        });
        let lines: Vec<Line<'_>> = lines.collect();
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn chosen(&self) -> impl Iterator<Item = usize> {
        let ids = self.pressing.chosen();
        self.scene.parts.iter().enumerate().filter(|(_, part)| ids.contains(&part.id)).map(|(at, _)| at)
    }

    /// The moves, each with the value it left, in the lane of the player who wins from there.
    fn draw_history(&self, frame: &mut Frame<'_>, area: Rect) {
        let told = self.values || self.over;
        let width = usize::from(area.width);
        let lane = 5;
        let text = width.saturating_sub(2 * lane + 1);
        let row = |what: String, made: usize, judged: &grundy::play::Judged, slip: bool| {
            let value = if told { Contest::value(judged) } else { "·".to_owned() };
            let wins = if told { self.contest.user_wins(made, judged) } else { None };
            let (left, right) = match wins {
                Some(true) => (value, String::new()),
                Some(false) => (String::new(), value),
                None => (if told { "=".to_owned() } else { value }, String::new()),
            };
            let mut what = cut(&what, text.saturating_sub(usize::from(slip)));
            if slip && told {
                what.push('!');
            }
            let line = format!("{} {left:>lane$}{right:>lane$}", terminal::pad(&what, text));
            let style = if slip && told { Style::default().add_modifier(Modifier::BOLD) } else { Style::default() };
            Line::styled(line, style)
        };
        let head = format!(
            "{} {:>lane$}{:>lane$}",
            terminal::pad("", text),
            self.contest.say("you", "你"),
            self.contest.say("it", "它")
        );
        let start = self.contest.say("start", "开局").to_owned();
        let mut lines = vec![row(start, 0, &self.history.start, false)];
        for (at, record) in self.history.records.iter().enumerate() {
            let who = if at % 2 == self.contest.user {
                self.contest.say("You", "你")
            } else {
                self.contest.say("It", "它")
            };
            let what = format!("{:>2} {who} {}", at + 1, readable(&record.mv.to));
            lines.push(row(what, at + 1, &record.judged, record.slip));
        }
        // the last moves stay in sight
        let room = usize::from(area.height).saturating_sub(1);
        let skipped = lines.len().saturating_sub(room);
        let all: Vec<Line<'_>> = [Line::from(head)].into_iter().chain(lines.into_iter().skip(skipped)).collect();
        frame.render_widget(Paragraph::new(all), area);
    }

    /// What is said below the board: the turn, or in the review the slip that is shown.
    fn messages(&self, width: usize) -> Vec<String> {
        let mut lines = split(&self.message, width);
        if self.over {
            let slips = self.slips();
            match slips.get(self.shown) {
                None => lines.extend(split(self.contest.say("No slip of yours.", "你没有失误。"), width)),
                Some((at, record)) => {
                    lines.extend(split(&self.contest.slip(at + 1, record), width));
                    let (shown, many) = (self.shown + 1, slips.len());
                    let keys = self.contest.say(
                        format!("slip {shown} of {many} · ↑↓ other · Enter plays on from here"),
                        format!("失误 {shown}/{many} · ↑↓ 换一处 · 回车从这里再下"),
                    );
                    lines.extend(split(&keys, width));
                }
            }
        }
        lines
    }

    fn keys(&self, width: u16) -> &'static str {
        let (long, short) = match self.contest.chinese {
            true => (
                "方向键移动  回车按下  H 提示  U 悔棋  S 值  N 新局  0-3 级别  Q 退出  ? 按键",
                "回车 H提示 U悔棋 S值 N新局 Q退出 ?",
            ),
            false => (
                "arrows walk  Enter press  H hint  U undo  S values  N new  0-3 level  Q quit",
                "Enter H hint U undo S vals N new Q quit",
            ),
        };
        if usize::from(width) >= terminal::columns(long) { long } else { short }
    }

    fn all_keys(&self) -> Vec<String> {
        let keys = [
            ("← → ↑ ↓ Tab", "walk over the board", "在棋盘上移动"),
            ("Enter, click", "press; once more plays", "按下；再按一次即走"),
            ("Esc", "let go", "放开"),
            ("H U N", "hint, undo, new game", "提示、悔棋、新局"),
            ("S", "values of the moves", "每步的值"),
            ("0 1 2 3", "level", "级别"),
            ("Q", "quit", "退出"),
        ];
        keys.iter().map(|(key, english, chinese)| format!("{key:<13} {}", self.contest.say(english, chinese))).collect()
    }
}

/// The lines of a text. A word that is wider than a line is broken: what does not fit would not be seen.
fn split(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in wrap("", text, width).lines() {
        let mut rest = String::new();
        for c in line.chars() {
            if terminal::columns(&rest) + terminal::columns(c.encode_utf8(&mut [0; 4])) > width {
                lines.push(std::mem::take(&mut rest));
            }
            rest.push(c);
        }
        lines.push(rest);
    }
    lines
}

/// At most so many columns.
fn cut(text: &str, width: usize) -> String {
    if terminal::columns(text) <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    for c in text.chars() {
        if terminal::columns(&kept) + 2 > width {
            break;
        }
        kept.push(c);
    }
    kept.push('…');
    kept
}

#[cfg(test)]
mod tests {
    use super::{split, terminal};

    #[test]
    fn nothing_is_cut_on_a_narrow_screen() {
        for text in [
            "slip 1 of 2 · ↑↓ other · Enter plays on from here",
            "take[1,3,4](21,17,19)+{n->n-k}(5)",
            "失误换一处回车从这里再下",
        ] {
            let lines = split(text, 20);
            assert!(lines.iter().all(|line| terminal::columns(line) <= 20), "{lines:?}");
            let kept = |text: &str| text.replace(' ', "");
            assert_eq!(kept(&lines.concat()), kept(text));
        }
    }
}
