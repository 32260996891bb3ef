//! What the platform has, the platform does.
//!
//! JavaScript brings regular expressions, Unicode normalisation, urls and
//! number printing along; shipping them again inside WebAssembly would double
//! the module. Rules that need them take a [`Host`]: in the browser JavaScript
//! itself, natively [`NativeHost`](native::NativeHost) (feature `native-host`)
//! or one's own.

#[cfg(all(feature = "native-host", not(target_arch = "wasm32")))]
pub mod native;

/// The platform's services. All are pure: same input, same answer.
pub trait Host {
    /// `new RegExp(source, 'u').test(text)`.
    ///
    /// Callers pass patterns of their own making that run in linear time;
    /// patterns from outside run in [`crate::form::Pattern`] instead, since a
    /// platform's matcher cannot be stopped.
    ///
    /// # Errors
    ///
    /// [`InvalidRegex`] when the platform refuses to compile the source.
    fn regex_test(&self, source: &str, text: &str) -> Result<bool, InvalidRegex>;

    /// A name without what does not tell it apart from others: compatibility
    /// forms, letter case, kinds of spaces. In JavaScript
    /// `text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s/gu, ' ')`.
    fn fold_name(&self, text: &str) -> String;

    /// `new URL(text)`; `None` where that throws.
    fn parse_url(&self, text: &str) -> Option<UrlParts>;

    /// `String(Number(text))`: the shortest text for the double nearest to a
    /// number in JSON's notation (`Infinity` beyond its range).
    fn nearest_double(&self, text: &str) -> String;
}

/// The platform cannot compile a regular expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidRegex;

/// A url as the URL Standard parses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlParts {
    /// The whole url, normalised (`url.href`).
    pub href: String,
    /// The scheme with its colon (`url.protocol`).
    pub protocol: String,
    /// Whether `url.username` or `url.password` is not empty.
    pub has_user_info: bool,
    /// The host in ASCII, without the port (`url.hostname`).
    pub hostname: String,
    /// The host in ASCII, with the port if it is not the scheme's
    /// (`url.host`).
    pub host: String,
}

/// No platform at all: patterns count as not compilable, texts are compared as
/// they are, no address is understood. For conversations without forms.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {
    fn regex_test(&self, _source: &str, _text: &str) -> Result<bool, InvalidRegex> {
        Err(InvalidRegex)
    }

    fn fold_name(&self, text: &str) -> String {
        text.to_owned()
    }

    fn parse_url(&self, _text: &str) -> Option<UrlParts> {
        None
    }

    fn nearest_double(&self, text: &str) -> String {
        text.to_owned()
    }
}
