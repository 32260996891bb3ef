//! How a step ends.

use std::fmt;

/// Why a step failed, as one message for a person.
#[derive(Debug, Clone)]
pub struct Failure(String);

/// What a step gives back.
pub type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Ends a step with a message.
pub fn fail<T>(message: impl Into<String>) -> Outcome<T> {
    Err(Failure::new(message))
}

/// Says what was being done when something went wrong.
pub trait While<T> {
    fn while_doing(self, what: impl fmt::Display) -> Outcome<T>;
}

impl<T, E: fmt::Display> While<T> for Result<T, E> {
    fn while_doing(self, what: impl fmt::Display) -> Outcome<T> {
        self.map_err(|error| Failure::new(format!("{what}: {error}")))
    }
}
