//! The pairs of games of a tournament, as a job for workers.

use super::work::{Put, Work, one_by_one};
use crate::arena::{GamePair, Openings, Tournament};
use crate::distributed::message::Refusal;
use crate::game::{AnyGame, AnyMove, Game, History, Notation};
use crate::players::Entrant;
use anyhow::{Result, ensure};

/// The pairs of a tournament, by their numbers.
pub(in crate::distributed) struct Pairs {
    game: AnyGame,
    entrants: Vec<Entrant>,
    openings: Openings,
    seed: u64,
}

impl Pairs {
    /// The pairs of these players from these openings.
    ///
    /// # Errors
    /// An opening is illegal or ends the game.
    pub fn new(game: AnyGame, entrants: Vec<Entrant>, openings: &[Vec<String>], seed: u64) -> Result<Self> {
        let read = |texts: &Vec<String>| {
            let mut history = History::new(&game, game.start());
            for text in texts {
                ensure!(history.outcome().is_none(), "an opening goes on after the game is over");
                let mv = game.parse_move(history.position(), text)?;
                history.play(&game, mv);
            }
            ensure!(history.outcome().is_none(), "an opening ends the game");
            Ok(history.played().to_vec())
        };
        let openings = Openings::given(openings.iter().map(read).collect::<Result<_>>()?);
        Ok(Pairs { game, entrants, openings, seed })
    }

    fn tournament(&self) -> Tournament<'_> {
        let Pairs { game, entrants, openings, seed } = self;
        Tournament { game, entrants, openings, seed: *seed, threads: 1, sprt: None }
    }
}

impl Work for Pairs {
    fn thread(&self, take: &dyn Fn(bool) -> Option<u32>, stop: &dyn Fn() -> bool, put: &mut Put) {
        let tournament = self.tournament();
        let mut players = tournament.players();
        one_by_one(take, stop, put, |number| {
            let pair = tournament.pair(&mut players, number as usize, stop)?;
            Some(written(&self.game, &pair))
        });
    }

    fn check<'a>(&self, index: u32, bytes: &'a [u8]) -> Result<&'a [u8], Refusal> {
        let tournament = self.tournament();
        if index as usize >= tournament.pairs() {
            return Err(Refusal::malformed(format_args!("there is no pair {index}")));
        }
        let (_, rest) = read_pair(&tournament, index as usize, bytes)?;
        Ok(rest)
    }
}

/// The moves of both games, in notation.
fn written(game: &AnyGame, pair: &GamePair) -> Vec<u8> {
    let texts = pair.games.each_ref().map(|played| move_texts(game, &played.moves));
    postcard::to_stdvec(&texts).expect("plain values can be written")
}

/// Moves from the start of the game, in notation.
pub(in crate::distributed) fn move_texts(game: &AnyGame, moves: &[AnyMove]) -> Vec<String> {
    let mut position = game.start();
    let text = |&mv: &AnyMove| {
        let text = game.format_move(&position, mv);
        game.play(&mut position, mv);
        text
    };
    moves.iter().map(text).collect()
}

/// Parses the pair with that number at the head of `bytes`; returns the remaining bytes, too.
pub(in crate::distributed) fn read_pair<'a>(
    tournament: &Tournament,
    number: usize,
    bytes: &'a [u8],
) -> Result<(GamePair, &'a [u8]), Refusal> {
    let (games, rest) = postcard::take_from_bytes::<[Vec<String>; 2]>(bytes).map_err(Refusal::malformed)?;
    let [first, second] = games.each_ref().map(|moves| {
        let played = tournament.read_game(number, moves.iter().map(String::as_str), None);
        played.map_err(|error| Refusal::malformed(format_args!("a game of pair {number}: {error:#}")))
    });
    Ok((GamePair { games: [first?, second?] }, rest))
}

#[cfg(test)]
mod tests {
    use super::super::work::{first_pieces, read_pieces};
    use super::*;
    use crate::game::Game;
    use crate::games::rules;
    use crate::players::Budget;

    #[test]
    fn pairs_that_cannot_be_are_refused() {
        let game = AnyGame::new(rules::<&str, &str>("dualite", []).expect("there is such a game")).expect("a game");
        let player = |spec: &str| {
            Entrant::open(&spec.parse().expect("names a player"), &game, Budget::default()).expect("it plays")
        };
        let mut moves = Vec::new();
        game.legal_moves(&game.start(), &mut moves);
        let opening = vec![game.format_move(&game.start(), moves[0])];
        let pairs = |openings: &[Vec<String>]| {
            Pairs::new(game.clone(), vec![player("random"), player("mcts:3")], openings, 7).map_err(|e| e.to_string())
        };
        let work = pairs(&[opening, Vec::new()]).expect("they can be played");
        let pieces = first_pieces(&work, 2);
        let read = |indices: std::ops::Range<u32>, bytes: &[u8]| {
            read_pieces(&work, indices, bytes).map_err(|refusal| refusal.to_string())
        };
        assert_eq!(read(0..2, &pieces.concat()), Ok(pieces.clone()));
        let refused = |indices, bytes: &[u8]| read(indices, bytes).expect_err("must be refused");
        assert!(refused(0..1, &pieces.concat()).contains("there is more after"));
        assert!(refused(2..3, &pieces[0]).contains("there is no pair 2"));
        let changed = |change: fn(&mut Vec<String>)| {
            let mut games: [Vec<_>; 2] = postcard::from_bytes(&pieces[0]).expect("just written");
            change(&mut games[1]);
            refused(0..1, &postcard::to_stdvec(&games).expect("writable"))
        };
        assert!(refused(0..1, &pieces[1]).contains("a game of pair 0: it begins from another opening"));
        assert!(changed(|moves| moves[2] = moves[0].clone()).contains("is not legal here"));
        assert!(changed(|moves| moves.truncate(moves.len() - 1)).contains("it is not over"));
        assert!(changed(|moves| moves.push(moves[0].clone())).contains("comes after the end"));
        assert!(pairs(&[vec!["nowhere".to_owned()]]).is_err_and(|error| error.contains("nowhere")));
    }
}
