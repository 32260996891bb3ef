//! Every bound on what a server may ask of a form and its reader.

/// Bytes of a pattern's source.
pub const PATTERN_BYTES: usize = 8 * 1024;
/// Steps of a compiled pattern, its repetitions written out.
pub const PATTERN_PROGRAM: usize = 8 * 1024;
/// Groups of a pattern inside one another.
pub const PATTERN_GROUP_DEPTH: usize = 24;
/// Steps that matching all patterns of one judgement may take, some
/// milliseconds' worth.
pub const PATTERN_STEPS: usize = 2_000_000;

/// Bytes of a number that is compared or divided.
pub const NUMBER_BYTES: usize = 1_100;
/// The largest power of ten in a number that is compared or divided; doubles
/// end at 308.
pub const NUMBER_POWER: i32 = 2_000;
/// The largest whole number that is safe in JavaScript: 2^53 − 1.
pub const LARGEST_INTEGER: i64 = (1 << 53) - 1;

/// Bytes of a schema's text.
pub const SCHEMA_BYTES: usize = 256 * 1024;
/// Fields of a form, groups included.
pub const FIELDS: usize = 200;
/// Options of a choice.
pub const OPTIONS: usize = 500;
/// Groups inside one another; the form itself is none.
pub const GROUP_DEPTH: usize = 2;
/// Schemas that one field's description may be spread over (`$ref`, `allOf`,
/// `anyOf`).
pub const LAYERS: usize = 16;
/// Bytes of a title, a description or a label that are kept; the rest is cut off,
/// and said to be.
pub const TEXT_BYTES: usize = 4_000;
/// Bytes of one answer.
pub const ANSWER_BYTES: usize = 1024 * 1024;
/// Entries of a list.
pub const LIST_ENTRIES: usize = 1_000;

/// Schemas, keywords and values that judging one value may look at.
pub const JUDGE_STEPS: usize = 300_000;
/// Schemas inside one another while judging.
pub const JUDGE_DEPTH: usize = 48;
/// Errors that are reported at once.
pub const ERRORS: usize = 100;

/// Bytes of a url.
pub const URL_BYTES: usize = 16 * 1024;

/// Problems that the model is told at once.
pub const ASK_PROBLEMS: usize = 20;
