//! A form that is being filled in.

use countersign::form::{Draft, FieldError, Form};
use countersign::host::native::NativeHost;
use countersign::json::{RawJson, Value};

pub struct Filled {
    pub form: Form,
    pub draft: Draft,
}

pub fn form(schema: &str) -> Form {
    Form::read(RawJson::parse(schema).unwrap(), &NativeHost)
}

/// A form for a schema, with the schema's proposals in it.
pub fn fill(schema: &str) -> Filled {
    let form = form(schema);
    let draft = Draft::new(&form);
    Filled { form, draft }
}

/// A form with one property `v`.
pub fn fill_one(property: &str, required: bool) -> Filled {
    let required = if required { r#","required":["v"]"# } else { "" };
    fill(&format!(
        r#"{{"type":"object","properties":{{"v":{property}}}{required}}}"#
    ))
}

impl Filled {
    pub fn text(mut self, path: &str, text: &str) -> Self {
        self.draft.set_text(&self.form, path, text).unwrap();
        self
    }

    pub fn pick(mut self, path: &str, option: usize) -> Self {
        self.draft.pick(&self.form, path, option, true).unwrap();
        self
    }

    pub fn unpick(mut self, path: &str, option: usize) -> Self {
        self.draft.pick(&self.form, path, option, false).unwrap();
        self
    }

    pub fn flag(mut self, path: &str, flag: Option<bool>) -> Self {
        self.draft.set_flag(&self.form, path, flag).unwrap();
        self
    }

    pub fn entries(mut self, path: &str, entries: &[&str]) -> Self {
        self.draft.set_entries(&self.form, path, entries).unwrap();
        self
    }

    pub fn confirm(mut self, path: &str) -> Self {
        self.draft.confirm_unjudged(&self.form, path, true).unwrap();
        self
    }

    pub fn field(&self, path: &str) -> serde_json::Value {
        field(&self.form, path)
    }

    /// What stands in a field.
    pub fn answer(&self, path: &str) -> serde_json::Value {
        let view: serde_json::Value = serde_json::from_str(&self.draft.to_json()).unwrap();
        view[path].clone()
    }

    pub fn result(&self) -> Result<String, Vec<FieldError>> {
        self.form
            .content(&self.draft, &NativeHost)
            .map(|content| content.to_json())
    }

    /// The content as JSON text.
    pub fn content(&self) -> String {
        self.result().unwrap()
    }

    /// The errors as `path code`.
    pub fn errors(&self) -> Vec<String> {
        self.result()
            .unwrap_err()
            .iter()
            .map(|error| format!("{} {}", error.path, error.code.as_str()))
            .collect()
    }
}

/// The description of the field at a path.
pub fn field(form: &Form, path: &str) -> serde_json::Value {
    let field = json(form.field_at(path));
    assert_eq!(field["path"], path);
    field
}

pub fn json(value: &Value) -> serde_json::Value {
    serde_json::from_str(&value.to_json()).unwrap()
}

/// The kind in a word.
pub fn kind(field: &serde_json::Value) -> String {
    let kind = field["kind"].as_str().unwrap();
    let own = field.get("ownAnswer").map_or("", |_| " or own");
    match kind {
        "json" => format!("json: {}", field["why"].as_str().unwrap()),
        "number" if field["integer"] == true => "integer".into(),
        _ => format!("{kind}{own}"),
    }
}
