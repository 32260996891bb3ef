// Puts functions that resemble each other next to each other: what travels is
// compressed, and a repetition that is near costs less to name than a far one.
//
// node order-functions.mjs <wasm>
//
// Each function is followed by the one that shares the most with the last few.
// The optimiser does the moving, as only it knows where functions are named.

import { readFile, writeFile } from 'node:fs/promises';
import binaryen from 'binaryen';
import { CODE, CUSTOM, IMPORTS, leb, outlineOf, Reader, section, text } from './wasm-binary.mjs';

/** So many bytes in a row that two functions have in common count. */
const RUN = 5;

/** What so many functions have says nothing about any of them. */
const COMMON = 200;

/** How many of the functions before a place are looked at. */
const LOOKING_BACK = 3;

/** Keeps short functions, which share much of themselves with many, from coming first. */
const FULL_LENGTH = 20;

/** The part of a name section that names functions. */
const FUNCTION_NAMES = 1;

const [file] = process.argv.slice(2);
const wasm = await readFile(file);
const names = nameSection(importedFunctions(wasm), ordered(bodiesOf(wasm)));
const module = binaryen.readBinary(Buffer.concat([wasm, names]));
module.runPasses(['reorder-functions-by-name']);
await writeFile(file, module.emitBinary());

function contentOf(wasm, id) {
  return outlineOf(wasm).sections.find((found) => found.id === id)?.content ?? Buffer.from([0]);
}

/** How many functions a module imports, and it imports nothing else. */
function importedFunctions(wasm) {
  return new Reader(contentOf(wasm, IMPORTS)).number();
}

/** The code of a module's own functions. */
function bodiesOf(wasm) {
  const reader = new Reader(contentOf(wasm, CODE));
  return Array.from({ length: reader.number() }, () => reader.sized());
}

/** The order in which functions follow each other, as their places now. */
function ordered(bodies) {
  const runs = bodies.map(runsOf);
  const sharers = new Map();
  runs.forEach((own, place) => {
    for (const run of own) {
      const known = sharers.get(run);
      if (known === undefined) sharers.set(run, [place]);
      else known.push(place);
    }
  });
  const left = new Set(bodies.keys());
  const order = [];
  const largest = () => [...left].reduce((a, b) => (bodies[b].length > bodies[a].length ? b : a));
  while (left.size > 0) {
    const likeness = new Map();
    order.slice(-LOOKING_BACK).forEach((before, index, recent) => {
      const weight = 1 / (recent.length - index);
      for (const run of runs[before]) {
        const places = sharers.get(run);
        if (places.length >= COMMON) continue;
        for (const place of places) {
          if (left.has(place)) likeness.set(place, (likeness.get(place) ?? 0) + weight);
        }
      }
    });
    let next;
    let most = 0;
    for (const [place, shared] of likeness) {
      const part = shared / (runs[place].size + FULL_LENGTH);
      if (part > most) [next, most] = [place, part];
    }
    next ??= largest();
    order.push(next);
    left.delete(next);
  }
  return order;
}

/** Every run of bytes in a function's code, as a number. */
function runsOf(body) {
  const runs = new Set();
  for (let at = 0; at + RUN <= body.length; at++) {
    let run = 0;
    for (let byte = 0; byte < RUN; byte++) run = run * 256 + body[at + byte];
    runs.add(run);
  }
  return runs;
}

/** A section that names the functions so that the order of their names is the one wanted. */
function nameSection(imported, order) {
  const named = [];
  order.forEach((place, rank) => {
    named[place] = Buffer.concat([leb(imported + place), text(String(rank).padStart(6, '0'))]);
  });
  const functions = Buffer.concat([leb(named.length), ...named]);
  return section(CUSTOM, Buffer.concat([text('name'), section(FUNCTION_NAMES, functions)]));
}
