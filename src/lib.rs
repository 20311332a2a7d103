//! `ardoise` learns board games from nothing but their rules, by playing itself.
//!
//! The modules, in dependency order: each may use only those above it (a test holds this).

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read what they have written"))]

pub mod random; //   seeds derived from a seed and a list of numbers, and the one mixing function
pub mod clock; //    time, also in a browser
pub mod system; //   what operating systems do differently
pub mod files; //    files that are written atomically, and measured before they are read
pub mod text; //     display of foreign texts
pub mod rbg; //      games from a file: the language Regular Boardgames, its automaton, legal steps
pub mod game; //     what a game is: rules, moves, outcomes, notation, symmetries, encoding, perft
pub mod games; //    the games, one folder each, and the one list that names them
pub mod tree; //     trees stored in one list, for instance a game's moves with variations
pub mod sgf; //      Smart Game Format, read and written; knows no game
pub mod record; //   game records, verified: JSON lines, SGF, text
pub mod runs; //     the directories of training runs, and their locks
mod kernels; //      arithmetic on the processor's vector units: convolution, its gradients, normalisation
pub mod eval; //     what an evaluator is; uniform, random rollouts, cache
#[cfg(feature = "samples")]
pub mod samples; //  training samples, and the file of a generation's games
pub mod search; //   Monte Carlo tree search: PUCT, Gumbel root, proven results; knows no network and no game
pub mod compact; //  the compact evaluator: an exported net, its file and its inference
pub mod players; //  engines, budgets, names of players, the location of evaluators
pub mod arena; //    matches, openings, ratings, SPRT, exams against exact solutions
pub mod play; //     terminal play, analysis, Universal Game Interface
pub mod problems; // positions with one winning move: composing, proving, rating and solving them
pub mod report; //   reports on games: figures and examples from games played for them
pub mod web; //      the requests of a page and their answers, in JSON; the engine for browsers
#[cfg(feature = "learn")]
pub mod net; //      the burn model, its export to a compact evaluator, and the import of one
#[cfg(feature = "learn")]
pub mod train; //    self-play, replay buffer, learner, schedule, checkpoints, reports
#[cfg(feature = "learn")]
pub mod doctor; //   findings on a run; its generations against each other
#[cfg(feature = "learn")]
pub mod compare; //  variations of a config, trained and measured against each other
#[cfg(feature = "distributed")]
pub mod distributed; // self-play on other machines, through a NATS server
#[cfg(feature = "cli")]
pub mod assets; //   the page's files
#[cfg(feature = "cli")]
pub mod html; //     pages in one file: modules and styles of the page with their JSON
#[cfg(feature = "serve")]
mod gzip; //         compression for browsers
#[cfg(feature = "serve")]
pub mod serve; //    the page and its engine over HTTP
#[cfg(feature = "serve")]
pub mod site; //     the page as a folder of files, with the engine for browsers
#[cfg(feature = "cli")]
pub mod commands; // one file for each command
#[cfg(feature = "cli")]
pub mod cli; //      the command line

#[cfg(feature = "cli")]
pub use cli::main_with;
