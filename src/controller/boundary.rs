//! How the façade writes settings and failures: as numbers. Said once for the
//! browser, which takes them, and for traces, which hold them.

use crate::chat::{Failure, Hooks, PendingOnSend, Settings};
use crate::model::{ChatError, ErrorCode};
use crate::transcript::Completeness;

/// Bits of the settings that the façade passes as one number.
mod setting {
    pub const TOOL_CALL: u32 = 1;
    pub const DATA: u32 = 2;
    pub const METADATA_SCHEMA: u32 = 4;
    pub const DATA_SCHEMAS: u32 = 8;
    pub const EVERY_CHUNK: u32 = 16;
    pub const SENDS_AUTOMATICALLY: u32 = 32;
    pub const REFUSE_WHILE_PENDING: u32 = 64;
    pub const QUEUES: u32 = 128;
    // The application's predicate is one of ours; which one.
    pub const WHEN_COMPLETE: u32 = 256;
    pub const WHEN_TOOL_CALLS_ARE: u32 = 512;
    pub const WHEN_APPROVALS_ARE: u32 = 1024;
}

/// How a response failed, as the façade says it.
mod failing {
    pub const BEFORE_SENDING: u32 = 0;
    pub const NETWORK: u32 = 1;
    pub const STATUS: u32 = 2;
    pub const EMPTY: u32 = 3;
    // Everything else is a failure of the transport.
    pub const CALLBACK: u32 = 5;
    pub const SCHEMA: u32 = 6;
}

/// What failed.
pub enum FailureOf {
    /// The response itself; what came before it is applied first.
    Response(Failure),
    /// A callback or check for which the response waited.
    Callback(Failure),
}

/// The settings that the façade means.
pub fn settings(bits: u32) -> Settings {
    let has = |bit| bits & bit != 0;
    Settings {
        hooks: Hooks {
            tool_call: has(setting::TOOL_CALL),
            data: has(setting::DATA),
            metadata_schema: has(setting::METADATA_SCHEMA),
            data_schemas: has(setting::DATA_SCHEMAS),
            every_chunk: has(setting::EVERY_CHUNK),
        },
        sends_automatically: has(setting::SENDS_AUTOMATICALLY),
        sends_when: match () {
            () if has(setting::WHEN_COMPLETE) => Some(Completeness::Everything),
            () if has(setting::WHEN_TOOL_CALLS_ARE) => Some(Completeness::ToolCalls),
            () if has(setting::WHEN_APPROVALS_ARE) => Some(Completeness::ApprovalResponses),
            () => None,
        },
        pending_on_send: if has(setting::REFUSE_WHILE_PENDING) {
            PendingOnSend::Refuse
        } else {
            PendingOnSend::Settle
        },
        // One window grants its own claims.
        claims_answers: false,
        queues: has(setting::QUEUES),
    }
}

/// The failure that the façade means. `error` makes the error of a code.
pub fn failure(kind: u32, status: u16, error: impl FnOnce(ErrorCode) -> ChatError) -> FailureOf {
    FailureOf::Response(match kind {
        failing::BEFORE_SENDING => Failure::before_sending(error(ErrorCode::Transport)),
        failing::NETWORK => Failure::disconnected(error(ErrorCode::Network)),
        failing::STATUS => Failure::with_status(error(ErrorCode::HttpStatus), status),
        failing::EMPTY => Failure::in_stream(error(ErrorCode::EmptyResponse)),
        failing::CALLBACK => {
            return FailureOf::Callback(Failure::in_stream(error(ErrorCode::Callback)));
        }
        failing::SCHEMA => {
            return FailureOf::Callback(Failure::in_stream(error(ErrorCode::SchemaMismatch)));
        }
        _ => Failure::in_stream(error(ErrorCode::Transport)),
    })
}
