use super::analyse::Analyse;
use super::choose::Choose;
use super::position::{line, position};
use super::problems::{Look, problems};
use super::request::Request;
use super::review::Review;
use super::through::Through;
use super::verdicts::Verdicts;
use super::{Games, Nets, Refusal, Task, hello, records};
use crate::games::{rule_page, rules_file};
use serde::Serialize;
use serde_json::{Value, json};

/// Where requests are answered. Keeps nothing but evaluators and rules files: a reply depends on the request alone.
#[derive(Debug)]
pub struct Desk {
    nets: Nets,
    games: Games,
    /// What `hello` says of the engine, beside the variants.
    engine: Value,
}

/// What a request leads to.
pub enum Answer {
    /// The reply.
    Reply(Value),
    /// Work that gives it.
    Task(Box<dyn Task>),
}

impl Desk {
    /// A desk with these evaluators and games; `engine` is an object with what `hello` says beside version and variants.
    pub fn new(nets: Nets, games: Games, engine: Value) -> Desk {
        Desk { nets, games, engine }
    }

    /// The evaluators.
    pub fn nets(&self) -> &Nets {
        &self.nets
    }

    /// The games.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// Whether a request is a task, by its name: whether it takes time and memory.
    pub fn is_task(request: &Value) -> bool {
        matches!(
            request["do"].as_str(),
            Some("analyse" | "move" | "review" | "verdicts" | "through" | "attempt" | "hint")
        )
    }

    /// Answers a request. A search may take `memory` bytes for its tree.
    ///
    /// # Errors
    /// Something in the request is wrong.
    pub fn ask(&self, request: Value, memory: usize) -> Result<Answer, Refusal> {
        match Request::deserialize_from(request)? {
            Request::Hello(_) => self.hello().map(Answer::Reply),
            Request::AddGame(added) => {
                let variant = self.games.add(&added.name, &added.text)?;
                Ok(Answer::Reply(hello::variant_json(variant, &self.nets)?))
            }
            Request::RemoveGame(removed) => {
                self.games.remove(&removed.name);
                Ok(Answer::Reply(json!({})))
            }
            Request::Template(_) => Ok(Answer::Reply(json!({"text": rules_file::TEMPLATE}))),
            Request::Rules(rules) => {
                let variant = self.games.find(&rules.variant)?;
                let text = rules_file::of_variant(variant).map(|file| file.text.clone());
                Ok(Answer::Reply(json!({"markdown": rule_page(variant), "text": text})))
            }
            Request::Position(asked) => {
                position(&self.games.game(&asked.game)?, &asked.game, &self.nets).map(|found| reply(&found))
            }
            Request::Line(asked) => {
                let positions = line(&self.games.game(&asked.game)?, &asked.game)?;
                Ok(Answer::Reply(json!({"positions": positions})))
            }
            Request::Load(load) => Ok(Answer::Reply(json!({"games": records::load(&load.record, &self.games)?}))),
            Request::Save(save) => {
                records::save(&self.games.game(&save.game)?, &save).map(|line| Answer::Reply(json!({"record": line})))
            }
            Request::Analyse(search) => {
                task(Analyse::new(self.games.game(&search.game)?, &search, &self.nets, memory)?)
            }
            Request::Move(search) => task(Choose::new(self.games.game(&search.game)?, &search, &self.nets, memory)?),
            Request::Review(search) => task(Review::new(self.games.game(&search.game)?, &search, &self.nets, memory)?),
            Request::Through(asked) => task(Through::new(self.games.game(&asked.game)?, asked, &self.nets, memory)?),
            Request::Verdicts(asked) => task(Verdicts::new(self.games.game(&asked.game)?, &asked.game)?),
            Request::Problems(asked) => problems(&asked.variant, asked.day).map(Answer::Reply),
            Request::Attempt(asked) => task(Look::judge(self.games.game(&asked.game)?, &asked.game)?),
            Request::Hint(asked) => task(Look::hint(self.games.game(&asked.game)?, &asked.game)?),
        }
    }

    fn hello(&self) -> Result<Value, Refusal> {
        let mut hello = self.engine.clone();
        hello["version"] = env!("CARGO_PKG_VERSION").into();
        if self.nets.look() {
            self.games.add_those_of_runs();
        }
        hello["variants"] = hello::variants_json(&self.games, &self.nets)?.into();
        Ok(hello)
    }
}

impl Request {
    fn deserialize_from(request: Value) -> Result<Request, Refusal> {
        if !request.is_object() {
            return Err(Refusal::new("the request is no JSON object: expected one with the field `do`"));
        }
        serde_json::from_value(request).map_err(|error| Refusal::new(format!("the request is not understood: {error}")))
    }
}

fn reply(value: &impl Serialize) -> Answer {
    Answer::Reply(serde_json::to_value(value).expect("replies have only string keys"))
}

fn task(task: impl Task + 'static) -> Result<Answer, Refusal> {
    Ok(Answer::Task(Box::new(task)))
}
