//! The words of the theory, each in one or two sentences and with a command that shows it.
//!
//! ```
//! use grundy::game::terms;
//! assert_eq!(terms::find("P-position").unwrap().name, "P-position");
//! assert_eq!(terms::find("what is a nimber?").unwrap().name, "Grundy value");
//! assert_eq!(terms::find("SG函数").unwrap().name, "Grundy value");
//! ```

mod background;
mod further;

use super::entry::folded;

/// A word of the theory.
#[derive(Debug, Clone, Copy)]
pub struct Term {
    /// What it is called.
    pub name: &'static str,
    /// The same in Chinese.
    pub chinese: &'static str,
    /// What else it is called, in any language.
    pub other_names: &'static [&'static str],
    /// What it means.
    pub meaning_english: &'static str,
    /// The same in Chinese.
    pub meaning_chinese: &'static str,
    /// Arguments of the program that show it.
    pub example: &'static str,
    /// Author, title, year; empty for words of this program.
    pub source: &'static str,
}

/// All words, each after those that it needs.
pub const TERMS: &[Term] = &joined();

const GROUPS: [&[Term]; 3] = [FIRST, further::TERMS, background::TERMS];

const COUNT: usize = FIRST.len() + further::TERMS.len() + background::TERMS.len();

const fn joined() -> [Term; COUNT] {
    let mut all = [FIRST[0]; COUNT];
    let (mut at, mut group) = (0, 0);
    while group < GROUPS.len() {
        let mut member = 0;
        while member < GROUPS[group].len() {
            all[at] = GROUPS[group][member];
            at += 1;
            member += 1;
        }
        group += 1;
    }
    all
}

const FIRST: &[Term] = &[
    Term {
        name: "impartial game",
        chinese: "公平组合游戏",
        other_names: &[
            "impartial", "combinatorial game", "ICG", "公平游戏", "无偏博弈", "combinatorial game theory", "CGT",
            "博弈", "博弈论",
        ],
        meaning_english: "Two players move in turn, and both have the same moves. Every play ends; who cannot move loses.",
        meaning_chinese: "双方轮流走，走法相同，游戏必然结束，不能走者负。",
        example: "list",
        source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, 1982",
    },
    Term {
        name: "option",
        chinese: "后继局面",
        other_names: &["follower", "后继"],
        meaning_english: "A position that one move leads to.",
        meaning_chinese: "走一步所到的局面。",
        example: "moves 'kayles(3)'",
        source: "J. H. Conway, On Numbers and Games, 1976",
    },
    Term {
        name: "P-position",
        chinese: "必败态",
        other_names: &[
            "losing position", "cold position", "cold", "必败局面", "P局面", "P态", "先手必败", "奇异局势",
            "safe position", "safe combination", "balanced position", "previous player",
        ],
        meaning_english: "The player to move loses: every move leads to an N-position. P stands for the previous player, who wins.",
        meaning_chinese: "轮到走的一方必败：每一步都走到 N 局面。P 指上一个走的人（previous），他必胜。",
        example: "table 'take[1..3]' --show p --to 20",
        source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, 1982",
    },
    Term {
        name: "N-position",
        chinese: "必胜态",
        other_names: &[
            "winning position", "hot position", "hot", "必胜局面", "N局面", "N态", "先手必胜", "unsafe position",
            "next player",
        ],
        meaning_english: "The player to move wins: some move leads to a P-position. N stands for the next player, who wins.",
        meaning_chinese: "轮到走的一方必胜：有一步走到 P 局面。N 指下一个走的人（next），他必胜。",
        example: "moves 'nim(3,5,7)'",
        source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, 1982",
    },
    Term {
        name: "mex",
        chinese: "mex",
        other_names: &[
            "minimum excluded value", "minimal excludant", "minimum excludant", "最小未出现自然数", "mex rule",
            "mex function", "mex运算",
        ],
        meaning_english: "The least of 0, 1, 2, … that a set does not have: mex {0, 1, 3} = 2, and mex {} = 0.",
        meaning_chinese: "集合中没有的最小自然数：mex {0, 1, 3} = 2，mex {} = 0。",
        example: "mex 0 1 3",
        source: "R. Sprague, Über mathematische Kampfspiele, 1935; P. M. Grundy, Mathematics and games, 1939",
    },
    Term {
        name: "Grundy value",
        chinese: "SG 值",
        other_names: &[
            "Grundy number", "Sprague-Grundy value", "Sprague-Grundy function", "SG function", "SG value", "SG",
            "nimber", "nim-value", "Grundy function", "SG函数", "格兰迪数",
        ],
        meaning_english: "The mex of the values of all options, and 0 where there is no move. A position is a P-position exactly if its value is 0.",
        meaning_chinese: "各后继局面的值的 mex；不能走时为 0。值为 0 的局面恰为 P 局面。",
        example: "explain 'kayles(5)'",
        source: "R. Sprague, Über mathematische Kampfspiele, 1935; P. M. Grundy, Mathematics and games, 1939",
    },
    Term {
        name: "nim-sum",
        chinese: "尼姆和",
        other_names: &["xor", "exclusive or", "nim addition", "异或", "异或和"],
        meaning_english: "Addition of binary numbers without carry: 3 xor 5 = 6. Every number added to itself gives 0.",
        meaning_chinese: "不进位的二进制加法：3 xor 5 = 6。任何数与自己相加得 0。",
        example: "nimber '3 + 5'",
        source: "C. L. Bouton, Nim, a game with a complete mathematical theory, 1901",
    },
    Term {
        name: "sum",
        chinese: "游戏的和",
        other_names: &["sum of games", "disjunctive sum", "disjunctive compound", "游戏和", "组合游戏的和"],
        meaning_english: "Several games at once: a move is a move in one of them. Its value is the nim-sum of their values.",
        meaning_chinese: "几个游戏同时进行，每次只在其中一个里走一步。其值为各游戏之值的尼姆和。",
        example: "explain 'nim(3) + kayles(5)'",
        source: "R. Sprague, Über mathematische Kampfspiele, 1935; P. M. Grundy, Mathematics and games, 1939",
    },
    Term {
        name: "Bouton's theorem",
        chinese: "Bouton 定理",
        other_names: &["Bouton", "theorem of Bouton", "尼姆定理"],
        meaning_english: "In Nim the player to move loses exactly if the xor of the heaps is 0.",
        meaning_chinese: "Nim 中各堆的异或和为 0 时，轮到走的一方必败，否则必胜。",
        example: "explain 'nim(3,5,7)'",
        source: "C. L. Bouton, Nim, a game with a complete mathematical theory, 1901",
    },
    Term {
        name: "Sprague-Grundy theorem",
        chinese: "Sprague-Grundy 定理",
        other_names: &["Sprague-Grundy", "Sprague", "SG theorem", "SG定理"],
        meaning_english: "In a sum an impartial position may be replaced by a heap of Nim of its Grundy value: nobody wins or loses by it.",
        meaning_chinese: "在和中，公平游戏的局面可换成大小为其 SG 值的一堆 Nim，胜负不变。",
        example: "explain 'nim(3) + kayles(5)'",
        source: "R. Sprague, Über mathematische Kampfspiele, 1935; P. M. Grundy, Mathematics and games, 1939",
    },
    Term {
        name: "misère play",
        chinese: "反常规则",
        other_names: &[
            "misere", "misère", "misere play", "misere nim", "misère Nim", "反Nim", "反尼姆", "anti-nim", "Anti-SG",
        ],
        meaning_english: "Who cannot move wins: whoever takes the last object loses. Values do not add up then; a heap of Nim is played as in normal play until only heaps of 1 are left.",
        meaning_chinese: "不能走者胜：拿走最后一个的人负。此时值不能相加；Nim 照正常规则走，直到只剩大小为 1 的堆。",
        example: "explain 'misere nim(3,5,6)'",
        source: "C. L. Bouton, Nim, a game with a complete mathematical theory, 1901",
    },
    Term {
        name: "misère quotient",
        chinese: "反常商",
        other_names: &["misere quotient", "quotient", "quotient monoid", "monoid", "indistinguishability quotient"],
        meaning_english: "The positions of a game, where two are the same if no sum with a third one tells them apart in misère play. It does for misère play what values do for normal play.",
        meaning_chinese: "把反常规则下与任何局面相加都不能区分的局面视为相同。它之于反常规则，犹如值之于正常规则。",
        example: "quotient kayles --heaps 12",
        source: "T. E. Plambeck, A. N. Siegel, Misère quotients for impartial games, 2008",
    },
    Term {
        name: "octal code",
        chinese: "八进制码",
        other_names: &[
            "octal game", "octal", "take-and-break", "八进制游戏", "taking and breaking", "take and break game",
            "octal notation",
        ],
        meaning_english: "A rule for heaps in digits: behind the point, the k-th digit says what may be left where k are taken: 1 nothing, 2 one heap, 4 two heaps, and sums of these. Kayles is 0.77.",
        meaning_chinese: "用数字写堆的规则：小数点后第 k 位说明取走 k 个后可剩什么：1 不剩，2 剩一堆，4 剩两堆，可相加。Kayles 是 0.77。",
        example: "table 0.77 --to 30",
        source: "R. K. Guy, C. A. B. Smith, The G-values of various games, 1956",
    },
    Term {
        name: "period",
        chinese: "周期",
        other_names: &["periodic", "preperiod", "saltus", "last exception", "arithmetic period", "前周期"],
        meaning_english: "Values repeat: g(n + p) = g(n) + s for all n from n0 on. p is the period, n0 the preperiod, s the saltus, which is 0 where values do not grow.",
        meaning_chinese: "值会重复：自 n0 起 g(n + p) = g(n) + s。p 为周期，n0 为前周期，s 为增量；值不增长时 s 为 0。",
        example: "period kayles",
        source: "R. K. Guy, C. A. B. Smith, The G-values of various games, 1956",
    },
    Term {
        name: "colon principle",
        chinese: "克朗原理",
        other_names: &["colon", "冒号原理"],
        meaning_english: "Of a green Hackenbush tree: branches that meet in a vertex may be replaced by one stalk as long as the nim-sum of their lengths.",
        meaning_chinese: "绿色 Hackenbush 的树：在一个顶点汇合的各枝，可换成长度为各枝长度尼姆和的一根茎。",
        example: "explain 'hackenbush(\"edges:0-1,1-2,1-3\")'",
        source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, 1982",
    },
    Term {
        name: "fusion principle",
        chinese: "融合原理",
        other_names: &["fusion", "费森原理"],
        meaning_english: "Of green Hackenbush: the vertices of a cycle may be made one vertex, its edges loops there; values stay the same.",
        meaning_chinese: "绿色 Hackenbush：一个圈上的顶点可并为一点，圈上的边成为自环，值不变。",
        example: "explain 'hackenbush(\"edges:0-1,1-2,2-0\")'",
        source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, 1982",
    },
    Term {
        name: "loopy game",
        chinese: "有环游戏",
        other_names: &["loopy", "loopy value", "infinite value", "cycle", "cyclic game"],
        meaning_english: "A game in which positions may return: some are draws, and the values of draws are infinite, ∞(K), where K are the values of options that are numbers.",
        meaning_chinese: "局面可能重复的游戏：有的局面是和局，其值为无穷 ∞(K)，K 是有限值后继的值。",
        example: "solve 'graph{a->b,c; b->a; c}(a)'",
        source: "C. A. B. Smith, Graphs and composite games, 1966",
    },
    Term {
        name: "remoteness",
        chinese: "远度",
        other_names: &["remoteness of a position", "步数"],
        meaning_english: "How many moves a play takes if the winner hurries and the loser delays. It is even for a P-position, odd for an N-position, and a draw has none.",
        meaning_chinese: "胜者求快、负者求慢时一局要走的步数。P 局面为偶数，N 局面为奇数，和局没有远度。",
        example: "label --rule 'take[1,2]' --to 9",
        source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 9, 1982",
    },
    Term {
        name: "graph",
        chinese: "图",
        other_names: &[
            "game graph", "graph game", "directed graph", "digraph", "有向图", "有向图游戏", "图游戏", "acyclic graph",
            "DAG",
        ],
        meaning_english: "Positions are vertices and moves are arcs: the players move a token along arcs, and who cannot move loses. Games that are played on a graph are nodekayles, arckayles, geography and hackenbush.",
        meaning_chinese: "局面是顶点，走法是弧：双方沿弧移动棋子，不能走者负。在图上玩的游戏有 nodekayles、arckayles、geography 和 hackenbush。",
        example: "moves 'graph{a->b,c; b->c; c}(a)'",
        source: "C. A. B. Smith, Graphs and composite games, 1966",
    },
    Term {
        name: "kernel",
        chinese: "核",
        other_names: &["kernel of a graph", "图的核", "有向图的核"],
        meaning_english: "A set of vertices of a graph: no arc leads from one of them to another, and from every other vertex an arc leads into the set. Where play must end, the P-positions are the one kernel.",
        meaning_chinese: "图的一组顶点：其中的点之间没有弧，而其余每个顶点都有弧指向其中。游戏必然结束时，全体 P 局面是唯一的核。",
        example: "table 'take[1,2]' --show p --to 20",
        source: "J. von Neumann, O. Morgenstern, Theory of Games and Economic Behavior, 1944",
    },
    Term {
        name: "symmetry",
        chinese: "对称策略",
        other_names: &[
            "symmetry strategy", "mirror strategy", "mirroring", "Tweedledum and Tweedledee", "模仿策略",
            "Tweedledum Tweedledee", "copycat strategy",
        ],
        meaning_english: "Who can answer each move by its mirror image makes the last move: a position added to itself is a P-position. So is cram on a board with two even sides.",
        meaning_chinese: "能用对称的一步回应每一步的人走最后一步：一个局面与自身之和是 P 局面，两边都是偶数的 cram 棋盘也是。",
        example: "solve 'kayles(7) + kayles(7)'",
        source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, 1982",
    },
    Term {
        name: "pairing",
        chinese: "配对策略",
        other_names: &["pairing strategy", "matching", "配对", "匹配"],
        meaning_english: "Positions or squares are divided into pairs, and each move is answered by one to the partner. In geography the player to move wins exactly if every largest matching of the graph covers the vertex of the token.",
        meaning_chinese: "把局面或格子分成对，对方走到一个，就走到它的同伴。在 geography 中，每个最大匹配都覆盖棋子所在的顶点时，轮到走的一方必胜，否则必败。",
        example: "explain 'geography(\"edges:0-1,1-2,2-3\", start=0)'",
        source: "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, 1993",
    },
    Term {
        name: "coin game",
        chinese: "翻硬币游戏",
        other_names: &["coin-turning game", "coin-turning", "turning coins"],
        meaning_english: "In a row of coins a move turns some that the rule allows, and the last of them goes from heads to tails. The value is the nim-sum of the values of the heads, each alone; such games are turtles, mockturtles, twins and ruler.",
        meaning_chinese: "在一排硬币中翻规则允许的几枚，其中最后一枚须由正面翻到反面。值是各枚正面单独之值的尼姆和；这样的游戏有 turtles、mockturtles、twins 和 ruler。",
        example: "explain 'mockturtles(\"HTTH\")'",
        source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 14, 1982",
    },
];

/// What may stand before a word: `what is a nimber?`.
const BEFORE: [&str; 6] = ["whatisthe", "whatisan", "whatisa", "whatare", "whatis", "whats"];

/// The word that is called so. Capitals, blanks and signs make no difference.
#[must_use]
pub fn find(name: &str) -> Option<&'static Term> {
    let typed = folded(name);
    // of `what is a nimber` more than one may stand before
    let words = BEFORE.iter().filter_map(|before| typed.strip_prefix(before)).chain([typed.as_str()]);
    words.filter(|word| !word.is_empty()).find_map(called)
}

fn called(word: &str) -> Option<&'static Term> {
    TERMS.iter().find(|term| {
        let names = [term.name, term.chinese].into_iter().chain(term.other_names.iter().copied());
        names.map(folded).any(|name| name == word || word.strip_suffix('s') == Some(&name))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_word_is_found_by_all_its_names() {
        let mut seen = HashSet::new();
        for term in TERMS {
            assert!(term.meaning_english.ends_with('.') && term.meaning_chinese.ends_with('。'), "{}", term.name);
            for name in [&[term.name, term.chinese], term.other_names].concat() {
                assert_eq!(find(name).map(|found| found.name), Some(term.name), "{name}");
                assert!(seen.insert(folded(name)) || name == term.chinese, "{name} twice");
            }
        }
        for (asked, name) in [
            ("what is a P-position?", "P-position"),
            ("P positions", "P-position"),
            ("What is mex", "mex"),
            ("nimbers", "Grundy value"),
            ("what is a nimber", "Grundy value"),
            ("what is an option", "option"),
            ("bouton’s theorem", "Bouton's theorem"),
            ("what is a genus", "genus"),
            ("firm", "fickle"),
            ("strategy stealing", "strategy stealing"),
            ("golden ratio", "golden ratio"),
            ("Beatty", "Beatty sequence"),
            ("what is partizan", "partizan game"),
            ("thue morse", "Thue-Morse sequence"),
            ("黄金分割", "golden ratio"),
            ("saltus", "period"),
            ("what is the kernel of a graph?", "kernel"),
        ] {
            assert_eq!(find(asked).map(|term| term.name), Some(name), "{asked}");
        }
        for other in ["", "what is", "kayles", "stone"] {
            assert!(find(other).is_none(), "{other}");
        }
    }
}
