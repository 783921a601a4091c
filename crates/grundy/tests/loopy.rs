//! Games whose play need not end, against the definitions: product graphs by plain retrograde analysis, and the play of
//! the named replies against every opponent.

use std::collections::HashMap;

use grundy::answer::Step;
use grundy::claim::{ProveOptions, Verdict};
use grundy::loopy::Value;
use grundy::{Budget, Context, Error, GameGraph, Nat, Outcome, PeriodOptions, Position, Session, SolveOptions, Spent};
use grundy_core::testing::Random;

/// The definition: P if every option is N, N if some option is P, as long as something follows; the rest are draws.
fn retrograde(followers: &[Vec<usize>], misere: bool) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::Draw; followers.len()];
    loop {
        let mut changed = false;
        for (v, options) in followers.iter().enumerate() {
            if outcomes[v] != Outcome::Draw {
                continue;
            }
            let found = if options.is_empty() {
                Outcome::won_if(misere)
            } else if options.iter().any(|&w| outcomes[w] == Outcome::Previous) {
                Outcome::Next
            } else if options.iter().all(|&w| outcomes[w] == Outcome::Next) {
                Outcome::Previous
            } else {
                continue;
            };
            outcomes[v] = found;
            changed = true;
        }
        if !changed {
            return outcomes;
        }
    }
}

/// The product of two graphs: a move in one of them. Vertex (a, b) is a·|B| + b.
fn product(a: &[Vec<usize>], b: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for (i, left) in a.iter().enumerate() {
        for (j, right) in b.iter().enumerate() {
            let moves = left.iter().map(|&x| x * b.len() + j).chain(right.iter().map(|&y| i * b.len() + y));
            all.push(moves.collect());
        }
    }
    all
}

fn random_graph(random: &mut Random) -> Vec<Vec<usize>> {
    let n = 2 + random.index(5);
    (0..n).map(|_| (0..n).filter(|_| random.index(3) == 0).collect()).collect()
}

/// A graph whose last vertex ends the play and whose moves lead forwards or back: many wins can be missed in circles.
fn graph_with_ways_back(random: &mut Random) -> Vec<Vec<usize>> {
    let n = 3 + random.index(3);
    let arc =
        |random: &mut Random, v: usize, w: usize| v != w && v + 1 < n && random.index(if w > v { 2 } else { 3 }) == 0;
    (0..n).map(|v| (0..n).filter(|&w| arc(random, v, w)).collect()).collect()
}

/// `graph{0->1,2; 1; 2->0}`
fn spell(graph: &[Vec<usize>]) -> String {
    let edges: Vec<String> = graph
        .iter()
        .enumerate()
        .map(|(v, w)| match w.is_empty() {
            true => v.to_string(),
            false => format!("{v}->{}", w.iter().map(usize::to_string).collect::<Vec<_>>().join(",")),
        })
        .collect();
    format!("graph{{{}}}", edges.join("; "))
}

#[test]
fn sums_of_tokens_agree_with_product_graphs() {
    compare_sums(0x5eed, 150);
}

#[test]
#[ignore = "long: 10^4 graphs, three million sums"]
fn sums_of_tokens_agree_with_product_graphs_long() {
    compare_sums(0xfeed, 10_000);
}

fn compare_sums(seed: u64, graphs: usize) {
    let mut random = Random::new(seed);
    let mut seen = HashMap::new();
    for round in 0..graphs {
        let graph = random_graph(&mut random);
        let n = graph.len();
        let text = spell(&graph);
        let mut session = Session::new();
        let three = round % 5 == 0 && n <= 4;
        let pairs = product(&graph, &graph);
        let all = if three { product(&pairs, &graph) } else { pairs };
        for misere in [false, true] {
            let outcomes = retrograde(&all, misere);
            for (at, expected) in outcomes.iter().enumerate() {
                let tokens = if three {
                    format!("{}, {}, {}", at / n / n, at / n % n, at % n)
                } else {
                    format!("{}, {}", at / n, at % n)
                };
                let query = format!("{}{text}({tokens})", if misere { "misere " } else { "" });
                let position = session.position(&query).unwrap();
                assert_eq!(position.outcome().unwrap(), *expected, "{query}");
                *seen.entry((misere, *expected)).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
    assert!(seen.values().all(|&n| n > 100), "{seen:?}");
}

#[test]
fn values_agree_with_sums_with_nim() {
    let mut random = Random::new(0xa11ce);
    let nim: Vec<Vec<usize>> = (0..6).map(|n| (0..n).collect()).collect();
    for _ in 0..120 {
        let graph = random_graph(&mut random);
        let text = spell(&graph);
        let outcomes = retrograde(&product(&graph, &nim), false);
        let mut session = Session::new();
        for v in 0..graph.len() {
            let answer = session.position(&format!("{text}({v})")).unwrap().solve().unwrap();
            let with = |m: usize| outcomes[v * nim.len() + m];
            match (&answer.value, &answer.loopy) {
                // the sum with a heap is lost exactly for the heap of the same value
                (Some(value), None) => {
                    for m in 0..nim.len() {
                        assert_eq!(with(m) == Outcome::Previous, Nat::from(m) == *value, "{text}({v}) + nim({m})");
                        assert_ne!(with(m), Outcome::Draw, "{text}({v}) + nim({m})");
                    }
                }
                (None, Some(k)) => {
                    for m in 0..nim.len() {
                        let expected = if k.contains(&Nat::from(m)) { Outcome::Next } else { Outcome::Draw };
                        assert_eq!(with(m), expected, "{text}({v}) + nim({m})");
                    }
                }
                other => panic!("{text}({v}): {other:?}"),
            }
            for m in 0..4 {
                let sum = session.position(&format!("nim({m}) + {text}({v})")).unwrap();
                assert_eq!(sum.outcome().unwrap(), with(m), "{}", sum.query());
            }
        }
    }
}

/// The number of the sum that a text stands for.
fn number(session: &mut Session, graph: &GameGraph, text: &str) -> usize {
    let canonical = session.position(text).unwrap().graph(&Context::default()).unwrap();
    let name = canonical.name(0);
    // the games of a sum stand in the order in which they were met, which is another from elsewhere
    let key = |name: &str| {
        let mut games: Vec<String> = name.split(" + ").map(str::to_owned).collect();
        games.sort();
        games
    };
    if let Some(found) = graph.names().iter().position(|n| key(n) == key(name)) {
        return found;
    }
    // where nothing but empty heaps is left, the graph names the one that it met first
    assert_eq!(canonical.arcs(), 0, "{name} is not reached");
    (0..graph.vertices()).find(|&v| graph.followers(v as u32).is_empty()).unwrap()
}

/// Outcomes of everything reachable; listed moves; replies that end the play whatever the opponent does.
fn examine(text: &str) {
    let mut session = Session::new();
    let position = session.position(text).unwrap();
    let misere = text.starts_with("misere ");
    let prefix = if misere { "misere " } else { "" };
    let graph = position.graph(&Context::default()).unwrap();
    let vertices = graph.vertices();
    let followers: Vec<Vec<usize>> =
        (0..vertices).map(|v| graph.followers(v as u32).iter().map(|&w| w as usize).collect()).collect();
    let outcomes = retrograde(&followers, misere);
    let mut reply = vec![None; vertices];
    for v in 0..vertices {
        let here = session.position(&format!("{prefix}{}", graph.name(v as u32))).unwrap();
        let answer = here.solve().unwrap();
        assert_eq!(answer.outcome, Some(outcomes[v]), "{text}: {}", here.query());
        assert!(answer.evidence.is_proved() && answer.is_complete());
        let mut wins: Vec<usize> =
            answer.moves.moves.iter().map(|m| number(&mut session, &graph, &m.position)).collect();
        wins.sort_unstable();
        wins.dedup();
        let expected: Vec<usize> = followers[v].iter().copied().filter(|&w| outcomes[w] == Outcome::Previous).collect();
        assert_eq!(wins, expected, "{text}: winning moves of {}", here.query());
        let cx = Context::default();
        let (win, draw) = (here.winning_reply(&cx).unwrap(), here.drawing_move(&cx).unwrap());
        // in misère play the end itself is won, without a move
        let must_move = outcomes[v] == Outcome::Next && !followers[v].is_empty();
        assert_eq!(win.is_some(), must_move, "{text}: {}", here.query());
        assert_eq!(draw.is_some(), outcomes[v] == Outcome::Draw, "{text}: {}", here.query());
        if let Some(m) = win.or(draw) {
            let to = number(&mut session, &graph, &m.position);
            let kept = if outcomes[v] == Outcome::Draw { Outcome::Draw } else { Outcome::Previous };
            assert!(followers[v].contains(&to) && outcomes[to] == kept, "{text}: {} → {}", here.query(), m.to);
            reply[v] = Some(to);
        }
        assert!(!here.explain().unwrap().conclusion.is_empty());
        let listed = here.moves().unwrap();
        for m in &listed.moves {
            let to = number(&mut session, &graph, &m.position);
            assert_eq!(m.outcome, Some(outcomes[to]), "{text}: {} → {}", here.query(), m.to);
        }
    }
    // rounds: any move from a P-position, then the named reply; a cycle of rounds would be an endless play
    let mut left: Vec<usize> = (0..vertices).filter(|&v| outcomes[v] == Outcome::Previous).collect();
    let mut ends = vec![false; vertices];
    loop {
        let before = left.len();
        left.retain(|&v| {
            let over = followers[v].iter().all(|&w| reply[w].map_or(followers[w].is_empty(), |to| ends[to]));
            ends[v] |= over;
            !over
        });
        if left.is_empty() || left.len() == before {
            break;
        }
    }
    assert!(left.is_empty(), "{text}: the play may go on for ever from {}", graph.name(left[0] as u32));
}

#[test]
fn games_of_every_kind_are_played_to_the_end() {
    for text in [
        "graph{a->b; b->a,c}(a)",
        "graph{a->b; b->a,c}(a, b) + nim(2)",
        "graph{a->b; b->a,c; c->d}(a, a, b)",
        "graph{a->b; b->a,c; c->d}(b) + nim(3)",
        "misere graph{a->b; b->a,c; c->d}(a, b)",
        "2*graph{a->b,c; b->a,d; c->a; d}(a) + kayles(3)",
        "{n -> n+1 if 0 < n < 5; n-2 loopy}(3, 4)",
        "misere {n -> n+1 if 0 < n < 4; n-2 loopy}(3) + nim(2)",
        "{n -> n-1; n-2; n+2 if n < 4 loopy}(3) + kayles(3)",
        "{(a,b) -> (b,a) if a > 0; (a-1,b) | (a,b-1) loopy}(2,2)",
        "{n -> n-2 & 1 if n > 1; 1-n if n < 2 loopy}(4)",
        "{n -> n-2 & 1 if n > 2; 3-n if n in {1,2}; 0 if n = 1 loopy}(4, 1)",
        "{n -> n-2 & 1 if n > 2; 3-n if n in {1,2}; 0 if n = 1 loopy}(5) + nim(2)",
        "misere {n -> n-2 & 1 if n > 2; 3-n if n in {1,2}; 0 if n = 1 loopy}(4)",
        "{n -> nim(n) & n-1; n-2 loopy}(3)",
        "{n -> {m -> m+1 if m < 3; m-1 loopy}(n-1); n-2}(5) + nim(1)",
        "{n -> {m -> m+1 if m < 3; m-2 loopy}(n); (n+1)%5 loopy}(2, 3)",
        "{n -> n-1; n-2 loopy}(7)",
        "take[1] | {n -> n+1 if n < 4; n-3 loopy}(4)",
    ] {
        examine(text);
    }
}

#[test]
fn replies_end_the_play_on_random_graphs() {
    play_on_random_graphs(0xbeef, 40);
}

#[test]
#[ignore = "long: all sums that 1500 random sums lead to"]
fn replies_end_the_play_on_random_graphs_long() {
    play_on_random_graphs(0xdead, 1500);
}

fn play_on_random_graphs(seed: u64, sums: usize) {
    let mut random = Random::new(seed);
    for round in 0..sums {
        let graph = if round % 2 == 0 { graph_with_ways_back(&mut random) } else { random_graph(&mut random) };
        let (a, b) = (random.index(graph.len()), random.index(graph.len()));
        let other = ["", " + nim(2)", " + kayles(2)"][round % 3];
        let misere = if round % 4 == 3 { "misere " } else { "" };
        examine(&format!("{misere}{}({a}, {b}){other}", spell(&graph)));
    }
}

#[test]
fn random_loopy_rules_are_played_to_the_end() {
    let mut random = Random::new(0xc0ffee);
    for round in 0..20 {
        let m = 3 + random.index(4);
        let (a, b, c, d) = (random.index(m), random.index(m), random.index(m), random.index(m));
        let rule = format!("{{n -> ({a}*n+{b})%{m} if n > {c}; n-{} ; {d} if n = {c} loopy}}", 1 + random.index(2));
        let misere = if round % 4 == 3 { "misere " } else { "" };
        examine(&format!("{misere}{rule}({}, {})", random.index(m), random.index(m)));
    }
}

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

/// The steps in English.
fn said(steps: &[Step]) -> String {
    let one = |step: &Step| match step {
        Step::Say(sentence) => sentence.english(),
        other => format!("{other:?}"),
    };
    steps.iter().map(one).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_example_of_the_notation() {
    let answer = position("graph{a->b; b->a,c; c->d}(b)").solve().unwrap();
    assert_eq!((answer.outcome, &answer.value), (Some(Outcome::Draw), &None));
    assert_eq!(answer.loopy, Some(vec![Nat::from(1u8)]));
    assert_eq!(answer.value_status.name(), "none");
    assert!(answer.evidence.theorems.iter().any(|t| t.id == "smith-labelling"));
    let why = position("graph{a->b; b->a,c; c->d}(b)").explain().unwrap();
    let text = said(&why.steps);
    assert!(text.contains("in the cycle graph{a->b; b->a,c; c->d}(b) → graph{a->b; b->a,c; c->d}(a) → "), "{text}");
    // copies of an infinite value do not cancel
    let two = position("2*graph{a->b; b->a,c; c->d}(b) + nim(5)").solve().unwrap();
    assert_eq!((two.outcome, &two.loopy), (Some(Outcome::Draw), &Some(Vec::new())));
    let one = position("graph{a->b; b->a,c; c->d}(b) + 10^20*nim(5) + nim(1)").solve().unwrap();
    assert_eq!((one.outcome, &one.loopy), (Some(Outcome::Next), &Some(vec![Nat::ZERO])));
    assert_eq!(one.moves.moves.len(), 1);
    // the answer names the cycle, a win the reply to each move
    let why = position("graph{a->b; b->a,c}(a)").explain().unwrap();
    let text = said(&why.steps);
    assert!(text.contains("the play lasts 2 moves: the player to move loses"), "{text}");
    assert!(
        text.contains(
            "graph{a->b; b->a,c}(a) → graph{a->b; b->a,c}(b) is answered by graph{a->b; b->a,c}(b) → \
                           graph{a->b; b->a,c}(c)"
        ),
        "{text}"
    );
}

#[test]
fn a_rule_that_says_loopy_and_ends_has_ordinary_values() {
    let game = "{n -> n-1; n-2 loopy}";
    assert_eq!(position(&format!("{game}(10^18)")).value().unwrap(), Nat::from(10u64.pow(18) % 3));
    let swap = position("{(a,b) -> (b,a) if a > b; (a-1,b) loopy}(3,2)").solve().unwrap();
    assert_eq!(swap.value_status.name(), "exact");
}

#[test]
fn what_is_certain_is_told_when_the_budget_ends() {
    let cx = Context::new(Budget { nodes: Some(2000), ..Budget::UNLIMITED });
    let answer = position("{n -> 0 if n > 0; 2*n if n > 0 loopy}(1)").solve_with(&Default::default(), &cx).unwrap();
    assert_eq!((answer.outcome, answer.result.value, answer.result.loopy), (Some(Outcome::Next), None, None));
    assert_eq!(answer.stopped.unwrap().spent, Spent::Nodes);
    let cx = Context::new(Budget { nodes: Some(2000), ..Budget::UNLIMITED });
    let answer = position("{n -> n*n+1 if n % 2 < 2; n-1 loopy}(3)").solve_with(&Default::default(), &cx).unwrap();
    assert_eq!(answer.outcome, None);
    assert!(answer.stopped.is_some());
}

#[test]
fn what_plainly_grows_without_end_is_refused() {
    for (text, growing) in [
        ("{n -> n+1; n-1 loopy}(3)", "`n+1`"),
        ("{n -> n+k for k in 1..2; n-1 loopy}(3)", "`n+k"),
        ("{n -> 2*n; n-1 loopy}(3)", "`2*n`"),
        ("{n -> n+2 if n % 2 = 0; n-1 loopy}(3)", "`n+2`"),
        ("misere {n -> n+2; n-1 loopy}(3)", "`n+2`"),
        ("{n -> n+2; n-1 loopy}(3) + nim(2)", "`n+2`"),
    ] {
        let Err(Error::Bad(fault)) = position(text).solve() else { panic!("{text}") };
        assert!(fault.message.contains(growing), "{text}: {}", fault.message);
        let Err(Error::Bad(same)) = position(text).graph(&Context::default()) else { panic!("{text}") };
        assert_eq!(fault.message, same.message);
    }
    // a win that is certain is told
    let answer = position("{n -> 0 if n > 0; 2*n if n > 0 loopy}(1)").solve().unwrap();
    assert_eq!(answer.outcome, Some(Outcome::Next));
    for text in [
        "{n -> n+2 if n < 10; n-1 loopy}(3)",
        "{n -> 2*n if n < 10; n-1 loopy}(3)",
        "{n -> n+2 if n % 2 = 0 and n < 7; n-1 loopy}(3)",
        "{n -> 2*n loopy}(0)",
        "{n -> n+2 if n % 2 = 0; n-2 loopy}(3)",
    ] {
        let answer = position(text).solve().unwrap();
        assert!(answer.outcome.is_some() && answer.stopped.is_none(), "{text}");
        assert!(position(text).graph(&Context::default()).is_ok(), "{text}");
    }
    // one place that grows says nothing of another
    let mut session = Session::new();
    let game = "{n -> n+2 if n % 2 = 0; n-2 loopy}";
    assert!(session.position(&format!("{game}(4)")).unwrap().solve().is_err());
    assert!(session.position(&format!("{game}(5)")).unwrap().solve().unwrap().stopped.is_none());
}

#[test]
fn other_questions_say_what_they_cannot_do() {
    let mut session = Session::new();
    let game = session.game("{n -> n+1 if 0 < n < 5; n-2 loopy}").unwrap();
    let cx = Context::default();
    let Err(Error::Bad(fault)) = game.period_with(&grundy::PeriodOptions::default(), &cx) else { panic!() };
    assert!(fault.message.contains("need not end"), "{}", fault.message);
    let Err(Error::Bad(fault)) = position("{n -> n+1 if 0 < n < 5; n-2 loopy}(?)").solve() else { panic!() };
    assert!(fault.message.contains("need not end"), "{}", fault.message);
    let table = game.table_with(&grundy::TableOptions::default().with_to(vec![6]), &cx).unwrap();
    let grundy::answer::Cells::Loopy(rows) = table.result.cells else { panic!() };
    assert_eq!(rows[0].len(), 7);
    for (n, value) in rows[0].iter().enumerate() {
        let answer =
            session.position(&format!("{}({n})", "{n -> n+1 if 0 < n < 5; n-2 loopy}")).unwrap().solve().unwrap();
        let alone = answer.result.loopy.map(Value::Infinite).or(answer.result.value.map(Value::Finite)).unwrap();
        assert_eq!(alone, *value, "{n}");
    }
}

/// Where a part comes back with others beside it, infinitely many sums can be reached: such rules are refused, and others whose
/// moves leave several parts are not.
#[test]
fn parts_that_come_back_with_others_are_refused() {
    let asked = |text: &str| {
        let cx = Context::new(Budget { nodes: Some(1_000_000), ..Budget::UNLIMITED });
        Session::new().position(text).unwrap().solve_with(&Default::default(), &cx)
    };
    for (text, from) in [
        ("{n -> n & 1 if n > 0 loopy}(1)", "from 1 to 1 & 1"),
        ("{n -> n & 0 loopy}(1)", "from 1 to"),
        ("{n -> a & n-a for a in 0..n loopy}(10)", "from 10 to"),
        ("{n -> n+1 & 1 if n < 3; n-2 if n > 1 loopy}(1)", "from 1 to 2 & 1"),
    ] {
        match asked(text) {
            Err(Error::Bad(fault)) => {
                assert!(
                    fault.message.contains(from) && fault.message.contains("more and more parts"),
                    "{text}: {fault}"
                );
                assert!(grundy::words::fault_in_chinese(&fault.message).is_some(), "{fault}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    for text in ["{n -> n-1 & n-1 if n > 0; n if n = 2 loopy}(4)", "{n -> n-1 & n-2 if n > 1; n if n = 3 loopy}(4)"] {
        let answer = asked(text).unwrap();
        assert!(answer.stopped.is_none(), "{text}: {:?}", answer.stopped);
    }
}

/// Who moves second answers in the other copy, but the play may go on for ever, and then nobody wins.
#[test]
fn pairs_whose_play_may_not_end_are_not_cancelled_unseen() {
    let places = [
        "{n -> n-1 if n != 5; n+1 if n = 5}(10^12)",
        "{n -> n+1 if n > 0; 2*n if n > 0}(1)",
        "{(a,b) -> (a-1,b) if a > 0; (7,b-1) if b > 0; (a+1,b) if a = 0 & b = 0}(10^6,10^6)",
    ];
    for place in places {
        for sum in [format!("2*{place}"), format!("{place} + {place}"), format!("10^20*{place} + nim(3)")] {
            let cx = Context::new(Budget { nodes: Some(5_000), ..Budget::UNLIMITED });
            let Ok(answer) = position(&sum).solve_with(&SolveOptions::default(), &cx) else { continue };
            assert_eq!((answer.outcome, &answer.value), (None, &None), "{sum}");
            let cx = Context::new(Budget { nodes: Some(5_000), ..Budget::UNLIMITED });
            assert!(position(&sum).outcome_and_value(&cx).is_err(), "{sum}");
        }
    }
    // this one ends
    let sum = position("2*{n -> (n*3) % 8 if n > 9; n-1}(12) + nim(3)").solve().unwrap();
    assert_eq!(sum.value, Some(Nat::from(3u8)));
}

/// What holds of all places holds of none that the play comes back to.
#[test]
fn pairs_whose_play_may_not_end_prove_nothing_of_all_places() {
    let cx = Context::new(Budget { nodes: Some(3_000_000), ..Budget::UNLIMITED });
    let mut session = Session::new();
    let sum = "2*{n -> n-1 if n != 5; n+1 if n = 5}(n) + nim(3)";
    let question = session.game(sum).unwrap();
    let found = question.period_with(&PeriodOptions::default(), &cx);
    assert!(found.is_err() || !found.unwrap().evidence.is_proved(), "{sum}");
    for claim in ["g = 3", "N"] {
        let Ok(question) = session.claim(sum, claim) else { panic!("{claim} is a claim") };
        let told = question.prove_with(&ProveOptions::default(), &cx);
        assert!(told.is_err() || !matches!(told.unwrap().verdict, Verdict::Proved | Verdict::Checked), "{claim}");
    }
}
