use super::{Config, ConfigError, table};
use crate::game::{Encoding, Game};
use crate::games::AnyGame;
use crate::players::PlayerSpec;
use crate::train::rules_in_turn::RulesInTurn;

impl Config {
    /// Checks constraints that the types cannot express.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        self.check_other_rules()?;
        self.check_lead()?;
        self.origin()?;
        self.teacher()?;
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

    /// Only games with a lead before the end can learn from it.
    fn check_lead(&self) -> Result<(), ConfigError> {
        let game = self.game()?;
        let share = self.learner.cut_off_lead_share;
        if share == 0.0 || game.lead(&game.start()).is_some() {
            return Ok(());
        }
        let (key, given) = ("learner.cut_off_lead_share".to_owned(), share.to_string());
        let expected = format!("0: neither side leads in {} before the game is over", self.game.variant);
        Err(ConfigError::Range { key, given, expected })
    }

    /// One net must serve all rules, and exact solvers know one of them.
    fn check_other_rules(&self) -> Result<(), ConfigError> {
        let games = self.games()?;
        let rules = RulesInTurn::new(&games);
        let (own, others) = (rules.own(), rules.others());
        let sees = |game: &AnyGame| (game.shape(), game.net_options());
        let refused = |given: String, expected: &str| {
            Err(ConfigError::Range { key: "game.other_rules".to_owned(), given, expected: expected.to_owned() })
        };
        if let Some(other) = others.iter().find(|other| sees(other) != sees(own)) {
            return refused(other.rules().to_string(), "options that one net serves, on boards of one size");
        }
        if !others.is_empty() && self.selfplay.exact_share > 0.0 {
            return refused(format!("{} sets of options", others.len()), "none with selfplay.exact_share above 0");
        }
        Ok(())
    }
}
