#[cfg(feature = "serve")]
use super::GameState;
use super::analyse::Analyse;
use super::choose::{Choose, Throw};
use super::position::{line, other_board, position};
use super::problems::{self, Look, problems_of};
use super::replay_cache::ReplayCache;
use super::request::{Request, RequestKind};
use super::review::Review;
use super::through::GenerationSweep;
use super::verdicts::Verdicts;
use super::{GameSpec, Games, Nets, Refusal, Task, hello, records};
use crate::files::{LONGEST_TEXT, read_text};
use crate::game::History;
use crate::games::{AnyGame, rule_page, rules_file};
use crate::problems::Problem;
use crate::record::FileText;
use crate::runs::RunDir;
use crate::sentence;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The engine as the page sees it: it answers requests. It caches evaluators and their answers, rules files, and recent
/// games, for speed alone: a reply depends on the request alone.
#[derive(Debug)]
pub struct PageEngine {
    nets: Nets,
    games: Games,
    replay_cache: ReplayCache,
    /// Information on the engine for `hello`, besides the variants.
    engine: Value,
}

pub enum Answer {
    Reply(Value),
    Task(Box<dyn Task>),
}

impl Answer {
    /// The reply.
    ///
    /// # Errors
    /// The request is a task.
    pub fn reply(self) -> Result<Value, Refusal> {
        match self {
            Answer::Reply(reply) => Ok(reply),
            Answer::Task(_) => Err(Refusal::new("this is a task: expected it in `start`")),
        }
    }

    /// The task.
    ///
    /// # Errors
    /// The request is not a task.
    pub fn task(self) -> Result<Box<dyn Task>, Refusal> {
        match self {
            Answer::Task(task) => Ok(task),
            Answer::Reply(_) => Err(Refusal::new("this is no task: expected it without `start`")),
        }
    }
}

impl PageEngine {
    /// An engine with these evaluators and games; `engine` is an object with the fields of `hello` besides version
    /// and variants.
    pub fn new(nets: Nets, games: Games, engine: Value) -> PageEngine {
        PageEngine { nets, games, replay_cache: ReplayCache::default(), engine }
    }

    /// The engine of a page that runs in a browser, with the evaluators that are put there.
    pub fn in_browser() -> PageEngine {
        let engine = json!({"engine": "browser", "threads": 1, "training": null});
        PageEngine::new(Nets::none(), Games::default(), engine)
    }

    pub fn nets(&self) -> &Nets {
        &self.nets
    }

    pub fn games(&self) -> &Games {
        &self.games
    }

    /// The variants on which `ardoise study` has reported.
    pub fn reports(&self) -> Vec<String> {
        self.nets.learnt().into_iter().filter(|variant| self.report_file(variant).is_some()).collect()
    }

    /// The report on a variant, made by `ardoise study`, in JSON.
    pub fn report(&self, variant: &str) -> Option<String> {
        read_text(&self.report_file(variant)?, LONGEST_TEXT).ok()
    }

    fn report_file(&self, variant: &str) -> Option<PathBuf> {
        self.nets.of_run(variant, RunDir::report)
    }

    /// Answers a request. A search may take `memory` bytes for its tree.
    ///
    /// # Errors
    /// The request is invalid.
    pub fn ask(&self, request: Request, memory: usize) -> Result<Answer, Refusal> {
        self.ask_while(request, memory, &|| true)
    }

    /// [`PageEngine::ask`], which stops when `go_on` returns false; `go_on` is called for each game of a request with
    /// many games.
    ///
    /// # Errors
    /// As [`PageEngine::ask`], or the work was stopped.
    pub fn ask_while(&self, request: Request, memory: usize, go_on: &dyn Fn() -> bool) -> Result<Answer, Refusal> {
        let reply = match request.0 {
            RequestKind::Hello(_) => self.hello()?,
            RequestKind::AddGame(added) => {
                let variant = self.games.add(&added.name, &added.text, &added.problems)?;
                hello::variant_json(&variant, &self.games, &self.nets)?
            }
            RequestKind::RemoveGame(removed) => {
                self.games.remove(&removed.name);
                json!({})
            }
            RequestKind::Template(_) => json!({"text": rules_file::TEMPLATE}),
            RequestKind::Rules(rules) => {
                let variant = self.games.find(&rules.variant)?;
                let text = rules_file::of_variant(&variant).map(|file| file.text.clone());
                json!({"markdown": *rule_page(&variant), "text": text, "pages": self.games.pages(&rules.variant)})
            }
            RequestKind::Position(asked) => {
                json!(position(&self.games.game(&asked.game)?, &asked.game, &self.replay_cache, &self.nets)?)
            }
            RequestKind::Line(asked) => {
                let game = self.games.game(&asked.game)?;
                let positions = line(&game, &asked.game)?;
                match other_board(&game) {
                    Some(board) => json!({"positions": positions, "board": board}),
                    None => json!({"positions": positions}),
                }
            }
            RequestKind::Decode(file) => {
                let FileText { text, note } = records::decode(&file.bytes)?;
                json!({"text": text, "note": note})
            }
            RequestKind::Load(load) => json!({"games": records::load(&load.record, &self.games, go_on)?}),
            RequestKind::Convert(convert) => {
                json!({"text": records::convert_to(convert.to, &convert.text, &self.games, go_on)?})
            }
            RequestKind::Save(save) => json!({"record": records::save(&self.games.game(&save.game)?, &save)?}),
            RequestKind::Problems(asked) => problems::problems_json(&asked, &self.problems_of(&asked.variant))?,
            RequestKind::Analyse(search) => {
                let (game, history) = self.open(&search.game)?;
                return task(Analyse::new(game, history, &search, &self.nets, memory)?);
            }
            RequestKind::Move(search) => {
                let (game, history) = self.open(&search.game)?;
                if history.is_chance(&game) {
                    return task(Throw { game, history, seed: search.seed });
                }
                return task(Choose::new(game, history, &search, &self.nets, memory)?);
            }
            RequestKind::Review(search) => {
                let (game, history) = self.reach(&search.game)?;
                return task(Review::new(game, history, &search, &self.nets, memory)?);
            }
            RequestKind::Through(asked) => {
                let (game, history) = self.open(&asked.game)?;
                return task(GenerationSweep::new(game, history, asked, &self.nets, memory)?);
            }
            RequestKind::Verdicts(asked) => {
                let (game, history) = self.open(&asked.game)?;
                return task(Verdicts::new(game, history.position().clone())?);
            }
            RequestKind::Attempt(asked) => {
                let (game, history) = self.reach(&asked.game)?;
                return task(Look::judge(game, &history, &asked.game, &self.problems_of(&asked.game.variant))?);
            }
            RequestKind::Hint(asked) => {
                let (game, history) = self.reach(&asked.game)?;
                return task(Look::hint(game, &history, &asked.game, &self.problems_of(&asked.game.variant))?);
            }
            RequestKind::Start(_) | RequestKind::Step(_) | RequestKind::Stop(_) => {
                return Err(Refusal::new(
                    "tasks are begun and stepped through one by one: expected a request of another kind",
                ));
            }
            RequestKind::Runs(_)
            | RequestKind::Run(_)
            | RequestKind::Generation(_)
            | RequestKind::Watch(_)
            | RequestKind::Train(_) => {
                return Err(Refusal::new("this engine has no training: expected the page of `ardoise serve`"));
            }
            RequestKind::OpenTable(_) | RequestKind::TakeSeat(_) | RequestKind::Table(_) | RequestKind::Act(_) => {
                return Err(Refusal::new("this engine has no tables: expected the page of `ardoise serve`"));
            }
        };
        Ok(Answer::Reply(reply))
    }

    /// The states of a game after its moves, and after each move that chance then makes: `pick` gets the number of its
    /// moves, and returns the index of one.
    ///
    /// # Errors
    /// The game, its first position or a move is wrong, or `pick` fails.
    #[cfg(feature = "serve")]
    pub(crate) fn states(
        &self,
        spec: &GameSpec,
        pick: impl Fn(usize) -> Result<usize, Refusal>,
    ) -> Result<Vec<GameState>, Refusal> {
        let (game, mut spec, mut states) = (self.games.game(spec)?, spec.clone(), Vec::new());
        loop {
            let position = position(&game, &spec, &self.replay_cache, &self.nets)?;
            let thrown = position.thrown(&pick)?;
            states.push(position.into());
            match thrown {
                Some(mv) => spec.moves.push(mv),
                None => return Ok(states),
            }
        }
    }

    fn problems_of(&self, variant: &str) -> Vec<Problem> {
        problems_of(variant, &self.games, &self.nets)
    }

    /// The game of a request, so far.
    fn reach(&self, spec: &GameSpec) -> Result<(AnyGame, History), Refusal> {
        let game = self.games.game(spec)?;
        let history = self.replay_cache.history(&game, spec)?;
        Ok((game, history))
    }

    /// The game of a request, which must not be over.
    fn open(&self, spec: &GameSpec) -> Result<(AnyGame, History), Refusal> {
        let (game, history) = self.reach(spec)?;
        match history.outcome() {
            None => Ok((game, history)),
            Some(_) => {
                Err(sentence!("search.over", "the game is over in this position: there is no move to look for",).into())
            }
        }
    }

    fn hello(&self) -> Result<Value, Refusal> {
        let mut hello = self.engine.clone();
        hello["version"] = env!("CARGO_PKG_VERSION").into();
        self.games.add_trained(&self.nets.look_again());
        hello["variants"] = hello::variants_json(&self.games, &self.nets)?.into();
        Ok(hello)
    }
}

fn task(task: impl Task + 'static) -> Result<Answer, Refusal> {
    Ok(Answer::Task(Box::new(task)))
}
