// Makes a script that fails smaller, as long as it still fails.

import { compare } from './compare.mjs';

/** @returns A script that fails and none of whose steps can be left out, and how it fails. */
export async function shrink(script) {
  let smallest = script;
  let found = (await compare(script)).found;
  const attempt = async (smaller) => {
    const again = await compare(smaller).then(
      (result) => result.found,
      () => undefined,
    );
    if (again === undefined || again.about !== found.about || again.step.do !== found.step.do) return false;
    smallest = { ...smaller, steps: smaller.steps.slice(0, again.at + 1) };
    found = again;
    return true;
  };
  if (found === undefined) return undefined;
  await attempt({ ...script, steps: script.steps.slice(0, found.at + 1) });
  for (let size = Math.ceil(smallest.steps.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let at = 0; at < smallest.steps.length; ) {
      const steps = smallest.steps.toSpliced(at, size);
      if (!(await attempt({ ...smallest, steps }))) at += size;
    }
  }
  for (let at = 0; at + 1 < smallest.steps.length; ) {
    const [one, next] = smallest.steps.slice(at, at + 2);
    const areBytes = one.do === 'bytes' && next.do === 'bytes';
    const joined = areBytes && smallest.steps.toSpliced(at, 2, { ...one, bytes: [...one.bytes, ...next.bytes] });
    if (!joined || !(await attempt({ ...smallest, steps: joined }))) at++;
  }
  for (const option of Object.keys(smallest.setup)) {
    if (['ai', 'transport', 'messages', 'predicate'].includes(option)) continue;
    const { [option]: _, ...setup } = smallest.setup;
    await attempt({ ...smallest, setup });
  }
  return { script: smallest, found };
}
