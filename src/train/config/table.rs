//! Tables of config keys. A key is declared once, with its meaning, its default and its values: checks, and the
//! tables of `docs/configuration.md`, are derived from that.

use super::error::ConfigError;
use std::fmt;

pub(super) trait Table: Default + 'static {
    /// Its keys, except those that are tables.
    const KEYS: &'static [Key<Self>];
}

pub(super) struct Key<T: 'static> {
    pub name: &'static str,
    /// Its meaning. The first paragraph is also in `docs/configuration.md`.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test holds the documentation to it"))]
    pub doc: &'static str,
    pub value: fn(&T) -> &dyn Value,
    pub takes: Takes<T>,
}

/// The values that a key takes.
pub(super) enum Takes<T> {
    /// Every value of the type.
    Any,
    /// Numbers within bounds.
    Range(Bound, Bound),
    /// Values that fit the other keys of the table; the condition in words.
    Fitting(fn(&T) -> bool, &'static str),
}

#[derive(Clone, Copy)]
pub(super) enum Bound {
    Unbounded,
    /// Any number but infinity.
    Finite,
    Included(u32),
    Excluded(u32),
}

impl<T> Takes<T> {
    pub const fn at_least(least: u32) -> Takes<T> {
        Takes::Range(Bound::Included(least), Bound::Unbounded)
    }

    pub const fn at_most(most: u32) -> Takes<T> {
        Takes::Range(Bound::Unbounded, Bound::Included(most))
    }

    pub const fn from_to(least: u32, most: u32) -> Takes<T> {
        Takes::Range(Bound::Included(least), Bound::Included(most))
    }

    /// A share, 0 and 1 included.
    pub const fn share() -> Takes<T> {
        Takes::from_to(0, 1)
    }

    pub const fn weight() -> Takes<T> {
        Takes::from_to(0, 1_000_000)
    }

    fn holds(&self, table: &T, value: &dyn Value) -> bool {
        match self {
            Takes::Any => true,
            Takes::Range(low, high) => value.number().is_none_or(|number| {
                let above = match *low {
                    Bound::Unbounded => !number.is_nan(),
                    Bound::Finite => number.is_finite(),
                    Bound::Included(least) => number >= f64::from(least),
                    Bound::Excluded(limit) => number > f64::from(limit),
                };
                let below = match *high {
                    Bound::Unbounded => !number.is_nan(),
                    Bound::Finite => number.is_finite(),
                    Bound::Included(most) => number <= f64::from(most),
                    Bound::Excluded(limit) => number < f64::from(limit),
                };
                above && below
            }),
            Takes::Fitting(holds, _) => holds(table),
        }
    }
}

impl<T> fmt::Display for Takes<T> {
    /// What is expected, for errors and the documentation; empty if all values are allowed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = match *self {
            Takes::Any => return Ok(()),
            Takes::Fitting(_, words) => return f.write_str(words),
            Takes::Range(low, high) => (low, high),
        };
        if let (Bound::Included(least), Bound::Included(most)) = (low, high) {
            return write!(f, "{least} to {most}");
        }
        let low = match low {
            Bound::Included(least) => format!("at least {least}"),
            Bound::Excluded(limit) => format!("above {limit}"),
            Bound::Unbounded | Bound::Finite => String::new(),
        };
        let high = match high {
            Bound::Included(most) => format!("at most {most}"),
            Bound::Excluded(limit) => format!("below {limit}"),
            Bound::Unbounded | Bound::Finite => String::new(),
        };
        let between = if low.is_empty() || high.is_empty() { "" } else { ", " };
        write!(f, "{low}{between}{high}")
    }
}

pub(super) trait Value {
    /// The value as a number, if it is one.
    fn number(&self) -> Option<f64> {
        None
    }

    fn words(&self) -> String;
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl Value for $type {
            fn number(&self) -> Option<f64> {
                Some(*self as f64)
            }

            fn words(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

numbers! { u32 u64 usize f32 f64 }

impl Value for bool {
    fn words(&self) -> String {
        self.to_string()
    }
}

impl<V: Value> Value for Option<V> {
    fn number(&self) -> Option<f64> {
        self.as_ref().and_then(Value::number)
    }

    fn words(&self) -> String {
        self.as_ref().map_or("none".to_owned(), Value::words)
    }
}

impl Value for Vec<String> {
    fn words(&self) -> String {
        format!("{self:?}")
    }
}

/// Checks that all keys of a table have allowed values; `path` is the table's name.
pub(super) fn check<T: Table>(path: &str, table: &T) -> Result<(), ConfigError> {
    for Key { name, value, takes, .. } in T::KEYS {
        let value = value(table);
        if !takes.holds(table, value) {
            let (key, given, expected) = (format!("{path}.{name}"), value.words(), takes.to_string());
            return Err(ConfigError::Range { key, given, expected });
        }
    }
    Ok(())
}

/// Declares a table: a struct with its defaults and its [`Table`]. `describe` only gives the meanings of the keys of
/// a struct that is declared elsewhere.
macro_rules! table {
    (
        $(#[$about:meta])*
        pub struct $table:ident {
            $(
                $(#[doc = $doc:literal])+
                $(#[serde($($serde:tt)*)])?
                $key:ident: $type:ty = $default:expr, $takes:expr;
            )+
            $(tables { $($inner:ident: $inner_type:ty;)+ })?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct $table {
            $(
                $(#[doc = $doc])+
                #[doc = concat!("\n\nDefault: `", stringify!($default), "`.")]
                $(#[serde($($serde)*)])?
                pub $key: $type,
            )+
            $($(#[doc = concat!("See [`", stringify!($inner_type), "`].")] pub $inner: $inner_type,)+)?
        }

        impl Default for $table {
            fn default() -> Self {
                $table { $($key: $default,)+ $($($inner: Default::default(),)+)? }
            }
        }

        table! { describe $table { $($(#[doc = $doc])+ $key, $takes;)+ } }
    };
    (describe $table:ident { $($(#[doc = $doc:literal])+ $key:ident, $takes:expr;)+ }) => {
        impl $crate::train::config::table::Table for $table {
            const KEYS: &'static [$crate::train::config::table::Key<Self>] = &[
                $($crate::train::config::table::Key {
                    name: stringify!($key),
                    doc: concat!($($doc, "\n"),+),
                    value: |table| &table.$key,
                    takes: $takes,
                },)+
            ];
        }
    };
}

pub(super) use table;
