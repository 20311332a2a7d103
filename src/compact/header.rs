use super::{Architecture, Precision};
use crate::game::{AnyGame, Encoding, Game, Shape, VariantRef};
use crate::games::rules_file;
use crate::search::SearchConfig;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// What is needed to use a net safely: which game it plays, how it encodes positions, how its players search, and where
/// it comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Name of the variant, as `loa`.
    pub variant: String,
    /// Rule options that the net depends on ([`Encoding::net_options`]), with their values.
    pub options: BTreeMap<String, String>,
    /// [`Encoding::encoding_version`] of the encoding that the net was trained on.
    pub encoding_version: u32,
    /// Sizes of the net.
    pub architecture: Architecture,
    /// Number format of the weights.
    pub precision: Precision,
    /// Activation ranges for 8 bits: the largest input of each 3x3 convolution in the blocks, in order; larger ones are
    /// clipped. Empty, or two for each block; `int8` nets need them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<f32>,
    /// How players with this net search, except at the root, where all players use PUCT without noise.
    pub search: SearchConfig,
    /// Where the net comes from.
    pub provenance: Provenance,
    /// The text of the rules file, where the game comes from one: the evaluator is enough to play it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_file: Option<String>,
}

/// Where a net comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Name of the training run.
    pub run: String,
    /// Generation of that run.
    pub generation: u32,
    /// Seed of that run.
    pub seed: u64,
    /// Training samples used so far, repeated ones included.
    pub samples: u64,
    /// Name and version of the program that exported it.
    pub program: String,
}

/// A net that was trained for another game than the one at hand.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MismatchError {
    /// Another variant.
    #[error("this evaluator plays `{net}`, the game is `{game}`")]
    Variant {
        /// Variant of the net.
        net: String,
        /// Variant of the game.
        game: String,
    },
    /// Another value of a rule option; `none` stands for an option that only one of the two has.
    #[error("this evaluator was trained with rule option `{option}` = {net}, the game has {game}")]
    Option {
        /// Name of the option.
        option: String,
        /// Value of the net.
        net: String,
        /// Value of the game.
        game: String,
    },
    /// Another text of a rules file.
    #[error("this evaluator was trained by another {variant}: its rules have changed since")]
    RulesFile {
        /// The file.
        variant: String,
    },
    /// Another version of the encoding.
    #[error("this evaluator reads version {net} of the encoding of {variant}, this program writes version {game}")]
    Encoding {
        /// The variant.
        variant: String,
        /// Version of the net.
        net: u32,
        /// Version of the game.
        game: u32,
    },
    /// Other sizes of input or policy.
    #[error("this evaluator was made for {net}, the game has {game}")]
    Shape {
        /// Shape of the net.
        net: Shape,
        /// Shape of the game.
        game: Shape,
    },
}

impl Header {
    /// The header of an `f32` net for this game, whose players search with the default parameters.
    pub fn new(game: &AnyGame, architecture: Architecture, provenance: Provenance) -> Header {
        Header {
            variant: game.rules().variant().name.to_string(),
            options: game.net_options(),
            encoding_version: game.encoding_version(),
            architecture,
            precision: Precision::F32,
            ranges: Vec::new(),
            search: SearchConfig::default(),
            provenance,
            rules_file: rules_file::of_variant(game.rules().variant()).map(|file| file.text.clone()),
        }
    }

    /// Checks that sizes, ranges and search parameters are possible, and reads the rules file, if there is one: its
    /// variant.
    ///
    /// # Errors
    /// One sentence that says what is wrong.
    pub fn validate(&self) -> Result<Option<VariantRef>, String> {
        self.architecture.check()?;
        let brought = self.rules_file.as_ref().map(|text| rules_file::load(&self.variant, text)).transpose()?;
        self.search.validate().map_err(|error| error.to_string())?;
        let (given, all) = (self.ranges.len(), 2 * self.architecture.blocks);
        if given != all && (given > 0 || self.precision == Precision::Int8) {
            return Err(format!("it has {given} activation ranges, expected {all}, two for each block"));
        }
        match self.ranges.iter().find(|range| !(1e-30..=1e30).contains(*range)) {
            Some(range) => Err(format!("an activation range is {range}, expected a number from 1e-30 to 1e30")),
            None => Ok(brought),
        }
    }

    /// Checks that a net with this header is for this game.
    ///
    /// # Errors
    /// The first thing that differs, with both values.
    pub fn check(&self, game: &AnyGame) -> Result<(), MismatchError> {
        let variant = &*game.rules().variant().name;
        if self.variant != variant {
            return Err(MismatchError::Variant { net: self.variant.clone(), game: variant.to_owned() });
        }
        let options = game.net_options();
        // Older programs noted options that encodings show.
        let all = game.rules().options();
        // Nets by steps are older than the choice.
        let step = "step".to_owned();
        for name in self.options.keys().filter(|name| !all.contains_key(*name)).chain(options.keys()) {
            let net = self.options.get(name).or((name == "action").then_some(&step));
            let game = options.get(name);
            if net == game {
                continue;
            }
            if name == "rules" && self.rules_file.is_some() {
                return Err(MismatchError::RulesFile { variant: variant.to_owned() });
            }
            let text = |value: Option<&String>| value.map_or("none".to_owned(), |value| format!("`{value}`"));
            return Err(MismatchError::Option { option: name.clone(), net: text(net), game: text(game) });
        }
        if self.encoding_version != game.encoding_version() {
            let (net, game) = (self.encoding_version, game.encoding_version());
            return Err(MismatchError::Encoding { variant: variant.to_owned(), net, game });
        }
        // A net fits boards of any size. Games that want another net for another size say so in their options.
        let (net, game) = (self.architecture.shape, game.shape());
        if (Shape { rows: game.rows, cols: game.cols, ..net }) != game {
            return Err(MismatchError::Shape { net, game });
        }
        Ok(())
    }
}
