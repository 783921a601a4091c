//! Programs with parameters that are asked when they run.

use super::programs::{Asked, LANGUAGES, programs_say};
use super::*;
use crate::parametric::{self, Ranges};

/// A table holds the heaps of one choice of parameters, so it reaches as far as one of a game without parameters, and is
/// filled anew where another choice is asked about.
#[test]
fn tables_are_filled_for_the_parameters_of_a_question() {
    let mut random = Random::new(3);
    let family = |text: &str| {
        let asked = Session::new().asked_game(text, &[]).unwrap();
        let parametric::Asked::Parametric(game) = asked else { panic!("{text} has no parameters") };
        game
    };
    let emitted = |text: &str, options: &EmitOptions| {
        family(text).emit(&Ranges::default(), options, &Context::default()).unwrap().result
    };
    let texts = ["take[1,k,l]", "{n -> i & n-a-i for a in l..r for i in 0..n-a}"];
    let all: Vec<Asked> = texts
        .into_iter()
        .map(|text| {
            let names = family(text).parameters().to_vec();
            let mut questions = Vec::new();
            let mut won = String::new();
            for _ in 0..60 {
                let low = 1 + random.below(4);
                let values = [low, low + random.below(3)];
                let heap = random.below(20);
                // longer names first: `l` stands in other words, too
                let member = text.replace("[1,k,l]", &format!("[1,{},{}]", values[0], values[1]));
                let member = member.replace("l..r", &format!("{}..{}", values[0], values[1]));
                let position = Session::new().position(&format!("{member}({heap})")).unwrap();
                won.push(if position.outcome().unwrap() == Outcome::Next { '1' } else { '0' });
                questions.push(vec![heap, values[0], values[1]]);
            }
            assert_eq!(names.len(), 2, "{text}");
            Asked { game: text.to_owned(), style: Wanted::Table, questions, is_list: false, won }
        })
        .collect();
    programs_say(&LANGUAGES, &all, &|asked, language| {
        let options = EmitOptions::new(language).with_style(asked.style).with_max(Some(50));
        emitted(&asked.game, &options).code
    });
    assert_eq!(emitted(texts[0], &EmitOptions::new(Language::Cpp)).max, 1_000_000);
}
