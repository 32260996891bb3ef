//! A form and what a person has typed into it.

use wasm_bindgen::prelude::*;

use crate::form::{Draft, Form, errors_to_json};
use crate::json::{RawJson, Value, Writer};

use super::js_host::JsHost;

/// A form and its draft.
#[wasm_bindgen]
pub struct FormDraft {
    form: Form,
    draft: Draft,
}

#[wasm_bindgen]
impl FormDraft {
    /// A form for a JSON Schema, with a draft that was saved, if there is one.
    /// Nothing for a text that is no JSON.
    pub fn read(schema: &str, saved: Option<String>) -> Option<FormDraft> {
        let form = Form::read(RawJson::parse(schema).ok()?, &JsHost);
        let saved = saved.as_deref().and_then(|json| RawJson::parse(json).ok());
        let draft = match saved {
            Some(saved) => Draft::restore(&form, saved).0,
            None => Draft::new(&form),
        };
        Some(FormDraft { form, draft })
    }

    /// The form, as JSON.
    pub fn form(&self) -> String {
        self.form.to_json()
    }

    /// What is typed, as JSON, to be shown.
    pub fn answers(&self) -> String {
        self.draft.to_json()
    }

    /// What is typed, as JSON, to be saved.
    pub fn save(&self) -> String {
        self.draft.to_json()
    }

    /// One edit of the field at `path`, as JSON: `{ "text" }`,
    /// `{ "option", "picked" }`, `{ "flag" }`, `{ "entries" }`, `{ "confirmed" }`
    /// or `{}` to empty it. Gives why it is refused, or nothing.
    pub fn edit(&mut self, path: &str, edit: &str) -> Option<String> {
        let Ok(edit) = Value::parse(edit) else {
            return Some(String::from("not_json"));
        };
        let refusal = self.draft.edit(&self.form, path, &edit).err()?;
        Some(refusal.as_str().to_owned())
    }

    /// What would be sent: `{ "content" }`, or `{ "errors" }`.
    pub fn content(&self) -> String {
        let mut json = String::new();
        let mut writer = Writer::new(&mut json);
        writer.begin_object();
        match self.form.content(&self.draft, &JsHost) {
            Ok(content) => {
                writer.key("content");
                content.write_to(&mut writer);
            }
            Err(errors) => {
                writer.key("errors");
                if let Ok(errors) = RawJson::parse(&errors_to_json(&self.form, &errors)) {
                    writer.raw(errors);
                }
            }
        }
        writer.end_object();
        json
    }
}
