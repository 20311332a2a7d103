use super::table::{Takes, Value, table};
use crate::compact::Precision;
use crate::net::NetConfig;

table! {
    describe NetConfig {
        /// Channels of the residual trunk; multiples of 16 use the vector units fully.
        channels, Takes::from_to(1, 1024);
        /// Residual blocks of two 3x3 convolutions each.
        blocks, Takes::from_to(1, 100);
        /// Channels of the value head before pooling.
        value_channels, Takes::from_to(1, 1024);
        /// Width of the value head's hidden layer.
        value_hidden, Takes::from_to(1, 4096);
        /// Precision of the evaluator, `f32` or `int8`; `int8` is trained for and about twice as fast.
        precision, Takes::Any;
    }
}

impl Value for Precision {
    fn words(&self) -> String {
        self.name().to_owned()
    }
}
