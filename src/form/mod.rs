//! JSON Schema to fields to draft to validated content; the ask-user tool.
