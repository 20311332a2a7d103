use super::{Budget, LEVELS, Program, Protocol};
use crate::game::Sentence;
use crate::runs::{COMPARISONS, check_plain_name};
use crate::search::MOST_THREADS;
use crate::sentence;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use thiserror::Error;

/// A player as the command line names it: what plays, and optionally how long it thinks.
///
/// `random`, `solver`, `mcts:N`, `level:N`, `released`, an evaluator's file (`.ard`), a training run (`RUN`, a name or
/// a directory), one of its generations (`RUN:7`) or a program that speaks UGI (`ugi:COMMAND`) or UCI (`uci:COMMAND`,
/// perhaps with `@variant=NAME`). `@sims=N`, `@time=200ms` or, for nets, `@policy` may follow, and `@threads=N` if the
/// player searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    pub kind: Kind,
    /// How long the player thinks; `None` leaves the choice to the command.
    pub budget: Option<Budget>,
    /// On how many threads the player searches; `None` leaves the choice to the command.
    pub threads: Option<NonZeroUsize>,
    text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Random,
    Solver,
    /// Monte Carlo tree search with random rollouts.
    Rollouts,
    Net(NetSpec),
    /// The released evaluator at a [`Level`](super::Level).
    Level(u8),
    Program(Program),
}

/// An evaluator as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetSpec {
    /// The evaluator released for the variant; if there is none, the newest of its training runs.
    Released,
    File(PathBuf),
    Run {
        /// The run's name below `checkpoints/runs`, or its directory.
        run: String,
        /// The run's generation; `None` for the newest.
        generation: Option<u32>,
    },
}

/// A text that does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("player `{given}`: {wrong}expected {expected}")]
pub struct SpecError {
    given: String,
    wrong: String,
    expected: &'static str,
}

const PLAYERS: &str = "random, mcts:N, solver, level:N, released, an evaluator's file (.ard), RUN, RUN:GENERATION, \
                       ugi:COMMAND or uci:COMMAND, optionally followed by @sims=N, @time=200ms or @policy, and by @threads=N";
const LIMITS: &str = "@sims=N, @time=200ms, @policy or @threads=N with at most 32, each once";
const PROGRAM: &str = "ugi:COMMAND or uci:COMMAND, for example ugi:'./engine --threads 1'";

/// Whether a name is that of an evaluator's file; some systems write endings in capitals.
pub fn is_evaluator(name: &str) -> bool {
    name.get(name.len().saturating_sub(4)..).is_some_and(|ending| ending.eq_ignore_ascii_case(".ard"))
}

/// Checks the name of a new run, which must later be read as the run's.
///
/// # Errors
/// The name is no [plain name](check_plain_name), or names another player.
pub fn check_run_name(name: &str) -> Result<(), Sentence> {
    check_plain_name(name)?;
    let means_it = name.parse().is_ok_and(
        |spec: PlayerSpec| matches!(spec.kind, Kind::Net(NetSpec::Run { run, generation: None }) if run == name),
    );
    if means_it && name != COMPARISONS {
        Ok(())
    } else {
        Err(sentence!("training.name-taken", "name `{name}` means something else: expected another name", name = name))
    }
}

fn parse_threads(text: &str) -> Option<NonZeroUsize> {
    text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MOST_THREADS as usize)
}

impl PlayerSpec {
    /// The same player with its stand-in for the released evaluator, as RUN:7.
    pub(super) fn with_stand_in(&self, name: &str) -> Option<PlayerSpec> {
        self.text.replacen("released", name, 1).parse().ok()
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let error = |wrong: String, expected| SpecError { given: text.to_owned(), wrong, expected };
        // Names of files and arguments of programs may contain an `@`.
        let is_limit = |suffix: &str| {
            let is_common = ["sims=", "time=", "policy", "threads="].iter().any(|start| suffix.starts_with(start));
            match text.split_once(':') {
                Some(("uci", _)) => is_common || suffix.starts_with("variant="),
                Some(("ugi", _)) => is_common,
                _ => !is_evaluator(suffix),
            }
        };
        let (mut name, mut budget, mut threads, mut variant) = (text, None, None, None);
        while let Some((rest, suffix)) = name.rsplit_once('@').filter(|(_, suffix)| is_limit(suffix)) {
            let wrong = || error(format!("`@{suffix}`: "), LIMITS);
            let is_first = variant.is_none() && text.starts_with("uci:");
            if let Some(named) = suffix.strip_prefix("variant=").filter(|_| is_first) {
                variant = Some(named.to_owned());
                name = rest;
                continue;
            }
            match suffix.strip_prefix("threads=") {
                Some(count) if threads.is_none() => threads = Some(parse_threads(count).ok_or_else(wrong)?),
                None if budget.is_none() => budget = Some(parse_budget(suffix).ok_or_else(wrong)?),
                _ => return Err(wrong()),
            }
            name = rest;
        }
        if name.is_empty() {
            return Err(error(String::new(), PLAYERS));
        }
        let plain = |kind: Kind| match budget {
            None => Ok((kind, None)),
            Some(budget) => Err(error(format!("`@{budget}` has no meaning for it: "), "no budget")),
        };
        let run = |run: &str, generation| Kind::Net(NetSpec::Run { run: run.to_owned(), generation });
        let (kind, budget) = match name.split_once(':') {
            None if name == "random" => plain(Kind::Random)?,
            None if name == "solver" => plain(Kind::Solver)?,
            None if name == "released" => (Kind::Net(NetSpec::Released), budget),
            Some((protocol @ ("ugi" | "uci"), command)) => match words(command) {
                Some(command) if !command.is_empty() => match budget {
                    Some(Budget::Policy) => {
                        return Err(error(
                            "a program is not asked for its policy: ".to_owned(),
                            "@sims=N or @time=200ms",
                        ));
                    }
                    _ => {
                        let protocol = if protocol == "ugi" { Protocol::Ugi } else { Protocol::Uci { variant } };
                        (Kind::Program(Program { command, protocol }), budget)
                    }
                },
                Some(_) => return Err(error(String::new(), PROGRAM)),
                None => return Err(error("a quotation mark is not closed: ".to_owned(), PROGRAM)),
            },
            _ if is_evaluator(name) => (Kind::Net(NetSpec::File(name.into())), budget),
            None if name == "mcts" => match budget {
                Some(budget @ Budget::Time(_)) => (Kind::Rollouts, Some(budget)),
                _ => return Err(error(String::new(), "mcts:N or mcts@time=200ms")),
            },
            Some(("mcts", count)) => match (positive(count), budget) {
                (Some(count), None) => (Kind::Rollouts, Some(Budget::Simulations(count))),
                (Some(_), Some(budget)) => {
                    return Err(error(format!("both `:{count}` and `@{budget}`: "), "one of them"));
                }
                (None, _) => return Err(error(format!("`{count}` rollouts: "), "mcts:N with N from 1 to 4294967295")),
            },
            Some(("level", number)) => match number.parse().ok().filter(|number| (1..=LEVELS).contains(number)) {
                Some(number) => plain(Kind::Level(number))?,
                None => {
                    return Err(error(format!("level `{number}`: "), "level:N with N from 1 to 10"));
                }
            },
            _ => match name.rsplit_once(':') {
                None => (run(name, None), budget),
                // The letter of a drive.
                Some((drive, rest)) if cfg!(windows) && drive.len() == 1 && rest.starts_with(['\\', '/']) => {
                    (run(name, None), budget)
                }
                Some((name, generation)) => match generation.parse() {
                    Ok(number) if !name.is_empty() => (run(name, Some(number)), budget),
                    _ => return Err(error(String::new(), PLAYERS)),
                },
            },
        };
        if threads.is_some() && matches!(kind, Kind::Random | Kind::Solver | Kind::Program(_)) {
            return Err(error("`@threads` is for players of this program that search: ".to_owned(), "none"));
        }
        Ok(PlayerSpec { kind, budget, threads, text: text.to_owned() })
    }
}

impl fmt::Display for PlayerSpec {
    /// The text as given.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The words of a command, split as by a shell; `None` if a quotation mark is not closed. On Windows a backslash
/// separates folders and has no other meaning.
fn words(command: &str) -> Option<Vec<String>> {
    let mut quoted = false;
    let mut text = String::new();
    for letter in command.chars() {
        quoted ^= letter == '\'';
        // A backslash is doubled to stand for itself.
        text.push_str(if cfg!(windows) && letter == '\\' && !quoted { "\\" } else { "" });
        text.push(letter);
    }
    shlex::split(&text)
}

fn parse_budget(text: &str) -> Option<Budget> {
    match text.split_once('=') {
        None => (text == "policy").then_some(Budget::Policy),
        Some(("sims", count)) => positive(count).map(Budget::Simulations),
        Some(("time", time)) => humantime::parse_duration(time).ok().filter(|time| !time.is_zero()).map(Budget::Time),
        Some(_) => None,
    }
}

fn positive(text: &str) -> Option<u32> {
    text.parse().ok().filter(|&number| number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn parse(text: &str) -> (Kind, Option<Budget>) {
        let spec: PlayerSpec = text.parse().unwrap();
        assert_eq!(spec.to_string(), text);
        (spec.kind, spec.budget)
    }

    fn run(run: &str, generation: Option<u32>) -> Kind {
        Kind::Net(NetSpec::Run { run: run.into(), generation })
    }

    fn file(path: &str) -> Kind {
        Kind::Net(NetSpec::File(path.into()))
    }

    fn program(words: &[&str]) -> Kind {
        let command = words.iter().map(|&word| word.to_owned()).collect();
        Kind::Program(Program { command, protocol: Protocol::Ugi })
    }

    #[test]
    fn runs_have_names_of_their_own() {
        for name in ["loa", "loa-2.b_3", "zén", "7"] {
            assert_eq!(check_run_name(name), Ok(()), "{name}");
        }
        for name in ["random", "solver", "released", "mcts", "foo.ard", "FOO.ARD", "compare"] {
            let wrong = check_run_name(name).expect_err(name).text;
            assert!(wrong.contains("means something else"), "{wrong}");
        }
        for name in ["", "-rf", ".hidden", "a/b", "a:7", "ugi:sh", "uci:sh", "a@b", "level:3", "a b"] {
            let wrong = check_run_name(name).expect_err(name).text;
            assert!(wrong.contains("expected letters, digits"), "{wrong}");
        }
    }

    #[test]
    fn every_kind_of_player_is_read() {
        assert_eq!(parse("random"), (Kind::Random, None));
        assert_eq!(parse("solver"), (Kind::Solver, None));
        assert_eq!(parse("mcts:200"), (Kind::Rollouts, Some(Budget::Simulations(200))));
        assert_eq!(parse("mcts@time=1s"), (Kind::Rollouts, Some(Budget::Time(Duration::from_secs(1)))));
        assert_eq!(parse("level:3"), (Kind::Level(3), None));
        assert_eq!(parse("released"), (Kind::Net(NetSpec::Released), None));
        assert_eq!(parse("a/b@2.ard"), (file("a/b@2.ard"), None));
        assert_eq!(parse("X.ARD"), (file("X.ARD"), None));
        assert_eq!(parse("x.ard@sims=7"), (file("x.ard"), Some(Budget::Simulations(7))));
        assert_eq!(parse("first"), (run("first", None), None));
        assert_eq!(parse("runs/first:7@policy"), (run("runs/first", Some(7)), Some(Budget::Policy)));
        let time = Some(Budget::Time(Duration::from_millis(200)));
        assert_eq!(parse("released@time=200ms"), (Kind::Net(NetSpec::Released), time));
        for text in ["released@time=200ms@threads=2", "released@threads=2@time=200ms", "mcts:9@threads=2"] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().threads, NonZeroUsize::new(2));
            parse(text);
        }
        let sims = Some(Budget::Simulations(50));
        let fairy = |variant: Option<&str>| {
            let protocol = Protocol::Uci { variant: variant.map(str::to_owned) };
            Kind::Program(Program { command: vec!["fairy".to_owned()], protocol })
        };
        assert_eq!(parse("uci:fairy"), (fairy(None), None));
        assert!("loa@variant=ataxx".parse::<PlayerSpec>().is_err());
        assert_eq!(parse("uci:fairy@variant=ataxx@sims=50"), (fairy(Some("ataxx")), sims));
        assert_eq!(parse("ugi:./old ugi loa"), (program(&["./old", "ugi", "loa"]), None));
        assert_eq!(parse("ugi:'my engine' --log a@b:c@sims=50"), (program(&["my engine", "--log", "a@b:c"]), sims));
        assert_eq!(parse("ugi:old ugi loa --with x.ard"), (program(&["old", "ugi", "loa", "--with", "x.ard"]), None));
        assert_eq!(parse("ugi:old --with x@y.ard"), (program(&["old", "--with", "x@y.ard"]), None));
    }

    #[cfg(windows)]
    #[test]
    fn folders_of_windows_are_named_as_there() {
        assert_eq!(parse(r"ugi:C:\engines\old.exe ugi loa"), (program(&[r"C:\engines\old.exe", "ugi", "loa"]), None));
        assert_eq!(parse(r"ugi:'C:\my engines\old.exe' ugi"), (program(&[r"C:\my engines\old.exe", "ugi"]), None));
        assert_eq!(parse(r#"ugi:"C:\my engines\old.exe" ugi"#), (program(&[r"C:\my engines\old.exe", "ugi"]), None));
        assert_eq!(parse(r"C:\nets\loa.ard@policy"), (file(r"C:\nets\loa.ard"), Some(Budget::Policy)));
        assert_eq!(parse(r"C:\runs\first"), (run(r"C:\runs\first", None), None));
        assert_eq!(parse(r"C:\runs\first:7"), (run(r"C:\runs\first", Some(7)), None));
    }

    #[test]
    fn errors_name_what_was_given_and_what_is_expected() {
        for (text, expected) in [
            ("", PLAYERS),
            ("@sims=3", PLAYERS),
            ("first:x", PLAYERS),
            (":3", PLAYERS),
            ("mcts", "mcts:N"),
            ("mcts:0", "mcts:N"),
            ("mcts:many", "mcts:N"),
            ("mcts:5@sims=6", "one of them"),
            ("level:0", "from 1 to 10"),
            ("level:11", "from 1 to 10"),
            ("level:3@sims=6", "no budget"),
            ("random@sims=6", "no budget"),
            ("solver@policy", "no budget"),
            ("first@sims=0", LIMITS),
            ("first@time=0ms", LIMITS),
            ("first@time=soon", LIMITS),
            ("first@depth=3", LIMITS),
            ("first@sims=1@sims=2", LIMITS),
            ("first@threads=0", LIMITS),
            ("first@threads=2@threads=2", LIMITS),
            ("random@threads=2", "expected none"),
            ("ugi:a@threads=2", "expected none"),
            ("ugi:", "ugi:COMMAND"),
            ("ugi: ", "ugi:COMMAND"),
            ("ugi:'a", "quotation mark"),
            ("ugi:a@sims=0", LIMITS),
            ("ugi:a@policy", "@sims=N or @time"),
        ] {
            let message = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(message.contains(&format!("`{text}`")) && message.contains(expected), "{message}");
        }
    }
}
