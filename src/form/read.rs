//! A schema becomes a form.
//!
//! This only finds out how to *show* a schema. What is right or wrong is left
//! to judging the finished answer by the whole schema, so nothing that is
//! overlooked here can be accepted by mistake.

use super::decimal::Decimal;
use super::error::push_step;
use super::field::{
    ChoiceOption, Field, FieldKind, Form, ListRules, ManyOptions, NumberRules, Options, TextRules,
    Unshown, UnshownWhy,
};
use super::judge::{Judge, Verdict};
use super::limits;
use super::reference::resolve;
use crate::host::Host;
use crate::json::{RawJson, Value};

/// The schemas that describe one thing together: the one that stands there and
/// those it refers to by `$ref` and `allOf`, the nearest first.
type Layers<'a> = Vec<&'a Value>;

impl Form {
    /// Reads a JSON Schema of any root type. Never fails: what cannot be shown
    /// becomes [`FieldKind::Json`], the whole of it if need be.
    pub fn read(schema: RawJson<'_>, host: &dyn Host) -> Self {
        if schema.as_str().len() > limits::SCHEMA_BYTES {
            return Self {
                schema: Value::Null,
                root: unshown_root(UnshownWhy::SchemaTooLong, String::new()),
            };
        }
        let schema = Value::from(schema);
        let mut reader = Reader {
            root: &schema,
            judge: Judge::new(&schema, host),
            fields: 0,
            is_cut: false,
        };
        let mut layers = Vec::new();
        let spread = reader.spread(&schema, &mut layers);
        let mut root = reader.field(
            Place {
                path: String::new(),
                key: "",
                required: true,
                default: None,
                depth: 0,
            },
            &layers,
            spread,
        );
        if reader.fields > limits::FIELDS {
            root = unshown_root(UnshownWhy::TooManyFields, schema.to_json());
        }
        Self { schema, root }
    }
}

fn unshown_root(why: UnshownWhy, schema: String) -> Field {
    Field {
        path: String::new(),
        key: String::new(),
        label: String::new(),
        description: None,
        is_cut: false,
        required: true,
        nullable: false,
        default: None,
        kind: FieldKind::Json(Unshown { why, schema }),
    }
}

/// Where a field stands.
struct Place<'a, 'k> {
    path: String,
    key: &'k str,
    required: bool,
    /// What an object around it proposes for it.
    default: Option<&'a Value>,
    /// Groups around it.
    depth: usize,
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
fn get<'a>(layers: &[&'a Value], keyword: &str) -> Option<&'a Value> {
    layers.iter().find_map(|layer| layer.get(keyword))
}

fn count(layers: &[&Value], keyword: &str) -> Option<u64> {
    let number = Decimal::parse(get(layers, keyword)?.as_number_text()?)?;
    if number.is_safe_integer() {
        number.to_integer_text().parse().ok()
    } else {
        None
    }
}

fn number_text(layers: &[&Value], keyword: &str) -> Option<String> {
    get(layers, keyword)?.as_number_text().map(String::from)
}

fn text_rules(layers: &[&Value]) -> TextRules {
    let string = |keyword: &str| {
        get(layers, keyword)
            .and_then(Value::as_str)
            .map(String::from)
    };
    let format = string("format");
    let min_length = count(layers, "minLength");
    let max_length = count(layers, "maxLength");
    let is_long_default = get(layers, "default")
        .and_then(Value::as_str)
        .is_some_and(|text| text.len() > 80 || text.contains('\n'));
    TextRules {
        multi_line: format.is_none()
            && (max_length.is_some_and(|length| length > 200)
                || min_length.is_some_and(|length| length > 80)
                || is_long_default
                || string("contentMediaType").is_some()),
        format,
        min_length,
        max_length,
        pattern: string("pattern"),
    }
}

impl<'a> Reader<'a> {
    /// Collects a schema and those it refers to.
    fn spread(&self, schema: &'a Value, layers: &mut Layers<'a>) -> Result<(), UnshownWhy> {
        match schema {
            Value::Bool(true) => return Ok(()),
            Value::Bool(false) => return Err(UnshownWhy::NothingFits),
            Value::Object(_) => {}
            Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                return Err(UnshownWhy::NotASchema);
            }
        }
        if layers.len() >= limits::LAYERS {
            return Err(UnshownWhy::TooDeep);
        }
        layers.push(schema);
        if let Some(reference) = schema.get("$ref") {
            let target = reference
                .as_str()
                .and_then(|reference| resolve(self.root, reference))
                .ok_or(UnshownWhy::UnknownReference)?;
            self.spread(target, layers)?;
        }
        for schema in schema
            .get("allOf")
            .and_then(Value::as_array)
            .unwrap_or_default()
        {
            self.spread(schema, layers)?;
        }
        Ok(())
    }

    /// The nearest keyword of that name, as a text for people.
    fn text(&mut self, layers: &[&Value], keyword: &str) -> Option<String> {
        let text = get(layers, keyword)?.as_wtf8()?;
        if text.is_empty() {
            return None;
        }
        let text = text.to_string_lossy();
        match text.char_indices().nth(limits::TEXT_CHARS) {
            Some((end, _)) => {
                self.is_cut = true;
                let mut short = String::from(text.get(..end).unwrap_or_default());
                short.push('…');
                Some(short)
            }
            None => Some(text.into_owned()),
        }
    }

    fn field(
        &mut self,
        place: Place<'a, '_>,
        layers: &[&'a Value],
        spread: Result<(), UnshownWhy>,
    ) -> Field {
        self.fields += 1;
        self.is_cut = false;
        let mut nullable = false;
        let default = place
            .default
            .or_else(|| get(layers, "default"))
            .filter(|default| {
                layers
                    .iter()
                    .all(|layer| self.judge.try_out(layer, default) != Verdict::Invalid)
            });
        let kind = spread
            .and_then(|()| self.kind(&place, layers, default, &mut nullable, limits::LAYERS))
            .unwrap_or_else(|why| {
                let schema = layers.first().map_or(&Value::Bool(true), |layer| layer);
                FieldKind::Json(Unshown {
                    why,
                    schema: schema.to_json(),
                })
            });
        // A group's proposal has been handed down to its fields.
        let default = default.filter(|_| !matches!(kind, FieldKind::Group(_)));
        Field {
            label: self
                .text(layers, "title")
                .unwrap_or_else(|| place.key.into()),
            description: self.text(layers, "description"),
            is_cut: core::mem::take(&mut self.is_cut),
            path: place.path,
            key: place.key.into(),
            required: place.required,
            nullable,
            default: default.cloned(),
            kind,
        }
    }

    /// What kind of answer the layers ask for. `hops` bounds how many unions
    /// with `null` may stand in one another.
    fn kind(
        &mut self,
        place: &Place<'a, '_>,
        layers: &[&'a Value],
        default: Option<&'a Value>,
        nullable: &mut bool,
        hops: usize,
    ) -> Result<FieldKind, UnshownWhy> {
        let hops = hops.checked_sub(1).ok_or(UnshownWhy::TooDeep)?;
        let mut choice = Options::default();
        if self.add_options(layers, false, &mut choice.options, nullable)? {
            return Ok(FieldKind::Choice(choice));
        }
        let union = ["anyOf", "oneOf"]
            .into_iter()
            .find_map(|keyword| Some((keyword, get(layers, keyword)?.as_array()?)));
        if let Some((keyword, alternatives)) = union
            && get(layers, "properties").is_none()
        {
            let mut open: Option<Layers<'a>> = None;
            let mut open_count = 0;
            for alternative in alternatives {
                let mut layers = Vec::new();
                self.spread(alternative, &mut layers)?;
                if !self.add_options(&layers, true, &mut choice.options, nullable)? {
                    if get(&layers, "type").and_then(Value::as_str) == Some("null") {
                        *nullable = true;
                    } else {
                        open = Some(layers);
                        open_count += 1;
                    }
                }
            }
            match (choice.options.is_empty(), open, open_count) {
                (false, None, _) => return Ok(FieldKind::Choice(choice)),
                // With `oneOf`, an option would fit both.
                (false, Some(open), 1)
                    if keyword == "anyOf" && self.type_name(&open, &mut false) == Ok("string") =>
                {
                    choice.own_answer = Some(text_rules(&open));
                    return Ok(FieldKind::Choice(choice));
                }
                (true, Some(mut open), 1) => {
                    // The union itself may say more.
                    open.extend(layers.iter().filter(|layer| layer.get(keyword).is_none()));
                    return self.kind(place, &open, default, nullable, hops);
                }
                _ => {}
            }
        }
        match self.type_name(layers, nullable)? {
            "string" => Ok(FieldKind::Text(text_rules(layers))),
            "boolean" => Ok(FieldKind::Boolean),
            wanted @ ("number" | "integer") => Ok(FieldKind::Number(NumberRules {
                integer: wanted == "integer",
                minimum: number_text(layers, "minimum"),
                maximum: number_text(layers, "maximum"),
                exclusive_minimum: number_text(layers, "exclusiveMinimum"),
                exclusive_maximum: number_text(layers, "exclusiveMaximum"),
                multiple_of: number_text(layers, "multipleOf"),
            })),
            "array" => self.array(place, layers, hops),
            "object" => self.group(place, layers, default),
            "null" => Ok(FieldKind::Choice(Options {
                options: vec![option(Value::Null, None, None)],
                own_answer: None,
            })),
            _ => Err(UnshownWhy::NotASchema),
        }
    }

    /// The one type that is wanted, `null` apart.
    fn type_name(&self, layers: &[&'a Value], nullable: &mut bool) -> Result<&'a str, UnshownWhy> {
        let Some(wanted) = get(layers, "type") else {
            return if get(layers, "properties").is_some() {
                Ok("object")
            } else if get(layers, "anyOf").is_some() || get(layers, "oneOf").is_some() {
                Err(UnshownWhy::SeveralTypes)
            } else {
                Err(UnshownWhy::Untyped)
            };
        };
        let Some(types) = wanted.as_array() else {
            return wanted.as_str().ok_or(UnshownWhy::NotASchema);
        };
        let mut name = None;
        for wanted in types {
            match (wanted.as_str().ok_or(UnshownWhy::NotASchema)?, name) {
                ("null", _) if types.len() > 1 => *nullable = true,
                (wanted, None) => name = Some(wanted),
                // Whole numbers are numbers.
                ("number", Some("integer")) | ("integer", Some("number")) => {
                    name = Some("number");
                }
                (wanted, Some(known)) if wanted == known => {}
                _ => return Err(UnshownWhy::SeveralTypes),
            }
        }
        name.ok_or(UnshownWhy::NotASchema)
    }

    /// Adds the options that `const` or `enum` name; tells whether there is
    /// such a keyword. A `null` without a name of its own is no option, but
    /// allows to leave the field empty. A title beside a `const` is the
    /// option's if that is one of several alternatives, and else the field's.
    fn add_options(
        &mut self,
        layers: &[&'a Value],
        is_alternative: bool,
        options: &mut Vec<ChoiceOption>,
        nullable: &mut bool,
    ) -> Result<bool, UnshownWhy> {
        if let Some(value) = get(layers, "const") {
            let mut own = |keyword| is_alternative.then(|| self.text(layers, keyword)).flatten();
            let (title, description) = (own("title"), own("description"));
            if value.is_null() && title.is_none() {
                *nullable = true;
            } else {
                self.add_option(options, option(value.clone(), title, description))?;
            }
            return Ok(true);
        }
        let Some(values) = get(layers, "enum") else {
            return Ok(false);
        };
        let names = get(layers, "enumNames").and_then(Value::as_array);
        for (index, value) in values
            .as_array()
            .ok_or(UnshownWhy::NotASchema)?
            .iter()
            .enumerate()
        {
            let name = names
                .and_then(|names| names.get(index)?.as_str())
                .filter(|name| !name.is_empty());
            if value.is_null() && name.is_none() {
                *nullable = true;
            } else {
                self.add_option(options, option(value.clone(), name.map(String::from), None))?;
            }
        }
        Ok(true)
    }

    fn add_option(
        &mut self,
        options: &mut Vec<ChoiceOption>,
        added: ChoiceOption,
    ) -> Result<(), UnshownWhy> {
        if options.len() >= limits::OPTIONS {
            return Err(UnshownWhy::TooManyOptions);
        }
        let is_new =
            !options.iter().any(
                |known| match (known.value.as_wtf8(), added.value.as_wtf8()) {
                    (Some(known), Some(added)) => known == added,
                    (None, None) => self.judge.same(&known.value, &added.value, 0) == Some(true),
                    _ => false,
                },
            );
        if is_new {
            options.push(added);
        }
        Ok(())
    }

    fn array(
        &mut self,
        place: &Place<'a, '_>,
        layers: &[&'a Value],
        hops: usize,
    ) -> Result<FieldKind, UnshownWhy> {
        let items = get(layers, "items").ok_or(UnshownWhy::Untyped)?;
        if get(layers, "prefixItems").is_some() || items.as_array().is_some() {
            return Err(UnshownWhy::ListOfOthers);
        }
        let min_items = count(layers, "minItems");
        let max_items = count(layers, "maxItems");
        let mut entries = Vec::new();
        self.spread(items, &mut entries)?;
        if matches!(self.type_name(&entries, &mut false), Ok("array" | "object")) {
            return Err(UnshownWhy::ListOfOthers);
        }
        match self.kind(place, &entries, None, &mut false, hops)? {
            FieldKind::Choice(choice) => Ok(FieldKind::Choices(ManyOptions {
                choice,
                own_answer_alone: get(layers, "x-own-answer").and_then(Value::as_str)
                    == Some("alone"),
                min_items,
                max_items,
            })),
            FieldKind::Text(entry) => Ok(FieldKind::List(ListRules {
                entry,
                min_items,
                max_items,
            })),
            FieldKind::Number(_)
            | FieldKind::Boolean
            | FieldKind::Choices(_)
            | FieldKind::List(_)
            | FieldKind::Group(_)
            | FieldKind::Json(_) => Err(UnshownWhy::ListOfOthers),
        }
    }

    fn group(
        &mut self,
        place: &Place<'a, '_>,
        layers: &[&'a Value],
        default: Option<&'a Value>,
    ) -> Result<FieldKind, UnshownWhy> {
        if place.depth > limits::GROUP_DEPTH {
            return Err(UnshownWhy::TooDeep);
        }
        let required: Vec<&Value> = layers
            .iter()
            .filter_map(|layer| layer.get("required")?.as_array())
            .flatten()
            .collect();
        let mut fields: Vec<Field> = Vec::new();
        for layer in layers {
            for (key, _) in layer
                .get("properties")
                .and_then(Value::as_object)
                .unwrap_or_default()
            {
                let key = key.as_str().ok_or(UnshownWhy::UnreadableName)?;
                self.property(place, layers, default, &required, key, &mut fields);
                if self.fields > limits::FIELDS {
                    return Ok(FieldKind::Group(fields));
                }
            }
        }
        // Wanted, but not described.
        for key in &required {
            if let Some(key) = key.as_str() {
                self.property(place, layers, default, &required, key, &mut fields);
            }
            if self.fields > limits::FIELDS {
                break;
            }
        }
        let is_open = ["additionalProperties", "patternProperties", "minProperties"]
            .iter()
            .any(|keyword| {
                get(layers, keyword).is_some_and(|value| !matches!(value, Value::Bool(_)))
            });
        // Only the whole form can be something to agree to.
        if fields.is_empty() && (is_open || !place.path.is_empty()) {
            return Err(UnshownWhy::OpenObject);
        }
        Ok(FieldKind::Group(fields))
    }

    /// Adds the field for a property, unless it is there.
    fn property(
        &mut self,
        place: &Place<'a, '_>,
        layers: &[&'a Value],
        default: Option<&'a Value>,
        required: &[&Value],
        key: &str,
        fields: &mut Vec<Field>,
    ) {
        if fields.iter().any(|field| field.key == key) {
            return;
        }
        let is_required = required
            .iter()
            .any(|required| required.as_str() == Some(key));
        let mut spread = Ok(());
        let mut property = Vec::new();
        for layer in layers {
            if let Some(schema) = layer.get("properties").and_then(|named| named.get(key)) {
                spread = spread.and_then(|()| self.spread(schema, &mut property));
            }
        }
        if spread == Err(UnshownWhy::NothingFits) && !is_required {
            return;
        }
        let mut path = place.path.clone();
        push_step(&mut path, key);
        let place = Place {
            path,
            key,
            required: is_required,
            default: default.and_then(|default| default.get(key)),
            depth: place.depth + 1,
        };
        let field = self.field(place, &property, spread);
        fields.push(field);
    }
}

fn option(value: Value, title: Option<String>, description: Option<String>) -> ChoiceOption {
    ChoiceOption {
        label: title.unwrap_or_else(|| match value.as_str() {
            Some(text) => text.into(),
            None => value.to_json(),
        }),
        value,
        description,
    }
}
