//! The nouns: messages, parts, tool states, stream events, patches.
