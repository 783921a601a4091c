//! `nimber`: expressions, tables, and what is wrong with them.

use crate::common::{Folder, told};

#[test]
fn nim_arithmetic() {
    let folder = Folder::new();
    let said = |arguments: &[&str]| {
        let output = folder.grundy(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(said(&["nimber", "3*5 + 7^-1"]), (Some(0), "4\n".to_owned()));
    assert_eq!(said(&["nimber", "solve(x^2 + x = 1)"]), (Some(0), "2, 3\n".to_owned()));
    let (code, object) = told(&folder.grundy(&["nimber", "order(6)", "--json"]).output().unwrap());
    assert_eq!((code, &object["expr"], &object["value"]), (0, &"order(6)".into(), &"15".into()));
    let (code, object) = told(&folder.grundy(&["nimber", "1 + é/0", "--json"]).output().unwrap());
    assert_eq!((code, &object["error"]["span"]), (2, &serde_json::json!([4, 5])), "{object}");
    let (_, table) = said(&["nimber", "--table", "3", "--format", "csv"]);
    assert_eq!(table, "a,0,1,2,3\n0,0,0,0,0\n1,0,1,2,3\n2,0,2,3,1\n3,0,3,1,2\n");
    let (_, object) = told(&folder.grundy(&["nimber", "--table", "2", "--json"]).output().unwrap());
    assert_eq!(object["products"], serde_json::json!([[0, 0, 0], [0, 1, 2], [0, 2, 3]]));
    assert_eq!(said(&["nimber", "--table", "5000"]).0, Some(2));
    let (_, picture) = said(&["nimber", "--table", "15", "--format", "svg"]);
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
    assert_eq!(picture.matches("<rect").count(), 256);
    assert_eq!(picture.matches(">15</text>").count(), 15 + 2);
    assert!(said(&["nimber", "--table", "15"]).1.lines().all(|line| line.chars().count() < 80));
    // what does not fit stands below
    let narrow = folder.grundy(&["nimber", "--table", "15"]).env("COLUMNS", "40").output().unwrap();
    let narrow = String::from_utf8(narrow.stdout).unwrap();
    assert!(narrow.lines().all(|line| line.chars().count() <= 40) && narrow.matches('×').count() == 2, "{narrow}");
}

/// Each product is told down the Fermat powers, and what is asked of a game is helped.
#[test]
fn the_steps_of_a_product_are_told() {
    let folder = Folder::new();
    let said = |arguments: &[&str]| {
        let output = folder.grundy(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap())
    };
    let (_, text) = said(&["nimber", "--why", "6⊗9 + 3"]);
    for line in [
        "1 ⊕ 3 = 2",
        "6 ⊗ 9: 6 = 1·4 ⊕ 2, 9 = 2·4 ⊕ 1",
        "= (1⊗1 ⊕ 2⊗2 ⊕ 1⊗2)·4 ⊕ 2⊗1 ⊕ 1⊗2⊗2 = (1 ⊕ 3 ⊕ 2)·4 ⊕ 2 ⊕ 3 = 1",
        "2 ⊗ 2: 2 = 1·2",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert_eq!(said(&["nimber", "6⊗9"]).1, "1\n");
    let (_, object) = told(&folder.grundy(&["nimber", "--why", "7^-1", "--json"]).output().unwrap());
    assert_eq!(object["steps"][0]["step"], "7^-1 = 11, 7 ⊗ 11 = 1");
    assert!(said(&["nimber", "--why", "6*9", "--lang", "zh"]).1.contains("于是"));
    // the last step of a product of large numbers is far away
    let (_, text) = said(&["nimber", "--why", "340282366920938463463374607431768211455*98765432109876543210"]);
    assert!(text.contains("more products") && text.lines().count() < 200, "{text}");
    for (verb, text) in [("explain", "6⊗9"), ("explain", "6*9"), ("solve", "6⊗9"), ("explain", "sqrt(9)")] {
        let (code, fault) = said(&[verb, text]);
        assert!(code == Some(2) && fault.contains(&format!("nimber --why '{text}'")), "{verb}: {fault}");
    }
}
