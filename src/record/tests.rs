use super::*;
use crate::game::{AnyGame, AnyMove, Game, Notation, Outcome};
use crate::games;

/// The shortest known game of Lines of Action (rule page); Black wins.
const SHORTEST: &str = "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5";

fn loa() -> AnyGame {
    AnyGame::new(games::rules("loa", [("max_plies", "60")]).unwrap()).unwrap()
}

fn moves_of(game: &AnyGame, texts: &str) -> Vec<AnyMove> {
    let mut position = game.start();
    let read = |text| {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
        mv
    };
    texts.split(' ').map(read).collect()
}

fn shortest() -> Record {
    let game = loa();
    Record::of_game(&game, &game.start(), &moves_of(&game, SHORTEST))
}

fn parse(line: &str) -> Record {
    serde_json::from_str(line).unwrap()
}

#[test]
fn a_game_gives_a_record_that_verifies_and_reads_back() {
    let record = shortest().with_players(["somebody", "a random player"]);
    assert_eq!(record.steps.join(" "), SHORTEST);
    assert_eq!(record.legal_counts.as_ref().map(|counts| (counts[0], counts[9])), Some((36, 0)));
    assert_eq!((record.winner, record.unfinished), (Some(Some(Side::First)), false));
    assert_eq!(serde_json::to_value(&record.options).unwrap(), serde_json::json!({ "max_plies": 60 }));
    assert_eq!(record.rules().unwrap(), *loa().rules());
    assert_eq!(record.verify(), Ok(()));
    let line = record.to_line();
    assert!(!line.contains('\n') && line.contains(r#""winner":0"#) && !line.contains("unfinished"), "{line}");
    assert_eq!(parse(&line), record);
}

#[test]
fn a_record_may_begin_and_end_anywhere() {
    let game = loa();
    let moves = moves_of(&game, SHORTEST);
    let mut middle = game.start();
    moves[..4].iter().for_each(|&mv| game.play(&mut middle, mv));

    let end = Record::of_game(&game, &middle, &moves[4..]);
    assert_eq!((end.steps.len(), end.winner, end.unfinished), (5, Some(Some(Side::First)), false));
    assert_eq!(end.verify(), Ok(()));

    let stopped = Record::of_game(&game, &middle, &moves[4..7]);
    assert_eq!((stopped.winner, stopped.unfinished), (Some(None), true));
    assert_eq!(stopped.verify(), Ok(()));
    assert!(stopped.to_line().contains(r#""winner":null,"unfinished":true"#), "{}", stopped.to_line());
    assert_eq!(parse(&stopped.to_line()), stopped);

    let over = moves.iter().fold(game.start(), |mut position, &mv| {
        game.play(&mut position, mv);
        position
    });
    assert_eq!(game.outcome(&over), Some(Outcome::Win(Side::First)));
    assert_eq!(Record::of_game(&game, &over, &[]).verify(), Ok(()));
}

#[test]
fn only_fields_that_are_there_are_verified() {
    let steps = |text: &str| serde_json::to_string(&Vec::from_iter(text.split(' '))).unwrap();
    let bare = parse(&format!(r#"{{"game": "loa", "steps": {}}}"#, steps(SHORTEST)));
    assert_eq!((bare.winner, bare.positions.clone(), bare.unfinished), (None, None, false));
    assert_eq!(bare.verify(), Ok(()));
    let draw = parse(&format!(r#"{{"game": "loa", "winner": null, "steps": {}}}"#, steps(SHORTEST)));
    assert_eq!(
        draw.verify(),
        Err(Difference::Field { step: 9, field: "winner", given: "null".into(), expected: "0".into() })
    );
    let stopped = parse(r#"{"game": "loa", "steps": ["b1-b3"]}"#);
    assert_eq!(
        stopped.verify().unwrap_err().to_string(),
        "after step 1: `unfinished` is false, expected true by the rules"
    );
}

#[test]
fn a_game_that_is_given_up_has_a_winner_and_a_reason() {
    let game = loa();
    let moves = moves_of(&game, SHORTEST);
    let record = Record::of_game(&game, &game.start(), &moves[..4]).resigned_by(Side::First);
    let line = record.to_line();
    assert!(line.contains(r#""winner":1,"unfinished":true,"reason":"resignation""#), "{line}");
    assert_eq!(parse(&line), record);
    assert_eq!(record.verify(), Ok(()));
    let message = |record: Record| record.verify().unwrap_err().to_string();
    for winner in [None, Some(None)] {
        let text = message(Record { winner, ..record.clone() });
        assert!(text.contains("after step 4: `winner` is") && text.contains("0 or 1"), "{text}");
    }
    // A winner needs a reason, a game that is over by the rules has no reason, and reasons are known ones.
    assert!(message(Record { reason: None, ..record.clone() }).contains("`winner` is 1, expected null"));
    let over = Record { reason: record.reason, ..shortest() };
    assert!(message(over).contains("`reason` is resignation, expected absent"));
    assert!(message(Record { unfinished: false, ..record }).contains("`unfinished` is false"));
    assert!(serde_json::from_str::<Record>(&line.replace("resignation", "boredom")).is_err());
}

#[test]
fn moves_after_the_end_are_refused() {
    let mut record = Record { positions: None, legal_counts: None, winner: None, ..shortest() };
    record.steps.push("a4-c4".into());
    let difference = record.verify().unwrap_err();
    assert!(matches!(difference, Difference::Move { step: 10, .. }), "{difference:?}");
    assert!(difference.to_string().contains("`a4-c4`") && difference.to_string().contains("won by side 0"));
}

#[test]
fn third_repetition_ends_a_record() {
    let shuffle = "b1-b3 a2-c2 b3-b1 c2-a2";
    let steps: Vec<&str> = [shuffle, shuffle].iter().flat_map(|text| text.split(' ')).collect();
    let mut record = parse(&serde_json::json!({ "game": "loa", "steps": steps, "winner": null }).to_string());
    assert_eq!(record.verify(), Ok(()), "the start position occurs for the third time");
    record.steps.push("b1-b3".into());
    assert!(matches!(record.verify(), Err(Difference::Move { step: 9, .. })));
    // One move earlier no position has occurred more than twice.
    record.steps.truncate(7);
    record.unfinished = true;
    assert_eq!(record.verify(), Ok(()));
}

#[test]
fn files_are_read_line_by_line_to_the_first_error() {
    let line = shortest().to_line();
    let text = format!("{line}\n\n  \n{line}\n{{\"game\": \"loa\"}}\n{line}\n");
    let read = Vec::from_iter(Records::new("games", text.as_bytes()));
    assert_eq!(read.len(), 3);
    assert_eq!(read[..2].iter().map(|r| r.as_ref().unwrap().0).collect::<Vec<_>>(), [1, 4]);
    let message = read[2].as_ref().unwrap_err().to_string();
    assert_eq!(message, "games:5: column 15: not a game record: missing field `steps`");
    assert_eq!(Records::new("games", text.as_bytes()).verify().unwrap_err().to_string(), message);
    assert_eq!(Records::new("games", format!("{line}\r\n{line}").as_bytes()).verify().unwrap(), 2);
    assert_eq!(Records::new("games", format!("\u{feff}{line}\n{line}").as_bytes()).verify().unwrap(), 2);
    assert!(Records::new("games", format!("{line}\n\u{feff}{line}").as_bytes()).verify().is_err());
    let not_text = Records::new("games", &b"\xff\xfe\n"[..]).verify().unwrap_err();
    assert!(not_text.to_string().starts_with("games:1: column 1: not a game record: "), "{not_text}");
}

#[test]
fn options_are_words_or_whole_numbers() {
    for (value, part) in [
        ("60.5", "`60.5`: expected a word or a whole number"),
        // The content of a list is skipped: it may be long.
        ("[60]", "`[]`: expected a word or a whole number"),
        ("-60", "`-60`: expected a word or a whole number"),
        ("0", "`0`: expected"),
        ("\"many\"", "`many`: expected"),
    ] {
        let record = parse(&format!(r#"{{"game": "loa", "options": {{"max_plies": {value}}}, "steps": []}}"#));
        let message = record.verify().unwrap_err().to_string();
        assert!(message.contains("max_plies") && message.contains(part), "{message}");
    }
}
