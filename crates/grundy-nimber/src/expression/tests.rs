use super::*;

#[test]
fn expressions_are_worth_what_the_field_says() {
    for (text, expected) in [
        ("3*5 + 7^-1", "4"),
        ("3⊕5", "6"),
        ("（３＋５）×2 − 1", "10"),
        ("2⊗2", "3"),
        ("sqrt(9)", "15"),
        ("log(5, 3)", "10"),
        ("order(6)", "15"),
        ("mex(0,1,2,4)", "3"),
        ("mex()", "0"),
        ("mex(2, 0, 1, 1)", "3"),
        ("mex(1, 2)", "0"),
        ("--3 - - 5", "6"),
        (" 1 + 2 * ( 3 + 4 ) ", "8"),
        ("2^0 - 1", "0"),
        ("7/7", "1"),
        ("7^(-1)*7", "1"),
        ("2^(3+4)", "2"),
        ("5^(2 + 4)", "10"),
        ("3^( 2*1 )", "2"),
        ("solve(x^2 + x = 1)", "2, 3"),
        ("3*x=7", "9"),
        ("x^2 + x = 7", "12, 13"),
        ("7 = x*3", "9"),
        ("0*x = 1", "none"),
        ("solve(x^2 = 9)", "15"),
        ("solve(3*x + 1 = x*2)", "1"),
        ("solve((x+1)*(x+2) = 0)", "1, 2"),
        ("solve(x = x + 1)", "none"),
        ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
    ] {
        assert_eq!(value(text).map(|v| v.to_string()), Ok(expected.to_owned()), "{text}");
    }
}

/// As deep as signs may be nested, nothing is called for each.
#[test]
fn a_text_of_signs_alone_is_read() {
    let signs = "-".repeat(1 << 20);
    assert_eq!(value(&format!("{signs}7")).map(|v| v.to_string()), Ok("7".to_owned()));
    assert!(value(&signs).is_err() && value(&format!("solve({signs}x = 1)")).is_ok());
}

#[test]
fn faults_have_their_place() {
    for (text, span) in [
        ("1/0", 2..3),
        ("0^-1", 0..4),
        ("", 0..0),
        ("3*", 2..2),
        ("3 5", 2..3),
        ("x + 1", 0..1),
        ("sqr(9)", 0..3),
        ("log(5)", 0..6),
        ("log(0, 3)", 0..9),
        ("inv(0)", 0..6),
        ("(1 + 2", 6..6),
        ("340282366920938463463374607431768211456", 0..39),
        ("solve(x^3 = 1)", 6..9),
        ("solve(x = x)", 6..11),
        ("solve(1/x = 1)", 8..9),
        ("1 + é", 4..5),
        ("2^(3+5)", 3..6),
        ("2^(2*3)", 3..6),
        ("2^(1+2*3)", 3..8),
        ("2^(3+x)", 5..6),
        ("3*5 = 7", 4..5),
        ("x = 1 = 2", 6..7),
    ] {
        assert_eq!(value(text).map_err(|fault| fault.span), Err(span), "{text}");
    }
    assert!(value(&"(".repeat(100_000)).is_err());
}

#[test]
fn what_has_no_worth_can_be_read_all_the_same() {
    for text in ["1/0", "0^-1", "inv(0)", "order(0)", "log(0, 3)", "log(1, 3)", "solve(x = x)"] {
        assert!(value(text).is_err_and(|fault| fault.worthless), "{text}");
    }
    for text in ["3*", "sqr(9)", "log(5)", "x + 1", "solve(x^3 = 1)"] {
        assert!(value(text).is_err_and(|fault| !fault.worthless), "{text}");
    }
}
