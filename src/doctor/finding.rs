use crate::arena::{Grade, Spread};
use serde::Serialize;
use std::fmt;

/// How certain a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// The evidence is indirect.
    Possible,
    /// The estimate lies beyond the limit.
    Likely,
    /// The whole 95 % interval lies beyond the limit, or no chance is involved.
    Certain,
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Certainty::Possible => "possible",
            Certainty::Likely => "likely",
            Certainty::Certain => "certain",
        })
    }
}

impl Certainty {
    /// How certain it is that a quantity lies above a limit, if it seems to.
    pub(super) fn above(limit: f64, estimate: f64, low: f64) -> Option<Certainty> {
        match () {
            () if low > limit => Some(Certainty::Certain),
            () if estimate > limit => Some(Certainty::Likely),
            () => None,
        }
    }

    /// How certain it is that a share lies above a limit.
    pub(super) fn share_above(limit: f64, share: &Grade) -> Option<Certainty> {
        Certainty::above(limit, share.share(), share.interval()[0])
    }

    /// How certain it is that a mean lies above a limit.
    pub(super) fn mean_above(limit: f64, mean: &Spread) -> Option<Certainty> {
        Certainty::above(limit, mean.mean, mean.low)
    }
}

/// Defines the illnesses, each with its name and a short description.
macro_rules! illnesses {
    ($($illness:ident $name:literal $about:literal;)*) => {
        /// An illness of a run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        pub enum Illness {
            $(#[doc = $about] #[serde(rename = $name)] $illness,)*
        }

        impl Illness {
            /// All illnesses.
            pub const ALL: &[Illness] = &[$(Illness::$illness),*];

            /// The illness's name, such as `draws`.
            pub fn name(self) -> &'static str {
                match self { $(Illness::$illness => $name,)* }
            }

            /// A short description of the illness.
            pub fn about(self) -> &'static str {
                match self { $(Illness::$illness => $about,)* }
            }
        }
    };
}

illnesses! {
    NoSteps "no-steps" "The learner has made no step.";
    LongWarmUp "long-warm-up" "The learning rate warms up for most of the run.";
    LearnsNothing "learns-nothing" "The policy knows hardly more than which moves are legal.";
    SmallNet "small-net" "The losses no longer fall, and stay high on the very samples that were learned.";
    Overfitting "overfitting" "The net knows the samples of its window by heart.";
    FlatTargets "flat-targets" "Search targets barely differ from the prior.";
    Draws "draws" "Nearly all games are drawn.";
    CutOff "cut-off" "Most games are cut off by a limit on their length.";
    OneSided "one-sided" "One side wins nearly all games.";
    RepeatedOpenings "repeated-openings" "The games begin alike.";
    DeadUnits "dead-units" "Many units are dead (always 0).";
}

impl fmt::Display for Illness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A number behind a finding.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measurement {
    /// The quantity, with its unit.
    pub name: String,
    /// The measured number.
    pub value: f64,
    /// The 95 % interval of the number, if chance is involved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
}

impl Measurement {
    /// A number without an interval.
    pub(super) fn exact(name: &str, value: f64) -> Measurement {
        Measurement { name: name.to_owned(), value, interval: None }
    }

    /// A mean with its interval.
    pub(super) fn mean(name: &str, mean: &Spread) -> Measurement {
        Measurement { name: name.to_owned(), value: mean.mean, interval: Some([mean.low, mean.high]) }
    }

    /// A share in percent, with its interval.
    pub(super) fn percent(name: &str, share: &Grade) -> Measurement {
        let interval = Some(share.interval().map(|bound| 100.0 * bound));
        Measurement { name: format!("{name}, %"), value: 100.0 * share.share(), interval }
    }
}

impl fmt::Display for Measurement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |value: f64| match value.abs() {
            size if size >= 1000.0 || value == value.round() => format!("{value:.0}"),
            size if size >= 10.0 => format!("{value:.1}"),
            size if size >= 0.01 => format!("{value:.3}"),
            _ => format!("{value:.1e}"),
        };
        write!(f, "{}: {}", self.name, number(self.value))?;
        match self.interval {
            Some([low, high]) => write!(f, " ({} to {})", number(low), number(high)),
            None => Ok(()),
        }
    }
}

/// A remedy for an illness.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Remedy {
    /// Config keys to set, as `KEY=VALUE`.
    pub set: Vec<String>,
    /// Why this helps, or what else does.
    pub because: String,
}

impl Remedy {
    /// A remedy for the next run.
    pub(super) fn set(key: &str, value: impl fmt::Display, because: &str) -> Remedy {
        Remedy { set: vec![format!("{key}={value}")], because: because.to_owned() }
    }

    /// The keys as options of `ardoise train`.
    pub fn options(&self) -> String {
        self.set.iter().map(|set| format!("--set {set}")).collect::<Vec<_>>().join(" ")
    }
}

/// An illness found in a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// The illness found.
    pub illness: Illness,
    /// How certain the illness is.
    pub sure: Certainty,
    /// The finding in one sentence.
    pub says: String,
    /// The evidence for the finding.
    pub figures: Vec<Measurement>,
    /// The remedy for the illness.
    pub remedy: Remedy,
}

impl fmt::Display for Finding {
    /// The finding in one line: `certain draws: 97 % of the games are drawn (--set ...)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {} ({})", self.sure, self.illness, self.says, self.remedy.options())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surety_follows_the_interval() {
        let mean = |mean, low| Spread { mean, low, high: 2.0 * mean - low, deviation: None };
        assert_eq!(Certainty::mean_above(0.5, &mean(0.9, 0.6)), Some(Certainty::Certain));
        assert_eq!(Certainty::mean_above(0.5, &mean(0.6, 0.4)), Some(Certainty::Likely));
        assert_eq!(Certainty::mean_above(0.5, &mean(0.4, 0.2)), None);
        assert_eq!(Certainty::share_above(0.5, &Grade { asked: 3, right: 2 }), Some(Certainty::Likely), "few games");
        assert_eq!(Certainty::share_above(0.5, &Grade { asked: 300, right: 200 }), Some(Certainty::Certain));
        assert!(Certainty::Certain > Certainty::Likely && Certainty::Likely > Certainty::Possible);
    }

    #[test]
    fn names_are_different_and_figures_readable() {
        let names: std::collections::BTreeSet<_> = Illness::ALL.iter().map(|illness| illness.name()).collect();
        assert_eq!(names.len(), Illness::ALL.len());
        assert_eq!(Measurement::exact("samples", 12345.6).to_string(), "samples: 12346");
        assert_eq!(Measurement::percent("drawn", &Grade { asked: 0, right: 0 }).value, 0.0);
        let figure = Measurement { name: "loss".to_owned(), value: 0.5, interval: Some([0.25, 0.75]) };
        assert_eq!(figure.to_string(), "loss: 0.500 (0.250 to 0.750)");
    }
}
