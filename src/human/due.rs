//! What happens to items by the clock alone.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::model::ItemId;

use super::item::{Item, Stage};

/// Times at which something may become of an item, earliest first. What is no
/// longer so when its time comes is passed over.
#[derive(Debug, Default)]
pub(super) struct Due(BinaryHeap<Reverse<(u64, ItemId)>>);

impl Due {
    /// Something becomes of the item at this time.
    pub fn add(&mut self, time: u64, id: ItemId) {
        self.0.push(Reverse((time, id)));
    }

    /// The earliest time at which something becomes of one of these items.
    pub fn next(&mut self, all: &[Item]) -> Option<u64> {
        while let Some(Reverse((time, id))) = self.0.peek().copied() {
            if is_due(all, id, time) {
                return Some(time);
            }
            self.0.pop();
        }
        None
    }

    /// Takes out an item of which something has become by now.
    pub fn take(&mut self, all: &[Item], now: u64) -> Option<ItemId> {
        let time = self.next(all)?;
        if time > now {
            return None;
        }
        self.0.pop().map(|Reverse((_, id))| id)
    }
}

/// Whether this is when the item expires, or its answer can no longer be taken
/// back.
fn is_due(all: &[Item], id: ItemId, time: u64) -> bool {
    let Some(item) = all.get(id.0 as usize) else {
        return false;
    };
    match item.stage {
        Stage::Pending => item.deadline == Some(time),
        Stage::Answered => item.held_until == Some(time),
        Stage::Sending(_) | Stage::Unknown | Stage::Settled(_) => false,
    }
}
