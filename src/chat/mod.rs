//! The state machine: a command or stream event in, patches and effects out.
