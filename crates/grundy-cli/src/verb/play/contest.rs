//! A game between the user and the program: who is to move, who won, the replies, and the sentences about it in two
//! languages.

use std::io::{self, Write as _};
use std::time::Duration;

use grundy::answer::{Answer, Explanation, Move, Step};
use grundy::number::shorten;
use grundy::play::{History, Judged, Level, Play, Record, Round};
use grundy::scene::{Scene, SceneOptions};
use grundy::{Context, Convention, Error, Nat, Outcome, Position, Result, Words};

use crate::exit::{Failure, Source};
use crate::guard;
use crate::render::blackboard;
use crate::setting::Setting;
use crate::terminal::{Terminal, readable};

/// A question in a game takes no longer, unless `--time` says so: somebody waits.
const PATIENCE: Duration = Duration::from_secs(3);

/// Why a game ended early.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The library's.
    Game(Error),
    /// The terminal's.
    Output(io::Error),
}

impl Trouble {
    pub(super) fn about(self, source: &Source) -> Failure {
        match self {
            Trouble::Game(error) => Failure::about(source)(error),
            Trouble::Output(error) => Failure::Output(error),
        }
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        Trouble::Game(error)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Output(error)
    }
}

/// A game with its players. The user has number 0 if he moves first, else 1.
pub(super) struct Contest<'a> {
    pub(super) play: Play,
    pub(super) user: usize,
    pub(super) level: Level,
    seed: u64,
    pub(super) chinese: bool,
    pub(super) setting: &'a Setting,
    /// May a question that breaks its budget end the program?
    pub(super) guarded: bool,
}

impl<'a> Contest<'a> {
    pub(super) fn new(
        start: Position,
        user: usize,
        level: Level,
        seed: u64,
        chinese: bool,
        setting: &'a Setting,
    ) -> Contest<'a> {
        Contest { play: Play::new(start), user, level, seed, chinese, setting, guarded: false }
    }

    /// A fresh budget for a question.
    pub(super) fn context(&self) -> Context {
        let mut budget = self.setting.budget;
        if self.guarded {
            guard::forget();
            guard::one(&budget, false, |_, _| Ok(()));
        }
        budget.time = budget.time.or(Some(PATIENCE));
        Context::new(budget).with_cancel(self.setting.cancel.flag()).with_threads(self.setting.threads.unwrap_or(1))
    }

    /// Makes the moves that the game goes on from.
    pub(super) fn begin(&mut self, moves: &[usize]) -> Result<()> {
        moves.iter().try_for_each(|&index| self.play.choose(index, &self.context()))
    }

    pub(super) fn round(&mut self, cx: &Context) -> Result<Answer<Round>> {
        let opponent = (!self.is_users_turn()).then_some(self.level);
        self.play.round(opponent, self.seed, &SceneOptions::default(), cx)
    }

    /// The sentence in the language of the game.
    pub(super) fn say<T>(&self, english: T, chinese: T) -> T {
        if self.chinese { chinese } else { english }
    }

    pub(super) fn is_users_turn(&self) -> bool {
        self.play.moves().len() % 2 == self.user
    }

    pub(super) fn is_over(&self) -> Result<bool> {
        self.play.is_over(&self.context())
    }

    /// Did the user win? Asked when nobody can move.
    pub(super) fn user_won(&self) -> bool {
        let to_move = self.play.moves().len() % 2;
        match self.play.position().convention() {
            Convention::Normal => to_move != self.user,
            Convention::Misere => to_move == self.user,
        }
    }

    /// The program's move, made.
    pub(super) fn reply(&mut self) -> Result<Option<Move>> {
        let reply = self.play.reply(self.level, self.seed, &self.context())?;
        if let Some(mv) = &reply {
            self.play.make(mv.clone())?;
        }
        Ok(reply)
    }

    /// Takes moves back until the user is to move again.
    pub(super) fn undo(&mut self) {
        let back = if self.is_users_turn() { 2 } else { 1 };
        if self.play.moves().len() >= back {
            self.play.undo(back);
        }
    }

    /// From the start.
    pub(super) fn restart(&mut self) {
        self.play.undo(self.play.moves().len());
    }

    pub(super) fn scene(&self, line: usize) -> Result<Scene> {
        self.scene_of(self.play.position(), line)
    }

    pub(super) fn scene_of(&self, position: &Position, line: usize) -> Result<Scene> {
        let options = SceneOptions::default().with_values(false).with_line(line);
        Ok(position.scene_with(&options, &self.context())?.result)
    }

    pub(super) fn history(&mut self) -> Result<History> {
        let cx = self.context();
        self.play.remember(&cx)
    }

    /// Who plays, how well, and who begins.
    pub(super) fn title(&self) -> String {
        let (level, query) = (self.level.number(), readable(&self.play.position().query()));
        let name = match self.level {
            Level::Random => self.say("any move", "随意"),
            Level::Careless => self.say("careless", "马虎"),
            Level::Careful => self.say("careful", "细心"),
            Level::Perfect => self.say("perfect", "完美"),
        };
        self.say(format!("{query} · level {level} ({name})"), format!("{query} · 对手 {level} 级（{name}）"))
    }

    /// Whose turn it is, and what was last done.
    pub(super) fn turn(&self) -> String {
        let last = self.play.moves().last().map(|mv| readable(&mv.to_string()));
        match (last, self.is_users_turn()) {
            (Some(mv), true) if self.chinese => format!("对手：{mv}。轮到你。"),
            (Some(mv), true) => format!("It played {mv}. Your move."),
            (None, true) => self.say("Your move.", "轮到你。").to_owned(),
            (_, false) => self.say("It thinks …", "对手思考中……").to_owned(),
        }
    }

    /// How it ended.
    pub(super) fn result(&self) -> String {
        let count = self.play.moves().len();
        let moves = if count == 1 { "move" } else { "moves" };
        match (self.user_won(), self.chinese) {
            (true, false) => format!("You won after {count} {moves}."),
            (false, false) => format!("It won after {count} {moves}."),
            (true, true) => format!("共 {count} 步，你赢了。"),
            (false, true) => format!("共 {count} 步，对手赢了。"),
        }
    }

    /// What would have been better.
    pub(super) fn slip(&self, number: usize, record: &Record) -> String {
        let (made, better) =
            (readable(&record.mv.to_string()), record.better.as_ref().map(|m| readable(&m.to_string())));
        match (better, self.chinese) {
            (Some(better), false) => format!("Move {number}: {made} was a slip; better: {better}"),
            (None, false) => format!("Move {number}: {made} was a slip"),
            (Some(better), true) => format!("第 {number} 步：{made} 失误；更好：{better}"),
            (None, true) => format!("第 {number} 步：{made} 失误"),
        }
    }

    /// The value of a position, or who wins it.
    pub(super) fn value(judged: &Judged) -> String {
        match (&judged.value, &judged.loopy, judged.outcome) {
            (Some(value), ..) => shorten(value),
            (None, Some(set), _) => format!("∞{{{}}}", set.iter().map(shorten).collect::<Vec<_>>().join(",")),
            (None, None, Some(outcome)) => outcome.letter().to_string(),
            (None, None, None) => "?".to_owned(),
        }
    }

    /// Who wins the position after `made` moves if both play well: the user, the program, or nobody.
    pub(super) fn user_wins(&self, made: usize, judged: &Judged) -> Option<bool> {
        let to_move = made % 2 == self.user;
        match judged.outcome? {
            Outcome::Next => Some(to_move),
            Outcome::Previous => Some(!to_move),
            Outcome::Draw => None,
        }
    }

    /// The strategy or the columns of the sum, and the move to play.
    pub(super) fn hint(&mut self, terminal: &Terminal) -> Result<Vec<String>> {
        let cx = self.context();
        if self.play.is_over(&cx)? {
            return Ok(vec![self.say("The game is over.", "对局已结束。").to_owned()]);
        }
        let judged = self.play.judge(&cx)?;
        let mut out = Vec::new();
        if let Ok(explained) = self.play.hint(&self.context()) {
            columns(&explained, &mut out, terminal);
        }
        let mut lines: Vec<String> = String::from_utf8_lossy(&out).lines().map(str::to_owned).collect();
        lines.push(match (judged.best, judged.outcome) {
            (Some(mv), Some(Outcome::Next)) if self.chinese => format!("必胜：{}", readable(&mv.to_string())),
            (Some(mv), Some(Outcome::Next)) => format!("This wins: {}", readable(&mv.to_string())),
            (Some(mv), _) if self.chinese => format!("保和：{}", readable(&mv.to_string())),
            (Some(mv), _) => format!("This keeps the draw: {}", readable(&mv.to_string())),
            (None, Some(_)) => {
                self.say("Every move loses. Hope for a slip.", "怎么走都输，只能盼对手失误。").to_owned()
            }
            (None, None) => self.say("Not known: the position is too large.", "未知：局面太大。").to_owned(),
        });
        Ok(lines)
    }
}

/// Writes the strategy and the binary columns of an explanation, if it has some.
fn columns(explained: &Answer<Explanation>, out: &mut Vec<u8>, terminal: &Terminal) {
    let named = |rows: &[(Words, Nat)]| -> Vec<(String, Nat)> {
        rows.iter().map(|(name, value)| (readable(terminal.words(name)), value.clone())).collect()
    };
    for step in &explained.steps {
        // writing to memory does not fail
        let _ = match step {
            Step::Columns { rows, xor } => blackboard::sum(out, &named(rows), xor, terminal),
            Step::Ones { rows, ones, .. } => blackboard::ones(out, &named(rows), ones, terminal),
            Step::Say(told) if told.key == "strategy" => {
                writeln!(out, "{}", terminal.wrap("", &terminal.sentence(told)))
            }
            _ => Ok(()),
        };
    }
}
