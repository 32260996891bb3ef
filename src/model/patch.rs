//! How the state machine says what people shall see: ordered patches, applied
//! by a [`View`] that holds the texts and payloads.

use crate::json::{RawJson, Wtf8, Wtf8Buf};

use super::{ItemId, Role};

macro_rules! fields {
    ($($variant:ident = $name:literal,)*) => {
        /// The fields of messages, parts and approvals that patches write.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "each is the field of its name")]
        pub enum Field { $($variant,)* }

        impl Field {
            /// Every field, in the order of their numbers.
            pub const ALL: &[Field] = &[$(Field::$variant,)*];

            /// The field's name in JSON.
            pub fn name(self) -> &'static str {
                match self { $(Field::$variant => $name,)* }
            }
        }
    };
}

fields! {
    Type = "type",
    Text = "text",
    State = "state",
    Id = "id",
    ProviderMetadata = "providerMetadata",
    Citations = "citations",
    ToolCallId = "toolCallId",
    ToolName = "toolName",
    Title = "title",
    ToolMetadata = "toolMetadata",
    Input = "input",
    InputEncoding = "inputEncoding",
    Output = "output",
    RawInput = "rawInput",
    ErrorText = "errorText",
    ProviderExecuted = "providerExecuted",
    Preliminary = "preliminary",
    ResultProviderMetadata = "resultProviderMetadata",
    CallProviderMetadata = "callProviderMetadata",
    Approval = "approval",
    Approved = "approved",
    Reason = "reason",
    RequestReason = "requestReason",
    IsAutomatic = "isAutomatic",
    Descriptor = "descriptor",
    Signature = "signature",
    InputSchemaInput = "inputSchemaInput",
    Data = "data",
    MediaType = "mediaType",
    Url = "url",
    Filename = "filename",
    SourceId = "sourceId",
    Kind = "kind",
    Parts = "parts",
}

/// A value on its way into the view.
#[derive(Clone, Copy, Debug)]
pub enum Payload<'a> {
    /// JavaScript's `undefined`: the field is there and JSON leaves it out.
    Undefined,
    /// A boolean.
    Bool(bool),
    /// A string.
    Text(Wtf8<'a>),
    /// Checked JSON text, never walked here.
    Raw(RawJson<'a>),
    /// A value that the host holds and has handed over by number.
    Host(u32),
}

impl<'a> Payload<'a> {
    /// A string that is part of the program.
    pub fn word(text: &'a str) -> Payload<'a> {
        Payload::Text(Wtf8::from_str(text))
    }
}

/// One field of one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The message's index.
    pub message: u32,
    /// The part's index.
    pub part: u32,
    /// The field.
    pub field: Field,
}

/// Where a value stands in the container that is open at the time.
#[derive(Clone, Copy, Debug)]
pub enum PartialSlot<'a> {
    /// The whole value.
    Root,
    /// A member of the open object.
    Key(Wtf8<'a>),
    /// An element of the open array.
    Index(u32),
}

/// How a half-received JSON value grows. Operations are relative to a stack of
/// open containers, so that none costs more than what is new.
#[derive(Clone, Copy, Debug)]
pub enum PartialOp<'a> {
    /// There is no value (any more); the stack is empty.
    Reset,
    /// From now on the value is undefined, or is again what the operations have
    /// built. Undefined at first; operations go on while it is.
    SetDefined(bool),
    /// An object begins and is open now.
    OpenObject(PartialSlot<'a>),
    /// An array begins and is open now.
    OpenArray(PartialSlot<'a>),
    /// A number, boolean or null is set, or replaced.
    Scalar(PartialSlot<'a>, RawJson<'a>),
    /// An empty string is set.
    String(PartialSlot<'a>),
    /// The string set last grows.
    Append(Wtf8<'a>),
    /// The open container is complete; its parent is open again.
    Close,
}

/// The lists of what waits for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardList {
    /// Approvals.
    Approvals,
    /// Requests for input.
    InputRequests,
}

/// Where a message of a new list comes from.
#[derive(Clone, Copy, Debug)]
pub enum Placed<'a> {
    /// It is the message at this index of the old list, as it is.
    Kept(u32),
    /// It is new, as given.
    New(Payload<'a>),
}

/// How the list of messages that wait to be sent changes.
#[derive(Clone, Copy, Debug)]
pub enum QueueChange<'a> {
    /// A message is added at the end.
    Add(Payload<'a>),
    /// The message at this index goes away.
    Remove(u32),
    /// The message at this index becomes the first.
    ToFront(u32),
    /// The first message becomes part of the conversation.
    Send {
        /// Its index there.
        at: u32,
    },
}

/// One change of what people see.
#[derive(Clone, Copy, Debug)]
pub enum Patch<'a> {
    /// An empty message is inserted.
    InsertMessage {
        /// Its index.
        at: u32,
        /// Its id.
        id: Wtf8<'a>,
        /// Who it is from.
        role: Role,
    },
    /// A message is inserted as it was given.
    AdoptMessage {
        /// Its index.
        at: u32,
        /// The whole message.
        value: Payload<'a>,
    },
    /// The list of messages is replaced.
    ReplaceMessages {
        /// The new list.
        list: &'a [Placed<'a>],
    },
    /// Messages are removed.
    RemoveMessages {
        /// The first.
        from: u32,
        /// How many.
        count: u32,
    },
    /// A message takes another id.
    SetMessageId {
        /// The message's index.
        message: u32,
        /// The new id.
        id: Wtf8<'a>,
    },
    /// A value is merged deep into a message's metadata: arrays replace, null
    /// overrides, undefined is skipped.
    MergeMetadata {
        /// The message's index.
        message: u32,
        /// The value.
        value: Payload<'a>,
    },
    /// A message's metadata is dropped.
    ClearMetadata {
        /// The message's index.
        message: u32,
    },
    /// A part is added at the end.
    PushPart {
        /// The message's index.
        message: u32,
        /// Its fields, in order.
        fields: &'a [(Field, Payload<'a>)],
    },
    /// A part is added at the end as it was given.
    AdoptPart {
        /// The message's index.
        message: u32,
        /// The whole part.
        value: Payload<'a>,
    },
    /// Parts are dropped from the end.
    TruncateParts {
        /// The message's index.
        message: u32,
        /// How many remain.
        len: u32,
    },
    /// A field takes a value; a field that is there keeps its place.
    Set {
        /// Which field.
        leaf: Leaf,
        /// The value.
        value: Payload<'a>,
    },
    /// A field goes away.
    Unset {
        /// Which field.
        leaf: Leaf,
    },
    /// A field takes an object of these fields, or they are merged into the
    /// object that is there.
    SetObject {
        /// Which field.
        leaf: Leaf,
        /// Keep what the object has.
        merge: bool,
        /// The fields, in order.
        fields: &'a [(Field, Payload<'a>)],
    },
    /// A string grows; an absent one counts as empty.
    Append {
        /// Which field.
        leaf: Leaf,
        /// What is added.
        text: Wtf8<'a>,
    },
    /// Something waits for a person, or what is shown of it has changed.
    ShowCard {
        /// In which list.
        list: CardList,
        /// Which item.
        item: ItemId,
        /// The message and the part of its call, whose input is shown.
        place: Option<(u32, u32)>,
        /// What is shown besides, as a JSON object.
        card: RawJson<'a>,
    },
    /// Something waits no more.
    HideCard {
        /// In which list.
        list: CardList,
        /// Which item.
        item: ItemId,
    },
    /// The messages that wait to be sent change.
    Queue(QueueChange<'a>),
    /// The rules that answer approvals, as a JSON array.
    ShowGrants {
        /// All of them.
        grants: RawJson<'a>,
    },
    /// A half-received JSON value grows.
    Partial {
        /// Which field.
        leaf: Leaf,
        /// How.
        op: PartialOp<'a>,
    },
}

/// Holds what people see. The state machine writes patches in order; each is
/// valid against what the earlier ones left.
pub trait View {
    /// Applies one patch.
    fn apply(&mut self, patch: Patch<'_>);

    /// The text of a field, where it is a string. Read rarely: to go on with
    /// input that was left half received.
    fn read_text(&mut self, leaf: Leaf) -> Option<Wtf8Buf>;

    /// A field as JSON text, where it has a value that JSON can hold. Read
    /// where a rule has to know an input.
    fn read_json(&mut self, leaf: Leaf) -> Option<String>;
}
