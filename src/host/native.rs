//! A [`Host`] outside the browser.

use unicode_normalization::UnicodeNormalization;

use super::{Host, InvalidRegex, UrlParts};

/// The platform's services by crates, for tests, servers and Rust front ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct NativeHost;

impl Host for NativeHost {
    fn regex_test(&self, source: &str, text: &str) -> Result<bool, InvalidRegex> {
        regress::Regex::with_flags(source, "u")
            .map(|regex| regex.find(text).is_some())
            .map_err(|_| InvalidRegex)
    }

    fn fold_name(&self, text: &str) -> String {
        let normal: String = text.nfkc().collect();
        normal
            .to_uppercase()
            .to_lowercase()
            .nfkc()
            .map(|char| if char.is_whitespace() { ' ' } else { char })
            .collect()
    }

    fn parse_url(&self, text: &str) -> Option<UrlParts> {
        let url = url::Url::parse(text).ok()?;
        let hostname = url.host_str().unwrap_or_default().to_owned();
        let host = match url.port() {
            Some(port) => format!("{hostname}:{port}"),
            None => hostname.clone(),
        };
        Some(UrlParts {
            href: url.as_str().to_owned(),
            protocol: format!("{}:", url.scheme()),
            has_user_info: !url.username().is_empty()
                || url.password().is_some_and(|password| !password.is_empty()),
            hostname,
            host,
        })
    }

    fn nearest_double(&self, text: &str) -> String {
        match text.parse::<f64>() {
            // Digits before the point are enough; how JavaScript spells large
            // and small numbers makes no difference to their value.
            Ok(number) if number.is_finite() => format!("{number}"),
            Ok(number) if number > 0.0 => "Infinity".to_owned(),
            Ok(number) if number < 0.0 => "-Infinity".to_owned(),
            Ok(_) | Err(_) => "NaN".to_owned(),
        }
    }
}
