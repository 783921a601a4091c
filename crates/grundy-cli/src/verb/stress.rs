//! `stress`: another program against grundy.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use grundy::answer::Reading;
use grundy::game::Shape;
use grundy::parametric::{Asked, ParametricGame};
use grundy::{Diagnostic, GameQuestion, Ranges, Session};

use crate::args::{Answers, Stress};
use crate::exit::{Exit, Failure, Source};
use crate::render::stress as render;
use crate::setting::Setting;
use crate::shell;
use crate::stress::answers::Words;
use crate::stress::cases::{Draw, Space};
use crate::stress::child::Limits;
use crate::stress::oracle::{Oracle, Start};
use crate::stress::search::{Digits, Hint, Plan, Report, answers_right, search};
use crate::stress::template::Template;
use crate::verb::{reading, source};

/// So many programs run at a time at most.
const MOST_RUNS: usize = 16;
/// Positions of more numbers are not drawn.
const MOST_HEAPS: usize = 1000;

/// Letters of a rule go from 1 to this number where nothing is said: each member needs its runs.
const MEMBERS: u64 = 5;
/// What might make a program right is tried for so many other values of the letters.
const OTHERS: usize = 3;

/// Looks for the smallest input on which the program errs.
pub(crate) fn run(options: &Stress, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let mut source = source::read_text(&options.text, setting)?;
    let game = match reading::asked(session, &mut source, setting)? {
        Asked::Parametric(game) => game,
        Asked::Whole(question) => {
            let letters = setting.values.given().filter(|(_, from, to)| from == to);
            let letters = letters.map(|(letter, value, _)| (letter.to_owned(), value)).collect();
            let plan = planned(options, &question, letters, options.seconds, session, setting)?;
            let report = tried(&plan, &question, session, &source, setting)?;
            let asked = render::Asked {
                query: question.query.clone(),
                convention: question.convention,
                readings: vec![Reading::of(&question.game)],
                ranges: None,
            };
            return printed(&asked, &plan, &report, setting);
        }
    };
    of_members(options, &game, session, &source, setting)
}

/// A game with letters, which the program reads: its members one after the other, each with its share of the time.
fn of_members(
    options: &Stress,
    game: &ParametricGame,
    session: &mut Session,
    source: &Source,
    setting: &Setting,
) -> Result<Exit, Failure> {
    let names = game.parameters();
    let given: Vec<(String, u64, u64)> =
        setting.values.given().map(|(name, from, to)| (name.to_owned(), from, to)).collect();
    let of = |name: &String| given.iter().find(|(known, ..)| known == name).map_or((1, MEMBERS), |&(_, a, b)| (a, b));
    // a name that is no letter of the rule is refused
    setting.values.values(names).map_err(Failure::reading(source))?;
    let told: Vec<String> =
        names.iter().map(|name| (name, of(name))).map(|(n, (a, b))| format!("{n}={a}..{b}")).collect();
    let ranges = told.join(",");
    let choices = ranges.parse::<Ranges>().and_then(|ranges| ranges.values(names)).map_err(Failure::reading(source))?;
    let deadline = Instant::now() + options.seconds;
    let (mut before, mut last, mut refused): (Option<Report>, Option<Plan>, _) = (None, None, None);
    let asked = render::Asked {
        query: game.query().to_owned(),
        convention: game.convention(),
        readings: Vec::new(),
        ranges: Some(ranges),
    };
    for (number, values) in choices.iter().enumerate() {
        let question = match game.member(values) {
            Ok(question) => question,
            Err(fault) => {
                refused.get_or_insert(fault);
                continue;
            }
        };
        let letters: Vec<(String, u64)> = names.iter().cloned().zip(values.iter().copied()).collect();
        let left = deadline.saturating_duration_since(Instant::now())
            / u32::try_from(choices.len() - number).unwrap_or(u32::MAX);
        let plan = planned(options, &question, letters, left, session, setting)?;
        if let Some(name) = names.iter().find(|name| !plan.template.tells(name)) {
            return Err(untold(name, options, game, source, setting));
        }
        let report = tried(&plan, &question, session, source, setting)?;
        let report = match before.take() {
            Some(before) => report.after(before),
            None => report,
        };
        // with what the program might be right for one value, it might be wrong for the others
        let others = || choices.iter().filter(|other| *other != values).take(OTHERS);
        let report = match &report.hint {
            Some(hint) if !holds_for(hint, others(), options, game, session, source, setting)? => {
                Report { hint: None, ..report }
            }
            _ => report,
        };
        let plan = Plan { time: options.seconds, ..plan };
        if report.finding.is_some() || report.stopped.is_some() {
            return printed(&asked, &plan, &report, setting);
        }
        (before, last) = (Some(report), Some(plan));
    }
    match (before, last, refused) {
        (Some(report), Some(plan), _) => printed(&asked, &plan, &report, setting),
        (.., Some(fault)) => Err(Failure::reading(source)(fault)),
        _ => Ok(Exit::Answered),
    }
}

/// Does the program answer a few small positions of other members right, if it is run as the hint says?
fn holds_for<'v>(
    hint: &Hint,
    others: impl Iterator<Item = &'v Vec<u64>>,
    options: &Stress,
    game: &ParametricGame,
    session: &mut Session,
    source: &Source,
    setting: &Setting,
) -> Result<bool, Failure> {
    for values in others {
        let Ok(question) = game.member(values) else { continue };
        let letters: Vec<(String, u64)> = game.parameters().iter().cloned().zip(values.iter().copied()).collect();
        let mut plan = planned(options, &question, letters, options.seconds, session, setting)?;
        if let Some(format) = &hint.format {
            plan.template = Template::read(format, &question.game, &plan.letters).map_err(Failure::plain)?;
            plan.format = format.clone();
        }
        if let Some([first, second]) = &hint.words {
            plan.words = Words { first: Some(first.clone()), second: Some(second.clone()) };
        }
        if !setting
            .ask(|cx| answers_right(&plan, Oracle::new(session, &question), cx))
            .map_err(Failure::about(source))?
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The fault of a letter of the rule that the program is not told.
fn untold(name: &str, options: &Stress, game: &ParametricGame, source: &Source, setting: &Setting) -> Failure {
    // a letter that means a number of the position cannot be told
    let is_taken = options.format.contains(&format!("{{{name}}}"));
    if is_taken {
        let fault = Diagnostic::input(format!("`{{{name}}}` in --format is a number of the position"));
        let free =
            ["m", "j", "q", "t", "u", "v"].into_iter().find(|free| !game.parameters().iter().any(|own| own == free));
        let free = free.unwrap_or("m");
        return Failure::plain(
            fault.suggest(format!("another letter for it in the rule, as `{free}`: --format '{{heaps}} {{{free}}}'")),
        );
    }
    if setting.values.names().is_empty() {
        let all: String = game.parameters().iter().map(|name| format!(" {{{name}}}")).collect();
        return match reading::without_value(game, source, setting) {
            Failure::Bad { diagnostic, source } => {
                let help = diagnostic.suggestion.clone().unwrap_or_default();
                let help = format!("{help}; where the program reads it: --format '{{heaps}}{all}'");
                Failure::Bad { diagnostic: Box::new(diagnostic.suggest(help)), source }
            }
            other => other,
        };
    }
    let fault = Diagnostic::input(format!("--format does not tell the program `{name}`"));
    Failure::plain(fault.suggest(format!("--format '{} {{{name}}}'", options.format)))
}

/// Runs the search.
fn tried(
    plan: &Plan,
    question: &GameQuestion,
    session: &mut Session,
    source: &Source,
    setting: &Setting,
) -> Result<Report, Failure> {
    let report = setting.ask(|cx| {
        let draw = Draw::new(question, &plan.space, plan.seed, cx);
        search(plan, Oracle::new(session, question), draw, cx)
    });
    report.map_err(Failure::about(source))
}

fn printed(asked: &render::Asked, plan: &Plan, report: &Report, setting: &Setting) -> Result<Exit, Failure> {
    setting.print(
        |out| render::json(out, asked, plan, report),
        |out| render::text(out, asked, plan, report, &setting.terminal),
    )?;
    Ok(match (&report.finding, &report.stopped) {
        (Some(_), _) => Exit::No,
        (None, Some(_)) => Exit::Spent,
        (None, None) => Exit::Answered,
    })
}

/// What is to be done for one game.
fn planned(
    options: &Stress,
    question: &GameQuestion,
    letters: Vec<(String, u64)>,
    time: Duration,
    session: &mut Session,
    setting: &Setting,
) -> Result<Plan, Failure> {
    // rows of coins and boards that numbers stand for are drawn by these
    let is_refused = match question.game.shape() {
        Shape::Positions => true,
        Shape::Text => Start::of(&question.game).is_none(),
        _ => false,
    };
    if is_refused {
        let fault = format!("positions are drawn as numbers; those of `{}` are not numbers", question.game.text());
        return Err(Failure::plain(Diagnostic::unsupported(fault).suggest("stress a game of heaps: stress 'kayles'")));
    }
    // a path with its number open is a code, and yet no heap can be written behind it
    let is_heap = question.game.shape() == Shape::Heap;
    let has_heaps = !is_heap || session.position(&format!("{}(1)", question.query)).is_ok();
    if is_heap && (question.game.is_slice() || !has_heaps) {
        let fault = format!("`{}` has one number left open, and whole positions are drawn", question.query);
        return Err(Failure::plain(Diagnostic::unsupported(fault).suggest("stress a game of heaps: stress 'kayles'")));
    }
    let command = shell::split(&options.cmd).map_err(Failure::plain)?;
    if command.is_empty() {
        return Err(Failure::plain(Diagnostic::input("--cmd names no program").suggest("--cmd './a.out'")));
    }
    let template = Template::read(&options.format, &question.game, &letters).map_err(Failure::plain)?;
    let asked = options.heaps.map(|k| usize::try_from(k).unwrap_or(usize::MAX));
    if asked.is_some_and(|k| k > MOST_HEAPS) {
        return Err(Failure::plain(Diagnostic::input(format!("--heaps is at most {MOST_HEAPS}"))));
    }
    let numbers = template.numbers().or(asked);
    if let (Some(named), Some(asked)) = (template.numbers(), asked)
        && named != asked
    {
        let fault = Diagnostic::input(format!("--format names {named} numbers, and --heaps says {asked}"));
        return Err(Failure::plain(fault));
    }
    let space = Space::of(question, numbers, options.min, options.max);
    if space.min > space.max {
        let fault = Diagnostic::input(format!("no position is left: --min {} is above --max {}", space.min, space.max));
        return Err(Failure::plain(fault));
    }
    Ok(Plan {
        bounded: options.max.is_some(),
        fixed: numbers.is_some() || template.counts(),
        command,
        template,
        format: options.format.clone(),
        letters,
        words: Words { first: options.first.clone(), second: options.second.clone() },
        digits: match options.answers {
            Answers::Auto => None,
            Answers::Values => Some(Digits::Values),
            Answers::Outcomes => Some(Digits::Outcomes),
        },
        limits: Limits { time: options.run_time, output: options.run_output, memory: options.run_memory },
        space,
        time,
        seed: options.seed,
        threads: setting.threads.unwrap_or_else(|| available_parallelism().map_or(1, NonZeroUsize::get)).min(MOST_RUNS),
    })
}
