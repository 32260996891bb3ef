//! References to other places of the same schema.

use crate::json::Value;

/// What `$ref` refers to: a JSON Pointer after `#` (RFC 6901, section 6). Other
/// documents are not fetched, and anchors are not searched for.
pub(crate) fn resolve<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    let pointer = percent_decoded(reference.strip_prefix('#')?)?;
    if pointer.is_empty() {
        return Some(root);
    }
    let mut place = root;
    for step in pointer.strip_prefix('/')?.split('/') {
        let key = step.replace("~1", "/").replace("~0", "~");
        place = match place {
            Value::Object(_) => place.get(&key)?,
            Value::Array(elements) => elements.get(key.parse::<usize>().ok()?)?,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return None,
        };
    }
    Some(place)
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            (digit()? << 4 | digit()?) as u8
        } else {
            byte
        });
    }
    String::from_utf8(bytes).ok()
}
