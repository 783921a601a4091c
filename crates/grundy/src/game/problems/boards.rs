//! Coins, trees and graphs.

use super::{Problem, USUAL};
use crate::outcome::Convention::Misere;
use crate::outcome::Outcome::{Next, Previous};

pub(super) const PROBLEMS: &[Problem] = &[
    Problem {
        numbers: &["HDU 3537"],
        title: "Daizhenyang's Coin",
        game: "mockturtles",
        example: "mockturtles(\"HHHH\")",
        outcome: Previous,
        guess: false,
        english: "Turn one, two or three coins, the rightmost of them from heads to tails.",
        chinese: "翻一至三枚硬币，最右的一枚须由正面翻到反面。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 3404"],
        title: "Switch lights",
        game: "tartan[turtles,turtles]",
        example: "tartan[turtles,turtles](\"TH|HT\")",
        outcome: Previous,
        guess: false,
        english: "Turn the corners of a rectangle, the last of them from on to off; it may be a line or a single light.",
        chinese: "翻动矩形的四角，右下角须由亮变暗；矩形可以退化成线段或一点。",
        ..USUAL
    },
    Problem {
        numbers: &["POJ 3710", "HDU 3094", "HackerRank Deforestation", "AtCoder agc017_d", "HDU 5299"],
        title: "Christmas Game",
        game: "hackenbush",
        example: "hackenbush(\"edges:0-1,0-2,2-3\")",
        outcome: Next,
        guess: false,
        english: "Cut an edge; what is no longer joined to the root falls. HDU 3094 has only trees. In HDU 5299 a circle goes with all inside it: it is an edge to the circle around it, or to the ground.",
        chinese: "剪断一条边，不再与根相连的部分掉落；HDU 3094 只有树。HDU 5299 中去掉一个圆及其内部的圆：每个圆是连到外面一层的圆或地面的一条边。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 3590"],
        title: "PP and QQ",
        convention: Misere,
        game: "hackenbush",
        example: "misere hackenbush(\"edges:0-1\")",
        outcome: Previous,
        guess: false,
        english: "Cut an edge of a tree; the player who cuts the last one loses. The roots of all trees are the ground.",
        chinese: "剪断树的一条边，剪最后一条者输；各树的根都是地面。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 1564", "Luogu P4136", "BZOJ 2463"],
        title: "Play a game",
        game: "geography",
        example: "geography(\"grid:2x2\", start=0)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "A stone in the corner of a board moves to a neighbouring square where it has not been.",
        chinese: "角上的石子走到相邻的、没走过的格。",
        ..USUAL
    },
    Problem {
        numbers: &["POJ 2425", "HDU 1524", "UVa 11927", "AtCoder agc016_f"],
        title: "A Chess Game",
        game: "graph{0->1,2; 1; 2->3; 3}",
        example: "graph{0->1,2; 1; 2->3; 3}(0, 2)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "Tokens move along the arcs of a graph without cycles, and several may share a vertex; agc016_f counts sets of arcs. `grundy label` reads the graph from a file.",
        chinese: "棋子沿无环图的弧移动，可以同点；agc016_f 求弧集的个数。`grundy label` 从文件读图。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder abc206_f"],
        title: "Interval Game 2",
        game: "nodekayles",
        example: "nodekayles(\"edges:0,1-2\")",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "Choose intervals that have no point in common; intervals that meet are neighbours in the graph.",
        chinese: "选取互不相交的区间；相交的区间在图中相邻。",
        ..USUAL
    },
    Problem {
        numbers: &["POJ 2599"],
        title: "A funny game",
        game: "geography",
        example: "geography(\"edges:3-2,3-1,1-4\", start=3)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "A token moves along the edges of a tree and never comes back to a vertex.",
        chinese: "棋子沿树的边移动，不回到走过的点。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 630R"],
        title: "Game",
        game: "nodekayles",
        example: "nodekayles(\"grid:2x2\")",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "Paint a square that has no painted neighbour, on a board of n by n. The first player wins exactly where n is odd.",
        chinese: "在 n×n 的棋盘上涂一格，相邻的格不能都涂。先手必胜当且仅当 n 为奇数。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 1760"],
        title: "A New Tetris Game",
        game: "nodekayles",
        example: "nodekayles(\"path:4\")",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "Lay a block of 2 by 2 on free squares. Every place for a block is a vertex, and those that overlap are neighbours; the example is a board of 2 by 5.",
        chinese: "在空格上放一个 2×2 的方块：每个可放的位置是一个点，重叠的位置相邻；例子为 2×5 的棋盘。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder abc354_e"],
        title: "Remove Pairs",
        game: "arckayles",
        example: "arckayles(\"edges:1-3,1-4,2-5\")",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "Take two cards with the same front or the same back; such cards are neighbours in the graph.",
        chinese: "取走正面相同或背面相同的两张牌；这样的牌在图中相邻。",
        ..USUAL
    },
    Problem {
        numbers: &["Luogu P4055", "BZOJ 1443"],
        title: "[JSOI2009] 游戏",
        game: "geography",
        example: "geography(\"edges:1-2,2-3,3-4,3-5\", start=4)",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "One player chooses where the piece begins in a maze, the other moves first; no square is visited twice. The starts that the one who moves first loses are asked.",
        chinese: "一人选迷宫中棋子的起点，另一人先走，走过的格不能再走；求使先走者必败的起点。",
        ..USUAL
    },
    Problem {
        numbers: &["Project Euler 400"],
        title: "Fibonacci tree game",
        game: "hackenbush",
        example: "hackenbush(\"edges:0-1,1-2,0-3\")",
        outcome: Next,
        guess: false,
        english: "Take a vertex of a tree with all below it; who takes the root loses, so the root is the ground and every other vertex an edge. The winning first moves are counted.",
        chinese: "取走树的一个点及其下的全部，取根者输：根是地面，其余各点是边。求必胜的第一步的个数。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder arc087_c"],
        title: "Prefix-free Game",
        game: "ruler",
        example: "ruler(\"H\") + ruler(\"H\")",
        outcome: Previous,
        guess: false,
        english: "Add a string of 0 and 1 so that none is a prefix of another. A free subtree of the trie that has h levels is a head at place h, counted from 1.",
        chinese: "加入一个 01 串，使任一串都不是另一串的前缀：字典树中空缺的、有 h 层的子树，是第 h 个位置（从 1 数起）的一枚正面硬币。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder arc038_c"],
        title: "茶碗と豆",
        game: "graph{1->0; 2->1,0; 3->2; 4->3,2; 5->4,3,2,1; 6->5,4,3}",
        example: "graph{1->0; 2->1,0; 3->2; 4->3,2; 5->4,3,2,1; 6->5,4,3}(1, 5)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "A bean of bowl i goes to one of the c_i bowls before it; here c is 1, 2, 1, 2, 4, 3, with a bean in bowl 1 and one in bowl 5.",
        chinese: "第 i 个碗里的一颗豆移到它前面 c_i 个碗之一；此处 c 为 1、2、1、2、4、3，第 1 和第 5 个碗里各有一颗。",
        ..USUAL
    },
    Problem {
        numbers: &["LightOJ 1355"],
        title: "Game of CS",
        game: "hackenbush",
        example: "hackenbush(\"edges:0-1,0-1,1-2\")",
        outcome: Next,
        guess: false,
        english: "Lower the number of an edge of a tree; at 0 it falls with all above it. An edge with the number w is w edges between the same two vertices.",
        chinese: "减少树的一条边上的数，减到 0 时该边及其上部掉落：数为 w 的边即同两点之间的 w 条边。",
        ..USUAL
    },
];
