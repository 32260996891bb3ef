// A project of somebody else, among the packages of this folder, with ours from the tarball.

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const here = import.meta.dirname;

export class Consumer {
  /** The folder of the project. */
  folder;

  constructor(folder) {
    this.folder = folder;
  }

  /** Makes a project of these files and unpacks the tarball into it. */
  static async create(name, files) {
    const projects = path.join(here, 'projects');
    await mkdir(projects, { recursive: true });
    const consumer = new Consumer(await mkdtemp(path.join(projects, `${name}-`)));
    const unpacked = path.join(consumer.folder, 'node_modules/countersign');
    await mkdir(unpacked, { recursive: true });
    await run('tar', ['-xzf', process.env.COUNTERSIGN_TARBALL, '--strip-components=1', '-C', unpacked]);
    for (const [file, text] of Object.entries(files)) await consumer.write(file, text);
    return consumer;
  }

  async write(file, text) {
    const destination = path.join(this.folder, file);
    await mkdir(path.dirname(destination), { recursive: true });
    await writeFile(destination, text);
  }

  /** Runs a program of a package; its whole output is in the error if it fails. */
  async run(program, args, { node = process.execPath, env = {} } = {}) {
    const file = path.join(here, 'node_modules', program);
    try {
      const options = { cwd: this.folder, env: { ...process.env, ...env }, maxBuffer: 1 << 24 };
      const { stdout, stderr } = await run(node, [file, ...args], options);
      return stdout + stderr;
    } catch (error) {
      throw new Error(`${program} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
    }
  }

  remove() {
    return rm(this.folder, { recursive: true, force: true });
  }
}
