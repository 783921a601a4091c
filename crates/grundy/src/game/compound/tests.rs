//! Every law against its definition, written down once more without any of the machinery: positions are lists of lists
//! of vertices of random acyclic graphs, and who wins is a recursion over all moves.

use std::collections::{BTreeSet, HashMap};

use super::*;
use crate::game::catalogue;
use crate::outcome::{Convention, Outcome};
use crate::session::Session;
use crate::solve::{MovesOptions, SolveOptions, moves, solve};
use crate::testing::Random;

/// A component: vertices of the graph of its number, a sum.
type Plain = Vec<Vec<usize>>;

/// A graph: the followers of each vertex, all smaller.
type Graph = Vec<Vec<usize>>;

/// Random graphs without cycles.
trait Graphs {
    fn followers(&mut self, vertices: usize) -> Graph;
}

impl Graphs for Random {
    fn followers(&mut self, vertices: usize) -> Graph {
        let dense = 2 + self.index(3);
        (0..vertices).map(|v| (0..v).filter(|_| self.index(dense) == 0).collect()).collect()
    }
}

const NAMES: [&str; 8] =
    ["conjunctive", "continued", "selective", "shortened", "diminished", "ordinal", "upto[1]", "upto[2]"];

/// The moves by the words of the catalogue.
fn plain_moves(name: &str, graphs: &[Graph], at: &Plain) -> BTreeSet<Plain> {
    let options: Vec<Vec<Vec<usize>>> = at
        .iter()
        .zip(graphs)
        .map(|(sum, graph)| {
            let mut all = BTreeSet::new();
            for (i, &v) in sum.iter().enumerate() {
                for &w in &graph[v] {
                    let mut left = sum.clone();
                    left[i] = w;
                    left.sort_unstable();
                    all.insert(left);
                }
            }
            all.into_iter().collect()
        })
        .collect();
    let over = |i: usize| options[i].is_empty();
    let one_over = (0..at.len()).any(over);
    let mut result = BTreeSet::new();
    if one_over && ["conjunctive", "shortened", "diminished"].contains(&name) {
        return result;
    }
    if name == "ordinal" {
        for i in 0..at.len() {
            for option in &options[i] {
                let mut left = at[..i].to_vec();
                left.push(option.clone());
                result.insert(left);
            }
        }
        return result;
    }
    for chosen in 1u32..1 << at.len() {
        let set: Vec<usize> = (0..at.len()).filter(|i| chosen >> i & 1 == 1).collect();
        let allowed = match name {
            "conjunctive" => set.len() == at.len(),
            "continued" => (0..at.len()).all(|i| over(i) != set.contains(&i)),
            "selective" | "shortened" => true,
            "diminished" | "upto[1]" => set.len() == 1,
            _ => set.len() <= 2,
        };
        if !allowed {
            continue;
        }
        let mut lefts = vec![at.clone()];
        for &i in &set {
            lefts = lefts
                .into_iter()
                .flat_map(|left| {
                    options[i].iter().map(move |option| {
                        let mut left = left.clone();
                        left[i].clone_from(option);
                        left
                    })
                })
                .collect();
        }
        result.extend(lefts);
    }
    result
}

/// Is the position lost for the player to move?
fn plain_lost(name: &str, graphs: &[Graph], at: &Plain, misere: bool, memo: &mut HashMap<(bool, Plain), bool>) -> bool {
    if let Some(&known) = memo.get(&(misere, at.clone())) {
        return known;
    }
    let moves = plain_moves(name, graphs, at);
    let lost =
        if moves.is_empty() { !misere } else { moves.iter().all(|left| !plain_lost(name, graphs, left, misere, memo)) };
    memo.insert((misere, at.clone()), lost);
    lost
}

/// The Grundy value by mex over the moves.
fn plain_value(name: &str, graphs: &[Graph], at: &Plain, memo: &mut HashMap<Plain, u64>) -> u64 {
    if let Some(&known) = memo.get(at) {
        return known;
    }
    let values: Vec<u64> =
        plain_moves(name, graphs, at).iter().map(|left| plain_value(name, graphs, left, memo)).collect();
    let value = crate::mex(values);
    memo.insert(at.clone(), value);
    value
}

/// The graph in the notation; vertices are mentioned in order.
fn spell(graph: &Graph) -> String {
    let edges: Vec<String> = graph
        .iter()
        .enumerate()
        .map(|(v, followers)| {
            let followers: Vec<String> = followers.iter().map(usize::to_string).collect();
            if followers.is_empty() { v.to_string() } else { format!("{v}->{}", followers.join(",")) }
        })
        .collect();
    format!("graph{{{}}}", edges.join("; "))
}

fn show(name: &str, games: &[Game], at: &Plain) -> String {
    let sums: Vec<String> = at
        .iter()
        .zip(games)
        .map(|(sum, game)| {
            let vertices: Vec<String> = sum.iter().map(usize::to_string).collect();
            format!("{}({})", game.text(), vertices.join(", "))
        })
        .collect();
    format!("{name}({})", sums.join(", "))
}

struct Trial {
    graphs: Vec<Graph>,
    games: Vec<Game>,
    compounds: Vec<(&'static str, Game)>,
    lost: HashMap<&'static str, HashMap<(bool, Plain), bool>>,
}

impl Trial {
    fn new(random: &mut Random, components: usize, vertices: usize) -> Self {
        let graphs: Vec<Graph> = (0..components).map(|_| random.followers(vertices)).collect();
        let mut session = Session::new();
        let games = graphs.iter().map(|g| session.game(&spell(g)).unwrap().game).collect();
        let compounds = NAMES.iter().map(|&name| (name, session.game(name).unwrap().game)).collect();
        Trial { graphs, games, compounds, lost: HashMap::new() }
    }

    fn place(&self, name: &str, game: &Game, at: &Plain) -> Place {
        let component = |g: &Game, &v: &usize| (Component { game: g.clone(), place: Place::heap(v) }, Nat::ONE);
        let sums = at.iter().zip(&self.games).map(|(sum, g)| sum.iter().map(|v| component(g, v)).collect()).collect();
        game.compound().unwrap().place_of(name, sums).unwrap()
    }

    /// Outcomes in both conventions; `closely`: also moves, winning moves and values.
    fn check(&mut self, at: &Plain, closely: bool) {
        let cx = Context::default();
        for (name, game) in &self.compounds {
            let place = self.place(name, game, at);
            let memo = self.lost.entry(name).or_default();
            let told = || show(name, &self.games, at);
            let lost = [false, true].map(|misere| outcome(plain_lost(name, &self.graphs, at, misere, memo)));
            let compound = game.compound().unwrap();
            let judged = compound.judge(&place, &cx).unwrap();
            assert_eq!(judged.outcome, lost[0], "{}", told());
            assert!(judged.evidence.is_proved());
            assert_eq!(compound.misere(&place, &cx).unwrap().0, lost[1], "misere {}", told());
            if !closely {
                continue;
            }
            let moves = plain_moves(name, &self.graphs, at);
            let wins = |lefts: &BTreeSet<Plain>, memo: &mut HashMap<_, _>, misere: bool| -> Vec<String> {
                let mut wins: Vec<&Plain> = lefts.iter().collect();
                wins.sort_by_key(|left| left.concat());
                wins.retain(|left| plain_lost(name, &self.graphs, left, misere, memo));
                wins.into_iter().map(|left| show(name, &self.games, left)).collect()
            };
            let texts = |options: &crate::game::options::Options| -> Vec<String> {
                options.first.iter().map(|parts| show_components(parts)).collect()
            };
            let all = compound.moves(game, &place, usize::MAX, &cx).unwrap();
            assert_eq!(all.count, Some(Nat::from(moves.len())), "{}", told());
            assert_eq!(texts(&all).into_iter().collect::<BTreeSet<_>>().len(), moves.len(), "{}", told());
            let found = compound.winning(game, &place, usize::MAX, &cx).unwrap();
            let expected = wins(&moves, memo, false);
            assert_eq!(found.count, Some(Nat::from(expected.len())), "{}", told());
            assert_eq!(texts(&found), expected, "{}", told());
            for limit in [1, 3] {
                let few = compound.winning(game, &place, limit, &cx).unwrap();
                assert_eq!(few.count, found.count, "{}", told());
                assert_eq!(texts(&few), expected[..expected.len().min(limit)], "{}", told());
            }
            if lost[1] == Outcome::Next {
                let found = compound.searched_moves(game, &place, Convention::Misere, usize::MAX, &cx).unwrap();
                assert_eq!(texts(&found), wins(&moves, memo, true), "misere {}", told());
            }
            let value = plain_value(name, &self.graphs, at, &mut HashMap::new());
            assert_eq!(game.value_at(&place, &cx).unwrap(), Nat::from(value), "{}", told());
        }
    }
}

/// All pairs of vertices of `trials` pairs of graphs of six vertices.
fn pairs(seed: u64, trials: usize) {
    let mut random = Random::new(seed);
    for trial in 0..trials {
        let mut pairs = Trial::new(&mut random, 2, 6);
        for v in 0..6 {
            for w in 0..6 {
                pairs.check(&vec![vec![v], vec![w]], trial % 10 == 0);
            }
        }
    }
}

#[test]
fn pairs_agree_with_the_definition() {
    pairs(1, 290);
}

#[test]
#[ignore = "long: 10^5 pairs"]
fn many_pairs_agree_with_the_definition() {
    pairs(2, 2_800);
}

#[test]
fn triples_and_quadruples_agree_with_the_definition() {
    let mut random = Random::new(3);
    for trial in 0..60 {
        let mut triples = Trial::new(&mut random, 3, 5);
        for at in 0..125 {
            triples.check(&vec![vec![at % 5], vec![at / 5 % 5], vec![at / 25]], trial % 12 == 0 && at % 5 == trial % 5);
        }
    }
    for _ in 0..30 {
        let mut four = Trial::new(&mut random, 4, 4);
        for _ in 0..20 {
            let at = (0..4).map(|_| vec![random.index(4)]).collect();
            four.check(&at, random.index(6) == 0);
        }
    }
    for _ in 0..30 {
        let mut alone = Trial::new(&mut random, 1, 6);
        (0..6).for_each(|v| alone.check(&vec![vec![v]], true));
    }
}

#[test]
fn components_may_be_sums() {
    let mut random = Random::new(4);
    for _ in 0..120 {
        let mut sums = Trial::new(&mut random, 2, 5);
        for closely in [false, false, true] {
            let mut sum = |n: usize| {
                let mut sum: Vec<usize> = (0..n).map(|_| random.index(5)).collect();
                sum.sort_unstable();
                sum
            };
            sums.check(&vec![sum(2), sum(2)], closely);
        }
        sums.check(&vec![vec![4, 1, 2].into_iter().collect::<BTreeSet<_>>().into_iter().collect(), vec![3]], false);
    }
}

/// The law against the search of the definition, on games with laws, windows, splits and pairs of coordinates.
#[test]
fn named_games_agree_with_the_search() {
    let heaps =
        ["nim", "take[1,2]", "take[1..3]", "take[2..]", "take[2,5]", "kayles", "0.137", "grundy", "take[squares]"];
    let mut random = Random::new(5);
    let mut session = Session::new();
    let cx = Context::default();
    let component = |random: &mut Random| match random.index(12) {
        0 => format!("wythoff({}, {})", random.index(4), random.index(4)),
        1 => format!("nim({}) + kayles({})", random.index(4), random.index(5)),
        2 => format!("take[1,2]({}, {})", random.index(5), random.index(5)),
        3 => format!("*{}", random.index(4)),
        4 => format!("ordinal(nim({}), take[1,2]({}))", random.index(3), random.index(4)),
        5 => format!("selective(nim({}), take[1,2]({}))", random.index(3), random.index(4)),
        _ => format!("{}({})", heaps[random.index(heaps.len())], random.index(8)),
    };
    for round in 0..600 {
        let name = NAMES[round % NAMES.len()];
        let some: Vec<String> = (0..1 + random.index(3)).map(|_| component(&mut random)).collect();
        let text = format!("{name}({})", some.join(", "));
        let position = session.position(&text).unwrap();
        let [(only, _)] = position.components().try_into().unwrap();
        let compound = only.game.compound().unwrap();
        let judged = compound.judge(&only.place, &cx).unwrap();
        assert!(judged.evidence.is_proved(), "{text}: {:?}", judged.evidence);
        assert_eq!(compound.search(&only.place, Convention::Normal, &cx), Ok(judged.outcome), "{text}");
        let wins = compound.winning(&only.game, &only.place, usize::MAX, &cx).unwrap();
        let searched = compound.searched_moves(&only.game, &only.place, Convention::Normal, usize::MAX, &cx).unwrap();
        assert_eq!((&wins.count, &wins.first), (&searched.count, &searched.first), "{text}");
        let all = compound.moves(&only.game, &only.place, usize::MAX, &cx).unwrap();
        assert_eq!(all.first, only.game.every_option(&only.place, &cx).unwrap(), "{text}");
        assert_eq!(all.count, Some(Nat::from(all.first.len())), "{text}");
    }
}

/// What is printed reads back as what it was, and says the same.
#[test]
fn what_is_printed_reads_back() {
    let mut session = Session::new();
    let cx = Context::default();
    for text in [
        "selective(nim(3), kayles(4))",
        "conjunctive(nim(1), nim(2))",
        "ordinal(nim(2) + kayles(3), *2, take[1..3](4))",
        "upto[2](nim(1), nim(1, 2), kayles(2))",
        "continued(selective(nim(1), nim(2)), diminished(nim(2), take[1,2](3)))",
        "shortened(nim(5, 3), 2*kayles(2) + nim(0))",
        "selective(nim(2), nim(1)) + diminished(take[1,2](4), take[1,2](5)) + 2*selective(nim(1), nim(1))",
        "let s = selective; s(nim(2), s(nim(1), kayles(1)))",
    ] {
        let position = session.position(text).unwrap();
        let options = MovesOptions { limit: 1000, winning: false };
        let found = moves(&position, &options, &cx).unwrap();
        assert!(!found.truncated() && !found.moves.is_empty());
        for m in &found.moves {
            let after = session.position(&m.position).unwrap_or_else(|e| panic!("{e}: {m:?}"));
            let answer = solve(&after, &SolveOptions::default(), &cx).unwrap();
            assert_eq!(answer.outcome, m.outcome, "{text} {m:?}");
            assert_eq!(answer.query, m.position);
            let prefix = if text.starts_with("let") { "let s = selective; " } else { "" };
            session.position(&format!("{prefix}{}", m.to)).unwrap_or_else(|e| panic!("{e}: {m:?}"));
        }
    }
}

#[test]
fn a_compound_in_a_sum_has_a_value() {
    let mut session = Session::new();
    for (n, k) in [(1u64, 1u64), (2, 3), (3, 4), (3, 2)] {
        let text = format!("selective(nim({n}), take[1,2]({k}))");
        let alone = session.position(&text).unwrap().value().unwrap();
        let sum = session.position(&format!("{text} + nim({alone})")).unwrap();
        assert_eq!(sum.outcome(), Ok(Outcome::Previous), "{text}");
        let won = session.position(&format!("{text} + nim({alone}) + nim(1)")).unwrap();
        assert!(won.winning_moves().unwrap().moves.iter().all(crate::answer::Move::wins));
    }
}

/// Moore's rule for Grundy values is false: theory, 2.1.
#[test]
fn moores_rule_is_not_used_without_its_hypotheses() {
    let mut session = Session::new();
    let rising = "graph{0; 1->0; 2->1}";
    let text = format!("upto[2](*1, *1, *1, {rising}(2))");
    let answer = session.position(&text).unwrap().solve().unwrap();
    assert_eq!(answer.outcome, Some(Outcome::Next));
    assert!(answer.evidence.theorems.is_empty() && answer.evidence.is_proved(), "{:?}", answer.evidence);
    for (text, id) in [
        ("upto[1](nim(3), kayles(4))", "upto-one"),
        ("upto[2](nim(3), kayles(4))", "upto-few"),
        ("upto[2](nim(3), kayles(4), nim(0), grundy(5))", "upto-one-more"),
        ("upto[2](nim(3), nim(1), nim(2), nim(5))", "upto-moore"),
        ("upto[2](take[1,2](2), nim(1), nim(2), nim(5))", "upto-moore"),
    ] {
        let answer = session.position(text).unwrap().solve().unwrap();
        assert_eq!(answer.evidence.theorems.first().map(|t| t.id), Some(id), "{text}");
    }
}

#[test]
fn large_heaps_need_no_large_products() {
    let mut session = Session::new();
    let cx = Context::new(crate::Budget { nodes: Some(20_000_000), ..crate::Budget::UNLIMITED });
    for (text, expected) in [
        ("conjunctive(nim(10^6), nim(10^6))", Outcome::Next),
        ("conjunctive(nim(10^18), nim(10^18))", Outcome::Next),
        ("continued(take[1..3](10^6), nim(10^6))", Outcome::Previous),
        ("diminished(take[1..3](10^6), take[1..3](10^6))", Outcome::Previous),
        ("conjunctive(take[1](100000), take[1](99999))", Outcome::Next),
        ("selective(nim(10^18), kayles(10^5))", Outcome::Next),
        ("ordinal(nim(10^18), nim(10^18))", Outcome::Next),
        ("misere conjunctive(take[1](50000), take[1](50001))", Outcome::Next),
    ] {
        let position = session.position(text).unwrap();
        let answer = solve(&position, &SolveOptions::default(), &cx).unwrap();
        assert_eq!((answer.outcome, answer.stopped.as_ref()), (Some(expected), None), "{text}");
        let wins = expected == Outcome::Next;
        assert_eq!(answer.result.moves.count.is_some_and(|c| c > Nat::ZERO), wins, "{text}");
    }
    // the count is exact although nobody lists it: empty one heap, or the other, or both
    let answer = session.position("conjunctive(nim(10^6), nim(10^6))").unwrap().solve().unwrap();
    assert_eq!(answer.moves.count, Some(Nat::from(2 * 1_000_000u64 - 1)));
    let cx = Context::new(crate::Budget { memory: Some(100 << 20), ..crate::Budget::UNLIMITED });
    for hopeless in [
        "misere selective(nim(10^6), nim(10^6))",
        "selective(nim(10^6), nim(10^6)) + nim(1)",
        "conjunctive(nim(10^6) + nim(10^6), nim(5))",
        "upto[2](take[1..3](10^6), take[1..3](10^6), take[1..3](10^6), take[1..3](10^6))",
    ] {
        let answer = solve(&session.position(hopeless).unwrap(), &SolveOptions::default(), &cx).unwrap();
        assert!(answer.stopped.as_ref().is_some_and(|s| s.needed.is_some()), "{hopeless}");
        assert!(answer.outcome.is_none() && answer.cost.nodes < 1000, "{hopeless}: {:?}", answer.cost);
    }
}

#[test]
fn compounds_are_made_of_positions_in_rust() {
    use crate::{game, kayles, nim, take};
    let upto = game("upto[2]").unwrap();
    let sum = upto.of([nim().at(3), 2 * take([1, 2]).at(2) + nim().at(1), kayles().at(4)]) + nim().at(2);
    let text = "upto[2](nim(3), take[1,2](2, 2) + nim(1), kayles(4)) + nim(2)";
    assert_eq!(sum.to_string(), text.replace("take[1,2]", take([1, 2]).text()));
    assert_eq!(sum.value(), Session::new().position(text).unwrap().value());
    for wrong in [nim().of([nim().at(3)]), upto.of([]), upto.of([nim().at(3).misere()]), upto.of([upto.at(3)])] {
        assert!(wrong.outcome().is_err(), "{wrong:?}");
    }
}

#[test]
fn what_cannot_be_a_compound_is_told() {
    let mut session = Session::new();
    let mut message = |text: &str| session.position(text).unwrap_err().to_string();
    assert!(message("selective(3, 4)").contains("positions"));
    assert!(message("selective()").contains("needs positions"));
    assert!(message("selective[2](nim(1))").contains("brackets"));
    assert!(message("upto(nim(1), nim(2))").contains("in brackets"));
    assert!(message("upto[0](nim(1), nim(2))").contains("in brackets"));
    assert!(message("upto[10^30](nim(2), nim(3))").contains("at most 18446744073709551615"));
    assert!(message("selective(nim(3), nim(?))").contains('?'));
    assert!(message("selective(nim(3), 10^18*kayles(2))").contains("1000"));
    assert!(message("selective(graph{a->b; b->a}(a), nim(1))").contains("need not end"));
    assert!(catalogue::find("upto").is_some());
}

/// What a law can look up needs no list of options, however large the heaps are.
#[test]
fn large_heaps_of_upto_are_looked_up() {
    let mut session = Session::new();
    for (text, expected) in [
        ("upto[1](nim(10^18), nim(10^17))", Some(1u64)),
        ("upto[1](nim(10^30), nim(10^17))", Some(1)),
        ("upto[1](nim(1000000), nim(999999))", Some(1)),
        // the large ones go to 5 and 9 together, or one of them and a small one
        ("upto[2](nim(10^18), nim(10^18), nim(5), nim(9))", None),
        ("upto[2](nim(3000), nim(3000), nim(5), nim(9))", None),
        ("upto[2](nim(3000), nim(3000), nim(2999), nim(2998))", None),
        ("upto[2](nim(10^30), nim(10^18), nim(10^20))", Some(1)),
        ("upto[3](nim(10^30), nim(10^18), nim(10^20))", Some(1)),
        ("selective(nim(10^20), nim(3))", Some(1)),
        ("continued(nim(10^30), nim(10^40))", None),
        ("conjunctive(nim(10^30), nim(10^40))", None),
        ("diminished(nim(10^30), nim(10^40))", Some(2)),
        // two odd piles of value 1 and a heap of 3
        ("upto[2](take[odds](1000000000001), take[odds](1000000000001), nim(3))", None),
    ] {
        let cx = Context::new(crate::Budget { nodes: Some(200_000), ..crate::Budget::UNLIMITED });
        let answer = solve(&session.position(text).unwrap(), &SolveOptions::default(), &cx).unwrap();
        assert_eq!((answer.outcome, answer.stopped.as_ref()), (Some(Outcome::Next), None), "{text}");
        let count = answer.result.moves.count.unwrap_or_default();
        assert!(count > Nat::ZERO && expected.is_none_or(|expected| count == Nat::from(expected)), "{text}: {count}");
    }
    // Moore's rule with four heaps that are all large: the outcome by the law, the moves refused by their predicted cost
    let text = "upto[2](nim(10^18), nim(10^18), nim(10^17), nim(10^18))";
    let answer = solve(&session.position(text).unwrap(), &SolveOptions::default(), &Context::default()).unwrap();
    assert_eq!((answer.outcome, answer.result.moves.count), (Some(Outcome::Next), None));
    assert!(answer.stopped.is_some_and(|stopped| stopped.needed.is_some()) && answer.cost.nodes < 1000);
}

/// The law's list against the search, where all four rules of `upto` apply, and with several limits.
#[test]
fn winning_moves_of_upto_agree_with_the_search() {
    let heaps = ["nim", "take[1,2]", "take[odds]", "take[1..3]"];
    let mut random = Random::new(8);
    let mut session = Session::new();
    let cx = Context::default();
    for round in 0..160 {
        let k = 1 + round % 3;
        let some: Vec<String> =
            (0..2 + random.index(4)).map(|_| format!("{}({})", heaps[random.index(4)], random.index(5))).collect();
        let text = format!("upto[{k}]({})", some.join(", "));
        let position = session.position(&text).unwrap();
        let [(only, _)] = position.components().try_into().unwrap();
        let compound = only.game.compound().unwrap();
        let searched = compound.searched_moves(&only.game, &only.place, Convention::Normal, usize::MAX, &cx).unwrap();
        for limit in [0, 1, 2, usize::MAX] {
            let wins = compound.winning(&only.game, &only.place, limit, &cx).unwrap();
            assert_eq!(wins.count, searched.count, "{text}");
            assert_eq!(wins.first, searched.first[..searched.first.len().min(limit)], "{text} {limit}");
        }
    }
}
