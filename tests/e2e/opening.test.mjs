// The page's first scene is a recording. It must stay what the server says today.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { haveOpeningConversation } from '../../www/scripts/save-opening.mjs';

it('the saved opening conversation is what the server says, but for its ids', async () => {
  const saved = JSON.parse(await readFile(new URL('../../www/src/opening-conversation.json', import.meta.url), 'utf8'));
  assert.deepEqual(withoutIds(saved), withoutIds(await haveOpeningConversation()));
});

function withoutIds(value) {
  return JSON.parse(
    JSON.stringify(value, (key, inner) => (['id', 'toolCallId', 'signature'].includes(key) ? '' : inner)),
  );
}
