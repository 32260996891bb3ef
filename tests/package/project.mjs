// A project of somebody else that installed the packed package.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The Node that runs the tests, and the newer one. */
export const nodes = { current: process.execPath, 22: process.env.COUNTERSIGN_NODE22 };

export class Project {
  /** The folder of the project. */
  folder;

  constructor(folder) {
    this.folder = folder;
  }

  /** Makes an empty project and installs the tarball, from nowhere else and with nothing else. */
  static async create() {
    const project = new Project(await mkdtemp(path.join(tmpdir(), 'countersign-project-')));
    await project.write('package.json', '{ "name": "somebody-elses", "private": true }');
    const install = ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', '--omit=peer'];
    await run('npm', [...install, process.env.COUNTERSIGN_TARBALL], { cwd: project.folder });
    return project;
  }

  write(file, text) {
    return writeFile(path.join(this.folder, file), text);
  }

  /** Writes a program, runs it, and gives back what it prints, read as JSON. */
  async run(file, text, { node = nodes.current, flags = [] } = {}) {
    await this.write(file, text);
    const { stdout } = await run(node, [...flags, file], { cwd: this.folder });
    return JSON.parse(stdout);
  }

  remove() {
    return rm(this.folder, { recursive: true, force: true });
  }
}
