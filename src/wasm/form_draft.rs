//! A form and what a person has typed into it.

use wasm_bindgen::prelude::*;

use crate::form::{Draft, DraftError, Form, errors_to_json};
use crate::json::{RawJson, Writer};

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
        self.draft.view_json(&self.form)
    }

    /// What is typed, as JSON, to be saved.
    pub fn save(&self) -> String {
        self.draft.to_json(&self.form)
    }

    /// One edit of the field at `path`, as JSON: `{ "text" }`,
    /// `{ "option", "picked" }`, `{ "flag" }`, `{ "entries" }`, `{ "confirmed" }`
    /// or `{}` to empty it. Gives why it is refused, or nothing.
    pub fn edit(&mut self, path: &str, edit: &str) -> Option<String> {
        let Ok(edit) = RawJson::parse(edit) else {
            return Some(String::from("not_json"));
        };
        let refusal = self.apply(path, edit).err()?;
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

    fn apply(&mut self, path: &str, edit: RawJson<'_>) -> Result<(), DraftError> {
        let FormDraft { form, draft } = self;
        let text = |raw: RawJson<'_>| {
            raw.string()
                .map(|text| text.decode().to_string_lossy().into_owned())
                .unwrap_or_default()
        };
        if let Some(typed) = edit.get("text") {
            draft.set_text(form, path, &text(typed))
        } else if let Some(option) = edit.get("option").and_then(RawJson::number_text) {
            let picked = edit.get("picked").and_then(RawJson::bool) == Some(true);
            draft.pick(form, path, option.parse().unwrap_or(usize::MAX), picked)
        } else if let Some(flag) = edit.get("flag") {
            draft.set_flag(form, path, flag.bool())
        } else if let Some(entries) = edit.get("entries").and_then(RawJson::elements) {
            let entries: Vec<String> = entries.map(text).collect();
            let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
            draft.set_entries(form, path, &entries)
        } else if let Some(confirmed) = edit.get("confirmed").and_then(RawJson::bool) {
            draft.confirm_unjudged(form, path, confirmed)
        } else {
            draft.clear(form, path)
        }
    }
}
