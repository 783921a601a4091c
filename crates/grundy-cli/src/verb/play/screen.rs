//! The game on a screen: the board, the moves with who stood to win, the hint.
//!
//! ```text
//! nim(3, 5, 7) · level 1 (careless)
//! nim(3) ● ● ●                        you it
//! nim(5) ● ● ● ● ●             start    1
//! nim(7) ● ● ● ● ●  ● ●       1 You …   ·
//!
//! Your move.
//! arrows walk  Enter press  H hint  U undo  S values  N new  0-3 level  Q quit
//! ```

mod paint;

use std::io::{self, Stdout, Write as _};
use std::time::Duration;

use grundy::play::{History, Level, Record};
use grundy::scene::{Pressed, Pressing, Scene};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton,
    MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::layout::Rect;

use super::contest::{Contest, Trouble};
use crate::exit::Exit;
use crate::render::board::Drawing;
use crate::terminal::{self, readable};

/// From this width on the moves stand beside the board.
const WIDE: u16 = 64;
/// The width of the moves.
const PANEL: u16 = 32;
/// How long an event is waited for before Ctrl-C from outside is looked for.
const WAIT: Duration = Duration::from_millis(150);

/// The terminal while the game has it; it is given back however the game ends.
struct Screen(Terminal<CrosstermBackend<Stdout>>);

impl Screen {
    fn open() -> io::Result<Screen> {
        enable_raw_mode()?;
        let opened = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        if opened.is_err() {
            give_back();
        }
        opened.map(Screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn give_back() {
    let _ = disable_raw_mode();
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, ratatui::crossterm::cursor::Show);
    let _ = io::stdout().flush();
}

/// What is on the screen.
struct App<'a> {
    contest: Contest<'a>,
    scene: Scene,
    drawing: Drawing,
    /// The way whose move is shown on the board.
    ghost: Option<usize>,
    pressing: Pressing,
    /// The part under the cursor, by its place in the scene.
    cursor: Option<usize>,
    message: String,
    hint: Option<Vec<String>>,
    values: bool,
    help: bool,
    history: History,
    over: bool,
    /// The slip that the review shows.
    shown: usize,
    /// Where the board was last drawn, and its first line that was seen.
    board: Rect,
    top: usize,
    colour: bool,
}

/// Plays until the user leaves.
pub(super) fn run(mut contest: Contest<'_>) -> Result<Exit, Trouble> {
    let colour = contest.setting.terminal.colour;
    let scene = contest.scene(25)?;
    let (history, over) = (contest.history()?, contest.is_over()?);
    let mut screen = Screen::open()?;
    let mut app = App {
        contest,
        scene,
        drawing: Drawing::default(),
        ghost: None,
        pressing: Pressing::default(),
        cursor: None,
        message: String::new(),
        hint: None,
        values: false,
        help: false,
        history,
        over,
        shown: 0,
        board: Rect::default(),
        top: 0,
        colour,
    };
    app.changed()?;
    #[cfg(unix)]
    end_without_terminal();
    loop {
        screen.0.draw(|frame| app.draw(frame))?;
        if !app.over && !app.contest.is_users_turn() {
            app.contest.reply()?;
            app.changed()?;
            continue;
        }
        if app.contest.setting.cancel.is_set() {
            return Ok(Exit::Answered);
        }
        if !event::poll(WAIT)? {
            continue;
        }
        let goes_on = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => app.key(key)?,
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                app.click(mouse.column, mouse.row)?;
                true
            }
            Event::Resize(..) => {
                app.redraw()?;
                true
            }
            _ => true,
        };
        if !goes_on {
            return Ok(Exit::Answered);
        }
    }
}

/// Ends the program when its terminal is closed: `crossterm` reads the end of a terminal again and again, and never returns.
#[cfg(unix)]
fn end_without_terminal() {
    use rustix::event::{PollFd, PollFlags, poll};
    std::thread::spawn(|| {
        let input = io::stdin();
        // no events are asked for: that the terminal is gone is told all the same
        let mut watched = [PollFd::new(&input, PollFlags::empty())];
        while poll(&mut watched, None).is_err_and(|error| error == rustix::io::Errno::INTR) {}
        if watched[0].revents().intersects(PollFlags::HUP | PollFlags::ERR) {
            std::process::exit(Exit::Answered as i32);
        }
    });
}

impl App<'_> {
    /// The position is another one.
    fn changed(&mut self) -> Result<(), Trouble> {
        self.pressing.clear();
        self.hint = None;
        self.over = self.contest.is_over()?;
        self.history = self.contest.history()?;
        self.shown = 0;
        self.message = if self.over { self.contest.result() } else { self.contest.turn() };
        self.redraw()
    }

    fn slips(&self) -> Vec<(usize, &Record)> {
        let all = self.history.records.iter().enumerate();
        all.filter(|(at, record)| at % 2 == self.contest.user && record.slip).collect()
    }

    /// Draws the scene anew: of the position, or in the review of that before the slip.
    fn redraw(&mut self) -> Result<(), Trouble> {
        let size = ratatui::crossterm::terminal::size().unwrap_or((80, 24));
        let width = if size.0 >= WIDE { size.0 - PANEL } else { size.0 };
        let line = usize::from(width.saturating_sub(12) / 2).clamp(5, 25) / 5 * 5;
        let looked = if self.over {
            self.slips().get(self.shown).map(|(at, record)| (*at, record.better.clone()))
        } else {
            None
        };
        self.ghost = None;
        self.scene = match looked {
            Some((at, better)) => {
                let before =
                    self.contest.play.after(at).cloned().unwrap_or_else(|| self.contest.play.position().clone());
                let scene = self.contest.scene_of(&before, line)?;
                self.ghost =
                    scene.moves.iter().position(|way| better.as_ref().is_some_and(|mv| mv.position == way.mv.position));
                scene
            }
            None => self.contest.scene(line)?,
        };
        self.cursor = (0..self.scene.parts.len()).find(|&part| self.is_pressed_by_some(part));
        if self.over {
            self.cursor = None;
        }
        Ok(())
    }

    fn is_pressed_by_some(&self, part: usize) -> bool {
        let id = &self.scene.parts[part].id;
        self.scene.moves.iter().any(|way| way.press.press.contains(id))
    }

    /// Does what a key says; false: the end.
    fn key(&mut self, key: KeyEvent) -> Result<bool, Trouble> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        self.help = false;
        match key.code {
            KeyCode::Char('q' | 'Q') => return Ok(false),
            KeyCode::Char('c' | 'd') if control => return Ok(false),
            KeyCode::Char('?') => self.help = true,
            KeyCode::Char('n' | 'N') => {
                self.contest.restart();
                self.changed()?;
            }
            KeyCode::Char('u' | 'U') => {
                self.contest.undo();
                self.changed()?;
            }
            KeyCode::Char('s' | 'S') => self.values = !self.values,
            KeyCode::Char('h' | 'H') if !self.over => {
                let width = if self.board.width > 0 { usize::from(self.board.width) } else { 40 };
                let narrow = terminal::Terminal { width, colour: false, ..self.contest.setting.terminal };
                self.hint = match self.hint.take() {
                    Some(_) => None,
                    None => Some(self.contest.hint(&narrow)?),
                };
            }
            KeyCode::Char(digit @ '0'..='3') => {
                self.contest.level = Level::of(u64::from(digit) - u64::from('0')).unwrap_or_default();
            }
            KeyCode::Up | KeyCode::Down if self.over => {
                let last = self.slips().len().saturating_sub(1);
                self.shown =
                    if key.code == KeyCode::Up { self.shown.saturating_sub(1) } else { (self.shown + 1).min(last) };
                self.redraw()?;
            }
            KeyCode::Enter if self.over => {
                if let Some((at, _)) = self.slips().get(self.shown) {
                    let back = self.contest.play.moves().len() - at;
                    self.contest.play.undo(back);
                    self.changed()?;
                }
            }
            KeyCode::Left => self.walk(0, -1),
            KeyCode::Right => self.walk(0, 1),
            KeyCode::Up => self.walk(-1, 0),
            KeyCode::Down => self.walk(1, 0),
            KeyCode::Tab | KeyCode::BackTab => self.next(key.code == KeyCode::Tab),
            KeyCode::Enter | KeyCode::Char(' ') => {
                if let Some(part) = self.cursor {
                    self.press(part)?;
                }
            }
            KeyCode::Esc => {
                self.pressing.clear();
                self.hint = None;
                self.message = self.contest.turn();
            }
            _ => {}
        }
        Ok(true)
    }

    fn click(&mut self, column: u16, row: u16) -> Result<(), Trouble> {
        let area = self.board;
        let inside = column >= area.x && column < area.right() && row >= area.y && row < area.bottom();
        if self.over || !inside {
            return Ok(());
        }
        let (line, column) = (usize::from(row - area.y) + self.top, usize::from(column - area.x));
        match self.drawing.near(line, column, |part| self.is_pressed_by_some(part)) {
            Some(part) => {
                self.cursor = Some(part);
                self.press(part)
            }
            None => Ok(()),
        }
    }

    fn press(&mut self, part: usize) -> Result<(), Trouble> {
        let id = self.scene.parts[part].id.clone();
        match self.pressing.press(&self.scene, &id) {
            Pressed::Play(way) => {
                let mv = self.scene.moves[way].mv.clone();
                self.contest.play.make(mv)?;
                self.changed()
            }
            Pressed::Open(way) => {
                self.message = match way {
                    Some(way) => {
                        let to = readable(&self.scene.moves[way].mv.to);
                        let again = self.contest.say("Enter once more plays it", "再按一次回车即走");
                        format!("→ {to}  ({again})")
                    }
                    None => self.contest.say("Press the next part.", "再按下一处。").to_owned(),
                };
                Ok(())
            }
        }
    }

    /// The next part that may be pressed in this direction: near in it, and not far aside.
    fn walk(&mut self, down: i64, right: i64) {
        let Some(here) = self.cursor else { return };
        let at = |part: usize| {
            let (line, column) = self.drawing.spots.get(part).copied().unwrap_or_default();
            // a line is about as high as two columns are wide
            (line as i64 * 2, column as i64)
        };
        let (y, x) = at(here);
        let cost = |&part: &usize| {
            let (line, column) = at(part);
            let (dy, dx) = (line - y, column - x);
            let (along, across) = (dy * down + dx * right, (dy * right).abs() + (dx * down).abs());
            (along > 0).then_some(along + 2 * across)
        };
        let all = (0..self.scene.parts.len()).filter(|&part| part != here && self.is_pressed_by_some(part));
        if let Some((_, part)) = all.filter_map(|part| Some((cost(&part)?, part))).min() {
            self.cursor = Some(part);
        }
    }

    fn next(&mut self, forward: bool) {
        let all: Vec<usize> = (0..self.scene.parts.len()).filter(|&part| self.is_pressed_by_some(part)).collect();
        let Some(at) = all.iter().position(|part| Some(*part) == self.cursor) else { return };
        let step = if forward { 1 } else { all.len() - 1 };
        self.cursor = Some(all[(at + step) % all.len()]);
    }
}
