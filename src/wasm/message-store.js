// The messages as JavaScript values. Rust decides every change; this file only
// carries it out, so that texts stay ropes of the engine and objects keep their
// identity. What was published is never changed again: a container is copied
// when it is first touched after a publication, and nothing else is.

/** @typedef {Record<string, any>} Fields */

/** A list of each length, to make short texts of. */
const unitsOf = Array.from({ length: 65 }, (_, length) => new Array(length).fill(0));

/** An empty list; the same one everywhere. */
const NONE = Object.freeze([]);

export class MessageStore {
  /** The list of messages, as published or as it will be. */
  list = [];
  #names;
  /** Counts publications: a container of an earlier one has to be copied. */
  #edition = 1;
  /** The first list, without messages, may have been published too. */
  #listEdition = 0;
  /** Per message what of it was copied in which edition; absent if nothing. */
  #marks = [];
  /** Values that the façade has handed over, by number. */
  #hosted = new Map();
  #nextHosted = 1;
  /** The object that `put…` writes to. */
  #target = {};
  #replacement = [];
  #replacementMarks = [];
  /** What waits for a person: approvals and requests for input, oldest first; what waits again keeps its place. */
  #waiting = [new Waiting(), new Waiting()];
  /** The messages that wait to be sent. */
  queued = NONE;
  /** The rules that answer approvals. */
  grants = NONE;

  /** Rust's memory, where short texts are read from. */
  #memory;
  #bytes = new Uint8Array(0);

  /**
   * @param {string} names The names of all fields, comma-separated, in Rust's order.
   * @param {WebAssembly.Memory} memory
   */
  constructor(names, memory) {
    this.#names = names.split(',');
    this.#memory = memory;
  }

  /** Hands a value over to Rust, which names it by the number returned. */
  hand(value) {
    const number = this.#nextHosted++;
    this.#hosted.set(number, value);
    return number;
  }

  /** The value of a number. */
  handed(number) {
    return this.#hosted.get(number);
  }

  /** Forgets a value; Rust will not name it any more. */
  release(number) {
    this.#hosted.delete(number);
  }

  /** What `list` shows now stays as it is for whoever holds it. */
  publish() {
    this.#edition++;
    return this.list;
  }

  insertMessage(at, id, role) {
    this.#insert(at, { id, metadata: undefined, role, parts: [] });
  }

  adoptHosted(at, number) {
    this.#insert(at, this.#hosted.get(number));
  }

  adoptRaw(at, json) {
    this.#insert(at, JSON.parse(json));
  }

  #insert(at, message) {
    this.#touchList().splice(at, 0, message);
    this.#marks.splice(at, 0, undefined);
  }

  removeMessages(from, count) {
    this.#touchList().splice(from, count);
    this.#marks.splice(from, count);
  }

  beginReplacement() {
    this.#replacement = [];
    this.#replacementMarks = [];
  }

  keepMessage(at) {
    this.#replacement.push(this.list[at]);
    this.#replacementMarks.push(this.#marks[at]);
  }

  replaceWithHosted(number) {
    this.#replacement.push(this.#hosted.get(number));
    this.#replacementMarks.push(undefined);
  }

  replaceWithRaw(json) {
    this.#replacement.push(JSON.parse(json));
    this.#replacementMarks.push(undefined);
  }

  endReplacement() {
    this.list = this.#replacement;
    this.#listEdition = this.#edition;
    this.#marks = this.#replacementMarks;
    this.#replacement = [];
    this.#replacementMarks = [];
  }

  setMessageId(at, id) {
    this.#touchMessage(at).id = id;
  }

  clearMetadata(at) {
    this.#touchMessage(at).metadata = undefined;
  }

  mergeMetadataRaw(at, json) {
    this.#mergeMetadata(at, JSON.parse(json));
  }

  mergeMetadataHosted(at, number) {
    this.#mergeMetadata(at, this.#hosted.get(number));
  }

  #mergeMetadata(at, value) {
    this.#touchMessage(at).metadata = this.metadataWith(at, value);
  }

  /** What a message's metadata would be with `value` merged into it. */
  metadataWith(at, value) {
    const before = this.list[at]?.metadata;
    return isMergeable(before) && isMergeable(value) ? merged(before, value) : value;
  }

  /** Adds an empty part; `put…` fills it. */
  pushPart(at) {
    const part = {};
    this.#push(at, part);
    this.#target = part;
  }

  pushPartHosted(at, number) {
    this.#push(at, this.#hosted.get(number), false);
  }

  pushPartRaw(at, json) {
    this.#push(at, JSON.parse(json));
  }

  #push(at, part, isOurs = true) {
    const parts = this.#touchParts(at);
    parts.push(part);
    const mark = this.#marks[at];
    mark.each[parts.length - 1] = isOurs ? this.#edition : 0;
    mark.open[parts.length - 1] = undefined;
  }

  truncateParts(at, length) {
    this.#touchParts(at).length = length;
    const mark = this.#marks[at];
    mark.each.length = length;
    mark.open.length = length;
  }

  /** `put…` writes to this part from now on. */
  targetPart(at, part) {
    this.#target = this.#touchPart(at, part);
  }

  /** `put…` writes to a new object in this field from now on. */
  targetObject(at, part, field, keep) {
    const owner = this.#touchPart(at, part);
    const name = this.#names[field];
    this.#target = owner[name] = keep ? { ...owner[name] } : {};
  }

  putUndefined(field) {
    this.#target[this.#names[field]] = undefined;
  }

  putBoolean(field, value) {
    this.#target[this.#names[field]] = value;
  }

  putText(field, text) {
    this.#target[this.#names[field]] = text;
  }

  putRaw(field, json) {
    this.#target[this.#names[field]] = JSON.parse(json);
  }

  putHosted(field, number) {
    this.#target[this.#names[field]] = this.#hosted.get(number);
  }

  remove(field) {
    delete this.#target[this.#names[field]];
  }

  append(at, part, field, text) {
    const owner = this.#touchPart(at, part);
    const name = this.#names[field];
    const grown = owner[name];
    owner[name] = grown === undefined ? text : grown + text;
  }

  appendShort(at, part, field, from, length) {
    this.append(at, part, field, this.#shortText(from, length));
  }

  /**
   * Makes one piece of a text that is complete. An engine holds the pieces it grew from until it is read, and they are
   * several times its size. To make a number of it is to read it.
   */
  flatten(at, part) {
    const { text } = this.list[at].parts[part];
    return typeof text === 'string' && Number(text) === 0;
  }

  /** A text in ASCII, of at most as many bytes as there are lists for. */
  #shortText(from, length) {
    // Memory that has grown is another buffer; the old one has no bytes.
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.#memory.buffer);
    const bytes = this.#bytes;
    const units = unitsOf[length];
    for (let at = 0; at < length; at++) units[at] = bytes[from + at];
    return String.fromCharCode(...units);
  }

  readText(at, part, field) {
    const text = this.list[at]?.parts[part]?.[this.#names[field]];
    return typeof text === 'string' ? text : undefined;
  }

  // A half-received value grows in the containers that are open. They are
  // copied once per publication, from the outermost in. While the value is
  // undefined to everybody else it grows unseen.

  partialReset(at, part, field) {
    const owner = this.#touchPart(at, part);
    this.#marks[at].open[part] = undefined;
    owner[this.#names[field]] = undefined;
  }

  partialSetDefined(at, part, field, isDefined) {
    const owner = this.#touchPart(at, part);
    const open = this.#openValue(at, part, field);
    open.isDefined = isDefined;
    owner[open.name] = isDefined ? open.root : undefined;
  }

  /** @param {string | number | undefined} slot A key, an index, or the whole value. */
  partialOpen(at, part, field, slot, isArray) {
    const container = isArray ? [] : {};
    this.#put(at, part, field, slot, container).path.push({ container, slot });
  }

  partialScalar(at, part, field, slot, json) {
    this.#put(at, part, field, slot, JSON.parse(json));
  }

  partialString(at, part, field, slot) {
    this.#put(at, part, field, slot, '').string = slot;
  }

  partialAppend(at, part, field, text) {
    const owner = this.#touchPart(at, part);
    const open = this.#openValue(at, part, field);
    const top = this.#copyOpen(open, owner);
    if (top === undefined) this.#setRoot(open, owner, open.root + text);
    else top[open.string] += text;
  }

  partialAppendShort(at, part, field, from, length) {
    this.partialAppend(at, part, field, this.#shortText(from, length));
  }

  /** A field and the half-received value in another grow by the same. */
  appendTwiceShort(at, part, field, partialField, from, length) {
    const text = this.#shortText(from, length);
    this.append(at, part, field, text);
    this.partialAppend(at, part, partialField, text);
  }

  partialClose(at, part, field) {
    this.#openValue(at, part, field).path.pop();
  }

  #put(at, part, field, slot, value) {
    const owner = this.#touchPart(at, part);
    const open = this.#openValue(at, part, field);
    const top = this.#copyOpen(open, owner);
    if (top === undefined) this.#setRoot(open, owner, value);
    else top[slot] = value;
    return open;
  }

  #setRoot(open, owner, value) {
    open.root = value;
    if (open.isDefined) owner[open.name] = value;
  }

  #openValue(at, part, field) {
    const { open } = this.#marks[at];
    open[part] ??= {
      name: this.#names[field],
      root: undefined,
      isDefined: false,
      path: [],
      string: undefined,
      edition: this.#edition,
    };
    return open[part];
  }

  /** The innermost open container, ready to be changed. */
  #copyOpen(open, owner) {
    const { path } = open;
    if (open.edition !== this.#edition) {
      open.edition = this.#edition;
      for (let depth = 0; depth < path.length; depth++) {
        const step = path[depth];
        step.container = Array.isArray(step.container) ? step.container.slice() : { ...step.container };
        if (depth === 0) this.#setRoot(open, owner, step.container);
        else path[depth - 1].container[step.slot] = step.container;
      }
    }
    return path.at(-1)?.container;
  }

  queueHosted(number) {
    this.queued = [...this.queued, this.#hosted.get(number)];
  }

  queueRaw(json) {
    this.queued = [...this.queued, JSON.parse(json)];
  }

  unqueue(at) {
    this.queued = listOf(this.queued.filter((_, index) => index !== at));
  }

  queueToFront(at) {
    this.queued = [this.queued[at], ...this.queued.filter((_, index) => index !== at)];
  }

  /** The first message that waits becomes part of the conversation. */
  sendQueued(at) {
    this.#insert(at, this.queued[0]);
    this.unqueue(0);
  }

  /** Shows an item that waits. What its call shows is taken from its part. */
  showCard(list, item, at, part, json) {
    const card = JSON.parse(json);
    const call = this.list[at]?.parts[part];
    if (call !== undefined) {
      card.input = call.input;
      if (call.title !== undefined) card.title = call.title;
      if (call.approval?.requestReason !== undefined) card.reason = call.approval.requestReason;
    }
    Object.freeze(card);
    const { items, cards } = this.#touchCards(list);
    const place = placeOf(items, item);
    const isThere = items[place] === item;
    items.splice(place, isThere ? 1 : 0, item);
    cards.splice(place, isThere ? 1 : 0, card);
  }

  hideCard(list, item) {
    const { items } = this.#waiting[list];
    const place = placeOf(items, item);
    if (items[place] !== item) return;
    items.splice(place, 1);
    this.#touchCards(list).cards.splice(place, 1);
  }

  /** The list, ready to be changed. */
  #touchCards(list) {
    const waiting = this.#waiting[list];
    if (waiting.isShown) {
      waiting.cards = waiting.cards.slice();
      waiting.isShown = false;
    }
    return waiting;
  }

  #showCards(list) {
    const waiting = this.#waiting[list];
    waiting.isShown = true;
    return listOf(waiting.cards);
  }

  showGrants(json) {
    this.grants = listOf(JSON.parse(json));
  }

  /** The approvals that wait; the same list until they change. */
  get approvals() {
    return this.#showCards(0);
  }

  /** The requests for input that wait; the same list until they change. */
  get inputRequests() {
    return this.#showCards(1);
  }

  readJson(at, part, field) {
    try {
      return JSON.stringify(this.list[at]?.parts[part]?.[this.#names[field]]);
    } catch {
      // A value that JSON cannot hold cannot be judged either.
      return undefined;
    }
  }

  #touchList() {
    if (this.#listEdition !== this.#edition) {
      this.list = this.list.slice();
      this.#listEdition = this.#edition;
    }
    return this.list;
  }

  #touchMessage(at) {
    const list = this.#touchList();
    let mark = this.#marks[at];
    if (mark === undefined) {
      mark = { message: 0, parts: 0, each: [], open: [] };
      this.#marks[at] = mark;
    }
    if (mark.message !== this.#edition) {
      list[at] = { ...list[at] };
      mark.message = this.#edition;
    }
    return list[at];
  }

  #touchParts(at) {
    const message = this.#touchMessage(at);
    const mark = this.#marks[at];
    if (mark.parts !== this.#edition) {
      message.parts = message.parts.slice();
      mark.parts = this.#edition;
    }
    return message.parts;
  }

  #touchPart(at, part) {
    const parts = this.#touchParts(at);
    const { each } = this.#marks[at];
    if (each[part] !== this.#edition) {
      parts[part] = { ...parts[part] };
      each[part] = this.#edition;
    }
    return parts[part];
  }
}

class Waiting {
  /** The items' numbers, which grow with time. */
  items = [];
  /** What is shown of each. */
  cards = [];
  /** The list of cards has been given out: it is copied before it changes. */
  isShown = false;
}

/** Where a number is in a sorted list, or belongs. */
function placeOf(numbers, number) {
  let from = 0;
  let to = numbers.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (numbers[middle] < number) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** @param {unknown[]} list */
function listOf(list) {
  return list.length === 0 ? NONE : list;
}

/** @param {Fields} base @param {Fields} overrides */
function merged(base, overrides) {
  const result = { ...base };
  for (const key of Object.keys(overrides)) {
    const value = overrides[key];
    if (value === undefined || key === '__proto__' || key === 'constructor' || key === 'prototype') {
      continue;
    }
    const before = key in base ? base[key] : undefined;
    result[key] = isMergeable(value) && isMergeable(before) ? merged(before, value) : value;
  }
  return result;
}

/** @param {unknown} value */
function isMergeable(value) {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !['[object Date]', '[object RegExp]'].includes(Object.prototype.toString.call(value))
  );
}
