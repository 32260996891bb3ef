//! Errors are data: a code that programs read, a sentence that people read.

use core::ops::{Deref, DerefMut};

use crate::json::{Writer, Wtf8Buf};

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $retryable:literal;)*) => {
        /// What went wrong. The set is closed: a front end can match on it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ErrorCode { $($(#[$doc])* $variant,)* }

        impl ErrorCode {
            /// Every code.
            pub const ALL: &[ErrorCode] = &[$(ErrorCode::$variant,)*];

            /// The name that front ends see.
            pub fn name(self) -> &'static str {
                match self { $(ErrorCode::$variant => $name,)* }
            }

            /// Whether the same call may succeed later, unchanged.
            pub fn is_retryable(self) -> bool {
                match self { $(ErrorCode::$variant => $retryable,)* }
            }
        }
    };
}

codes! {
    /// The request or its response was cut off on the way.
    Network = "network", true;
    /// The server answered with an error status.
    HttpStatus = "http_status", true;
    /// The server answered without a body.
    EmptyResponse = "empty_response", true;
    /// The server reported a failure inside its stream.
    Server = "server", true;
    /// An event of the stream is not JSON.
    InvalidJson = "invalid_json", false;
    /// An event of the stream has the wrong shape.
    InvalidChunk = "invalid_chunk", false;
    /// An event of the stream does not fit what came before it.
    ChunkOrder = "chunk_order", false;
    /// Something exceeds a limit that protects the page.
    LimitExceeded = "limit_exceeded", false;
    /// A callback of the application threw.
    Callback = "callback", false;
    /// The application's transport threw.
    Transport = "transport", true;
    /// A value did not pass the application's schema.
    SchemaMismatch = "schema_mismatch", false;
    /// The arguments of the call are wrong.
    InvalidArgument = "invalid_argument", false;
    /// No message has this id.
    UnknownMessage = "unknown_message", false;
    /// No tool call or approval has this id.
    UnknownItem = "unknown_item", false;
    /// The id fits several open calls.
    Ambiguous = "ambiguous", false;
    /// It has been answered already; the first answer holds.
    AlreadyAnswered = "already_answered", false;
    /// The call waits for an approval and takes no output.
    AwaitsApproval = "awaits_approval", false;
    /// The call's input is still being written.
    InputIncomplete = "input_incomplete", true;
    /// The model's provider runs the call; the client does not answer it.
    ProviderExecuted = "provider_executed", false;
    /// A newer message of the person has taken its place.
    Superseded = "superseded", false;
    /// It was cancelled by a stop.
    Cancelled = "cancelled", false;
    /// Its deadline has passed.
    Expired = "expired", false;
    /// The item has changed since it was shown.
    Stale = "stale", true;
    /// Something waits for the person, and the settings refuse to send past it.
    ItemsPending = "items_pending", true;
    /// The outcome of an answer is unknown; it is not sent again unasked.
    OutcomeUnknown = "outcome_unknown", false;
    /// There is nothing to send.
    NothingToSend = "nothing_to_send", false;
    /// What the person gave does not fit what was asked for.
    InvalidInput = "invalid_input", false;
    /// Another window of the application sends an answer of its own.
    Claimed = "claimed", false;
    /// The agent's protocol cannot carry this answer.
    NotCarried = "not_carried", false;
    /// The controller has been disposed of.
    Disposed = "disposed", false;
}

/// An error as data. One pointer, so that the results of everything that can
/// fail stay small; its fields are those of [`Fault`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatError(Box<Fault>);

/// What there is to say about an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What went wrong.
    pub code: ErrorCode,
    /// A sentence for people.
    pub message: Wtf8Buf,
    /// The kind of chunk that did not fit, for [`ErrorCode::ChunkOrder`].
    pub chunk_type: Option<&'static str>,
    /// The id that the chunk named.
    pub chunk_id: Option<Wtf8Buf>,
    /// What is wrong with each field, as a JSON array.
    pub errors: Option<String>,
    /// The field that is at fault.
    pub path: Option<&'static str>,
    /// An error value that the host holds and has handed over by number.
    pub host: Option<u32>,
}

impl Deref for ChatError {
    type Target = Fault;

    fn deref(&self) -> &Fault {
        &self.0
    }
}

impl DerefMut for ChatError {
    fn deref_mut(&mut self) -> &mut Fault {
        &mut self.0
    }
}

impl ChatError {
    /// An error with a sentence that is part of the program.
    pub fn new(code: ErrorCode, message: &str) -> ChatError {
        ChatError::with_text(code, Wtf8Buf::from(message))
    }

    /// An error with a sentence made at run time.
    pub fn with_text(code: ErrorCode, message: Wtf8Buf) -> ChatError {
        ChatError(Box::new(Fault {
            code,
            message,
            chunk_type: None,
            chunk_id: None,
            errors: None,
            path: None,
            host: None,
        }))
    }

    /// Writes the error as a JSON object.
    pub fn write_json(&self, out: &mut Writer<'_>) {
        out.begin_object();
        out.key("code");
        out.str(self.code.name());
        out.key("retryable");
        out.bool(self.code.is_retryable());
        out.key("message");
        out.string(self.message.as_wtf8());
        if let Some(kind) = self.chunk_type {
            out.key("chunkType");
            out.str(kind);
        }
        if let Some(id) = &self.chunk_id {
            out.key("chunkId");
            out.string(id.as_wtf8());
        }
        if let Some(errors) = &self.errors
            && let Ok(errors) = crate::json::RawJson::parse(errors)
        {
            out.key("errors");
            out.raw(errors);
        }
        if let Some(path) = self.path {
            out.key("path");
            out.str(path);
        }
        if let Some(host) = self.host {
            out.key("host");
            out.integer(i64::from(host));
        }
        out.end_object();
    }
}
