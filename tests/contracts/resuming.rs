//! Going on with a response that is still being written.
