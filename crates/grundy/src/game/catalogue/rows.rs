//! Games whose whole list of numbers is one component; their rules are in [`crate::game::rows`].

use super::{Definition, Entry, Group};
use crate::game::rows::{
    antonim, end_nim, kotzig, moore, new_stone, nim_with_pass, northcott, poker_nim, row, silver_dollar, staircase,
    thirty_one, welter,
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "staircase",
        english: "Staircase Nim",
        chinese: "阶梯博弈",
        other_names: &["阶梯尼姆", "楼梯博弈", "台阶博弈", "台阶尼姆"],
        rule_english: "Move any positive number of coins from one stair down to the next, from stair 1 to the ground; \
            stair 1 is written first.",
        rule_chinese: "把某一级台阶上的任意正数枚硬币移到下一级，第 1 级的移到地面；第 1 级写在最前。",
        group: Group::Rows,
        signature: "staircase(stair 1, stair 2, …)",
        example: "staircase(3, 0, 5, 2)",
        references: &["T. S. Ferguson, Game Theory (second edition), part I, chapter 2: The Game of Nim, 2014"],
        definition: Definition::Rules(|brackets| row(staircase::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "antonim",
        english: "Antonim",
        chinese: "异尼姆",
        other_names: &["Nim without equal heaps", "不等堆尼姆"],
        rule_english: "Take any positive number from one heap, but never leave two heaps of the same size, unless both \
            are empty.",
        rule_chinese: "从一堆中取走任意正数个，但不能留下大小相同的两堆，空堆除外。",
        group: Group::Rows,
        signature: "antonim(a, b, …)",
        example: "antonim(2, 4, 6)",
        references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982"],
        definition: Definition::Rules(|brackets| row(antonim::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "pokernim",
        english: "Poker Nim",
        chinese: "扑克尼姆",
        other_names: &["扑克 Nim"],
        rule_english: "Take any positive number of chips from one heap, which leave the game, or put any positive number \
            of the k chips in hand, which both players share, on one heap that is not empty.",
        rule_chinese: "从一堆中取走任意正数个筹码（不再使用），或把双方共用的手中 k 个筹码中的任意正数个放到一个非空的堆上。",
        group: Group::Rows,
        signature: "pokernim[k](a, b, …)",
        example: "pokernim[2](3, 5)",
        references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 3, 1982"],
        definition: Definition::Rules(|brackets| row(poker_nim::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "moore",
        english: "Moore's Nim",
        chinese: "摩尔尼姆",
        other_names: &["Moore's Nim_k", "Nim-k", "Moore 尼姆", "摩尔博弈"],
        rule_english: "Take any positive numbers from at least one and at most k of the heaps.",
        rule_chinese: "从至少一堆、至多 k 堆中各取任意正数个。",
        group: Group::Rows,
        signature: "moore[k](a, b, …)",
        example: "moore[2](1, 2, 3)",
        references: &["E. H. Moore, A generalization of the game called nim, 1910"],
        definition: Definition::Rules(|brackets| row(moore::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "newstone",
        english: "A New Stone Game",
        chinese: "新石子游戏",
        other_names: &["New stone game", "取石子并移动"],
        rule_english: "Take at least one stone from a pile, then move any of its remaining stones to other piles that \
            are not empty.",
        rule_chinese: "从一堆中取走至少一个石子，再把这一堆剩下的任意多个石子移到其他非空的堆上。",
        group: Group::Rows,
        signature: "newstone(a, b, …)",
        example: "newstone(2, 1, 3)",
        references: &["POJ 1740, A New Stone Game"],
        definition: Definition::Rules(|brackets| row(new_stone::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "silverdollar",
        english: "Silver dollar game",
        chinese: "银元游戏",
        other_names: &[
            "Silver dollar game without the dollar",
            "Georgia and Bob",
            "Sliding coins",
            "银币游戏",
            "棋子左移",
        ],
        rule_english: "Move a coin any number of squares to the left without jumping over or sharing a square with \
            another; squares count from 0. In silverdollar[dollar] square 0 is a money bag, which holds any number of \
            coins, the coin on the right is the dollar, the others are pennies, and once the dollar is in the bag, whoever \
            takes the bag ends the game.",
        rule_chinese: "把一枚硬币向左移动任意多格，不能越过其他硬币，也不能同格；格子从 0 编号。silverdollar[dollar] 中第 0 格是钱袋，\
            可装任意多枚硬币，最右边的是银元，其余是便士；银元进袋后，拿走钱袋者结束游戏。",
        group: Group::Rows,
        signature: "silverdollar(square, square, …) or silverdollar[dollar](square, square, …)",
        example: "silverdollar(0, 2, 5)",
        references: &[
            "J. H. Conway, On Numbers and Games, 1976",
            "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 15, 1982",
        ],
        definition: Definition::Rules(|brackets| row(silver_dollar::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "welter",
        english: "Welter's game",
        chinese: "韦尔特游戏",
        other_names: &["Sato–Welter game", "韦尔特博弈"],
        rule_english: "Move a coin to any lower square that is free; jumping is allowed; squares count from 0.",
        rule_chinese: "把一枚硬币移到任意一个编号更小的空格，可以越过其他硬币；格子从 0 编号。",
        group: Group::Rows,
        signature: "welter(square, square, …)",
        example: "welter(1, 4, 6)",
        references: &[
            "C. P. Welter, The theory of a class of games on a sequence of squares, in terms of the advancing \
                operation in a special group, 1954",
            "J. H. Conway, On Numbers and Games, chapter 13, 1976",
        ],
        definition: Definition::Rules(|brackets| row(welter::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "endnim",
        english: "End-Nim",
        chinese: "两端取石子",
        other_names: &["两端尼姆", "取两端石子堆"],
        rule_english: "Take any positive number from the leftmost or from the rightmost pile that is not empty.",
        rule_chinese: "从最左边或最右边的非空堆中取走任意正数个。",
        group: Group::Rows,
        signature: "endnim(a, b, …)",
        example: "endnim(3, 1, 3)",
        references: &["M. H. Albert, R. J. Nowakowski, The game of End-Nim, 2001"],
        definition: Definition::Rules(|brackets| row(end_nim::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "northcott",
        english: "Northcott's game",
        chinese: "诺斯科特游戏",
        other_names: &["Northcott 游戏", "诺斯科特博弈"],
        rule_english: "Bring one of the two checkers of a row nearer to the other without jumping; retreats, which the \
            other player undoes by following (they are reversible), are not listed.",
        rule_chinese: "把一行中两枚棋子之一向另一枚移近，不能越过；后退可由对方跟进抵消（可逆），故不列出。",
        group: Group::Rows,
        signature: "northcott((a, b), (c, d), …)",
        example: "northcott((1, 6), (3, 4))",
        references: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 3, 1982"],
        definition: Definition::Rules(|brackets| row(northcott::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "nimpass",
        english: "Nim with a pass",
        chinese: "可跳过的尼姆",
        other_names: &["Nim 跳过一次", "带一次弃权的尼姆"],
        rule_english: "Nim in which once in the play one of the players may pass, but not when all heaps are empty; \
            nimpass[p] has p passes, and nimpass[0] is what is left after the last.",
        rule_chinese: "尼姆游戏，但整局中双方合计可跳过一次，所有堆都空时不能跳过；nimpass[p] 还可跳过 p 次，nimpass[0] 表示已跳过。",
        group: Group::Rows,
        signature: "nimpass(a, b, …) or nimpass[p](a, b, …)",
        example: "nimpass(3, 4, 5)",
        references: &[
            "R. E. Morrison, E. J. Friedman, A. S. Landsberg, Combinatorial games with a pass: A dynamical systems \
                approach, 2012",
        ],
        definition: Definition::Rules(|brackets| row(nim_with_pass::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "kotzig",
        english: "Kotzig's Nim",
        chinese: "科齐格尼姆",
        other_names: &["Modular Nim", "环形走格", "科齐格博弈"],
        rule_english: "On a circle of n squares move the token forward by a number of the set to a square that was not \
            visited; the visited squares are written in order, the last is the token's.",
        rule_chinese: "在 n 格的圆圈上把棋子按集合中的步数前移到未到过的格子；按次序写出到过的格子，最后一个是棋子所在。",
        group: Group::Rows,
        signature: "kotzig[n, {a, b}](0, …)",
        example: "kotzig[7, {1, 2}](0)",
        references: &["A. Kotzig, O k-posunutiach (On k-translations), 1946"],
        definition: Definition::Rules(|brackets| row(kotzig::game(brackets))),
        ..Entry::USUAL
    },
    Entry {
        name: "thirtyone",
        english: "The game of thirty-one",
        chinese: "三十一点",
        other_names: &["The Game of 31", "Thirty-one", "31 点", "凑三十一"],
        rule_english: "Add a card, ace (1) to six, of which there are four each, to a running total that may not pass 31.",
        rule_chinese: "从 A（1）到 6 各四张的牌中轮流加上一张，总和不得超过 31。",
        group: Group::Rows,
        signature: "thirtyone(total) or thirtyone(total, aces, twos, threes, fours, fives, sixes)",
        example: "thirtyone(0)",
        references: &["H. E. Dudeney, The Canterbury Puzzles, 1907"],
        definition: Definition::Rules(|brackets| row(thirty_one::game(brackets))),
        ..Entry::USUAL
    },
];
