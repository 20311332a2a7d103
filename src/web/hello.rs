use super::games::GameEntry;
use super::problems::problems_of;
use super::{Games, Nets, Refusal};
use crate::compact::CompactNet;
use crate::game::{Game, Guidance, OptionDefault, OptionKind, OptionSpec, PositionView, Rules, VariantRef};
use crate::games::{AnyGame, rules_file};
use crate::play::GameInfo;
use crate::players::Level;
use serde_json::{Value, json};

/// All variants, as in the reply to `hello`.
pub(super) fn variants_json(games: &Games, nets: &Nets) -> Result<Vec<Value>, Refusal> {
    let tell = |listed: &GameEntry| {
        let mut told = variant_json(&listed.variant, games, nets)?;
        if let Some(wrong) = &listed.wrong {
            told["wrong"] = wrong.as_str().into();
        }
        Ok(told)
    };
    games.list().iter().map(tell).collect()
}

/// A variant, as in the reply to `hello`.
pub(super) fn variant_json(variant: &VariantRef, games: &Games, nets: &Nets) -> Result<Value, Refusal> {
    Ok(describe(&AnyGame::new(variant.default_rules())?, games, nets))
}

fn describe(game: &AnyGame, games: &Games, nets: &Nets) -> Value {
    let variant = game.rules().variant();
    let net = nets.released(&variant.name).map(|net| net_json(&net));
    let mut described = json!(GameInfo::of(game));
    let more = json!({
        "summary": variant.summary,
        "options": variant.options.iter().map(|option| describe_option(option, game.rules())).collect::<Vec<Value>>(),
        "start": PositionView::of(game, &game.start()),
        "problems": !problems_of(&variant.name, games, nets).is_empty(),
        "solver": game.solver().is_some(),
        "points": game.totals(&game.start()).is_some(),
        "net": net,
        "levels": Level::all(&variant.name),
    });
    if let (Value::Object(described), Value::Object(more)) = (&mut described, more) {
        described.extend(more);
    }
    if let Some(file) = rules_file::of_variant(variant).filter(|file| !file.heading.french.is_empty()) {
        described["words"] = json!({ "fr": file.heading.french });
    }
    described
}

fn net_json(net: &CompactNet) -> Value {
    let header = net.header();
    json!({
        "blocks": header.architecture.blocks,
        "channels": header.architecture.channels,
        "parameters": header.architecture.parameters(),
        "precision": header.precision.name(),
        "provenance": header.provenance,
        "options": header.options,
    })
}

fn describe_option(option: &OptionSpec, defaults: &Rules) -> Value {
    let mut described = json!({
        "name": option.name,
        "about": option.about,
        "default": match &option.default {
            OptionDefault::Word(word) => json!(word),
            OptionDefault::Number(number) => json!(number),
            OptionDefault::Times(times, of) => json!({"times": times, "of": of}),
        },
    });
    match &option.kind {
        OptionKind::Choice(words) => {
            described["value"] = defaults.get(&option.name).into();
            described["choices"] = words.iter().collect();
        }
        &OptionKind::Integer(low, high) => {
            described["value"] = defaults.integer(&option.name).into();
            described["low"] = low.into();
            described["high"] = high.into();
        }
    }
    described
}
