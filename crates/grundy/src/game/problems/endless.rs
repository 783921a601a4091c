//! Games that need not end: two players who have different moves, with the turn in the position.

use super::{Problem, USUAL};
use crate::outcome::Outcome::{Next, Previous};

pub(super) const PROBLEMS: &[Problem] = &[
    Problem {
        numbers: &["Codeforces 787C", "Codeforces 786A"],
        title: "Berzerk",
        game: "{(p,t) -> ((p+k)%5,1) for k in {2,3} if t = 0 and p > 0; ((p+k)%5,0) for k in {1,2,3} if t = 1 and p > 0 loopy}",
        example: "{(p,t) -> ((p+k)%5,1) for k in {2,3} if t = 0 and p > 0; ((p+k)%5,0) for k in {1,2,3} if t = 1 and p > 0 loopy}(2, 0)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "A monster at place p of a ring of n goes on by a number of the set of the player who moves, and who brings it to place 0 wins; t tells whose turn it is. Here n is 5 and the sets are {2, 3} and {1, 2, 3}. N is Win, P is Lose and D is Loop.",
        chinese: "怪物在 n 个位置的环上的 p 处，由走的一方按自己的集合前移，移到 0 处者胜；t 表示轮到谁。此处 n 为 5，集合为 {2, 3} 和 {1, 2, 3}。N 为 Win，P 为 Lose，D 为 Loop。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 5754"],
        title: "Life Winner Bob",
        game: "{(x,y) -> (x-1,y-2) | (x-2,y-1); (x,y) if x+y > 0 and (x < 1 or y < 2) and (x < 2 or y < 1) loopy}",
        example: "{(x,y) -> (x-1,y-2) | (x-2,y-1); (x,y) if x+y > 0 and (x < 1 or y < 2) and (x < 2 or y < 1) loopy}(3, 3)",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "A chessman goes to the far corner: the king is HDU 2147, the rook `nim` with two heaps, the queen `wythoff`, and here the knight, which is a draw where it is stuck elsewhere. Coordinates count from 0 at the corner.",
        chinese: "棋子走向对角：王同 HDU 2147，车是两堆的 `nim`，后是 `wythoff`，此处为马，在别处走不动则和棋。坐标从角上的 0 数起。",
        ..USUAL
    },
    Problem {
        numbers: &["LeetCode 913"],
        title: "Cat and Mouse",
        game: "{(m,c,t) -> (j,c,1) for j in 0..3 if t = 0 and m > 0 and m != c and j != c and m*10+j in {10,23,30,32}; (m,j,0) for j in 1..3 if t = 1 and m > 0 and m != c and c*10+j in {23,32} loopy}",
        example: "{(m,c,t) -> (j,c,1) for j in 0..3 if t = 0 and m > 0 and m != c and j != c and m*10+j in {10,23,30,32}; (m,j,0) for j in 1..3 if t = 1 and m > 0 and m != c and c*10+j in {23,32} loopy}(1, 2, 0)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "A mouse at m goes to the hole at 0 and a cat at c, which may not enter it, goes after the mouse, along the edges of a graph, here 0-1, 0-3 and 2-3, of which the sets in the rule list the arcs; t = 1 when the cat moves. N is 1, P is 2 and D is 0 when the mouse moves.",
        chinese: "老鼠在 m，要到 0 号洞；猫在 c，要捉老鼠且不能进洞；都沿图的边走，此处为 0-1、0-3、2-3，规则中的集合列出各条弧；t = 1 表示轮到猫。老鼠走时 N 为 1，P 为 2，D 为 0。",
        ..USUAL
    },
];
