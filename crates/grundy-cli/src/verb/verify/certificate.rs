//! A certificate checked again, and whether it is about the game that is asked about.

use std::io::{BufRead, Read as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grundy::period::{certified_rule, moves_of};
use grundy::{Convention, Diagnostic, GameQuestion, Spent, Stopped, claim};
use grundy_form::verify::AboutGame;
use grundy_verify::{Budget, Refused, Verdict};

use super::unreadable;
use crate::exit::{Exit, Failure};
use crate::render::unanswered::Asked;
use crate::render::verify;
use crate::setting::Setting;
use crate::shell::quoted;

/// Steps that checking a certificate may take where nothing is said: minutes.
const STEPS: u64 = 200_000_000_000;
/// How certificates begin: of periods, of laws as automata, of rows, of misère quotients, of values.
const HEADS: [&[u8]; 5] = [
    b"grundy certificate ",
    b"grundy automata certificate ",
    b"grundy rows certificate ",
    b"grundy quotient certificate ",
    b"grundy nimbers certificate ",
];
/// No head is longer.
pub(super) const LONGEST_HEAD: u64 = 32;
/// Bytes that a law may take where nothing is said: its automata are made while it is checked.
const LAW_BYTES: u64 = 1 << 32;
/// The longest certificate that is read.
const LONGEST: u64 = 1 << 28;
/// Does this text begin as certificates do?
pub(super) fn begins_like_one(text: &[u8]) -> bool {
    HEADS.iter().any(|head| text.starts_with(head))
}

/// Checks a certificate, and of which game it is where one is asked about.
pub(super) fn certificate(
    path: &Path,
    question: Option<&GameQuestion>,
    reader: &mut dyn BufRead,
    setting: &Setting,
) -> Result<Exit, Failure> {
    let most = setting.budget.memory.map_or(LONGEST, |m| m.min(LONGEST));
    let mut text = Vec::new();
    let name = path.to_string_lossy().into_owned();
    let mut read = |text: &mut Vec<u8>, most: u64| {
        (&mut *reader).take(most).read_to_end(text).map_err(|error| unreadable(path, &error))
    };
    read(&mut text, LONGEST_HEAD)?;
    if begins_like_one(&text) {
        read(&mut text, most)?;
    }
    if text.len() as u64 > most && most < LONGEST {
        let stopped = Stopped::new(Spent::Memory, "verify").needing("more for the text of the certificate");
        return Err(unverified(path, stopped.of(setting.budget.memory, Some(most))));
    }
    if text.len() as u64 > most {
        return Err(Failure::plain(Diagnostic::input(format!("the file {name:?} is too long for a certificate"))));
    }
    if !begins_like_one(&text) {
        return Err(Failure::plain(
            Diagnostic::input(format!("the file {name:?} is no certificate"))
                .suggest("a b-file is checked against a game: verify FILE --game GAME"),
        ));
    }
    let watch = Watch::start(setting);
    let budget = Budget {
        steps: setting.budget.nodes.unwrap_or(STEPS),
        bytes: setting.budget.memory.unwrap_or(if text.starts_with(HEADS[1]) { LAW_BYTES } else { u64::MAX }),
        cancel: Some(&watch.flag),
    };
    let result = grundy_verify::verify(&text, &budget);
    let verdict = match result {
        Ok(verdict) => verdict,
        Err(refusal) => {
            let stopped = |spent| Stopped::new(spent, "verify");
            let stopped = match refusal.kind {
                Refused::Malformed | Refused::Damaged => {
                    return Err(Failure::plain(Diagnostic::input(format!("the certificate {name:?}: {refusal}"))));
                }
                Refused::Steps => stopped(Spent::Nodes).of(setting.budget.nodes, None),
                Refused::Bytes => stopped(Spent::Memory).of(setting.budget.memory, None),
                Refused::Cancelled if setting.cancel.is_set() => stopped(Spent::Cancelled),
                Refused::Cancelled => stopped(Spent::Time).of_time(setting.budget.time, None),
            };
            return Err(unverified(path, stopped));
        }
    };
    drop(watch);
    let is_false = matches!(verdict, Verdict::Invalid { .. });
    let about = match question {
        Some(question) if !is_false => Some(of_game(question, &verdict, &text, setting)?),
        _ => None,
    };
    setting.print(
        |out| grundy_form::verify::verdict(out, &verdict, about.as_ref()),
        |out| verify::verdict(out, &verdict, about.as_ref(), &setting.terminal),
    )?;
    let is_other = about.is_some_and(|about| !about.same_rule);
    Ok(if is_other || is_false { Exit::No } else { Exit::Answered })
}

/// Is the rule that was checked the one of this game?
fn of_game(question: &GameQuestion, verdict: &Verdict, text: &[u8], setting: &Setting) -> Result<AboutGame, Failure> {
    let game = &question.game;
    let answer = |same_rule| Ok(AboutGame { game: question.query.clone(), same_rule });
    if let Verdict::Law(_) = verdict {
        let text = String::from_utf8_lossy(text);
        let compared = setting.ask(|cx| question.is_game_of(&text, cx)).map_err(|error| match error {
            grundy::Error::Stopped(stopped) => unverified(Path::new(&question.query), stopped),
            grundy::Error::Bad(fault) => Failure::plain(*fault),
        })?;
        return match compared {
            claim::OfGame::Same => answer(true),
            claim::OfGame::Other => answer(false),
            claim::OfGame::Under(convention) => Err(Failure::plain(other_convention(convention, game.text()))),
            claim::OfGame::Unknown => Err(Failure::plain(incomparable())),
        };
    }
    let Some(told) = heap_rule(verdict) else { return Err(Failure::plain(incomparable())) };
    // a quotient is one of misère play, which need not be said
    if !matches!(verdict, Verdict::Quotient(_)) && question.convention == Convention::Misere {
        return Err(Failure::plain(other_convention(Convention::Normal, game.text())));
    }
    let own = certified_rule(game).map_err(Failure::plain)?;
    answer(own.is_some_and(|own| moves_of(&own) == moves_of(told)))
}

fn incomparable() -> Diagnostic {
    let fault = "a game is compared with certificates of heaps, and of laws whose moves automata tell";
    Diagnostic::unsupported(fault).suggest("leave `--game` out: the answer shows the rule that was checked")
}

/// The certificate is about play under this convention, and the game is not.
fn other_convention(convention: Convention, game: &str) -> Diagnostic {
    let (fault, help) = match convention {
        Convention::Normal => (
            "the certificate is about normal play, and the game is misère",
            format!("the game in normal play: --game {}", quoted(game)),
        ),
        Convention::Misere => (
            "the certificate is about misère play, and the game is normal",
            format!("the game in misère play: --game {}", quoted(&format!("misere {game}"))),
        ),
    };
    Diagnostic::input(fault).suggest(help)
}

/// The rule of heaps that a certificate tells, by its lines; `None`: it is about other positions.
fn heap_rule(verdict: &Verdict) -> Option<&[String]> {
    let rule = match verdict {
        Verdict::Valid(claim) => &claim.rule,
        Verdict::Quotient(quotient) => &quotient.rule,
        _ => return None,
    };
    let is_heaps = |line: &String| ["set ", "tail ", "digit "].iter().any(|word| line.starts_with(word));
    rule.iter().all(is_heaps).then_some(rule)
}

/// The budget did not suffice for this file.
pub(super) fn unverified(path: &Path, stopped: Stopped) -> Failure {
    Failure::Stopped { asked: Asked::Verify, query: path.to_string_lossy().into_owned(), stopped }
}

/// Ends the checker's work at Ctrl-C or when the time is up: it knows a flag only.
struct Watch {
    flag: Arc<AtomicBool>,
    done: Arc<AtomicBool>,
}

impl Watch {
    fn start(setting: &Setting) -> Watch {
        let watch = Watch { flag: Arc::default(), done: Arc::default() };
        let (flag, done) = (Arc::clone(&watch.flag), Arc::clone(&watch.done));
        let cancel = setting.cancel.clone();
        let deadline = setting.budget.time.and_then(|t| Instant::now().checked_add(t));
        std::thread::spawn(move || {
            while !done.load(Ordering::Relaxed) {
                if cancel.is_set() || deadline.is_some_and(|d| Instant::now() >= d) {
                    flag.store(true, Ordering::Relaxed);
                }
                std::thread::sleep(Duration::from_millis(10));
            }
        });
        watch
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
    }
}
