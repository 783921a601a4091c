//! Three numbers or more that make one position.

use super::{Problem, USUAL};
use crate::outcome::Convention::Misere;
use crate::outcome::Outcome::{Next, Previous};

pub(super) const PROBLEMS: &[Problem] = &[
    Problem {
        numbers: &["HDU 1079", "POJ 1082"],
        title: "Calendar Game",
        game: "{(y,m,d) -> (y,m,d+1) if (d < 28 or m != 2 and d < 30+(m+m//8)%2 or m = 2 and d = 28 and y%4 = 0 and y > 1900) and (y < 2001 or m < 11 or d < 4); (y,m+1,1) if m < 12 and (m != 2 and d = 30+(m+m//8)%2 or m = 2 and (d = 29 or d = 28 and not (y%4 = 0 and y > 1900))) and (y < 2001 or m < 11); (y+1,1,1) if m = 12 and d = 31; (y,m+1,d) if m < 12 and (d <= 28 or m != 1 and d <= 30+(m+1+(m+1)//8)%2 or m = 1 and d = 29 and y%4 = 0 and y > 1900) and (y < 2001 or m < 10 or m = 10 and d <= 4); (y+1,1,d) if m = 12 by (12*(2001-y)+12-m,31-d)}",
        example: "{(y,m,d) -> (y,m,d+1) if (d < 28 or m != 2 and d < 30+(m+m//8)%2 or m = 2 and d = 28 and y%4 = 0 and y > 1900) and (y < 2001 or m < 11 or d < 4); (y,m+1,1) if m < 12 and (m != 2 and d = 30+(m+m//8)%2 or m = 2 and (d = 29 or d = 28 and not (y%4 = 0 and y > 1900))) and (y < 2001 or m < 11); (y+1,1,1) if m = 12 and d = 31; (y,m+1,d) if m < 12 and (d <= 28 or m != 1 and d <= 30+(m+1+(m+1)//8)%2 or m = 1 and d = 29 and y%4 = 0 and y > 1900) and (y < 2001 or m < 10 or m = 10 and d <= 4); (y+1,1,d) if m = 12 by (12*(2001-y)+12-m,31-d)}(2001, 10, 3)",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "A date moves to the next day or to the same day of the next month, if there is one; who reaches 4 November 2001 wins. The first player wins where month + day is even, and on 30 September and 30 November.",
        chinese: "日期变为次日，或下月的同一日（若有）；先到 2001 年 11 月 4 日者胜。月加日为偶数时先手胜，9 月 30 日和 11 月 30 日也胜。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 282D"],
        title: "Yet Another Number Game",
        game: "{(a,b,c) -> (a-k,b,c) | (a,b-k,c) | (a,b,c-k) | (a-k,b-k,c-k) for k in 1..}",
        example: "{(a,b,c) -> (a-k,b,c) | (a,b-k,c) | (a,b,c-k) | (a-k,b-k,c-k) for k in 1..}(1, 2, 3)",
        outcome: Previous,
        english: "Subtract from one of one to three numbers, or the same from all. Two numbers are `wythoff`.",
        chinese: "从一至三个数中的一个减去若干，或从每个数减去同样多。两个数即 `wythoff`。",
        ..USUAL
    },
    Problem {
        numbers: &["ZOJ 3057"],
        title: "Beans Game",
        game: "{(a,b,c) -> (a-k,b,c) | (a,b-k,c) | (a,b,c-k) | (a-k,b-k,c) | (a-k,b,c-k) | (a,b-k,c-k) for k in 1..}",
        example: "{(a,b,c) -> (a-k,b,c) | (a,b-k,c) | (a,b,c-k) | (a-k,b-k,c) | (a-k,b,c-k) | (a,b-k,c-k) for k in 1..}(1, 1, 1)",
        outcome: Previous,
        guess: false,
        english: "Take beans from one of three piles, or the same number from two of them.",
        chinese: "从三堆中的一堆取若干颗豆，或从两堆各取同样多。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1965A", "Codeforces 1966C"],
        title: "Everything Nim",
        game: "{(a,b,c) -> (max(a-k,0),max(b-k,0),max(c-k,0)) for k in 1.. if (a = 0 or k <= a) and (b = 0 or k <= b) and (c = 0 or k <= c)}",
        example: "{(a,b,c) -> (max(a-k,0),max(b-k,0),max(c-k,0)) for k in 1.. if (a = 0 or k <= a) and (b = 0 or k <= b) and (c = 0 or k <= c)}(1, 2, 3)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "Take the same number from every pile that is not empty, here of three.",
        chinese: "从每个非空的堆中取走同样多，此处三堆。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1747C"],
        title: "Swap Game",
        game: "{(a,b,c) -> (b,a-1,c) | (c,b,a-1)}",
        example: "{(a,b,c) -> (b,a-1,c) | (c,b,a-1)}(5, 4, 4)",
        outcome: Next,
        english: "Lower the first number by 1 and swap it with another one, here of two; who finds 0 in the first place loses. The first player wins where the first number is not the least.",
        chinese: "把第一个数减 1，再与另一个数（此处有两个）交换；面对第一个数为 0 者输。第一个数不是最小时先手胜。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1190B", "Codeforces 1191D"],
        title: "Tokitsukaze, CSL and Stone Game",
        game: "{(a,b,c) -> (a-1,b,c) if a-1 != b and a-1 != c and b != c; (a,b-1,c) if b-1 != a and b-1 != c and a != c; (a,b,c-1) if c-1 != a and c-1 != b and a != b}",
        example: "{(a,b,c) -> (a-1,b,c) if a-1 != b and a-1 != c and b != c; (a,b-1,c) if b-1 != a and b-1 != c and a != c; (a,b,c-1) if c-1 != a and c-1 != b and a != b}(2, 3, 1)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "Take one stone so that no two piles are equal, empty ones included; here three piles.",
        chinese: "取走一个石子，使任意两堆不相等（空堆也算）；此处三堆。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1396B", "Codeforces 1397D"],
        title: "Stoned Game",
        game: "{(a,b,c,l) -> (a-1,b,c,1) if l != 1; (a,b-1,c,2) if l != 2; (a,b,c-1,3) if l != 3 by a+b+c}",
        example: "{(a,b,c,l) -> (a-1,b,c,1) if l != 1; (a,b-1,c,2) if l != 2; (a,b,c-1,3) if l != 3 by a+b+c}(1, 1, 0, 0)",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "Take one stone, not from the pile of the last move, whose number is l, 0 at the start; here three piles. The first player loses exactly where the sum is even and no pile has more than half of it.",
        chinese: "取走一个石子，但不能从上一步的堆取，其编号为 l，开始时为 0；此处三堆。先手必败当且仅当总数为偶数且没有一堆超过一半。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1162E", "Codeforces 1147C"],
        title: "Thanos Nim",
        game: "{(a,b,c,d) -> (a-i,b-j,c,d) | (a-i,b,c-j,d) | (a-i,b,c,d-j) | (a,b-i,c-j,d) | (a,b-i,c,d-j) | (a,b,c-i,d-j) for i in 1.. for j in 1..}",
        example: "{(a,b,c,d) -> (a-i,b-j,c,d) | (a-i,b,c-j,d) | (a-i,b,c,d-j) | (a,b-i,c-j,d) | (a,b-i,c,d-j) | (a,b,c-i,d-j) for i in 1.. for j in 1..}(3, 1, 4, 1)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "Take stones from exactly half of the piles, here two of four. The first player loses exactly where more than half of the piles are least ones.",
        chinese: "恰好从一半的堆（此处四堆中的两堆）各取若干个。先手必败当且仅当最小的堆超过一半。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder agc010_d"],
        title: "Decrementing",
        game: "{(a,b,c) -> ((a-1)//gcd(a-1,b,c),b//gcd(a-1,b,c),c//gcd(a-1,b,c)) if a > 1; (a//gcd(a,b-1,c),(b-1)//gcd(a,b-1,c),c//gcd(a,b-1,c)) if b > 1; (a//gcd(a,b,c-1),b//gcd(a,b,c-1),(c-1)//gcd(a,b,c-1)) if c > 1}",
        example: "{(a,b,c) -> ((a-1)//gcd(a-1,b,c),b//gcd(a-1,b,c),c//gcd(a-1,b,c)) if a > 1; (a//gcd(a,b-1,c),(b-1)//gcd(a,b-1,c),c//gcd(a,b-1,c)) if b > 1; (a//gcd(a,b,c-1),b//gcd(a,b,c-1),(c-1)//gcd(a,b,c-1)) if c > 1}(3, 6, 7)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "Lower a number that is greater than 1 by 1, then divide all by their greatest common divisor; here three numbers.",
        chinese: "把一个大于 1 的数减 1，再把各数除以它们的最大公因数；此处三个数。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder agc010_f"],
        title: "Tree Game",
        game: "{(p,a,b,c) -> (2,a-1,b,c) if p = 1; (1,a,b-1,c) | (3,a,b-1,c) if p = 2; (2,a,b,c-1) if p = 3 by a+b+c}",
        example: "{(p,a,b,c) -> (2,a-1,b,c) if p = 1; (1,a,b-1,c) | (3,a,b-1,c) if p = 2; (2,a,b,c-1) if p = 3 by a+b+c}(2, 1, 2, 3)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "Take a stone from the vertex where the piece is, and move the piece to a neighbour; here a path of three vertices, the piece on p.",
        chinese: "从棋子所在的点取走一个石子，再把棋子移到相邻的点；此处为三个点的链，棋子在 p。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder agc002_e"],
        title: "Candy Piles",
        convention: Misere,
        game: "{(a,b,c) -> (b,c,0) if a > 0; (max(a-1,0),max(b-1,0),max(c-1,0)) if a > 0}",
        example: "misere {(a,b,c) -> (b,c,0) if a > 0; (max(a-1,0),max(b-1,0),max(c-1,0)) if a > 0}(3, 2, 1)",
        outcome: Previous,
        english: "Eat the largest pile, or one candy of each pile; who eats the last one loses. Here three piles, the largest first.",
        chinese: "吃掉最大的一堆，或从每堆各吃一颗；吃最后一颗者输。此处三堆，从大到小。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 4111", "UVa 1500"],
        title: "Alice and Bob",
        game: "{(a,b,c) -> (a-1,b,c) | (a,b-1,c) | (a,b,c-1); (0,a+b,c) if a > 0 and b > 0; (0,b,a+c) if a > 0 and c > 0; (a,0,b+c) if b > 0 and c > 0}",
        example: "{(a,b,c) -> (a-1,b,c) | (a,b-1,c) | (a,b,c-1); (0,a+b,c) if a > 0 and b > 0; (0,b,a+c) if a > 0 and c > 0; (a,0,b+c) if b > 0 and c > 0}(1, 1, 2)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "Take one stone, or merge two piles; here three piles.",
        chinese: "取走一个石子，或合并两堆；此处三堆。",
        ..USUAL
    },
    Problem {
        numbers: &["Luogu P4101", "BZOJ 3609"],
        title: "[HEOI2014] 人人尽说江南好",
        game: "{(a,b,c) -> (a-2,b+1,c) | (a-1,b-1,c+1) | (a-1,b,c-1) | (a,b-2,c)}",
        example: "{(a,b,c) -> (a-2,b+1,c) | (a-1,b-1,c+1) | (a-1,b,c-1) | (a,b-2,c)}(4, 0, 0)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "Merge two of n heaps of 1 so that no heap is larger than m, here 4: a, b and c count the heaps of 1, 2 and 3. Up to n = 18 the first player wins exactly where n//m*(m-1) + max(n%m-1,0) is odd.",
        chinese: "n 堆各一个石子，合并两堆，每堆不超过 m（此处为 4）：a、b、c 是 1、2、3 个的堆数。n 到 18 为止，先手必胜当且仅当 n//m*(m-1) + max(n%m-1,0) 为奇数。",
        ..USUAL
    },
    Problem {
        numbers: &["UVa 11892"],
        title: "ENimEN",
        game: "{(c,x,y,z) -> (c-k,x,y,z) for k in 1.. if c > 0; (x-k,0,y,z) | (y-k,x,0,z) | (z-k,x,y,0) for k in 1.. if c = 0}",
        example: "{(c,x,y,z) -> (c-k,x,y,z) for k in 1.. if c > 0; (x-k,0,y,z) | (y-k,x,0,z) | (z-k,x,y,0) for k in 1.. if c = 0}(0, 1, 1, 2)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "Nim in which a pile that was begun must be finished first; c is that pile, here of at most three. The first player loses exactly where all piles are 1 and their number is even.",
        chinese: "尼姆游戏，但已动过的堆必须先取完，c 为该堆；此处至多三堆。先手必败当且仅当各堆都是 1 且堆数为偶数。",
        ..USUAL
    },
    Problem {
        numbers: &["LeetCode 810"],
        title: "Chalkboard XOR Game",
        game: "{(a,b,c) -> (a-1,b,c) if (a-1+c)%2 = 1 or (b+c)%2 = 1; (a,b-1,c) if (a+c)%2 = 1 or (b-1+c)%2 = 1; (a,b,c-1) if (a+c-1)%2 = 1 or (b+c-1)%2 = 1; (0,0,0) if (a+c)%2 = 0 and (b+c)%2 = 0 and a+b+c > 0}",
        example: "{(a,b,c) -> (a-1,b,c) if (a-1+c)%2 = 1 or (b+c)%2 = 1; (a,b-1,c) if (a+c)%2 = 1 or (b-1+c)%2 = 1; (a,b,c-1) if (a+c-1)%2 = 1 or (b+c-1)%2 = 1; (0,0,0) if (a+c)%2 = 0 and (b+c)%2 = 0 and a+b+c > 0}(2, 1, 0)",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "Erase a number; who makes the xor 0 loses, and who finds it 0 wins. a, b and c count the numbers 1, 2 and 3. The first player wins where the xor is 0 or the count of all is even.",
        chinese: "擦去一个数，使异或为 0 者输，一开始就为 0 则先手胜；a、b、c 是 1、2、3 的个数。异或为 0 或总个数为偶数时先手胜。",
        ..USUAL
    },
    Problem {
        numbers: &["Luogu P1288"],
        title: "取数游戏 II",
        game: "{(p,a,b,c,d) -> (1-p,a-k,b,c,d) for k in 1.. if p <= 1; (3-p,a,b-k,c,d) for k in 1.. if p = 1 or p = 2; (5-p,a,b,c-k,d) for k in 1.. if p >= 2; (3-p,a,b,c,d-k) for k in 1.. if p = 0 or p = 3 by a+b+c+d}",
        example: "{(p,a,b,c,d) -> (1-p,a-k,b,c,d) for k in 1.. if p <= 1; (3-p,a,b-k,c,d) for k in 1.. if p = 1 or p = 2; (5-p,a,b,c-k,d) for k in 1.. if p >= 2; (3-p,a,b,c,d-k) for k in 1.. if p = 0 or p = 3 by a+b+c+d}(0, 2, 5, 3, 0)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "A coin on a ring walks along an edge whose number it lowers; here four edges, the coin at p, and a, b, c, d the edges 0-1, 1-2, 2-3, 3-0.",
        chinese: "硬币在环上沿一条边走，并减小边上的数；此处四条边，硬币在 p，a、b、c、d 为边 0-1、1-2、2-3、3-0。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1695B"],
        title: "Circle Game",
        game: "{(a,b,c) -> (b,c,a-k) for k in 1..}",
        example: "{(a,b,c) -> (b,c,a-k) for k in 1..}(1, 2, 1)",
        outcome: Next,
        english: "The piles stand in a circle and are taken from in turn, here three; who finds an empty pile loses. The first player wins with an odd number of piles, and with an even one where the first least pile is one of the second player's.",
        chinese: "各堆围成一圈，依次从下一堆取，此处三堆；轮到空堆者输。奇数堆时先手胜；偶数堆时，最左的最小堆属于后手则先手胜。",
        ..USUAL
    },
    Problem {
        numbers: &["UVa 11489"],
        title: "Integer Game",
        game: "{(a,b,c) -> (a-1,b,c) if (b+2*c)%3 = 0; (a,b-1,c) if (b-1+2*c)%3 = 0; (a,b,c-1) if (b+2*c-2)%3 = 0}",
        example: "{(a,b,c) -> (a-1,b,c) if (b+2*c)%3 = 0; (a,b-1,c) if (b-1+2*c)%3 = 0; (a,b,c-1) if (b+2*c-2)%3 = 0}(0, 1, 0)",
        outcome: Next,
        emit: false,
        english: "Strike a digit so that the sum of the others is a multiple of 3; a, b and c count the digits with remainder 0, 1 and 2.",
        chinese: "划去一个数字，使其余数字之和为 3 的倍数；a、b、c 是除以 3 余 0、1、2 的数字个数。",
        ..USUAL
    },
    Problem {
        numbers: &["POJ 3533"],
        title: "Light Switching Game",
        game: "{(x,y,z) -> (a,y,z) & (x,b,z) & (x,y,c) & (a,b,z) & (a,y,c) & (x,b,c) & (a,b,c) for a in 0..x-1 for b in 0..y-1 for c in 0..z-1}",
        example: "{(x,y,z) -> (a,y,z) & (x,b,z) & (x,y,c) & (a,b,z) & (a,y,c) & (x,b,c) & (a,b,c) for a in 0..x-1 for b in 0..y-1 for c in 0..z-1}(2, 2, 3)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "Turn the corners of a box, the last of them from on to off. A light at x, y, z has their nim product as its value: `grundy nimber '2*2*3'`.",
        chinese: "翻转长方体的八个顶点，坐标最大的须由亮变暗。坐标 x、y、z 的灯之值是三数的尼姆积：`grundy nimber '2*2*3'`。",
        ..USUAL
    },
    Problem {
        numbers: &["LeetCode 2029"],
        title: "Stone Game IX",
        game: "{(a,b,c,s,t) -> (a-1,b,c,s,1-t) if s > 0; (a,b-1,c,(s+1)%3,1-t) if s != 2; (a,b,c-1,(s+2)%3,1-t) if s != 1; (a,b,c,s,0) if a+b+c = 0 and t = 1 by (a+b+c,t)}",
        example: "{(a,b,c,s,t) -> (a-1,b,c,s,1-t) if s > 0; (a,b-1,c,(s+1)%3,1-t) if s != 2; (a,b,c-1,(s+2)%3,1-t) if s != 1; (a,b,c,s,0) if a+b+c = 0 and t = 1 by (a+b+c,t)}(0, 1, 1, 0, 0)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "Take a stone; who makes the sum of what was taken a multiple of 3 loses, and Bob wins when no stone is left. a, b and c count the stones with remainder 0, 1 and 2, s is the sum modulo 3, and t = 1 when Bob moves.",
        chinese: "取一个石子，使已取石子之和为 3 的倍数者输，取完则 Bob 胜。a、b、c 是除以 3 余 0、1、2 的石子个数，s 是和除以 3 的余数，t = 1 表示轮到 Bob。",
        ..USUAL
    },
];
