//! JSON Patch (RFC 6902) on JSON Pointers (RFC 6901): all of a patch, or none
//! of it.

use crate::json::limits::MAX_DEPTH;
use crate::json::{RawJson, Value, Wtf8, Wtf8Buf};

use super::limits::{MAX_PATCH_OPERATIONS, MAX_PATCH_WORK};

/// Why a patch cannot be applied.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DoesNotApply(pub &'static str);

const NOWHERE: DoesNotApply = DoesNotApply("a path leads nowhere");
const TOO_DEEP: DoesNotApply = DoesNotApply("a value would lie too deep");
const TOO_LARGE: DoesNotApply = DoesNotApply("the patch makes too much of the value");

/// The value that a patch makes of another. That one stays as it is. `most` is
/// how long the new one may be, as JSON in bytes.
pub(super) fn patched(
    value: &Value,
    patch: RawJson<'_>,
    most: usize,
) -> Result<Value, DoesNotApply> {
    let operations = patch
        .elements()
        .ok_or(DoesNotApply("the patch is not an array"))?;
    let mut patching = Patching {
        value: value.clone(),
        work: MAX_PATCH_WORK,
    };
    for (count, operation) in operations.enumerate() {
        if count >= MAX_PATCH_OPERATIONS {
            return Err(DoesNotApply("the patch has too many operations"));
        }
        patching.apply(operation)?;
    }
    if weigh(&patching.value).bytes > most {
        return Err(TOO_LARGE);
    }
    Ok(patching.value)
}

/// A value while a patch is applied to it.
struct Patching {
    value: Value,
    /// How much may still be looked through, moved aside and copied: a short
    /// patch can ask for a lot.
    work: usize,
}

impl Patching {
    fn apply(&mut self, operation: RawJson<'_>) -> Result<(), DoesNotApply> {
        let path = pointer(operation, "path")?;
        let given = || {
            let value = operation.get("value").map(Value::from);
            value.ok_or(DoesNotApply("an operation lacks its value"))
        };
        let name = operation.get("op").and_then(RawJson::string);
        let is = |op: &str| name.is_some_and(|name| name.eq_str(op));
        if is("add") {
            self.add(&path, given()?)
        } else if is("remove") {
            self.remove(&path).map(|_| ())
        } else if is("replace") {
            let new = given()?;
            self.fits(&path, &new)?;
            *self.find(&path)? = new;
            Ok(())
        } else if is("move") {
            let from = pointer(operation, "from")?;
            if path.len() > from.len() && path.starts_with(&from) {
                return Err(DoesNotApply("a value cannot be moved into itself"));
            }
            let moved = self.remove(&from)?;
            self.add(&path, moved)
        } else if is("copy") {
            let from = pointer(operation, "from")?;
            let weight = weigh(self.find(&from)?).bytes;
            self.spend(weight)?;
            let copied = self.find(&from)?.clone();
            self.add(&path, copied)
        } else if is("test") {
            if *self.find(&path)? == given()? {
                Ok(())
            } else {
                Err(DoesNotApply("a test failed"))
            }
        } else {
            Err(DoesNotApply("an operation is not known"))
        }
    }

    fn spend(&mut self, work: usize) -> Result<(), DoesNotApply> {
        self.work = self.work.checked_sub(work).ok_or(TOO_LARGE)?;
        Ok(())
    }

    /// Whether a value may lie at the end of this path.
    fn fits(&mut self, path: &[Wtf8Buf], new: &Value) -> Result<(), DoesNotApply> {
        let weight = weigh(new);
        self.spend(weight.bytes)?;
        if path.len().saturating_add(weight.depth) > MAX_DEPTH {
            return Err(TOO_DEEP);
        }
        Ok(())
    }

    fn find(&mut self, path: &[Wtf8Buf]) -> Result<&mut Value, DoesNotApply> {
        let mut found = &mut self.value;
        for key in path {
            found = match found {
                Value::Object(members) => {
                    self.work = self.work.checked_sub(members.len()).ok_or(TOO_LARGE)?;
                    members
                        .iter_mut()
                        .find_map(|(known, value)| (known == key).then_some(value))
                }
                Value::Array(elements) => elements.get_mut(index(key)?),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
            }
            .ok_or(NOWHERE)?;
        }
        Ok(found)
    }

    fn add(&mut self, path: &[Wtf8Buf], new: Value) -> Result<(), DoesNotApply> {
        self.fits(path, &new)?;
        let Some((key, parents)) = path.split_last() else {
            self.value = new;
            return Ok(());
        };
        let shifted = match self.find(parents)? {
            parent @ Value::Object(_) => {
                parent.set(key.clone(), new);
                0
            }
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
                elements.len().saturating_sub(at)
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                return Err(NOWHERE);
            }
        };
        self.spend(shifted)
    }

    fn remove(&mut self, path: &[Wtf8Buf]) -> Result<Value, DoesNotApply> {
        let Some((key, parents)) = path.split_last() else {
            return Ok(std::mem::take(&mut self.value));
        };
        let (removed, shifted) = match self.find(parents)? {
            Value::Object(members) => {
                let at = members.iter().position(|(known, _)| known == key);
                let removed = members.remove(at.ok_or(NOWHERE)?).1;
                (removed, members.len())
            }
            Value::Array(elements) => {
                let at = index(key)?;
                if at >= elements.len() {
                    return Err(NOWHERE);
                }
                let removed = elements.remove(at);
                (removed, elements.len().saturating_sub(at))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                return Err(NOWHERE);
            }
        };
        self.spend(shifted)?;
        Ok(removed)
    }
}

/// What a value weighs.
struct Weight {
    /// About its length as JSON.
    bytes: usize,
    /// How many arrays and objects lie within each other.
    depth: usize,
}

fn weigh(value: &Value) -> Weight {
    let mut weight = Weight { bytes: 2, depth: 0 };
    let mut within = |key: usize, value: &Value| {
        let inner = weigh(value);
        let bytes = inner.bytes.saturating_add(key).saturating_add(1);
        weight.bytes = weight.bytes.saturating_add(bytes);
        weight.depth = weight.depth.max(inner.depth.saturating_add(1));
    };
    match value {
        Value::Array(elements) => elements.iter().for_each(|element| within(0, element)),
        Value::Object(members) => members
            .iter()
            .for_each(|(key, member)| within(key.len().saturating_add(3), member)),
        Value::String(text) => weight.bytes = weight.bytes.saturating_add(text.len()),
        Value::Number(text) => weight.bytes = text.len(),
        Value::Null | Value::Bool(_) => {}
    }
    if matches!(value, Value::Array(_) | Value::Object(_)) {
        weight.depth = weight.depth.max(1);
    }
    weight
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
