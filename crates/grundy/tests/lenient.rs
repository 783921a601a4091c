//! What people type and what is read: the rows of section 7 of the notation, one after the other, with their limits.

use grundy::session::Spelling;
use grundy::words::fault_in_chinese;
use grundy::{Error, ErrorKind, Session};

/// Typed positions and their strict form.
const POSITIONS: &[(&str, &str)] = &[
    // blanks separate the numbers of one list
    ("nim 3 4 5", "nim(3, 4, 5)"),
    ("nim(3 4 5)", "nim(3, 4, 5)"),
    ("nim 3,4,5", "nim(3, 4, 5)"),
    ("nim 3, 4, 5", "nim(3, 4, 5)"),
    ("nim 10^18 5", "nim(1000000000000000000, 5)"),
    ("nim 3 5 ?", "nim(3, 5, ?)"),
    ("wythoff 4 7", "wythoff(4, 7)"),
    ("wythoff((4 7), (1 2))", "wythoff((4, 7), (1, 2))"),
    ("take[1..3] 21", "take[1..3](21)"),
    ("take[1 3 4](21)", "take[1,3,4](21)"),
    ("take[1,3,4] 21 17 + kayles 9", "take[1,3,4](21, 17) + kayles(9)"),
    ("2*nim 3 + kayles 5", "2*nim(3) + kayles(5)"),
    ("0.77 5", "0.77(5)"),
    (".77 5 6", "0.77(5, 6)"),
    ("{n -> n-1} 4 5", "{n -> n-1}(4, 5)"),
    ("{n -> n-k for k in {1 3}}(7)", "{n -> n-k for k in {1,3}}(7)"),
    ("misere nim 1 2 3", "misere nim(1, 2, 3)"),
    ("let t = take[1..3]; t 5", "let t = take[1..3]; t(5)"),
    ("nim misere 1 2 3", "misere nim(1, 2, 3)"),
    // numbers that are worked out
    ("nim(10^9+7)", "nim(1000000007)"),
    ("nim(2*10^9, 3-1)", "nim(2000000000, 2)"),
    ("kayles(10^18 + 1)", "kayles(1000000000000000001)"),
    ("nim(10^9+7, ?)", "nim(1000000007, ?)"),
    ("nim(2*(3+4)-5, 17//2, 17%5)", "nim(9, 8, 2)"),
    ("wythoff((2^2, 3*2), (1,2))", "wythoff((4, 6), (1, 2))"),
    ("conjunctive(nim(2*3), kayles(4))", "conjunctive(nim(6), kayles(4))"),
    ("(2^5+1)*nim(3) + *(2+2)", "33*nim(3) + *4"),
    ("nim(1e9+7) + nim(10**9+7)", "nim(1000000007) + nim(1000000007)"),
    ("nim 10^9+7", "nim(1000000007)"),
    ("let t = take[1..3]; t(10^9+7)", "let t = take[1..3]; t(1000000007)"),
    ("let t[m] = take[1..m]; t[3](2+3, 2*4)", "let t[m] = take[1..m]; t[3](5, 8)"),
    // LaTeX
    ("$\\{n \\to n-1, n-2\\}$ (5)", "{n -> n-1; n-2}(5)"),
    ("\\{n \\to n-k for k \\in \\{1,3\\} if n \\geq 2\\}(5)", "{n -> n-k for k in {1,3} if n >= 2}(5)"),
    ("\\{n \\rightarrow \\lfloor n/2 \\rfloor if n \\neq 0\\}(5)", "{n -> n//2 if n != 0}(5)"),
    ("{n -> ⌊n/2⌋ if n > 0}(5)", "{n -> n//2 if n > 0}(5)"),
    ("$3 \\oplus 5$", "nim(3, 5)"),
    // arrays of programs
    ("dp[n] = mex(dp[n-1], dp[n-3])(20)", "{n -> n-1; n-3}(20)"),
    ("sg[n] = mex{sg[i] xor sg[n-2-i] for i in 0..n-2} (9)", "{n -> i & n-2-i for i in 0..n-2}(9)"),
    ("dp[i][j] = mex(dp[i-1][j], dp[i][j-1])(3,4)", "{(i,j) -> (i-1,j); (i,j-1)}(3, 4)"),
    ("g(n) = mex(g(n-k) for k in {1,3,4})(20)", "{n -> n-k for k in {1,3,4}}(20)"),
    ("win[n] = !win[n-1] || !win[n-3], n = 20", "{n -> n-1; n-3}(20)"),
    ("win(n) = not win(n-1) or not win(n-3); n = 20", "{n -> n-1; n-3}(20)"),
    ("w(n) = any(not w(n-k) for k in {1,3,4})(20)", "{n -> n-k for k in {1,3,4}}(20)"),
    ("dp[i][j] = !dp[i-1][j] || !dp[i][j-1] (3,4)", "{(i,j) -> (i-1,j); (i,j-1)}(3, 4)"),
    ("grundy(n) = mex(grundy(n-1), grundy(n-2)) (9)", "{n -> n-1; n-2}(9)"),
    ("{n -> n-k for k in range(1,4)}(5)", "{n -> n-k for k in 1..3}(5)"),
    ("{n -> k & n-1-k for k in range(n)}(5)", "{n -> k & n-1-k for k in 0..n-1}(5)"),
    ("{n -> n-k for k in range(1, n//2 + 1)}(5)", "{n -> n-k for k in 1..n//2}(5)"),
    ("S={1,3,4} 21", "take[1,3,4](21)"),
    ("s = [1,3,4]; 21", "take[1,3,4](21)"),
    ("dawson kayles 9", "dawsonskayles(9)"),
    ("{n -> n-k for k in (1,3,4)}(12)", "{n -> n-k for k in {1,3,4}}(12)"),
    ("1,000,000 stones, take 1 to 3", "take[1..3](1000000)"),
    ("a pile of 1,000,000 stones, take 1 to 3", "take[1..3](1000000)"),
    ("21 stones, take 1 to 3 stones, you lose if you take the last one", "misere take[1..3](21)"),
    ("21 stones, take 1 to 3, you lose if you cannot move", "take[1..3](21)"),
    ("21 stones, take 1 to 3, misere", "misere take[1..3](21)"),
    ("nim 3 4 5 loser takes last", "misere nim(3, 4, 5)"),
    ("nim 3 4 5, winner takes last", "nim(3, 4, 5)"),
    ("12 heaps of 10, take square numbers", "12*take[squares](10)"),
    ("three heaps of 10 stones, take 1 to 3, last player loses", "misere 3*take[1..3](10)"),
    // Chinese sentences
    ("一堆石子21个，每次取1到3个", "take[1..3](21)"),
    ("21个石子，每次至少取3个", "take[3..](21)"),
    ("21 根火柴，每次取1至3根", "take[1..3](21)"),
    ("21 根火柴，每次取 1 至 3 根", "take[1..3](21)"),
    ("有 3 堆石子：3 5 7", "nim(3, 5, 7)"),
    ("23个石子，每次最多取3个，不能取2个", "take[1..3 except {2}](23)"),
    ("23个石子，每次取1、3或4个，但不能取3个，取到最后一个的人输", "misere take[{1,3,4} except {3}](23)"),
    ("23个石子，每次取任意个，不能取两个或5个", "take[1.. except {2,5}](23)"),
    ("巴什博弈 23 3", "take[1..3](23)"),
    ("巴什 23 3", "take[1..3](23)"),
    ("misere bash 23 3", "misere take[1..3](23)"),
    ("21个石子，每次只能取2的幂", "take[powers(2)](21)"),
    ("21个石子，每次取质数个石子", "take[primes](21)"),
    ("一堆石子21个，每次取奇数个，取到最后一个的人输", "misere take[odds](21)"),
    ("21个石子，每次取不超过一半", "atmosthalf(21)"),
    ("20颗石子，每次至多取上一次的两倍", "fibonaccinim(20)"),
    ("20个石子，两人轮流取，每次最多取对手上次取的石子数的2倍", "fibonaccinim(20)"),
    ("21个石子，每次至少取一半", "atleasthalf(21)"),
    ("21个石子，甲乙轮流取1~3颗", "take[1..3](21)"),
    ("3堆石子，各5颗，每次取1到3颗", "take[1..3](5, 5, 5)"),
    ("三堆石子，每堆有7个", "nim(7, 7, 7)"),
    ("21 stones, take exactly 3", "take[3](21)"),
    ("100 stones, take from 2 to 5", "take[2..5](100)"),
    ("50 stones, take a multiple of 3", "take[3.. step 3](50)"),
    ("50 stones, take any number except 3", "take[1.. except {3}](50)"),
    ("50 stones, take 1 to 10 but not 5 or 7", "take[1..10 except {5,7}](50)"),
    ("50 stones, take 1, 2 or 3 but not 2", "take[{1,2,3} except {2}](50)"),
    ("50 stones, take 1, 2 or a multiple of 5", "take[1,2,5.. step 5](50)"),
    ("100 stones, take a proper divisor", "aliquot(100)"),
    ("100 stones, take a proper divisor of the number of stones left, last player loses", "misere aliquot(100)"),
    ("take a proper divisor of 100", "aliquot(100)"),
    ("50 stones, take a perfect cube", "{n -> n-k^3 for k in 1..}(50)"),
    ("misere 50 stones, take a cube", "misere {n -> n-k^3 for k in 1..}(50)"),
    ("50 stones, take a triangular number of stones", "{n -> n-k*(k+1)//2 for k in 1..}(50)"),
    ("2 heaps of 50, take a perfect cube", "2*{n -> n-k^3 for k in 1..}(50)"),
    ("take any number of stones except 3 from 50", "take[1.. except {3}](50)"),
    ("21 stones, take one to twelve", "take[1..12](21)"),
    ("treblecross ..x..", "treblecross(\"..x..\")"),
    ("from 21 take 1 to 3", "take[1..3](21)"),
    ("from 21 stones, remove 1, 3 or 4", "take[1,3,4](21)"),
    ("two players take turns to remove 1 to 3 stones from a pile of 10", "take[1..3](10)"),
    ("A heap of 21 stones. Take 1, 2 or 3 stones. Who wins?", "take[1,2,3](21)"),
    ("two piles of stones, 3 and 4, take 1 or 2", "take[1,2](3, 4)"),
    ("21 stones, take 1 to 3; misere", "misere take[1..3](21)"),
    ("21 stones, take 1 to 3, player who can't move loses", "take[1..3](21)"),
    ("21 stones, take 1 to 3, whoever takes the last stone wins the game", "take[1..3](21)"),
    ("10 stones, split into two unequal parts", "grundy(10)"),
    ("三堆石子各有5个，每次从一堆里取1到3个", "take[1..3](5, 5, 5)"),
    ("Misere nim 3 4 5, last player loses", "misere nim(3, 4, 5)"),
    ("12 stones, take At Most Half", "atmosthalf(12)"),
    ("50 stones, take 1 to 10, but not 5", "take[1..10 except {5}](50)"),
    ("21 stones, take 1 to 3, last player loses. Who wins?", "misere take[1..3](21)"),
    ("有21个石子，每次可以取1、3或4个", "take[1,3,4](21)"),
    ("21个石子，两人轮流取，每次最多取3个，取走最后一个的人获胜", "take[1..3](21)"),
    ("21枚硬币,每次拿1~3枚,拿到最后一枚的人输", "misere take[1..3](21)"),
    ("两堆石子 4、7，每次至少取1个，至多取3个，不能取者负", "take[1..3](4, 7)"),
    ("二十一个石子，每次取一到三个，取到最后一个的人输，先手必胜吗？", "misere take[1..3](21)"),
    ("十五枚硬币，每次取十个或五个", "take[10,5](15)"),
    ("21个石子，每次最多取二十个", "take[1..20](21)"),
    ("一堆石子有21颗，甲乙两人轮流取，每次至少取1颗，最多取4颗，取完者胜", "take[1..4](21)"),
    ("21个石子，每次取1到3个，取光石子的人输", "misere take[1..3](21)"),
    ("三堆石子 3、5、7 个，每次从一堆中取任意正数个，无法操作者输。谁赢？", "nim(3, 5, 7)"),
    ("有三堆石子，分别是3、5、7个，两人轮流取，每次可以从任意一堆中取任意个，取走最后一个石子的人胜", "nim(3, 5, 7)"),
    ("两堆石子 4、7，每次从一堆里取1到3个，取到最后一个的人输", "misere take[1..3](4, 7)"),
    ("三堆石子 3 5 7", "nim(3, 5, 7)"),
    ("有3堆石子，分别有3、5、7个，每次取任意个，先手是否必胜？", "nim(3, 5, 7)"),
    // who wins, first
    ("last player loses: nim 1 2 3", "misere nim(1, 2, 3)"),
    ("whoever takes the last stone wins, take[1..3](21)", "take[1..3](21)"),
    // lines of a terminal
    ("grundy 'nim(3,5)'", "nim(3, 5)"),
    ("$ grundy 'nim 3 5'", "nim(3, 5)"),
    // numbers alone
    ("(3,4,5)", "nim(3, 4, 5)"),
    ("[3, 4, 5]", "nim(3, 4, 5)"),
    ("misere 3;4;5", "misere nim(3, 4, 5)"),
    ("3,4,5", "nim(3, 4, 5)"),
    ("3, 4, 5", "nim(3, 4, 5)"),
    ("3 4 5", "nim(3, 4, 5)"),
    ("3 xor 5", "nim(3, 5)"),
    ("3 XOR 5 xor 6", "nim(3, 5, 6)"),
    ("3 ⊕ 5", "nim(3, 5)"),
    ("21", "nim(21)"),
    ("10^18, 5", "nim(1000000000000000000, 5)"),
    ("misère 1 2 3", "misere nim(1, 2, 3)"),
    ("1e3", "nim(1000)"),
    // capitals
    ("Nim(3,4,5)", "nim(3, 4, 5)"),
    ("NIM 3 4", "nim(3, 4)"),
    ("niM(3)", "nim(3)"),
    ("Ｎｉｍ（３，４）", "nim(3, 4)"),
    ("MISERE NIM(1,1)", "misere nim(1, 1)"),
    ("{N -> N-1}(3)", "{n -> n-1}(3)"),
    ("{N -> N-K FOR K IN 1..3 IF K < N}(5)", "{n -> n-k for k in 1..3 if k < n}(5)"),
    ("{(A,B) -> (A-1,B) | (A,B-1)}(2,3)", "{(a,b) -> (a-1,b) | (a,b-1)}(2, 3)"),
    ("Take[Odds](5)", "take[odds](5)"),
    ("{n -> Max(n-2,0) if n > 0}(5)", "{n -> max(n-2,0) if n > 0}(5)"),
    // misère
    ("misère nim(1,2)", "misere nim(1, 2)"),
    ("mise\u{300}re nim(1,2)", "misere nim(1, 2)"),
    ("misere: nim(1,2)", "misere nim(1, 2)"),
    ("Misère: Nim 1 2", "misere nim(1, 2)"),
    ("反nim(1,2)", "misere nim(1, 2)"),
    ("反 nim 1 2", "misere nim(1, 2)"),
    ("反尼姆(1,2)", "misere 尼姆游戏(1, 2)"),
    ("反取石子(1,2)", "misere 取石子(1, 2)"),
    // Chinese names
    ("威佐夫(3,5)", "威佐夫博弈(3, 5)"),
    ("阶梯(3,0,5)", "阶梯博弈(3, 0, 5)"),
    ("巴什[1..3](21)", "巴什博弈[1..3](21)"),
    ("尼姆(3,4)", "尼姆游戏(3, 4)"),
    ("欧几里得(25,7)", "欧几里得游戏(25, 7)"),
    ("斐波那契（13）", "斐波那契博弈(13)"),
    ("威佐夫 3 5", "威佐夫博弈(3, 5)"),
    // sets
    ("take[1-3](21)", "take[1..3](21)"),
    ("take[1-3, 7](21)", "take[1..3,7](21)"),
    ("take[3-3](21)", "take[3..3](21)"),
    ("take[1–3](21)", "take[1..3](21)"),
    ("take[1 to 3, 7](21)", "take[1..3,7](21)"),
    ("Grundy's game(10)", "grundy(10)"),
    ("Grundy’s Game 10", "grundy(10)"),
    ("misere dawson's kayles 9", "misere dawsonskayles(9)"),
    ("Lasker's Nim(4,5)", "lasker(4, 5)"),
    ("wythoff's game 3 5", "wythoff(3, 5)"),
    ("fibonacci nim 13", "fibonaccinim(13)"),
    ("Mock Turtles HTH", "mockturtles(\"HTH\")"),
    ("grundy game 10", "grundy(10)"),
    ("turningturtles(HTH)", "turtles(\"HTH\")"),
    ("Moore's Nim[2](3,4,5)", "moore[2](3, 4, 5)"),
    ("subtraction[1,3,4](21)", "take[1,3,4](21)"),
    ("subtract {1,3,4} 21", "take[1,3,4](21)"),
    ("bash[3](21)", "take[1..3](21)"),
    ("Bachet[5] 21", "take[1..5](21)"),
    ("nim(3,4,5) misere", "misere nim(3, 4, 5)"),
    ("reverse nim(1,1)", "misere nim(1, 1)"),
    ("anti-Nim(1,1)", "misere nim(1, 1)"),
    ("take{1,3,4}(21)", "take[1,3,4](21)"),
    ("take {1,3,4} 21", "take[1,3,4](21)"),
    ("巴什博弈[1-3](10)", "巴什博弈[1..3](10)"),
    ("S={1,2,3}; n=21", "take[1,2,3](21)"),
    ("S = {1..3}; n = 21, 17", "take[1..3](21, 17)"),
    ("n=21; S={1,2,3}", "take[1,2,3](21)"),
    // moves
    ("{n -> n-1, n-3}(7)", "{n -> n-1; n-3}(7)"),
    ("{(a,b) -> (a-1,b), (a,b-1)}(2,3)", "{(a,b) -> (a-1,b); (a,b-1)}(2, 3)"),
    ("n -> n-1, n-3 (7)", "{n -> n-1; n-3}(7)"),
    ("{(a,b) -> (a-k,b) or (a,b-k) for k in 1..}(3,3)", "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..}(3, 3)"),
    (
        "{(x,y) -> (x-k,y), (x,y-k), (x-k,y-k) for k in 1..}(3,4)",
        "{(x,y) -> (x-k,y) | (x,y-k) | (x-k,y-k) for k in 1..}(3, 4)",
    ),
    ("(a,b) -> (a-1,b), (a,b-1) (4,7)", "{(a,b) -> (a-1,b); (a,b-1)}(4, 7)"),
    ("{n -> n-1 if n>5 | n-2}(10)", "{n -> n-1 if n>5; n-2}(10)"),
    (
        "{(a,b) -> (a-k,b) for k in 1..2 | (a,b-k) for k in 1..3}(10,12)",
        "{(a,b) -> (a-k,b) for k in 1..2; (a,b-k) for k in 1..3}(10, 12)",
    ),
    // sums and powers
    ("take[1,3,4](21) xor kayles(9)", "take[1,3,4](21) + kayles(9)"),
    ("kayles(5) ^ nim(3) ^ 0.77(4)", "kayles(5) + nim(3) + 0.77(4)"),
    ("kayles(5) and nim(3) & *2", "kayles(5) + nim(3) + *2"),
    ("take[1..3](10**18)", "take[1..3](1000000000000000000)"),
    ("{n -> n-2**k for k in 0..3}(10)", "{n -> n-2^k for k in 0..3}(10)"),
    ("{n -> n-k**2 for k in 1.. if k**2 != 4}(10)", "{n -> n-k^2 for k in 1.. if k^2 != 4}(10)"),
    // clauses and conditions
    ("{n -> n-d for d in 1..n if d | n and n-d > 0}(10)", "{n -> n-d for d in 1..n if d divides n and n-d > 0}(10)"),
    ("{n -> n-d for d in 1..n if d∣n | n-3}(10)", "{n -> n-d for d in 1..n if d divides n; n-3}(10)"),
    ("{n -> n-d for d | n if d < n}(10)", "{n -> n-d for d in divisors(n) if d < n}(10)"),
    ("{(a,b) -> (a-d,b) for d | gcd(a,b)}(4,6)", "{(a,b) -> (a-d,b) for d in divisors(gcd(a,b))}(4, 6)"),
    ("{n -> n-d for d | n+1 if d < n}(10)", "{n -> n-d for d in divisors(n+1) if d < n}(10)"),
    ("{n -> n-k for k in 1..sqrt(n)}(10)", "{n -> n-k for k in 1..isqrt(n)}(10)"),
    ("{n -> n-k for k in 1..floor(sqrt(n))}(10)", "{n -> n-k for k in 1..isqrt(n)}(10)"),
    ("{n -> n-k for k in 1..n if k <= sqrt(n)}(10)", "{n -> n-k for k in 1..n if k <= isqrt(n)}(10)"),
    ("{(a,b) -> (a-d,b) for d divides a+b}(4,6)", "{(a,b) -> (a-d,b) for d in divisors(a+b)}(4, 6)"),
    ("{n -> n-k where k in {1,3}}(7)", "{n -> n-k for k in {1,3}}(7)"),
    ("{n -> n-k : k in {1,3}}(7)", "{n -> n-k for k in {1,3}}(7)"),
    ("{n -> n-k where k in 1..3 and k < n}(7)", "{n -> n-k for k in 1..3 if k < n}(7)"),
    ("{n -> n-1 where n > 3; n-2}(7)", "{n -> n-1 if n > 3; n-2}(7)"),
    ("{n -> n-k for k in 1..3 where k in {1,3}}(7)", "{n -> n-k for k in 1..3 if k in {1,3}}(7)"),
    ("{n -> n-k for k in 1..3 if k odd}(7)", "{n -> n-k for k in 1..3 if k % 2 = 1}(7)"),
    ("{n -> n-k for k in 1..3 if n-k is even}(7)", "{n -> n-k for k in 1..3 if (n-k) % 2 = 0}(7)"),
    ("{n -> n-k where k in 1..3 where k is odd}(7)", "{n -> n-k for k in 1..3 if k % 2 = 1}(7)"),
    ("{n -> n-1 if n == 3; n-2 if n <> 4}(7)", "{n -> n-1 if n = 3; n-2 if n != 4}(7)"),
    ("{n -> n-1 if n > 1 && n < 5 || n==7}(7)", "{n -> n-1 if n > 1 and n < 5 or n = 7}(7)"),
    ("{n -> n-1 if !(n > 1)}(7)", "{n -> n-1 if not n > 1}(7)"),
    ("{n -> n-k for k in 1..3 if k mod 2 = 0}(7)", "{n -> n-k for k in 1..3 if k % 2 = 0}(7)"),
    ("{(a,b) -> (a-1,b) if a xor b > 1; (a,b-1)}(2,3)", "{(a,b) -> (a-1,b) if xor(a,b) > 1; (a,b-1)}(2, 3)"),
    ("{n -> floor(n/2) if n > 0}(7)", "{n -> n//2 if n > 0}(7)"),
    ("{n -> floor((n+1)/3) if n > 1}(7)", "{n -> (n+1)//3 if n > 1}(7)"),
    ("{n -> ceil(n/d) for d in 2..9 if n > 1}(7)", "{n -> (n+d-1)//d for d in 2..9 if n > 1}(7)"),
    ("{n -> n-1-⌈n/3⌉}(7)", "{n -> n-1-(n+3-1)//3}(7)"),
    ("\\{n \\to \\lceil n/2 \\rceil if n > 1\\}(7)", "{n -> (n+2-1)//2 if n > 1}(7)"),
    ("{n -> n-p for p prime}(7)", "{n -> n-p for p in primes}(7)"),
    ("{n -> n-p for p is odd}(7)", "{n -> n-p for p in odds}(7)"),
    ("{n -> n-k for k in 1..9 if k is prime}(7)", "{n -> n-k for k in 1..9 if k in primes}(7)"),
    (
        "{n -> n-k for k in 1..9 if is_prime(k) and not prime(n-k)}(7)",
        "{n -> n-k for k in 1..9 if k in primes and not n-k in primes}(7)",
    ),
    ("{n -> n>>1 if n > 0}(7)", "{n -> n//2 if n > 0}(7)"),
    ("{n -> n-(1<<k) for k in 0..}(7)", "{n -> n-2^k for k in 0..}(7)"),
    ("{n -> (n+1)>>k for k in 1..3 if n > 1}(7)", "{n -> (n+1)//2^k for k in 1..3 if n > 1}(7)"),
    ("{n -> n-k for k in 1..n if n<<1 > k}(7)", "{n -> n-k for k in 1..n if 2*n > k}(7)"),
    ("{n -> n-k for k in 1..n if k & 1}(7)", "{n -> n-k for k in 1..n if band(k,1) != 0}(7)"),
    ("{n -> n-k for k in 1..n if (n & k) = 0}(7)", "{n -> n-k for k in 1..n if band(n,k) = 0}(7)"),
    (
        "{n -> n-k for k in 1..n if n & n-k = 0 and k > 1}(7)",
        "{n -> n-k for k in 1..n if band(n,n-k) = 0 and k > 1}(7)",
    ),
    ("{n -> n-k for k in 1..n if k > 1 & k < 5}(7)", "{n -> n-k for k in 1..n if k > 1 and k < 5}(7)"),
    ("{n -> n - (n & -n) if n > 0}(7)", "{n -> n-lowbit(n) if n > 0}(7)"),
    ("{n -> n-k for odd k}(7)", "{n -> n-k for k in odds}(7)"),
    ("{n -> n-p for each prime p}(7)", "{n -> n-p for p in primes}(7)"),
    ("take[powers of 2](100)", "take[powers(2)](100)"),
    ("take[1, prime numbers](9)", "take[1,primes](9)"),
    ("take[odd numbers](9)", "take[odds](9)"),
    ("take[fibonacci numbers](9)", "take[fibs](9)"),
    ("take[1..9 except primes, perfect squares](9)", "take[1..9 except primes,squares](9)"),
    ("{n -> n-k for k in powers of three}(9)", "{n -> n-k for k in powers(3)}(9)"),
    ("{n -> n-k for k in {1, square numbers}}(9)", "{n -> n-k for k in {1,squares}}(9)"),
    ("{n -> n-k for k in 1.. if k is a power of 2}(9)", "{n -> n-k for k in 1.. if k in powers(2)}(9)"),
    ("{n -> n-k for k in 1.. if k is not a prime number}(9)", "{n -> n-k for k in 1.. if not k in primes}(9)"),
    ("{n -> n-k for k in 1.. if k is a perfect square}(9)", "{n -> n-k for k in 1.. if k in squares}(9)"),
    ("{n -> n-k for k in 2..n if k is not a square}(9)", "{n -> n-k for k in 2..n if not k in squares}(9)"),
    ("{n -> n-k for k from 1 to n if k is a square}(9)", "{n -> n-k for k in 1..n if k in squares}(9)"),
    ("{n -> n-k for 0 < k <= n if k is a square}(9)", "{n -> n-k for k in 1..n if k in squares}(9)"),
    // 0 is a square
    ("{n -> n-1-k for k in 0.. if k is a perfect square}(9)", "{n -> n-1-k for k in 0.. if k in {0,squares}}(9)"),
    ("{n -> n-1 if n is a perfect square}(9)", "{n -> n-1 if n in {0,squares}}(9)"),
    ("{n -> n-k for k in 1.. if n-k is a perfect square}(9)", "{n -> n-k for k in 1.. if n-k in {0,squares}}(9)"),
    ("{n -> n-k for k in 1.. if (n-k) is not a square}(9)", "{n -> n-k for k in 1.. if not n-k in {0,squares}}(9)"),
    ("{n -> n-k for k in 1.. if n-k is not a prime number}(9)", "{n -> n-k for k in 1.. if not n-k in primes}(9)"),
    ("{n -> n-k for k in 1.. if k > 2 & k is a square}(9)", "{n -> n-k for k in 1.. if k > 2 and k in squares}(9)"),
    ("{n -> n-k for k in 1.. if k is not an odd number}(9)", "{n -> n-k for k in 1.. if k % 2 = 0}(9)"),
    ("{n -> n-k for 1<=k<=3}(7)", "{n -> n-k for k in 1..3}(7)"),
    ("{n -> n-k for n >= k > 0 and k != 2}(7)", "{n -> n-k for k in 1..n if k != 2}(7)"),
    ("{n -> n-i-j for 0 < i < j < n}(7)", "{n -> n-i-j for i in 1..n-1 for j in i+1..n-1}(7)"),
    ("{n -> n-k where 1 <= k < 4}(7)", "{n -> n-k for k in 1..3}(7)"),
    ("{n -> n-k for k in [1,2,4]}(7)", "{n -> n-k for k in {1,2,4}}(7)"),
    ("{n -> n-k for k in 1 to 3}(7)", "{n -> n-k for k in 1..3}(7)"),
    ("{n -> n-k for k from 1 to n//2}(7)", "{n -> n-k for k in 1..n//2}(7)"),
    ("{n -> n-k for k = 1..3}(7)", "{n -> n-k for k in 1..3}(7)"),
    ("{n -> n-k for k in 1..n, gcd(k,n)=1}(7)", "{n -> n-k for k in 1..n if gcd(k,n) = 1}(7)"),
    ("{n -> n-i-j for i in 1..2, j in 1..3, i < j}(7)", "{n -> n-i-j for i in 1..2 for j in 1..3 if i < j}(7)"),
    ("{n -> n-k for k in 1..n, k odd}(7)", "{n -> n-k for k in 1..n if k % 2 = 1}(7)"),
    ("{n -> n mod 3 if n > 2}(7)", "{n -> n%3 if n > 2}(7)"),
    ("{n -> n-1 if n%3 = 0; n-2 otherwise}(7)", "{n -> n-1 if n%3 = 0; n-2 if not n%3 = 0}(7)"),
    ("{n -> n-1 if n%3 = 0 else n-2}(7)", "{n -> n-1 if n%3 = 0; n-2 if not n%3 = 0}(7)"),
    (
        "{n -> n-1 if n > 5; n-2 if n < 3; n-k for k in 1..2 otherwise}(7)",
        "{n -> n-1 if n > 5; n-2 if n < 3; n-k for k in 1..2 if not (n > 5 or n < 3)}(7)",
    ),
    ("{a,b -> (a-1,b); (a,b-1)}(2,3)", "{(a,b) -> (a-1,b); (a,b-1)}(2, 3)"),
    ("{A, B -> (A-1,B), (A,B-1)}(2,3)", "{(a,b) -> (a-1,b); (a,b-1)}(2, 3)"),
    ("{n -> n - 2*floor(n/2) if n > 1}(7)", "{n -> n-2*(n//2) if n > 1}(7)"),
    ("take[1..3](1e5)", "take[1..3](100000)"),
    ("nim(2e9, 1E3)", "nim(2000000000, 1000)"),
    // texts
    ("chomp(2x3)", "chomp(\"2x3\")"),
    ("chomp 2x3", "chomp(\"2x3\")"),
    ("Chomp 2x3 3x2", "chomp(\"2x3\", \"3x2\")"),
    ("cram 5×6", "cram(\"5x6\")"),
    ("cram(5×6)", "cram(\"5x6\")"),
    // taking stones of a set
    ("取石子[1-3](21)", "take[1..3](21)"),
    ("取石子游戏[1,3,4] 21", "take[1,3,4](21)"),
    ("nodekayles(path:5)", "nodekayles(\"path:5\")"),
    // words around a question
    ("who wins nim 3 4 5", "nim(3, 4, 5)"),
    ("who wins in nim(3,4,5)?", "nim(3, 4, 5)"),
    ("is nim(3,4,5) a win?", "nim(3, 4, 5)"),
    ("is misere nim(1,1) a P position", "misere nim(1, 1)"),
    ("what is the grundy value of kayles 20", "kayles(20)"),
    ("best move in 3,4,5", "nim(3, 4, 5)"),
    ("winner of Wythoff 3 5", "wythoff(3, 5)"),
    ("nim(3,4,5)?", "nim(3, 4, 5)"),
    ("nim 3 4 5?", "nim(3, 4, 5)"),
    ("nim(3,4,5) who wins?", "nim(3, 4, 5)"),
    ("grundy value of grundy 10", "grundy(10)"),
    // sets and heaps in sentences
    ("take {1,3,4} from 21", "take[1,3,4](21)"),
    ("take 1 3 4 from 21", "take[1,3,4](21)"),
    ("take 1, 3 or 4 from 21 stones", "take[1,3,4](21)"),
    ("take 1 to 3 from a heap of 21", "take[1..3](21)"),
    ("misere take 1-3 from 21, 17", "misere take[1..3](21, 17)"),
    ("21 stones, take 1 to 3. Does the first player win?", "take[1..3](21)"),
    ("21 stones, take 1 to 3. Who has a winning strategy?", "take[1..3](21)"),
    ("remove up to 3 stones from 21", "take[1..3](21)"),
    ("21 stones, take 1 to 3", "take[1..3](21)"),
    ("21 coins: take 1, 3, or 4 each turn", "take[1,3,4](21)"),
    ("take 1..3 (21)", "take[1..3](21)"),
    ("take 1 to 3 stones from a pile of 21, last one to move loses", "misere take[1..3](21)"),
    ("Take 1 to 3 stones from a single heap of 21 stones.", "take[1..3](21)"),
    ("take up to 3 of 21 stones", "take[1..3](21)"),
    ("take up to half of 12 stones", "atmosthalf(12)"),
    ("12 stones, take at most half", "atmosthalf(12)"),
    ("12 stones; take at least half of them", "atleasthalf(12)"),
    ("20 stones, take at most twice what was taken before", "fibonaccinim(20)"),
    ("20 stones, take at most twice as many as the previous player", "fibonaccinim(20)"),
    ("20 stones, take at most twice what has been taken on the previous turn", "fibonaccinim(20)"),
    ("20 stones, take no more than double the number of stones taken by the previous player", "fibonaccinim(20)"),
    ("A heap of 20 stones. Take up to twice as many as the other player took last. Who wins?", "fibonaccinim(20)"),
    ("You have 21 matches. Each turn take 1, 2 or 3. Last player loses.", "misere take[1,2,3](21)"),
    ("100 stones, take a prime number", "take[primes](100)"),
    ("take a prime number from 100", "take[primes](100)"),
    ("20 stones, take 1 or a prime number", "take[1,primes](20)"),
    ("20 stones, take a square, a power of 3 or 2", "take[squares,powers(3),2](20)"),
    ("30 coins, take an odd number of coins", "take[odds](30)"),
    ("30 coins, each player takes a perfect square", "take[squares](30)"),
    ("30 coins, take a power of 2 each turn, last player loses", "misere take[powers(2)](30)"),
    ("30 coins, take a Fibonacci number", "take[fibs](30)"),
    ("heaps 3 5 7, take at most 3", "take[1..3](3, 5, 7)"),
    ("three heaps of 3, 5 and 7 stones; each player takes up to 3 from a single heap", "take[1..3](3, 5, 7)"),
    ("take at most 3 from heaps 3 5 7", "take[1..3](3, 5, 7)"),
    ("three piles 3 5 7, take any number", "nim(3, 5, 7)"),
    ("a heap of 20, take at least half", "atleasthalf(20)"),
    ("a heap of 20, take at most half of it", "atmosthalf(20)"),
    ("a heap of 20, take at least 3", "take[3..](20)"),
    ("a heap of 20, take at least 3 and at most 7", "take[3..7](20)"),
    ("21 stones, take one, two or three", "take[1,2,3](21)"),
    ("21 stones, take between 1 and 3", "take[1..3](21)"),
    ("take between one and three or 7 stones from 21", "take[1..3,7](21)"),
    ("21 stones, take a stone or 3 at a time", "take[1,3](21)"),
    ("a pile of 21 stones; each player removes 1, 3 or 4 stones; whoever cannot move loses", "take[1,3,4](21)"),
    ("there are 21 stones. two players take turns removing 1 to 3 stones. the last to take wins.", "take[1..3](21)"),
    ("21 stones, 2 players take 1 to 3, last player loses", "misere take[1..3](21)"),
    ("two players, 21 stones, take 1 to 3", "take[1..3](21)"),
    ("2 players: 21 stones, take 1 to 3", "take[1..3](21)"),
    ("There are 21 stones, take 1 to 3, the player who cannot move wins", "misere take[1..3](21)"),
    // as puzzles and textbooks tell them
    ("21 flags, take 1, 2 or 3", "take[1,2,3](21)"),
    ("21 game take 1-3", "take[1..3](21)"),
    ("the 21 game, take 1, 2 or 3 each turn", "take[1,2,3](21)"),
    ("nim 21 take 1 to 3", "take[1..3](21)"),
    ("nim with 21 stones, take 1 to 3", "take[1..3](21)"),
    ("21 sticks, each player takes 1, 2 or 3, whoever takes the last stick wins", "take[1,2,3](21)"),
    ("21 matches, remove 1 to 3, the player who takes the last match loses", "misere take[1..3](21)"),
    (
        "There are 21 coins on the table. Two players alternately take 1, 2 or 3 coins. The player who takes the last coin wins.",
        "take[1,2,3](21)",
    ),
    (
        "There is a pile of 21 stones, and on each turn a player removes 1, 2, or 3 stones. The player who removes the last stone \
         wins.",
        "take[1,2,3](21)",
    ),
    ("Two players take turns removing 1, 2 or 3 stones from a pile of 21 stones", "take[1,2,3](21)"),
    ("Alice and Bob take turns removing 1 to 3 stones from a pile of 21", "take[1..3](21)"),
    ("Consider a pile of 21 stones. Players take turns removing 1, 2 or 3 stones.", "take[1,2,3](21)"),
    ("20 stones left, take 1 or 2", "take[1,2](20)"),
    ("20 stones in a heap, take 1 or 2", "take[1,2](20)"),
    ("race to 20, add 1 or 2", "take[1,2](20)"),
    ("race to 100 adding 1 to 10", "take[1..10](100)"),
    ("20 stones, take fewer than 5", "take[1..4](20)"),
    ("20 stones, take less than 5 stones", "take[1..4](20)"),
    ("20 stones, take more than 3", "take[4..](20)"),
    ("20 stones, take no more than 3", "take[1..3](20)"),
    ("20 stones, take not more than three", "take[1..3](20)"),
    ("20 stones, take between 1 and 3 inclusive", "take[1..3](20)"),
    ("subtract a square 50", "take[squares](50)"),
    ("subtract a square game, 50", "take[squares](50)"),
    ("subtract a prime 50", "take[primes](50)"),
    ("players alternately remove a prime number of stones from a pile of 100", "take[primes](100)"),
    ("10 pins kayles", "kayles(10)"),
    ("kayles 10 misere play", "misere kayles(10)"),
    ("kayles 10 normal play", "kayles(10)"),
    ("a row of 10 pins, knock down one or two adjacent pins", "kayles(10)"),
    ("a row of 10 coins, remove one or two adjacent", "kayles(10)"),
    ("20 stones in a row, take 1 or 2 adjacent, last player loses", "misere kayles(20)"),
    ("a circle of 10 coins, each player may remove one or two adjacent coins", "kayles[cycle](10)"),
    ("kayles with 10 pins in a circle", "kayles[cycle](10)"),
    ("remove two adjacent pins from a row of 20", "dawsonskayles(20)"),
    ("split a pile of 10 into two unequal piles", "grundy(10)"),
    ("a pile of 10 can be split into two unequal piles", "grundy(10)"),
    ("split a pile of 10 stones into two piles of different sizes", "grundy(10)"),
    ("split a pile of 20 into two piles", "{n -> a & n-a for a in 1..n-1}(20)"),
    ("20 stones, split into two parts, last player loses", "misere {n -> a & n-a for a in 1..n-1}(20)"),
    ("take(1..3)(21)", "take[1..3](21)"),
    ("take(1,3,4)(21)", "take[1,3,4](21)"),
    ("take({1,3,4}, 21)", "take[1,3,4](21)"),
    ("subtraction({1,3,4}, 21)", "take[1,3,4](21)"),
    ("subtract(1,3,4)(21)", "take[1,3,4](21)"),
    ("{1,3,4}(21)", "take[1,3,4](21)"),
    ("100 stones, up to 7 at a time", "take[1..7](100)"),
    ("subtraction game {1,3,4} 10", "take[1,3,4](10)"),
    ("{1,3,4} n=10", "take[1,3,4](10)"),
    ("[1,3,4](21)", "take[1,3,4](21)"),
    ("{n-k : k in {1,3,4}}(10)", "{n -> n-k for k in {1,3,4}}(10)"),
    ("{n-k for k in {1,3,4}}(10)", "{n -> n-k for k in {1,3,4}}(10)"),
    // a number of which a condition tells
    ("{n -> n-k where k is odd}(20)", "{n -> n-k for k in 1..n if k % 2 = 1}(20)"),
    ("{n -> n-k if k is odd}(20)", "{n -> n-k for k in 1..n if k % 2 = 1}(20)"),
    ("{n -> n-k where k divides n}(20)", "{n -> n-k for k in divisors(n)}(20)"),
    ("{n -> n-d where d divides n and d < n}(20)", "{n -> n-d for d in divisors(n) if d < n}(20)"),
    ("{(a,b) -> a-k, min(a,b) for k in 1..a; a, b-1}(4,4)", "{(a,b) -> (a-k, min(a,b)) for k in 1..a; (a, b-1)}(4,4)"),
    ("{n -> n/d & d where d divides n and d > 1}(6)", "{n -> n//d & d for d in divisors(n) if d > 1}(6)"),
    ("3 piles of 10^9", "3*nim(1000000000)"),
    ("10^9+7 stones, take 1 to 3", "take[1..3](1000000007)"),
    ("1e18 stones, take 1 to 3", "take[1..3](1000000000000000000)"),
    ("let t[k] = take[k,2k]; t[2](7)", "let t[k] = take[k,2*k]; t[2](7)"),
    ("{n -> n - 2^k where k >= 0}(1)", "{n -> n - 2^k for k in 0..}(1)"),
    ("{n -> n-2^k for k >= 0}(1)", "{n -> n-2^k for k in 0..}(1)"),
    ("{n -> n-(2k+1) for k > 0}(9)", "{n -> n-(2*k+1) for k in 1..}(9)"),
    ("{n -> a & n-a for a >= 1 if a < n-a}(9)", "{n -> a & n-a for a in 1.. if a < n-a}(9)"),
    ("{n -> a & b where a+b=n and 0<a<b}(9)", "{n -> a & n-a for a in 1..n-1 if a < n-a}(9)"),
    ("{n -> a & b, a+b = n}(9)", "{n -> a & n-a for a in 1..n-1}(9)"),
    ("{n -> a & b : a + b = n-2}(9)", "{n -> a & n-2-a for a in 0..n-2}(9)"),
    (
        "{n -> a & b & c where n-1 = a+b+c and a != b}(9)",
        "{n -> a & b & n-1-a-b for a in 0..n-1 for b in 0..n-1-a if a != b}(9)",
    ),
    (
        "{n -> a & b & c where a+b+c = n and a > 0 and b > 0 and c > 0; n-1}(9)",
        "{n -> a & b & n-a-b for a in 1..n-2 for b in 1..n-a-1; n-1}(9)",
    ),
    (
        "{n -> a & b & c for a in 0..n-1 for b in 0..n-1 for c in 0..n-1 if a+b+c == n}(4)",
        "{n -> a & b & c for a in 0..n-1 for b in 0..n-1 for c in 0..n-1 if a+b+c = n}(4)",
    ),
    (
        "{n -> a & b where a*b = n and a > 1 and b > 1}(9)",
        "{n -> a & n//a for a in divisors(n) if a > 1 and n//a > 1}(9)",
    ),
    (
        "{n -> {m -> a & b where a+b=m and a>0 and b>0 and a>=1 and b>=1}(n-1)}(9)",
        "{n -> {m -> a & m-a for a in 1..m-1}(n-1)}(9)",
    ),
    ("{n -> n-k for k in 1..n if k < n/2}(5)", "{n -> n-k for k in 1..n if k < (n+1)//2}(5)"),
    ("{n -> n-k for k in 1..n if k >= 2*n/3}(5)", "{n -> n-k for k in 1..n if k >= (2*n+2)//3}(5)"),
    (
        "{n -> n-k for k in 1..n if n/3 >= k and n/2 > k}(5)",
        "{n -> n-k for k in 1..n if n//3 >= k and (n+1)//2 > k}(5)",
    ),
    ("{n -> n-k where k < n/2}(5)", "{n -> n-k for k in 1..(n+1)//2-1}(5)"),
    ("{n -> n-d where d divides n-1}(1)", "{n -> n-d for d in 1..n if d divides n-1}(1)"),
    ("{(a,b) -> (a-d,b) where d | b}(3,0)", "{(a,b) -> (a-d,b) for d in 1.. if d divides b}(3, 0)"),
    ("{(a,b) -> (a-d,b-d) where d divides a-b}(4,4)", "{(a,b) -> (a-d,b-d) for d in 1.. if d divides a-b}(4, 4)"),
    ("{(a,b) -> (a-d,b-d) where d divides a}(4,4)", "{(a,b) -> (a-d,b-d) for d in divisors(a)}(4, 4)"),
    ("{n -> n-d for d|n-1}(1)", "{n -> n-d for d in 1.. if d divides n-1}(1)"),
    ("{n -> n-d for d|n-1 if d = 2 or d = 3}(5)", "{n -> n-d for d in 1.. if d divides n-1 and (d = 2 or d = 3)}(5)"),
    ("{n -> n//d for d | n-1}(5)", "{n -> n//d for d in divisors(n-1)}(5)"),
    ("{n -> n-d, d | n, d < n}(20)", "{n -> n-d for d in divisors(n) if d < n}(20)"),
    ("{n -> n-d : d | n}(20)", "{n -> n-d for d in divisors(n)}(20)"),
    ("{n -> n-d for d dividing n}(20)", "{n -> n-d for d in divisors(n)}(20)"),
    ("{n -> n-d for d a divisor of n}(20)", "{n -> n-d for d in divisors(n)}(20)"),
    ("{n -> n-d where d is a divisor of n}(20)", "{n -> n-d for d in divisors(n)}(20)"),
    ("{n -> n-k for k coprime to n}(20)", "{n -> n-k for k in 1..n if gcd(k,n) = 1}(20)"),
    ("{n -> n-m where m >= 2}(9)", "{n -> n-m for m in 2..n}(9)"),
    ("{n -> n-k, k < 4}(20)", "{n -> n-k for k in 1..3}(20)"),
    ("{n -> n-k where k <= n/2}(20)", "{n -> n-k for k in 1..n//2}(20)"),
    // where nothing is left over
    ("{n -> n/2 if n%2 = 0 and n > 0; n-1}(20)", "{n -> n//2 if n%2 = 0 and n > 0; n-1}(20)"),
    ("{n -> n/2 if n is even; n-1 if n is odd}(20)", "{n -> n//2 if n%2 = 0; n-1 if n%2 = 1}(20)"),
    ("{n -> n/2 if n even else n-1}(20)", "{n -> n//2 if n%2 = 0; n-1 if not n%2 = 0}(20)"),
    ("{n -> n - n/3 | n-1 if n divisible by 6}(20)", "{n -> n - n//3 | n-1 if 6 divides n}(20)"),
    ("{n -> n-2 if n not divisible by 3; n-1}(20)", "{n -> n-2 if not 3 divides n; n-1}(20)"),
    ("{n -> n/2 & n/2 if n%2 == 0 && n > 0}(20)", "{n -> n//2 & n//2 if n%2 = 0 and n > 0}(20)"),
    ("{n -> (n-1)/2 & (n-1)/2 if (n-1)%2 = 0}(20)", "{n -> (n-1)//2 & (n-1)//2 if (n-1)%2 = 0}(20)"),
    ("{n -> n/d for d in divisors(n) if d > 1}(20)", "{n -> n//d for d in divisors(n) if d > 1}(20)"),
    ("{n -> n/p for p in primes if p divides n}(20)", "{n -> n//p for p in primes if p divides n}(20)"),
    ("{n -> n/k for k in 2..n if n%k = 0}(20)", "{n -> n//k for k in 2..n if n%k = 0}(20)"),
    ("{n -> n-k | 2*k <= n}(20)", "{n -> n-k for k in 1..n if 2*k <= n}(20)"),
    ("{n -> n-k for k <= 3}(20)", "{n -> n-k for k in 1..3}(20)"),
    ("{n -> n-k for all 1 <= k <= n}(20)", "{n -> n-k for k in 1..n}(20)"),
    ("{n -> m for all m < n}(20)", "{n -> m for m in 0..n-1}(20)"),
    ("{n -> m, m < n}(20)", "{n -> m for m in 0..n-1}(20)"),
    ("{n -> n-k, k=1,3,4}(20)", "{n -> n-k for k in {1,3,4}}(20)"),
    ("{n -> n-k : k = 1, 3, 4}(20)", "{n -> n-k for k in {1,3,4}}(20)"),
    ("{n -> n-p, p prime}(20)", "{n -> n-p for p in primes}(20)"),
    ("{n -> n-f for f fibonacci}(20)", "{n -> n-f for f in fibs}(20)"),
    ("{n -> n-k for k a power of 2}(20)", "{n -> n-k for k in powers(2)}(20)"),
    ("{n -> n-x^2, x >= 1}(20)", "{n -> n-x^2 for x in 1..n}(20)"),
    ("{(a,b) -> (a-k,b), (a,b-k), k odd}(3,4)", "{(a,b) -> (a-k,b) | (a,b-k) for k in odds}(3, 4)"),
    // what a coordinate is called
    ("take[1,3,4](n=10)", "take[1,3,4](10)"),
    ("kayles(n = 20) + nim(3)", "kayles(20) + nim(3)"),
    ("{(a,b) -> (a-1,b); (a,b-1)}(a=3, b=5)", "{(a,b) -> (a-1,b); (a,b-1)}(3, 5)"),
    // three points
    ("take[1,2,...,5](21)", "take[1..5](21)"),
    ("take[1,...,5](21)", "take[1..5](21)"),
    ("take[1...5](21)", "take[1..5](21)"),
    ("{(a,b) -> a-1, b | a, b-1}(4,4)", "{(a,b) -> (a-1, b) | (a, b-1)}(4,4)"),
    (
        "{a,b -> a-1,b; a,b-1; a//2,b//2 if a>1 and b>1}(7,3)",
        "{(a,b) -> (a-1,b); (a,b-1); (a//2,b//2) if a>1 and b>1}(7,3)",
    ),
    (
        "{a,b -> a-k,b for k in 1..a; a,b-k for k in 1..b}(7,3)",
        "{(a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b}(7,3)",
    ),
    ("take[3…](21)", "take[3..](21)"),
    ("{n -> n-k for k in 1...n}(21)", "{n -> n-k for k in 1..n}(21)"),
    ("take[1,…,5, 9](21)", "take[1..5, 9](21)"),
    ("take[1,2,..,5, 9](21)", "take[1..5, 9](21)"),
    ("take[1, 3, …, 7](21)", "take[1,3,5,7](21)"),
    ("take[1,3,5,...](21)", "take[1.. step 2](21)"),
    ("take[1,3,...,99](21)", "take[1..99 step 2](21)"),
    ("take[1,2,4,8,...](21)", "take[powers(2)](21)"),
    ("take[1,2,4,...,64](21)", "take[1,2,4,8,16,32,64](21)"),
    ("{n -> n-k for k in {1,2,...,5}}(21)", "{n -> n-k for k in {1..5}}(21)"),
    ("{n -> n-k for k in {1,2,...,n}}(21)", "{n -> n-k for k in {1..n}}(21)"),
    ("{n -> n-1, n-2, ..., n-5}(21)", "{n -> n-k for k in 1..5}(21)"),
    ("{n -> n-1; n-3; n-5; ...}(9)", "{n -> n-k for k in 1.. step 2}(9)"),
    ("{n -> n-1, ..., 0}(9)", "{n -> n-k for k in 1..n}(9)"),
    ("21 stones, take 1, 2, ..., 5", "take[1..5](21)"),
    ("{n -> n-1; n-3} with n = 10", "{n -> n-1; n-3}(10)"),
    // heaps in words
    ("3 heaps of 5", "3*nim(5)"),
    ("three heaps 3 4 5", "nim(3, 4, 5)"),
    ("piles of 3 4 and 5", "nim(3, 4, 5)"),
    ("game of nim with piles 5, 6, 7 misere", "misere nim(5, 6, 7)"),
    ("nim 1-3-5-7", "nim(1, 3, 5, 7)"),
    ("misere nim 1-3-5-7", "misere nim(1, 3, 5, 7)"),
    ("1-3-5-7", "nim(1, 3, 5, 7)"),
    ("two piles of 5 and 7, take any number from one pile or the same number from both", "wythoff(5, 7)"),
    ("two heaps 3 5: take any number of stones from one or equal numbers from both heaps", "wythoff(3, 5)"),
    ("two piles of 4 and 7, take from one or the same from both", "wythoff(4, 7)"),
    ("two piles of 4 and 7, take from either pile or the same number from both piles", "wythoff(4, 7)"),
    ("Nim with piles 3,4,5 where last stone loses", "misere nim(3, 4, 5)"),
    ("nim 3 4 5 where the player who takes the last stone wins", "nim(3, 4, 5)"),
    ("3 4 5 misere nim", "misere nim(3, 4, 5)"),
    ("3, 4, 5 nim misere", "misere nim(3, 4, 5)"),
    ("3 5 wythoff", "wythoff(3, 5)"),
    ("three heaps of size 5", "3*nim(5)"),
    ("nim 2 heaps of 5", "2*nim(5)"),
    ("nim: 2 heaps of size 5", "2*nim(5)"),
    ("kayles with two rows of 5", "2*kayles(5)"),
    ("misere nim 4 piles of 1", "misere 4*nim(1)"),
    ("nim 4 piles of 1, last player loses", "misere 4*nim(1)"),
    ("take[1..3] 2 heaps of 5", "2*take[1..3](5)"),
    ("{n -> n-1; n-3} 2 heaps of 5", "2*{n -> n-1; n-3}(5)"),
    ("nim 3 heaps (3, 4, 5)", "nim(3, 4, 5)"),
    ("nim 3 4 5 heaps", "nim(3, 4, 5)"),
    ("21 stones, you may take 1 to 3", "take[1..3](21)"),
    ("21 stones, and on each turn take 1 to 3", "take[1..3](21)"),
    ("heaps of 3, 4 and 5", "nim(3, 4, 5)"),
    ("misere three heaps 1 1 1", "misere nim(1, 1, 1)"),
    ("the nim game 3 4 5", "nim(3, 4, 5)"),
    ("a game of nim with three heaps 3, 4, and 5", "nim(3, 4, 5)"),
    ("nim sum 3 4 5", "nim(3, 4, 5)"),
    ("lasker nim 3 5", "lasker(3, 5)"),
    ("kayles with 10 pins", "kayles(10)"),
    ("10 stones", "nim(10)"),
    ("cram 4 by 5", "cram(\"4x5\")"),
    ("chomp 3 x 4", "chomp(\"3x4\")"),
    // who wins
    ("nim(3,4,5), misere", "misere nim(3, 4, 5)"),
    ("nim 3,4,5, last player loses", "misere nim(3, 4, 5)"),
    ("21 stones, take 1 to 3, whoever takes the last stone loses", "misere take[1..3](21)"),
    ("nim 3 4 5, the last player to move wins", "nim(3, 4, 5)"),
    ("{1,3,4} 21", "take[1,3,4](21)"),
    ("misere {1..3}(21)", "misere take[1..3](21)"),
    ("S={1,3,4} n=21", "take[1,3,4](21)"),
    ("S = [1,3,4], n = 21", "take[1,3,4](21)"),
    ("S = {2,3}, heaps 5 7 9", "take[2,3](5, 7, 9)"),
    // places
    ("Nim: 3, 4, 5", "nim(3, 4, 5)"),
    ("nim = 3 4 5", "nim(3, 4, 5)"),
    ("nim [3,4,5]", "nim(3, 4, 5)"),
    ("nim [3] + kayles 4", "nim(3) + kayles(4)"),
    ("nim {3,4,5}", "nim(3, 4, 5)"),
    ("nim([3,4,5])", "nim(3, 4, 5)"),
    ("nim(3;4;5)", "nim(3, 4, 5)"),
    ("wythoff(3;5)", "wythoff(3, 5)"),
    ("nim[3,4,5]", "nim(3, 4, 5)"),
    ("nim piles 3 4 5", "nim(3, 4, 5)"),
    ("nim with heaps 3, 4, 5", "nim(3, 4, 5)"),
    ("nim heaps=3,4,5", "nim(3, 4, 5)"),
    ("kayles n=20", "kayles(20)"),
    ("take[1,2] n=7", "take[1,2](7)"),
    ("take{1,2}: 7, 8", "take[1,2](7, 8)"),
    ("nim(3,4,5) = ?", "nim(3, 4, 5)"),
    ("misere nim: 1 1 1", "misere nim(1, 1, 1)"),
    ("xor 3 4 5", "nim(3, 4, 5)"),
    // formulas of values, moves without an arrow
    ("f(n)=mex(f(n-1),f(n-2)) n=20", "{n -> n-1; n-2}(20)"),
    ("g(n) = mex{g(n-1), g(n-3)}(20)", "{n -> n-1; n-3}(20)"),
    ("SG(x) = mex({SG(x-1), SG(x-3)}), x = 20", "{x -> x-1; x-3}(20)"),
    ("g(n) = mex{g(a) xor g(n-2-a) for a in 0..n-2} (9)", "{n -> a & n-2-a for a in 0..n-2}(9)"),
    ("g(n) = mex{g(n-k) for k in {1,3}}(9)", "{n -> n-k for k in {1,3}}(9)"),
    ("f(a,b) = mex{f(a-1,b), f(a,b-1)}(2,3)", "{(a,b) -> (a-1,b); (a,b-1)}(2, 3)"),
    ("f(n) = mex(f(n-1), f(n-2)) for n = 20", "{n -> n-1; n-2}(20)"),
    ("f(n) = mex(f(n-1), f(n-2)), at n = 20", "{n -> n-1; n-2}(20)"),
    ("{n-1,n-3}(20)", "{n -> n-1; n-3}(20)"),
    // races to a number, of which the rest is a heap
    ("start at 0, add 1 to 10, first to reach 100 wins", "take[1..10](100)"),
    ("start at 1, add 1 to 10, first to reach 100 wins", "take[1..10](99)"),
    (
        "The first player to reach 100 wins. The total starts at 0. Each turn add an integer from 1 to 10.",
        "take[1..10](100)",
    ),
    ("race to 100, say 1 to 10", "take[1..10](100)"),
    ("first to reach 21 loses, add 1, 2 or 3", "misere take[1,2,3](21)"),
    ("misere race to 20, add 1 or 2", "misere take[1,2](20)"),
    ("count to 21, say 1 to 3 numbers, whoever says 21 loses", "misere take[1..3](21)"),
    ("count from 1 to 21, each player says 1, 2 or 3 consecutive numbers; whoever says 21 wins", "take[1,2,3](21)"),
    ("抢100，每次加1到10", "take[1..10](100)"),
    ("从0开始，每次加1到10，先到100者胜", "take[1..10](100)"),
    ("从1开始，每次加1到10，先到100者胜", "take[1..10](99)"),
    ("从1开始报数，每次报1到3个数，报到21的人输", "misere take[1..3](21)"),
    ("两人轮流报数，每次报1到4个数，谁先报到50谁赢", "take[1..4](50)"),
    // numbers in two words, and other signs around the sizes
    ("twenty-one stones, take 1 to 3", "take[1..3](21)"),
    ("thirty matches, take one or two, last player loses", "misere take[1,2](30)"),
    ("a dozen stones, take 1 or 2", "take[1,2](12)"),
    ("a hundred stones, take 1 to 9", "take[1..9](100)"),
    ("100 stones, take exactly twenty-one", "take[21](100)"),
    ("100 stones, take up to twenty one", "take[1..21](100)"),
    ("S={1,3,4}, heap of 20", "take[1,3,4](20)"),
    ("piles = [3,4,5]", "nim(3, 4, 5)"),
    ("misere heaps = 3 4 5", "misere nim(3, 4, 5)"),
    ("piles [3,4,5], last stone loses", "misere nim(3, 4, 5)"),
    ("subtraction game with S = {1,3,4}, heap of 20", "take[1,3,4](20)"),
    ("巴什博弈 n=17 m=3", "take[1..3](17)"),
    ("巴什博弈 m=3，n=17", "take[1..3](17)"),
    ("bash n = 17, k = 3", "take[1..3](17)"),
    ("两人从21个石子中轮流取1到3个", "take[1..3](21)"),
    ("甲乙两人从30枚硬币中轮流取1到4枚，取到最后一枚的人输", "misere take[1..4](30)"),
    // chessmen go towards a corner
    ("rook at (7,5)", "nim(7, 5)"),
    ("a rook on an 8x8 board at (7,5) moves left or down", "nim(7, 5)"),
    (
        "A rook stands on h8 of a chessboard. It moves any number of squares left or down. Last player to move wins.",
        "nim(7, 7)",
    ),
    ("rooks at (3,5) and (2,7), who cannot move loses", "nim(3, 5, 2, 7)"),
    ("a queen on a chessboard at (3,5) moves left, down or diagonally", "wythoff(3, 5)"),
    ("queen at d6", "wythoff(3, 5)"),
    ("Queen 3, 5", "wythoff(3, 5)"),
    ("2 queens at (4,7) and (1,2)", "wythoff((4, 7), (1, 2))"),
    ("misere queen at (3,5)", "misere wythoff(3, 5)"),
    ("a king at (4,4) moves one square left, down or diagonally", "{(x,y) -> (x-1,y) | (x,y-1) | (x-1,y-1)}(4, 4)"),
    ("a rook at (7,5) moves any number of squares towards the corner", "nim(7, 5)"),
    ("a queen at (3,5) moves as far as it likes, to (0,0)", "wythoff(3, 5)"),
    ("a bishop at (3,5) moves diagonally down-left", "{(x,y) -> (x-k,y-k) for k in 1..}(3, 5)"),
    ("a knight on an infinite board at (5,8)", "{(x,y) -> (x-2,y+1) | (x-2,y-1) | (x-1,y-2) | (x+1,y-2)}(5, 8)"),
    (
        "a knight on a 15x15 board at (5,8)",
        "{(x,y) -> (x-2,y+1) if y < 14; (x-2,y-1) | (x-1,y-2); (x+1,y-2) if x < 14}(5, 8)",
    ),
    // boards and graphs in words
    ("chomp on a 3 by 5 board", "chomp(\"3x5\")"),
    ("misere chomp with a 3x5 chocolate bar", "misere chomp(\"3x5\")"),
    ("cram on a 4 by 5 board + nim 3", "cram(\"4x5\") + nim(3)"),
    ("chomp 3乘5", "chomp(\"3x5\")"),
    ("ruler game HTTH", "ruler(\"HTTH\")"),
    ("the ruler game HTTH", "ruler(\"HTTH\")"),
    ("node kayles on a path of 5", "nodekayles(\"path:5\")"),
    ("node kayles on a 3 by 4 grid", "nodekayles(\"grid:3x4\")"),
    ("arc kayles cycle 6", "arckayles(\"cycle:6\")"),
    ("treblecross on a board of 9", "treblecross(9)"),
    ("kayles with 12 bowling pins", "kayles(12)"),
    ("row of 12 bowling pins, knock down one or two neighbours", "kayles(12)"),
    ("10 coins, split into two piles of unequal size", "grundy(10)"),
    ("10 stones, split a pile into two nonempty piles", "{n -> a & n-a for a in 1..n-1}(10)"),
    // a parameter by its letter
    ("moore's nim k=2, heaps 1 2 3", "moore[2](1, 2, 3)"),
    ("moore with k = 2 and heaps 1, 2, 3", "moore[2](1, 2, 3)"),
    ("poker nim k=2: 3 5", "pokernim[2](3, 5)"),
    ("Fibonacci Nim: 30", "fibonaccinim(30)"),
    ("kayles, 12 pins", "kayles(12)"),
    ("nimble with coins at 1 4 6", "nimble(1, 4, 6)"),
    // more words for what may be taken
    ("20 stones, take up to 2 times what was taken before", "fibonaccinim(20)"),
    ("20 stones, take at most two times the previous move", "fibonaccinim(20)"),
    ("50 stones, take 3 or more", "take[3..](50)"),
    ("50 stones, take 3 stones or fewer", "take[1..3](50)"),
    ("50 stones, take a minimum of 2 and a maximum of 5", "take[2..5](50)"),
    ("50 stones, take at least 1 but no more than 7", "take[1..7](50)"),
    ("50 stones, take no more than half", "atmosthalf(50)"),
    ("50 stones, take a non-zero square number", "take[squares](50)"),
    ("take a number from 1 to 3 from 20", "take[1..3](20)"),
    ("50 stones, pick up 1 to 3", "take[1..3](50)"),
    ("100 stones, take a divisor of the number of stones left", "{n -> n-d for d in divisors(n)}(100)"),
    ("100 stones, take a divisor of n other than n", "aliquot(100)"),
    ("100 stones, take a prime factor of n", "{n -> n-d for d in divisors(n) if d in primes}(100)"),
    ("100 stones, take a number coprime to n", "{n -> n-k for k in 1..n if gcd(k,n) = 1}(100)"),
    ("heaps 3 4, take any number or split a heap into two", "lasker(3, 4)"),
    ("heaps 1 2 3, take any number from at most two heaps", "moore[2](1, 2, 3)"),
    ("three piles of 5, take any number from at most two piles", "moore[2](5, 5, 5)"),
    ("two piles of 5, take any number from one pile or the same number from both", "wythoff(5, 5)"),
    ("two numbers 25 and 7, subtract a multiple of the smaller from the larger", "euclid(25, 7)"),
    ("three piles of 5, take 1 to 3 from one of the piles", "3*take[1..3](5)"),
    ("5 heaps with 7 stones each, take 1 to 3", "5*take[1..3](7)"),
    ("5 piles of 7 stones each", "5*nim(7)"),
    ("nim 3 4 5, take at most 2", "take[1..2](3, 4, 5)"),
    ("nim 3,4,5, take at most 2", "take[1..2](3, 4, 5)"),
    ("two players count to 21, each says 1, 2 or 3 numbers, the player who says 21 loses", "misere take[1,2,3](21)"),
    ("40 stones, subtraction set {2,3,5}", "take[2,3,5](40)"),
    ("n=40, moves {1,3,4}", "take[1,3,4](40)"),
    ("There are n stones. A player can take 1, 2 or 3. n = 17", "take[1,2,3](17)"),
    ("n stones, take a proper divisor of n, where n = 12", "aliquot(12)"),
    // who plays, and how
    ("Bob and Alice play with a pile of 21 stones. In each turn a player can remove 1 to 4 stones.", "take[1..4](21)"),
    ("There are 17 stones. Alice and Bob alternately remove 1 to 3 stones. Alice starts. Who wins?", "take[1..3](17)"),
    (
        "Alice and Bob play a game with n stones. Alice moves first. A player can remove 1 to 5 stones. n = 20",
        "take[1..5](20)",
    ),
    ("Who wins? 21 stones, take 1 to 3", "take[1..3](21)"),
    ("heap of size 12, take 1 to 4", "take[1..4](12)"),
    ("dawson's kayles with 12 pins in a row", "dawsonskayles(12)"),
    ("nim(3,4,5) under misère rules", "misere nim(3, 4, 5)"),
    ("nim with piles 3 4 5 and last stone loses", "misere nim(3, 4, 5)"),
    ("misère game of nim with heaps 3 4 5", "misere nim(3, 4, 5)"),
    ("尼姆博弈 3 4 5，最后取的人输", "misere 尼姆博弈(3, 4, 5)"),
    ("nim(3,4,5)，取到最后一个的人输", "misere nim(3, 4, 5)"),
    ("反常尼姆 1 2 3", "misere 尼姆游戏(1, 2, 3)"),
    ("台阶尼姆博弈 3 0 5", "台阶尼姆(3, 0, 5)"),
    // more Chinese
    ("17个石子，两人轮流取，每次取1~3个，先取完者胜", "take[1..3](17)"),
    ("21个石子，每次取1到3个，谁取走最后一颗石子谁输", "misere take[1..3](21)"),
    ("21个石子，小明和小红轮流取，每次1到3个", "take[1..3](21)"),
    ("有21个石子，两人轮流取石子，每次至少取1个，至多取3个，取完最后一个石子的人获胜", "take[1..3](21)"),
    (
        "有3堆石子，数量分别是3,4,5，两位玩家轮流操作，每次操作可以从任意一堆石子中拿走任意数量的石子（可以拿完，但不能不拿），最后无法进行操作的人视为失败",
        "nim(3, 4, 5)",
    ),
    ("21个石子，每次取1到3个，先手赢还是后手赢？", "take[1..3](21)"),
    ("21个石子，每次取1到3个，最后不能取的人赢", "misere take[1..3](21)"),
    ("有n个石子，每次取1到3个，n=17", "take[1..3](17)"),
    ("巴什博弈，一共17个石子，每次最少取1个，最多取3个", "take[1..3](17)"),
    ("威佐夫博弈：两堆石子3和5", "wythoff(3, 5)"),
    ("反尼姆博弈：三堆石子 1 2 3", "misere nim(1, 2, 3)"),
    ("两堆石子3、5，每次可以从一堆中取任意个，或者从两堆中取相同数量的石子", "wythoff(3, 5)"),
    ("一堆石子30个，先手不能一次取完，之后每次取的数不超过上一次的两倍", "fibonaccinim(30)"),
    ("有三堆石子，每堆分别有3，4，5个，每次从某堆取任意多个", "nim(3, 4, 5)"),
    ("20个石子，每次把一堆分成不相等的两堆", "grundy(20)"),
    ("20个石子，每次把一堆分成两堆", "{n -> a & n-a for a in 1..n-1}(20)"),
    ("20个石子，每次取立方数个", "{n -> n-k^3 for k in 1..}(20)"),
    ("20个石子，每次取当前石子数的真约数个", "aliquot(20)"),
    ("20个石子，每次取走一半以内", "atmosthalf(20)"),
    ("一排10个硬币，每次取一个或相邻两个，最后取的人输", "misere kayles(10)"),
    ("10个硬币排成一圈，每次取1个或相邻的2个", "kayles[cycle](10)"),
    // rules in the manner of set-builders
    ("{n -> n-k, k in {1,3,4}}(20)", "{n -> n-k for k in {1,3,4}}(20)"),
    ("{n -> n-k | k in {1,3,4}}(20)", "{n -> n-k for k in {1,3,4}}(20)"),
    ("{n -> n-k, 1<=k<=3}(20)", "{n -> n-k for k in 1..3}(20)"),
    ("{n -> n-k | 1 <= k <= 3}(20)", "{n -> n-k for k in 1..3}(20)"),
    ("{n -> n-k with k in {1,3,4}}(20)", "{n -> n-k for k in {1,3,4}}(20)"),
    ("{n -> n-k such that k in {1,3,4}}(20)", "{n -> n-k for k in {1,3,4}}(20)"),
    ("{n -> n-k, where k in {1,3,4}}(20)", "{n -> n-k for k in {1,3,4}}(20)"),
    ("{n -> n-k, k in {1,3,4}, k < n}(20)", "{n -> n-k for k in {1,3,4} if k < n}(20)"),
    ("{n -> n-k, k in 1..3; n-7}(20)", "{n -> n-k for k in 1..3; n-7}(20)"),
    ("{(a,b) -> (a-k,b), (a,b-k), k in {1,2}}(3,4)", "{(a,b) -> (a-k,b) | (a,b-k) for k in {1,2}}(3, 4)"),
    ("{n -> n-k for k in 1,3,4}(20)", "{n -> n-k for k in {1,3,4}}(20)"),
    ("{n -> n-k for k in 1, 3, 4 if k < n; n-7}(20)", "{n -> n-k for k in {1,3,4} if k < n; n-7}(20)"),
    // the words of conditions and moves in another order
    ("{n -> n-1 unless n=5}(10)", "{n -> n-1 if not n = 5}(10)"),
    ("{n -> n-1 unless n=5 or n=7; n-2}(10)", "{n -> n-1 if not (n = 5 or n = 7); n-2}(10)"),
    ("{n -> n-1; or n-2}(4)", "{n -> n-1; n-2}(4)"),
    ("{n -> n-j or n-k for j in 1..2 for k in 3..4}(9)", "{n -> n-j | n-k for j in 1..2 for k in 3..4}(9)"),
    ("{n -> n-k, n-1, n-7 for k in 2..3}(9)", "{n -> n-k | n-1 | n-7 for k in 2..3}(9)"),
    ("{n -> if n > 5 then n-1 | if n > 3 then n-2}(8)", "{n -> n-1 if n > 5; n-2 if n > 3}(8)"),
    ("{n -> if n > 5 then n-1 else n-2}(8)", "{n -> n-1 if n > 5; n-2 if not n > 5}(8)"),
    ("{n -> if n is even n//2-1 else n-1}(4)", "{n -> n//2-1 if n % 2 = 0; n-1 if not n % 2 = 0}(4)"),
    (
        "{(a,b) -> (a-k,b) or (a,b-k) for k in 1.. if k < 3}(3,3)",
        "{(a,b) -> (a-k,b) | (a,b-k) for k in 1.. if k < 3}(3, 3)",
    ),
    ("{n -> n-1 or n-3}(7)", "{n -> n-1 | n-3}(7)"),
    // what may be taken
    ("50 matches, take a number from {2,5}", "take[2,5](50)"),
    ("take a number from {2,5} from 50", "take[2,5](50)"),
    ("50 stones, take a divisor", "{n -> n-d for d in divisors(n)}(50)"),
    ("two piles 5 and 7, take from one pile any number", "nim(5, 7)"),
    ("two piles 5 and 7, take from one pile 1 to 3", "take[1..3](5, 7)"),
    ("three piles 3 5 7, take from at most two piles", "moore[2](3, 5, 7)"),
    ("take 1, 3 or 4 from 21 and 17", "take[1,3,4](21, 17)"),
    ("take 1 to 3 from piles of 21, 17 and 5", "take[1..3](21, 17, 5)"),
    ("3 piles of 5 stones", "3*nim(5)"),
    ("three piles of 3, 5 and 7 stones", "nim(3, 5, 7)"),
    // signs of other writings
    ("3、4、5", "nim(3, 4, 5)"),
    ("尼姆（3、5、7）", "尼姆游戏(3, 5, 7)"),
    ("{n↦n-1}(3)", "{n -> n-1}(3)"),
    ("巴什博弈(21,3)", "take[1..3](21)"),
    ("巴什博弈（21、3）", "take[1..3](21)"),
    // relations of two numbers
    (
        "{n -> n-k for k in 1.. if n-k is a perfect cube}(20)",
        "{n -> n-k for k in 1.. for c in 0..n-k if c^3 = n-k}(20)",
    ),
    (
        "{n -> n-k for k in 1..n if k > 1 and k is a cube}(9)",
        "{n -> n-k for k in 1..n for c in 0..k if k > 1 and c^3 = k}(9)",
    ),
    ("{n -> n-c for c in 1..n where c is a cube}(9)", "{n -> n-c for c in 1..n for i in 0..c if i^3 = c}(9)"),
    (
        "{n -> n-k for k in 1..n if k is a triangular number}(9)",
        "{n -> n-k for k in 1..n for c in 0..k if c*(c+1)//2 = k}(9)",
    ),
    ("{n -> n-k for k in 1..n if n is divisible by k}(9)", "{n -> n-k for k in 1..n if k divides n}(9)"),
    ("{n -> n-k for k in 1..n if n-k is not a multiple of 3}(9)", "{n -> n-k for k in 1..n if not 3 divides n-k}(9)"),
    (
        "{n -> n-k for k in 1..n if k is a divisor of n and k < n}(9)",
        "{n -> n-k for k in 1..n if k divides n and k < n}(9)",
    ),
    ("{n -> n-k for k in 1..n if k is coprime to n}(9)", "{n -> n-k for k in 1..n if gcd(k,n) = 1}(9)"),
    ("{n -> n-k for all divisors k of n}(9)", "{n -> n-k for k in divisors(n)}(9)"),
    // loops and conditions in another form; their moves are those of `typed_moves.rs`
    ("{n -> n-p for primes p dividing n}(12)", "{n -> n-p for p in primes if p divides n}(12)"),
    ("{n -> n-p for each prime p | n}(12)", "{n -> n-p for p in primes if p divides n}(12)"),
    ("{n -> n-p for prime p dividing n and p > 2}(12)", "{n -> n-p for p in primes if p divides n and p > 2}(12)"),
    ("{n -> n-p for odd primes p}(12)", "{n -> n-p for p in primes except 2}(12)"),
    ("{n -> n-k for squares k}(12)", "{n -> n-k for k in squares}(12)"),
    ("{n -> n-k for prime k | n-5}(12)", "{n -> n-k for k in primes; n-5}(12)"),
    ("{n -> n-1 for n > 0}(12)", "{n -> n-1 if n > 0}(12)"),
    ("{n -> n-k for k in 1..3 for n > 5}(12)", "{n -> n-k for k in 1..3 if n > 5}(12)"),
    ("{n -> n-1 for odd n; n-2 for n even}(12)", "{n -> n-1 if n%2 = 1; n-2 if n%2 = 0}(12)"),
    ("{n -> n-1..n-3}(12)", "{n -> n-k for k in 1..3}(12)"),
    ("{n -> n-3..n-1}(12)", "{n -> n-k for k in 1..3}(12)"),
    ("{n -> n-2..n-4 if n > 6; n-1}(12)", "{n -> n-k for k in 2..4 if n > 6; n-1}(12)"),
    ("{n -> 0..n-1}(12)", "{n -> m for m in 0..n-1}(12)"),
    ("{n -> n-1..0}(12)", "{n -> m for m in 0..n-1}(12)"),
    ("{n -> n//2..n-1}(12)", "{n -> m for m in n//2..n-1}(12)"),
    ("{n -> m in 0..n-1}(12)", "{n -> m for m in 0..n-1}(12)"),
    ("{n -> m in {n-1,n-3} if n > 4; n-2}(12)", "{n -> m for m in {n-1,n-3} if n > 4; n-2}(12)"),
    ("{n -> n-d for d | n and d < n}(12)", "{n -> n-d for d in divisors(n) if d < n}(12)"),
    ("{n -> n-k for k in 1..3 or k = 5}(12)", "{n -> n-k for k in {1..3,5}}(12)"),
    ("{n -> n-k for k = 1 or k = 3 if n > 4}(12)", "{n -> n-k for k in {1,3} if n > 4}(12)"),
    ("{n -> n-k for k in {1,2} or k in squares}(12)", "{n -> n-k for k in {1,2,squares}}(12)"),
    ("{n -> n-k for |k-3| <= 1}(12)", "{n -> n-k for k in 1..n if abs(k-3) <= 1}(12)"),
    ("{(a,b) -> (a-1,b) | (a,b-1) if |a-b| < 2}(3, 4)", "{(a,b) -> (a-1,b) | (a,b-1) if abs(a-b) < 2}(3, 4)"),
    ("{n -> n-k where k not divides n}(12)", "{n -> n-k for k in 1..n if not k divides n}(12)"),
    ("{n -> n-k where k does not divide n}(12)", "{n -> n-k for k in 1..n if not k divides n}(12)"),
    ("{n -> n-k for k not dividing n}(12)", "{n -> n-k for k in 1..n if not k divides n}(12)"),
    ("{n -> n-1 if 3 doesn't divide n}(12)", "{n -> n-1 if not 3 divides n}(12)"),
    ("{n -> n-k(k+1)/2 for k in 1..}(12)", "{n -> n-k*(k+1)//2 for k in 1..}(12)"),
    ("{n -> n-k for k in 1..n if k(n-k) = 6}(12)", "{n -> n-k for k in 1..n if k*(n-k) = 6}(12)"),
    (
        "{(a,b) -> (a-d,b) | (a,b-d) where d divides a}(6, 4)",
        "{(a,b) -> (a-d,b) | (a,b-d) for d in 1.. if d divides a}(6, 4)",
    ),
    (
        "{(a,b) -> (a-d,b) | (a,b-d) where d divides gcd(a,b)}(6, 4)",
        "{(a,b) -> (a-d,b) | (a,b-d) for d in divisors(gcd(a,b))}(6, 4)",
    ),
    (
        "{n -> a & b & c where a+b+c=n and 0<a<b<c}(12)",
        "{n -> a & b & n-a-b for a in 1..n-2 for b in 1..n-a-1 if a < n-a-b and b >= a+1 and b < n-a-b}(12)",
    ),
    ("nim 10^9 10^9+7", "nim(1000000000, 1000000007)"),
    ("nim 10^9+7 5 2*3", "nim(1000000007, 5, 6)"),
    // sets that have a name, in brackets and in sentences
    ("take[odd primes](12)", "take[primes except 2](12)"),
    ("take[multiples of 3](30)", "take[3.. step 3](30)"),
    ("take[1, multiples of three](30)", "take[1,3.. step 3](30)"),
    ("take[cubes](30)", "{n -> n-k^3 for k in 1..}(30)"),
    ("misere take[perfect cubes] 30 5", "misere {n -> n-k^3 for k in 1..}(30, 5)"),
    ("take[triangular numbers](30)", "{n -> n-k*(k+1)//2 for k in 1..}(30)"),
    ("take[composite numbers](30)", "take[4.. except primes](30)"),
    ("take[1, cubes](30)", "{n -> n-k for k in {1}; n-k^3 for k in 1..}(30)"),
    ("take[cubes, triangular numbers](30)", "{n -> n-k^3 for k in 1..; n-k*(k+1)//2 for k in 1..}(30)"),
    ("take[the primes](30)", "take[primes](30)"),
    ("take[at most half](30)", "atmosthalf(30)"),
    ("take[divisors of n](30)", "{n -> n-d for d in divisors(n)}(30)"),
    ("{n -> n-k for k in odd primes}(30)", "{n -> n-k for k in primes except 2}(30)"),
    ("{n -> n-1 if n is an odd prime; n-2}(30)", "{n -> n-1 if n in primes except 2; n-2}(30)"),
    ("30 stones, take fibs", "take[fibs](30)"),
    ("30 stones, take an odd prime", "take[primes except 2](30)"),
    ("30 stones, take a composite number of stones", "take[4.. except primes](30)"),
    ("30 stones, take one of the squares", "take[squares](30)"),
    ("30 stones, take a number from the cubes", "{n -> n-k^3 for k in 1..}(30)"),
    ("30 stones, take powers(2)", "take[powers(2)](30)"),
    ("20个石子，每次取合数个", "take[4.. except primes](20)"),
    ("20个石子，每次取奇质数个", "take[primes except 2](20)"),
    // titles
    ("End-Nim 3 1 3", "endnim(3, 1, 3)"),
    ("Fibonacci-Nim: 20", "fibonaccinim(20)"),
    ("the game of Fibonacci Nim 20", "fibonaccinim(20)"),
    ("Moore's Nim_2 1 2 3", "moore[2](1, 2, 3)"),
    ("Moore_2(1, 2, 3)", "moore[2](1, 2, 3)"),
    ("Lasker-Nim 3 4", "lasker(3, 4)"),
    ("start with 100, subtract a perfect square", "take[squares](100)"),
    ("starting from 21 take 1 to 3", "take[1..3](21)"),
    ("begin at 50 and subtract a prime", "take[primes](50)"),
    ("Wythoff-Nim 3 5", "wythoff(3, 5)"),
    ("northcott (1,6) (3,4)", "northcott((1, 6), (3, 4))"),
    ("northcott (1,6), (3,4)", "northcott((1, 6), (3, 4))"),
    ("wythoff(1,6) (3,4) + nim(2)", "wythoff((1, 6), (3, 4)) + nim(2)"),
    ("wythoff[2] (1,6) (3,4)", "wythoff[2]((1, 6), (3, 4))"),
    ("{(a,b) -> (a-1,b) | (a,b-1)} (1,6) (3,4)", "{(a,b) -> (a-1,b) | (a,b-1)}((1, 6), (3, 4))"),
    ("Wythoff_3 3 5", "wythoff[3](3, 5)"),
    ("Staircase Nim 1 2 3", "staircase(1, 2, 3)"),
    ("Georgia and Bob 0, 2, 5", "silverdollar(0, 2, 5)"),
    ("Thirty-one 0", "thirtyone(0)"),
    ("Take-away game {1,3} 21", "take[1,3](21)"),
    ("Node Kayles \"path:5\"", "nodekayles(\"path:5\")"),
    ("One-dimensional tic-tac-toe 9", "treblecross(9)"),
    ("X-only tic-tac-toe \"3x3\"", "notakto(\"3x3\")"),
    ("Turning Turtles \"HTTH\"", "turtles(\"HTTH\")"),
    ("Turning Corners \"HT|TH\"", "tartan[twins,twins](\"HT|TH\")"),
    ("misere Anti-atari Go \"x..o\"", "misere nogo(\"x..o\")"),
];

/// Typed games and their strict form.
const GAMES: &[(&str, &str)] = &[
    ("n -> n-1, n-3", "{n -> n-1; n-3}"),
    ("n -> n-1; n-3", "{n -> n-1; n-3}"),
    ("N -> N-1, N-3", "{n -> n-1; n-3}"),
    ("misere n -> n-1, n-3", "misere {n -> n-1; n-3}"),
    ("(a,b) -> (a-1,b), (a,b-1)", "{(a,b) -> (a-1,b); (a,b-1)}"),
    ("n -> n-k where k in {1,3}", "{n -> n-k for k in {1,3}}"),
    ("n -> floor(n/2) if n > 0", "{n -> n//2 if n > 0}"),
    ("take[1-3]", "take[1..3]"),
    ("Take[1-3] | Kayles", "take[1..3] | kayles"),
    ("S={1,3,4}", "take[1,3,4]"),
    ("威佐夫", "威佐夫博弈"),
    ("g(n) = mex(g(n-1), g(n-3))", "{n -> n-1; n-3}"),
    ("f(n) = mex{f(n-k) : k in {1,3}}", "{n -> n-k for k in {1,3}}"),
    ("{1,3,4}", "take[1,3,4]"),
    ("[1,3,4]", "take[1,3,4]"),
    ("take(1,3,4)", "take[1,3,4]"),
    ("{n-k : k in {1,3,4}}", "{n -> n-k for k in {1,3,4}}"),
    ("S={1,2,...,7}", "take[1..7]"),
    ("$S = \\{1, 2, \\ldots, 7\\}$", "take[1..7]"),
    ("n -> n-1, n-2, ..., n-5", "{n -> n-k for k in 1..5}"),
    ("n -> n-d where d divides n and d < n", "{n -> n-d for d in divisors(n) if d < n}"),
    ("let t[m] = {n -> n-m where m > 2}; t[3]", "let t[m] = {n -> n-m if m > 2}; t[3]"),
    ("f(n) = mex(f(n-1), f(n-2), ..., f(n-5))", "{n -> n-k for k in 1..5}"),
    ("{n-1, n-3}", "{n -> n-1; n-3}"),
    // m is no variable of the move
    ("let t[m] = {n -> n-k for k in 1..3 where m > 2}; t[3]", "let t[m] = {n -> n-k for k in 1..3 if m > 2}; t[3]"),
    ("misère Kayles", "misere kayles"),
    ("kayles misère", "misere kayles"),
    ("take 1 to 3 stones from a heap", "take[1..3]"),
    ("take 1 3 4", "take[1,3,4]"),
    ("take 1, 3 or 4 stones, last player loses", "misere take[1,3,4]"),
    ("take up to half of the stones", "atmosthalf"),
    ("take at most twice as many as the opponent took before", "fibonaccinim"),
    ("0.77 the last player loses", "misere 0.77"),
    ("Misere 0.77", "misere 0.77"),
    ("a queen on a chessboard", "wythoff"),
    ("a rook moves left or down", "nim(x, y)"),
    ("for n stones, take a divisor of n", "{n -> n-d for d in divisors(n)}"),
    ("n stones, take 1 to 3, last player loses", "misere take[1..3]"),
];

/// A subject, a claim as it is typed, and as it is read.
const CLAIMS: &[(&str, &str, &str)] = &[
    (
        "wythoff",
        "P: exists k: min(a,b) = floor((1+sqrt(5))/2*k) and max(a,b) = min(a,b)+k",
        "P: exists k: min(a,b) = floor(phi*k) and max(a,b) = min(a,b)+k",
    ),
    ("wythoff", "P: min(a,b) = floor(abs(a-b)*(sqrt(5)+1)/2)", "P: min(a,b) = floor(abs(a-b)*phi)"),
    (
        "wythoff",
        "P: exists k: min(a,b) = floor((k+sqrt(5)*k)/2) and max(a,b) = min(a,b)+k",
        "P: exists k: min(a,b) = floor((k+sqrt(5)*k)//2) and max(a,b) = min(a,b)+k",
    ),
    ("take[1,3,4]", "n % 7 in {0,2}", "P: n % 7 in {0,2}"),
    ("take[1..3]", "n % 4 == 0", "P: n % 4 = 0"),
    ("take[1..3]", "n mod 4 = 0", "P: n % 4 = 0"),
    ("take[1..3]", "N: n % 4 != 0", "P: not n % 4 != 0"),
    ("take[1..3]", "P iff n % 4 == 0", "P: n%4 = 0"),
    ("take[1..3]", "P <=> n%4 = 0", "P: n%4 = 0"),
    ("take[1..3]", "n > 0 and P => n%4 = 0", "P and n > 0 => n%4 = 0"),
    ("take[1..3]", "P if and only if n%4 = 0", "P: n%4 = 0"),
    ("take[1..3]", "N iff n%4 > 0", "P: not n%4 > 0"),
    ("take[1..3]", "P when n%4 = 0", "n%4 = 0 => P"),
    ("take[1..3]", "P if n%4 = 0", "n%4 = 0 => P"),
    ("take[1..3]", "P only if n%4 = 0", "P => n%4 = 0"),
    ("take[1..3]", "n%4 = 0 iff P", "P: n%4 = 0"),
    ("take[1..3]", "n%4 = 0 <=> the position is losing", "P: n%4 = 0"),
    ("take[1..3]", "P ⇔ n%4 = 0", "P: n%4 = 0"),
    ("take[1..3]", "a position is lost iff n%4 = 0", "P: n%4 = 0"),
    ("take[1..3]", "n is a P-position exactly when n%4 = 0", "P: n%4 = 0"),
    ("take[1..3]", "the first player loses iff n is divisible by 4", "P: 4 divides n"),
    ("take[1..3]", "The second player wins if and only if n ≡ 0 (mod 4)", "P: n%4 = 0"),
    ("take[1..3]", "the first player wins precisely when n mod 4 is 1, 2 or 3", "P: not n%4 in {1,2,3}"),
    ("take[1,3,4]", "P iff n ≡ 0, 2 (mod 7)", "P: n%7 in {0,2}"),
    ("take[1,3,4]", "P iff n mod 7 = 0 or 2", "P: n%7 in {0,2}"),
    ("take[1,3,4]", "P: n%7 = 0, 2", "P: n%7 in {0,2}"),
    ("take[1,3,4]", "P: n = 0 or 2 mod 7", "P: n%7 in {0,2}"),
    ("take[1,3,4]", "P iff n is 0 or 2 (mod 7)", "P: n%7 in {0,2}"),
    ("take[1..3]", "P: n = 0 mod 4", "P: n%4 = 0"),
    ("take[1..3]", "P: n mod 4 = 0", "P: n%4 = 0"),
    ("nim(a,b)", "P iff a = b mod 4", "P: a = b%4"),
    ("take[1,3,4]", "P \\iff n \\equiv 0, 2 \\pmod{7}", "P: n%7 in {0,2}"),
    ("take[1..3]", "P iff n ≡ -4 mod 4", "P: 4 divides n--4"),
    ("nim(a,b)", "P iff a+b ≡ 2a (mod 8)", "P: 8 divides a+b-2*a"),
    ("take[1..3]", "for all n: g = n%4", "g = n%4"),
    ("take[1..3]", "forall n: g(n) = n%4", "g = n%4"),
    ("take[1..3]", "for every n, P iff n%4 = 0", "P: n%4 = 0"),
    ("take[1..3]", "for all n >= 4: g(n) = n%4", "n >= 4 => g = n%4"),
    ("take[1..3]", "for n > 3, g = n%4", "n > 3 => g = n%4"),
    ("take[1..3]", "for even n: g(n) != 1", "n%2 = 0 => g != 1"),
    ("take[1..3]", "g(n) = n%4 for all n", "g = n%4"),
    ("take[1..3]", "g(n) = n%4 for all n >= 4", "n >= 4 => g = n%4"),
    ("take[1..3]", "g = n if n < 4", "n < 4 => g = n"),
    ("take[1..3]", "if n < 4 then g = n", "n < 4 => g = n"),
    ("take[1..3]", "if n%4 = 0, P", "n%4 = 0 => P"),
    ("take[1..3]", "g = 0 iff n%4 = 0", "g = 0 and n%4 = 0 or g != 0 and not n%4 = 0"),
    ("take[1..3]", "n%4 = 3 iff g(n) = 3", "g = 3 and n%4 = 3 or g != 3 and not n%4 = 3"),
    ("take[1]", "g = 0 if n is even, 1 otherwise", "g = 0 if n%2 = 0 else 1"),
    ("take[1,2]", "g = 0 if n%3 = 0, 1 if n%3 = 1, otherwise 2", "g = 0 if n%3 = 0 else 1 if n%3 = 1 else 2"),
    ("take[1]", "g = 0 if n is even otherwise 1", "g = 0 if n%2 = 0 else 1"),
    ("take[1,3,4]", "g(n) = g(n-7)", "period 7 from 0"),
    ("take[1,3,4]", "g(n) = g(n-7) for n >= 10", "period 7 from 3"),
    ("take[1,3,4]", "for all n > 3: g(n+7) = g(n)", "period 7 from 4"),
    ("nim(n)", "g(n) = g(n-4) + 4", "period 4 from 0 saltus 4"),
    ("take[1..3]", "先手必败当且仅当 n%4=0", "P: n%4 = 0"),
    ("take[1..3]", "n%4=0 时先手必败", "n%4 = 0 => P"),
    ("take[1..3]", "当 n%4=0 时先手必败", "n%4 = 0 => P"),
    ("take[1..3]", "n%4 > 0 当且仅当 n 为必胜态", "P: not n%4 > 0"),
    ("nim(a,b)", "the position (a, b) is lost iff a = b", "P: a = b"),
    ("nim(a,b)", "P: 2a = 2b", "P: 2*a = 2*b"),
    ("take[1..3]", "P: n = 4k for some k", "P: exists k: n = 4*k"),
    ("take[1..3]", "P iff n = 4k for some integer k", "P: exists k: n = 4*k"),
    ("take[1..3]", "n = 0 only if P", "n = 0 => P"),
    ("take[1..3]", "当 n%4=0 时，先手必败", "n%4 = 0 => P"),
    ("take[1..3]", "P ⇒ n%4 == 0", "P => n%4 = 0"),
    ("take[1..3]", "P implies n%4 = 0", "P => n%4 = 0"),
    ("take[1..3]", "g(n) = n mod 4", "g = n % 4"),
    ("take[1..3]", "SG(n) = n mod 4", "g = n % 4"),
    ("take[1..3]", "sg(n) = n%4", "g = n % 4"),
    ("take[1..3]", "SG = n%4 for all n", "g = n%4"),
    ("take[1..3]", "g(n) <= 3", "g <= 3"),
    ("take[1,3,4]", "n%7 in [0,2]", "P: n % 7 in {0,2}"),
    ("nim(a,b,c)", "a xor b xor c = 0", "P: xor(a,b,c) = 0"),
    ("nim(a,b)", "P: a ⊕ b = 0", "P: xor(a,b) = 0"),
    ("nim(a,b)", "g(a, b) = a xor b", "g = xor(a,b)"),
    ("nim(a,b)", "(a xor b) = 0 or a = b", "P: xor(a,b) = 0 or a = b"),
    ("take[1..3]", "n % 4", "g = n % 4"),
    ("take[1..3]", "N % 4 = 0", "P: n % 4 = 0"),
    ("take[1..3]", "p: n % 4 = 0", "P: n % 4 = 0"),
    ("take[1..3]", "G == n % 4", "g = n % 4"),
    ("Take[1-3]", "not (n % 4 <> 0)", "P: not n % 4 != 0"),
    ("nim(a,b)", "!(a <> b)", "P: not a != b"),
    ("nim(A,B)", "A = B", "P: a = b"),
    ("mark", "P: v2(n) odd", "P: v2(n) % 2 = 1"),
    ("{n -> n-1}", "n is even", "P: n % 2 = 0"),
    ("{n -> n-1}", "n - 2*floor(n/2)", "g = n-2*(n//2)"),
    ("kayles", "period 12 from 10^2", "period 12 from 100"),
    ("kayles", "period 12 from 1e2", "period 12 from 100"),
    ("take[1..3]", "period 2^2 from 0", "period 4 from 0"),
];

/// Claims in words that would lose something, or that say two things.
const REFUSED_CLAIMS: &[(&str, &str)] = &[
    ("nim(a,b)", "g = 1 iff"),
    ("nim(a,b)", "iff g = 1"),
    ("nim(a,b)", "P iff"),
    ("nim(a,b)", "g = 0 or g = 1 iff a = b"),
    ("take[1..3]", "n%4 < 2 iff g = 0 or g = 1"),
    ("take[1..3]", "g = n%4 for primes"),
    ("take[1..3]", "g = n%4 for k"),
    ("take[1..3]", "g = n%4 for infinitely many n"),
    ("take[1..3]", "N for odds"),
    ("take[1..3]", "for odds: g = 1"),
    ("take[1..3]", "period 4 from 0 for primes"),
    ("nim(a,b)", "(a,b+1) is losing iff a = b"),
    ("nim(a,b)", "(a,0) is losing iff a = 0"),
    ("nim(a,b)", "(b,a) is losing iff a = 2b"),
    ("nim(a,b)", "(a,a) is a P-position"),
    ("nim(a,b)", "a is losing iff a = b"),
    ("nim(a,b)", "(a,a) 是必败态"),
    ("nim(a,b)", "a > 3 => g(a,a) = 0"),
    ("nim(a,b)", "for all a, g(a,a) = 0"),
    ("nim(a,b)", "g(a) = a"),
    ("nim(a,b)", "P iff a ≡ 1 mod 2^3"),
    ("nim(a,b)", "P iff a ≡ 1 mod 3*b"),
    ("nim(a,b)", "P iff a ≡ b mod 4 + b"),
    ("nim(a,b)", "P iff b > a ≡ 1 (mod 5)"),
    ("nim(a,b)", "P iff a ≡ 1 (mod 5) = b"),
    ("take[1..3]", "P: n//2n = 0"),
    ("take[1..3]", "P: n = 4k"),
    ("take[1..3]", "P: n in {4k}"),
    ("take[1..3]", "P: n = 4*k"),
    ("take[1..3]", "g(5)=1"),
    ("take[1..3]", "g(4k)=4k-1"),
    // as far as numbers of the machine go
    ("take[1..3]", "g(4k+3) = 4k-9223372036854775807"),
    ("take[1..3]", "g(4k+1) = 4k-9223372036854775807"),
    ("take[1..3]", "period 4"),
    ("take[1..3]", "P: n//-2n = 0"),
];

/// What stays an error.
const REFUSED: &[&str] = &[
    "nim (1,6) (3,4)",
    "wythoff (1,6) (3)",
    "wythoff (1,6,2) (3,4,5)",
    // what is left, or what is taken?
    "{n -> n-1..3}(10)",
    "{n -> n-2..1}(10)",
    "21 stones, 3 players take 1 to 3",
    "Misere nim 3 4 5, last player wins",
    // two numbers would be a heap and what may be taken
    "heaps 20 30, take at most twice what was taken before",
    "两堆石子：20、30，每次至多取上一次的两倍",
    "20 stones, take at most twice what is left",
    "20 stones, take at most twice as many as they took on the turn before the last",
    "20 stones, take at most twice as many as in the move before the previous move",
    "20 stones, take at most twice as many as the other player has",
    "20 stones, take at most twice the number of coins the last player had",
    "20 stones, take at most twice the number of stones before",
    "20 stones, take at most twice in the last move",
    "20 stones, take up to double in the last turn",
    "20 stones, take at most twice of the last stones",
    "20 stones, take up to twice the other",
    "20颗石子，每次最多取前一个人石子的两倍",
    "nim 3 4 5 misère, last player wins",
    "3 heaps of stones, 2 players take 1 to 3",
    "heaps of stones, 3 4 5, 2 players take 1",
    "0堆石子，每堆5个，每次取1个",
    // both cannot be
    "misere 21 stones, take 1 to 3, whoever takes the last stone wins",
    "misere nim 3 4 5, last player wins",
    "21 stones, take any number except a prime from each heap",
    "21 stones, take but not 3",
    "21个石子，每次至少取一半，至多取3个",
    "{n n-1}",
    "take[1..3](21) take[1..3](5)",
    "nim(3,,5)",
    "{n -> n-1n-2}(9)",
    "f(n) = mex(f(n-1) f(n-2)) (9)",
    "f(n) = mex ≡()",
    "nim(3, 4 5)",
    "nim 3, 4 5",
    "nim 1 000",
    "nim(3, 5",
    "nim 3 4 (5)",
    "0.7a(5)",
    "take[0-3](5)",
    "3 + 5",
    "3 * 5",
    "-3",
    "3,,4",
    "foo 3 4",
    "nim(a b)",
    "Graph{a->b}(A)",
    "{n -> floor(n+1/2) if n > 1}(5)",
    "{n -> floor(n/2*3) if n > 1}(5)",
    // of another n, of no n, of one of two
    "{n -> {n -> n/2 if n > 0}(n-1) if n%2 = 0 and n > 0}(8)",
    "{n -> n/4 if n%2 = 0}(8)",
    "{n -> n/2 if n%2 = 0 or n = 7}(8)",
    "{(a,b) -> (a/2, b) if b%2 = 0; (a, b-1)}(8, 8)",
    "{N -> N-n for n in 1..3}(5)",
    "cram(5, 6)",
    "{n -> n-1 & & n}(3)",
    "x={1,2}; n=21",
    "nim(0x1F)",
    "who wins",
    "take from 21",
    "take 1 to from 21",
    "nim [3,4,5](6)",
    "is it a win",
    "{1,3,4}.7",
    // no law, or one that does not end there
    "take[1,5,6,...](21)",
    "take[1,3...9](21)",
    "take[2^0...2^5](20)",
    "{n -> a & b & c where a+b+c = n}(9)",
    "{n -> xor(n,k) where k >= 1 and xor(n,k) < n}(4)",
    "{n -> n//k for k >= 2}(1)",
    "{n -> n-k for k in 1..n if k/2 < n/3}(4)",
    "take[1,3,...,8](21)",
    "take[1,3,...,9](21)",
    "take[1,3,...](21)",
    "take[1,2,4,...](21)",
    "{n -> n-1, n-3, ..., n-6}(21)",
    "f(n) = mex()",
    "g(n) = mex(g(n-k) for k in 1..3, 0)",
    "w(n) = not w(n-1) and not w(n-3)",
    "w(n) = any(not w(n-1) or not w(n-k) for k in {3,4} if n % 2 = 0)(1)",
    "w(n) = not w(n-1) or not w(n-2) and n = 7",
    "lose(n) = !lose(n-1) || !lose(n-3)",
    "w(n) = not w(n-1) or w(n-3)",
    "w(n) = any(w(n-k) for k in 1..3)",
    "w(n) = not w(n-1) or n = 3",
    "dp[n] = mex(dp[n-1]-1)(5)",
    "dp[n] = mex(dp[n-3]+dp[2])(9)",
    "dp[n] = mex(dp[n-1]*2)(5)",
    "{n -> n-1 if n xor n-1 > 3}(5)",
    "f(n) = mex(f(n-2), 0)(5)",
    "f(n) = mex(f(n-1), f(n-2)) misere (20)",
    "f(n) = mex(f(n-1), f(n-2)) nim(20)",
    "f(n) = mex(n-1, n-2)(20)",
    "what is love",
    // no arithmetic of numbers
    "nim(2+?)",
    "nim(n+1)",
    "nim(2^3^2)",
    "nim(1..3+1)",
    "nim 3 + 4",
    "nim 3+4",
    "cram(3*4)",
    // a loop without its lower end, a shift beside a sum, a case that is not told
    "{n -> n-1>>1 if n > 2}(5)",
    "{n -> n-k for k in 1..3 if k < n; n-5 otherwise}(5)",
    "{n -> n-1; n-2 otherwise}(5)",
    "{n -> n-1 if n > 7; n-2 if n > 5 else n-3}(5)",
    "{n -> n-1 if n > 5 else n-2 if n > 3 else n-3}(5)",
    "{n -> n-k for k in 1..5 if n = k & 1}(5)",
    "{n -> (n-1, 0)}(5)",
    "{n -> n-k for 1 <= n <= 3}(5)",
    // another game would be as likely
    "{n -> n-1 if n%3 = 0; otherwise n-3; n-4}(9)",
    "{n -> n-1 if n%3 = 0 else n-3; n-4}(9)",
    "{n -> n-k for k <= m}(9)",
    "{n -> n-i-j for i < j < 4}(9)",
    "{n -> n-k-j for 1 <= k <= 3, 1 <= j <= 2}(9)",
    "{n -> n-k-j for 1 <= k <= 3 and 1 <= j <= 2}(9)",
    "{n -> n-k for 1 <= j, k <= 3}(9)",
    "{n -> n-k for 1 <= k <= 3 and k != 2 or k = 7}(9)",
    "{n -> n-k for k in 1..9 if 0 < n & k < 4}(9)",
    "{n -> 2*(n//2 & n//3) if n > 0}(9)",
    "nim(1,000*2)",
    "nim(1,000+1)",
    "nim 3+2*5",
    "{n -> n-k for k in 1..n if k mod n-1 = 1}(9)",
    "{n -> n-k for k in 1..n if k mod 2*3 = 1}(9)",
    // a slip, for all that is known
    "take[odd](9)",
    "take[1,prime](9)",
    // what may be taken is not known
    "heaps 3 5 7, take at most 3 from each heap",
    "50 stones, take 1 or a multiple of 5 or 7",
    "50 stones, take a multiple of 5 or 7",
    "50 stones, take a perfect cube or 2",
    "50 stones, take a triangular",
    "50 stones, take a proper divisor of 20",
    "50 stones, take a proper divisor of the other heap",
    "split a pile of 20 into two equal piles",
    "split a pile of 20 into two piles and take one",
    "two piles of 4 and 7, take from one or equal from both",
    "three piles of 4, 7 and 9, take from one or the same from both",
    "1,000 nim",
    "3 nim",
    "3 4 5 take",
    "巴什博弈 3 23",
    "巴什博弈 23 3 2",
    "23个石子，每次最多取3个，不能取2个以上",
    "23个石子，每次最多取3个，不能取3的倍数",
    "23个石子，每次取不超过一半，不能取2个",
    "2 3个石子，每次取1个",
    "2 heaps 3 5 7, take 1",
    "a heap of 20, take more than half",
    "a heap of 20 and 30, take 1 to 3",
    "a heap of 20, take a few",
    "20 stones, take 1 or an odd",
    "20 stones, take an odd",
    "20 stones, take a perfect prime",
    "20 stones, take a prime number and one more",
    // what more is said than a size and a set
    "21个石子，每次取1到3个，不能连续两次取同样多",
    "21个石子，每次最多取3个，任意个",
    "两堆石子 4 7 9，每次取1到3个",
    "21个石子，17个石子，每次取1到3个",
    "21个石子，每次取三五个",
    "五堆石子共有20个，每次从一堆中取1到2个",
    "2堆石子，3堆石子：1、2、3",
    "三堆石子共12个，有5、7个",
    "21个石子，每次取1到3个，不能取最后一个",
    "21个石子，每次取1到3个，最后一个不能取走",
    "21个石子，每次取1到3个，不能取完者胜",
    "21个石子，每次取1到3个，先手先取一个",
    "21个石子，每次取1到3个，取到最后一个的不胜",
    "21个石子，每次取1到3个，取走最后一个不输",
    "21个石子，每次取1到3个，谁不取最后一个谁输",
    "每人21个石子，每次取1到3个",
    "两人各有21个石子，每次取1到3个",
    "21个石子，每人只能取一次",
    "一堆石子，每次三个",
    "21个石子，每次取1.5个",
    "两堆石子 3.5",
    "21个石子，每次取1,024个",
    "21个石子，取走3个，每次取1到2个",
    "21个石子减去3个，每次取1到3个",
    "21个石子，每次可以取1到3个，必须取3个",
    "20 stones, last player loses, take 1 to 3",
    "21 stones, misere, take 1 to 3",
    "21 stones and 17 stones, take 1 to 3",
    "21 stones + nim(1), take 1 to 3",
    "21 stones in 2 heaps, take 1 to 3",
    "21 stones, 21 stones, take 1 to 3",
    "21 stones, do not take 1 to 3",
    "21 stones, take a few or 3",
    "21 stones, take between 3",
    "take 1 to 3 from 2 heaps of 21",
    // stones that lie in a row may have to be neighbours
    "a row of 21 stones, take 1 or 2",
    "take 1 or 2 from a row of 21",
    "12 stones, take at most half and one more",
    // one word more is another game
    "a row of 10 coins, remove one or two adjacent or the last",
    "a row of 10 coins, do not remove one or two adjacent",
    "two rows of 10 coins, remove one or two adjacent",
    "split a pile of 10 into three unequal piles",
    "a row of 10 coins, remove three adjacent",
    "20 stones, take more than 3 and fewer than 7",
    "nim 21, 17 take 1 to 3",
    "race to 20",
    // a number of heaps without their sizes, or with others
    "nim: 3 heaps",
    "nim with 3 heaps",
    "nim 3 piles",
    "nim 3 heaps 5 6",
    "nim with 2 heaps 3 4 5",
    "nim 2 heaps 7",
    "2 heaps 7",
    "3*nim 2 heaps of 5",
    "nim 2 heaps of 5 6 7",
    // another goal, another start, or both at once
    "start at 0, add 1 to 10, first to pass 100 wins",
    "start at 0, add 1 to 10, closest to 100 wins",
    "start at 0, double or add 1, first to reach 100 wins",
    "start at 100, add 1 to 10, first to reach 50 wins",
    "start at 0, say 1 to 3 numbers, first to reach 21 wins",
    "count to 21, say 1 to 3 numbers, whoever says 20 wins",
    "count down from 21, say 1 to 3 numbers, whoever says 0 loses",
    "first to reach 100 wins, whoever reaches 100 loses, add 1 to 10",
    "抢100，每次加1到10，先到100者输",
    "从0开始，每次乘2，先到100者胜",
    "抢100",
    "piles = [3,4,5], take 1 to 3 from each",
    "巴什博弈 n=3 m=17",
    "bash a=17, b=3",
    "两人从21个石子中轮流取",
    // another man, another corner, other moves, squares that are not there
    "a rook at (7,5) moves one square left or down",
    "a queen at (4,4) moves one step left, down or diagonally",
    "bishop at (3,5) moves one square diagonally",
    "a king at (4,4) moves any number of squares left, down or diagonally",
    "a rook at (7,5) moves only on a row",
    "a rook moves from a1 to h8",
    "a rook at (7,5) or (3,3)",
    "a rook at (7,5) and (3,3)",
    "a queen at row 2 and column 3",
    "twenty - one stones, take 1 to 3",
    "a hundred and twenty stones, take 1 to 3",
    "a hundred twenty stones, take 1 to 3",
    "a rook at (7,5) moves right or up",
    "a rook on h8 moves left or up",
    "a rook at (7,5) moves left",
    "a rook at (7,5) moves left, down or diagonally",
    "a queen at (7,5) moves left or down",
    "a rook at (7,5) and a queen at (3,4)",
    "2 rooks at (7,5)",
    "a rook at (7,5), no more than 3 squares",
    "a rook on an 8x8 board at (8,8)",
    "a pawn at (2,3)",
    "a rook on a chessboard",
    // what more is said of a board or a graph
    "chomp on a 3 by 5 board with a hole",
    "chomp on a 3 by 5 by 2 board",
    "node kayles on a path of length 5",
    "node kayles on a path of 5 edges",
    "ruler game HTTH and THHT",
    "nim 3 4 5 with a pass",
    "nim 3 4 5 and a pass",
    "nim 3 4 5, take at most 2 from each",
    "kayles 5 with a twist",
    "row of 12 coins",
    "a row of 12 pins, knock down one",
    // what is taken is not known
    "20 stones, take a divisor of 20",
    "20 stones, take a divisor of the other pile",
    "20 stones, take a multiple of n",
    "20 stones, take a number coprime to 6",
    "20 stones, take 3 or more but not 5 from each heap",
    "three piles of 5, take 1 to 3 from one or two piles",
    "20 stones, take any number from at most two heaps",
    "3 piles of 4 and 5 stones each",
    "n stones and m coins, take 1 to 3, n = 5",
    "n stones, take 1 to 3",
    "40 stones, moves are made in turn, take 1",
    "威佐夫博弈：三堆石子 3 4 5",
    "三堆石子3、5、7，每次从一堆取任意个，或从两堆取同样多个",
    "两堆石子3、5，每次从一堆取任意个，或从两堆取任意个",
    "两堆石子3、5，每次从一堆取1到3个，或从两堆取同样多个",
    "尼姆博弈：三堆石子 3 4 5，每次取1到3个",
    "反尼姆博弈：三堆石子 1 2 3，取完者胜",
    "反尼姆 1 2 3，取完者胜",
    "21个石子，每次取1到3个，最后剩一个的人输",
    "21个石子，每次取1到3个，最先取到5个的人赢",
    "20个石子，先手不能一次取完，每次取1到3个",
    "20个石子，每次取15的约数个",
    "20个石子，每次把一堆分成三堆",
    "20个石子，每次取一个或把一堆分成两堆",
    "一排10个石子，每次取一个或两个",
    "三堆石子，每堆3、4个",
    "n个石子，每次取1到3个",
    // a number of its own shows a cube, and does not show that there is none
    "{n -> n-k for k in 1..n if n-k is not a perfect cube}(20)",
    "{n -> n-k for k in 1..n if k is a perfect cube or k = 2}(20)",
    // nothing says where the number begins
    "{n -> n-(2*k+1) where k is odd}(20)",
    "{n -> k & n-k where k < n-k}(20)",
    "{n -> n-2^k where 2^k < n}(20)",
    "{n -> n-2^k where k even}(20)",
    "{n -> n-k-1 where k <= 3}(20)",
    "{n -> n-k-1, k even}(20)",
    "{n -> kayles(n-k) where k <= 3}(20)",
    "{(a,b) -> (a-k,b-1) where k <= 3}(4,4)",
    "{n -> n-1 | n-k where k <= 3}(20)",
    "{n -> n-1, k in {1,3}}(20)",
    "{n -> n-k! for k in 1..}(20)",
    "{n -> n-1 unless n = 5, n-2}(9)",
    "50 stones, take 1 to 7 but not the number you took before",
    "two piles 5 and 7, take from each pile any number",
    "nim 3、4 5",
    "巴什博弈(3,21)",
    // one condition within the other
    "{n -> if n > 3, if n > 5 then n-1}(8)",
    "{n -> if n > 3, if n > 4, if n > 5 then n-1}",
    "{n -> if n > 3 | if n > 4, if n > 5, if n > 6 then n-1}(8)",
    "{n -> if n > 5 then n-1 | n-2 else n-3}(8)",
    // a divisor of what?
    "20 stones, take a divisor of",
    "20 stones, take an odd square",
    "20 stones, take a cube or an odd prime",
    // multiples of 3 or of 5?
    "take[multiples of 3, 5](30)",
    "take[odd primes, 1](30)",
    "take[1, odd primes](30)",
    "take[n, cubes](30)",
    "take[prime powers](30)",
    // another number is counted
    "{n -> n-k for n > 0}(9)",
    "{n -> n-k for n in 1..3}(9)",
    "{n -> n-1 for n in 1..3}(9)",
    // up or down?
    "{n -> n..n-3}(9)",
    "{n -> n-1..n+3}(9)",
    "{n -> n-1..n-3, n-5 for k in 1..2}(9)",
    "{n -> m in 0..n-1 for k in 1..2}(9)",
    "{n -> n-d for d | n and d < n or d = 3}(9)",
    "{n -> n-k for k in 1..3 or k = 5 and n > 3}(9)",
    "{n -> n-k for k in 1..3 or n = 5}(9)",
    "{n -> n-k for k = 1, 3 or k = 5}(9)",
    "{n -> n-k(k-1)/2}(9)",
    "{n -> n-k(k+1)/4 for k in 1..}(9)",
    "{n -> n-k(k+2)/2 for k in 1..}(9)",
    "{n -> a & b & c where a+b+c=n and a<=b<=c}(9)",
    "nim 10^9 3+4",
    "nim 3 5+7",
    "nim 2*3 2*nim 4",
    "Nim_2 1 2 3",
    "Kayles_2 5",
    "End Nim Nim 3 1 3",
];

/// Without blanks between what is no word, which mean nothing.
fn tight(text: &str) -> String {
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let letters: Vec<char> = text.chars().collect();
    let kept = (0..letters.len()).filter(|&i| {
        let between_words = i > 0 && letter(letters.get(i - 1).copied()) && letter(letters.get(i + 1).copied());
        letters[i] != ' ' || between_words
    });
    kept.map(|i| letters[i]).collect()
}

fn spoken() -> Session {
    let mut session = Session::new();
    session.set_spelling(Spelling::Spoken);
    session
}

#[test]
fn what_is_typed_is_read_in_its_strict_form() {
    let (mut lenient, mut strict) = (spoken(), Session::new());
    strict.set_spelling(Spelling::Strict);
    let mut wrong = Vec::new();
    for &(typed, expected) in POSITIONS {
        let read = lenient.position(typed).map(|p| tight(&p.to_string()));
        let expected = &tight(expected);
        if read.as_ref() != Ok(expected) || lenient.heard().strict().is_none() {
            wrong.push(format!("{typed}: {read:?}"));
        }
        if strict.position(expected).map(|p| tight(&p.to_string())).as_ref() != Ok(expected) {
            wrong.push(format!("not strict: {expected}"));
        }
        let Err(fault) = strict.position(typed) else { panic!("strictly read: {typed}") };
        let suggestion = fault.suggestion.unwrap_or_default();
        if strict.position(&suggestion).map(|p| tight(&p.to_string())).as_ref() != Ok(expected) {
            wrong.push(format!("{typed} is refused with the help {suggestion}"));
        }
    }
    for &(typed, expected) in GAMES {
        let read = lenient.game(typed).map(|g| tight(&g.query));
        if read.as_ref() != Ok(&tight(expected)) {
            wrong.push(format!("{typed}: {read:?}"));
        }
        assert!(strict.game(typed).is_err(), "strictly read: {typed}");
    }
    for &(about, typed) in REFUSED_CLAIMS {
        if let Ok(read) = lenient.claim(about, typed) {
            wrong.push(format!("{about}: {typed} is read as {}", read.text));
        }
    }
    for &(about, typed, expected) in CLAIMS {
        let read = lenient.claim(about, typed).map(|c| tight(&c.text));
        if read.as_ref() != Ok(&tight(expected)) {
            wrong.push(format!("{about}: {typed}: {read:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn limits_hold() {
    let mut session = spoken();
    for typed in REFUSED {
        let read = session.position(typed).map(|p| p.to_string());
        assert!(read.is_err(), "{typed} is read as {read:?}");
    }
    // files and lines do not hold numbers alone
    session.set_spelling(Spelling::Lenient);
    for typed in ["3,4,5", "3 4 5", "3 xor 5", "21", "misere 3 4"] {
        assert!(session.position(typed).is_err(), "{typed}");
    }
    assert!(session.position("nim 3 4").is_ok());
    assert!(spoken().position("let t = nim; 3,4,5").is_err());
}

/// Where two readings are left, both are shown.
/// A sentence that says more than is read is told so, at the place.
#[test]
fn what_would_be_left_out_is_marked() {
    for (typed, marked, message) in [
        ("21 stones, misere, take 1 to 3", "misere,", "not read between the stones and the verb"),
        ("21 stones and 17 stones, take 1 to 3", "17 stones,", "not read between the stones and the verb"),
        ("21 stones, do not take 1 to 3", "do not", "not read between the stones and the verb"),
        ("take 1 to 3 stones from a pile, last one to move loses", "take 1 to 3 stones from a pile", "heap is missing"),
        ("take 1 or 3 stones", "1 or 3 stones", "the size of the heap is missing"),
        ("nim: 3 heaps", "3", "the sizes of the 3 heaps are missing"),
        ("kayles with one heap", "one", "the size of the heap is missing"),
        ("misere nim with 2 heaps 3 4 5", "2", "heaps spoken of: 2; sizes that follow: 3"),
        ("two heaps 7", "two", "heaps spoken of: 2; sizes that follow: 1"),
        ("nim 1..10", "1..10", "a range, and heaps are named one by one"),
        ("{n -> n|k for k in 1..n}", "|", "the bits of both numbers"),
        ("{(a,b) -> a-1, b-1 | a-2, b-1}(4,4)", "a-1, b-1", "`a-1, b-1` are the coordinates of one place"),
        ("{(r,c) -> (r-1,c) if (r,c) != (2,3)}(4,4)", "(r,c) != (2,3)", "compares two places"),
        ("{n -> n-k for k in (1,3)}(12)", "(1,3)", "its numbers stand in braces"),
        ("take[1.5](5)", "1.5", "is no set of numbers"),
        ("21 stones, take 1 to 3 stones, loser does not pay", "1 to 3 stones, loser does not pay", "not read as what"),
        ("nim 3 4 5 with a pass", "with a pass", "not read behind the places"),
        ("nim 3 by 4 5", "3 by 4", "`3 by 4` is a board, and `nim` is played with heaps"),
        ("for n stones, take 1 to 3", "n", "the size of the heap is missing"),
        ("row of 12 bowling pins", "row of 12 bowling pins", "does not say what a move does"),
        (
            "race to 100, add 3 or 5",
            "race to 100, add 3 or 5",
            "may 100 be passed? in `take[3,5](100)` nobody may pass it",
        ),
    ] {
        let fault = spoken().position(typed).unwrap_err();
        let span = fault.span.unwrap_or_else(|| panic!("{typed}: {fault}"));
        assert_eq!(typed.get(span.start..span.end), Some(marked), "{fault}");
        assert!(fault.message.contains(message), "{typed}: {fault}");
        assert!(fault.suggestion.is_some() && fault_in_chinese(&fault.message).is_some(), "{typed}");
    }
}

#[test]
fn two_readings_are_both_shown() {
    let mut session = spoken();
    for (typed, readings) in [
        ("3^5", ["nim(243)", "nim(3, 5)"]),
        ("1,000,000", ["nim(1000000)", "nim(1, 0, 0)"]),
        ("1,234 stones, take 1 to 3", ["`1234`", "`1, 234`"]),
        ("misere 12,345,060", ["nim(12345060)", "nim(12, 345, 60)"]),
        ("10^18", ["nim(1000000000000000000)", "nim(10, 18)"]),
        ("{n -> n-1, n-k for k in 2..3}(7)", ["{n -> n-1; n-k for k in 2..3}", "{n -> n-1 | n-k for k in 2..3}"]),
        ("{n -> n-k for k in 1, 3}(7)", ["{n -> n-k for k in 1; 3}", "{n -> n-k for k in {1, 3}}"]),
        ("{n -> n-1, n-2 if n > 3}(7)", ["{n -> n-1; n-2 if n > 3}", "{n -> n-1 | n-2 if n > 3}"]),
        ("{n -> n-k for k in [1,3]}(7)", ["`{1,3}`", "`1..3`"]),
        ("{n -> n-1 or n//2 if n is even}(3)", ["{n -> n-1; n//2 if n % 2 = 0}", "{n -> n-1 | n//2 if n % 2 = 0}"]),
        ("{n -> n-1 or n-2 if n > 5}(5)", ["{n -> n-1; n-2 if n > 5}", "{n -> n-1 | n-2 if n > 5}"]),
        (
            "{(a,b) -> (a-1,b) or (a,b-1) if b > a}(2,2)",
            ["{(a,b) -> (a-1,b); (a,b-1) if b > a}", "{(a,b) -> (a-1,b) | (a,b-1) if b > a}"],
        ),
        ("{n -> n-1 or n-k for k in 2..3}(7)", ["{n -> n-1; n-k for k in 2..3}", "{n -> n-1 | n-k for k in 2..3}"]),
        ("{n -> n-1 and n-2}(10)", ["{n -> n-1; n-2}", "{n -> n-1 & n-2}"]),
        // what has the number of the loop belongs to it
        ("{n -> a and n-a for a in 1..n}(9)", ["{n -> a | n-a for a in 1..n}", "{n -> a & n-a for a in 1..n}"]),
        (
            "{n -> n-1 or n-k or n-2 for k in 3..4}(9)",
            ["{n -> n-1; n-k | n-2 for k in 3..4}", "{n -> n-1 | n-k | n-2 for k in 3..4}"],
        ),
        (
            "{n -> n-1 or n-k-j for j in 1..2 for k in 1..2}(9)",
            ["{n -> n-1; n-k-j for j in 1..2 for k in 1..2}", "{n -> n-1 | n-k-j for j in 1..2 for k in 1..2}"],
        ),
        // a condition in front of several moves, or behind the first of them
        ("{n -> if n > 5 then n-1 | n-2}(8)", ["{n -> n-1 if n > 5; n-2}", "{n -> n-1 | n-2 if n > 5}"]),
        ("{n -> n-1 if n > 5, n-2}(8)", ["{n -> n-1 if n > 5; n-2}", "{n -> n-1 | n-2 if n > 5}"]),
        ("{n -> n-k for k in {1,3}, n-2}(8)", ["{n -> n-k for k in {1,3}; n-2}", "{n -> n-k | n-2 for k in {1,3}}"]),
        ("nim(3) + nim(4)*2", ["`nim(3) + 2*nim(4)`", "`nim(3) + nim(4) + *2`"]),
        ("0.77(3)*4 + nim(5)", ["`4*0.77(3) + nim(5)`", "`0.77(3) + *4 + nim(5)`"]),
        ("nim(3)*4", ["`4*nim(3)`", "`nim(3) + *4`"]),
        ("misere nim[3](5)", ["`take[1..3](5)`", "`nim(3, 5)`"]),
        ("3+5+7", ["`nim(3, 5, 7)`", "`nim(15)`"]),
        ("{n -> n-1..3}(10)", ["`{n -> n-k for k in 1..3}(10)`", "`{n -> m for m in 3..n-1}(10)`"]),
        (
            "{k -> k-4..2 if k > 5; k-1}(10)",
            ["`{k -> k-i for i in 2..4 if k > 5; k-1}(10)`", "`{k -> j for j in 2..k-4 if k > 5; k-1}(10)`"],
        ),
        ("nim 3+5+7", ["`nim(3, 5, 7)`", "`nim(15)`"]),
        ("{n -> n-2 if n-1 mod 3 = 0}(7)", ["`(n-1)%3`", "`n-1%3`"]),
        ("{n -> n-1 if n-1 \\bmod 3 = 0}(7)", ["`(n-1)%3`", "`n-1%3`"]),
        ("{n -> n//2k for k in 1..3}(9)", ["`n//(2*k)`", "`n//2*k`"]),
        ("{n -> n-1 for k in 1..3 if n % 2k = 0}(9)", ["`n%(2*k)`", "`n%2*k`"]),
        ("count to 21, say 1 to 3 numbers", ["`take[1..3](21)`", "`misere take[1..3](21)`"]),
        ("a row of 21 stones, take 1 or 2", ["`kayles(21)`", "`take[1,2](21)`"]),
        ("21 stones, take a power of 2 or 3", ["`take[powers(2),powers(3)]`", "`take[powers(2),3]`"]),
    ] {
        let fault = session.position(typed).unwrap_err();
        assert_eq!(fault.kind, ErrorKind::Parse, "{typed}");
        for reading in readings {
            assert!(fault.message.contains(reading), "{typed}: {}", fault.message);
        }
        assert!(fault_in_chinese(&fault.message).is_some(), "{}", fault.message);
        // each of the two is read, and they are not read alike
        let rule = |text: &str| text.starts_with('{') && text.ends_with('}');
        let quoted: Vec<&str> = fault.message.split('`').filter(|text| rule(text)).collect();
        let read: Vec<_> = quoted.iter().map(|text| session.game(text).map(|game| game.query)).collect();
        if let [Ok(one), Ok(other)] = &read[..] {
            assert_ne!(one, other, "{typed}");
        } else {
            assert!(read.iter().all(Result::is_ok), "{typed}: {read:?}");
        }
    }
}

#[test]
fn notes_say_what_may_have_been_meant() {
    let mut session = spoken();
    for (typed, piece) in [
        ("take[5-2](21)", "take[2..5]"),
        ("巴什博弈[3](21)", "巴什博弈[1..3]"),
        ("巴什[3](21)", "巴什博弈[1..3]"),
        ("2*nim(1) + silverdollar[dollar](7, 3)", "square 7"),
        ("take[1.. except 1,2](2)", "2 may be taken; to leave out all write `take[1.. except {1,2}]`"),
        ("turtles(\"1001\")", "`turtles(\"HTTH\")`"),
        ("turning[\"1-3\"](\"011\")", "(\"THH\")`"),
        ("take[squares except 4,9](20)", "`take[squares except {4,9}]`"),
        ("take[2..10 except 2,5,7](20)", "5,7 may be taken"),
        ("nim(1,000,000)", "`1_000_000`"),
        ("kayles(12,045)", "`12_045`"),
        ("{n -> n^k for k in 1..n if n^k < n}(10)", "xor(n,k)"),
        ("nim(3+4 + 5)", "`3+4 + 5` is one number; separate several by commas: `3, 4, 5`"),
        ("{n -> n-1 | n-k for k in primes}(1)", "`n-1` has no `k`, but `for k in primes` stands behind it too"),
        ("{(a,b) -> (a-1,b) | (a,b-1) | (a-k,b-k) for k in 2..}(0,1)", "`(a-1,b)` is no move; write it apart"),
        ("{(a,b) -> (a,b-1) | (a-k,b) for k in 1..a}(0,1)", "`for k in 1..a`"),
    ] {
        session.position(typed).unwrap();
        let notes = session.heard().notes();
        assert!(notes.len() == 1 && notes[0].contains(piece), "{typed}: {notes:?}");
        assert!(fault_in_chinese(&notes[0]).is_some(), "{notes:?}");
    }
    for typed in [
        "take[3](21)",
        "take[1..3](21)",
        "take[1..5 except 2, 7](21)",
        "take[1.. except {1,2}](21)",
        "turtles(\"10\")",
        "turtles(1001)",
        "巴什博弈[1..3](21)",
        "nim(3)",
        "silverdollar[dollar](3, 7)",
        "silverdollar(7, 3)",
        "nim(10^9+7)",
        "nim(3)+nim(4)",
        "{n -> n-p^k for p in primes for k in 1..}(9)",
        "{n -> n-k^2 for k in 1..}(9)",
        "{n -> n-1 | n-k for k in 1..}(9)",
        "{n -> n-1 | n-k for k in 2..3}(9)",
        "{n -> n-1 | n-k for k in 1..n}(9)",
        "{(a,b) -> (a-k,b) | (a,b-k) for k in {1,3}}(9,9)",
    ] {
        session.position(typed).unwrap();
        assert!(session.heard().notes().is_empty(), "{typed}");
    }
    for (claim, xor) in [("P: a^b^c = 0", Some("xor(a,b,c)")), ("a^b = c", Some("xor(a,b)")), ("P: a^2 = b", None)] {
        session.claim("nim(a,b,c)", claim).unwrap();
        let notes = session.heard().notes();
        assert_eq!(notes.len(), usize::from(xor.is_some()), "{claim}: {notes:?}");
        assert!(xor.is_none_or(|xor| notes[0].contains(xor)), "{notes:?}");
        assert!(notes.iter().all(|note| fault_in_chinese(note).is_some()), "{notes:?}");
    }
}

/// Numbers that are none are refused at once, at their place.
#[test]
fn numbers_that_are_worked_out_have_limits() {
    let mut session = spoken();
    for (typed, marked, message) in [
        ("nim(4, 3-5)", "3-5", "`3-5` is -2, and coordinates are natural numbers"),
        ("nim(10//(3-3))", "10//(3-3)", "`10//(3-3)` divides by 0"),
        ("nim(1+2^100000000)", "1+2^100000000", "a number of more than 10000 digits"),
        ("nim(10^(10^9))", "10^(10^9)", "a number of more than 10000 digits"),
        ("nim(10^9000*10^9000)", "10^9000*10^9000", "a number of more than 10000 digits"),
    ] {
        let fault = session.position(typed).unwrap_err();
        assert_eq!(fault.kind, ErrorKind::Input, "{typed}: {fault}");
        let span = fault.span.unwrap();
        assert_eq!((&typed[span.start..span.end], &*fault.message), (marked, message));
        assert!(fault.suggestion.is_some() && fault_in_chinese(message).is_some(), "{typed}");
    }
    let many = format!("nim({}1+1)", "9^9000*7,".repeat(400));
    let fault = session.position(&many).unwrap_err();
    assert_eq!(fault.message, "numbers of more than 1000000 digits, all together");
}

/// Moves that cannot get smaller, because the bits of the numbers were meant.
#[test]
fn bits_are_told_from_parts_and_powers() {
    for (rule, mended) in [
        ("{n -> n & (n-1)}", "{n -> band(n,n-1) if n > 0}"),
        ("{n -> n & n-1 if n > 0; n-3}", "{n -> band(n,n-1) if n > 0; n-3}"),
        ("{n -> n^k for k in 1..n}", "{n -> xor(n,k) for k in 1..n if xor(n,k) < n}"),
    ] {
        let solved = |rule: &str| spoken().position(&format!("{rule}(10)")).unwrap().solve();
        let Err(Error::Bad(fault)) = solved(rule) else { panic!("{rule} is no fault") };
        let help = fault.suggestion.unwrap_or_default();
        assert_eq!(help.rsplit('`').nth(1), Some(mended), "{help}");
        assert!(fault_in_chinese(&help).is_some(), "{help}");
        assert!(solved(mended).unwrap().outcome.is_some());
    }
    // a heap that stays beside a smaller one is no bit
    let Err(Error::Bad(fault)) = spoken().position("{(a,b) -> (a,b) & (a-1,b) if a > 0}(2,2)").unwrap().solve() else {
        panic!("no fault")
    };
    assert!(!fault.suggestion.unwrap_or_default().contains("band"));
}

/// A rule that was put together wrongly is refused, wherever its words stand.
#[test]
fn words_out_of_their_place_are_refused() {
    for typed in [
        "{for ->}",
        "{for k -> n}",
        "{if for n ->}",
        "{for 1 <= k <= n -> n-k}",
        "{where k -> n-k}",
        ",misere",
        "n->for)in[,}",
    ] {
        let fault = spoken().position(typed).err().unwrap_or_else(|| panic!("{typed} is read"));
        assert_eq!(fault.kind, ErrorKind::Parse, "{typed}: {fault}");
    }
}

/// A fault is told of what was typed.
#[test]
fn faults_are_placed_where_they_were_typed() {
    let mut session = spoken();
    for (typed, at) in [("Nim 3 + kaylse 5", "kaylse"), ("NIM(3,,5)", ",5"), ("N -> N-1, M-3 (7)", "M")] {
        let fault = session.position(typed).unwrap_err();
        let span = fault.span.unwrap();
        assert!(typed[span.start..].starts_with(at), "{typed}: {fault:?}");
    }
}

/// The help where a sentence is not read, which is about no heap of the question.
const AN_EXAMPLE: &str =
    "sentences are read as in `21 stones, take 1 to 3`; rules can be written down, as `grundy help notation` says";

/// Helps that would say something else, or that say less.
#[test]
fn helps_say_no_more_than_the_text() {
    for (typed, help) in [
        // a row of four numbers, or two rows
        ("staircase(3,0)(5,2)", None),
        // `!=` with a blank in it is no factorial
        ("{n -> n-1 if n! = 3}(20)", Some("k not in {1,2}")),
    ] {
        let fault = spoken().position(typed).unwrap_err();
        assert_eq!(fault.suggestion.as_deref(), help, "{typed}");
    }
    let behind = spoken().position("{n -> n-1 unless n = 5 for k in 1..3}(8)").unwrap_err();
    let said = [Some(behind.message.as_str()), behind.suggestion.as_deref()];
    for sentence in said.into_iter().flatten() {
        assert!(fault_in_chinese(sentence).is_some(), "{sentence}");
    }
}

/// Claims that are refused, and the help.
#[test]
fn claims_are_helped() {
    for (about, typed, help) in [
        ("take[1..3]", "P: n = 4k", "P: n % 4 = 0"),
        ("take[1..3]", "P: n = 4*k+1", "P: n % 4 = 1"),
        ("take[1..3]", "P: n in {4k}", "P: n % 4 = 0"),
        ("take[1..3]", "P: n in {4k, 4k+2}", "P: n % 4 in {0, 2}"),
        ("take[1..3]", "P: n = 4*k", "P: n % 4 = 0"),
        ("take[1..3]", "g(5)=1", "n = 5 => g = 1"),
        ("nim(a,b)", "g(3,5) = 6", "a = 3 and b = 5 => g = 6"),
        ("lasker", "SG(4k) = 4k-1", "n % 4 = 0 and n > 0 => g = n-1"),
        ("lasker", "g(4k+3) = 4k+4", "n % 4 = 3 => g = n+1"),
        ("take[1..3]", "period 4", "period 4 from 0"),
    ] {
        let fault = spoken().claim(about, typed).unwrap_err();
        let fault = fault.diagnostic();
        assert_eq!(fault.suggestion.as_deref(), Some(help), "{typed}");
        assert!(fault_in_chinese(&fault.message).is_some(), "{fault}");
        assert!(spoken().claim(about, help).is_ok(), "{help}");
    }
}

/// What is typed, and the help.
const HELPS: &[(&str, &str)] = &[
    ("{n -> (a, n-a) for a in 1..n-1}(5)", "{n -> a & n-a for a in 1..n-1}(5)"),
    ("{n -> a + n-a for a in 1..n-1}(5)", "{n -> a & n-a for a in 1..n-1}(5)"),
    (
        "{n -> a + b for a in 1..n-1 for b in 1.. if a+b = n}(5)",
        "{n -> a & b for a in 1..n-1 for b in 1.. if a+b = n}(5)",
    ),
    ("nim(2+?)", "work it out first: places may hold arithmetic of plain numbers only, as in 10^9+7"),
    ("nim(1..3)", "a place is one number: `nim(3)`"),
    ("conjunctive(nim(2*n),nim(3))", "a place is one number or one letter, as in `nim(6)` or `nim(n)`"),
    ("nim(n+1)", "a place is one number or one letter, as in `nim(6)` or `nim(n)`"),
    ("cram(\"3xq\")", "\"3x4\"; `table`, `guess` and `prove` take the letter"),
    ("chomp(\"nxn\")", "\"4x4\"; `table`, `guess` and `prove` take the letter"),
    ("cram(\"3xqr\")", "squares are `.`, `#`; \"3x4\" is an empty board"),
    ("{n -> n-1>>1 if n > 2}(5)", "shifting right is `n//2^k`, shifting left is `n*2^k`"),
    ("{n -> n-k for k in 1..5 if n = k & 1}(5)", "`and` joins conditions; the bits of both numbers are band(k,n)"),
    ("miseere nim(1,2,3)", "misere nim(1,2,3)"),
    ("misre take[1..3](5)", "misere take[1..3](5)"),
    ("misere nim", "misere nim(3, 5, 7)"),
    ("reverse take[1..3]", "misere take[1..3](5)"),
    (
        "heaps where you choose and flip",
        "sentences are read as in `21 stones, take 1 to 3`; rules can be written down, as `grundy help notation` says",
    ),
    ("SG(3)", "`grundy list` shows the games, `let` introduces a name"),
    ("graph{a->b}a)", "graph{a->b}(a)"),
    ("graph{a->b}", "graph{a->b}(a)"),
    ("0,77(5)", "0.77(5)"),
    ("take[1..3]{21}", "take[1..3](21)"),
    ("take[1,3,4) (21)", "take[1,3,4] (21)"),
    ("{(a,b) -> (a-1,b) & (1,b) if a>1; }(2, 3)", "{(a,b) -> (a-1,b) & (1,b) if a>1}(2, 3)"),
    ("take[1..3](21) take[1..3](5)", "take[1..3](21) + take[1..3](5)"),
    ("kayles(5) - nim(3)", "kayles(5) + nim(3)"),
    ("5 + kayles(3)", "*5 + kayles(3)"),
    ("nim(5) + 3", "nim(5) + *3"),
    ("chomp(3,4)", "chomp(\"3x4\")"),
    ("cram(2, 7)", "cram(\"2x7\")"),
    ("nim(3,5,_)", "nim(3,5,?)"),
    ("nim(3|5|7)", "nim(3,5,7)"),
    ("{n -> a xor n-a for a in 1..n-1}(10)", "{n -> a & n-a for a in 1..n-1}(10)"),
    ("wythoff(3,5,7)", "wythoff(4, 7)"),
    ("nodekayles(\"0-1,1-2\")", "\"edges:0-1,1-2\""),
    ("graph{0->1,2; 1->3; 2->; 3->}(0,2)", "graph{0->1,2; 1->3; 2; 3}(0,2)"),
    ("{n -> n xor 1 if n%2=1}(4)", "{n -> xor(n,1) if n%2=1}(4)"),
    ("{n -> n xor k for k in 1..n if n xor k < n}(4)", "{n -> xor(n,k) for k in 1..n if xor(n,k) < n}(4)"),
    ("{n -> n-k for k in (1,3)}(12)", "{n -> n-k for k in {1,3}}(12)"),
    ("{n -> n|k for k in 1..n}", "{n -> bor(n,k) for k in 1..n}"),
    ("1,234 stones, take 1 to 3", "take[1..3](1234)"),
    ("take[1.5](5)", "take[1..5](5) or take[1,5](5)"),
    ("nim 1..4", "nim(1, 2, 3, 4)"),
    ("50 stones, take a few", AN_EXAMPLE),
    ("2 heaps of 50, take a few, last player loses", AN_EXAMPLE),
    ("10 coins in a row, remove one or two coins from the ends", AN_EXAMPLE),
    ("21 stones and 17 stones, take 1 to 3", AN_EXAMPLE),
    ("21 stones, misere, take 1 to 3", "misere take[1..3](21)"),
    (
        "50 stones, take 1 to 7 but not the number the opponent just took",
        "{(n,l) -> (n-k,k) for k in 1..7 if k != l by (n,l)}(50,0)",
    ),
    (
        "misere 50 stones, take 1, 3 or 4, but not the same number as the previous player took",
        "misere {(n,l) -> (n-k,k) for k in {1,3,4} if k != l by (n,l)}(50,0)",
    ),
    ("50 matches, take any number but not all", "{n -> n-k for k in 1..n-1}(50)"),
    ("50 matches, take 1 to 3 but not all of them", "{n -> n-k for k in 1..3 if k < n}(50)"),
    ("50 stones, take 1, 2 or all", "{n -> n-k for k in {1,2,n} if n > 0}(50)"),
    ("50 stones, take less than half", "{n -> n-k for k in 1..n if 2*k < n}(50)"),
    ("a heap of 20, take more than half", "{n -> n-k for k in 1..n if 2*k > n}(20)"),
    ("{n -> n-1 n-2}(10)", "{n -> n-1; n-2}(10)"),
    ("{n -> n-1 / n-2}(10)", "{n -> n-1; n-2}(10)"),
    ("{(a,b) -> (a-1,b) / (a,b-1)}(3,4)", "{(a,b) -> (a-1,b); (a,b-1)}(3,4)"),
    // this is a quotient
    ("{n -> (n-1)/(n-2)}(10)", "{n -> (n-1)//(n-2)}(10)"),
    ("{n -> n/2 | n/3}(20)", "{n -> n//2 | n//3 if n > 0}(20)"),
    ("{n -> n-1 | n/2}(20)", "{n -> n-1 | n//2 if n > 0}(20)"),
    ("nim(3)x4", "4*nim(3)"),
    ("misere kayles(2) + nim(3) x 4", "misere kayles(2) + 4*nim(3)"),
    ("kayles 3 nim 5", "kayles(3) + nim(5)"),
    ("{n -> n-{1,3,4}}(20)", "{n -> n-k for k in {1,3,4}}(20)"),
    ("{n -> n-1; n -> n-2}(10)", "{n -> n-1; n-2}(10)"),
    ("{n -> [n-1, n-2]}(10)", "{n -> n-1; n-2}(10)"),
    ("{(a,b) -> a-1; b-1}(3,4)", "{(a,b) -> (a-1,b); (a,b-1)}(3,4)"),
    ("nim(3)(5)(7)", "nim(3, 5, 7)"),
    ("take[1:3](21)", "take[1..3](21)"),
    ("take[1;3;4](21)", "take[1,3,4](21)"),
    ("{n -> n/2}(20)", "{n -> n//2 if n > 0}(20)"),
    ("{n -> n/2; n/d for d in 3..4}(20)", "{n -> n//2 if n > 0; n//d for d in 3..4 if n > 0}(20)"),
    ("{n -> n-k! for k in 1..}(20)", "list the numbers: `take[1,2,6,24,120,720](1000)`"),
    ("{(a,b) -> a-1, b-1 | a-2, b-1}(4,4)", "{(a,b) -> (a-1, b-1) | (a-2, b-1)}(4,4)"),
    ("{(r,c) -> (r-1,c) if (r,c) != (2,3)}(4,4)", "{(r,c) -> (r-1,c) if r != 2 or c != 3}(4,4)"),
    ("{(r,c) -> (r-1,c) if r > 1 and (r,c) != (2,3)}(4,4)", "{(r,c) -> (r-1,c) if r > 1 and (r != 2 or c != 3)}(4,4)"),
    ("{(r,c) -> (r-1,c) if (r, c) == (2, 3)}(4,4)", "{(r,c) -> (r-1,c) if r = 2 and c = 3}(4,4)"),
    ("{n -> phi(n) if n>1}(10)", "there `phi` is the golden ratio; Euler's totient is no function here"),
    ("{n -> n-totient(n)}(10)", "Euler's totient is no function here"),
    (
        "{n -> n-sum(n)}(10)",
        "the functions of rules: min, max, gcd, xor, band, bor, isqrt, log2, popcount, abs, lowbit, v2, bits, mex",
    ),
    ("{n -> n-digitsum(n)}(10)", "the last digit of `n` is `n%10`, the one before it `n//10%10`"),
    ("{n -> n-k for k in digits(n)}(10)", "the last digit of `n` is `n%10`, the one before it `n//10%10`"),
    ("{n -> n-k for k in cubes}(30)", "write `{n -> n-k^3 for k in 1..}`"),
    ("take[1.. except cubes](30)", "write `{n -> n-k^3 for k in 1..}`"),
    ("take[factorials](30)", "list the numbers: `take[1,2,6,24,120,720](1000)`"),
    ("{n -> n-k(k+1)/2}(30)", "{n -> n-k*(k+1)//2 for k in 1..}(30)"),
    ("Turning Corners 3 4", "tartan[twins,twins](\"TTTTT|TTTTT|TTTTT|TTTTH\")"),
    ("turning corners(0,2)", "tartan[twins,twins](\"TTH\")"),
    ("Rugs 1000 1000", "tartan[ruler,ruler](\"HT|TH\")"),
    // a part may be a game
    ("{n -> 2*kaylse(n-1)}(9)", "{n -> 2*kayles(n-1)}(9)"),
    ("misere nim 1..4", "misere nim(1, 2, 3, 4)"),
    ("21 stones, take 1 to 3 stones, loser does not pay", AN_EXAMPLE),
    ("{n -> n-1; 2 ⊕ n if n > 3}(4)", "{n -> n-1; xor(2,n) if n > 3}(4)"),
    ("nim(3.5)", "commas divide places: `nim(3, 5)`"),
    ("{n -> n/2 if n > 0}(9)", "{n -> n//2 if n > 0}(9)"),
    ("{n -> n//d for d in 2..6}(100)", "`{n -> n//d for d in 2..6 if n > 0}`; a rule with cycles must say `loopy`"),
    (
        "{(a,b) -> (a-k*b,b) | (a,b-k*a) for k in 1..}(3,5)",
        "`{(a,b) -> (a-k*b,b) for k in 1.. if b > 0; (a,b-k*a) for k in 1.. if a > 0}`; a rule with cycles must say `loopy`",
    ),
    ("{n -> n-n//2}(5)", "`{n -> n-n//2 if n//2 > 0}`; a rule with cycles must say `loopy`"),
];

/// A help line is a text that can be read, and never another game by the fault's deletion.
#[test]
fn helps_can_be_typed() {
    let mut session = spoken();
    for &(typed, help) in HELPS {
        let fault = match session.position(typed) {
            Ok(position) => match position.solve() {
                Err(grundy::Error::Bad(fault)) => *fault,
                other => panic!("{typed}: {other:?}"),
            },
            Err(fault) => fault,
        };
        assert_eq!(fault.suggestion.as_deref(), Some(help), "{typed}");
    }
    for typed in ["take[1..foo](9)", "cc(50)", "{n -> n-1 if a,< 3}(5)"] {
        let help = session.position(typed).unwrap_err().suggestion;
        assert!(help.as_ref().is_none_or(|help| !help.ends_with(')')), "{typed}: {help:?}");
    }
    // places are counted in what was typed
    let fault = session.position("尼姆(3").unwrap_err();
    assert!(fault.message.contains("at character 3 "), "{}", fault.message);
}

/// The help for a sentence means the same, or shows a sentence that is read.
#[test]
fn sentences_are_helped() {
    for (typed, help) in [
        (
            "30 coins, first move anything but all, then up to twice the previous move",
            "sentences are read as in `21 stones, take 1 to 3`; rules can be written down, as `grundy help notation` says",
        ),
        (
            "21个石子，每次取的和上次不同",
            "sentences are read as in `21个石子，每次取1到3个`; rules can be written down, as `grundy help notation` says",
        ),
        ("nim 3 by 4 5", "nim(3, 4, 5)"),
        ("dawson's chess 3 by 5", "dawsonschess(5)"),
        ("row of 12 bowling pins", "kayles(12)"),
        ("for n stones, take a divisor of n", "{n -> n-d for d in divisors(n)}(21)"),
        ("misere n stones, take 1 to 3", "misere take[1..3](21)"),
        ("n个石子，每次取1到3个", "take[1..3](21)"),
        ("20 stones, you cannot take 3", "take[1.. except {3}](20)"),
        ("20 stones, no player may take 3", "take[1.. except {3}](20)"),
        ("20 stones, you cannot take more than 3", "take[1..3](20)"),
        ("从0开始，每次加2到5，先到100者胜", "take[2..5](100)"),
    ] {
        let fault = spoken().position(typed).unwrap_err();
        assert_eq!(fault.suggestion.as_deref(), Some(help), "{typed}");
        assert!(fault_in_chinese(&fault.message).is_some(), "{fault}");
    }
}

/// Parameters and their claims may be spelt as people spell them.
#[test]
fn claims_about_parameters_are_read_as_others_are() {
    let mut session = spoken();
    let none = grundy::Ranges::default();
    for (about, claim) in [
        ("take[1..m]", "n % (m+1) = 0"),
        ("take[1..m]", "n % (m+1)"),
        ("take[1..M]", "N % (M+1) == 0"),
        ("take[p..q]", "n % (p+q) < p"),
        ("{n -> n-K for K in {1,m}}", "P: n % 2 = 0"),
    ] {
        let asked = session.asked_claim(about, claim, &none);
        assert!(matches!(asked, Ok(grundy::session::AskedClaim::Parametric(_))), "{about}: {claim}: {asked:?}");
    }
    assert!(session.asked_claim("take[1..m]", "n % (j+1) = 0", &none).is_err());
    let placed = session.asked_claim("take[1..M](a,b)", "P: a % (M+1) = b % (M+1)", &none);
    assert!(matches!(placed, Ok(grundy::session::AskedClaim::Placed(_))), "{placed:?}");
    let position = session.position_with("take[1..M](5)", &"M=3".parse().unwrap()).unwrap();
    assert_eq!(position.query(), "take[1..3](5)");
}
