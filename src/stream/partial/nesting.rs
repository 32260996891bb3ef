//! Which containers are open.

/// The open arrays and objects, outermost first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Nesting {
    /// A bit for each, set for an object; the bits above are clear.
    words: Vec<u64>,
    depth: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    Array,
    Object,
}

impl Nesting {
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    pub(super) fn push(&mut self, container: Container) {
        if self.depth.is_multiple_of(64) {
            self.words.push(0);
        }
        if let Some(word) = self.words.last_mut() {
            *word |= u64::from(container == Container::Object) << (self.depth % 64);
        }
        self.depth += 1;
    }

    pub(super) fn pop(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.depth.is_multiple_of(64) {
            self.words.pop();
        } else if let Some(word) = self.words.last_mut() {
            *word &= !(1 << (self.depth % 64));
        }
    }

    pub(super) fn innermost(&self) -> Option<Container> {
        let word = self.words.last()?;
        Some(if word & (1 << ((self.depth - 1) % 64)) == 0 {
            Container::Array
        } else {
            Container::Object
        })
    }
}
