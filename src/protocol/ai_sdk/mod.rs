//! The UI message stream of AI SDK 6 and 7.

mod chunk;
mod delta;
mod events;

pub use chunk::{Chunk, ChunkSource};
pub use delta::read_event;
