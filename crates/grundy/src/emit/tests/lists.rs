//! Programs of row games, compiled and run, against the laws; each law is held against brute force in its own file.

use super::programs::{Asked, LANGUAGES, programs_say};
use super::*;
use grundy_nimber::Nimber;

/// Games on rows of coins: the numbers are the places of the heads.
const COINS: [&str; 6] = ["turtles", "twins", "mockturtles", "triplets", "ruler", "turning[\"1-2E\"]"];

/// Boards whose positions are lists in a program.
const BOARDS: [&str; 7] = [
    "hackenbush", "misere hackenbush", "treblecross", "tartan[turtles,turtles]", "tartan[mockturtles,ruler]",
    "tartan[twins,twins]", "tartan[ruler,mockturtles]",
];

/// A random position of a game of [`BOARDS`]: what the program reads, and the text in the parentheses.
fn board(game: &str, random: &mut Random) -> (Vec<u64>, String) {
    match game {
        "hackenbush" => {
            // each edge begins where one ended, at the ground first
            let mut edges: Vec<u64> = Vec::new();
            for _ in 0..random.below(12) {
                let from = if edges.is_empty() { 0 } else { edges[random.index(edges.len())] };
                let to = if random.chance(70) { random.below(9) } else { edges.len() as u64 };
                edges.extend(if random.chance(50) { [from, to] } else { [to, from] });
                if edges.len() == 2 && !edges.contains(&0) {
                    edges.clear();
                }
            }
            let texts: Vec<String> = edges.chunks(2).map(|edge| format!("{}-{}", edge[0], edge[1])).collect();
            (edges, format!("\"edges:{}\"", texts.join(",")))
        }
        "misere hackenbush" => {
            let share = [20, 80][random.index(2)];
            let edge = |vertex: u64, random: &mut Random| {
                let on = if random.chance(share) { 0 } else { random.below(vertex) };
                if random.chance(50) { [on, vertex] } else { [vertex, on] }
            };
            let edges: Vec<u64> = (1..=random.below(9)).flat_map(|vertex| edge(vertex, random)).collect();
            let texts: Vec<String> = edges.chunks(2).map(|edge| format!("{}-{}", edge[0], edge[1])).collect();
            (edges, format!("\"edges:{}\"", texts.join(",")))
        }
        "treblecross" => {
            let crosses = [0, 10, 30][random.index(3)];
            let row: Vec<u64> = (0..1 + random.index(24)).map(|_| u64::from(random.chance(crosses))).collect();
            let text: String = row.iter().map(|&cross| if cross == 1 { 'x' } else { '.' }).collect();
            (row, format!("\"{text}\""))
        }
        _ => {
            let (rows, columns) = (1 + random.below(12), 1 + random.below(12));
            let (mut heads, mut text) = (Vec::new(), String::new());
            let share = [4, 40][random.index(2)];
            for row in 0..rows {
                for column in 0..columns {
                    let is_head = random.chance(share);
                    text.push(if is_head { 'H' } else { 'T' });
                    if is_head {
                        heads.extend([row, column]);
                    }
                }
                text.push_str(if row + 1 < rows { "|" } else { "" });
            }
            (heads, format!("\"{text}\""))
        }
    }
}

/// The programs of games on lists, each by a formula.
fn lists_are_won(all: &[(&str, Vec<Vec<u64>>, String)], max: Option<u64>) {
    let asked = |(game, lists, won): &(&str, Vec<Vec<u64>>, String)| Asked {
        game: (*game).to_owned(),
        style: Wanted::Auto,
        questions: lists.clone(),
        is_list: true,
        won: won.clone(),
    };
    let all: Vec<Asked> = all.iter().map(asked).collect();
    programs_say(&LANGUAGES, &all, &|Asked { game, style, .. }, language| {
        let answer = ask(game, language, *style, None).unwrap();
        assert_eq!((answer.style, answer.evidence.is_proved()), (Style::Formula, true), "{game}");
        assert!(max.is_none_or(|max| answer.max == max), "{game}: {}", answer.max);
        answer.result.code
    });
}

#[test]
fn boards_are_lists_of_numbers() {
    let mut random = Random::new(22);
    let mut session = Session::new();
    let all = BOARDS.map(|game| {
        let (mut places, mut wanted) = (Vec::new(), String::new());
        for _ in 0..cases(50, 200) {
            let (place, text) = board(game, &mut random);
            let answer = session.position(&format!("{game}({text})")).unwrap().solve().unwrap();
            wanted.push(if answer.outcome == Some(Outcome::Next) { '1' } else { '0' });
            places.push(place);
        }
        (game, places, wanted)
    });
    lists_are_won(&all, None);
}

/// Nim products of numbers as large as a program takes them.
#[test]
fn nim_products_of_large_numbers() {
    if !has("python3", "--version") {
        return;
    }
    let code = ask("tartan[turtles,turtles]", Language::Python, Wanted::Auto, Some(u64::MAX)).unwrap().result.code;
    let mut random = Random::new(23);
    let pairs: Vec<[u64; 2]> = (0..60).map(|at| [0, 0].map(|_| 1 + random.below(1 << (at + 1)))).collect();
    let wanted: Vec<String> =
        pairs.iter().map(|&[a, b]| (Nimber(u128::from(a)) * Nimber(u128::from(b))).to_string()).collect();
    let calls: Vec<String> = pairs.iter().map(|[a, b]| format!("grundy([{}, {}])", a - 1, b - 1)).collect();
    let path = directory("products");
    std::fs::write(path.join("main.py"), format!("{code}\nprint({})", calls.join(", "))).unwrap();
    let told = run(Command::new("python3").arg("main.py").current_dir(&path));
    assert_eq!(told.trim_end(), wanted.join(" "));
    std::fs::remove_dir_all(path).unwrap();
    // elsewhere 64 bits do not hold them
    assert!(ask("tartan[turtles,turtles]", Language::Cpp, Wanted::Auto, Some(E18)).is_err());
}

/// Random places of a row game, as the notation writes them.
fn places(game: &str, random: &mut Random) -> Vec<Vec<u64>> {
    let large = |random: &mut Random| match random.below(4) {
        0 => random.below(4),
        1 => random.below(40),
        2 => random.below(E18),
        _ => (1 << random.below(59)) - random.below(2),
    };
    let mut all = Vec::new();
    while all.len() < 150 {
        let length = 1 + random.index(7);
        let mut place: Vec<u64> = (0..length).map(|_| large(random)).collect();
        // piles in pairs, and values of 0, are rare among random lists
        if random.chance(40) {
            place.extend(place.clone());
        }
        match game {
            "northcott" => {
                place.truncate(place.len() / 2 * 2);
                if place.is_empty() || place.chunks(2).any(|row| row[0] == row[1]) {
                    continue;
                }
            }
            "silverdollar" | "welter" => {
                place.sort_unstable();
                place.dedup();
                let by = random.index(place.len());
                place.rotate_left(by);
            }
            // few different piles, so that some rows are lost
            "endnim" => {
                let small = 1 + random.below(4);
                place = place.iter().map(|n| n % (small + 1)).collect();
            }
            _ if COINS.contains(&game) => {
                // few different coins, so that some rows are worth 0
                let coins = if random.chance(50) { 6 } else { 150 };
                place = place.iter().map(|n| n % coins).collect();
                place.sort_unstable();
                place.dedup();
            }
            _ => {}
        }
        all.push(place);
    }
    all
}

#[test]
fn row_games_have_the_values_of_their_laws() {
    let mut random = Random::new(21);
    let mut session = Session::new();
    let rows = [
        "staircase", "silverdollar", "northcott", "newstone", "pokernim[3]", "moore[1]", "moore[2]", "moore[4]",
        "welter", "endnim",
    ];
    let mut all = Vec::new();
    for game in rows.into_iter().chain(COINS) {
        let places = places(game, &mut random);
        let mut wanted = String::new();
        for place in &places {
            let pairs: Vec<String> =
                place.chunks(2).map(|row| format!("({}, {})", row[0], row[row.len() - 1])).collect();
            let numbers: Vec<String> = place.iter().map(u64::to_string).collect();
            let coins: String = (0..150).map(|n| if place.contains(&n) { 'H' } else { 'T' }).collect();
            let list = match game {
                "northcott" => pairs.join(", "),
                _ if COINS.contains(&game) => format!("\"{coins}\""),
                _ => numbers.join(", "),
            };
            let position = session.position(&format!("{game}({list})")).unwrap();
            let [(component, _)] = &position.components()[..] else { panic!("{list} is no row") };
            let outcome = component.game.outcome_at(&component.place, &Context::default()).unwrap();
            wanted.push(if outcome == Outcome::Next { '1' } else { '0' });
        }
        all.push((game, places, wanted));
    }
    lists_are_won(&all, Some(E18));
}

/// The values, not only who wins.
#[test]
fn values_of_lists_add_up() {
    if !has("python3", "--version") {
        return;
    }
    for (game, values) in [
        ("silverdollar", "2 0 6"),
        // 0 and 2 are mates: ((0 xor 2) - 1) xor 5
        ("welter", "4 0 6"),
        ("turtles", "4 0 7"),
        ("mockturtles", "14 0 13"),
        ("ruler", "2 0 1"),
    ] {
        let code = ask(game, Language::Python, Wanted::Auto, None).unwrap().result.code;
        let path = directory("lists");
        let program = format!("{code}\nprint(grundy([5, 0, 2]), grundy([]), grundy([6]))");
        std::fs::write(path.join("main.py"), program).unwrap();
        assert_eq!(run(Command::new("python3").arg("main.py").current_dir(&path)).trim_end(), values, "{game}");
        std::fs::remove_dir_all(path).unwrap();
    }
}
