use super::{Config, ConfigError, table};
use crate::players::PlayerSpec;

impl Config {
    /// Checks what the types cannot say.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        self.game()?;
        self.origin()?;
        self.search.validate()?;
        self.players_search()?;
        if self.generations == 0 {
            let (key, given) = ("generations".to_owned(), self.generations.to_string());
            return Err(ConfigError::Range { key, given, expected: "at least 1".to_owned() });
        }
        for opponent in &self.report.opponents {
            opponent.parse::<PlayerSpec>()?;
        }
        table::check("net", &self.net)?;
        table::check("selfplay", &self.selfplay)?;
        table::check("selfplay.starts", &self.selfplay.starts)?;
        table::check("learner", &self.learner)?;
        table::check("report", &self.report)
    }
}
