//! The files in `configs/`.

use ardoise::compact::CompactNet;
use ardoise::train::Config;
use std::fs;
use std::path::{Path, PathBuf};

/// All config files of the repository, sorted.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs");
    let entries = fs::read_dir(folder).expect("there is a folder of configs");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it is readable").path()).collect();
    files.sort_unstable();
    files
}

#[test]
fn every_config_can_be_trained_with() {
    let files = files();
    for name in [
        "dualite-teams.toml",
        "dualite.toml",
        "grand-dual.toml",
        "l-calculus.toml",
        "loa.toml",
        "logitac.toml",
        "zen.toml",
    ] {
        assert!(files.iter().any(|file| file.ends_with(name)), "{name} is not in {files:?}");
    }
    for file in files {
        let config = Config::load(&file, &[]).unwrap_or_else(|error| panic!("{error}"));
        let built_in = Config::shipped(&config.game.variant, &[]).expect("every one is built in");
        assert_eq!(built_in.ok().as_ref(), Some(&config), "{}", file.display());
        config.game().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(config.generations > 1, "{}", file.display());
    }
}

#[test]
fn saved_configs_read_back_the_same() {
    for file in files() {
        let overrides = ["seed=7", "learner.rate=0.00123", "report.opponents=[\"mcts:5\", \"random\"]"];
        for overrides in [&[][..], &overrides.map(str::to_owned)] {
            let config = Config::load(&file, overrides).unwrap_or_else(|error| panic!("{error}"));
            let text = toml::to_string(&config).expect("a config can be written");
            let again = Config::parse("saved.toml", &text, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(again, config, "{}", file.display());
            assert_eq!(toml::to_string(&again).expect("a config can be written"), text);
        }
    }
}

#[test]
fn released_evaluators_search_as_their_configs_say() {
    for file in files() {
        let config = Config::load(&file, &[]).unwrap_or_else(|error| panic!("{error}"));
        let variant = &config.game.variant;
        let released = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("checkpoints/{variant}.ard"));
        let net = CompactNet::read(&released).unwrap_or_else(|error| panic!("{error}"));
        let search = config.players_search().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(net.header().search, search, "{variant}");
    }
}

#[test]
fn a_lead_is_only_learnt_from_where_somebody_leads() {
    let with_lead = |variant: &str| {
        let text = format!("generations = 2\n[game]\nvariant = \"{variant}\"\n");
        Config::parse("lead.toml", &text, &["learner.cut_off_lead_share=0.5".to_owned()])
    };
    assert!(with_lead("logitac").is_ok());
    let refused = with_lead("ataxx").expect_err("neither side leads there").to_string();
    assert!(
        refused.contains("learner.cut_off_lead_share") && refused.contains("neither side leads in ataxx"),
        "{refused}"
    );
}
