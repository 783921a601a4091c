//! Heaps and rows that fall into several.

use super::{Problem, USUAL};
use crate::outcome::Outcome::{Next, Previous};

pub(super) const PROBLEMS: &[Problem] = &[
    Problem {
        numbers: &["HDU 3032"],
        title: "Nim or not Nim?",
        game: "lasker",
        example: "lasker(2, 2, 3)",
        outcome: Next,
        english: "Take any positive number from a heap, or split it into two heaps without taking.",
        chinese: "从一堆中取走任意正数个，或者不取而把它分成两堆。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 5795"],
        title: "A Simple Nim",
        game: "{n -> n-k for k in 1..; a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}",
        example: "{n -> n-k for k in 1..; a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}(4, 4)",
        outcome: Previous,
        english: "Take any positive number from a heap, or split it into three heaps.",
        chinese: "从一堆中取走任意正数个，或者把它分成三堆。",
        ..USUAL
    },
    Problem {
        numbers: &["LightOJ 1199"],
        title: "Partitioning Game",
        game: "grundy",
        example: "grundy(4)",
        outcome: Previous,
        english: "Split a heap into two of different sizes.",
        chinese: "把一堆分成大小不同的两堆。",
        ..USUAL
    },
    Problem {
        numbers: &["POJ 2484"],
        title: "A Funny Game",
        game: "kayles[cycle]",
        example: "kayles[cycle](3)",
        outcome: Previous,
        english: "Take one coin or two neighbours of a circle.",
        chinese: "从一圈硬币中取一枚或相邻的两枚。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 3951"],
        title: "Coin Game",
        game: "kayles[cycle]",
        example: "kayles[cycle](3)",
        outcome: Previous,
        english: "Take 1 to k neighbouring coins of a circle; for k = 2 this is `kayles[cycle]`.",
        chinese: "从一圈硬币中取相邻的 1 至 k 枚；k = 2 即 `kayles[cycle]`。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 2999"],
        title: "Stone Game, Why are you always there?",
        game: "{n -> i & n-a-i for a in {1,2} for i in 0.. if a+i <= n}",
        example: "{n -> i & n-a-i for a in {1,2} for i in 0.. if a+i <= n}(3)",
        outcome: Next,
        english: "Take neighbouring stones of a row, a number of the set that the input gives, here {1, 2}.",
        chinese: "从一行中取相邻的若干个石子，个数须在输入给定的集合中，此处为 {1, 2}。",
        ..USUAL
    },
    Problem {
        numbers: &["Luogu P8369"],
        title: "[POI 2000] Strips",
        game: "{p -> a & p-c-a for c in {1,5,1} for a in 0..p-c}",
        example: "{p -> a & p-c-a for c in {1,5,1} for a in 0..p-c}(6)",
        outcome: Previous,
        english: "Lay strips of the given lengths on a board of length p, here 1, 5 and 1.",
        chinese: "在长为 p 的木板上放给定长度的纸条，此处为 1、5、1。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder abc278_g"],
        title: "Generalized Subtraction Game",
        game: "{n -> a & n-k-a for k in l..r for a in 0..n-k}",
        example: "{n -> a & n-k-a for k in 3..3 for a in 0..n-k}(6)",
        outcome: Next,
        english: "Take l to r neighbouring cards, which may leave two rows.",
        chinese: "取走相邻的 l 至 r 张牌，可能剩下两段。",
        ..USUAL
    },
    Problem {
        numbers: &["POJ 3537"],
        title: "Crosses and Crosses",
        game: "treblecross",
        example: "treblecross(6)",
        outcome: Previous,
        guess: false,
        english: "Both write crosses; who completes three in a row wins.",
        chinese: "双方都画叉，先连成三个者胜。",
        ..USUAL
    },
    Problem {
        numbers: &["LightOJ 1229", "UVa 10561"],
        title: "Treblecross",
        game: "treblecross",
        example: "treblecross(\".....xx\")",
        outcome: Next,
        guess: false,
        english: "Both write crosses on a strip with some crosses; who completes three in a row wins. `grundy moves` lists the winning squares.",
        chinese: "在已有若干叉的一行上画叉，先连成三个者胜；`grundy moves` 列出必胜的格。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 305E"],
        title: "Playing with String",
        game: "dawsonschess",
        example: "dawsonschess(5)",
        outcome: Next,
        english: "Each run of letters that have equal neighbours is a heap.",
        chinese: "左右相邻字母相等的位置，每个连续段是一堆。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1704F"],
        title: "Colouring Game",
        game: "dawsonskayles",
        example: "dawsonskayles(4)",
        outcome: Next,
        english: "With as many red cells as blue ones, each longest run of cells of alternating colours is a heap; with more \
                  red ones Alice wins, with more blue ones Bob.",
        chinese: "红格与蓝格一样多时，每个极长的红蓝交替段是一堆；红格多则 Alice 胜，蓝格多则 Bob 胜。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1823E"],
        title: "Removing Graph",
        game: "{n -> {m -> a & m-k-a for k in l..r for a in 0..m-k}(n-k) for k in l..r}",
        example: "{n -> {m -> a & m-k-a for k in 2..3 for a in 0..m-k}(n-k) for k in 2..3}(3, 3)",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "A heap is a cycle: take l to r vertices that are joined. A path is left, and falls into two. A cycle of n \
                  has value n // l if n < l + r, else 0.",
        chinese: "一堆是一个圈：取走相连的 l 至 r 个顶点，剩下一条路径，以后再断成两段。n 个顶点的圈，n < l + r 时值为 n // l，否则为 0。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 4664"],
        title: "Triangulation",
        game: "dawsonskayles",
        example: "dawsonskayles(4)",
        outcome: Next,
        english: "Each set of n points is a heap: a line takes two of them and parts the others.",
        chinese: "每组 n 个点是一堆：一条线段用去两点，并把其余的点分成两组。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 603C"],
        title: "Lieges of Legendre",
        game: "{n -> n-1; n//2 times k if n%2 = 0 and n > 0}",
        example: "{n -> n-1; n//2 times 2 if n%2 = 0 and n > 0}(3)",
        outcome: Previous,
        english: "Take one, or turn a heap of 2u into k heaps of u.",
        chinese: "取一个，或把 2u 个的一堆变成 k 堆 u 个。",
        ..USUAL
    },
    Problem {
        numbers: &["Luogu P3235", "BZOJ 3576"],
        title: "江南乐",
        game: "{n -> n//m times (m-n%m)%2 & n//m+1 times n%m%2 for m in 2..n if n >= 3}",
        example: "{n -> n//m times (m-n%m)%2 & n//m+1 times n%m%2 for m in 2..n if n >= 3}(5)",
        outcome: Next,
        english: "Split a heap of at least F, here 3, into m ≥ 2 heaps as equal as possible; equal heaps cancel in pairs.",
        chinese: "把不少于 F（此处为 3）的一堆尽量平均地分成 m ≥ 2 堆；相同的堆两两抵消。",
        ..USUAL
    },
    Problem {
        numbers: &["UVa 1378", "Luogu P3185", "BZOJ 1188"],
        title: "A Funny Stone Game",
        game: "{n -> a & b for a in 0..n-1 for b in 0..a}",
        example: "{n -> a & b for a in 0..n-1 for b in 0..a}(3, 1)",
        outcome: Next,
        english: "A stone goes away and one comes to each of two piles further right: every stone is a heap, its distance from the last pile.",
        chinese: "取走一枚，在右边两堆各放一枚：每枚石子是一堆，大小为它到最后一堆的距离。",
        ..USUAL
    },
    Problem {
        numbers: &["Luogu P2575", "HDU 5724"],
        title: "高手过招",
        game: "{m -> m-2^i+2^j for i in 0..19 for j in 0..i-1 if m//2^i%2 = 1 and m//2^j%2 = 0 and m//2^(j+1)%2^(i-j-1) = 2^(i-j-1)-1}",
        example: "{m -> m-2^i+2^j for i in 0..19 for j in 0..i-1 if m//2^i%2 = 1 and m//2^j%2 = 0 and m//2^(j+1)%2^(i-j-1) = 2^(i-j-1)-1}(3)",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "A piece moves to the next empty square on its right, over others if there are any; a row is a set of bits, its rightmost square the lowest.",
        chinese: "棋子移到右边第一个空格，可越过连续的棋子；每行是一个位集，最右的格为最低位。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder arc151_c", "LightOJ 1401", "UVa 11534"],
        title: "01 Game",
        game: "{(n,l,r) -> (i,l,c) & (n-1-i,c,r) for c in 1..2 for i in 0..n-1 if (i > 0 or c != l) and (i < n-1 or c != r) by n}",
        example: "{(n,l,r) -> (i,l,c) & (n-1-i,c,r) for c in 1..2 for i in 0..n-1 if (i > 0 or c != l) and (i < n-1 or c != r) by n}((1,0,1), (1,1,2), (3,2,0))",
        outcome: Next,
        guess: false,
        emit: false,
        english: "Two signs are written on a strip, equal ones never side by side. Each run of n empty squares has a sign, 1 or 2, at its left and right end, 0 at the edge.",
        chinese: "在一行上写两种记号，相同的不能相邻；每段 n 个空格，两端为记号 1 或 2，边界为 0。",
        ..USUAL
    },
    Problem {
        numbers: &["LeetCode 294"],
        title: "Flip Game II",
        game: "dawsonskayles",
        example: "dawsonskayles(4)",
        outcome: Next,
        english: "Turn two neighbouring plus signs to minus; each run of plus signs is a heap.",
        chinese: "把相邻的两个加号变成减号；每段连续的加号是一堆。",
        ..USUAL
    },
    Problem {
        numbers: &["HackerRank Bowling Pins"],
        title: "Bowling Pins",
        game: "kayles",
        example: "kayles(1, 1)",
        outcome: Previous,
        english: "Knock down one pin or two neighbours; each run of pins is a heap.",
        chinese: "击倒一个或相邻的两个瓶；每段连续的瓶是一堆。",
        ..USUAL
    },
    Problem {
        numbers: &["HackerRank Stone Piles"],
        title: "Stone Piles",
        game: "{2+}!.0",
        example: "{2+}!.0(1, 3, 4)",
        outcome: Next,
        emit: false,
        english: "Split a heap into two or more heaps, no two of them equal.",
        chinese: "把一堆分成两堆或更多，各堆互不相同。",
        ..USUAL
    },
    Problem {
        numbers: &["HackerRank Tower Breakers, Again", "HDU 6892"],
        title: "Tower Breakers, Again",
        game: "{n -> n//y times y%2 for y in divisors(n) if y > 1}",
        example: "{n -> n//y times y%2 for y in divisors(n) if y > 1}(1, 2, 3)",
        outcome: Previous,
        english: "Break a tower into y > 1 equal towers; equal towers cancel in pairs.",
        chinese: "把一座塔分成 y > 1 座相同的塔；相同的两两抵消。",
        ..USUAL
    },
    Problem {
        numbers: &["Project Euler 306"],
        title: "Paper-strip Game",
        game: "0.07",
        example: "0.07(5)",
        outcome: Previous,
        english: "Blacken two squares of a strip that touch and are both white.",
        chinese: "在一条方格纸带上涂黑两个相邻的白格。",
        ..USUAL
    },
    Problem {
        numbers: &["Project Euler 550"],
        title: "Divisor game",
        game: "{n -> a & b for a in divisors(n) except {1,n} for b in divisors(n) except {1,n}}",
        example: "{n -> a & b for a in divisors(n) except {1,n} for b in divisors(n) except {1,n}}(4)",
        outcome: Next,
        english: "Replace a heap of n by two heaps; the size of each is a divisor of n, neither 1 nor n.",
        chinese: "把一堆 n 个石子换成两堆，每堆的石子数都是 n 的因数，且不为 1 和 n。",
        ..USUAL
    },
    Problem {
        numbers: &["CSES 2207"],
        title: "Grundy's Game",
        game: "grundy",
        example: "grundy(7)",
        outcome: Previous,
        english: "Divide a heap into two different ones.",
        chinese: "把一堆分成大小不同的两堆。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 705B"],
        title: "Spider Man",
        game: "{n -> a & n-a for a in 1..n-1}",
        example: "{n -> a & n-a for a in 1..n-1}(1, 2)",
        outcome: Next,
        english: "Split a cycle of n vertices into two cycles; each cycle is a heap.",
        chinese: "把 n 个点的圈分成两个圈；每个圈是一堆。",
        ..USUAL
    },
    Problem {
        numbers: &["Project Euler 629"],
        title: "Scatterstone Nim",
        game: "{2,3}.0",
        example: "{2,3}.0(3, 2)",
        outcome: Next,
        english: "Split a heap into at least two and at most k heaps, here k = 3.",
        chinese: "把一堆分成至少两堆、至多 k 堆，此处 k = 3。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 3980"],
        title: "Paint Chain",
        game: "{(n,c) -> (a,0) & (n-m-a,0) for a in 0..n-m if c = 0; (n-m,0) if c = 1}",
        example: "{(n,c) -> (a,0) & (n-2-a,0) for a in 0..n-2 if c = 0; (n-2,0) if c = 1}(4, 1)",
        outcome: Previous,
        guess: false,
        english: "Paint m neighbouring beads of a chain. A circle of n beads is (n, 1), a row is (n, 0).",
        chinese: "给相邻的 m 颗珠子涂色：n 颗的一圈为 (n, 1)，一行为 (n, 0)。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 4559"],
        title: "涂色游戏",
        game: "{n -> a & n-2-a for a in 0..n-2; a & n-1-a & nim(1) for a in 0..n-1}",
        example: "{n -> a & n-2-a for a in 0..n-2; a & n-1-a & nim(1) for a in 0..n-1}(2)",
        outcome: Next,
        english: "Paint a square, or a block of 2 by 2, on a board of two rows. A run of n free columns is a heap; a column with one free square is `nim(1)`.",
        chinese: "在两行的格子上涂一格或 2×2 的一块：连续 n 个全空的列是一堆，只剩一格的列是 `nim(1)`。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 335C"],
        title: "More Reclamation",
        game: "{(n,l,r) -> (i,l,c) & (n-1-i,c,r) for c in 1..2 for i in 0..n-1 if (i > 0 or l = 0 or c = l) and (i < n-1 or r = 0 or c = r) by n}",
        example: "{(n,l,r) -> (i,l,c) & (n-1-i,c,r) for c in 1..2 for i in 0..n-1 if (i > 0 or l = 0 or c = l) and (i < n-1 or r = 0 or c = r) by n}(2, 1, 0)",
        outcome: Next,
        guess: false,
        english: "Take one of the two cells of a row; cells of the other column in that row and its neighbours are lost. Each run of n free rows has the column, 1 or 2, taken above and below it, 0 at the edge.",
        chinese: "取一行两格中的一格，另一列在该行和相邻行的格不能再取；每段 n 个空行，上下为所取的列号 1 或 2，边界为 0。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 78C"],
        title: "Beaver Game",
        game: "{n -> (n//t) times t%2 for t in 2.. if t divides n and n//t >= k}",
        example: "{n -> (n//t) times t%2 for t in 2.. if t divides n and n//t >= 4}(15)",
        outcome: Next,
        guess: false,
        english: "Gnaw a log into t equal parts of whole length at least k, here 4. Equal parts cancel in pairs, so `times t%2` has the same values as `times t`.",
        chinese: "把一根原木咬成 t 段相等的、长度为整数且不小于 k 的段，此处 k = 4。相等的段两两抵消，故 `times t%2` 与 `times t` 值相同。",
        ..USUAL
    },
];
