//! JSON Patch (RFC 6902) on JSON Pointers (RFC 6901): all of a patch, or none
//! of it.

use crate::json::{RawJson, Value, Wtf8, Wtf8Buf};

/// Why a patch cannot be applied.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DoesNotApply(pub &'static str);

const NOWHERE: DoesNotApply = DoesNotApply("a path leads nowhere");

/// The value that a patch makes of another. That one stays as it is.
pub(super) fn patched(
    value: &Value,
    patch: RawJson<'_>,
    most: usize,
) -> Result<Value, DoesNotApply> {
    let operations = patch
        .elements()
        .ok_or(DoesNotApply("the patch is not an array"))?;
    let mut value = value.clone();
    for (count, operation) in operations.enumerate() {
        if count >= most {
            return Err(DoesNotApply("the patch has too many operations"));
        }
        apply(&mut value, operation)?;
    }
    Ok(value)
}

fn apply(value: &mut Value, operation: RawJson<'_>) -> Result<(), DoesNotApply> {
    let path = pointer(operation, "path")?;
    let given = || {
        let value = operation.get("value").map(Value::from);
        value.ok_or(DoesNotApply("an operation lacks its value"))
    };
    let name = operation.get("op").and_then(RawJson::string);
    let is = |op: &str| name.is_some_and(|name| name.eq_str(op));
    if is("add") {
        add(value, &path, given()?)
    } else if is("remove") {
        remove(value, &path).map(|_| ())
    } else if is("replace") {
        *find(value, &path)? = given()?;
        Ok(())
    } else if is("move") {
        let from = pointer(operation, "from")?;
        if path.len() > from.len() && path.starts_with(&from) {
            return Err(DoesNotApply("a value cannot be moved into itself"));
        }
        let moved = remove(value, &from)?;
        add(value, &path, moved)
    } else if is("copy") {
        let from = pointer(operation, "from")?;
        let copied = find(value, &from)?.clone();
        add(value, &path, copied)
    } else if is("test") {
        if *find(value, &path)? == given()? {
            Ok(())
        } else {
            Err(DoesNotApply("a test failed"))
        }
    } else {
        Err(DoesNotApply("an operation is not known"))
    }
}

/// The keys of a pointer.
fn pointer(operation: RawJson<'_>, name: &str) -> Result<Vec<Wtf8Buf>, DoesNotApply> {
    const WRONG: DoesNotApply = DoesNotApply("a path is not a JSON Pointer");
    let text = operation.get(name).and_then(RawJson::string).ok_or(WRONG)?;
    let text = text.decode();
    let text = text.as_str().ok_or(WRONG)?;
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let keys = text.strip_prefix('/').ok_or(WRONG)?;
    keys.split('/')
        .map(|key| {
            let mut pieces = key.split('~');
            let mut plain = String::from(pieces.next().unwrap_or_default());
            for piece in pieces {
                let (escape, rest) = match (piece.strip_prefix('0'), piece.strip_prefix('1')) {
                    (Some(rest), _) => ('~', rest),
                    (None, Some(rest)) => ('/', rest),
                    (None, None) => return Err(WRONG),
                };
                plain.push(escape);
                plain.push_str(rest);
            }
            Ok(Wtf8Buf::from(plain))
        })
        .collect()
}

/// The index that a key means in an array of `len` elements.
fn index(key: &Wtf8Buf) -> Result<usize, DoesNotApply> {
    let digits = key.as_str().unwrap_or_default();
    let is_plain = digits == "0"
        || (!digits.starts_with('0') && digits.bytes().all(|digit| digit.is_ascii_digit()));
    match digits.parse() {
        Ok(index) if is_plain => Ok(index),
        Ok(_) | Err(_) => Err(NOWHERE),
    }
}

fn find<'v>(value: &'v mut Value, path: &[Wtf8Buf]) -> Result<&'v mut Value, DoesNotApply> {
    let mut found = value;
    for key in path {
        found = match found {
            Value::Object(members) => members
                .iter_mut()
                .find_map(|(known, value)| (known == key).then_some(value)),
            Value::Array(elements) => elements.get_mut(index(key)?),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
        }
        .ok_or(NOWHERE)?;
    }
    Ok(found)
}

fn add(value: &mut Value, path: &[Wtf8Buf], new: Value) -> Result<(), DoesNotApply> {
    let Some((key, parents)) = path.split_last() else {
        *value = new;
        return Ok(());
    };
    match find(value, parents)? {
        parent @ Value::Object(_) => parent.set(key.clone(), new),
        Value::Array(elements) => {
            let at = if key.as_wtf8() == Wtf8::from_str("-") {
                elements.len()
            } else {
                index(key)?
            };
            if at > elements.len() {
                return Err(NOWHERE);
            }
            elements.insert(at, new);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return Err(NOWHERE),
    }
    Ok(())
}

fn remove(value: &mut Value, path: &[Wtf8Buf]) -> Result<Value, DoesNotApply> {
    let Some((key, parents)) = path.split_last() else {
        return Ok(std::mem::take(value));
    };
    match find(value, parents)? {
        Value::Object(members) => {
            let at = members.iter().position(|(known, _)| known == key);
            Ok(members.remove(at.ok_or(NOWHERE)?).1)
        }
        Value::Array(elements) => {
            let at = index(key)?;
            if at >= elements.len() {
                return Err(NOWHERE);
            }
            Ok(elements.remove(at))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Err(NOWHERE),
    }
}
