//! A place of two numbers of which a move may change both: Wythoff's game, Euclid's, and moves on a grid.

use super::{Problem, USUAL};
use crate::outcome::Convention::Misere;
use crate::outcome::Outcome::{Next, Previous};

pub(super) const PROBLEMS: &[Problem] = &[
    Problem {
        numbers: &["POJ 1067", "HDU 1527", "HDU 2177", "Luogu P2252", "HDU 5973"],
        title: "取石子游戏",
        game: "wythoff",
        example: "wythoff(2, 1)",
        outcome: Previous,
        english: "Take any positive number from one of two heaps, or the same number from both.",
        chinese: "从两堆之一取任意正数个，或从两堆取同样多。",
        ..USUAL
    },
    Problem {
        numbers: &["POJ 2348", "HDU 1525", "Luogu P1290", "UVa 10368"],
        title: "Euclid's Game",
        game: "euclid",
        example: "euclid(34, 12)",
        outcome: Next,
        english: "Subtract a positive multiple of one number from the other; who gets 0 wins.",
        chinese: "从一个数中减去另一个数的正整数倍，得到 0 者胜。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 2516", "UVa 12469", "Project Euler 366"],
        title: "取石子游戏",
        game: "fibonaccinim",
        example: "fibonaccinim(13)",
        outcome: Previous,
        english: "Take at least one and at most twice what was taken before; not all at the start.",
        chinese: "至少取一个，至多取上一次的两倍；第一次不能取完。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 2147"],
        title: "kiki's game",
        game: "{(a,b) -> (a-1,b) | (a,b-1) | (a-1,b-1)}",
        example: "{(a,b) -> (a-1,b) | (a,b-1) | (a-1,b-1)}(4, 2)",
        outcome: Previous,
        english: "A coin moves one square left, down or both; n and m are one larger than the coordinates.",
        chinese: "硬币向左、向下或斜走一格；坐标比 n、m 小 1。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 36D"],
        title: "New Game with a Chess Piece",
        game: "{(a,b) -> (a-1,b) | (a,b-1) | (a-k,b-k)}",
        example: "{(a,b) -> (a-1,b) | (a,b-1) | (a-2,b-2)}(1, 2)",
        outcome: Next,
        guess: false,
        english: "A piece moves one square left or up, or k along the diagonal, here 2; coordinates count from 0.",
        chinese: "棋子向左或向上走一格，或沿对角线走 k 格，此处 k = 2；坐标从 0 数起。",
        ..USUAL
    },
    Problem {
        numbers: &["LightOJ 1315"],
        title: "Game of Hyper Knights",
        game: "{(x,y) -> (x-2,y+1) | (x-3,y-1) | (x-2,y-1) | (x-1,y-2) | (x-1,y-3) | (x+1,y-2)}",
        example: "{(x,y) -> (x-2,y+1) | (x-3,y-1) | (x-2,y-1) | (x-1,y-2) | (x-1,y-3) | (x+1,y-2)}((2,5), (3,5))",
        outcome: Next,
        emit: false,
        english: "Each knight moves in six ways towards the corner. `emit --style table` writes the values that add up.",
        chinese: "每个骑士有六种走法，都朝向角落。求和所需的值用 `emit --style table`。",
        ..USUAL
    },
    Problem {
        numbers: &["HackerRank A Chessboard Game", "HackerRank Chessboard Game, Again!"],
        title: "A Chessboard Game",
        game: "{(x,y) -> (x-2,y-1) | (x-1,y-2); (x-2,y+1) if y < 14; (x+1,y-2) if x < 14}",
        example: "{(x,y) -> (x-2,y-1) | (x-1,y-2); (x-2,y+1) if y < 14; (x+1,y-2) if x < 14}(4, 1)",
        outcome: Previous,
        english: "A coin moves like a knight towards the corner of a board of 15 by 15; coordinates count from 0.",
        chinese: "硬币像马一样朝角落走，棋盘 15×15；坐标从 0 数起。",
        ..USUAL
    },
    Problem {
        numbers: &["POJ 2311", "Luogu P10501"],
        title: "Cutting Game",
        game: "{(a,b) -> (k,b) & (a-k,b) for k in 2.. if k <= a-k; (a,k) & (a,b-k) for k in 2.. if k <= b-k}",
        example: "{(a,b) -> (k,b) & (a-k,b) for k in 2.. if k <= a-k; (a,k) & (a,b-k) for k in 2.. if k <= b-k}(4, 2)",
        outcome: Next,
        guess: false,
        english: "Cut a rectangle; who cuts off a square of 1 by 1 wins, so nobody leaves a side of 1.",
        chinese: "剪开长方形，先剪出 1×1 者胜，故谁也不会留下长为 1 的边。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 1729"],
        title: "Stone Game",
        game: "{(s,c) -> (s,c+k) for k in 1..c^2 if c+k <= s by s-c}",
        example: "{(s,c) -> (s,c+k) for k in 1..c^2 if c+k <= s by s-c}((2,0), (3,3), (6,2))",
        outcome: Next,
        guess: false,
        english: "A box of size s that holds c stones gets at most c² more.",
        chinese: "容量 s、现有 c 个石子的箱子，每次至多放入 c² 个。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 2873"],
        title: "Bomb Game",
        game: "{(p,q) -> (u,q) & (p,v) for u in 1..p-1 for v in 1..q-1; (1,v) for v in 1..q-1 if p = 1; (u,1) for u in 1..p-1 if q = 1}",
        example: "{(p,q) -> (u,q) & (p,v) for u in 1..p-1 for v in 1..q-1; (1,v) for v in 1..q-1 if p = 1; (u,1) for u in 1..p-1 if q = 1}(1, 2)",
        outcome: Next,
        english: "A bomb at row p and column q becomes one further up in its column and one further left in its row.",
        chinese: "第 p 行第 q 列的炸弹变成同列更上方和同行更左方的各一个；在边上时只变成一个。",
        ..USUAL
    },
    Problem {
        numbers: &["Luogu P2148", "BZOJ 1228"],
        title: "E&D",
        game: "{(a,b) -> (k,a-k) for k in 1..a-1 if b > 0; (k,b-k) for k in 1..b-1 if a > 0}",
        example: "{(a,b) -> (k,a-k) for k in 1..a-1 if b > 0; (k,b-k) for k in 1..b-1 if a > 0}((1,2), (3,1))",
        outcome: Next,
        emit: false,
        english: "Take one heap of a pair away and split the other into the new pair. `emit --style table` writes the values that add up.",
        chinese: "移走一组两堆中的一堆，把另一堆分成两堆。求和所需的值用 `emit --style table`。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1312F"],
        title: "Attack on Red Kingdom",
        game: "{(n,t) -> (max(n-1,0),0) if n > 0; (max(n-3,0),1) if n > 0 and t != 1; (max(n-4,0),2) if n > 0 and t != 2}",
        example: "{(n,t) -> (max(n-1,0),0) if n > 0; (max(n-3,0),1) if n > 0 and t != 1; (max(n-4,0),2) if n > 0 and t != 2}((7,0), (6,0))",
        outcome: Next,
        emit: false,
        english: "Attacks take x, y or z soldiers, here 1, 3 and 4; t is the last attack on the castle: 0 mixed or none, 1 infantry, 2 cavalry. `emit --style dfs` writes the values that add up.",
        chinese: "攻击消灭 x、y 或 z 名士兵，此处为 1、3、4；t 是上次的攻击：0 为混合或尚无，1 为步兵，2 为骑兵。求和所需的值用 `emit --style dfs`。",
        ..USUAL
    },
    Problem {
        numbers: &["LightOJ 1393"],
        title: "Crazy Calendar",
        game: "{(s,t) -> (s-k,t+k) for k in 1..; (s,t-k) for k in 1.. by 2*s+t}",
        example: "{(s,t) -> (s-k,t+k) for k in 1..; (s,t-k) for k in 1.. by 2*s+t}(0, 1)",
        outcome: Next,
        english: "A staircase over the squares: only those at an odd distance from the last one count, and their numbers are heaps of Nim.",
        chinese: "格子上的阶梯博弈：只看到终点距离为奇数的格，各格之数是尼姆堆。",
        ..USUAL
    },
    Problem {
        numbers: &["HackerRank Zero-Move Nim"],
        title: "Zero-Move Nim",
        game: "{(n,z) -> (n-k,z) for k in 1..; (n,0) if z = 1 and n > 0}",
        example: "{(n,z) -> (n-k,z) for k in 1..; (n,0) if z = 1 and n > 0}((1,1), (2,1))",
        outcome: Next,
        emit: false,
        english: "Nim in which one may pass once at each heap that is not empty; z = 1 while that is left. `emit --style table` writes the values that add up.",
        chinese: "尼姆游戏，每堆非空时可以空过一次；z = 1 表示还没用过。求和所需的值用 `emit --style table`。",
        ..USUAL
    },
    Problem {
        numbers: &["SPOJ MATGAME", "HDU 4994", "Codeforces 1382B"],
        title: "Matrix Game",
        game: "{(a,b) -> (a-k,b) for k in 1.. if a > 0; (0,b-k) for k in 1.. if a = 0}",
        example: "{(a,b) -> (a-k,b) for k in 1.. if a > 0; (0,b-k) for k in 1.. if a = 0}(1, 1)",
        outcome: Previous,
        emit: false,
        english: "Only the first number of a row that is not 0 may be lowered; HDU 4994 and Codeforces 1382B have one row. A row of more numbers is played from its end: the value of what follows takes the place of b. `emit --style table` writes the values that add up.",
        chinese: "每行只能减少第一个非零的数；HDU 4994 和 Codeforces 1382B 只有一行。更长的行从末尾算起，以后面部分的值代替 b。求和所需的值用 `emit --style table`。",
        ..USUAL
    },
    Problem {
        numbers: &["Project Euler 260"],
        title: "Stone Game",
        game: "{(a,b,c) -> (a-k,b,c) | (a,b-k,c) | (a,b,c-k) | (a-k,b-k,c) | (a-k,b,c-k) | (a,b-k,c-k) | (a-k,b-k,c-k) for k in 1..}",
        example: "{(a,b,c) -> (a-k,b,c) | (a,b-k,c) | (a,b,c-k) | (a-k,b-k,c) | (a-k,b,c-k) | (a,b-k,c-k) | (a-k,b-k,c-k) for k in 1..}(1, 3, 3)",
        outcome: Previous,
        guess: false,
        english: "Take the same number from one, two or all three piles.",
        chinese: "从三堆中的一堆、两堆或全部三堆各取走相同个数的石子。",
        ..USUAL
    },
    Problem {
        numbers: &["Project Euler 325"],
        title: "Stone Game II",
        game: "euclid",
        example: "euclid(3, 4)",
        outcome: Previous,
        english: "Take from the larger pile a multiple of the smaller pile.",
        chinese: "从较大的一堆中取走较小一堆石子数的正整数倍。",
        ..USUAL
    },
    Problem {
        numbers: &["Project Euler 665"],
        title: "Proportionate Nim",
        game: "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) | (a-k,b-2*k) | (a-2*k,b-k) for k in 1..}",
        example: "{(a,b) -> (a-k,b) | (a,b-k) | (a-k,b-k) | (a-k,b-2*k) | (a-2*k,b-k) for k in 1..}(1, 3)",
        outcome: Previous,
        english: "Take n from one of two piles, n from both, or n from one and 2n from the other.",
        chinese: "从一堆取 n 个，或从两堆各取 n 个，或从一堆取 n 个、另一堆取 2n 个。",
        ..USUAL
    },
    Problem {
        numbers: &["LeetCode 3360"],
        title: "Stone Removal Game",
        game: "{(n,k) -> (n-k,k-1) if k > 0}",
        example: "{(n,k) -> (n-k,k-1) if k > 0}(12, 10)",
        outcome: Next,
        guess: false,
        english: "The first move takes 10 stones, each later one takes one less.",
        chinese: "第一步取 10 个石子，以后每步比上一步少取一个。",
        ..USUAL
    },
    Problem {
        numbers: &["LeetCode 3222"],
        title: "Find the Winning Player in Coin Game",
        game: "{(x,y) -> (x-1,y-4)}",
        example: "{(x,y) -> (x-1,y-4)}(2, 7)",
        outcome: Next,
        english: "Take coins of 75 and 10 that make 115: one and four.",
        chinese: "用面值 75 和 10 的硬币凑出 115：一枚和四枚。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder arc072_b", "AtCoder abc059_d"],
        title: "Alice&Brown",
        game: "{(x,y) -> (x-2*k,y+k) | (x+k,y-2*k) for k in 1..}",
        example: "{(x,y) -> (x-2*k,y+k) | (x+k,y-2*k) for k in 1..}(2, 1)",
        outcome: Previous,
        english: "Take 2k stones from a pile, throw k away and put k on the other pile. The first player loses exactly where the piles differ by at most 1.",
        chinese: "从一堆取 2k 个，扔掉 k 个，把 k 个放到另一堆。先手必败当且仅当两堆至多差 1。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder typical90_ae"],
        title: "VS AtCoder",
        game: "{(w,b) -> (w-1,b+w); (w,b-k) for k in 1..b//2 by (w,b)}",
        example: "{(w,b) -> (w-1,b+w); (w,b-k) for k in 1..b//2 by (w,b)}(1, 1)",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "Each heap has w white and b blue stones: take a white one and add w blue ones, or take up to half of the blue ones.",
        chinese: "每堆有 w 个白石和 b 个蓝石：取走一个白石并添上 w 个蓝石，或取走至多一半的蓝石。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 451A"],
        title: "Game With Sticks",
        game: "{(a,b) -> (a-1,b-1)}",
        example: "{(a,b) -> (a-1,b-1)}(2, 2)",
        outcome: Previous,
        english: "Take a horizontal stick and a vertical one that cross.",
        chinese: "取走相交的一根横棍和一根竖棍。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 167C"],
        title: "Wizards and Numbers",
        game: "{(a,b) -> (a,b%a) if 0 < a and a <= b; (a,b-a^k) for k in 1.. if 0 < a and a <= b; (a%b,b) if 0 < b and b < a; (a-b^k,b) for k in 1.. if 0 < b and b < a}",
        example: "{(a,b) -> (a,b%a) if 0 < a and a <= b; (a,b-a^k) for k in 1.. if 0 < a and a <= b; (a%b,b) if 0 < b and b < a; (a-b^k,b) for k in 1.. if 0 < b and b < a}(10, 21)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "The larger number becomes its remainder by the smaller, or a power of the smaller is subtracted from it; who finds a 0 loses.",
        chinese: "把较大的数换成它除以较小的数的余数，或减去较小的数的幂；面对 0 者输。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1451D"],
        title: "Circle Game",
        game: "{(x,y) -> (x+2,y) if (x+2)^2+y^2 <= 25; (x,y+2) if x^2+(y+2)^2 <= 25 by 10-x-y}",
        example: "{(x,y) -> (x+2,y) if (x+2)^2+y^2 <= 25; (x,y+2) if x^2+(y+2)^2 <= 25 by 10-x-y}(0, 0)",
        outcome: Next,
        guess: false,
        english: "A token moves right or up by k and stays within the distance d of the origin, here k = 2 and d = 5.",
        chinese: "棋子向右或向上走 k，与原点的距离不超过 d；此处 k = 2，d = 5。",
        ..USUAL
    },
    Problem {
        numbers: &["POJ 2068"],
        title: "Nim",
        convention: Misere,
        game: "{(s,t) -> (s-k,(t+1)%6) for k in 1..8-t by s}",
        example: "misere {(s,t) -> (s-k,(t+1)%6) for k in 1..8-t by s}(97, 0)",
        outcome: Next,
        english: "Two teams sit in turn round a table, and player t takes 1 to m_t stones, here m_t = 8 - t for t from 0 to 5; the team that takes the last one loses.",
        chinese: "两队交错围坐，t 号每次取 1 至 m_t 个，此处 m_t = 8 - t，t 为 0 至 5；取最后一个的队输。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 2486", "POJ 3922"],
        title: "A simple stone game",
        game: "{(n,q) -> (n-j,3*j) for j in 1..q by (n,q)}",
        example: "{(n,q) -> (n-j,3*j) for j in 1..q by (n,q)}(19, 18)",
        outcome: Next,
        emit: false,
        english: "Take at least one stone and at most k times what was taken before, here k = 3; not all at the start, so n stones are (n, n - 1). `grundy moves` shows the least winning first move, which is asked.",
        chinese: "至少取一个，至多取上一次的 k 倍，此处 k = 3；第一次不能取完，故 n 个石子为 (n, n - 1)。所求的第一步最少取几个必胜，`grundy moves` 会给出。",
        ..USUAL
    },
    Problem {
        numbers: &["Luogu P6487", "Project Euler 692"],
        title: "[COCI2010-2011#4] HRPA",
        game: "fibonaccinim",
        example: "fibonaccinim(7, 7)",
        outcome: Next,
        english: "Take at least one and at most twice what was taken before; all may be taken at the start, so n is (n, n). `grundy moves` shows the least winning first move, which is asked.",
        chinese: "至少取一个，至多取上一次的两倍；第一次可以取完，故 n 个为 (n, n)。所求的第一步最少取几个必胜，`grundy moves` 会给出。",
        ..USUAL
    },
    Problem {
        numbers: &["UVa 11249"],
        title: "Game",
        game: "wythoff[2]",
        example: "wythoff[2](2, 6)",
        outcome: Previous,
        english: "Take any number from one pile, or from both numbers that differ by at most K, here 1: `wythoff[K+1]`.",
        chinese: "从一堆取任意个，或从两堆各取若干个，两数至多差 K，此处为 1：`wythoff[K+1]`。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 3595"],
        title: "GG and MM",
        game: "continued",
        example: "continued(euclid(1, 1), euclid(2, 3))",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "Euclid's game on several pairs at once: a player moves in every pair that is not over, and the last one to move wins.",
        chinese: "同时在多对数上玩欧几里得游戏：每步须在所有未结束的对上各走一步，最后走的一方胜。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1458E"],
        title: "Nim Shortcuts",
        game: "{(a,b) -> (a-k,b) | (a,b-k) for k in 1.. if (a != 3 or b != 0) and (a != 0 or b != 1) and (a != 2 or b != 2)}",
        example: "{(a,b) -> (a-k,b) | (a,b-k) for k in 1.. if (a != 3 or b != 0) and (a != 0 or b != 1) and (a != 2 or b != 2)}(8, 8)",
        outcome: Next,
        english: "Nim with two heaps, where a player who finds one of the given pairs loses; here (3, 0), (0, 1) and (2, 2).",
        chinese: "两堆的尼姆游戏，面对给定的数对者输；此处为 (3, 0)、(0, 1)、(2, 2)。",
        ..USUAL
    },
];
