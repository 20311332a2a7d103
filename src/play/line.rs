use crate::game::{Game, History};
use std::io::{self, BufRead};

/// The next line without blanks around it; `None` at the end of the input. Bytes that are not UTF-8 are replaced.
pub(super) fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = input.read_until(b'\n', &mut bytes)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// Moves made one after another from the history's position, in notation.
pub(super) fn format_line<G: Game>(game: &G, history: &History<G>, moves: &[G::Move]) -> Vec<String> {
    let mut position = *history.position();
    let format = |&mv| {
        let text = game.format_move(&position, mv);
        game.play(&mut position, mv);
        text
    };
    moves.iter().map(format).collect()
}
