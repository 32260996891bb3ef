//! One folder per wire: wire to stream events, and nothing else.
