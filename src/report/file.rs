use super::findings::Findings;
use super::gather::ReportData;
use super::openings::SIMULATIONS;
use super::plan::{ReportPlan, Subject};
use super::played::{DRAWN, PAIR_PLIES};
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The format of the files that this program writes and shows (`docs/reports.md`).
pub const FORMAT: u32 = 1;

/// A report as written to a file: all that a page needs to show it.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The format of the file: [`FORMAT`].
    pub format: u32,
    /// The plan of the games.
    pub plan: ReportPlan,
    /// How games are played in all reports.
    pub method: Method,
    /// The findings about each of the plan's subjects.
    pub findings: Vec<Findings>,
}

/// Numbers that describe how games are played in all reports.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Method {
    /// Number of moves at the start of a game that are drawn by the shares of the search's visits.
    pub drawn: u32,
    /// The most random moves at the start of the games of a pair.
    pub pair_plies: u32,
    /// Number of simulations behind the values of first turns.
    pub opening_simulations: u32,
    /// Number of games and pairs played.
    pub tasks: usize,
}

impl Report {
    /// The report from the games played.
    ///
    /// # Errors
    /// A player no longer exists.
    pub fn of(gathered: &ReportData) -> Result<Report> {
        let tasks = gathered.done.len();
        Ok(Report {
            format: FORMAT,
            plan: gathered.plan.clone(),
            method: Method { drawn: DRAWN, pair_plies: PAIR_PLIES, opening_simulations: SIMULATIONS, tasks },
            findings: Findings::of(gathered)?,
        })
    }
}

/// The part of a file of any format that names the format.
#[derive(Deserialize)]
struct Head {
    format: Option<u32>,
}

/// The subjects of an earlier report.
///
/// # Errors
/// The text is no report, or has another format.
pub fn reported_on(text: &str) -> Result<Vec<Subject>> {
    let report: Value =
        serde_json::from_str(text).context("no JSON: expected the .json that `ardoise report` writes")?;
    let Head { format } = Head::deserialize(&report).unwrap_or(Head { format: None });
    let found = format.map_or_else(|| "none, as in older versions".to_owned(), |format| format.to_string());
    ensure!(
        format == Some(FORMAT),
        "the `format` of the report is {found}: expected {FORMAT}; `ardoise report` of this version plays and writes it anew"
    );
    let plan = ReportPlan::deserialize(&report["plan"]).context("the `plan` of the report is wrong")?;
    let findings = report["findings"].as_array().map_or(0, Vec::len);
    ensure!(
        findings == plan.subjects.len() && findings > 0,
        "the report has {findings} `findings`: expected one for each of the {} `subjects` of its plan",
        plan.subjects.len()
    );
    Ok(plan.subjects)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_reports_of_this_format_are_read() {
        let subject = json!({"game": "loa", "options": {}, "player": "mcts:1"});
        let plan = json!({"subjects": [subject], "games": 2, "seed": 0, "program": "1"});
        let read = |format: Value, findings: Value| {
            reported_on(&json!({"format": format, "plan": plan, "findings": findings}).to_string())
        };
        assert_eq!(read(json!(FORMAT), json!([{}])).expect("it is one")[0].game, "loa");
        let said = |read: Result<Vec<Subject>>| format!("{:#}", read.expect_err("it is none"));
        assert!(said(read(json!(FORMAT + 1), json!([{}]))).contains("is 2: expected 1"));
        assert!(said(read(Value::Null, json!([{}]))).contains("none, as in older versions"));
        assert!(said(read(json!(FORMAT), json!([]))).contains("0 `findings`"));
        assert!(said(reported_on("[")).contains("no JSON"));
        assert!(said(reported_on("[]")).contains("`format`"));
    }
}
