//! The page: the files of `web/`, the reports of `docs/reports` and the engine for browsers, embedded when the program
//! was built.

mod embedded;
pub mod modules; // the page's modules, and their imports
mod bundle; //      the page in few files, as sent by hosts

pub use bundle::{is_part, sent};
pub use embedded::{CONTENT_SECURITY_POLICY, digest, engine, files, media_type, text};
