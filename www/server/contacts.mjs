// The people whom the agent can find. A search is named by a signature over what it found, so that an action
// can check a choice without a store: neither candidates nor a search can be made up by whoever holds the history.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A real server keeps its own secret. */
const SEARCH_SECRET = process.env.DEMO_SEARCH_SECRET ?? 'countersign-demo-searches';

/** Most people in one answer: as many as fit on a card. */
const MOST_CANDIDATES = 5;

/** @typedef {{ id: string, name: string, about: string }} Candidate */

const CONTACTS = [
  { id: 'ann-lee', name: 'Ann Lee', about: 'Reporter, Daily Courier', group: 'press' },
  { id: 'ann-li', name: 'Ann Li', about: 'Reporter, Harbour Post', group: 'press' },
  { id: 'joon-park', name: 'Joon Park', about: 'Writes the Small Lamps newsletter', group: 'press' },
  { id: 'anna-berg', name: 'Anna Berg', about: 'Support, on the launch rota', group: 'team' },
  { id: 'noor-haddad', name: 'Noor Haddad', about: 'Built the new editor', group: 'team' },
  { id: 'tomas-novak', name: 'Tomáš Novák', about: 'Moved every project over', group: 'team' },
  { id: 'grace-obi', name: 'Grace Obi', about: 'Obi Lighting, with us since 1.0', group: 'customers' },
  { id: 'luis-prado', name: 'Luis Prado', about: 'Prado & Sons, 40 seats', group: 'customers' },
  { id: 'mei-tanaka', name: 'Mei Tanaka', about: 'Tried the beta every day', group: 'customers' },
];

/**
 * Those whose name begins with the query, word by word, or who belong to the group that it names.
 * @param {string} chatId @param {string} query
 * @returns {{ searchId: string, candidates: Candidate[] }}
 */
export function searchContacts(chatId, query) {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const matches = ({ name, group }) =>
    words.length > 0 &&
    (words.join(' ') === group ||
      words.every((word) =>
        plain(name)
          .split(' ')
          .some((part) => part.startsWith(word)),
      ));
  const candidates = CONTACTS.filter(matches)
    .slice(0, MOST_CANDIDATES)
    .map(({ id, name, about }) => ({ id, name, about }));
  return { searchId: searchIdOf(chatId, candidates), candidates };
}

/** Whether a search of this chat really found these. @param {string} chatId @param {{ searchId: string, candidates: Candidate[] }} found */
export function isGenuine(chatId, { searchId, candidates }) {
  const expected = Buffer.from(searchIdOf(chatId, candidates));
  const given = Buffer.from(String(searchId));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** @param {string} id */
export function addressOf(id) {
  return `${id}@contacts.example`;
}

function searchIdOf(chatId, candidates) {
  const found = JSON.stringify([chatId, ...candidates.map(({ id, name, about }) => [id, name, about])]);
  return `search-${createHmac('sha256', SEARCH_SECRET).update(found).digest('hex').slice(0, 24)}`;
}

/** Without accents and capitals. */
function plain(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
