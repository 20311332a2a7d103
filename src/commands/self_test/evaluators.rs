use crate::commands::random_positions;
use crate::compact::{CompactEvaluator, CompactNet, Kernel};
use crate::eval::{Batch, Evaluator};
use crate::game::{Game, digest};
use crate::games::{AnyGame, rules, shipped, shipped_for};
use anyhow::{Context, Result, ensure};
use std::sync::Arc;

/// Number of positions that each net evaluates.
const POSITIONS: usize = 16;

/// The expected [`answers`] of each net that comes with the program, the same on every machine. A new net, or a new
/// encoding of its game, changes the number; the check then prints the right number.
const EXPECTED: &[(&str, u64)] = &[
    ("amazons", 0x33e5_9fa9_db23_6991),
    ("ataxx", 0x9bde_fe35_ee62_59a4),
    ("breakthrough", 0x71c0_8143_d04b_b84a),
    ("clobber", 0xf7f2_52cc_940e_13d2),
    ("connect-four", 0x87f2_b440_e333_fa34),
    ("dualite-teams", 0xe2a5_654a_db12_d1d8),
    ("dualite", 0xa460_2597_5f07_9e66),
    ("grand-dual", 0x7c22_a8e5_16be_d996),
    ("hex-5", 0x0e0b_4a2e_04d7_ce91),
    ("hex-7", 0x3057_8ec0_0edf_4e37),
    ("l-calculus", 0x1383_e202_62e5_dccd),
    ("loa", 0x428d_a740_10a8_18c3),
    ("logitac", 0x782f_6ed3_5e2e_e768),
    ("reversi", 0x79ff_d729_e948_f81e),
    ("yavalath", 0xbdfe_4a86_04ca_3a54),
    ("zen", 0xae4a_f13f_01fa_8363),
];

/// All kernels of this processor give the same answers, in 8 bits and in 32.
pub fn kernels() -> Result<String> {
    let (mut compared, portable) = (0, Kernel::available().last().context("the portable kernel runs anywhere")?);
    for variant in ["dualite", "loa"] {
        let (game, net) = read(variant)?;
        for net in [net.dequantised(), net].map(Arc::new) {
            let expected = answers(&game, &net, portable)?;
            for kernel in Kernel::available().filter(|&kernel| kernel != portable) {
                let precision = net.header().precision.name();
                let alike = answers(&game, &net, kernel)? == expected;
                ensure!(
                    alike,
                    "{} computes {variant} in {precision} differently from the portable kernel",
                    kernel.name()
                );
                compared += 1;
            }
        }
    }
    Ok(format!("{compared} comparisons with the portable one, identical to the bit"))
}

/// The nets that come with the program can be read, and give the expected answers.
pub fn nets() -> Result<String> {
    let (mut nets, mut wrong) = (0, Vec::new());
    for variant in shipped_for(".ard") {
        let (game, net) = read(variant)?;
        let given = answers(&game, &Arc::new(net), Kernel::best())?;
        nets += 1;
        // Nets of another crate's games are not in the list.
        if let Some((_, expected)) = EXPECTED.iter().find(|(name, own)| *name == variant && *own != given) {
            wrong.push(format!("that of {variant} answers {given:#018x}, expected {expected:#018x}"));
        }
    }
    ensure!(wrong.is_empty(), "of {nets} nets {}", wrong.join(", "));
    Ok(format!("{nets} nets, as everywhere"))
}

/// A variant with the net that comes with the program.
fn read(variant: &str) -> Result<(AnyGame, CompactNet)> {
    let bytes = shipped(&format!("{variant}.ard")).context("it is not there")?;
    let net = CompactNet::from_bytes(bytes).with_context(|| format!("the net of {variant}"))?;
    let game = AnyGame::new(rules(variant, &net.header().options)?)?;
    Ok((game, net))
}

/// A hash of the priors and values, to the bit, of positions from random games.
fn answers(game: &AnyGame, net: &Arc<CompactNet>, kernel: Kernel) -> Result<u64> {
    let mut evaluator = CompactEvaluator::with_kernel(game, Arc::clone(net), kernel)?;
    let (mut batch, mut moves) = (Batch::default(), Vec::new());
    for position in random_positions(game, POSITIONS) {
        game.legal_moves(&position, &mut moves);
        batch.push(&position, &moves);
    }
    evaluator.evaluate(game, &mut batch);
    let numbers = (0..batch.len()).flat_map(|leaf| {
        let value = batch.value(leaf);
        batch.priors(leaf).iter().copied().chain([value.win, value.loss, value.moves_left, value.lead])
    });
    Ok(digest(numbers.map(|number| u64::from(number.to_bits()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_net_of_this_crate_has_its_number() {
        let known = Vec::from_iter(EXPECTED.iter().map(|(name, _)| *name));
        for variant in shipped_for(".ard") {
            assert!(known.contains(&variant), "checkpoints/{variant}.ard has no number: expected one in EXPECTED");
        }
    }
}
