use std::str::FromStr;

/// A language of pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// French.
    French,
}

impl Language {
    /// Its tag in HTML.
    pub fn tag(self) -> &'static str {
        self.pick("en", "fr")
    }

    /// One of two texts.
    pub fn pick<T>(self, english: T, french: T) -> T {
        match self {
            Language::English => english,
            Language::French => french,
        }
    }

    /// The name of a seat in a sentence.
    pub fn seat(self, name: &str) -> String {
        let french = match name {
            "first" => "le premier joueur",
            "second" => "le second joueur",
            "Black" | "black" => "Noir",
            "White" | "white" => "Blanc",
            other => other,
        };
        let english = match name {
            "first" => "the first player",
            "second" => "the second player",
            other => other,
        };
        self.pick(english, french).to_owned()
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Language, String> {
        match text {
            "en" => Ok(Language::English),
            "fr" => Ok(Language::French),
            _ => Err("expected `en` or `fr`".to_owned()),
        }
    }
}
