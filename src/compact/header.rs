use super::{Architecture, Precision};
use crate::game::{AnyGame, Encoding, Game, Shape, VariantRef};
use crate::games::rules_file;
use crate::search::SearchConfig;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// The data to use a net safely: the game that it plays, the encoding of positions, the search parameters, and its
/// origin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Name of the variant, as `loa`.
    pub variant: String,
    /// Rule options that the net depends on ([`Encoding::net_options`]), with their values.
    pub options: BTreeMap<String, String>,
    /// [`Encoding::encoding_version`] of the encoding that the net was trained on.
    pub encoding_version: u32,
    pub architecture: Architecture,
    pub precision: Precision,
    /// Activation ranges for 8 bits: the largest input of each 3x3 convolution in the blocks, in order; larger inputs
    /// are clipped. Empty, or two for each block; `int8` nets need them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<f32>,
    /// The search of players with this net, except at the root, where all players use PUCT without noise.
    pub search: SearchConfig,
    pub provenance: Provenance,
    /// The text of the rules file, if the game comes from one: the evaluator is enough to play the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_file: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    pub run: String,
    pub generation: u32,
    pub seed: u64,
    /// Number of training samples used so far, repeated ones included.
    pub samples: u64,
    /// Name and version of the exporting program.
    pub program: String,
}

/// A net that was trained for another game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MismatchError {
    #[error("this evaluator plays `{net}`, the game is `{game}`")]
    Variant { net: String, game: String },
    /// Another value of a rule option; `none` stands for an option that only one of the two has.
    #[error("this evaluator was trained with rule option `{option}` = {net}, the game has {game}")]
    Option { option: String, net: String, game: String },
    /// The texts of the rules file differ.
    #[error("this evaluator was trained with other rules of {variant}: they have changed since")]
    RulesFile { variant: String },
    #[error("this evaluator reads version {net} of the encoding of {variant}, this program writes version {game}")]
    Encoding { variant: String, net: u32, game: u32 },
    /// The sizes of input or policy differ.
    #[error("this evaluator was made for {net}, the game has {game}")]
    Shape { net: Shape, game: Shape },
}

impl Header {
    /// The header of an `f32` net for this game with default search parameters.
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

    /// Checks that sizes, ranges and search parameters are possible. Returns the variant of the rules file, if there
    /// is one.
    ///
    /// # Errors
    /// One sentence that names the error.
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
    /// The first difference, with both values.
    pub fn check(&self, game: &AnyGame) -> Result<(), MismatchError> {
        let variant = &*game.rules().variant().name;
        if self.variant != variant {
            return Err(MismatchError::Variant { net: self.variant.clone(), game: variant.to_owned() });
        }
        let options = game.net_options();
        // Older versions also listed options that the encoding shows.
        let all = game.rules().options();
        // Nets whose moves are steps are older than the option.
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
        // A net fits boards of any size; games that need another net for another size have it among their options.
        let (net, game) = (self.architecture.shape, game.shape());
        if (Shape { rows: game.rows, cols: game.cols, ..net }) != game {
            return Err(MismatchError::Shape { net, game });
        }
        Ok(())
    }
}
