//! A url that a server asks a person to open.
//!
//! It is shown whole and normalised, with the host apart, and opened only when
//! the person says so; nothing here or elsewhere fetches it. To accept means to
//! agree to open it; whether the errand there was done is another matter.

mod punycode;
mod script;

use super::limits;
use crate::host::{Host, UrlParts};
use crate::json::Writer;

/// A url that may be shown and opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The whole url, normalised: what is shown is what will be opened.
    pub href: String,
    /// The host in ASCII, with its port if that is not the scheme's.
    pub host: String,
    /// The host as Unicode text, if it is written in Punycode: what it pretends
    /// to be. Never to be shown alone.
    pub unicode_host: Option<String>,
    /// The host holds letters outside ASCII.
    pub is_punycode: bool,
    /// A part of the host mixes scripts that no language mixes, or uses a script
    /// that names are not made of.
    pub mixes_scripts: bool,
    /// The host is this computer.
    pub is_loopback: bool,
}

/// Why a url is neither shown as a link nor opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkRefusal {
    /// Not an absolute url.
    NotAUrl,
    /// Longer than [`limits::URL_BYTES`].
    TooLong,
    /// Neither `https:` nor, on this computer, `http:`.
    Scheme,
    /// It holds a user name or a password.
    UserInfo,
}

impl LinkRefusal {
    /// The reason as JavaScript sees it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotAUrl => "not_a_url",
            Self::TooLong => "too_long",
            Self::Scheme => "scheme",
            Self::UserInfo => "user_info",
        }
    }
}

impl Link {
    /// Reads a url as a server sent it.
    ///
    /// # Errors
    ///
    /// See [`LinkRefusal`].
    pub fn read(url: &str, host: &dyn Host) -> Result<Self, LinkRefusal> {
        if url.len() > limits::URL_BYTES {
            return Err(LinkRefusal::TooLong);
        }
        let UrlParts {
            href,
            protocol,
            has_user_info,
            hostname,
            host: host_and_port,
        } = host.parse_url(url).ok_or(LinkRefusal::NotAUrl)?;
        let is_loopback = host.regex_test(LOOPBACK, &hostname) == Ok(true);
        if protocol != "https:" && !(protocol == "http:" && is_loopback) {
            return Err(LinkRefusal::Scheme);
        }
        if has_user_info {
            return Err(LinkRefusal::UserInfo);
        }
        // The platform gives both in ASCII; anything else would hide what the
        // flags below are for.
        if hostname.is_empty() || !hostname.is_ascii() || !href.is_ascii() {
            return Err(LinkRefusal::NotAUrl);
        }
        if href.len() > limits::URL_BYTES {
            return Err(LinkRefusal::TooLong);
        }
        let mut unicode_host = String::new();
        let (mut is_punycode, mut mixes_scripts) = (false, false);
        for label in hostname.split('.') {
            let mut decoded = None;
            if let Some(coded) = label.strip_prefix("xn--") {
                is_punycode = true;
                decoded = punycode::decode(coded);
                mixes_scripts |= decoded
                    .as_ref()
                    .is_none_or(|name| script::are_mixed(name, host));
            }
            unicode_host.push_str(decoded.as_deref().unwrap_or(label));
            unicode_host.push('.');
        }
        unicode_host.pop();
        Ok(Self {
            href,
            host: host_and_port,
            unicode_host: is_punycode.then_some(unicode_host),
            is_punycode,
            mixes_scripts,
            is_loopback,
        })
    }

    /// The link as JSON text: `{ "href", "host", "unicodeHost"?, "punycode",
    /// "mixedScripts", "loopback" }`.
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        let mut writer = Writer::new(&mut text);
        writer.begin_object();
        let unicode_host = self.unicode_host.as_deref().unwrap_or_default();
        for (key, text) in [
            ("href", self.href.as_str()),
            ("host", &self.host),
            ("unicodeHost", unicode_host),
        ] {
            if !text.is_empty() {
                writer.key(key);
                writer.str(text);
            }
        }
        for (key, flag) in [
            ("punycode", self.is_punycode),
            ("mixedScripts", self.mixes_scripts),
            ("loopback", self.is_loopback),
        ] {
            writer.key(key);
            writer.bool(flag);
        }
        writer.end_object();
        text
    }
}

/// 127.0.0.0/8 (RFC 1122), ::1 (RFC 4291) and `localhost` with what is below it
/// (RFC 6761), as the URL Standard serialises them.
const LOOPBACK: &str = r"^(?:(?:.*\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])$";
