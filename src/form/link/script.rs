//! Whether a name mixes scripts, as names made to deceive do.

use crate::host::Host;

/// Names in one of some scripts, given by four-letter codes, with characters
/// that all scripts share.
macro_rules! names {
    ($first:literal $(, $other:literal)*) => {
        concat!("^[\\p{sc=Zyyy}\\p{sc=Zinh}\\p{sc=", $first, "}"
            $(, "\\p{sc=", $other, "}")*, "]*$")
    };
}

/// Sets of scripts that stand together in one name: the combinations that the
/// *highly restrictive* level of Unicode Technical Standard 39 allows, and each
/// recommended script (Unicode Standard Annex 31, table 5) by itself.
const TOGETHER: &str = concat!(
    names!("Latn", "Hani", "Hira", "Kana"),
    "|",
    names!("Latn", "Hani", "Bopo"),
    "|",
    names!("Latn", "Hani", "Hang"),
    "|",
    names!("Arab"),
    "|",
    names!("Armn"),
    "|",
    names!("Beng"),
    "|",
    names!("Cyrl"),
    "|",
    names!("Deva"),
    "|",
    names!("Ethi"),
    "|",
    names!("Geor"),
    "|",
    names!("Grek"),
    "|",
    names!("Gujr"),
    "|",
    names!("Guru"),
    "|",
    names!("Hebr"),
    "|",
    names!("Khmr"),
    "|",
    names!("Knda"),
    "|",
    names!("Laoo"),
    "|",
    names!("Mlym"),
    "|",
    names!("Mymr"),
    "|",
    names!("Orya"),
    "|",
    names!("Sinh"),
    "|",
    names!("Taml"),
    "|",
    names!("Telu"),
    "|",
    names!("Thaa"),
    "|",
    names!("Thai"),
    "|",
    names!("Tibt")
);

/// Whether the scripts of a name do not belong together. A platform that does
/// not know a script is answered with suspicion.
pub(super) fn are_mixed(name: &str, host: &dyn Host) -> bool {
    host.regex_test(TOGETHER, name) != Ok(true)
}
