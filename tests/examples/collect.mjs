// The examples of the documentation: what stands in ```ts and ```tsx in the
// guides and in the comments of the package.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Every file under a folder with one of these endings. */
function filesIn(folder, endings) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.includes(path.extname(entry.name)))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** The blocks of a text, with the line that each begins at. */
function blocksOf(file) {
  const blocks = [];
  let open;
  for (const [at, line] of readFileSync(path.join(root, file), 'utf8').split('\n').entries()) {
    const text = file.endsWith('.md') ? line : line.replace(/^\s*\* ?/, '');
    const fence = /^```(\w*)\s*$/.exec(text.trimEnd());
    if (open === undefined && fence?.[1]) open = { file, line: at + 1, language: fence[1], text: '' };
    else if (open !== undefined && fence) {
      blocks.push(open);
      open = undefined;
    } else if (open !== undefined) open.text += `${text}\n`;
  }
  return blocks;
}

export function examples() {
  const guides = ['README.md', ...filesIn('docs', ['.md'])];
  const sources = filesIn('pkg-template/src', ['.ts', '.tsx']).filter((file) => !file.includes('generated'));
  return [...guides, ...sources]
    .flatMap(blocksOf)
    .filter(({ language }) => language === 'ts' || language === 'tsx')
    .map((block) => ({ ...block, name: `${block.file}:${block.line}` }));
}
