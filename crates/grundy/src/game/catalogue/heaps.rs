//! Games of one heap: each number is a component.

use super::{Definition, Entry, Group};

/// Without parameters.
const fn text(text: &'static str) -> Definition {
    Definition::Text { parameters: &[], text }
}

const GUY_SMITH: &str = "R. K. Guy, C. A. B. Smith, The G-values of various games, 1956";
const WINNING_WAYS: &str = "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your Mathematical Plays, 1982";
const FERGUSON_NIM: &str = "T. S. Ferguson, Game Theory (second edition), part I, chapter 2: The Game of Nim, 2014";
const FERGUSON_VALUES: &str = "T. S. Ferguson, Game Theory (second edition), part I, chapter 3: Graph Games, 2014";

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "nim",
        english: "Nim",
        chinese: "尼姆游戏",
        other_names: &["取石子", "取石子游戏", "尼姆博弈", "Nim 游戏", "拈"],
        rule_english: "Take any positive number from one heap.",
        rule_chinese: "从一堆中取走任意正数个石子。",
        group: Group::Heaps,
        signature: "nim(a, b, …)",
        example: "nim(3, 5, 7)",
        references: &["C. L. Bouton, Nim, a game with a complete mathematical theory, 1902"],
        definition: text("take[1..]"),
        ..Entry::USUAL
    },
    Entry {
        name: "take",
        english: "Subtraction game",
        chinese: "减法游戏",
        other_names: &[
            "Bash's game", "Bachet's game", "Take-away game", "S-Nim", "Race to thirty", "巴什博弈", "抢三十",
            "取数游戏", "报数游戏", "抢数游戏",
        ],
        rule_english: "Take a number of the given set from one heap; take[1..m] is Bash's game.",
        rule_chinese: "从一堆中取走给定集合里的一个数；take[1..m] 即巴什博弈（每次取 1 至 m 个）。",
        group: Group::Heaps,
        signature: "take[S](n, …)",
        example: "take[1..3](21)",
        references: &[
            "C. G. Bachet de Méziriac, Problèmes plaisants et délectables, 1612",
            "S. W. Golomb, A mathematical investigation of games of take-away, 1966",
        ],
        definition: Definition::Take,
        ..Entry::USUAL
    },
    Entry {
        name: "kayles",
        aliases: &["rayles"],
        english: "Kayles",
        chinese: "凯尔斯游戏",
        other_names: &["Rip Van Winkle's Game", "保龄球游戏", "凯勒斯"],
        rule_english: "Knock down one skittle or two neighbours of a row, which may leave two rows.",
        rule_chinese: "击倒一行木柱中的一根或相邻两根，剩下的可以分成两行。",
        group: Group::Heaps,
        signature: "kayles(n, …), kayles[cycle](n, …)",
        example: "kayles(9)",
        references: &["H. E. Dudeney, The Canterbury Puzzles, 1907", GUY_SMITH],
        definition: text("0.77"),
        ..Entry::USUAL
    },
    Entry {
        name: "rims",
        english: "Rims",
        chinese: "圈点游戏",
        other_names: &[],
        rule_english: "Draw a loop through one or more of the spots inside a region, which leaves two regions with the others.",
        rule_chinese: "在一个区域里画一条闭曲线，穿过其中一个或多个点，其余的点分在曲线内外两个区域里。",
        group: Group::Heaps,
        signature: "rims(n, …)",
        example: "rims(5)",
        references: &[WINNING_WAYS],
        definition: text("0.[7]"),
        ..Entry::USUAL
    },
    Entry {
        name: "dawsonskayles",
        aliases: &["dawson"],
        english: "Dawson's Kayles",
        chinese: "道森凯尔斯",
        other_names: &["Dawson", "Dawson Kayles", "道森游戏"],
        rule_english: "Knock down exactly two neighbours of a row, which may leave two rows.",
        rule_chinese: "恰好击倒一行中相邻的两根，剩下的可以分成两行。",
        group: Group::Heaps,
        signature: "dawsonskayles(n, …)",
        example: "dawsonskayles(24)",
        references: &["T. R. Dawson, Caissa's Wild Roses, 1935", GUY_SMITH],
        definition: text("0.07"),
        ..Entry::USUAL
    },
    Entry {
        name: "dawsonschess",
        english: "Dawson's Chess",
        chinese: "道森象棋",
        other_names: &["Dawson Chess", "道森国际象棋"],
        rule_english: "Remove one thing from a row together with its neighbours on either side, as far as there are any.",
        rule_chinese: "从一行中取走一个以及与它相邻的所有个，剩下的可以分成两行。",
        group: Group::Heaps,
        signature: "dawsonschess(n, …)",
        example: "dawsonschess(13)",
        references: &["T. R. Dawson, Caissa's Wild Roses, 1935", GUY_SMITH],
        definition: text("0.137"),
        ..Entry::USUAL
    },
    Entry {
        name: "grundy",
        english: "Grundy's game",
        chinese: "格伦迪游戏",
        other_names: &["Partitioning Game", "格兰迪游戏", "不等分堆"],
        rule_english: "Split a heap into two heaps of different sizes.",
        rule_chinese: "把一堆分成大小不同的两堆。",
        group: Group::Heaps,
        signature: "grundy(n, …)",
        example: "grundy(50)",
        references: &["P. M. Grundy, Mathematics and games, 1939"],
        definition: text("4!.0"),
        ..Entry::USUAL
    },
    Entry {
        name: "lasker",
        english: "Lasker's Nim",
        chinese: "拉斯克尼姆",
        other_names: &["Nim or not Nim?", "拉斯克游戏", "可分堆的尼姆"],
        rule_english: "Take any positive number from a heap, or split it into two heaps without taking.",
        rule_chinese: "从一堆中取走任意正数个，或者不取而把它分成两堆。",
        group: Group::Heaps,
        signature: "lasker(n, …)",
        example: "lasker(2, 5, 7)",
        references: &["E. Lasker, Brettspiele der Völker, 1931"],
        definition: text("4.[3]"),
        ..Entry::USUAL
    },
    Entry {
        name: "mark",
        english: "Mark",
        chinese: "马克游戏",
        other_names: &["Mark game", "减一或折半"],
        rule_english: "Replace n by n-1 or by half of n, rounded down.",
        rule_chinese: "把 n 换成 n-1，或换成 n 的一半（向下取整）。",
        group: Group::Heaps,
        signature: "mark(n, …)",
        example: "mark(20)",
        references: &["A. S. Fraenkel, Aperiodic subtraction games, 2011"],
        definition: text("{n -> n-1; n//2 if n > 0}"),
        ..Entry::USUAL
    },
    Entry {
        name: "aliquot",
        english: "Aliquot game",
        chinese: "真因数游戏",
        other_names: &["Divisor game", "因数游戏", "约数游戏"],
        rule_english: "Subtract from a heap one of its proper divisors.",
        rule_chinese: "从一堆中减去它的一个真因数。",
        group: Group::Heaps,
        signature: "aliquot(n, …)",
        example: "aliquot(96)",
        references: &[FERGUSON_VALUES, "D. E. Iannucci, U. Larsson, Game values of arithmetic functions, 2021"],
        definition: text("{n -> n-k for k in divisors(n) if k < n}"),
        ..Entry::USUAL
    },
    Entry {
        name: "atleasthalf",
        english: "Take at least half",
        chinese: "至少取一半",
        other_names: &["At least half"],
        rule_english: "Take at least half of a heap that is not empty.",
        rule_chinese: "从一个非空堆中取走至少一半。",
        group: Group::Heaps,
        signature: "atleasthalf(n, …)",
        example: "atleasthalf(12)",
        references: &[FERGUSON_VALUES],
        definition: text("{n -> n-k for k in (n+1)//2..n if n > 0}"),
        ..Entry::USUAL
    },
    Entry {
        name: "atmosthalf",
        english: "Take at most half",
        chinese: "至多取一半",
        other_names: &["At most half", "Maximum Nim"],
        rule_english: "Take at least one and at most half of a heap.",
        rule_chinese: "从一堆中取走至少一个、至多一半。",
        group: Group::Heaps,
        signature: "atmosthalf(n, …)",
        example: "atmosthalf(12, 7)",
        references: &[FERGUSON_VALUES, "L. Levine, Fractal sequences and restricted Nim, 2006"],
        definition: text("{n -> n-k for k in 1..n//2}"),
        ..Entry::USUAL
    },
    Entry {
        name: "nimble",
        english: "Nimble",
        chinese: "移硬币游戏",
        other_names: &["灵巧硬币", "左移硬币"],
        rule_english: "Move a coin from its square to any square with a smaller number; squares may be shared, 0 is the end.",
        rule_chinese: "把一枚硬币移到编号更小的任意一格；同一格可放多枚，0 格为终点。",
        group: Group::Heaps,
        signature: "nimble(a, b, …)",
        example: "nimble(1, 4, 6)",
        references: &[FERGUSON_NIM],
        definition: text("take[1..]"),
        ..Entry::USUAL
    },
];
