//! Heaps that become one smaller heap.

use super::{Problem, USUAL};
use crate::outcome::Convention::Misere;
use crate::outcome::Outcome::{Next, Previous};

pub(super) const PROBLEMS: &[Problem] = &[
    Problem {
        numbers: &["HDU 2509"],
        title: "Be the Winner",
        convention: Misere,
        game: "rims",
        example: "misere rims(2, 2)",
        outcome: Previous,
        english: "Take neighbouring apples of a row, which may leave two rows; the player who takes the last one loses.",
        chinese: "从一行中取走相邻的若干个苹果，可能剩下两行；取走最后一个者输。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 5011"],
        title: "Game",
        game: "rims",
        example: "rims(1, 2, 3)",
        outcome: Previous,
        english: "Take any positive number from a heap, and what is left may be split into two heaps.",
        chinese: "从一堆中取走任意正数个，剩下的还可以分成两堆。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 1846", "HDU 2188", "Timus 1023"],
        title: "Brave Game",
        game: "take[1..m]",
        example: "take[1..3](4)",
        outcome: Previous,
        english: "Take 1 to m stones of n. Timus 1023 asks for the least m ≥ 2 with which the first player loses.",
        chinese: "从 n 个石子中每次取 1 至 m 个。Timus 1023 求使先手必败的最小的 m ≥ 2。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 4764"],
        title: "Stone",
        game: "take[1..m]",
        example: "take[1..3](29)",
        outcome: Next,
        english: "Numbers grow by 1 to k, and who first writes N or more loses: n = N - 1 is left to take.",
        chinese: "写下的数每次增加 1 至 k，先写到 N 者输：相当于 n = N - 1 个石子。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 2149"],
        title: "Public Sale",
        game: "{n -> max(n-k,0) for k in 1..m if n > 0}",
        example: "{n -> max(n-k,0) for k in 1..2 if n > 0}(4)",
        outcome: Next,
        english: "Bids grow by 1 to m, and who first reaches the price wins; `grundy moves` shows the first bids.",
        chinese: "每次加价 1 至 m，先达到底价者得；`grundy moves` 给出第一次的报价。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 1851"],
        title: "A Simple Game",
        game: "take[1..m]",
        example: "take[1..1](1) + take[1..2](2)",
        outcome: Next,
        english: "Each heap has its own limit: add the games up with +.",
        chinese: "每堆有自己的上限：用 + 把各堆加起来。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 2897"],
        title: "邂逅明下",
        convention: Misere,
        game: "{n -> n-k for k in p..q; 0 if n > 0 and n < p}",
        example: "misere {n -> n-k for k in 2..3; 0 if n > 0 and n < 2}(7)",
        outcome: Previous,
        english: "Take p to q coins, or all if fewer than p are left; the player who takes the last one loses.",
        chinese: "每次取 p 至 q 枚，不足 p 枚时须全取；取最后一枚者输。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 1847", "Timus 1180"],
        title: "Good Luck in CET-4 Everybody!",
        game: "take[powers(2)]",
        example: "take[powers(2)](3)",
        outcome: Previous,
        english: "Take a power of two.",
        chinese: "每次取 2 的幂次张。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 4203"],
        title: "Doubloon Game",
        game: "take[powers(3)]",
        example: "take[powers(3)](2)",
        outcome: Previous,
        english: "Take a power of m, here 3; the least winning move is asked.",
        chinese: "每次取 m（此处为 3）的幂次枚；求最小的必胜取法。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 1848"],
        title: "Fibonacci again and again",
        game: "take[fibs]",
        example: "take[fibs](1, 4, 1)",
        outcome: Previous,
        guess: false,
        english: "Three heaps; take a Fibonacci number from one.",
        chinese: "三堆石子，每次从一堆取斐波那契数个。",
        ..USUAL
    },
    Problem {
        numbers: &["POJ 2960", "HDU 1536", "HDU 1944"],
        title: "S-Nim",
        game: "take[2,5]",
        example: "take[2,5](5, 12)",
        outcome: Previous,
        english: "Take a number of the set that the input gives, here {2, 5}.",
        chinese: "每次取输入给定的集合中的一个数，此处为 {2, 5}。",
        ..USUAL
    },
    Problem {
        numbers: &["UVa 10404"],
        title: "Bachet's Game",
        game: "take[1,3,8]",
        example: "take[1,3,8](22)",
        outcome: Previous,
        english: "Take a number of the set that the input gives, here {1, 3, 8}.",
        chinese: "每次取输入给定的集合中的一个数，此处为 {1, 3, 8}。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder dp_k"],
        title: "Stones",
        game: "take[2,3]",
        example: "take[2,3](5)",
        outcome: Previous,
        english: "Take a number of the set that the input gives, here {2, 3}.",
        chinese: "每次取输入给定的集合中的一个数，此处为 {2, 3}。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder abc297_g"],
        title: "Constrained Nim 2",
        game: "take[l..r]",
        example: "take[1..2](2, 3, 3)",
        outcome: Next,
        english: "Take l to r stones of one heap.",
        chinese: "从一堆中取 l 至 r 个石子。",
        ..USUAL
    },
    Problem {
        numbers: &["LeetCode 292"],
        title: "Nim Game",
        game: "take[1..3]",
        example: "take[1..3](4)",
        outcome: Previous,
        english: "Take 1 to 3 stones of one heap.",
        chinese: "一堆石子，每次取 1 至 3 个。",
        ..USUAL
    },
    Problem {
        numbers: &["LeetCode 1510"],
        title: "Stone Game IV",
        game: "take[squares]",
        example: "take[squares](2)",
        outcome: Previous,
        english: "Take a square number of stones.",
        chinese: "每次取完全平方数个石子。",
        ..USUAL
    },
    Problem {
        numbers: &["LeetCode 1025"],
        title: "Divisor Game",
        game: "aliquot",
        example: "aliquot(3)",
        outcome: Previous,
        english: "Subtract a proper divisor of the number.",
        chinese: "从 n 中减去它的一个真因数。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1537D"],
        title: "Deleting Divisors",
        game: "{n -> n-d for d in divisors(n) except {1,n}}",
        example: "{n -> n-d for d in divisors(n) except {1,n}}(69)",
        outcome: Previous,
        english: "Subtract a divisor other than 1 and the number itself.",
        chinese: "减去 1 和自身以外的一个因数。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1194D"],
        title: "1-2-K Game",
        game: "take[1,2,k]",
        example: "take[1,2,3](4)",
        outcome: Previous,
        english: "Take 1, 2 or k steps.",
        chinese: "每次走 1、2 或 k 步。",
        ..USUAL
    },
    Problem {
        numbers: &["Luogu P4018"],
        title: "Roy&October 之取石子",
        game: "{n -> n-1; n-p^k for p in primes for k in 1..}",
        example: "{n -> n-1; n-p^k for p in primes for k in 1..}(6)",
        outcome: Previous,
        emit: false,
        english: "Take a power of a prime, 1 included.",
        chinese: "每次取质数的幂（含 1）个石子。",
        ..USUAL
    },
    Problem {
        numbers: &["Luogu P4860"],
        title: "Roy&October 之取石子 II",
        game: "take[1,primes]",
        example: "take[1,primes](4)",
        outcome: Previous,
        english: "Take one stone or a prime number of them.",
        chinese: "每次取 1 个或质数个石子。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 2004E"],
        title: "Not a Nim Problem",
        game: "{n -> n-k for k in 1..n if gcd(n,k) = 1}",
        example: "{n -> n-k for k in 1..n if gcd(n,k) = 1}(3, 2, 9)",
        outcome: Previous,
        english: "Take a number that has no common divisor with the heap. The values that add up are indices of least prime factors: a sieve has them all.",
        chinese: "取走与该堆石子数互质的个数。求和所需的值是最小质因数的序号，用筛法可得。",
        ..USUAL
    },
    Problem {
        numbers: &["UVa 1482", "LightOJ 1296"],
        title: "Playing With Stones",
        game: "atmosthalf",
        example: "atmosthalf(4, 4)",
        outcome: Previous,
        english: "Take at least one stone of a heap and at most half of them.",
        chinese: "从一堆中至少取一个，至多取一半。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder ARC 091 F", "AtCoder arc091_d"],
        title: "Strange Nim",
        game: "{n -> n-k for k in 1..n//3}",
        example: "{n -> n-k for k in 1..n//2}(5) + {n -> n-k for k in 1..n//3}(3)",
        outcome: Previous,
        english: "Take at least one stone of a heap and at most n//m of its n, m given with each heap, here 2 and 3.",
        chinese: "每堆给定 m，从 n 个石子的一堆中至少取一个，至多取 n//m 个；这里 m 为 2 和 3。",
        ..USUAL
    },
    Problem {
        numbers: &["UVa 12293"],
        title: "Box Game",
        game: "atmosthalf",
        example: "atmosthalf(3)",
        outcome: Previous,
        english: "Empty the smaller box and divide the larger one: what counts is the number of balls in the larger.",
        chinese: "清空较少的盒子并把较多的分开：只看较多的盒子，它至多减半。",
        ..USUAL
    },
    Problem {
        numbers: &["POJ 2505", "HDU 1517", "UVa 847"],
        title: "A Multiplication Game",
        game: "{n -> (n+d-1)//d for d in 2..9 if n > 1}",
        example: "{n -> (n+d-1)//d for d in 2..9 if n > 1}(162)",
        outcome: Next,
        english: "The number grows by a factor of 2 to 9, and who reaches n wins: what is missing is divided, rounded up.",
        chinese: "数每次乘以 2 至 9，先达到 n 者胜：即对 n 做向上取整的除法，直到 1。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 256C", "Codeforces 255E"],
        title: "Furlo and Rublo and Game",
        game: "{n -> y for y in 0..n-1 if y^2 <= n and n <= y^4}",
        example: "{n -> y for y in 0..n-1 if y^2 <= n and n <= y^4}(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)",
        outcome: Next,
        english: "A heap of x becomes a smaller one of y with y² ≤ x ≤ y⁴. The values are constant on long runs: up to 10^12 they are 0, 1, 2, 0, 3, 1 and 2, beginning at 0, 4, 16, 82, 6724, 50626 and 2562991876.",
        chinese: "一堆 x 变为更少的 y，须满足 y² ≤ x ≤ y⁴。值在很长的段上不变：到 10^12 为止，值依次为 0、1、2、0、3、1、2，各自从 0、4、16、82、6724、50626、2562991876 开始。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 850C"],
        title: "Arpa and a game with Mojtaba",
        game: "{m -> bor(m//2^k, m%2^(k-1)) for k in 1..30 if m >= 2^(k-1)}",
        example: "{m -> bor(m//2^k, m%2^(k-1)) for k in 1..30 if m >= 2^(k-1)}(3, 1, 1)",
        outcome: Previous,
        guess: false,
        english: "For each prime the exponents that occur are a set of bits, bit e - 1 for the exponent e; a move lowers all of at least k by k.",
        chinese: "每个质数出现过的指数构成一个位集（指数 e 对应第 e - 1 位）；一步把所有不小于 k 的指数减 k。",
        ..USUAL
    },
    Problem {
        numbers: &["SPOJ NGM"],
        title: "A Game with Numbers",
        game: "{n -> n-(n//10^i%10) for i in 0..18 if n//10^i%10 > 0}",
        example: "{n -> n-(n//10^i%10) for i in 0..18 if n//10^i%10 > 0}(14)",
        outcome: Next,
        english: "Subtract one of the digits that is not 0.",
        chinese: "减去该数的一个非零数字。",
        ..USUAL
    },
    Problem {
        numbers: &["HackerRank Nimble Game"],
        title: "Nimble Game",
        game: "nimble",
        example: "nimble(1, 1, 2, 2, 2, 4, 4, 4, 4, 4, 4)",
        outcome: Next,
        english: "Each coin is a heap, its square, counted from 0; several coins may share a square.",
        chinese: "每枚硬币是一堆，大小为所在格号（从 0 数起）；可以同格。",
        ..USUAL
    },
    Problem {
        numbers: &["HackerRank Game of Stones"],
        title: "Game of Stones",
        game: "take[2,3,5]",
        example: "take[2,3,5](7)",
        outcome: Previous,
        english: "Take 2, 3 or 5 stones.",
        chinese: "每次取 2、3 或 5 个石子。",
        ..USUAL
    },
    Problem {
        numbers: &["HackerRank Manasa and Prime game"],
        title: "Manasa and Prime game",
        game: "take[2,3,5,7,11,13]",
        example: "take[2,3,5,7,11,13](2, 2, 3)",
        outcome: Next,
        english: "Take one of the primes 2 to 13 of one heap.",
        chinese: "从一堆中取 2 至 13 中的一个质数个。",
        ..USUAL
    },
    Problem {
        numbers: &["HackerRank Tower Breakers"],
        title: "Tower Breakers",
        game: "{n -> d for d in divisors(n) if d < n}",
        example: "{n -> d for d in divisors(n) if d < n}(2, 2)",
        outcome: Previous,
        english: "Lower a tower to a proper divisor of its height.",
        chinese: "把一座塔降到其高度的一个真因数。",
        ..USUAL
    },
    Problem {
        numbers: &["LeetCode 464"],
        title: "Can I Win",
        game: "{(t,u) -> (max(t-k,0),u+2^k) for k in 1..10 if u//2^k%2 = 0 and t > 0 by t}",
        example: "{(t,u) -> (max(t-k,0),u+2^k) for k in 1..10 if u//2^k%2 = 0 and t > 0 by t}(11, 0)",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "Each number 1 to m, here 10, is added once; who first reaches the total wins; if all of them together are too few, the judge wants false. u holds a bit for each number that is used up.",
        chinese: "1 至 m（此处为 10）各用一次相加，先达到总数者胜；若全部相加仍不够，评测要求 false；u 的每一位记一个已用的数。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 768E"],
        title: "Game of Stones",
        game: "{(n,u) -> (n-k,u+2^k) for k in 1.. if u//2^k%2 = 0 by n}",
        example: "{(n,u) -> (n-k,u+2^k) for k in 1.. if u//2^k%2 = 0 by n}((1,0), (2,0))",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "A number may be taken from a heap only once; u holds a bit for each number that was taken.",
        chinese: "每堆中同一个数只能取一次；u 的每一位记一个取过的数。",
        ..USUAL
    },
    Problem {
        numbers: &["Project Euler 509"],
        title: "Divisor Nim",
        game: "aliquot",
        example: "aliquot(1, 2, 2)",
        outcome: Previous,
        english: "Take from one of three heaps a proper divisor of its size.",
        chinese: "每次从三堆中的一堆取走其石子数的一个真因数。",
        ..USUAL
    },
    Problem {
        numbers: &["Project Euler 560"],
        title: "Coprime Nim",
        game: "{n -> n-k for k in 1..n if gcd(n,k) = 1}",
        example: "{n -> n-k for k in 1..n if gcd(n,k) = 1}(2, 4)",
        outcome: Previous,
        english: "Take from a heap a number that is coprime to its size.",
        chinese: "每次从一堆中取走与该堆石子数互质的个数。",
        ..USUAL
    },
    Problem {
        numbers: &["CSES 1098"],
        title: "Nim Game II",
        game: "take[1..3]",
        example: "take[1..3](5, 7, 2)",
        outcome: Previous,
        english: "Take one, two or three sticks from one heap.",
        chinese: "从一堆中取走一至三根木棍。",
        ..USUAL
    },
    Problem {
        numbers: &["CSES 1729"],
        title: "Stick Game",
        game: "take[1,3,4]",
        example: "take[1,3,4](2)",
        outcome: Previous,
        english: "The set of moves is input; the winner is asked for each heap from 1 on: `table --show p`.",
        chinese: "可取的数目由输入给出；从 1 起每堆都问胜负：`table --show p`。",
        ..USUAL
    },
    Problem {
        numbers: &["CSES 2208"],
        title: "Another Game",
        game: "selective",
        example: "selective(take[1](4), take[1](2))",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "Choose some heaps and take one coin from each: lost if all are even.",
        chinese: "选若干堆，各取一枚硬币：各堆都为偶数时先手负。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1719A"],
        title: "Chip Game",
        game: "take[odds]",
        example: "take[odds](0, 3)",
        outcome: Next,
        english: "A chip moves up or right by an odd number of squares: the distances n - 1 and m - 1 are two heaps.",
        chinese: "棋子向上或向右走奇数格：距离 n - 1 和 m - 1 是两堆。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1844A"],
        title: "Subtraction Game",
        game: "take[a,b]",
        example: "take[1,4](5)",
        outcome: Previous,
        english: "Take a or b stones; some n that the first player loses is asked, and a + b is one.",
        chinese: "每次取 a 或 b 个；求一个先手必败的 n，a + b 即是。",
        ..USUAL
    },
    Problem {
        numbers: &["SPOJ MCOINS"],
        title: "Coins Game",
        game: "take[1,k,l]",
        example: "take[1,2,3](12)",
        outcome: Previous,
        guess: false,
        english: "Take 1, k or l coins from the tower.",
        chinese: "每次从一摞中取 1、k 或 l 枚硬币。",
        ..USUAL
    },
    Problem {
        numbers: &["LightOJ 1020"],
        title: "A Childhood Game",
        convention: Misere,
        game: "take[1,2]",
        example: "misere take[1,2](1)",
        outcome: Previous,
        english: "Take one or two marbles. If Alice begins, the player who takes the last one loses; if Bob begins, that player wins.",
        chinese: "每次取一或两颗。Alice 先手时取最后一颗者输，Bob 先手时取最后一颗者胜。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder arc168_b"],
        title: "Arbitrary Nim",
        game: "take[1..k]",
        example: "take[1..2](1, 2, 3)",
        outcome: Next,
        english: "Take 1 to k stones of one heap; the largest k with which the first player wins is asked.",
        chinese: "从一堆中取 1 至 k 个；求使先手必胜的最大的 k。",
        ..USUAL
    },
    Problem {
        numbers: &["Project Euler 310"],
        title: "Nim Square",
        game: "take[squares]",
        example: "take[squares](1, 1, 2)",
        outcome: Previous,
        english: "Three heaps; take a square number of stones of one.",
        chinese: "三堆石子，每次从一堆取完全平方数个。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder abc255_g"],
        title: "Constrained Nim",
        game: "{n -> n-k for k in 1.. if n != 2 or k != 1}",
        example: "{n -> n-k for k in 1.. if n != 2 or k != 1}(1, 2)",
        outcome: Previous,
        english: "Nim in which y stones may not be taken from a heap of x, for each pair of the input; here x = 2 and y = 1.",
        chinese: "尼姆游戏，但不能从恰有 x 个的一堆中取 y 个；(x, y) 由输入给出，此处只有 (2, 1)。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder abc368_f"],
        title: "Dividing Game",
        game: "{n -> d for d in divisors(n) if d < n}",
        example: "{n -> d for d in divisors(n) if d < n}(2, 3, 4)",
        outcome: Next,
        english: "Replace a number by one of its proper divisors.",
        chinese: "把一个数换成它的一个真因数。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 1404"],
        title: "Digital Deletions",
        game: "{m -> m-k*10^i for i in 0..6 for k in 1..9 if m >= 10^(i+1) and m//10^i%10 >= k; m//10^(i+1) for i in 0..6 if m >= 10^(i+1) and m//10^i%10 = 0}",
        example: "{m -> m-k*10^i for i in 0..6 for k in 1..9 if m >= 10^(i+1) and m//10^i%10 >= k; m//10^(i+1) for i in 0..6 if m >= 10^(i+1) and m//10^i%10 = 0}(120)",
        outcome: Previous,
        guess: false,
        english: "Lower a digit of a string, or delete a 0 with all that is on its right. A 1 is written in front: 20 is 120.",
        chinese: "减小一位数字，或删去一个 0 及其右边的全部。在前面补一个 1：20 写作 120。",
        ..USUAL
    },
    Problem {
        numbers: &["Luogu P2953"],
        title: "[USACO09OPEN] Cow Digit Game S",
        game: "{n -> n-max(n%10,n//10%10,n//10^2%10,n//10^3%10,n//10^4%10,n//10^5%10,n//10^6%10) if n > 0; n-1-min((n+9)%10,(n//10+9)%10,(n//10^2+9)%10,(n//10^3+9)%10,(n//10^4+9)%10,(n//10^5+9)%10,(n//10^6+9)%10) if n > 0}",
        example: "{n -> n-max(n%10,n//10%10,n//10^2%10,n//10^3%10,n//10^4%10,n//10^5%10,n//10^6%10) if n > 0; n-1-min((n+9)%10,(n//10+9)%10,(n//10^2+9)%10,(n//10^3+9)%10,(n//10^4+9)%10,(n//10^5+9)%10,(n//10^6+9)%10) if n > 0}(10)",
        outcome: Previous,
        guess: false,
        english: "Subtract the largest digit, or the smallest that is not 0.",
        chinese: "减去最大的数字，或最小的非零数字。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1370C"],
        title: "Number Game",
        game: "{n -> n//d for d in divisors(n) if d > 1 and d%2 = 1; n-1 if n > 1}",
        example: "{n -> n//d for d in divisors(n) if d > 1 and d%2 = 1; n-1 if n > 1}(6)",
        outcome: Previous,
        guess: false,
        english: "Divide by an odd divisor greater than 1, or subtract 1 from a number greater than 1.",
        chinese: "除以一个大于 1 的奇因数，或在大于 1 时减 1。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder agc033_c"],
        title: "Removing Coins",
        game: "{n -> n-1 if n > 0; n-2 if n > 2}",
        example: "{n -> n-1 if n > 0; n-2 if n > 2}(2)",
        outcome: Previous,
        english: "The coins of a tree: what counts is the number of vertices on its longest path, which gets smaller by 1 or 2.",
        chinese: "树上的硬币：只看最长路径上的点数，每次减少 1 或 2。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 273E"],
        title: "Dima and Game",
        game: "{n -> n//3 | n-n//3 if n > 2}",
        example: "{n -> n//3 | n-n//3 if n > 2}(3, 4)",
        outcome: Next,
        guess: false,
        english: "A pair (l, r) is a heap of r - l. If it is more than 2, it becomes its third, rounded down, or what is left without that.",
        chinese: "一对 (l, r) 是大小为 r - l 的一堆；大于 2 时变成它的三分之一（向下取整），或减去该三分之一。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 1091H"],
        title: "New Year and the Tricolore Recreation",
        game: "{n -> n-p for p in primes if p != 6; n-p*q for p in primes for q in primes if p*q != 6}",
        example: "{n -> n-p for p in primes if p != 6; n-p*q for p in primes for q in primes if p*q != 6}(2, 5)",
        outcome: Next,
        guess: false,
        english: "Move tokens by a prime or a product of two primes, but not by f. The free cells between blue and white and between white and red are the heaps, for both players alike; here f = 6.",
        chinese: "移动的格数须为素数或两个素数之积，但不能为 f。蓝与白、白与红之间的空格数是各堆，双方走法相同；此处 f = 6。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 4678"],
        title: "Mine",
        game: "{n -> n-1; 0 if n > 0}",
        example: "{n -> n-1; 0 if n > 0}(1, 2)",
        outcome: Next,
        english: "A blank area of a minesweeper's board that borders m numbers is a heap of m + 1: click one of the numbers, or the area with all its numbers. A number that borders no blank area is a heap of 1.",
        chinese: "扫雷：周围有 m 个数字的一片空白是 m + 1 的堆：点开一个数字，或点开空白及其全部数字。不与空白相邻的数字是 1 的堆。",
        ..USUAL
    },
    Problem {
        numbers: &["HackerRank Counter game"],
        title: "Counter game",
        game: "{n -> n//2 if n > 1 and popcount(n) = 1; n-2^log2(n) if popcount(n) > 1}",
        example: "{n -> n//2 if n > 1 and popcount(n) = 1; n-2^log2(n) if popcount(n) > 1}(6)",
        outcome: Previous,
        english: "Halve a power of 2; from any other number subtract the largest power of 2 below it. Who makes 1 wins.",
        chinese: "2 的幂减半，别的数减去小于它的最大的 2 的幂；得到 1 者胜。",
        ..USUAL
    },
];
