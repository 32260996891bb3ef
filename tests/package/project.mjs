// A project of somebody else that installed the packed package.

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ourModules = path.resolve(import.meta.dirname, '../../node_modules');

/** The Node that runs the tests, and the newer one. */
export const nodes = { current: process.execPath, 22: process.env.COUNTERSIGN_NODE22 };

export class Project {
  /** The folder of the project. */
  folder;

  constructor(folder) {
    this.folder = folder;
  }

  /**
   * Makes an empty project and installs the tarball, from nowhere else and with nothing else.
   *
   * @param {string[]} peers packages of ours that the project has too
   */
  static async create(peers = []) {
    const project = new Project(await mkdtemp(path.join(tmpdir(), 'countersign-project-')));
    await project.write('package.json', '{ "name": "somebody-elses", "private": true }');
    const install = ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', '--omit=peer'];
    await run('npm', [...install, process.env.COUNTERSIGN_TARBALL], { cwd: project.folder });
    for (const peer of peers) {
      const link = path.join(project.folder, 'node_modules', peer);
      await mkdir(path.dirname(link), { recursive: true });
      await symlink(path.join(ourModules, peer), link);
    }
    return project;
  }

  /** Writes a file. */
  async write(file, text) {
    const destination = path.join(this.folder, file);
    await mkdir(path.dirname(destination), { recursive: true });
    await writeFile(destination, text);
  }

  /** Writes a program, runs it, and gives back what it prints, read as JSON. */
  async run(file, text, node = nodes.current) {
    await this.write(file, text);
    const { stdout } = await run(node, [file], { cwd: this.folder });
    return JSON.parse(stdout);
  }

  remove() {
    return rm(this.folder, { recursive: true, force: true });
  }
}
