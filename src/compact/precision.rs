use serde::{Deserialize, Serialize};

/// Number format of the weights in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    F32,
    /// 8-bit integers for weights and inputs of the 3x3 convolutions, `f32` for the rest.
    Int8,
}

impl Precision {
    pub const ALL: [Precision; 2] = [Precision::F32, Precision::Int8];

    /// The precision's name in files and configs.
    pub fn name(self) -> &'static str {
        match self {
            Precision::F32 => "f32",
            Precision::Int8 => "int8",
        }
    }
}
