//! Coins, trees and graphs.

use super::Problem;
use crate::outcome::Outcome::{Next, Previous};

pub(super) const PROBLEMS: &[Problem] = &[
    Problem {
        numbers: &["HDU 3537"],
        title: "Daizhenyang's Coin",
        game: "mockturtles",
        example: "mockturtles(\"HHHH\")",
        outcome: Previous,
        verbs: &["emit"],
        english: "Turn one, two or three coins, the rightmost of them from heads to tails.",
        chinese: "翻一至三枚硬币，最右的一枚须由正面翻到反面。",
    },
    Problem {
        numbers: &["HDU 3404"],
        title: "Switch lights",
        game: "tartan[turtles,turtles]",
        example: "tartan[turtles,turtles](\"TH|HT\")",
        outcome: Previous,
        verbs: &[],
        english: "Turn the corners of a rectangle, the last of them from on to off; it may be a line or a single light.",
        chinese: "翻动矩形的四角，右下角须由亮变暗；矩形可以退化成线段或一点。",
    },
    Problem {
        numbers: &["POJ 3710", "HDU 3094"],
        title: "Christmas Game",
        game: "hackenbush",
        example: "hackenbush(\"edges:0-1,0-2,2-3\")",
        outcome: Next,
        verbs: &[],
        english: "Cut an edge; what is no longer joined to the root falls. A tree game (HDU 3094) has trees alone.",
        chinese: "剪断一条边，不再与根相连的部分掉落；HDU 3094 只有树。",
    },
    Problem {
        numbers: &["HDU 3590"],
        title: "PP and QQ",
        game: "misere hackenbush",
        example: "misere hackenbush(\"edges:0-1\")",
        outcome: Previous,
        verbs: &[],
        english: "Cut an edge of a tree; the player who cuts the last one loses.",
        chinese: "剪断树的一条边，剪最后一条者输。",
    },
    Problem {
        numbers: &["HDU 1564", "Luogu P4136"],
        title: "Play a game",
        game: "geography",
        example: "geography(\"grid:2x2\", start=0)",
        outcome: Next,
        verbs: &[],
        english: "A stone in the corner of a board moves to a neighbouring square where it has not been.",
        chinese: "角上的石子走到相邻的、没走过的格。",
    },
    Problem {
        numbers: &["POJ 2425", "HDU 1524", "UVa 11927"],
        title: "A Chess Game",
        game: "graph{0->1,2; 1; 2->3; 3}",
        example: "graph{0->1,2; 1; 2->3; 3}(0, 2)",
        outcome: Next,
        verbs: &[],
        english: "Tokens move along the arcs of a graph without cycles, and several may share a vertex. `grundy label` reads the graph from a file.",
        chinese: "棋子沿无环图的弧移动，可以同点；`grundy label` 从文件读图。",
    },
];
