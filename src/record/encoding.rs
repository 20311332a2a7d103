//! Decodes the bytes of a file of records, whatever its encoding.
//!
//! A byte order mark decides, else SGF's property `CA`. Without either, valid UTF-8 is read as UTF-8. Otherwise the
//! encoding is guessed from the bytes; without evidence for another one the guess is SGF's default, Latin-1. Encodings
//! are those of the web (encoding.spec.whatwg.org): Latin-1 is read as its superset windows-1252.

use crate::game::Sentence;
use crate::sentence;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, Encoding, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

/// The text of a file, and a note on how it was decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileText {
    /// The text, without a byte order mark.
    pub text: String,
    /// The encoding, if it was guessed or is not the one named in the file.
    pub note: Option<Sentence>,
}

/// Switches to Japanese in ISO-2022-JP, whose bytes are all ASCII.
const ESCAPE: &[u8] = b"\x1b$";

/// Text in another encoding may be valid UTF-8 by chance: one in thirty Chinese names of two characters in GBK is. More
/// characters beyond ASCII than this are no chance.
const BY_CHANCE: usize = 4;

impl FileText {
    pub fn of(bytes: &[u8]) -> FileText {
        if let Some(text) = super::elsewhere::wthor(bytes) {
            return FileText { text, note: None };
        }
        if let Some((encoding, mark)) = Encoding::for_bom(bytes).or_else(|| by_zeros(bytes)) {
            let (text, is_damaged) = encoding.decode_without_bom_handling(&bytes[mark..]);
            let lost = || {
                sentence!(
                    "record.encoding-damaged",
                    "read as {encoding}, which its first bytes name; some characters are damaged",
                    encoding = encoding.name(),
                )
            };
            return FileText { text: text.into_owned(), note: is_damaged.then(lost) };
        }
        let utf8 = std::str::from_utf8(bytes).ok();
        let Some(label) = declared(bytes) else {
            return match utf8.filter(|text| !(text.is_ascii() && bytes.windows(2).any(|pair| pair == ESCAPE))) {
                Some(text) => FileText { text: text.to_owned(), note: None },
                None => guess(bytes).0,
            };
        };
        let named = by_label(&label);
        let is_utf8 = |text: &&str| {
            let beyond_ascii = text.chars().filter(|c| !c.is_ascii()).take(BY_CHANCE + 1).count();
            let by_chance = if named.is_none_or(Encoding::is_single_byte) { 0 } else { BY_CHANCE };
            beyond_ascii > by_chance
        };
        if let Some(text) = utf8.filter(is_utf8) {
            let note = (named != Some(UTF_8)).then(|| not_as_declared(UTF_8, &label));
            return FileText { text: text.to_owned(), note };
        }
        match named.unwrap_or(UTF_8).decode_without_bom_handling_and_without_replacement(bytes) {
            Some(text) => FileText { text: text.into_owned(), note: None },
            None => {
                let (read, encoding) = guess(bytes);
                FileText { note: Some(not_as_declared(encoding, &label)), ..read }
            }
        }
    }
}

fn not_as_declared(encoding: &'static Encoding, label: &str) -> Sentence {
    sentence!(
        "record.encoding-other",
        "read as {encoding}, which was guessed: it is not in {label}, which it names",
        encoding = encoding.name(),
        label = label,
    )
}

/// UTF-16 without a mark: a text begins with ASCII, whose characters have one byte 0.
fn by_zeros(bytes: &[u8]) -> Option<(&'static Encoding, usize)> {
    match bytes.first_chunk()? {
        [0, 1..=u8::MAX] => Some((UTF_16BE, 0)),
        [1..=u8::MAX, 0] => Some((UTF_16LE, 0)),
        _ => None,
    }
}

/// The value of the first property `CA`. Only its own bytes are examined: those of an earlier value may hide the end of
/// that value.
fn declared(bytes: &[u8]) -> Option<String> {
    let is_name = |at: usize| {
        bytes[at..at + 3].eq_ignore_ascii_case(b"CA[")
            && at.checked_sub(1).is_none_or(|before| !bytes[before].is_ascii_alphanumeric())
    };
    let begin = (0..bytes.len().saturating_sub(3)).find(|&at| is_name(at))? + 3;
    let length = bytes[begin..].iter().position(|&byte| byte == b']')?;
    let label = String::from_utf8_lossy(&bytes[begin..begin + length]).trim().to_owned();
    (!label.is_empty()).then_some(label)
}

/// The encoding of a label, including some labels that the web does not know. `None` for an encoding in which the label
/// itself would be unreadable.
fn by_label(label: &str) -> Option<&'static Encoding> {
    let known = Encoding::for_label_no_replacement(label.as_bytes());
    known
        .or_else(|| match label.to_ascii_lowercase().as_str() {
            "cp932" => Some(SHIFT_JIS),
            "cp936" => Some(GBK),
            "cp949" => Some(encoding_rs::EUC_KR),
            "cp950" | "big-5" => Some(BIG5),
            _ => None,
        })
        .map(|encoding| if [UTF_16BE, UTF_16LE].contains(&encoding) { UTF_8 } else { encoding })
}

/// The text in the most likely encoding.
fn guess(bytes: &[u8]) -> (FileText, &'static Encoding) {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(&evidence(bytes), true);
    let mut encoding = detector.guess(None, Utf8Detection::Deny);
    // After a letter that is not ASCII a backslash is most often half of a character.
    let ends =
        |bytes: &[u8]| bytes[0] >= 0x80 && [b"\\]", b"\\\""].contains(&<&[u8; 2]>::try_from(&bytes[1..]).expect("two"));
    if bytes.windows(3).any(ends) && is_escaped(encoding, bytes) {
        encoding = [BIG5, SHIFT_JIS, GBK].into_iter().find(|other| !is_escaped(other, bytes)).unwrap_or(encoding);
    }
    if encoding.is_single_byte() && is_japanese(bytes) {
        encoding = SHIFT_JIS;
    }
    let note = sentence!(
        "record.encoding-guessed",
        "read as {encoding}, which was guessed: it does not name its encoding",
        encoding = encoding.name(),
    );
    (FileText { text: encoding.decode_without_bom_handling(bytes).0.into_owned(), note: Some(note) }, encoding)
}

/// The least number of wide characters for text to be taken for Japanese.
const LEAST_WIDE: usize = 4;

/// Whether bytes are names in Shift_JIS, too short for a guess by letter frequencies: all of them are full-width
/// characters, apart from ASCII letters. Next to an apostrophe or a letter with an accent that is unlikely.
fn is_japanese(bytes: &[u8]) -> bool {
    let Some(text) = SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes) else { return false };
    let is_wide = |c: char| !c.is_ascii();
    // Each byte of a Western text that is beyond ASCII may be a half-width character.
    let is_half = |c: char| ('\u{ff61}'..='\u{ff9f}').contains(&c);
    let beside = text
        .chars()
        .zip(text.chars().skip(1))
        .any(|(one, next)| is_wide(one) && next.is_ascii_alphabetic() || one.is_ascii_alphabetic() && is_wide(next));
    !beside && !text.chars().any(is_half) && text.chars().filter(|&c| is_wide(c)).count() >= LEAST_WIDE
}

/// Whether the end of a value is escaped in a text, or bytes are invalid in this encoding.
fn is_escaped(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
    text.is_none_or(|text| text.contains("\\]") || text.contains("\\\""))
}

/// The evidence for an encoding: all bytes except signs that stand alone, as in `½-½` or after a move in ` ±`, which
/// would count for an alphabet in which they are letters.
fn evidence(bytes: &[u8]) -> Vec<u8> {
    let is_alone = |at: usize| {
        // Bytes below 0x40 are no half of a character.
        let ends = bytes.get(at + 1).is_none_or(|&next| next < 0x40);
        ends && at.checked_sub(1).is_none_or(|before| bytes[before].is_ascii() && !bytes[before].is_ascii_alphabetic())
    };
    (0..bytes.len()).filter(|&at| bytes[at].is_ascii() || !is_alone(at)).map(|at| bytes[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{EUC_JP, EUC_KR, ISO_2022_JP, WINDOWS_1251, WINDOWS_1252};

    fn bytes_of(encoding: &'static Encoding, text: &str) -> Vec<u8> {
        let (bytes, _, is_lossy) = encoding.encode(text);
        assert!(!is_lossy, "{text} is not of {}", encoding.name());
        bytes.into_owned()
    }

    /// Decodes bytes; returns the text with a note.
    fn read(bytes: &[u8]) -> (String, String) {
        let FileText { text, note } = FileText::of(bytes);
        (text, note.map(|note| note.to_string()).unwrap_or_default())
    }

    #[test]
    fn the_encoding_that_a_file_names_is_its_own() {
        for (encoding, label, name) in [
            (SHIFT_JIS, "Shift_JIS", "ソ表 党毅飛"),
            (SHIFT_JIS, "CP932", "ソ"),
            (BIG5, "Big5", "許功蓋"),
            (BIG5, "big5-hkscs", "功"),
            (GBK, "GB2312", "聂卫平"),
            (GBK, "cp936", "柯洁"),
            (EUC_KR, "EUC-KR", "이창호"),
            (EUC_KR, "ks_c_5601-1987", "박정환"),
            (EUC_JP, "EUC-JP", "許家元"),
            (ISO_2022_JP, "ISO-2022-JP", "これは良い手です"),
            (WINDOWS_1252, "ISO-8859-1", "André Müßig ½"),
            (WINDOWS_1252, "latin1", "Ján"),
            (WINDOWS_1251, "windows-1251", "Иванов"),
            (UTF_8, "UTF-8", "André ソ 許功蓋"),
            (UTF_8, "utf8", "é"),
        ] {
            for text in [format!("(;CA[{label}]PB[{name}];B[b1-b3])"), format!("(;PB[{name}]\nca[{label} ];B[b1-b3])")]
            {
                assert_eq!(read(&bytes_of(encoding, &text)), (text, String::new()));
            }
        }
    }

    #[test]
    fn marks_of_byte_order_are_read_and_left_out() {
        let text = "(;CA[Big5]PB[André ソ];B[b1-b3])";
        for [low, high] in [[0, 1], [1, 0]] {
            let words = |text: &str| {
                Vec::from_iter(text.encode_utf16().flat_map(|word| [word.to_le_bytes()[low], word.to_le_bytes()[high]]))
            };
            assert_eq!(read(&words(&format!("\u{feff}{text}"))), (text.to_owned(), String::new()));
            assert_eq!(read(&words(text)), (text.to_owned(), String::new()));
            let mut cut = words(text);
            cut.pop();
            assert!(read(&cut).1.contains("some characters are damaged"));
        }
        assert_eq!(read(format!("\u{feff}{text}").as_bytes()), (text.to_owned(), String::new()));
        assert_eq!(read(b""), (String::new(), String::new()));
        assert_eq!(read(b"\0"), ("\0".to_owned(), String::new()));
    }

    #[test]
    fn what_is_not_said_is_guessed_and_told() {
        for (encoding, text) in [
            (SHIFT_JIS, "(;PB[党毅飛]PW[許家元]EV[名人戦];B[b1-b3])"),
            (SHIFT_JIS, "(;PB[党毅飛]PW[一力遼]EV[第２回天府杯];B[b1-b3])"),
            (SHIFT_JIS, "(;PB[井山裕太]PW[一力遼];B[b1-b3])"),
            (SHIFT_JIS, "(;PB[a]PW[b];B[b1-b3]C[ソ];W[a2-c2])"),
            (BIG5, "(;PB[許功蓋]PW[周俊勳];B[b1-b3]C[功];W[a2-c2])"),
            (BIG5, "(;PB[a];B[b1-b3]C[成功了，白棋很好];W[a2-c2])"),
            (BIG5, "[White \"許功蓋\"]\n[Black \"許功\"]\n\n1. b1-b3 *\n"),
            (GBK, "(;PB[聂卫平]PW[马晓春];B[b1-b3]C[好棋];W[a2-c2])"),
            (EUC_KR, "(;PB[이창호]PW[조훈현];B[b1-b3])"),
            (EUC_JP, "(;PB[党毅飛]C[これは良い手です];B[b1-b3])"),
            (ISO_2022_JP, "(;C[これは良い手です];B[b1-b3])"),
            (WINDOWS_1251, "(;PB[Иванов]PW[Петров];B[b1-b3])"),
            (WINDOWS_1252, "(;PB[André];B[b1-b3])"),
            (WINDOWS_1252, "(;PB[Helbich, Ján]PW[Gaël “X” – Ó];B[b1-b3]C[Très bon coup – l’idée est forte])"),
            (WINDOWS_1252, "(;C[½ point ± ok];B[b1-b3])"),
            (WINDOWS_1252, "(;C[l’ami d’un autre, “non”, qu’elle dit];B[b1-b3])"),
            (WINDOWS_1252, "(;PB[Élan]PW[Özil];B[b1-b3]C[“Ö” – “É”])"),
            (WINDOWS_1252, "[White \"André\"]\n[Result \"½-½\"]\n\n1. b1-b3 ± ½-½\n"),
        ] {
            let note = format!("read as {}, which was guessed: it does not name its encoding", encoding.name());
            assert_eq!(read(&bytes_of(encoding, text)), (text.to_owned(), note));
        }
        for text in ["1. b1-b3", "(;PB[André])", "{\"game\": \"loa\"}", "\u{1F600} é"] {
            assert_eq!(read(text.as_bytes()), (text.to_owned(), String::new()));
        }
    }

    #[test]
    fn a_file_that_names_another_encoding_is_read_and_told() {
        // The encoding was changed, but not the property that names it.
        for label in ["Shift_JIS", "ISO-8859-1", "GB2312", "klingon"] {
            let text = format!("(;CA[{label}]PB[これは良い手です];B[b1-b3])");
            let note = format!("read as UTF-8, which was guessed: it is not in {label}, which it names");
            assert_eq!(read(text.as_bytes()), (text, note));
        }
        // The program wrote in its system's encoding.
        let text = "(;CA[UTF-8]PB[André];B[b1-b3])";
        let note = "read as windows-1252, which was guessed: it is not in UTF-8, which it names";
        assert_eq!(read(&bytes_of(WINDOWS_1252, text)), (text.to_owned(), note.to_owned()));
        // A wide encoding, in which these bytes are invalid.
        let text = "(;CA[UTF-16]PB[André];B[b1-b3])";
        assert_eq!(read(text.as_bytes()), (text.to_owned(), String::new()));
        // Two characters that are UTF-8 by chance.
        let text = "(;CA[GBK]PB[模模];B[b1-b3])";
        assert!(std::str::from_utf8(&bytes_of(GBK, text)).is_ok());
        assert_eq!(read(&bytes_of(GBK, text)), (text.to_owned(), String::new()));
    }
}
