use super::*;

fn finished(text: &str, levels: [Level; 2], seed: u64) -> (Vec<String>, usize) {
    let cx = Context::default();
    let mut play = Play::new(text.parse().unwrap());
    while let Some(mv) = play.reply(levels[play.moves().len() % 2], seed, &cx).unwrap() {
        play.make(mv).unwrap();
        assert!(play.moves().len() < 200, "{text}");
    }
    assert!(play.is_over(&cx).unwrap());
    (play.moves().iter().map(|mv| mv.position.clone()).collect(), play.moves().len())
}

#[test]
fn the_perfect_player_wins_what_can_be_won() {
    for text in ["nim(3, 5, 7)", "kayles(9)", "misere nim(1, 2, 2)", "chomp(\"3x4\")", "wythoff(3, 6)"] {
        for seed in 0..4 {
            let (_, moves) = finished(text, [Level::Perfect, Level::Careless], seed);
            let misere = text.starts_with("misere");
            assert_eq!(moves % 2 == 1, !misere, "{text} {seed}");
        }
    }
}

#[test]
fn who_finds_no_answer_in_time_moves_all_the_same() {
    let play = Play::new("cram(\"9x9\")".parse().unwrap());
    for level in [Level::Careful, Level::Perfect] {
        let cx = Context::new(grundy_core::Budget { nodes: Some(20_000), ..grundy_core::Budget::UNLIMITED });
        assert!((0..6).all(|seed| play.reply(level, seed, &cx).unwrap().is_some()));
    }
}

#[test]
fn a_move_of_another_position_is_not_made() {
    let mut play = Play::new("nim(3, 5)".parse().unwrap());
    let foreign = crate::kayles().at(9).moves().unwrap().moves.remove(0);
    assert!(play.make(foreign).is_err() && play.moves().is_empty());
    assert_eq!(play.position().to_string(), "nim(3, 5)");
    let own = play.position().find_move("nim(2)").unwrap();
    play.make(own).unwrap();
    assert_eq!(play.position().to_string(), "nim(2, 5)");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = |seed| finished("nim(9, 12, 14) + kayles(8)", [Level::Random, Level::Careful], seed).0;
    assert_eq!(game(7), game(7));
    assert!((0..5).any(|seed| game(seed) != game(7)));
}

#[test]
fn a_winner_does_not_go_round_in_circles() {
    let cx = Context::default();
    let mut play = Play::new("graph{a->b; b->a,c; c->d}(b) + nim(1)".parse().unwrap());
    while let Some(mv) = play.reply(Level::Perfect, 1, &cx).unwrap() {
        play.make(mv).unwrap();
        assert!(play.moves().len() < 50);
    }
    assert_eq!(play.moves().len() % 2, 1);
}

#[test]
fn rounds_hold_what_a_page_shows() {
    let cx = Context::default();
    let mut play = Play::new("nim(3, 5, 7)".parse().unwrap());
    assert!(play.choose(99, &cx).is_err());
    play.choose(1, &cx).unwrap();
    let round = play.round(Some(Level::Perfect), 7, &SceneOptions::default(), &cx).unwrap();
    let reply = round.reply.clone().unwrap();
    let index: usize = reply.index.as_ref().unwrap().try_into().unwrap();
    assert_eq!(round.moves.moves[index].position, reply.position);
    assert!(!round.over && round.history.records[0].slip);
    play.undo(1);
    assert!(play.history(&cx).unwrap().records.is_empty());
}
