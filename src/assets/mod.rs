//! The page: the files of `web/`, the reports of `docs/reports` and the engine for browsers, embedded when the program
//! was built.

mod embedded;
pub mod modules; // the page's modules, and what they import
mod joined; //      the page in few files, as hosts send it

pub use embedded::{CONTENT_SECURITY_POLICY, digest, engine, files, media_type, text};
pub use joined::{is_part, sent};
