// The conversation without a page, and the hooks on simulated ones.

import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { project, withEachReact } from './vitest.projects.mjs';

const root = import.meta.dirname;

export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    projects: [
      project(path.join(root, '../controller'), 'controller', { environment: 'node' }),
      ...withEachReact(root),
    ],
  },
});
