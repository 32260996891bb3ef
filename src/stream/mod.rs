//! Bytes to SSE frames to JSON; knows nothing of chats.
