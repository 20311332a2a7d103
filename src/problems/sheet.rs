use super::problem::{Problem, ProblemError, Try};
use crate::game::{Encoding, Notation, Shown};
use crate::games::AnyGame;
use crate::paper::{Language, Page, diagram, escape};
use crate::record::OptionError;
use std::fmt::Write;

/// Columns of a board that fits into a small diagram.
const WIDE: f32 = 12.0;

const STYLE: &str = "
.problems { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1.5rem; }
.problems.wide { grid-template-columns: repeat(auto-fill, minmax(24rem, 1fr)); }
.problems article { break-inside: avoid; }
.problems h3 { margin: 0.4em 0 0; font-size: 1rem; }
.solutions { break-before: page; }
.solutions ol { padding-left: 2em; }
.solutions li { margin-bottom: 0.4em; break-inside: avoid; }
";

/// A sheet to print: the problems first, their solutions on a page of their own.
///
/// # Errors
/// A problem is none of its game.
pub fn sheet(problems: &[Problem], language: Language) -> Result<String, ProblemError> {
    let title = match problems.first() {
        Some(problem) => format!("{}: {}", language.pick("Problems", "Problèmes"), problem.game),
        None => language.pick("Problems", "Problèmes").to_owned(),
    };
    let games = problems.iter().map(game).collect::<Result<Vec<_>, _>>()?;
    let wide = games.iter().any(is_wide);
    let mut body = format!(
        "<h1>{}</h1>\n<p class=\"muted\">{}</p>\n<section class=\"problems{}\">\n",
        escape(&title),
        language.pick(
            "In each position exactly one move wins. Stars: how hard it is, of 5.",
            "Dans chaque position un seul coup gagne. Étoiles : la difficulté, sur 5."
        ),
        if wide { " wide" } else { "" }
    );
    for (number, (problem, game)) in problems.iter().zip(&games).enumerate() {
        let position = problem.pose(game)?.position;
        let asked = problem.stipulation(game, &position, language);
        let _ = writeln!(
            body,
            "<article>{}<h3>{}. {}</h3><div class=\"muted\">{}{}</div></article>",
            diagram(&problem.game, &Shown::of(game, &position), &[]),
            number + 1,
            escape(&asked),
            "★".repeat(problem.difficulty.into()),
            "☆".repeat(5usize.saturating_sub(problem.difficulty.into()))
        );
    }
    let _ = writeln!(
        body,
        "</section>\n<section class=\"solutions\"><h2>Solutions</h2><ol>{}</ol>\n<p class=\"muted\">{}</p></section>",
        problems.iter().map(|problem| solution(problem, language)).collect::<String>(),
        language.pick(
            "Bold: the only move that wins. Then a defence that holds out longest. Tries are moves that fail to a \
             single answer.",
            "En gras : le seul coup qui gagne, puis une défense qui résiste le plus longtemps. Les essais sont des \
             coups qu'une seule réponse réfute."
        )
    );
    Ok(Page { language, title: &title, style: STYLE, body: &body, games: &games, script: "" }.html())
}

fn game(problem: &Problem) -> Result<AnyGame, ProblemError> {
    Ok(AnyGame::new(problem.rules()?).map_err(OptionError::from)?)
}

/// Whether a board needs twice the usual room: where pages have none of the engine, the net's planes say how wide it is.
fn is_wide(game: &AnyGame) -> bool {
    game.board().map_or(game.shape().cols as f32, |board| board.width()) > WIDE
}

fn solution(problem: &Problem, language: Language) -> String {
    let rest = Vec::from_iter(problem.line.iter().skip(1).map(|mv| escape(mv)));
    let tries = problem.tries.iter().map(|Try { mv, refutation }| format!("{}? {}!", escape(mv), escape(refutation)));
    let tries = match problem.tries.len() {
        0 => String::new(),
        _ => format!(
            " <span class=\"muted\">{}: {}</span>",
            language.pick("Tries", "Essais"),
            Vec::from_iter(tries).join(", ")
        ),
    };
    format!("<li><b>{}!</b> {}{tries}</li>\n", escape(&problem.key), rest.join(" "))
}
