// What `import.meta.url` is in CommonJS; undefined where a bundler put this file into a page.
export const thisFile = /* @__PURE__ */ (() =>
  typeof __filename === 'string'
    ? globalThis.process?.getBuiltinModule?.('node:url').pathToFileURL(__filename).href
    : undefined)();
