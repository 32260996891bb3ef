// AG-UI's ESM build calls the default export of the CommonJS package `untruncate-json`. Under Node's own interop that
// is an object: the call throws, the error is swallowed, and half-received tool arguments stay {}. Bundlers resolve the
// package's `module` entry instead, so browsers do run it. Hence a bundle as for a browser.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const bundle = path.join(here, '../../target/bench-js/ag-ui.mjs');

/** Makes the bundle where it is missing or older than what is installed; gives its url. */
export async function agUiBundle() {
  const lock = path.join(here, 'package-lock.json');
  if (!fs.existsSync(bundle) || fs.statSync(bundle).mtimeMs < fs.statSync(lock).mtimeMs) {
    const { build } = await import('esbuild');
    await build({
      stdin: {
        contents: `export { AbstractAgent, HttpAgent } from '@ag-ui/client'; export { Observable } from 'rxjs';`,
        resolveDir: path.join(here, 'node_modules/@ag-ui/client'),
      },
      bundle: true,
      format: 'esm',
      platform: 'browser',
      target: 'esnext',
      define: { 'process.env.NODE_ENV': '"production"' },
      outfile: bundle,
      logLevel: 'error',
    });
  }
  return pathToFileURL(bundle).href;
}
