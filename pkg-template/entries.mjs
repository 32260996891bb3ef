// The entries of the npm package. `cargo xtask build` makes the bundles, the
// declarations and the exports map from this table.

/**
 * Which wasm an entry gets:
 *
 * - `inlined`: held as text, compiled on first use; runtimes that refuse to
 *   compile get a module compiled by their bundler instead.
 * - `separate`: a file that `init` loads.
 *
 * Entries with the same wasm share one instance of everything.
 *
 * @type {ReadonlyArray<{ path: string, source: string, wasm: 'inlined' | 'separate' }>}
 */
export const entries = [
  { path: '.', source: 'index.ts', wasm: 'inlined' },
  { path: './react', source: 'react/index.ts', wasm: 'inlined' },
  { path: './transcript', source: 'transcript/index.ts', wasm: 'inlined' },
  { path: './components', source: 'components/index.ts', wasm: 'inlined' },
  { path: './markdown', source: 'components/markdown/index.ts', wasm: 'inlined' },
  { path: './elements', source: 'elements/index.ts', wasm: 'inlined' },
  { path: './locales', source: 'components/locale/index.ts', wasm: 'inlined' },
  { path: './testing', source: 'testing/index.ts', wasm: 'inlined' },
  { path: './ag-ui', source: 'ag-ui/index.ts', wasm: 'inlined' },
  { path: './slim', source: 'entries/slim.ts', wasm: 'separate' },
  { path: './slim/react', source: 'react/index.ts', wasm: 'separate' },
  { path: './slim/components', source: 'components/index.ts', wasm: 'separate' },
  { path: './slim/ag-ui', source: 'ag-ui/index.ts', wasm: 'separate' },
];

/**
 * The style sheets, as they are written.
 *
 * @type {ReadonlyArray<{ path: string, source: string }>}
 */
export const styleSheets = [{ path: './components.css', source: 'components/components.css' }];
