// The React side on a simulated page, with each React that we support.

import path from 'node:path';
import { defineConfig } from 'vitest/config';

const folder = import.meta.dirname;

const project = (name, { resolve = {}, ...more } = {}) => ({
  resolve,
  test: {
    name,
    root: folder,
    environment: 'jsdom',
    include: ['**/*.test.{ts,tsx}'],
    // The package is tested as it ships, and everybody shares one React.
    server: { deps: { external: [/countersign/] } },
    testTimeout: 20_000,
    ...more,
  },
});

export default defineConfig({
  root: folder,
  test: {
    maxWorkers: 2,
    projects: [
      // The conversation without a page.
      project('controller', { root: path.join(folder, '../controller'), environment: 'node' }),
      project('react-19', { env: { REACT: '19' }, execArgv: ['--expose-gc'] }),
      project('react-18', {
        env: { REACT: '18' },
        // Vite resolves what the tests import, Node what the packages do.
        resolve: { alias: [{ find: /^(?<name>react|react-dom)(?=\/|$)/, replacement: '$<name>18' }] },
        execArgv: ['--expose-gc', '--import', path.join(folder, 'page/react-18.mjs')],
      }),
    ],
  },
});
