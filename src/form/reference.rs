//! References to other places of the same schema.

use crate::json::Value;

/// What `$ref` refers to: a JSON Pointer after `#` (RFC 6901, section 6). Other
/// documents are not fetched, and anchors are not searched for.
pub(crate) fn resolve<'a>(root: &'a Value, reference: &Value) -> Option<&'a Value> {
    let mut rest = reference.as_wtf8()?.as_bytes().strip_prefix(b"#")?.iter();
    let mut place = root;
    let mut step: Option<Vec<u8>> = None;
    loop {
        let byte = match rest.next() {
            Some(b'%') => {
                let mut digit = || char::from(*rest.next()?).to_digit(16);
                Some((digit()? << 4 | digit()?) as u8)
            }
            byte => byte.copied(),
        };
        match (byte, &mut step) {
            (None | Some(b'/'), Some(key)) => {
                place = match place {
                    Value::Array(elements) => {
                        let mut index = 0_usize;
                        for digit in &*key {
                            index = index * 10 + usize::from(digit.wrapping_sub(b'0'));
                            if index > elements.len() {
                                return None;
                            }
                        }
                        elements.get(index)?
                    }
                    Value::Object(members) => {
                        &members.iter().find(|(found, _)| found.as_bytes() == key)?.1
                    }
                    Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                        return None;
                    }
                };
                key.clear();
            }
            (Some(b'/'), None) => step = Some(Vec::new()),
            (Some(b'~'), Some(key)) => key.push(match rest.next()? {
                b'0' => b'~',
                b'1' => b'/',
                _ => return None,
            }),
            (Some(byte), Some(key)) => key.push(byte),
            (Some(_), None) => return None,
            (None, None) => {}
        }
        if byte.is_none() {
            return Some(place);
        }
    }
}
