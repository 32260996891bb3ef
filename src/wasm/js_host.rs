//! The platform's services, from the JavaScript engine.

use wasm_bindgen::prelude::*;

use crate::host::{Host, InvalidRegex, UrlParts};

#[wasm_bindgen(module = "/src/wasm/platform.js")]
extern "C" {
    /// 1 for a match, 0 for none, -1 where the pattern cannot be compiled.
    #[wasm_bindgen(js_name = regexTest)]
    fn regex_test(source: &str, text: &str) -> i32;
    #[wasm_bindgen(js_name = foldName)]
    fn fold_name(text: &str) -> String;
    /// The parts, one a line; nothing where the address is none.
    #[wasm_bindgen(js_name = urlParts)]
    fn url_parts(text: &str) -> Option<String>;
    #[wasm_bindgen(js_name = nearestDouble)]
    fn nearest_double(text: &str) -> String;
}

/// The JavaScript engine as a platform.
#[derive(Clone, Copy, Debug, Default)]
pub struct JsHost;

impl Host for JsHost {
    fn regex_test(&self, source: &str, text: &str) -> Result<bool, InvalidRegex> {
        match regex_test(source, text) {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(InvalidRegex),
        }
    }

    fn fold_name(&self, text: &str) -> String {
        fold_name(text)
    }

    fn parse_url(&self, text: &str) -> Option<UrlParts> {
        let parts = url_parts(text)?;
        let mut lines = parts.split('\n').map(str::to_owned);
        Some(UrlParts {
            href: lines.next()?,
            protocol: lines.next()?,
            hostname: lines.next()?,
            host: lines.next()?,
            has_user_info: lines.next()?.len() > 1,
        })
    }

    fn nearest_double(&self, text: &str) -> String {
        nearest_double(text)
    }
}
