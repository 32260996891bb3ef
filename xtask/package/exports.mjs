// Which bundle each importer gets.

/**
 * The bundles that are made: from which file of `wasm-source/`, for the entries
 * with which wasm, and whether in CommonJS too.
 */
export const flavours = {
  inlined: { wasm: 'inlined', source: 'inline', commonJs: true },
  workerd: { wasm: 'inlined', source: 'module', commonJs: false },
  'edge-light': { wasm: 'inlined', source: 'module', commonJs: false },
  slim: { wasm: 'separate', source: 'slim', commonJs: true },
};

/** The name of an entry's files: `.` is `index`, `./slim/react` is `react` in the folder `slim`. */
export function fileName(entry) {
  const inner = entry.path.replace(/^\.\/?(slim\/?)?/, '');
  return inner === '' ? 'index' : inner;
}

/** Where tsc puts an entry's declarations, below a folder for ESM or CommonJS. */
export function declarationFile(entry) {
  return entry.source.replace(/\.tsx?$/, '.d.ts');
}

export function exportsMap(entries, styleSheets) {
  const map = {};
  for (const entry of entries) {
    map[entry.path] = conditions(entry);
  }
  for (const { path } of styleSheets) {
    const file = `./dist/${path.slice(2)}`;
    // Compilers look for the declarations of style sheets too.
    map[path] = { types: `${file}.d.ts`, default: file };
  }
  map['./core.wasm'] = './dist/core.wasm';
  map['./package.json'] = './package.json';
  return map;
}

function conditions(entry) {
  const file = fileName(entry);
  const esmTypes = `./dist/types/esm/${declarationFile(entry)}`;
  const cjsTypes = `./dist/types/cjs/${declarationFile(entry)}`;
  const ahead = entry.wasm === 'inlined' ? ['workerd', 'edge-light'] : [];
  const main = entry.wasm === 'inlined' ? 'inlined' : 'slim';
  return {
    ...Object.fromEntries(
      ahead.map((runtime) => [runtime, { types: esmTypes, default: `./dist/${runtime}/${file}.js` }]),
    ),
    require: { types: cjsTypes, default: `./dist/${main}/${file}.cjs` },
    default: { types: esmTypes, default: `./dist/${main}/${file}.js` },
  };
}
