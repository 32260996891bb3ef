// Where sent mails end up: memory, one list per chat. Nothing leaves the machine.

/** @typedef {{ to: string, subject: string, body: string }} Mail */

/** Most chats kept; the oldest goes first. */
const MOST_CHATS = 500;

export function createOutbox() {
  /** @type {Map<string, Map<string, Mail>>} */
  const chats = new Map();
  return {
    /**
     * Sends a mail once per key, so that a continuation which acts twice on one answer of the person still sends one mail.
     * @param {string} chatId
     * @param {string} callId the call that the person answered: with the chat it makes the idempotency key
     * @param {Mail} mail
     */
    send(chatId, callId, mail) {
      const key = `${chatId}:${callId}`;
      const mails = chats.get(chatId) ?? new Map();
      if (!mails.has(key)) mails.set(key, mail);
      chats.set(chatId, mails);
      if (chats.size > MOST_CHATS) chats.delete(chats.keys().next().value);
    },
    /** @param {string} chatId @returns {(Mail & { id: string })[]} oldest first */
    sent(chatId) {
      return [...(chats.get(chatId) ?? [])].map(([id, mail]) => ({ id, ...mail }));
    },
  };
}
