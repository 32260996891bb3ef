// The packed package in Node, as ESM and as CommonJS.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { nodes, Project } from './project.mjs';

/** @type {Project} */
let project;

before(async () => {
  project = await Project.create();
});

after(() => project.remove());

for (const [name, node] of Object.entries(nodes)) {
  describe(`Node ${name}`, () => {
    test('ESM uses the default entry without waiting for anything', async () => {
      const printed = await project.run(
        'esm.mjs',
        `import { Probe } from 'countersign';
        const probe = new Probe();
        probe.feed(new TextEncoder().encode('é!'));
        console.log(JSON.stringify(probe.text()));`,
        { node },
      );
      assert.equal(printed, 'é!');
    });

    test('CommonJS uses the default entry without waiting for anything', async () => {
      const printed = await project.run(
        'commonjs.cjs',
        `const { Probe } = require('countersign');
        console.log(JSON.stringify(new Probe().feed(new Uint8Array(3))));`,
        { node },
      );
      assert.equal(printed, 3);
    });
  });
}
