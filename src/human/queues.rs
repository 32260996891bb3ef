//! Where items wait: for a person, for the next request, or for whoever asked.

use crate::model::ItemId;

/// What an item waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queue {
    /// A person's answer.
    Person,
    /// The conversation's next request, which carries its answer.
    Request,
    /// Its answer to go to whoever waits for it.
    Reply,
}

/// Lists of items in the order in which they came. An item is in one of them
/// at most; entering and leaving cost the same however long they are.
#[derive(Debug, Default)]
pub(super) struct Queues {
    ends: [Ends; 3],
    /// By the item's number; items that never waited may be missing.
    links: Vec<Link>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    first: Option<ItemId>,
    last: Option<ItemId>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Link {
    queue: Option<Queue>,
    before: Option<ItemId>,
    after: Option<ItemId>,
}

impl Queues {
    /// The item waits here now, behind all others, and nowhere else.
    pub fn enter(&mut self, id: ItemId, queue: Queue) {
        self.leave(id);
        let at = id.0 as usize;
        if self.links.len() <= at {
            self.links.resize(at.saturating_add(1), Link::default());
        }
        let before = self.ends(queue).last.replace(id);
        match before {
            Some(before) => self.link(before, |link| link.after = Some(id)),
            None => self.ends(queue).first = Some(id),
        }
        self.link(id, |link| {
            *link = Link {
                queue: Some(queue),
                before,
                after: None,
            };
        });
    }

    /// The item waits no more.
    pub fn leave(&mut self, id: ItemId) {
        let link = self.links.get_mut(id.0 as usize).map(std::mem::take);
        let Some(Link {
            queue: Some(queue),
            before,
            after,
        }) = link
        else {
            return;
        };
        match before {
            Some(before) => self.link(before, |link| link.after = after),
            None => self.ends(queue).first = after,
        }
        match after {
            Some(after) => self.link(after, |link| link.before = before),
            None => self.ends(queue).last = before,
        }
    }

    /// What the item waits for.
    pub fn of(&self, id: ItemId) -> Option<Queue> {
        self.links.get(id.0 as usize)?.queue
    }

    /// The items of a list, oldest first.
    pub fn list(&self, queue: Queue) -> Vec<ItemId> {
        let mut list: Vec<ItemId> = self.newest_first(queue).collect();
        list.reverse();
        list
    }

    /// The items of a list, newest first.
    pub fn newest_first(&self, queue: Queue) -> impl Iterator<Item = ItemId> {
        let last = self.ends.get(queue as usize).and_then(|ends| ends.last);
        std::iter::successors(last, |id| self.links.get(id.0 as usize)?.before)
    }

    fn ends(&mut self, queue: Queue) -> &mut Ends {
        let [person, request, reply] = &mut self.ends;
        match queue {
            Queue::Person => person,
            Queue::Request => request,
            Queue::Reply => reply,
        }
    }

    fn link(&mut self, id: ItemId, change: impl FnOnce(&mut Link)) {
        if let Some(link) = self.links.get_mut(id.0 as usize) {
            change(link);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(queues: &Queues, queue: Queue) -> Vec<u32> {
        queues.list(queue).iter().map(|id| id.0).collect()
    }

    #[test]
    fn items_keep_the_order_in_which_they_came() {
        let mut queues = Queues::default();
        for id in [3, 1, 2] {
            queues.enter(ItemId(id), Queue::Request);
        }
        assert_eq!(numbers(&queues, Queue::Request), [3, 1, 2]);
        let newest: Vec<ItemId> = queues.newest_first(Queue::Request).collect();
        assert_eq!(newest, [ItemId(2), ItemId(1), ItemId(3)]);
    }

    #[test]
    fn items_leave_from_anywhere() {
        for (leaves, rest) in [(0, [1, 2]), (1, [0, 2]), (2, [0, 1])] {
            let mut queues = Queues::default();
            for id in 0..3 {
                queues.enter(ItemId(id), Queue::Person);
            }
            queues.leave(ItemId(leaves));
            assert_eq!(queues.of(ItemId(leaves)), None);
            queues.leave(ItemId(leaves));
            assert_eq!(numbers(&queues, Queue::Person), rest);
            queues.enter(ItemId(leaves), Queue::Person);
            assert_eq!(numbers(&queues, Queue::Person)[2], leaves);
        }
    }

    #[test]
    fn an_item_is_in_one_list_at_most() {
        let mut queues = Queues::default();
        queues.enter(ItemId(0), Queue::Person);
        queues.enter(ItemId(0), Queue::Reply);
        assert_eq!(queues.of(ItemId(0)), Some(Queue::Reply));
        assert_eq!(numbers(&queues, Queue::Person), [0; 0]);
        assert_eq!(numbers(&queues, Queue::Reply), [0]);
    }
}
