//! Data of the application: kept as parts, or shown to its callback only.

use crate::json::Wtf8;
use crate::model::{Field, Part, PartKind, Patch, Payload};

use super::{Effect, Reducer, Validation, Wrote, position};
use crate::chat::effect::Kept;

impl Reducer<'_> {
    pub(super) fn data(
        &mut self,
        type_name: Wtf8<'_>,
        id: Option<Wtf8<'_>>,
        data: Payload<'_>,
        transient: bool,
        whole: Payload<'_>,
    ) -> Wrote {
        if self.hooks.data_schemas && !self.run.validated {
            self.validate_data(type_name, id, data);
            return Wrote::Nothing;
        }
        if !transient {
            self.keep_data(type_name, id, data, whole);
        }
        if self.hooks.data {
            self.events.before.push(Effect::Data {
                run: self.run.id,
                part: Kept::of(whole),
            });
        }
        if transient {
            Wrote::Nothing
        } else {
            Wrote::Content
        }
    }

    fn keep_data(
        &mut self,
        type_name: Wtf8<'_>,
        id: Option<Wtf8<'_>>,
        data: Payload<'_>,
        whole: Payload<'_>,
    ) {
        let Some(at) = self.open_target() else {
            return;
        };
        if let Some(part) = self.earlier_data(at, type_name, id) {
            self.set(at, part, Field::Data, data);
            return;
        }
        self.view.apply(Patch::AdoptPart {
            message: position(at),
            value: whole,
        });
        self.push_kind(
            at,
            PartKind::Data {
                type_name: type_name.to_owned(),
                id: id.map(Wtf8::to_owned),
            },
        );
    }

    fn earlier_data(&self, at: usize, type_name: Wtf8<'_>, id: Option<Wtf8<'_>>) -> Option<usize> {
        let id = id?;
        self.parts(at)
            .iter()
            .position(|part| is_data(part, type_name, id))
    }

    fn validate_data(&mut self, type_name: Wtf8<'_>, id: Option<Wtf8<'_>>, data: Payload<'_>) {
        let begun = self.run.pending_steps as usize;
        let part = match self.target() {
            Some(at) => self
                .earlier_data(at, type_name, id)
                .unwrap_or(self.parts(at).len().saturating_add(begun)),
            None => begun,
        };
        self.events.before.push(Effect::Validate {
            run: self.run.id,
            subject: Validation::Data {
                type_name: type_name.to_owned(),
                id: id.map(Wtf8::to_owned),
                part: position(part),
                value: Kept::of(data),
            },
        });
        self.run.blocked = true;
        self.run.validating = true;
    }
}

fn is_data(part: &Part, wanted_type: Wtf8<'_>, wanted_id: Wtf8<'_>) -> bool {
    match &part.kind {
        PartKind::Data {
            type_name,
            id: Some(id),
        } => type_name.as_wtf8() == wanted_type && id.as_wtf8() == wanted_id,
        PartKind::Data { id: None, .. }
        | PartKind::Text { .. }
        | PartKind::Reasoning { .. }
        | PartKind::Tool(_)
        | PartKind::UnknownCall
        | PartKind::StepStart
        | PartKind::Other => false,
    }
}
