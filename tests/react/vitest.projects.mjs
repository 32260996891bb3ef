// Tests on simulated pages, with each React that we support.

import path from 'node:path';

/** A project of the tests in a folder. */
export function project(root, name, { resolve = {}, ...more } = {}) {
  return {
    resolve,
    test: {
      name,
      root,
      environment: 'jsdom',
      include: ['**/*.test.{ts,tsx}'],
      // The package is tested as it ships, and everybody shares one React.
      server: { deps: { external: [/countersign/] } },
      testTimeout: 20_000,
      ...more,
    },
  };
}

/** The tests in a folder, with React 19 and with React 18. */
export function withEachReact(root) {
  return [
    project(root, 'react-19', { env: { REACT: '19' }, execArgv: ['--expose-gc'] }),
    project(root, 'react-18', {
      env: { REACT: '18' },
      // Vite resolves what the tests import, Node what the packages do.
      resolve: { alias: [{ find: /^(?<name>react|react-dom)(?=\/|$)/, replacement: '$<name>18' }] },
      execArgv: ['--expose-gc', '--import', path.join(import.meta.dirname, 'page/react-18.mjs')],
    }),
  ];
}
