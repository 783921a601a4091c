//! Lists that are one position.

use super::{Problem, USUAL};
use crate::outcome::Outcome::{Next, Previous};

pub(super) const PROBLEMS: &[Problem] = &[
    Problem {
        numbers: &["POJ 1704", "Luogu P10507", "Luogu P5363"],
        title: "Georgia and Bob",
        game: "silverdollar",
        example: "silverdollar(0, 1, 2)",
        outcome: Previous,
        english: "Pieces on a strip move left and cannot pass each other; squares count from 0. P5363 counts the starts that the first player wins.",
        chinese: "棋子在一行上向左移动，不能越过别的棋子；格从 0 数起。P5363 求先手必胜的初始局面数。",
        ..USUAL
    },
    Problem {
        numbers: &["Luogu P3480", "BZOJ 1115"],
        title: "KAM-Pebbles",
        game: "staircase",
        example: "staircase(0, 2)",
        outcome: Previous,
        english: "The differences of neighbouring piles are the stairs, beginning with the last pile.",
        chinese: "相邻两堆之差是各级台阶，从最后一堆数起。",
        ..USUAL
    },
    Problem {
        numbers: &["POJ 1740"],
        title: "A New Stone Game",
        game: "newstone",
        example: "newstone(2, 1, 3)",
        outcome: Next,
        english: "Take at least one stone from a pile, then move any of its other stones to other piles.",
        chinese: "从一堆中至少取一个，再把其余的任意分给别的堆。",
        ..USUAL
    },
    Problem {
        numbers: &["Luogu P2599", "BZOJ 1413"],
        title: "取石子游戏",
        game: "endnim",
        example: "endnim(3, 1, 9, 4)",
        outcome: Previous,
        english: "Take from the first or the last pile of a row.",
        chinese: "只能从最左或最右的一堆取石子。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 1730"],
        title: "Northcott Game",
        game: "northcott",
        example: "northcott((4,5), (1,2), (1,2))",
        outcome: Previous,
        english: "Two pieces in each row move along it and cannot pass each other.",
        chinese: "每行两枚棋子，沿行移动，不能越过对方。",
        ..USUAL
    },
    Problem {
        numbers: &["LightOJ 1186"],
        title: "Incredible Chess",
        game: "northcott",
        example: "northcott((1,5), (3,5), (2,5), (2,3), (0,1), (1,2))",
        outcome: Previous,
        english: "Two pawns in each column move as in Northcott's game.",
        chinese: "每列两枚兵，走法同 Northcott 游戏。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 4155", "SPOJ GAME31", "UVa 10578"],
        title: "The Game of 31",
        game: "thirtyone",
        example: "thirtyone(0)",
        outcome: Next,
        emit: false,
        english: "Cards ace to six, four of each, are laid; a player who would pass 31 loses.",
        chinese: "A 到 6 的牌各四张，轮流出牌，总和不能超过 31。",
        ..USUAL
    },
    Problem {
        numbers: &["HackerRank Poker Nim"],
        title: "Poker Nim",
        game: "pokernim[5]",
        example: "pokernim[5](1, 2)",
        outcome: Next,
        english: "Nim in which chips may be added, at most k times; here k = 5.",
        chinese: "尼姆游戏，可以加筹码，至多 k 次；此处 k = 5。",
        ..USUAL
    },
    Problem {
        numbers: &["CSES 1099"],
        title: "Stair Game",
        game: "staircase",
        example: "staircase(0, 5)",
        outcome: Previous,
        english: "The first stair of the input is the ground; the list begins with the second.",
        chinese: "输入的第一级是地面；列表从第二级写起。",
        ..USUAL
    },
];
