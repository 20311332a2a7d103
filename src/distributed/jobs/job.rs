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

/// Work to compute, cut into pieces with indices: games, pairs of games, or answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Job {
    /// The self-play games of a generation.
    SelfPlay {
        /// The part of the run's config that determines the games, in TOML.
        config: String,
        generation: u32,
        net: Hash,
        /// Start positions of the games that do not begin as configured, by index.
        restarts: BTreeMap<u32, String>,
    },
    /// The pairs of games of a tournament, by number.
    Pairs {
        rules: RulesTerms,
        players: Vec<Contestant>,
        openings: Vec<Vec<String>>,
        /// All random choices in the games derive from the seed.
        seed: u64,
    },
    /// The moves that players choose: those of the first player in all positions, then those of the next.
    Answers { rules: RulesTerms, players: Vec<Contestant>, positions: Vec<String> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesTerms {
    game: String,
    options: BTreeMap<String, String>,
    /// The text of the rules file, if the game comes from one.
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

pub type Nets = BTreeMap<Hash, Arc<CompactNet>>;

/// Largest size of a job, in bytes.
const MOST: usize = 1 << 26;

const MOST_PLAYERS: usize = 256;

impl RulesTerms {
    /// The rules of a game as a job holds them.
    pub fn of(game: &AnyGame) -> RulesTerms {
        let rules = game.rules();
        let rules_file = rules_file::of_variant(rules.variant()).map(|file| file.text.clone());
        RulesTerms { game: rules.variant().name.to_string(), options: rules.options(), rules_file }
    }

    /// The game with these options.
    ///
    /// # Errors
    /// There is no such game, or it does not have these options.
    pub(super) fn game(&self) -> Result<AnyGame> {
        let read = |text: &String| rules_file::load(&self.game, text).map_err(anyhow::Error::msg);
        let brought = self.rules_file.as_ref().map(read).transpose()?;
        Ok(AnyGame::new(find_or(&self.game, brought.as_ref())?.rules(&self.options)?)?)
    }
}

impl Contestant {
    /// The players as contestants, and their nets.
    ///
    /// # Errors
    /// A player can only play on this machine.
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

    /// The player, with its net from `nets`.
    ///
    /// # Errors
    /// The player cannot play this game, or its net is missing.
    pub(super) fn entrant(&self, game: &AnyGame, nets: &Nets) -> Result<Entrant> {
        let net = self.net.and_then(|hash| nets.get(&hash)).cloned();
        Ok(Entrant::of_terms(&self.terms, net, game)?)
    }
}

impl Job {
    /// Parses a job.
    ///
    /// # Errors
    /// The bytes are no valid job.
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

    pub fn nets(&self) -> Vec<Hash> {
        match self {
            Job::SelfPlay { net, .. } => vec![*net],
            Job::Pairs { players, .. } | Job::Answers { players, .. } => {
                players.iter().filter_map(|player| player.net).collect()
            }
        }
    }
}
