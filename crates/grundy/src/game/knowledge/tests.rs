use super::*;

#[test]
fn every_code_of_the_catalogue_has_its_name() {
    let mut met = 0;
    for entry in catalogue::all() {
        let Ok(game) = crate::game(entry.name) else { continue };
        if let Kind::Code(code) = game.kind() {
            assert_eq!(known_code(code), Some(entry.english), "{}", entry.name);
            met += 1;
        }
    }
    assert!(met >= 6, "{met}");
}
