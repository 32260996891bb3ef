// The components on simulated pages.

import { defineConfig } from 'vitest/config';
import { withEachReact } from '../react/vitest.projects.mjs';

const root = import.meta.dirname;

export default defineConfig({ root, test: { maxWorkers: 2, projects: withEachReact(root) } });
