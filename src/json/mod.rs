//! JSON and strings as JavaScript means them.
//!
//! Strings may hold half a surrogate pair ([`Wtf8`]), numbers stay as they
//! were written until somebody needs their value, and checked text is passed
//! on as it is ([`RawJson`]) instead of being taken apart and put together
//! again. The grammar is that of `JSON.parse` (ECMA-404, ECMA-262 §25.5); the
//! one difference is a bound on nesting, [`limits::MAX_DEPTH`].
//!
//! Depends on nothing else of this crate.

pub mod limits;

mod error;
mod order;
mod raw;
mod scan;
mod string;
mod value;
mod write;
mod wtf8;

pub use error::{JsonError, JsonErrorKind};
pub(crate) use order::in_order;
pub(crate) use scan::plain_run;

pub use raw::{Elements, Kind, Members, RawJson, RawJsonBuf, two_strings, visit_object};
pub use string::JsonString;
pub use value::Value;
pub use write::{Writer, write_string};
pub use wtf8::{CodePoints, Utf16, Wtf8, Wtf8Buf, Wtf8Cow};
