use super::recorded;
use crate::compact::CompactNet;
use crate::game::{AnyGame, Game, History, Notation, Rules};
use crate::games;
use crate::play::read_moves;
use crate::players::{give, is_evaluator};
use anyhow::Context;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// A game: a variant and its rule options.
#[derive(Clone, Debug, clap::Args)]
pub struct GameArgs {
    /// Variant, as `ardoise games` lists them; a rules file, as mygame.rbg; or an evaluator, for its game
    #[arg(value_name = "VARIANT")]
    pub variant: String,
    #[command(flatten)]
    pub rules: RulesArg,
}

impl GameArgs {
    /// The game with these options.
    ///
    /// # Errors
    /// No such variant, option or value, or an option is given twice.
    pub fn game(&self) -> anyhow::Result<AnyGame> {
        Ok(AnyGame::new(self.rules.rules(&self.variant)?)?)
    }
}

/// Rule options of a variant that is named elsewhere.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct RulesArg {
    /// Set a rule option, such as `opening=last` (repeatable)
    #[arg(long = "rules", value_name = "OPTION=VALUE", value_parser = parse_option)]
    pub options: Vec<(String, String)>,
}

impl RulesArg {
    /// The rules of `variant` with these options.
    ///
    /// # Errors
    /// No such variant, option or value, or an option is given twice.
    pub fn rules(&self, variant: &str) -> anyhow::Result<Rules> {
        for (index, (name, value)) in self.options.iter().enumerate() {
            if let Some((_, earlier)) = self.options[..index].iter().find(|(earlier, _)| earlier == name) {
                anyhow::bail!("rule option `{name}` is given twice, as `{earlier}` and `{value}`: expected one value");
            }
        }
        // An evaluator in place of a game stands for the game that it plays.
        let net = if is_evaluator(variant) { Some(CompactNet::read(Path::new(variant))?) } else { None };
        if let Some(net) = &net {
            give(&net.header().variant, Path::new(variant));
        }
        let own = net.iter().flat_map(|net| &net.header().options);
        let options = own.chain(self.options.iter().map(|(name, value)| (name, value)));
        let variant = match &net {
            Some(net) => games::find_or(&net.header().variant, net.brought())?,
            None => games::find(variant)?,
        };
        Ok(variant.rules(options)?)
    }
}

/// A position, and moves made from it.
#[derive(Clone, Debug, clap::Args)]
pub struct PositionArgs {
    /// Start position, in the notation that `ardoise rules VARIANT` shows
    #[arg(long, value_name = "POSITION", default_value = "start")]
    pub position: String,
    /// Moves to make from the start position, such as "a1 c3"
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub moves: String,
    /// Take the position at the end of a game from a file of records, in place of --position and --moves
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    pub record: Option<PathBuf>,
    /// Number of the game in the file, from 1
    #[arg(long, value_name = "N", default_value = "1", requires = "record")]
    pub number: NonZeroUsize,
    /// Take the position after N moves of the game [default: all]
    #[arg(long, value_name = "N", requires = "record")]
    pub plies: Option<usize>,
}

impl PositionArgs {
    /// The position (`start` is the game's own) after the moves.
    ///
    /// # Errors
    /// The text is not a position of the game, a move is not legal, or the file of records has no such game.
    pub fn history(&self, game: &AnyGame) -> anyhow::Result<History> {
        if let Some(path) = &self.record {
            let record = recorded::open_records(path)?.nth(self.number.get() - 1);
            let (line, record) =
                record.with_context(|| format!("{} has no game {}", path.display(), self.number))??;
            let plies = self.plies.unwrap_or(usize::MAX);
            return recorded::recorded(game, &record, plies).with_context(|| format!("{}:{line}", path.display()));
        }
        let first = match self.position.as_str() {
            "start" => game.start(),
            text => game.read_position(text).with_context(|| game.rules().to_string())?,
        };
        let mut history = History::new(game, first);
        let read = |history: &History, text: &str| read_moves(game, history, text);
        history.play_texts_by(game, self.moves.split_whitespace(), read)?;
        Ok(history)
    }
}

/// Reads `name=value`, both parts not empty.
fn parse_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected OPTION=VALUE, such as opening=last".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_need_a_name_and_a_value() {
        assert_eq!(parse_option("opening=last"), Ok(("opening".into(), "last".into())));
        assert_eq!(parse_option("a=b=c"), Ok(("a".into(), "b=c".into())));
        for text in ["", "opening", "=last", "opening="] {
            assert!(parse_option(text).is_err(), "{text:?}");
        }
    }
}
