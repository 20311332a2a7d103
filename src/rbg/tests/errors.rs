use super::super::Rules;
use super::line;

/// The first line of the error for a file with these parts.
fn error(players: &str, pieces: &str, board: &str, rules: &str) -> String {
    let text = format!("#players = {players}\n#pieces = {pieces}\n#board = {board}\n#rules = {rules}\n");
    let error = Rules::parse("a.rbg", &text).expect_err("it is wrong").to_string();
    error.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn errors_say_where_and_what_was_expected() {
    let board = "rectangle(up, down, left, right, [e, e])";
    let cases = [
        (error("a(1)", "e", board, "->a"), "a.rbg:1:2: this game is for 1 player: expected exactly two"),
        (error("a(1), b(1), c(1)", "e", board, "->a"), "a.rbg:1:2: this game is for 3 players: expected exactly two"),
        (error("a(1), b(99999)", "e", board, "->a"), "a.rbg:1:20: this bound is too high: expected at most 65535"),
        (error("a(1), b(1)", "e, e", board, "->a"), "a.rbg:2:14: `e` is already a piece"),
        (error("a(1), b(1)", "e", board, "->c"), "a.rbg:4:12: expected a player: `c` is not declared"),
        (error("a(1), b(1)", "e", board, "->a [up]"), "a.rbg:4:15: expected a piece: `up` is a direction"),
        (error("a(1), b(1)", "e", board, "->a (up"), "a.rbg:4:15: expected `)` after this, found the end of the part"),
        (
            error("a(1), b(1)", "e", board, "->a {$ a < }"),
            "a.rbg:4:21: expected a number, a variable, a player or a piece, found `}`",
        ),
        (
            error("a(1), b(1)", "e", board, "{? ->a}"),
            "a.rbg:4:13: a pattern cannot hand over to a player or the keeper",
        ),
        (error("a(1), b(1)", "e", board, "up^0"), "a.rbg:4:13: expected a number of times from 1 on"),
        (error("a(1), b(1)", "e", "x[e]{up: y}", "->a"), "a.rbg:3:19: expected a cell of this board: there is no `y`"),
        (error("a(1), b(1)", "e", board, "up + + up"), "a.rbg:4:15: expected an action, found `+`"),
    ];
    let wrong: Vec<_> = cases.iter().filter(|(found, expected)| found != expected).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_file_without_rules_is_refused() {
    for text in ["", "// a comment\n"] {
        let error = Rules::parse("f", text).expect_err("it has none").to_string();
        assert!(error.contains("this file has no rules"), "{error}");
    }
}

/// The parser finds the error only where the macro is used.
#[test]
fn a_bracket_that_a_macro_leaves_open_is_shown_there() {
    let error = |macros: &str| {
        let text = format!(
            "#players = a(1), b(1) #pieces = e #board = rectangle(u, d, l, r, [e])\n{macros}\n#rules = ->a m u ->>"
        );
        Rules::parse("f", &text).expect_err("it is wrong").to_string()
    };
    assert!(error("#m = (u {e} d").starts_with("f:2:6: expected `)` for this in the macro `m`, found its end\n"));
    assert!(error("#m = u {e d").starts_with("f:2:8: expected `}` for this in the macro `m`, found its end\n"));
    assert!(error("#m = (u {e) d").starts_with("f:2:9: expected `}` for this in the macro `m`, found `)`\n"));
    assert!(error("#m = u {e}) d").starts_with("f:2:11: nothing before this `)` in the macro `m` opens it\n"));
    // Two macros may open and close one together.
    let text =
        "#players = a(1), b(1) #pieces = e #board = rectangle(u, d, l, r, [e])\n#m = (u #n = u)\n#rules = ->a m n ->>";
    assert!(Rules::parse("f", text).is_ok());
}

#[test]
fn a_macros_error_names_its_use() {
    let error = line("#m(a) = a {q}\n").expect_err("rules are empty").to_string();
    assert!(error.contains("expected an action"), "{error}");
    let error = line("->white m #m = up").expect_err("it is further down").to_string();
    assert!(error.contains("`m` is a macro, which only what is below"), "{error}");
    for itself in ["#m = right m #n = m", "#m(a) = a m(a) #n = m(right)", "#m(a) = a m #n = m(right)"] {
        let (macros, _) = itself.split_once(" #n").expect("it uses the macro");
        let text = format!(
            "#players = a(1), b(1) #pieces = e #board = rectangle(up, down, left, right, [e])\n{itself}\n#rules = ->a n ->>"
        );
        let error = Rules::parse("f", &text).expect_err("it has no end").to_string();
        assert!(error.contains("f:2:") && error.contains("it cannot use itself, but write `*`"), "{macros}: {error}");
    }
    let text = "#players = a(1), b(1) #pieces = e #board = rectangle(u, d, l, r, [e])\n#m(x) = x {q}\n#n = m(u)\n#rules = ->a n";
    let error = Rules::parse("f", text).expect_err("no piece q").to_string();
    let expected = "f:2:12: expected a piece: `q` is not declared\n  | #m(x) = x {q}\n  |            ^\n  in the macro `m`, used at f:3:6\n  in the macro `n`, used at f:4:14";
    assert_eq!(error, expected);
}
