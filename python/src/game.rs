use crate::arrays::{Arrays, zeros};
use crate::classes::{Game, Position, Positions};
use crate::error::{raise, wrong};
use crate::interrupt::{glance, in_steps};
use crate::many::Many;
use crate::shape::Shape;
use anyhow::anyhow;
use engine::game::{Encoding, Game as _, Notation, Symmetry};
use engine::games::{find, rule_page, rules_file, rules_files, title, variants};
use engine::record::rules_by;
use numpy::ndarray::{Array2, Array4};
use numpy::{PyArray2, PyArray4};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyMapping, PyString};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The names of all games that come with the module: those written in Rust, then those from files of rules.
#[pyfunction]
pub fn games() -> Vec<String> {
    variants().chain(rules_files()).map(|variant| variant.name.to_string()).collect()
}

/// A game by its name, as "loa", or the path of a file of rules, as "my.rbg".
///
/// `rules` are rule options, words or whole numbers; the others have their defaults (`Game.options` says which there
/// are). With `text` the game is read from that text of rules instead, and `name` is what it will be called.
///
/// Raises `Error` where there is no such game, option or value, or the file is wrong.
#[pyfunction]
#[pyo3(signature = (name, rules = None, text = None))]
pub fn game(
    py: Python<'_>,
    name: PathBuf,
    rules: Option<&Bound<'_, PyMapping>>,
    text: Option<String>,
) -> PyResult<Game> {
    let name = name.to_str().ok_or_else(|| wrong(format!("the name {name:?}: expected Unicode")))?.to_owned();
    let rules = rules.map(words).transpose()?.unwrap_or_default();
    Game::of(py, move || {
        let variant = match text {
            Some(text) => rules_file::load(&name, &text).map_err(|error| anyhow!(error))?,
            None => find(&name)?,
        };
        Ok(rules_by(&variant, &rules)?)
    })
}

/// Rule options as JSON.
pub fn words(options: &Bound<'_, PyMapping>) -> PyResult<serde_json::Map<String, serde_json::Value>> {
    let word = |item: Bound<'_, PyAny>| {
        let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let json = if let Ok(word) = value.cast::<PyString>() {
            word.to_str()?.into()
        } else if value.is_instance_of::<PyInt>() {
            value.extract::<i64>()?.into()
        } else {
            let given = value.repr()?;
            return Err(PyTypeError::new_err(format!(
                "rule option {name} is {given}: expected a word or a whole number"
            )));
        };
        Ok((name.extract()?, json))
    };
    let items = options.items()?;
    items.iter().enumerate().map(|(index, item)| glance(items.py(), index).and_then(|()| word(item))).collect()
}

/// The planes and globals of a batch of positions.
pub type Planes<'py> = (Bound<'py, PyArray4<f32>>, Bound<'py, PyArray2<f32>>);

impl Game {
    pub fn encoded<'py>(&self, py: Python<'py>, given: Positions) -> PyResult<Planes<'py>> {
        if given.game.is_some_and(|game| game != *self) {
            return Err(wrong(format!("expected positions of {}", self.0.rules())));
        }
        let (arrays, game, shape, positions) = (Arrays::of(py)?, &self.0, self.0.shape(), given.positions);
        let mut planes = zeros(positions.len() * shape.plane_len())?;
        let mut globals = zeros(positions.len() * shape.globals)?;
        let (planes, globals) = in_steps(py, |signals| {
            for (index, position) in positions.iter().enumerate().take_while(|_| signals.go_on()) {
                let planes = &mut planes[index * shape.plane_len()..][..shape.plane_len()];
                game.encode(position, planes, &mut globals[index * shape.globals..][..shape.globals]);
            }
            (planes, globals)
        })?;
        let sizes = (positions.len(), shape.planes, shape.rows, shape.cols);
        let planes = Array4::from_shape_vec(sizes, planes).expect("as long as the sizes say");
        let globals = Array2::from_shape_vec((positions.len(), shape.globals), globals).expect("the same");
        Ok((arrays.array(planes), arrays.array(globals)))
    }
}

#[pymethods]
impl Game {
    /// Its name, as "loa".
    #[getter]
    fn name(&self) -> &str {
        &self.0.rules().variant().name
    }

    /// Its title for people, as "Lines of Action".
    #[getter]
    fn title(&self) -> String {
        title(self.0.rules().variant()).unwrap_or_else(|| self.name().to_owned())
    }

    /// What it is, in one line.
    #[getter]
    fn summary(&self) -> &str {
        &self.0.rules().variant().summary
    }

    /// Its rules and notation, in Markdown; of a game from a file that file.
    #[getter]
    fn page(&self) -> String {
        rule_page(self.0.rules().variant()).to_string()
    }

    /// All rule options with their values.
    #[getter]
    fn rules(&self) -> BTreeMap<String, String> {
        self.0.rules().options()
    }

    /// What each rule option decides and which values it takes.
    #[getter]
    fn options(&self) -> BTreeMap<&str, String> {
        let options = self.0.rules().variant().options.iter();
        options.map(|option| (&*option.name, format!("{} ({})", option.about, option.kind))).collect()
    }

    /// The names of the seats; a seat is who decides a move. In team play a side has several.
    #[getter]
    fn seats(&self) -> Vec<&str> {
        self.0.seat_names()
    }

    /// The most moves of a game.
    #[getter]
    fn max_moves(&self) -> u32 {
        self.0.max_moves()
    }

    /// The symmetries that keep the rules and the sides, the identity included.
    #[getter]
    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    /// The sizes of a net's input and policy.
    #[getter]
    fn shape(&self) -> Shape {
        self.0.shape().into()
    }

    /// The position before the first move.
    fn start(&self) -> Position {
        Position::at(self, self.0.start())
    }

    /// A position from its text (`Position.text`, or another notation known for the game), after these moves.
    ///
    /// Raises `Error` where the text names no position of this game, or a move is not legal.
    #[pyo3(signature = (text, moves = Many(Vec::new())), text_signature = "($self, text, moves=())")]
    fn position(&self, py: Python<'_>, text: &str, moves: Many<String>) -> PyResult<Position> {
        let mut position = Position::at(self, self.0.read_position(text).map_err(raise)?);
        let played = in_steps(py, |signals| {
            let moves = moves.0.iter().map(String::as_str).take_while(|_| signals.go_on());
            position.history.play_texts(&self.0, moves)
        });
        played?.map_err(raise)?;
        Ok(position)
    }

    /// `count` positions of random games, none of them over; the same for the same `seed`.
    #[pyo3(signature = (count, *, seed = 0))]
    fn random_positions(&self, py: Python<'_>, count: u32, seed: u64) -> PyResult<Vec<Position>> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (start, mut moves) = (self.start(), Vec::new());
        if start.history.outcome().is_some() {
            return Err(wrong(format!("{} is over before the first move: it has no such positions", self.0.rules())));
        }
        in_steps(py, |signals| {
            let (mut position, mut positions) = (start.clone(), Vec::new());
            while positions.len() < count as usize && signals.go_on() {
                position.history.legal_moves(&self.0, &mut moves);
                if moves.is_empty() {
                    position = start.clone();
                    continue;
                }
                if !position.history.is_chance(&self.0) {
                    positions.push(position.clone());
                }
                position.history.play(&self.0, moves[rng.random_range(0..moves.len())]);
            }
            positions
        })
    }

    /// Positions as a net sees them, from the view of the side to act.
    ///
    /// Returns `planes`, float32 of shape (n, planes, rows, cols), and `globals`, float32 of shape (n, globals): the
    /// inputs of the net's ONNX model.
    fn encode<'py>(&self, py: Python<'py>, positions: Positions) -> PyResult<Planes<'py>> {
        self.encoded(py, positions)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let rules = self.0.rules();
        let options = serde_json::Value::Object(rules.changed_options()).to_string();
        let text = rules_file::of_variant(rules.variant()).map(|file| file.text.clone());
        let made = (self.name(), crate::json::loads(py, &options)?, text).into_pyobject(py)?;
        Ok((py.import("ardoise")?.getattr("game")?, made.into_any()))
    }

    fn __str__(&self) -> String {
        self.0.rules().to_string()
    }

    pub fn __repr__(&self) -> String {
        let changed = self.0.rules().changed_options();
        match changed.is_empty() {
            true => format!("ardoise.game(\"{}\")", self.name()),
            false => format!("ardoise.game(\"{}\", {})", self.name(), serde_json::Value::Object(changed)),
        }
    }
}
