//! What is Nim, often after some thought what the heaps are.

use super::{Problem, USUAL};
use crate::outcome::Convention::Misere;
use crate::outcome::Outcome::{Next, Previous};

pub(super) const PROBLEMS: &[Problem] = &[
    Problem {
        numbers: &["POJ 2234", "LightOJ 1247", "UVa 10165"],
        title: "Matches Game",
        game: "nim",
        example: "nim(3, 6, 9)",
        outcome: Next,
        english: "Take any positive number from one row; in Matrix Game (LightOJ 1247) the sums of the rows are the heaps.",
        chinese: "从一行中取走任意正数个；LightOJ 1247 的矩阵每行之和为一堆。",
        ..USUAL
    },
    Problem {
        numbers: &["POJ 2975", "HDU 1850"],
        title: "Nim",
        game: "nim",
        example: "nim(7, 11, 13)",
        outcome: Next,
        english: "How many first moves win: `grundy moves` counts them, and `emit --moves` writes a program that does.",
        chinese: "求必胜的第一步有多少种：`grundy moves` 会数出来，`emit --moves` 写出这样的程序。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 2176", "Luogu P1247"],
        title: "取(m堆)石子游戏",
        game: "nim",
        example: "nim(5, 7, 8, 9, 10)",
        outcome: Next,
        english: "The winning first moves of Nim: `grundy moves` lists them, and `emit --moves` writes a program that does.",
        chinese: "尼姆游戏必胜的第一步：`grundy moves` 会列出来，`emit --moves` 写出这样的程序。",
        ..USUAL
    },
    Problem {
        numbers: &["Luogu P2197", "LeetCode 1908", "HackerRank Introduction to Nim Game"],
        title: "nim 游戏",
        game: "nim",
        example: "nim(1, 1)",
        outcome: Previous,
        english: "Take any positive number from one heap.",
        chinese: "从一堆中取走任意正数个石子。",
        ..USUAL
    },
    Problem {
        numbers: &["MIPT 100"],
        title: "Nim",
        game: "nim",
        example: "nim(3, 4, 5)",
        outcome: Next,
        english: "Take any positive number from one heap; print a winning move.",
        chinese: "从一堆中取走任意正数个石子；输出一步必胜着。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 1849"],
        title: "Rabbit and Grass",
        game: "nim",
        example: "nim(3, 5, 6)",
        outcome: Previous,
        english: "Pieces on a strip move left, and several may share a square: the square of each piece is a heap.",
        chinese: "棋子向左移动，可以同格：每枚棋子所在的格号是一堆。",
        ..USUAL
    },
    Problem {
        numbers: &["LightOJ 1192"],
        title: "Left Right",
        game: "nim",
        example: "nim(2, 1)",
        outcome: Next,
        english: "Pairs of pieces move towards each other or apart; the gap of each pair is a heap.",
        chinese: "每对棋子之间的空格数是一堆。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 15C"],
        title: "Industrial Nim",
        game: "nim",
        example: "nim(2, 3, 4)",
        outcome: Next,
        english: "The heaps are x, x + 1, …, x + m - 1 for each quarry.",
        chinese: "每个采石场给出 x、x + 1、…、x + m - 1 各一堆。",
        ..USUAL
    },
    Problem {
        numbers: &[
            "POJ 3480", "HDU 1907", "LightOJ 1253", "HackerRank Misère Nim", "Luogu P4279", "BZOJ 1022", "SPOJ MMMGAME",
        ],
        title: "John",
        convention: Misere,
        game: "nim",
        example: "misere nim(3, 5, 1)",
        outcome: Next,
        english: "Nim, but the player who takes the last one loses.",
        chinese: "尼姆游戏，但取走最后一个者输。",
        ..USUAL
    },
    Problem {
        numbers: &["Project Euler 301"],
        title: "Nim",
        game: "nim",
        example: "nim(1, 2, 3)",
        outcome: Previous,
        english: "Nim with heaps of n, 2n and 3n; count the n for which the first player loses.",
        chinese: "三堆石子分别有 n、2n、3n 个的尼姆游戏；求使先手必败的 n 的个数。",
        ..USUAL
    },
    Problem {
        numbers: &["CSES 1730"],
        title: "Nim Game I",
        game: "nim",
        example: "nim(2, 3, 1)",
        outcome: Previous,
        english: "Take any number of sticks from one heap.",
        chinese: "从一堆中取走任意多根木棍。",
        ..USUAL
    },
    Problem {
        numbers: &["UVa 11311"],
        title: "Exclusively Edible",
        game: "nim",
        example: "nim(1, 1, 1, 1)",
        outcome: Previous,
        english: "Cut a cake in two and eat a piece; who is left with the bad square loses. Four heaps: the rows above and below it and the columns left and right of it.",
        chinese: "把蛋糕切成两块并吃掉一块，只剩坏格者输：坏格上、下的行数和左、右的列数是四堆。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder arc013_c"],
        title: "笑いをとれるかな？",
        game: "nim",
        example: "nim(1, 1)",
        outcome: Previous,
        english: "Cut a block and eat a piece without habanero. Each block gives six heaps: the free layers at each of its faces.",
        chinese: "切开一块豆腐，吃掉不含辣椒的一半：每块给出六堆，即六个面上没有辣椒的层数。",
        ..USUAL
    },
    Problem {
        numbers: &["UVa 11859"],
        title: "Division Game",
        game: "nim",
        example: "nim(2, 2)",
        outcome: Previous,
        english: "Replace some numbers of one row by proper divisors. Each row is a heap: the prime factors of all its numbers, with repetition.",
        chinese: "把一行中的若干个数换成各自的真因数：每行是一堆，大小为该行各数的质因数总个数（重复计）。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 3389"],
        title: "Game",
        game: "nim",
        example: "nim(3, 2, 1)",
        outcome: Previous,
        english: "Cards move from box a to a box b < a if a + b is odd and a multiple of 3. The boxes with a%6 in {0, 2, 5} are heaps, the others do not count.",
        chinese: "牌从盒 a 移到盒 b（b < a，且 a + b 为奇数、是 3 的倍数）：a 模 6 余 0、2、5 的盒各是一堆，其余不计。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 4315"],
        title: "Climbing the Hill",
        game: "nim",
        example: "nim(1, 1)",
        outcome: Previous,
        english: "People climb a hill; who brings the king to the top wins. Pair them from the lowest: the gap of each pair is a heap. One left over is a heap of its distance to the top, one less if the king is the second. If the king is the first, the first player wins.",
        chinese: "人们爬山，把国王送到山顶者胜。从最低处起两两配对，每对之间的空格数是一堆；若多出一人，他到山顶的距离也是一堆，国王为第二人时减 1。国王为第一人时先手胜。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 5996", "HackerRank Move the Coins"],
        title: "dingyeye loves stone",
        game: "nim",
        example: "nim(3, 3)",
        outcome: Previous,
        english: "Stones move from a vertex of a tree to its parent. The vertices at an odd depth are heaps, the others do not count.",
        chinese: "石子从树的一点移到其父亲：深度为奇数的点各是一堆，其余不计。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1498F"],
        title: "Christmas Game",
        game: "nim",
        example: "nim(3, 2)",
        outcome: Next,
        english: "Gifts move from a vertex k levels up the tree. The vertices whose depth d has d//k odd are heaps; every root is asked about.",
        chinese: "礼物从一点移到其 k 级祖先：深度 d 使 d//k 为奇数的点各是一堆；对每个根都要回答。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 812E"],
        title: "Sagheer and Apple Tree",
        game: "nim",
        example: "nim(2, 3)",
        outcome: Next,
        english: "Apples move from a vertex to a child, or are eaten at a leaf; all leaves have depths of the same parity. The vertices at an even distance from the leaves below are heaps.",
        chinese: "苹果从一点移到儿子，在叶子上则被吃掉；各叶深度的奇偶相同。到下方叶子距离为偶数的点各是一堆。",
        ..USUAL
    },
    Problem {
        numbers: &["Project Euler 409"],
        title: "Nim Extreme",
        game: "nim",
        example: "nim(1, 2, 3)",
        outcome: Previous,
        english: "Count the positions of Nim with n different heaps below 2^n that the first player wins.",
        chinese: "n 堆石子的尼姆游戏，各堆大小互不相同且小于 2^n；求先手必胜的局面数。",
        ..USUAL
    },
];
