//! Whole pictures of real tables.

use grundy::answer::Show;
use grundy::{Budget, Context, PeriodOptions, Session, TableOptions};

use super::*;
use scene::Item;

fn table(game: &str, to: &[u64], show: Show) -> Answer<Table> {
    let question = Session::new().game(game).unwrap();
    question.table_with(&TableOptions::default().with_to(to.to_vec()).with_show(show), &Context::default()).unwrap()
}

fn text(scene: &Scene) -> String {
    let mut out = Vec::new();
    svg(&mut out, scene).unwrap();
    String::from_utf8(out).unwrap()
}

fn picture(game: &str, to: &[u64], show: Show, width: Option<u64>) -> Scene {
    let question = Session::new().game(game).unwrap();
    let table = table(game, to, show);
    fits(&table, width).unwrap();
    let period = question.period_with(&PeriodOptions::default().with_to(to.first().copied()), &Context::default()).ok();
    let repeats = period.and_then(|p| Repeats::of(p.period.as_ref()?, p.evidence.is_proved()));
    draw(&table, width, repeats)
}

/// Everything lies on the picture.
fn inside(scene: &Scene) {
    for item in &scene.items {
        let (right, bottom) = match item {
            Item::Fill(area, _) | Item::Frame(area, _) => (area.right(), area.bottom()),
            Item::Dots { places, .. } => places.iter().fold((0.0, 0.0), |(x, y), p| (p.0.max(x), p.1.max(y))),
            Item::Text { at, .. } => *at,
            Item::Grid(g) => (g.at.0 + g.cell.0 * g.columns as f64, g.at.1 + g.cell.1 * g.rows() as f64),
        };
        assert!(right <= scene.width && bottom <= scene.height && right.is_finite(), "{right} {bottom}: {item:?}");
    }
}

#[test]
fn a_period_is_marked_and_wrapped() {
    let scene = picture("kayles", &[300], Show::Values, None);
    inside(&scene);
    let words = text(&scene);
    assert!(words.contains("period 12 from 71;") && words.contains("preperiod 71"));
    assert!(words.contains("one period, 12 heaps, a row"));
    let columns = scene.items.iter().filter_map(|i| if let Item::Grid(g) = i { Some(g.columns) } else { None });
    assert_eq!(columns.collect::<Vec<_>>(), [12]);
    // a column of the period has one colour from the second row after the preperiod on
    let Some(Item::Grid(grid)) = scene.items.iter().find(|i| matches!(i, Item::Grid(_))) else { panic!() };
    assert!((72..289).all(|n| grid.cells[n] == grid.cells[n + 12]));
    assert!(words.len() < 60_000, "{}", words.len());
}

#[test]
fn every_kind_of_table_is_drawn() {
    for (game, to, show) in [
        ("nim", &[0][..], Show::Values),
        ("nim", &[40], Show::Values),
        ("take[1,3,4]", &[1], Show::Values),
        ("4!.0", &[5000], Show::Values),
        ("0.0", &[3000], Show::Values),
        ("misere take[1..3]", &[50], Show::Outcomes),
        ("take[1,3,4]", &[50], Show::Previous),
        ("wythoff", &[12, 30], Show::Values),
        ("wythoff", &[30, 12], Show::Outcomes),
        ("wythoff", &[0, 0], Show::Values),
        ("euclid", &[30, 12], Show::Previous),
    ] {
        for width in [None, Some(1), Some(7), Some(1500)] {
            let scene = picture(game, to, show, width);
            inside(&scene);
            assert!(text(&scene).ends_with("</svg>\n"));
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    assert!(fits(&table("nim", &[10], Show::Values), Some(1501)).is_err());
    assert!(fits(&table("staircase", &[2, 2, 2], Show::Previous), None).is_err());
}

#[test]
fn many_points_are_a_small_picture() {
    let scene = picture("0.16", &[100_000], Show::Values, None);
    inside(&scene);
    let size = text(&scene).len();
    assert!(size < 300_000, "{size}");
}

#[test]
fn an_unfinished_table_says_so() {
    let question = Session::new().game("{n -> n-k for k in 1..5 if k != 3; n//2 if n > 1}").unwrap();
    let cx = Context::new(Budget { nodes: Some(20_000), ..Budget::UNLIMITED });
    let options = TableOptions::default().with_to(vec![1_000_000]).with_show(Show::Previous);
    let table = question.table_with(&options, &cx).unwrap();
    assert!(table.stopped.is_some());
    let scene = draw(&table, None, None);
    inside(&scene);
    assert!(text(&scene).contains("not complete"));
}

#[test]
fn titles_are_escaped_and_cut() {
    let mut table = table("kayles", &[20], Show::Values);
    table.query = format!("</text><script>&\"'\u{1b}\u{202e}{}", "x".repeat(5000));
    let words = text(&draw(&table, None, None));
    assert!(!words.contains("<script") && !words.contains('\u{1b}') && !words.contains('\u{202e}'));
    assert!(words.contains("&lt;script&gt;&amp;") && words.len() < 20_000);
}

#[cfg(feature = "png")]
#[test]
fn pixels_are_those_of_the_scene() {
    let mut table = table("kayles", &[300], Show::Values);
    table.query = "取石子 \u{1b} é".to_owned();
    let scene = draw(&table, None, None);
    let mut bytes = Vec::new();
    png(&mut bytes, &scene).unwrap();
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let (width, height) = (reader.info().width, reader.info().height);
    assert_eq!((f64::from(width), f64::from(height)), ((scene.width * 2.0).ceil(), (scene.height * 2.0).ceil()));
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    // the middle of a cell has the colour of its value
    let Some(Item::Grid(grid)) = scene.items.iter().find(|i| matches!(i, Item::Grid(_))) else { panic!() };
    for (n, cell) in grid.cells.iter().enumerate() {
        let x = (grid.at.0 + ((n % grid.columns) as f64 + 0.1) * grid.cell.0) * 2.0;
        let y = (grid.at.1 + ((n / grid.columns) as f64 + 0.2) * grid.cell.1) * 2.0;
        let at = (y as usize * width as usize + x as usize) * 3;
        let colour = grid.palette[usize::from(*cell) - 1];
        assert_eq!(pixels[at..at + 3], [colour.0, colour.1, colour.2], "{n}");
    }
}
