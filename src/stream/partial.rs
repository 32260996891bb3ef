//! stub
use crate::json::{RawJson, Wtf8};
#[derive(Clone, Copy, Debug)]
pub enum Slot<'a> {
    Root,
    Key(Wtf8<'a>),
    Index(u32),
}
pub trait PartialSink {
    fn reset(&mut self);
    fn open_object(&mut self, slot: Slot<'_>);
    fn open_array(&mut self, slot: Slot<'_>);
    fn scalar(&mut self, slot: Slot<'_>, raw: RawJson<'_>);
    fn string(&mut self, slot: Slot<'_>);
    fn append(&mut self, text: Wtf8<'_>);
    fn close(&mut self);
}
#[derive(Default)]
pub struct PartialJson;
impl PartialJson {
    pub fn new() -> Self {
        PartialJson
    }
    pub fn push(&mut self, _d: Wtf8<'_>, _s: &mut dyn PartialSink) {}
}
