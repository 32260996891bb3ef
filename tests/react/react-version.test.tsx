// The suite runs with the React that it says, and so does the package.

import * as React from 'react';
import * as ReactDom from 'react-dom';
import { expect, test } from 'vitest';
import { open } from './page/page.js';

test('React and its renderer are of the version that is tested', () => {
  const { REACT } = process.env;
  expect([React.version, ReactDom.version]).toEqual([
    expect.stringMatching(`^${REACT}\\.`),
    expect.stringMatching(`^${REACT}\\.`),
  ]);
});

test('the package uses the same React', async () => {
  // Another copy would have no renderer, and throw.
  const { useChat } = await import('countersign/react');
  const Status = () => <>{useChat().status}</>;
  expect((await open(<Status />)).text).toBe('ready');
});
