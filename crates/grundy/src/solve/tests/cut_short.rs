//! Answers whose budget ends in the middle.

use crate::Session;
use crate::context::{Budget, Context};
use crate::outcome::Outcome;
use crate::solve::{SolveOptions, solve};

/// The search that found a position won has met a move that wins: it is told where the budget ends before all are tried.
#[test]
fn a_move_that_wins_is_told_before_all_are_tried() {
    for text in ["sprouts(9)", "misere sprouts(6)"] {
        let all = Session::new().position(text).unwrap().solve().unwrap();
        let moves: Vec<String> = all.moves.moves.iter().map(ToString::to_string).collect();
        assert_eq!(all.outcome, Some(Outcome::Next), "{text}");
        let (mut told, mut nodes) = (0, 100);
        loop {
            // nothing is known from the question before
            let position = Session::new().position(text).unwrap();
            let cx = Context::new(Budget { nodes: Some(nodes), ..Budget::UNLIMITED });
            let answer = solve(&position, &SolveOptions::default(), &cx).unwrap();
            assert!(answer.moves.moves.iter().all(|mv| moves.contains(&mv.to_string())), "{text}, {nodes} nodes");
            if answer.is_complete() {
                break;
            }
            told += u32::from(answer.moves.count.is_none() && !answer.moves.moves.is_empty());
            nodes += nodes / 8;
        }
        assert!(told > 2, "{text}: {told}");
    }
}

/// Where a trial inside a question ends, nothing is said of a budget that nobody set.
#[test]
fn a_question_without_a_budget_is_not_cut_short() {
    for text in ["sprouts(8)", "misere sprouts(5)", "nodekayles(\"grid:3x4\")", "chomp(\"4x5\")", "cram(\"4x5\")"] {
        let answer = Session::new().position(text).unwrap().solve().unwrap();
        assert!(answer.stopped.is_none() && answer.outcome.is_some(), "{text}");
    }
}
