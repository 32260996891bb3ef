//! Pure questions about messages.
