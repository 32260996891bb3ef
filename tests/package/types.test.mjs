// What the compiler makes of the package's types in somebody else's project.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Project } from './project.mjs';

const compilers = ['typescript', 'typescript6', 'typescript5'];

const page = `
import { useChat } from 'countersign/react';
import { ChatController, HttpChatTransport } from 'countersign';

export const chat = new ChatController({ id: 'chat', transport: new HttpChatTransport() });
export function Page() {
  const { messages, sendMessage } = useChat({ id: 'chat' });
  return { send: () => sendMessage({ text: 'Hi' }), count: messages[0]?.parts.length };
}
export function Bare() {
  return useChat().messages[0]?.parts.length;
}
`;

function options(skipLibCheck) {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck,
  };
  return JSON.stringify({ compilerOptions, files: ['page.ts'] });
}

/** What the compiler complains about. */
async function complaints(project, compiler, skipLibCheck) {
  await project.write('tsconfig.json', options(skipLibCheck));
  const program = path.resolve(import.meta.dirname, `../../node_modules/${compiler}/bin/tsc`);
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { cwd: project.folder }, (_, stdout) => {
      resolve(stdout.split('\n').filter((line) => line !== '' && !line.startsWith(' ')));
    });
  });
}

describe('a project that has the package "ai"', () => {
  let project;
  before(async () => {
    project = await Project.create(['ai', 'react', '@types/react']);
    await project.write('page.ts', page);
  });
  after(() => project.remove());

  for (const compiler of compilers) {
    test(`compiles with ${compiler}, and needs no declarations of Node`, async () => {
      assert.deepEqual(await complaints(project, compiler, true), []);
    });
  }

  test('finds no fault in our own declarations', async () => {
    const found = await complaints(project, compilers[0], false);
    assert.deepEqual(
      found.filter((line) => line.includes('countersign/')),
      [],
    );
  });
});

describe('a project that has not', () => {
  let project;
  before(async () => {
    project = await Project.create(['react', '@types/react']);
    await project.write('page.ts', page);
  });
  after(() => project.remove());

  for (const compiler of compilers) {
    test(`is told so by ${compiler} wherever it uses a conversation`, async () => {
      const found = await complaints(project, compiler, true);
      const lines = found.map((line) => /^page\.ts\((\d+),.*PackageAiIsMissing/.exec(line)?.[1]);
      assert.deepEqual(lines, ['5', '7', '8', '11']);
    });
  }
});
