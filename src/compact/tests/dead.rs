use super::{in_8_bits, tiny_net};
use crate::compact::{CompactNet, DeadUnits, Header, Precision, Weights};
use crate::eval::test_game::{positions, tiny};
use std::sync::Arc;

/// The same net with other weights in the tensors of these names.
fn with(net: &CompactNet, change: impl Fn(&str, &mut [f32])) -> Arc<CompactNet> {
    let Header { architecture, precision, .. } = *net.header();
    let tensors = net.weights().tensors(&architecture).map(|(spec, values)| {
        let mut values = values.to_vec();
        change(&spec.name, &mut values);
        values
    });
    let weights = Weights::new(&architecture, precision, tensors.collect()).expect("the same sizes");
    Arc::new(CompactNet::from_parts(net.header().clone(), weights).expect("the same sizes"))
}

#[test]
fn units_that_are_silent_in_all_positions_are_counted() {
    let game = tiny(2);
    let net = tiny_net(&game);
    let positions = positions(&game, 100, 3);
    let count = |net: &Arc<CompactNet>| net.dead_units(&game, &positions).expect("a net for this game");
    let of = |units: &DeadUnits| -> Vec<(String, usize, usize)> {
        units.rectifiers.iter().map(|units| (units.rectifier.to_string(), units.total, units.dead.len())).collect()
    };
    // Random weights may make a unit dead as well; without negative weights none is.
    let healthy = with(&net, |_, values| values.iter_mut().for_each(|value| *value = value.abs()));
    let (channels, value, hidden) = (12, 32, 64);
    let names = ["stem.conv", "block0.conv1", "block0.conv2", "block1.conv1", "block1.conv2", "policy.conv"];
    let mut expected: Vec<_> = names.map(|name| (name.to_owned(), channels, 0)).to_vec();
    expected.extend([("value.conv".to_owned(), value, 0), ("value.hidden".to_owned(), hidden, 0)]);
    let counted = count(&healthy);
    assert_eq!((of(&counted), counted.share(), counted.positions), (expected.clone(), 0.0, 100));
    assert_eq!(count(&Arc::new(in_8_bits(&healthy))), counted, "rounding weights silences nothing");

    let sick = with(&healthy, |name, values| match name {
        "block1.conv1.bias" => values[..5].fill(-1e9),
        // A pooled shift, from the two rows of each channel's mean and largest number.
        "policy.pool.weight" => values.iter_mut().skip(3).step_by(channels).for_each(|weight| *weight = -1e9),
        "value.hidden.bias" => values[1..].fill(-1e9),
        _ => {}
    });
    for (index, dead) in [(3, 5), (5, 1), (7, hidden - 1)] {
        expected[index].2 = dead;
    }
    let counted = count(&sick);
    assert_eq!(of(&counted), expected);
    assert_eq!(counted.worst().map(|units| units.rectifier.to_string()).as_deref(), Some("value.hidden"));
    let share = (5 + 1 + hidden - 1) as f64 / (6 * channels + value + hidden) as f64;
    assert!((counted.share() - share).abs() < 1e-9);
    assert_eq!(sick.header().precision, Precision::F32);
    assert_eq!(sick.dead_units(&game, []).expect("a net for this game"), DeadUnits::default());
}
