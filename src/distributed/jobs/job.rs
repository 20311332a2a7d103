use crate::compact::CompactNet;
use crate::distributed::hash::Hash;
use crate::distributed::message::Refusal;
use crate::game::Game;
use crate::games::{AnyGame, find_or, rules_file};
use crate::players::{Entrant, PlayerTerms};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is to be computed. It is cut into pieces, which have indices: games, pairs of games, answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Job {
    /// The self-play games of a generation.
    SelfPlay {
        /// The part of the run's config that games follow from, in TOML.
        config: String,
        /// The generation.
        generation: u32,
        /// The net that plays.
        net: Hash,
        /// Where games begin that do not begin as the config says, by index.
        restarts: BTreeMap<u32, String>,
    },
    /// The pairs of games of a tournament, by number.
    Pairs {
        /// The rules.
        rules: RulesTerms,
        /// Who plays.
        players: Vec<Contestant>,
        /// The moves of each opening.
        openings: Vec<Vec<String>>,
        /// Decides everything random in the games.
        seed: u64,
    },
    /// The moves that players choose: all positions by the first player, then by the next.
    Answers {
        /// The rules.
        rules: RulesTerms,
        /// Who is asked.
        players: Vec<Contestant>,
        /// The positions.
        positions: Vec<String>,
    },
}

/// A game with its options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesTerms {
    game: String,
    options: BTreeMap<String, String>,
    /// The text of the rules file, where the game comes from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules_file: Option<String>,
}

/// A player, and the net that it needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contestant {
    terms: PlayerTerms,
    net: Option<Hash>,
}

/// Nets by their hashes.
pub type Nets = BTreeMap<Hash, Arc<CompactNet>>;

/// Most bytes of a job.
const MOST: usize = 1 << 26;

/// Most players of a job.
const MOST_PLAYERS: usize = 256;

impl RulesTerms {
    /// Those that a game is played by.
    pub fn of(game: &AnyGame) -> RulesTerms {
        let rules = game.rules();
        let rules_file = rules_file::of_variant(rules.variant()).map(|file| file.text.clone());
        RulesTerms { game: rules.variant().name.to_string(), options: rules.options(), rules_file }
    }

    /// The game with these options.
    ///
    /// # Errors
    /// There is no such game, or not with these options.
    pub(super) fn game(&self) -> Result<AnyGame> {
        let read = |text: &String| rules_file::load(&self.game, text).map_err(anyhow::Error::msg);
        let brought = self.rules_file.as_ref().map(read).transpose()?;
        Ok(AnyGame::new(find_or(&self.game, brought.as_ref())?.rules(&self.options)?)?)
    }
}

impl Contestant {
    /// The players as contestants, and the nets that they need.
    ///
    /// # Errors
    /// One of them can only play here.
    pub fn all(entrants: &[Entrant]) -> Result<(Vec<Contestant>, Nets)> {
        let mut nets = Nets::new();
        let contestants = entrants.iter().map(|entrant| {
            let (terms, net) = entrant.terms()?;
            let net = net.map(|net| {
                let hash = Hash::of(&net.to_bytes());
                nets.insert(hash, Arc::clone(net));
                hash
            });
            Ok(Contestant { terms, net })
        });
        let contestants: Result<_> = contestants.collect();
        Ok((contestants?, nets))
    }

    /// The player, with its net among these.
    ///
    /// # Errors
    /// It cannot play this game, or its net is missing.
    pub(super) fn entrant(&self, game: &AnyGame, nets: &Nets) -> Result<Entrant> {
        let net = self.net.and_then(|hash| nets.get(&hash)).cloned();
        Ok(Entrant::of_terms(&self.terms, net, game)?)
    }
}

impl Job {
    /// Reads a job.
    ///
    /// # Errors
    /// It is none.
    pub fn read(bytes: &[u8]) -> Result<Job, Refusal> {
        if bytes.len() > MOST {
            return Err(Refusal::TooLarge { given: bytes.len(), most: MOST });
        }
        let job: Job = serde_json::from_slice(bytes).map_err(Refusal::malformed)?;
        match job.nets().len() {
            nets if nets > MOST_PLAYERS => Err(Refusal::malformed(format_args!("it has {nets} players"))),
            _ => Ok(job),
        }
    }

    /// The nets that it needs.
    pub fn nets(&self) -> Vec<Hash> {
        match self {
            Job::SelfPlay { net, .. } => vec![*net],
            Job::Pairs { players, .. } | Job::Answers { players, .. } => {
                players.iter().filter_map(|player| player.net).collect()
            }
        }
    }
}
