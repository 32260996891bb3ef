//! Whether a name mixes scripts, as names made to deceive do.

use crate::host::Host;

/// Sets of scripts that stand together in one name: the combinations that the
/// *highly restrictive* level of Unicode Technical Standard 39 allows, and each
/// recommended script (Unicode Standard Annex 31, table 5) by itself. By their
/// four-letter codes.
const TOGETHER: &str = "LatnHaniHiraKana LatnHaniBopo LatnHaniHang Arab Armn Beng Cyrl Deva Ethi \
    Geor Grek Gujr Guru Hebr Knda Khmr Laoo Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt";

/// Whether the scripts of a name do not belong together. A platform that does
/// not know a script is answered with suspicion.
pub(super) fn are_mixed(name: &str, host: &dyn Host) -> bool {
    let mut source = String::from("^(?:");
    for (index, scripts) in TOGETHER.split(' ').enumerate() {
        if index > 0 {
            source.push('|');
        }
        source.push_str("[\\p{sc=Zyyy}\\p{sc=Zinh}");
        let mut rest = scripts;
        while let Some((script, others)) = rest.split_at_checked(4) {
            source.push_str("\\p{sc=");
            source.push_str(script);
            source.push('}');
            rest = others;
        }
        source.push_str("]*");
    }
    source.push_str(")$");
    host.regex_test(&source, name) != Ok(true)
}
