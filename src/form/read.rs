//! A schema becomes a form.
//!
//! This only finds out how to *show* a schema. What is right or wrong is left
//! to judging the finished answer by the whole schema, so nothing that is
//! overlooked here can be accepted by mistake.

use super::decimal::Decimal;
use super::error::push_step;
use super::judge::{Judge, Verdict, are_same};
use super::reference::resolve;
use super::{Form, limits};
use crate::host::Host;
use crate::json::{RawJson, Value};

/// The schemas that describe one thing together: the one that stands there and
/// those it refers to by `$ref` and `allOf`, the nearest first.
type Layers<'a> = Vec<&'a Value>;

/// Why something cannot be shown as a control; see [`Form`].
type Why = &'static str;

impl Form {
    /// Reads a JSON Schema of any root type. Never fails: what cannot be shown
    /// becomes a field of kind `json`, the whole of it if need be.
    pub fn read(schema: RawJson<'_>, host: &dyn Host) -> Self {
        let is_short = schema.as_str().len() <= limits::SCHEMA_BYTES;
        let schema = if is_short {
            Value::from(schema)
        } else {
            Value::Null
        };
        let mut reader = Reader {
            root: &schema,
            judge: Judge::new(&schema, host),
            fields: 0,
            is_cut: false,
        };
        let root = Place {
            path: String::new(),
            key: "",
            depth: 0,
            default: None,
        };
        let mut layers = Vec::new();
        let mut spread = reader.spread(&schema, &mut layers);
        if !is_short {
            spread = Err("schema_too_long");
        }
        let mut view = reader.field(&root, true, &layers, spread);
        if reader.fields > limits::FIELDS {
            view = reader.field(&root, true, &layers, Err("too_many_fields"));
        }
        Self { schema, view }
    }
}

/// Where a field stands.
struct Place<'a, 'k> {
    path: String,
    key: &'k str,
    /// Groups around it.
    depth: usize,
    /// What an object around it proposes for it.
    default: Option<&'a Value>,
}

struct Reader<'a> {
    root: &'a Value,
    judge: Judge<'a>,
    /// Fields so far.
    fields: usize,
    /// A text of the field at hand was cut.
    is_cut: bool,
}

/// The nearest keyword of that name.
#[inline(never)]
fn get<'a>(layers: &[&'a Value], keyword: &str) -> Option<&'a Value> {
    for layer in layers {
        let found = layer.get(keyword);
        if found.is_some() {
            return found;
        }
    }
    None
}

pub(super) fn object() -> Value {
    Value::Object(Vec::new())
}

#[inline(never)]
pub(super) fn put(object: &mut Value, key: &str, value: Value) {
    object.set(key, value);
}

#[inline(never)]
fn put_text(object: &mut Value, key: &str, text: &str) {
    put(object, key, Value::from(text));
}

#[inline(never)]
fn put_true(object: &mut Value, key: &str) {
    put(object, key, Value::Bool(true));
}

/// Copies keywords whose values are numbers or strings.
#[inline(never)]
fn copy(out: &mut Value, layers: &[&Value], keywords: &[&str]) {
    for keyword in keywords {
        if let Some(value @ (Value::Number(_) | Value::String(_))) = get(layers, keyword) {
            put(out, keyword, value.clone());
        }
    }
}

fn copy_text_rules(out: &mut Value, layers: &[&Value]) {
    copy(
        out,
        layers,
        &["format", "minLength", "maxLength", "pattern"],
    );
    let length = get(layers, "maxLength")
        .and_then(Value::as_number_text)
        .and_then(Decimal::parse)
        .and_then(|length| length.to_safe_integer());
    let default = get(layers, "default")
        .and_then(Value::as_wtf8)
        .unwrap_or_default()
        .as_bytes();
    let is_long = length.unwrap_or(0) > 200
        || default.len() > 80
        || default.contains(&b'\n')
        || get(layers, "contentMediaType").is_some();
    let multi_line = is_long && get(layers, "format").is_none();
    put(out, "multiLine", Value::Bool(multi_line));
}

impl<'a> Reader<'a> {
    /// Collects a schema and those it refers to.
    fn spread(&self, schema: &'a Value, layers: &mut Layers<'a>) -> Result<(), Why> {
        match schema {
            Value::Bool(true) => return Ok(()),
            Value::Bool(false) => return Err("nothing_fits"),
            Value::Object(_) => {}
            Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                return Err("not_a_schema");
            }
        }
        if layers.len() >= limits::LAYERS {
            return Err("too_deep");
        }
        layers.push(schema);
        if let Some(reference) = schema.get("$ref") {
            let target = resolve(self.root, reference).ok_or("unknown_reference")?;
            self.spread(target, layers)?;
        }
        if let Some(Value::Array(schemas)) = schema.get("allOf") {
            for schema in schemas {
                self.spread(schema, layers)?;
            }
        }
        Ok(())
    }

    /// A text for people, cut if it is too long.
    #[inline(never)]
    fn readable(&mut self, text: &Value) -> Value {
        let text = text.as_wtf8().unwrap_or_default().to_string_lossy();
        if text.len() <= limits::TEXT_BYTES {
            return Value::from(text.into_owned());
        }
        self.is_cut = true;
        let mut end = limits::TEXT_BYTES;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let mut short = String::from(text.get(..end).unwrap_or_default());
        short.push('…');
        Value::from(short)
    }

    #[inline(never)]
    fn copy_description(&mut self, out: &mut Value, layers: &[&Value]) {
        if let Some(description) = get(layers, "description") {
            let description = self.readable(description);
            if description.as_str() != Some("") {
                put(out, "description", description);
            }
        }
    }

    fn field(
        &mut self,
        place: &Place<'a, '_>,
        required: bool,
        layers: &[&'a Value],
        spread: Result<(), Why>,
    ) -> Value {
        self.fields += 1;
        self.is_cut = false;
        let default = place.default.or_else(|| get(layers, "default"));
        let default = default.filter(|default| {
            layers
                .iter()
                .all(|layer| self.judge.try_out(layer, default) != Verdict::Invalid)
        });
        let mut kind = object();
        let shown =
            spread.and_then(|()| self.kind(place, layers, default, &mut kind, limits::LAYERS));
        if let Err(why) = shown {
            kind = object();
            put_text(&mut kind, "kind", "json");
            put_text(&mut kind, "why", why);
            let schema = layers.first().map_or(&Value::Bool(true), |layer| layer);
            put(&mut kind, "schema", schema.clone());
        }
        let mut field = object();
        put_text(&mut field, "path", place.path.as_str());
        put_text(&mut field, "key", place.key);
        put_text(&mut field, "label", place.key);
        if let Some(title) = get(layers, "title") {
            let title = self.readable(title);
            if title.as_str() != Some("") {
                put(&mut field, "label", title);
            }
        }
        self.copy_description(&mut field, layers);
        if core::mem::take(&mut self.is_cut) {
            put_true(&mut field, "cut");
        }
        let takes_null = kind.get("nullable").is_some();
        put(&mut field, "required", Value::Bool(required && !takes_null));
        if required && takes_null {
            put_true(&mut field, "nullWhenEmpty");
        }
        // A group's proposal has been handed down to its fields.
        if let Some(default) = default.filter(|_| kind.get("fields").is_none()) {
            put(&mut field, "default", default.clone());
        }
        if let (Value::Object(field), Value::Object(kind)) = (&mut field, kind) {
            field.extend(kind);
        }
        field
    }

    /// Writes what kind of answer the layers ask for. `hops` bounds how many
    /// unions with `null` may stand in one another.
    fn kind(
        &mut self,
        place: &Place<'a, '_>,
        layers: &[&'a Value],
        default: Option<&'a Value>,
        out: &mut Value,
        hops: usize,
    ) -> Result<(), Why> {
        if hops == 0 {
            return Err("too_deep");
        }
        let hops = hops - 1;
        let mut options = Vec::new();
        if self.add_options(layers, false, &mut options, out)? {
            return close_choice(options, None, out);
        }
        for keyword in ["anyOf", "oneOf"] {
            let Some(Value::Array(alternatives)) = get(layers, keyword) else {
                continue;
            };
            // Beside properties, alternatives only say how they go together.
            if get(layers, "properties").is_some() {
                continue;
            }
            let mut open = Vec::new();
            let mut open_count = 0;
            for alternative in alternatives {
                let mut layers = Vec::new();
                self.spread(alternative, &mut layers)?;
                if self.add_options(&layers, true, &mut options, out)? {
                } else if get(&layers, "type").and_then(Value::as_str) == Some("null") {
                    put_true(out, "nullable");
                } else {
                    open = layers;
                    open_count += 1;
                }
            }
            match (options.is_empty(), open_count) {
                (false, 0) => return close_choice(options, None, out),
                // With `oneOf`, an option would fit both.
                (false, 1) if keyword == "anyOf" && self.type_name(&open, out) == Ok("string") => {
                    return close_choice(options, Some(&open), out);
                }
                (true, 1) => {
                    // What is said beside the union counts as well.
                    for layer in layers {
                        if layer.get(keyword).is_none() {
                            open.push(layer);
                        }
                    }
                    return self.kind(place, &open, default, out, hops);
                }
                _ => options.clear(),
            }
        }
        let name = self.type_name(layers, out)?;
        let kind = match name {
            "string" => {
                copy_text_rules(out, layers);
                "text"
            }
            "boolean" => name,
            "number" | "integer" => {
                put(out, "integer", Value::Bool(name == "integer"));
                const RULES: &[&str] = &[
                    "minimum",
                    "maximum",
                    "exclusiveMinimum",
                    "exclusiveMaximum",
                    "multipleOf",
                ];
                copy(out, layers, RULES);
                "number"
            }
            "array" => self.array(place, layers, out, hops)?,
            "object" => {
                let fields = self.group(place, layers, default)?;
                put(out, "fields", Value::Array(fields));
                "group"
            }
            "null" => {
                options.push(option(&Value::Null, Value::from("null")));
                return close_choice(options, None, out);
            }
            _ => return Err("not_a_schema"),
        };
        put_text(out, "kind", kind);
        Ok(())
    }

    /// The one type that is wanted, `null` apart.
    #[inline(never)]
    fn type_name(&self, layers: &[&'a Value], out: &mut Value) -> Result<&'a str, Why> {
        let types = match get(layers, "type") {
            Some(Value::Array(types)) => types.as_slice(),
            Some(name) => return name.as_str().ok_or("not_a_schema"),
            None if get(layers, "properties").is_some() => return Ok("object"),
            None if get(layers, "anyOf").or(get(layers, "oneOf")).is_some() => {
                return Err("several_types");
            }
            None => return Err("untyped"),
        };
        let mut name = "";
        for wanted in types {
            let wanted = wanted.as_str().ok_or("not_a_schema")?;
            if wanted == "null" {
                put_true(out, "nullable");
            } else if name.is_empty() || (wanted == "number" && name == "integer") {
                name = wanted;
            } else if name != wanted && !(name == "number" && wanted == "integer") {
                return Err("several_types");
            }
        }
        Ok(name)
    }

    /// Adds the options that `const` or `enum` name; tells whether there is
    /// such a keyword. A `null` without a name of its own is no option, but
    /// allows to leave the field empty. A title beside a `const` is the
    /// option's if that is one of several alternatives, and else the field's.
    #[inline(never)]
    fn add_options(
        &mut self,
        layers: &[&'a Value],
        is_alternative: bool,
        options: &mut Vec<Value>,
        out: &mut Value,
    ) -> Result<bool, Why> {
        let names = get(layers, "enumNames").and_then(Value::as_array);
        let (values, is_const) = match (get(layers, "const"), get(layers, "enum")) {
            (Some(value), _) => (core::slice::from_ref(value), true),
            (None, Some(Value::Array(values))) => (values.as_slice(), false),
            (None, Some(_)) => return Err("not_a_schema"),
            (None, None) => return Ok(false),
        };
        for (index, value) in values.iter().enumerate() {
            let name = if is_const {
                get(layers, "title").filter(|_| is_alternative)
            } else {
                names.and_then(|names| names.get(index))
            };
            if value.is_null() && name.is_none() {
                put_true(out, "nullable");
                continue;
            }
            if options.len() >= limits::OPTIONS {
                return Err("too_many_options");
            }
            let label = name.unwrap_or(value);
            let label = if label.as_wtf8().is_some() {
                self.readable(label)
            } else {
                self.readable(&Value::from(label.to_json()))
            };
            let mut added = option(value, label);
            if is_const && is_alternative {
                self.copy_description(&mut added, layers);
            }
            let is_known = options.iter().any(|known| {
                known
                    .get("value")
                    .is_some_and(|known| are_same(known, value))
            });
            if !is_known {
                options.push(added);
            }
        }
        Ok(true)
    }

    /// Writes what entries of a list may be.
    fn array(
        &mut self,
        place: &Place<'a, '_>,
        layers: &[&'a Value],
        out: &mut Value,
        hops: usize,
    ) -> Result<&'static str, Why> {
        let items = get(layers, "items").ok_or("untyped")?;
        if items.as_array().is_some() || get(layers, "prefixItems").is_some() {
            return Err("list_of_others");
        }
        let mut entries = Vec::new();
        self.spread(items, &mut entries)?;
        let mut entry = object();
        if let Ok("array" | "object") = self.type_name(&entries, &mut entry) {
            return Err("list_of_others");
        }
        self.kind(place, &entries, None, &mut entry, hops)
            .map_err(|why| {
                if why == "untyped" {
                    "list_of_others"
                } else {
                    why
                }
            })?;
        copy(out, layers, &["minItems", "maxItems"]);
        match entry.get("kind").and_then(Value::as_str) {
            Some("choice") => {
                for part in ["options", "ownAnswer"] {
                    if let Some(found) = entry.get_mut(part) {
                        put(out, part, core::mem::take(found));
                    }
                }
                if get(layers, "x-own-answer").and_then(Value::as_str) == Some("alone") {
                    put_true(out, "ownAnswerAlone");
                }
                Ok("choices")
            }
            Some("text") => {
                put(out, "entry", entry);
                Ok("list")
            }
            _ => Err("list_of_others"),
        }
    }

    fn group(
        &mut self,
        place: &Place<'a, '_>,
        layers: &[&'a Value],
        default: Option<&'a Value>,
    ) -> Result<Vec<Value>, Why> {
        if place.depth > limits::GROUP_DEPTH {
            return Err("too_deep");
        }
        let mut required = Vec::new();
        let mut keys = Vec::new();
        for layer in layers {
            if let Some(Value::Object(properties)) = layer.get("properties") {
                for (key, _) in properties {
                    keys.push(key.as_str().ok_or("unreadable_name")?);
                }
            }
            if let Some(Value::Array(wanted)) = layer.get("required") {
                required.extend(wanted.iter().filter_map(Value::as_str));
            }
        }
        // Wanted, perhaps not described.
        keys.extend_from_slice(&required);
        let mut fields: Vec<Value> = Vec::new();
        for key in keys {
            let is_new = !fields
                .iter()
                .any(|field| field.get("key").and_then(Value::as_str) == Some(key));
            if is_new && self.fields <= limits::FIELDS {
                let is_required = required.contains(&key);
                let mut spread = Ok(());
                let mut property = Vec::new();
                for layer in layers {
                    if let Some(schema) = layer.get("properties").and_then(|named| named.get(key)) {
                        spread = spread.and_then(|()| self.spread(schema, &mut property));
                    }
                }
                let mut path = place.path.clone();
                push_step(&mut path, key);
                let place = Place {
                    path,
                    key,
                    depth: place.depth + 1,
                    default: default.and_then(|default| default.get(key)),
                };
                if is_required || spread != Err("nothing_fits") {
                    fields.push(self.field(&place, is_required, &property, spread));
                }
            }
        }
        // Only the whole form can be something to agree to.
        let is_open = |keyword| get(layers, keyword).is_some_and(|open| open.as_bool().is_none());
        if fields.is_empty()
            && (!place.path.is_empty()
                || is_open("additionalProperties")
                || is_open("patternProperties")
                || is_open("minProperties"))
        {
            return Err("open_object");
        }
        Ok(fields)
    }
}

fn option(value: &Value, label: Value) -> Value {
    let mut option = object();
    put(&mut option, "value", value.clone());
    put(&mut option, "label", label);
    option
}

/// Writes a choice, with the rules of an own answer if one may be given.
fn close_choice(options: Vec<Value>, own: Option<&[&Value]>, out: &mut Value) -> Result<(), Why> {
    put_text(out, "kind", "choice");
    put(out, "options", Value::Array(options));
    if let Some(layers) = own {
        let mut rules = object();
        copy_text_rules(&mut rules, layers);
        put(out, "ownAnswer", rules);
    }
    Ok(())
}
