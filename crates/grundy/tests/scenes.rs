//! Every game of the catalogue can be drawn and played by pressing.

use std::collections::{BTreeMap, BTreeSet};

use grundy::game::catalogue;
use grundy::game::drawing::Form;
use grundy::scene::{MOST_LISTED, MOST_PARTS, Scene, SceneOptions};
use grundy::{Budget, Context, MovesOptions, Position};

/// Some positions here are too large for their values: the moves are there all the same.
fn limited() -> Context {
    Context::new(Budget { nodes: Some(50_000), ..Budget::UNLIMITED })
}

fn scene(text: &str) -> (Position, Scene) {
    let position: Position = text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let scene = position.scene_with(&SceneOptions::default(), &limited()).unwrap_or_else(|f| panic!("{text}: {f}"));
    (position, scene.result)
}

/// Checks what every scene promises; gives the number of moves that stand in the list below the drawing.
fn check(text: &str) -> usize {
    let (position, scene) = scene(text);
    let ids: BTreeSet<&str> = scene.parts.iter().map(|part| part.id.as_str()).collect();
    assert_eq!(ids.len(), scene.parts.len(), "{text}: two parts of one name");
    let drawn = scene.parts.iter().filter(|part| part.tone != Some("move")).count();
    assert!(drawn <= MOST_PARTS + 1, "{text}: {drawn} parts");
    let moves = position.moves_with(&MovesOptions::default().with_limit(1000), &limited()).unwrap().result;
    let judged = moves.moves.len() >= scene.moves.last().map_or(0, |way| way.index + 1);
    assert!(!judged || scene.count == moves.count, "{text}");
    let mut pressed: BTreeMap<BTreeSet<&str>, usize> = BTreeMap::new();
    for way in &scene.moves {
        assert!(!judged || way.mv.to == moves.moves[way.index].to, "{text}");
        assert!(!way.press.press.is_empty(), "{text}: {}", way.mv);
        for id in way.press.press.iter().chain(&way.press.takes) {
            assert!(ids.contains(id.as_str()), "{text}: no part {id} for {}", way.mv);
        }
        let set = way.press.press.iter().map(String::as_str).collect();
        assert_eq!(*pressed.entry(set).or_insert(way.index), way.index, "{text}: {} is pressed like another", way.mv);
    }
    let [left, top, width, height] = scene.bounds;
    for part in &scene.parts {
        let [x, y] = part.at;
        assert!(left <= x && x <= left + width && top <= y && y <= top + height, "{text}: {} is outside", part.id);
    }
    let reached: BTreeSet<usize> = scene.moves.iter().map(|way| way.index).collect();
    if !scene.truncated {
        let count = scene.count.as_ref().and_then(|count| usize::try_from(count).ok()).unwrap();
        assert_eq!(reached, (0..count).collect(), "{text}: not every move can be pressed");
    }
    scene.parts.iter().filter(|part| part.tone == Some("move")).count()
}

#[test]
fn every_game_of_the_catalogue_is_pressed_without_a_list() {
    for entry in catalogue::all() {
        // what stands behind the bar of a long row is listed
        let bar = scene(entry.example).1.parts.iter().any(|part| part.form == Form::Bar);
        let listed = check(entry.example);
        assert!(listed == 0 || bar, "{}", entry.example);
        // where moves may keep the turn or end the play, normal play is pressed
        if !["nimstring", "treblecross"].contains(&entry.name) {
            check(&format!("misere {}", entry.example));
        }
        check(&format!("2*({}) + nim(2)", entry.example));
    }
}

#[test]
fn games_are_pressed_all_the_way_down() {
    for text in [
        "kayles(5, 2)",
        "grundy(7)",
        "lasker(4)",
        "dawsonschess(5)",
        "8.0(6)",
        "{p -> a & p-c-a for c in {1,5,1} for a in 0..p-c}(6)",
        "{n -> n-1 & n//2 if n > 1; n-1 if n = 1}(4)",
        "newstone(2, 1, 3)",
        "antonim(2, 4, 6)",
        "nimpass[2](2, 3)",
        "staircase(2, 0, 3)",
        "moore[2](1, 2, 3)",
        "graph{a->b,c; b->d; c->d}(a, a, b)",
        "nodekayles(\"grid:3x4\")",
        "chomp(\"3x4\")",
        "turning[\"3E\"](\"TTHTH\")",
        "tartan[turtles, ruler](\"HT|TH\")",
        "selective(nim(2) + kayles(3), grundy(5))",
        "{(a,b,c) -> (a-k,b,c) | (a,b-k,c) | (a,b,c-k) | (a-k,b-k,c-k) for k in 1..}(1,2,2)",
        "{(a,b) -> (k,b) & (a-k,b) for k in 1.. if k <= a-k; (a,k) & (a,b-k) for k in 1.. if k <= b-k}(2,3)",
        "{n -> kayles(n-1); n-2}(9)",
        "nim(3) | kayles(3)",
    ] {
        let mut here: Position = match text.parse() {
            Ok(position) => position,
            Err(_) => continue,
        };
        for step in 0..40 {
            check(&here.to_string());
            let moves = here.moves().unwrap().moves;
            let Some(mv) = moves.get(step * 7 % moves.len().max(1)) else { break };
            here = here.play(mv);
        }
    }
}

#[test]
fn huge_positions_stay_small() {
    for (text, listed) in [
        ("nim(10^18)", 80),
        ("take[1..3](10^18)", 0),
        ("kayles(5000)", 100),
        ("wythoff(300, 500)", 0),
        ("10^18*kayles(3)", 0),
        ("moebius(\"HTHTHTHTHTHTHTHTHT\")", 0),
        ("silverdollar(0, 5, 1000)", 0),
        ("nim(1000, 2000, 3000)", 0),
        ("chomp(\"40x40\")", 100),
    ] {
        let found = check(text);
        assert!(found >= listed && found <= MOST_LISTED, "{text}: {found}");
    }
    let (_, long) = scene("nim(1000)");
    assert_eq!(long.parts.iter().filter(|part| part.form == Form::Stone).count(), 40);
}

#[test]
fn what_a_move_leads_to_is_said() {
    let (_, scene) = scene("kayles(9)");
    let wins: BTreeSet<&str> = scene.moves.iter().filter(|way| way.mv.wins()).map(|way| way.mv.to.as_str()).collect();
    assert_eq!(wins, BTreeSet::from(["kayles(4, 4)"]));
    assert_eq!(
        scene.say.chinese,
        "凯尔斯：kayles(9)".to_owned().replace("凯尔斯", catalogue::find("kayles").unwrap().chinese)
    );
}

/// One square, two or more: a bite takes them all away, and only Cram lays dominoes.
#[test]
fn a_board_tells_squares_that_go_from_squares_that_are_covered() {
    let blocked = |to: &str| to.matches('#').count();
    for bar in ["chomp(\"2x3\")", "chomp(\"..#|..#\")", "chomp(\"1x3\")", "chomp(\"4x1\")"] {
        for way in scene(bar).1.moves {
            let eaten = blocked(&way.mv.to) - blocked(bar);
            assert_eq!((way.press.takes.len(), way.press.puts.len()), (eaten, 0), "{bar}: {}", way.mv);
            assert!(way.press.takes.contains(&way.press.press[0]), "{bar}: {}", way.mv);
        }
    }
    for way in scene("cram(\"2x3\")").1.moves {
        let puts: Vec<Form> = way.press.puts.iter().map(|part| part.form).collect();
        assert_eq!((way.press.takes.len(), puts), (0, vec![Form::Domino]), "{}", way.mv);
    }
    // (what goes, what comes) in each move
    for (text, numbers) in [
        ("clobber(\"xo\")", (2, 1)),
        ("nogo(\"1x2\")", (0, 1)),
        ("notakto(\"2x2\")", (0, 1)),
        ("treblecross(\"..x...\")", (0, 1)),
    ] {
        let scene = scene(text).1;
        assert!(!scene.moves.is_empty(), "{text}");
        for way in scene.moves {
            assert_eq!((way.press.takes.len(), way.press.puts.len()), numbers, "{text}: {}", way.mv);
        }
    }
}
