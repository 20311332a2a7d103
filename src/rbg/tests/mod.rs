mod counts;
mod errors;
mod hostile;
mod naive;
mod properties;
mod symmetries;

/// Our own rules files, by name.
const GAMES: [(&str, &str); 8] = [
    ("tictactoe", include_str!("games/tictactoe.rbg")),
    ("breakthrough", include_str!("games/breakthrough.rbg")),
    ("hex", include_str!("games/hex.rbg")),
    ("reversi", include_str!("games/reversi.rbg")),
    ("four", include_str!("games/four.rbg")),
    ("knights", include_str!("games/knights.rbg")),
    ("crosses", include_str!("games/crosses.rbg")),
    ("drops", include_str!("games/drops.rbg")),
];

fn text(name: &str) -> &'static str {
    GAMES.iter().find(|game| game.0 == name).expect("a game of this list").1
}

fn rules(name: &str) -> super::Rules {
    super::Rules::parse(name, text(name)).unwrap_or_else(|error| panic!("{error}"))
}

/// A rules file on a line of four cells, the first with a man.
fn line(rules: &str) -> Result<super::Rules, super::RulesFileError> {
    let head = "#players = white(3), black(3) #pieces = none, w #variables = x(5), y(9)\n";
    let board = "#board = rectangle(up, down, left, right, [w, none, none, none])\n";
    super::Rules::parse("line", &format!("{head}{board}#rules = {rules}"))
}

/// xorshift64* (Vigna 2016).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) * bound as u64) >> 32) as usize
    }
}
