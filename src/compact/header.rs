use super::Architecture;
use crate::game::{Encoding, Shape};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// All that is needed to use a net safely: which game it plays, how it reads positions, and where it comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Name of the variant, as `loa`.
    pub variant: String,
    /// The rule options that the net depends on ([`Encoding::net_options`]), with their values.
    pub options: BTreeMap<String, String>,
    /// [`Encoding::encoding_version`] of the encoding that the net was trained on.
    pub encoding_version: u32,
    /// Sizes of the net.
    pub architecture: Architecture,
    /// Format of the weights.
    pub precision: Precision,
    /// The largest activation that each convolution of the blocks takes in, in order, where one is set: larger ones are
    /// cut off in 8 bits. None, or two for each block; an `int8` net has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<f32>,
    /// How much a search with this net counts gains in progress
    /// ([`Guidance::progress`](crate::game::Guidance::progress)) beside the net's values:
    /// `search.progress_share` of the run that trained it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub progress_share: f32,
    /// Positions that a proof search may visit before a player with this net thinks: `players.root_proof_nodes` of the
    /// run that trained it. None: as many as players take otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root_proof_nodes: Option<u32>,
    /// Where the net comes from.
    pub provenance: Provenance,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(share: &f32) -> bool {
    *share == 0.0
}

/// Number format of the weights in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// 32-bit floating point.
    F32,
    /// 8-bit whole numbers in the 3x3 convolutions, and what they take in; the rest as `f32`.
    Int8,
}

impl Precision {
    /// All of them.
    pub const ALL: [Precision; 2] = [Precision::F32, Precision::Int8];

    /// Name, as in files and configs.
    pub fn name(self) -> &'static str {
        match self {
            Precision::F32 => "f32",
            Precision::Int8 => "int8",
        }
    }
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
    /// Training samples seen so far.
    pub samples: u64,
    /// Name and version of the program that exported it.
    pub program: String,
}

/// A net that was trained for something else than the game at hand.
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
    /// Another value of a rule option, or an option that only one of the two has (`none` for the other).
    #[error("this evaluator was trained with rule option `{option}` = {net}, the game has {game}")]
    Option {
        /// Name of the option.
        option: String,
        /// Value of the net.
        net: String,
        /// Value of the game.
        game: String,
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
    /// The header of a net for this game.
    pub fn new<G: Encoding>(game: &G, architecture: Architecture, provenance: Provenance) -> Header {
        Header {
            variant: game.rules().variant().name.to_owned(),
            options: game.net_options(),
            encoding_version: game.encoding_version(),
            architecture,
            precision: Precision::F32,
            ranges: Vec::new(),
            progress_share: 0.0,
            root_proof_nodes: None,
            provenance,
        }
    }

    /// Checks that there can be a net with this header.
    ///
    /// # Errors
    /// One sentence that says what is wrong.
    pub fn check_sizes(&self) -> Result<(), String> {
        self.architecture.check()?;
        if !(0.0..=1.0).contains(&self.progress_share) {
            return Err(format!("its share of progress is {}, expected a number from 0 to 1", self.progress_share));
        }
        let (given, all) = (self.ranges.len(), 2 * self.architecture.blocks);
        if given != all && (given > 0 || self.precision == Precision::Int8) {
            return Err(format!("it has {given} ranges of activations, expected {all}, two for each block"));
        }
        match self.ranges.iter().find(|range| !(range.is_finite() && **range > 0.0)) {
            Some(range) => Err(format!("a range of activations is {range}, expected a positive number")),
            None => Ok(()),
        }
    }

    /// Checks that a net with this header is for this game.
    ///
    /// # Errors
    /// The first thing that differs, with both values.
    pub fn check<G: Encoding>(&self, game: &G) -> Result<(), MismatchError> {
        let variant = game.rules().variant().name;
        if self.variant != variant {
            return Err(MismatchError::Variant { net: self.variant.clone(), game: variant.to_owned() });
        }
        let options = game.net_options();
        for name in self.options.keys().chain(options.keys()) {
            let (net, game) = (self.options.get(name), options.get(name));
            if net != game {
                let text = |value: Option<&String>| value.map_or("none".to_owned(), |value| format!("`{value}`"));
                return Err(MismatchError::Option { option: name.clone(), net: text(net), game: text(game) });
            }
        }
        if self.encoding_version != game.encoding_version() {
            let (net, game) = (self.encoding_version, game.encoding_version());
            return Err(MismatchError::Encoding { variant: variant.to_owned(), net, game });
        }
        // A net fits boards of any size; whether it plays well there is for the game's options to say.
        let (net, game) = (self.architecture.shape, game.shape());
        if (Shape { rows: game.rows, cols: game.cols, ..net }) != game {
            return Err(MismatchError::Shape { net, game });
        }
        Ok(())
    }
}
