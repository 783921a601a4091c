//! A game in a Chinese sentence: `21个石子，每次取1到3个`, `三堆石子：3、5、7`.
//!
//! ```text
//! HEAP 个石子，每次取 SET 个        take[SET](HEAP)
//! K 堆石子 SIZE、SIZE …            nim(SIZE, SIZE, …)
//! 每次取 SET 个，不能取 OUT 个      take[SET except {OUT}]
//! 每次取 SET 个                    take[SET], where a game is asked for
//! 抢 GOAL，每次加 SET              take[SET](GOAL)
//! ```
//!
//! The heaps, what a move does, and who wins, in this order. Each word must be known in its place: what is not read might
//! change the question, and then the sentence stays as it is.

mod heaps;
mod letters;
mod moves;
mod numbers;
mod races;
mod rows;
mod verdict;
mod words;

use grundy_core::error::Diagnostic;
use letters::{sizes_in_front, with_size};
use numbers::{WORDS, worked_out};
use words::{
    AND, BEFORE, EACH, LEAST, LEFT, MAY, MOST, MOST_HEAPS, NAMES, NOT, PLAYERS, STOPS, THINGS, TO, TURNS, UNITS, VERBS,
    tells_a_rule,
};

use super::super::Span;
use super::super::lexer::plain;
use super::before::FIBONACCI;
use super::pieces::{Piece, cut};
use super::races::begins_at_one;
use super::{Asked, Kind, Result};

pub use numbers::number_at;

/// What may be taken.
enum Taken {
    /// Any number.
    Any,
    /// What stands in the brackets of `take`.
    Set(Vec<String>),
    /// By the rule of a game of its own.
    By(&'static str),
}

impl Taken {
    /// Without these numbers; of a game of its own nothing is left out.
    fn without(self, left_out: &[String]) -> Option<Taken> {
        let set = match self {
            Taken::Any => "1..".to_owned(),
            Taken::Set(set) => match &*set {
                [one] => one.clone(),
                // `except` would bind to the last number only
                set => format!("{{{}}}", set.join(",")),
            },
            Taken::By(_) => return None,
        };
        Some(Taken::Set(vec![format!("{set} except {{{}}}", left_out.join(","))]))
    }
}

/// What was read of a sentence.
#[derive(Default)]
struct Told {
    heaps: Vec<String>,
    /// What a move takes, if that is said.
    taken: Option<Taken>,
    misere: bool,
    /// Is it said that the last player wins?
    last_wins: bool,
}

/// The sentence as a position, or as a game.
///
/// # Errors
/// The size of a heap is a letter, or nobody says whether a number may be passed.
pub(super) fn sentence(text: &str, asked: &Asked<'_>) -> Result<Option<Vec<Piece>>> {
    if let Some(strict) = taken_from(text).filter(|_| asked.kind == Kind::Position) {
        return Ok(Some(of_whole(&strict, text)));
    }
    // nothing else is written so
    let words = ["每次", "每回合", "堆", "抢", "轮流", "一排", "一圈"];
    let takes = || VERBS.iter().any(|verb| text.strip_prefix(verb).is_some_and(|rest| rest.starts_with(figure)));
    if text.is_ascii() || !takes() && !THINGS.iter().chain(rows::PINS).chain(&words).any(|word| text.contains(word)) {
        return Ok(None);
    }
    let plain: Vec<char> = text.trim().chars().map(plain).collect();
    // a blank between figures and words means nothing
    let is_word = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c) && !WORDS.contains(c);
    let joins =
        |one: char, other: char| one.is_ascii_digit() && is_word(other) || is_word(one) && other.is_ascii_digit();
    let is_kept = |at: usize| match (at.checked_sub(1).map(|before| plain[before]), plain.get(at + 1)) {
        (Some(before), Some(&behind)) => plain[at] != ' ' || !joins(before, behind),
        _ => true,
    };
    let tight: String = (0..plain.len()).filter(|&at| is_kept(at)).map(|at| plain[at]).collect();
    // a move takes something, and may take all
    let tight = ["(可以拿完,但不能不拿)", "(可以取完,但不能不取)", "(可以取完,不能不取)"]
        .iter()
        .fold(tight, |text, said| text.replace(said, ""));
    let whole = Span::new(0, text.len());
    let (tight, is_letter) = with_size(&tight);
    let read = match written(&tight, whole, is_letter, asked)? {
        None => [heap_in_front(&plain.iter().collect::<String>()), sizes_in_front(&tight)]
            .iter()
            .flatten()
            .find_map(|text| written(text, whole, is_letter, asked).transpose())
            .transpose()?,
        read => read,
    };
    let Some(strict) = read else { return Ok(None) };
    if is_letter && asked.kind == Kind::Position {
        let fault = Diagnostic::parse(whole, "the size of the heap is missing");
        return Err(Box::new(fault.suggest(strict)));
    }
    Ok(Some(of_whole(&strict, text)))
}

/// The pieces of a text that stands for all that was typed.
fn of_whole(strict: &str, typed: &str) -> Vec<Piece> {
    let mut pieces = cut(strict);
    pieces.iter_mut().for_each(|piece| piece.span = Span::new(0, typed.len()));
    pieces
}

fn figure(c: char) -> bool {
    c.is_ascii_digit()
}

/// `取石子 1..4 (10^9)`, `取1,3,4 (20)`: what may be taken, and behind it the heap in parentheses.
fn taken_from(text: &str) -> Option<String> {
    let rest = text.trim().strip_prefix('取')?;
    let rest = rest.strip_prefix("石子").unwrap_or(rest).trim_start();
    let (set, heap) = rest.split_once('(')?;
    let set = set.trim().replace('、', ",");
    let is_set = set.starts_with(figure) && set.chars().all(|c| figure(c) || matches!(c, '.' | ',' | ' '));
    let heap = heap.strip_suffix(')').filter(|heap| heap.starts_with(figure) && !heap.contains(['(', ')']))?;
    is_set.then(|| format!("take[{set}]({heap})"))
}

/// Where the clauses begin that say who wins behind a position, and whether the last player loses; `None` of a position in
/// misère play of which the last player is said to win.
pub(super) fn end_behind(text: &str) -> Option<(usize, bool)> {
    if !text.contains(['胜', '赢', '输', '负', '败']) {
        return None;
    }
    let starts = text.char_indices().filter(|&(at, c)| at > 0 && STOPS.contains(&c));
    let (end, loses) = starts.into_iter().find_map(|(at, _)| {
        let plain: String = text[at..].chars().map(plain).collect();
        let loses = Reader { rest: &plain }.ends()?;
        plain.contains(['胜', '赢', '输', '负', '败']).then_some((at, loses))
    })?;
    let said = text.starts_with('反') || text.starts_with("misere");
    (!said || loses != Some(false)).then_some((end, loses == Some(true)))
}

/// `每次取1到3个 10个`: the heap goes to the front.
fn heap_in_front(text: &str) -> Option<String> {
    let (before, heap) = text.trim_end_matches(STOPS).rsplit_once(STOPS)?;
    let name = NAMES.iter().flat_map(|(names, _)| *names).find(|name| before.starts_with(**name));
    let rest = before[name.map_or(0, |name| name.len())..].trim_start_matches(STOPS);
    let mut reader = Reader { rest: heap };
    reader.eat(&["共有", "一共", "共", "有"]);
    let size = reader.number()?;
    let is_heap = reader.eat(UNITS) && (reader.eat(THINGS) || reader.rest.is_empty()) && reader.rest.is_empty();
    (is_heap && EACH.iter().any(|word| rest.starts_with(word))).then(|| format!("{size}个石子，{rest}"))
}

/// The strict text of a sentence, whose heap may be a letter.
fn written(text: &str, whole: Span, is_letter: bool, asked: &Asked<'_>) -> Result<Option<String>> {
    if asked.kind == Kind::Position
        && let Some(races::Race { goal, heap, set, loses }) = (Reader { rest: text }).race()
    {
        let misere = if loses { "misere " } else { "" };
        let taken = format!("take[{}]({heap})", set.join(","));
        if begins_at_one(&cut(&set.join(","))) {
            return Ok(Some(misere.to_owned() + &taken));
        }
        let message = format!("may {goal} be passed? in `{taken}` nobody may pass it");
        return Err(Box::new(Diagnostic::parse(whole, message).suggest(misere.to_owned() + &taken)));
    }
    if asked.kind == Kind::Position
        && let Some((game, size, misere)) = (Reader { rest: text }).row()
    {
        return Ok(Some(format!("{}{game}({size})", if misere { "misere " } else { "" })));
    }
    let reversed = text.strip_prefix('反');
    let named = NAMES.iter().find_map(|&(names, game)| {
        let rest = names.iter().find_map(|name| reversed.unwrap_or(text).strip_prefix(name))?;
        rest.starts_with(STOPS).then_some((rest, game))
    });
    let read = |rest| (Reader { rest }).read();
    let told = match named {
        None => read(text),
        Some((rest, game)) => read(rest.trim_start_matches(STOPS)).and_then(|told| told.of(game, reversed.is_some())),
    };
    let told = told.map(|told| match is_letter && asked.kind != Kind::Position && told.heaps.len() == 1 {
        // a game is asked about, for a heap of any size
        true => Told { heaps: Vec::new(), ..told },
        false => told,
    });
    let told = told.map(|told| (told.heaps.is_empty() && told.taken.is_some(), told));
    match told {
        // the moves alone are a game
        Some((true, told)) if asked.kind == Kind::Position => {
            let game = told.written(&Asked { kind: Kind::Game, ..*asked });
            let fault = Diagnostic::parse(whole, "the size of the heap is missing");
            game.map_or(Ok(None), |game| Err(Box::new(fault.suggest(format!("{game}(21)")))))
        }
        Some((_, told)) => Ok(told.written(asked)),
        None => Ok(None),
    }
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn eat(&mut self, words: &[&str]) -> bool {
        let word = words.iter().find(|word| self.rest.starts_with(**word));
        if let Some(word) = word {
            self.rest = &self.rest[word.len()..];
        }
        word.is_some()
    }

    /// Signs and blanks between clauses; a point between figures is none.
    fn signs(&mut self) {
        self.rest = self.rest.trim_start_matches(STOPS);
    }

    /// Does a number follow, and not `两人`?
    fn at_number(&self) -> bool {
        let is_player = PLAYERS.iter().any(|player| self.rest.starts_with(player));
        !is_player && self.rest.starts_with(|c: char| c.is_ascii_digit() || WORDS.contains(c))
    }

    /// A number in figures or in words, or the letter of one that has a value elsewhere: `每次取1到m个`.
    fn number(&mut self) -> Option<String> {
        if let Some(rest) = self.rest.strip_prefix(['m', 'k'])
            && !rest.starts_with(|c: char| c.is_ascii_alphanumeric())
        {
            let (letter, rest) = self.rest.split_at(1);
            self.rest = rest;
            return Some(letter.to_owned());
        }
        let figures = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if figures > 0 {
            let (number, rest) = self.rest.split_at(figures);
            // 1.5 and 1,024 are one number each
            let digit = |at: usize| rest.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
            if rest.starts_with('.') && digit(1) || rest.starts_with(',') && digit(1) && digit(2) && digit(3) {
                return None;
            }
            self.rest = rest;
            return Some(number.to_owned());
        }
        let words = self.rest.len() - self.rest.trim_start_matches(|c| WORDS.contains(c)).len();
        let (number, rest) = self.rest.split_at(words);
        self.rest = rest;
        worked_out(number).map(|number| number.to_string())
    }

    fn read(mut self) -> Option<Told> {
        let mut told = Told::default();
        let from = self.out_of_a_heap();
        if let Some(heap) = from {
            told.heaps = vec![heap];
        } else {
            let verb =
                VERBS.iter().any(|verb| self.rest.strip_prefix(verb).is_some_and(|rest| rest.starts_with(figure)));
            if !verb && !EACH.iter().chain(PLAYERS).any(|word| self.rest.starts_with(word)) {
                told.heaps = self.heaps()?;
            }
        }
        self.signs();
        let ends = self.rest.is_empty() || Reader { rest: self.rest }.verdict().is_some();
        if !ends {
            let not_all = self.first_not_all();
            let taken = self.moves()?;
            if not_all && !matches!(taken, Taken::By(FIBONACCI)) {
                return None;
            }
            self.signs();
            told.taken = Some(match self.exception() {
                Some(left_out) => taken.without(&left_out)?,
                None => taken,
            });
        }
        let loses = self.ends()?;
        told.misere = loses == Some(true);
        told.last_wins = loses == Some(false);
        Some(told)
    }

    /// `两人从21个石子中`: the size of the heap.
    fn out_of_a_heap(&mut self) -> Option<String> {
        let before = self.rest;
        self.eat(PLAYERS);
        let from = self.eat(&["从"]) && !self.rest.starts_with('0');
        let size = if from { self.number() } else { None };
        let size = size.filter(|_| self.eat(UNITS) && self.eat(THINGS) && self.eat(&["中", "里面", "里"]));
        let size = size.or_else(|| {
            // `把一堆50个石子分成不相等的两堆`
            self.rest = before;
            let heap = self.eat(&["把", "将"]) && self.eat(&["一堆", "1堆"]);
            let size = if heap { self.number() } else { None };
            size.filter(|_| self.eat(UNITS) && self.eat(THINGS) && self.rest.starts_with(['分', '拆']))
        });
        if size.is_none() {
            self.rest = before;
        }
        self.eat(if size.is_some() { PLAYERS } else { &[] });
        size
    }

    /// Clauses that say or ask who wins, to the end: does the last player lose, if that is said?
    fn ends(mut self) -> Option<Option<bool>> {
        let mut verdict = None;
        loop {
            self.signs();
            if self.rest.is_empty() {
                return Some(verdict);
            }
            let said = self.verdict()?;
            if verdict.is_some() && said.is_some() && verdict != said {
                return None;
            }
            verdict = verdict.or(said);
        }
    }

    /// `先手不能一次取完，之后`, which belongs to one game only.
    fn first_not_all(&mut self) -> bool {
        let before = self.rest;
        self.eat(PLAYERS);
        self.eat(TURNS);
        self.eat(VERBS);
        self.eat(THINGS);
        self.signs();
        let first = self.eat(&["先手", "第一个人", "先取者"]) | self.eat(&["第一次", "第1次"]);
        if self.eat(&["可以取任意多个", "可以取任意个", "可以取任意多", "可以取若干个"]) {
            self.signs();
            self.eat(&["但是", "但"]);
        }
        let may_not = first && self.eat(NOT);
        self.eat(&["在第一次"]);
        self.eat(&["把", "将"]);
        self.eat(&["所有", "全部"]);
        self.eat(THINGS);
        self.eat(&["一次"]);
        self.eat(&["全部"]);
        let told = may_not && self.eat(&["取完", "取光", "拿完", "拿光", "取走"]);
        if !told {
            self.rest = before;
            return false;
        }
        self.eat(&["所有", "全部"]);
        self.eat(THINGS);
        self.signs();
        self.eat(&["之后", "以后", "接下来", "此后"]);
        true
    }
}

impl Told {
    /// The same where it is told of that game, if it can be.
    fn of(mut self, game: &str, reversed: bool) -> Option<Told> {
        let fits = match (&self.taken, game) {
            (_, "") | (Some(Taken::Set(_)), "take") | (None | Some(Taken::Any), "nim") => true,
            (None, "wythoff") if self.heaps.len() == 2 => {
                self.taken = Some(Taken::By("wythoff"));
                true
            }
            (None, FIBONACCI) if self.heaps.len() == 1 => {
                self.taken = Some(Taken::By(FIBONACCI));
                true
            }
            (Some(Taken::By(by)), game) => *by == game,
            _ => false,
        };
        self.misere |= reversed;
        // both cannot be
        (fits && !(reversed && self.last_wins)).then_some(self)
    }

    fn written(self, asked: &Asked<'_>) -> Option<String> {
        let Told { heaps, taken, misere, .. } = self;
        let moves = taken.is_some();
        let misere = if misere { "misere " } else { "" };
        let game = match taken {
            None | Some(Taken::Any) => "nim".to_owned(),
            Some(Taken::Set(set)) => format!("take[{}]", set.join(",")),
            Some(Taken::By(game)) => game.to_owned(),
        };
        if game == FIBONACCI && heaps.len() > 1 || game == "wythoff" && heaps.len() != 2 {
            return None;
        }
        match asked.kind {
            // one heap of which nothing more is told is no question
            Kind::Position if !heaps.is_empty() && (moves || heaps.len() > 1) => {
                Some(format!("{misere}{game}({})", heaps.join(", ")))
            }
            Kind::Game | Kind::Subject if heaps.is_empty() && moves => Some(format!("{misere}{game}")),
            _ => None,
        }
    }
}
