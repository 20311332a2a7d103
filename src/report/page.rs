use super::chart::{self, Axis, Series};
use super::figure::Figure;
use super::findings::{Findings, Strength};
use super::gather::{Gathered, any_game};
use super::openings::{FirstTurn, SIMULATIONS};
use super::plan::STRENGTHS;
use super::played::{DRAWN, PAIR_PLIES};
use crate::game::Shown;
use crate::games::AnyGame;
use crate::paper::{Language, Page, diagram, escape, script_json};
use serde_json::json;
use std::fmt::Write;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// First turns that the page lists.
const LISTED: usize = 12;
/// From this distance from 0 on, a value says that the game is won or lost.
const DECIDED: f32 = 0.6;

/// The report as a page.
pub fn page(gathered: &Gathered, findings: &[Findings], language: Language) -> String {
    let names = Vec::from_iter(findings.iter().map(|one| one.name.as_str()));
    let title = format!("{}: {}", language.pick("Report", "Rapport"), names.join(" / "));
    let subjects = gathered.plan.subjects.iter();
    let games = subjects.map(|subject| any_game(subject).expect("there are findings about it")).collect();
    let mut writer = Writer { language, findings, games, html: String::new() };
    writer.head(gathered, &title);
    writer.fairness();
    writer.decisiveness();
    writer.depth();
    writer.openings();
    writer.rules();
    writer.examples();
    writer.trust();
    writer.method(gathered);
    let examples = findings.iter().zip(&writer.games).flat_map(|(one, game)| {
        one.examples.iter().map(|example| {
            let shown = Vec::from_iter(example.positions.iter().map(|position| to_show(game, position)));
            json!({"variant": one.game, "game": example, "shown": shown})
        })
    });
    let data = script_json(&examples.collect());
    let words = json!({
        "start": language.pick("start", "début"),
        "back": language.pick("one move back", "un coup en arrière"),
        "forward": language.pick("one move forward", "un coup en avant"),
        "end": language.pick("end", "fin"),
        "move": language.pick("move", "coup"),
        "first": language.pick("first side", "premier camp"),
        "loss": language.pick("the decisive error", "l'erreur décisive"),
    });
    let script = format!("const examples = {data};\nconst words = {words};\n{SCRIPT}");
    Page { language, title: &title, style: STYLE, body: &writer.html, games: &writer.games, script: &script }.html()
}

struct Writer<'a> {
    language: Language,
    findings: &'a [Findings],
    /// That of each of the findings.
    games: Vec<AnyGame>,
    html: String,
}

/// A position of the findings.
fn to_show(game: &AnyGame, position: &str) -> Shown {
    Shown::read(game, position).expect("a position that was reached")
}

impl Writer<'_> {
    fn say(&self, english: &'static str, french: &'static str) -> &'static str {
        self.language.pick(english, french)
    }

    fn heading(&mut self, english: &'static str, french: &'static str) {
        let text = self.say(english, french);
        let _ = writeln!(self.html, "<h2>{text}</h2>");
    }

    fn text(&mut self, text: &str) {
        let _ = writeln!(self.html, "<p>{text}</p>");
    }

    fn note(&mut self, english: &'static str, french: &'static str) {
        let text = self.say(english, french);
        let _ = writeln!(self.html, "<p class=\"muted\">{text}</p>");
    }

    /// A table with a column for each subject; rows without any figure are left out.
    fn table(&mut self, rows: &[(&str, Vec<String>)]) {
        let mut html = "<table><thead><tr><th></th>".to_owned();
        for one in self.findings {
            let _ = write!(html, "<th>{}</th>", escape(&one.name));
        }
        html += "</tr></thead><tbody>\n";
        for (label, cells) in rows.iter().filter(|(_, cells)| cells.iter().any(|cell| cell != "–")) {
            let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
            let _ = writeln!(html, "<tr><th>{label}</th>{cells}</tr>");
        }
        self.html += &(html + "</tbody></table>\n");
    }

    /// A row of a table: a cell for each subject.
    fn row(&self, cell: impl Fn(&Findings) -> String) -> Vec<String> {
        self.findings.iter().map(cell).collect()
    }

    /// A chart of a figure by strength.
    fn by_strength(&mut self, title: &str, axis: Axis, figure: fn(&Strength) -> Option<Figure>) {
        let labels = self.strength_labels();
        let points: Vec<Vec<Option<Figure>>> =
            self.findings.iter().map(|one| one.strengths.iter().map(figure).collect()).collect();
        let series: Vec<Series> = points.iter().enumerate().map(|(colour, points)| Series { colour, points }).collect();
        self.html += &chart::points(title, &labels, axis, &series);
    }

    fn strength_labels(&self) -> Vec<String> {
        let name = |one: &Strength| match one.name.as_str() {
            "random" => self.say("random", "hasard").to_owned(),
            "policy" => self.say("policy", "politique").to_owned(),
            number => number.to_owned(),
        };
        self.findings[0].strengths.iter().map(name).collect()
    }

    fn head(&mut self, gathered: &Gathered, title: &str) {
        let games = gathered.done.len();
        let _ = writeln!(self.html, "<h1>{}</h1>", escape(title));
        let text = match self.language {
            Language::English => format!(
                "Played by <code>{}</code>, {} games of each strength against itself and {} pairs between neighbouring \
                 strengths; {games} tasks in all, seed {}. Intervals are 95 %.",
                escape(&gathered.plan.subjects[0].player),
                gathered.plan.games,
                gathered.plan.games / 2,
                gathered.plan.seed
            ),
            Language::French => format!(
                "Joué par <code>{}</code>, {} parties de chaque force contre elle-même et {} paires entre forces \
                 voisines ; {games} tâches en tout, graine {}. Les intervalles sont à 95 %.",
                escape(&gathered.plan.subjects[0].player),
                gathered.plan.games,
                gathered.plan.games / 2,
                gathered.plan.seed
            ),
        };
        self.text(&text);
        if self.findings.len() > 1 {
            let keys: String = self
                .findings
                .iter()
                .enumerate()
                .map(|(colour, one)| format!("<span class=\"key s{colour}\"></span>{} ", escape(&one.name)))
                .collect();
            let _ = writeln!(self.html, "<p class=\"keys\">{keys}</p>");
        }
        for (index, one) in self.findings.iter().enumerate() {
            if !one.trust.warnings.is_empty() {
                let mut list = String::new();
                for warning in &one.trust.warnings {
                    let _ = write!(list, "<li>{}</li>", self.warning(warning));
                }
                let name =
                    if self.findings.len() > 1 { escape(&self.findings[index].name) + ": " } else { String::new() };
                let _ = writeln!(self.html, "<div class=\"warning\">{name}<ul>{list}</ul></div>");
            }
        }
    }

    fn warning(&self, warning: &str) -> &'static str {
        match warning {
            "no_net" => self.say(
                "No net: policy and search know only the rules, so strong play is not that strong.",
                "Pas de réseau : la politique et la recherche ne connaissent que les règles ; le jeu fort ne l'est guère.",
            ),
            "weak_search" => self.say(
                "More simulations do not play better here: figures of strong play say little.",
                "Plus de simulations ne jouent pas mieux ici : les chiffres du jeu fort disent peu.",
            ),
            "blind_values" => self.say(
                "In the middle of games values predict results worse than the mean result does: do not trust them.",
                "Au milieu des parties les valeurs prédisent le résultat moins bien que sa moyenne : ne pas s'y fier.",
            ),
            "few_games" => self.say(
                "Fewer than 30 games of each strength: intervals are wide. A larger --budget narrows them.",
                "Moins de 30 parties de chaque force : les intervalles sont larges. Un plus grand --budget les réduit.",
            ),
            _ => self.say(
                "Many strong games are ended by the cap on their length, so the player cannot finish: results are those of \
                 unfinished games.",
                "Beaucoup de parties fortes s'arrêtent à la longueur maximale : le joueur ne sait pas conclure, les \
                 résultats sont ceux de parties inachevées.",
            ),
        }
    }

    fn fairness(&mut self) {
        self.heading("Is it fair?", "Est-ce équitable ?");
        let mut texts = Vec::new();
        for one in self.findings {
            texts.push(self.fairness_text(one));
        }
        texts.iter().for_each(|text| self.text(text));
        let title = self.say("Score of the first side, by strength", "Score du premier camp, selon la force");
        self.html += "<div class=\"charts\">";
        self.by_strength(title, Axis::SHARES, |one| one.score);
        let title = self.say("Share of draws, by strength", "Part des nulles, selon la force");
        self.by_strength(title, Axis::SHARES, |one| one.draws);
        self.html += "</div>";
        let row = |strength: usize| {
            self.row(|one| {
                let of = &one.strengths[strength];
                let margin = of.margin.map_or_else(String::new, |margin| {
                    format!(", {} {}", signed(margin), self.say("points", "points"))
                });
                format!("{}{margin}", share(of.score))
            })
        };
        let labels = self.strength_labels();
        let rows: Vec<(&str, Vec<String>)> =
            labels.iter().enumerate().map(|(strength, label)| (label.as_str(), row(strength))).collect();
        self.table(&rows);
        self.note(
            "Score of the first side, a draw being half a point. Numbers are simulations of a move.",
            "Score du premier camp, une nulle valant un demi-point. Les nombres sont les simulations d'un coup.",
        );
    }

    fn fairness_text(&self, one: &Findings) -> String {
        let name = escape(&one.name);
        let mut text = String::new();
        if let Some(solved) = &one.solved {
            let winner = if solved.start > 0.0 { self.say("first", "premier") } else { self.say("second", "second") };
            text += &match self.language {
                Language::English => format!(
                    "<b>{name}</b> is solved: the {winner} side wins with perfect play. {} of the first turns win for the \
                     first side (exact). ",
                    percent(solved.winning.value)
                ),
                Language::French => format!(
                    "<b>{name}</b> est résolu : le {winner} camp gagne à jeu parfait. {} des premiers tours gagnent pour \
                     le premier camp (exact). ",
                    percent(solved.winning.value)
                ),
            };
        }
        if let Some(score) = one.strengths.last().and_then(|one| one.score) {
            let side = if score.low > 0.5 {
                self.say("The first side is favoured", "Le premier camp est avantagé")
            } else if score.high < 0.5 {
                self.say("The second side is favoured", "Le second camp est avantagé")
            } else {
                self.say("No side is shown to be favoured", "Aucun camp n'est visiblement avantagé")
            };
            text += &format!(
                "{side}: {} ({name}, {} {}).",
                share(Some(score)),
                STRENGTHS[STRENGTHS.len() - 1].unwrap_or(0),
                self.say("simulations", "simulations")
            );
        }
        let rising = |a: Figure, b: Figure| {
            if b.low > a.high {
                1
            } else if b.high < a.low {
                -1
            } else {
                0
            }
        };
        if let (Some(weak), Some(strong)) =
            (one.strengths.first().and_then(|one| one.score), one.strengths.last().and_then(|one| one.score))
        {
            text += match rising(weak, strong) {
                1 => self.say(" The first side gains with strength.", " Le premier camp gagne à la force."),
                -1 => self.say(" The first side loses with strength.", " Le premier camp perd à la force."),
                _ => self.say(" No trend with strength is shown.", " Aucune tendance visible avec la force."),
            };
        }
        if let Some(points) = one.strongest.evening {
            text += &match self.language {
                Language::English => format!(
                    " A compensation of {} points for the second side would even the strongest games.",
                    with_sign(points, 0)
                ),
                Language::French => format!(
                    " Une compensation de {} points au second camp équilibrerait les parties les plus fortes.",
                    with_sign(points, 0)
                ),
            };
        }
        text
    }

    fn decisiveness(&mut self) {
        self.heading("Is it decisive?", "Est-ce décisif ?");
        self.html += "<div class=\"charts\">";
        let title =
            self.say("Length of the strongest games, in moves", "Longueur des parties les plus fortes, en coups");
        let lengths: Vec<(usize, &[usize])> =
            self.findings.iter().enumerate().map(|(at, one)| (at, one.strongest.lengths.as_slice())).collect();
        self.html += &chart::histogram(title, &lengths);
        let title = self.say("Legal moves, by move of the game", "Coups légaux, au fil de la partie");
        let choices: Vec<(usize, &[f64])> =
            self.findings.iter().enumerate().map(|(at, one)| (at, one.strongest.choices.as_slice())).collect();
        let axis = Axis::up_to(choices.iter().flat_map(|(_, values)| values.iter().copied()));
        self.html += &chart::curve(title, axis, &choices);
        let title = self.say(
            "Share of decided games whose value had the winner's sign, by per cent of the game",
            "Part des parties décidées où la valeur donnait le vainqueur, par pour-cent de la partie",
        );
        let labels: Vec<String> = (0..10).map(|tenth| (10 * tenth).to_string()).collect();
        let series: Vec<Series> = self
            .findings
            .iter()
            .enumerate()
            .map(|(colour, one)| Series { colour, points: &one.strongest.decided })
            .collect();
        self.html += &chart::points(title, &labels, Axis::SHARES, &series);
        self.html += "</div>";
        let (random, last) = (0, STRENGTHS.len() - 1);
        let length = |at: usize| self.row(|one| number(one.strengths[at].length));
        let of = |figure: fn(&Strength) -> Option<Figure>, show: fn(Option<Figure>) -> String| {
            self.row(|one| show(figure(&one.strengths[last])))
        };
        let endings = self.row(|one| {
            let list = one.strengths[last].endings.iter();
            Vec::from_iter(list.map(|(ending, part)| format!("{}: {}", ending_text(ending), share(Some(*part)))))
                .join("<br>")
        });
        let rows = [
            (self.say("length, strong", "longueur, forts"), length(last)),
            (self.say("length, random", "longueur, hasard"), length(random)),
            (self.say("draws", "nulles"), of(|one| one.draws, share)),
            (self.say("how games end", "fins de partie"), endings),
            (self.say("legal moves", "coups légaux"), of(|one| one.choices, number)),
            (self.say("forced moves", "coups forcés"), of(|one| one.forced, share)),
            (self.say("repeated positions", "positions répétées"), of(|one| one.repeated, share)),
            (self.say("changes of lead", "changements d'avantage"), self.row(|one| number(one.strongest.lead_changes))),
            (
                self.say("comebacks (winner was below -0.5)", "retournements (vainqueur sous -0,5)"),
                self.row(|one| share(one.strongest.comebacks)),
            ),
            (
                self.say("lowest value of the winner", "plus basse valeur du vainqueur"),
                self.row(|one| one.strongest.drama.map_or_else(none, signed2)),
            ),
        ];
        self.table(&rows);
        self.note(
            "Of the strongest games where nothing else is said. Values are those of the search, from -1 (lost) to 1 (won).",
            "Sur les parties les plus fortes, sauf mention. Les valeurs sont celles de la recherche, de -1 (perdu) à 1 (gagné).",
        );
    }

    fn depth(&mut self) {
        self.heading("Is it deep?", "Est-ce profond ?");
        let mut rows: Vec<(String, Vec<String>)> = Vec::new();
        for at in 0..self.findings[0].steps.len() {
            let step = &self.findings[0].steps[at];
            let label = format!("{} → {}", step.from, step.to);
            rows.push((
                label,
                self.row(|one| {
                    one.steps.get(at).map_or_else(none, |step| {
                        let per = step.doublings.map_or_else(String::new, |doublings| {
                            format!(
                                " ({} {})",
                                with_sign(step.elo.value / doublings, 0),
                                self.say("a doubling", "par doublement")
                            )
                        });
                        format!("{} Elo{per}", signed(step.elo))
                    })
                }),
            ));
        }
        rows.push((
            self.say("steps of 60 %, random to the strongest", "marches de 60 %, du hasard au plus fort").to_owned(),
            self.row(|one| number(one.skill)),
        ));
        let rows: Vec<(&str, Vec<String>)> =
            rows.iter().map(|(label, cells)| (label.as_str(), cells.clone())).collect();
        self.table(&rows);
        self.note(
            "Elo between neighbouring strengths, from pairs of games with exchanged sides. A step of 60 % is the difference \
             at which the better one scores 60 % (70 Elo): how many of them fit is a measure of depth. A clean sweep counts what it \
             is at least worth, so the true chain may be longer.",
            "Elo entre forces voisines, sur des paires de parties à camps échangés. Une marche de 60 % est l'écart auquel le \
             meilleur marque 60 % (70 Elo) : leur nombre mesure la profondeur. Une série parfaite compte pour ce qu'elle vaut \
             au moins ; la vraie chaîne peut être plus longue.",
        );
    }

    fn openings(&mut self) {
        self.heading("Openings", "Ouvertures");
        for (at, one) in self.findings.iter().enumerate() {
            let _ = writeln!(self.html, "<h3>{}</h3>", escape(&one.name));
            if one.first_turns.is_empty() {
                self.note("Too many first turns to list.", "Trop de premiers tours pour les lister.");
                continue;
            }
            let value = |turn: &FirstTurn| turn.exact.unwrap_or(turn.value);
            let even = one.first_turns.iter().min_by(|a, b| value(a).abs().total_cmp(&value(b).abs()));
            let all = one.first_turns.len();
            let lost = one.first_turns.iter().filter(|turn| value(turn) <= -DECIDED).count();
            if let Some(even) = even {
                let moves = escape(&even.moves.join(" "));
                let pie_rule = if value(even).abs() >= DECIDED {
                    self.say(
                        "No pie rule helps: none is balanced.",
                        "Aucune règle du gâteau n'aide : aucun n'est équilibré.",
                    )
                    .to_owned()
                } else {
                    let most_balanced = self
                        .say("For a pie rule, the most balanced is", "Pour une règle du gâteau, le plus équilibré est");
                    format!("{most_balanced} <code>{moves}</code> ({:+.2}).", value(even))
                };
                let different =
                    self.say("first turns that are not images of each other;", "premiers tours à symétrie près ;");
                let refuted = self.say("are lost or look so.", "sont perdus ou en ont l'air.");
                self.text(&format!("{all} {different} {lost} {refuted} {pie_rule}"));
            }
            let shown = &one.first_turns[..one.first_turns.len().min(LISTED)];
            self.html += "<div class=\"turns\">";
            for turn in shown {
                let _ = writeln!(
                    self.html,
                    "<figure>{}<figcaption><code>{}</code><br>{}</figcaption></figure>",
                    diagram(&one.game, &to_show(&self.games[at], &turn.position), &[]),
                    escape(&turn.moves.join(" ")),
                    self.turn(turn)
                );
            }
            self.html += "</div>\n";
            if one.first_turns.len() > LISTED {
                self.note("The most played ones; the JSON has all.", "Les plus joués ; le JSON les a tous.");
            }
        }
    }

    fn turn(&self, turn: &FirstTurn) -> String {
        let exact = turn.exact.map_or_else(String::new, |exact| {
            let result = if exact > 0.0 {
                self.say("won", "gagné")
            } else if exact < 0.0 {
                self.say("lost", "perdu")
            } else {
                self.say("draw", "nulle")
            };
            format!("{} {result}, ", self.say("exact:", "exact :"))
        });
        let played = turn.played.map_or(0.0, |played| played.value);
        format!(
            "{exact}{} {:+.2}, {} {}",
            self.say("value", "valeur"),
            turn.value,
            self.say("played", "joué"),
            percent(played)
        )
    }

    fn rules(&mut self) {
        self.heading("What of the rules is used?", "Quelles règles servent ?");
        for one in self.findings {
            let mut html = format!(
                "<h3>{}</h3><table><thead><tr><th>{}</th><th>{}</th><th>{}</th></tr></thead><tbody>",
                escape(&one.name),
                self.say("kind of move", "genre de coup"),
                self.say("random", "hasard"),
                self.say("strong", "forts")
            );
            for (kind, weak, strong) in &one.rules.kinds {
                let _ = write!(
                    html,
                    "<tr><th><code>{}</code></th><td>{}</td><td>{}</td></tr>",
                    escape(kind),
                    share(*weak),
                    share(*strong)
                );
            }
            self.html += &(html + "</tbody></table>\n");
            let quiet = &one.rules.quiet_cells;
            let list = escape(&quiet.join(" "));
            let text = match (self.language, quiet.is_empty()) {
                (Language::English, true) => format!(
                    "No dead cells: all {} are played at least a tenth as often as the average one.",
                    one.rules.cells
                ),
                (Language::French, true) => format!(
                    "Pas de case morte : les {} sont jouées au moins un dixième de la moyenne.",
                    one.rules.cells
                ),
                (Language::English, false) => format!(
                    "Cells that strong games play less than a tenth as often as the average one ({} of {}): <code>{list}</code>.",
                    quiet.len(),
                    one.rules.cells
                ),
                (Language::French, false) => format!(
                    "Cases que les parties fortes jouent moins d'un dixième de la moyenne ({} sur {}) : <code>{list}</code>.",
                    quiet.len(),
                    one.rules.cells
                ),
            };
            self.text(&text);
        }
        self.note(
            "Kinds by notation: # stands for a cell or a number.",
            "Genres selon la notation : # vaut une case ou un nombre.",
        );
    }

    fn examples(&mut self) {
        self.heading("Games to look at", "Parties à regarder");
        let mut number = 0;
        for one in self.findings {
            for example in &one.examples {
                let kind = match example.kind {
                    "typical" => self.say("The most typical", "La plus typique"),
                    "dramatic" => self.say("The most dramatic", "La plus dramatique"),
                    _ => self.say("The shortest decisive one", "La plus courte décisive"),
                };
                let result = match (example.winner, self.language) {
                    (None, Language::English) => "draw".to_owned(),
                    (None, Language::French) => "nulle".to_owned(),
                    (Some(0), Language::English) => "the first side wins".to_owned(),
                    (Some(_), Language::English) => "the second side wins".to_owned(),
                    (Some(0), Language::French) => "le premier camp gagne".to_owned(),
                    (Some(_), Language::French) => "le second camp gagne".to_owned(),
                };
                let moves = example.first + example.moves.len();
                let _ = writeln!(
                    self.html,
                    "<article class=\"example\" data-example=\"{number}\"><h3>{kind}: {}</h3>\
                     <p>{result}, {moves} {}: {}</p><div class=\"stage\"></div></article>",
                    escape(&one.name),
                    self.say("moves", "coups"),
                    ending_text(&example.ending)
                );
                number += 1;
            }
        }
        self.note(
            "Step with the buttons, the slider, or the arrow keys. The curve is the value for the first side.",
            "Avancer avec les boutons, le curseur ou les flèches. La courbe est la valeur pour le premier camp.",
        );
    }

    fn trust(&mut self) {
        self.heading("Is the player to be believed?", "Peut-on croire le joueur ?");
        let rows = [
            (
                self.say("policy and strongest search agree", "politique et recherche d'accord"),
                self.row(|one| share(one.trust.agreement)),
            ),
            (
                self.say("squared error of values in mid-game", "erreur quadratique des valeurs à mi-partie"),
                self.row(|one| {
                    let blind = one.trust.blind.map_or_else(String::new, |blind| {
                        format!(" ({} {blind:.2})", self.say("knowing nothing:", "sans rien savoir :"))
                    });
                    one.trust.error.map_or_else(none, |error| {
                        format!(
                            "{:.2} ({:.2} {} {:.2}){blind}",
                            error.value,
                            error.low,
                            self.say("to", "à"),
                            error.high
                        )
                    })
                }),
            ),
            (
                self.say("games proven before their end", "parties prouvées avant la fin"),
                self.row(|one| share(one.trust.proven)),
            ),
            (
                self.say("share of the game then left", "part de la partie restante alors"),
                self.row(|one| share(one.trust.proven_left)),
            ),
            (
                self.say("exam: won positions kept by the policy", "examen : gains conservés par la politique"),
                self.row(|one| share(one.solved.as_ref().and_then(|solved| solved.policy))),
            ),
            (
                self.say("exam: with 32 simulations", "examen : avec 32 simulations"),
                self.row(|one| share(one.solved.as_ref().and_then(|solved| solved.search))),
            ),
        ];
        self.table(&rows);
    }

    fn method(&mut self, gathered: &Gathered) {
        self.heading("How it was measured", "Comment c'est mesuré");
        let text = match self.language {
            Language::English => format!(
                "Games of a strength against itself begin at the start; the first {DRAWN} moves are drawn by the shares of the search's \
                 visits, so that games differ, then the best moves are played (the policy without search draws to the end). Pairs between \
                 neighbouring strengths begin with up to {PAIR_PLIES} random moves, sides exchanged. Values of first turns are those of \
                 {SIMULATIONS} simulations. Shares have Wilson's interval, means Student's, Elo the normal one over pairs. \
                 ardoise {}.",
                gathered.plan.program
            ),
            Language::French => format!(
                "Les parties d'une force contre elle-même partent du début ; les {DRAWN} premiers coups sont tirés selon les visites de la \
                 recherche, puis les meilleurs sont joués (la politique sans recherche tire jusqu'à la fin). Les paires entre forces voisines \
                 commencent par au plus {PAIR_PLIES} coups au hasard, camps échangés. Les valeurs des premiers tours viennent de {SIMULATIONS} \
                 simulations. Intervalles : Wilson pour les parts, Student pour les moyennes, normal sur les paires pour l'Elo. \
                 ardoise {}.",
                gathered.plan.program
            ),
        };
        self.text(&text);
    }
}

fn none() -> String {
    "–".to_owned()
}

fn percent(value: f64) -> String {
    format!("{:.0} %", 100.0 * value)
}

fn share(figure: Option<Figure>) -> String {
    figure.map_or_else(none, |Figure { value, low, high, .. }| {
        // Intervals of mean shares may lie beyond what a share can be.
        let [value, low, high] = [value, low.max(0.0), high.min(1.0)].map(|share| 100.0 * share);
        format!("{value:.1} % <small>({low:.0}–{high:.0})</small>")
    })
}

fn number(figure: Option<Figure>) -> String {
    figure
        .map_or_else(none, |Figure { value, low, high, .. }| format!("{value:.1} <small>({low:.1}–{high:.1})</small>"))
}

fn signed(Figure { value, low, high, .. }: Figure) -> String {
    let [value, low, high] = [value, low, high].map(|value| with_sign(value, 0));
    format!("{value} <small>({low} … {high})</small>")
}

fn signed2(Figure { value, low, high, .. }: Figure) -> String {
    let [value, low, high] = [value, low, high].map(|value| with_sign(value, 2));
    format!("{value} <small>({low} … {high})</small>")
}

/// A number with its sign; none for what rounds to nothing.
fn with_sign(value: f64, digits: usize) -> String {
    let text = format!("{value:+.digits$}");
    if text.bytes().any(|byte| matches!(byte, b'1'..=b'9')) { text } else { text[1..].to_owned() }
}

/// How a game ended, in HTML; names of options stand between backticks.
fn ending_text(ending: &str) -> String {
    let parts = escape(ending);
    let parts = parts.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 0 { part.to_owned() } else { format!("<code>{part}</code>") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_sign() {
        assert_eq!([0.4, -0.4, 0.6, -1.2].map(|value| with_sign(value, 0)), ["0", "0", "+1", "-1"]);
        assert_eq!([-0.004, 0.006].map(|value| with_sign(value, 2)), ["0.00", "+0.01"]);
    }

    #[test]
    fn names_in_endings_are_code() {
        assert_eq!(ending_text("as many as `max_turns` allows"), "as many as <code>max_turns</code> allows");
        assert_eq!(ending_text("a < b"), "a &lt; b");
    }
}
