//! `stress`: another program against grundy.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use grundy::game::Shape;
use grundy::{Diagnostic, Session};

use crate::args::{Answers, Stress};
use crate::exit::{Exit, Failure};
use crate::render::stress as render;
use crate::setting::Setting;
use crate::shell;
use crate::stress::answers::Words;
use crate::stress::cases::{Draw, Space};
use crate::stress::child::Limits;
use crate::stress::oracle::Oracle;
use crate::stress::search::{Digits, Plan, search};
use crate::stress::template::Template;
use crate::verb::{reading, source};

/// So many programs run at a time at most.
const MOST_RUNS: usize = 16;
/// Positions of more numbers are not drawn.
const MOST_HEAPS: usize = 1000;

/// Looks for the smallest input on which the program errs.
pub(crate) fn run(options: &Stress, session: &mut Session, setting: &Setting) -> Result<Exit, Failure> {
    let mut source = source::read_text(&options.text, setting)?;
    let question = reading::game(session, &mut source, setting)?;
    if matches!(question.game.shape(), Shape::Text | Shape::Positions) {
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
    let template = Template::read(&options.format, &question.game).map_err(Failure::plain)?;
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
    let space = Space::of(&question, numbers, options.min, options.max);
    if space.min > space.max {
        let fault = Diagnostic::input(format!("no position is left: --min {} is above --max {}", space.min, space.max));
        return Err(Failure::plain(fault));
    }
    let plan = Plan {
        bounded: options.max.is_some(),
        fixed: numbers.is_some() || template.counts(),
        command,
        template,
        words: Words { first: options.first.clone(), second: options.second.clone() },
        digits: match options.answers {
            Answers::Auto => None,
            Answers::Values => Some(Digits::Values),
            Answers::Outcomes => Some(Digits::Outcomes),
        },
        limits: Limits { time: options.run_time, output: options.run_output, memory: options.run_memory },
        space,
        time: options.seconds,
        seed: options.seed,
        threads: setting.threads.unwrap_or_else(|| available_parallelism().map_or(1, NonZeroUsize::get)).min(MOST_RUNS),
    };
    let report = setting.ask(|cx| {
        let draw = Draw::new(&question, &plan.space, plan.seed, cx);
        search(&plan, Oracle::new(session, &question), draw, cx)
    });
    let report = report.map_err(Failure::about(&source))?;
    setting.print(
        |out| render::json(out, &question, &plan, &report),
        |out| render::text(out, &question, &plan, &report, &setting.terminal),
    )?;
    Ok(match (&report.finding, &report.stopped) {
        (Some(_), _) => Exit::No,
        (None, Some(_)) => Exit::Spent,
        (None, None) => Exit::Answered,
    })
}
