use super::{HEADING, print_json, stdout};
use crate::game::{OptionDefault, OptionKind, Variant};
use crate::games::{rules_files, variants};
use serde_json::{Value, json};
use std::io::Write;

/// List the games with their rule options and defaults
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print a JSON list of objects
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// Standard output cannot be written.
pub fn run(args: Args) -> anyhow::Result<()> {
    if args.json {
        return print_json(&Vec::from_iter(variants().chain(rules_files()).map(|variant| variant_json(&variant))));
    }
    let mut out = stdout();
    let names = width(variants().map(|variant| variant.name.clone()));
    let options = || variants().flat_map(|variant| variant.options.to_vec());
    let (option_names, defaults) = (width(options().map(|o| o.name)), width(options().map(|o| o.default.to_string())));
    let kinds = width(options().map(|o| o.kind.to_string()));
    for variant in variants() {
        writeln!(out, "{HEADING}{:names$}{HEADING:#}  {}", variant.name, variant.summary)?;
        for option in &*variant.options {
            let (name, kind, default) = (&option.name, option.kind.to_string(), &option.default);
            writeln!(out, "  {name:option_names$}  {kind:kinds$}  default {default:defaults$}  {}", option.about)?;
        }
    }
    writeln!(
        out,
        "\n{HEADING}from files of rules{HEADING:#} (`ardoise rules NAME` shows one, `ardoise new NAME` begins one)"
    )?;
    let names = width(rules_files().map(|variant| variant.name.clone()));
    for variant in rules_files() {
        writeln!(out, "{HEADING}{:names$}{HEADING:#}  {}", variant.name, variant.summary)?;
    }
    Ok(())
}

pub(super) fn width<S: AsRef<str>>(words: impl Iterator<Item = S>) -> usize {
    words.map(|word| word.as_ref().chars().count()).max().unwrap_or(0)
}

fn variant_json(variant: &Variant) -> Value {
    let options = variant.options.iter().map(|option| {
        let values = match &option.kind {
            OptionKind::Choice(words) => words.iter().collect(),
            OptionKind::Integer(min, max) => json!({ "min": min, "max": max }),
        };
        let default = match &option.default {
            OptionDefault::Number(number) => json!(number),
            default => json!(default.to_string()),
        };
        json!({ "name": option.name, "values": values, "default": default, "about": option.about })
    });
    json!({ "name": variant.name, "summary": variant.summary, "options": Vec::from_iter(options) })
}
