// Puts React 18 in React's place for everybody who imports or requires it.

import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const [, name, rest] = /^(react|react-dom)(\/.*)?$/.exec(specifier) ?? [];
    return next(name === undefined ? specifier : `${name}18${rest ?? ''}`, context);
  },
});
