//! Programs of misère play, compiled and run, against the plain search.

use super::programs::{Asked, LANGUAGES, programs_say};
use super::*;

/// What the programs ought to answer: the plain search for small numbers, `solve` for others.
fn wanted(game: &str, questions: &[Vec<u64>]) -> String {
    let mut session = Session::new();
    let won = |numbers: &Vec<u64>| {
        let list: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let list = if list.is_empty() { "0".to_owned() } else { list.join(", ") };
        let position = session.position(&format!("misere {game}({list})")).unwrap();
        if numbers.iter().any(|&n| n > 20) {
            return crate::solve::outcome_and_value(&position, &Context::default()).unwrap().0.unwrap();
        }
        let copies =
            |(component, count): (crate::game::Component, Nat)| vec![component; to_u64(&count).unwrap() as usize];
        let all: Vec<_> = position.components().into_iter().flat_map(copies).collect();
        grundy_search::MisereSearch::new().outcome(&all, &Context::default()).unwrap()
    };
    questions.iter().map(won).map(|outcome| if outcome == Outcome::Next { '1' } else { '0' }).collect()
}

fn asked(game: &str, style: Wanted, questions: &[Vec<u64>], is_list: bool) -> Asked {
    let won = wanted(game, questions);
    Asked { game: game.to_owned(), style, questions: questions.to_vec(), is_list, won }
}

/// The program of misère play.
fn emitted(asked: &Asked, language: Language, max: Option<u64>) -> Answer<Emitted> {
    let answer = ask(&format!("misere {}", asked.game), language, asked.style, max).unwrap();
    assert!(answer.evidence.is_proved(), "{}", asked.game);
    answer
}

#[test]
fn sums_of_codes_and_sets_are_won_as_the_search_says() {
    let mut sums: Vec<Vec<u64>> = (0..9).flat_map(|a| (a..9).map(move |b| vec![a, b])).collect();
    sums.extend((0..7).map(|n| vec![n, n / 2, n + 1]));
    sums.extend([vec![], vec![E18], vec![E18 - 1, 999_999_999_999_999_989, 77], vec![123_456_789, E18, 5]]);
    let all = [
        ("nim", Wanted::Auto),
        ("kayles", Wanted::Auto),
        ("0.75", Wanted::Auto),
        ("0.123", Wanted::Table),
        ("take[1..3]", Wanted::Table),
        ("take[2,5,7]", Wanted::Table),
        ("take[1,primes]", Wanted::Table),
    ]
    .map(|(game, style)| asked(game, style, &sums, true));
    programs_say(&LANGUAGES, &all, &|asked, language| {
        let answer = emitted(asked, language, None);
        assert_eq!(answer.max, E18, "{}", asked.game);
        answer.result.code
    });
}

/// Beside the law of one heap there is a function for sums, where these are known.
#[test]
fn sums_are_told_beside_the_law_of_one_heap() {
    let mut sums: Vec<Vec<u64>> = (0..9).flat_map(|a| (a..9).map(move |b| vec![a, b])).collect();
    sums.extend([vec![], vec![E18], vec![E18 - 1, 999_999_999_999_999_989, 77], vec![3, 1, 4, 1, 5]]);
    let all = ["take[1..3]", "take[2,5,7]", "0.123"].map(|game| asked(game, Wanted::Auto, &sums, true));
    programs_say(&LANGUAGES, &all, &|asked, language| {
        let answer = emitted(asked, language, None);
        assert_eq!((answer.style, answer.max), (Style::Formula, E18), "{}", asked.game);
        answer.result.code.replace("first_wins(", "alone(").replace("first_wins_sum(", "first_wins(")
    });
    let alone = ask("misere {n -> n//d for d in 2..6 if n > 0}", Language::Python, Wanted::Auto, None).unwrap();
    let code = alone.result.code.replace("\n# ", " ");
    assert!(
        code.contains("Of sums of several this program tells nothing") && !code.contains("first_wins_sum"),
        "{code}"
    );
}

#[test]
fn single_positions_are_won_as_the_search_says() {
    let pairs: Vec<Vec<u64>> = (0..169).map(|n| vec![n / 13, n % 13]).collect();
    let heaps: Vec<Vec<u64>> = (0..64).map(|n| vec![n]).collect();
    // large heaps are told by the runs of their outcomes
    let far: Vec<Vec<u64>> = heaps.iter().cloned().chain((3..18).map(|k| vec![10u64.pow(k) + 7])).collect();
    let all = [
        ("wythoff", &pairs),
        ("{n -> n-k for k in 3..5; 0 if n>0 and n<3}", &heaps),
        ("take[1..3]", &heaps),
        ("take[2,5,7]", &heaps),
        ("0.123", &heaps),
        ("{n -> n//d for d in 2..6 if n > 0}", &heaps),
        ("{n -> ceil(n/d) for d in 2..9 if n > 1}", &heaps),
        ("{n -> y for y in isqrt(n)..n//2 if n > 1}", &far),
        ("{n -> y for y in 0..n-1 if y^2 <= n and n <= y^4}", &far),
    ]
    .map(|(game, places)| asked(game, Wanted::Auto, places, false));
    programs_say(&[Language::Cpp, Language::Python, Language::Rust], &all, &|asked, language| {
        let answer = emitted(asked, language, None);
        assert_eq!(answer.style, Style::Formula, "{}", asked.game);
        answer.result.code
    });
}

/// Where no law is known, up to a bound.
#[test]
fn sums_of_sets_without_a_law_are_won_as_the_search_says() {
    let sums: Vec<Vec<u64>> = (0..9).flat_map(|a| (a..9).map(move |b| vec![a, b])).chain([vec![20, 7, 1]]).collect();
    programs_say(&LANGUAGES, &[asked("take[squares]", Wanted::Auto, &sums, true)], &|asked, language| {
        let answer = emitted(asked, language, None);
        assert_eq!(answer.style, Style::Table, "{language:?}");
        answer.result.code
    });
}

/// Places of rules of which no law is known, by tables and by recursions.
#[test]
fn places_of_rules_without_a_law_are_won_as_the_search_says() {
    let pairs: Vec<Vec<u64>> = (0..81).map(|n| vec![n / 9, n % 9]).collect();
    let heaps: Vec<Vec<u64>> = (0..50).map(|n| vec![n]).collect();
    let all = [
        ("{n -> n-1 if n%3 != 1; n-isqrt(n) if n>0; n-p for p in primes if n%2=0}", &heaps, Wanted::Table),
        ("{n -> n-k for k in 2..n//2; n//3 if n%2=1}", &heaps, Wanted::Table),
        ("{(a,b) -> (a-k,b) | (a,b-k) for k in 1.. if gcd(a,b) = 1; (a-1,b-1); (a-2,b+1)}", &pairs, Wanted::Table),
        ("{n -> n-2; n//3 if n > 0}", &heaps, Wanted::Dfs),
    ]
    .map(|(game, places, style)| asked(game, style, places, false));
    programs_say(&LANGUAGES, &all, &|asked, language| {
        let answer = emitted(asked, language, Some(60));
        let style = if asked.style == Wanted::Dfs { Style::Dfs } else { Style::Table };
        assert_eq!(answer.style, style, "{}", asked.game);
        answer.result.code
    });
}
