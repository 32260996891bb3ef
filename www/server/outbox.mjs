// Where sent mails end up: memory, one list per chat. Nothing leaves the machine.

/** @typedef {{ to: string, subject: string, body: string }} Mail */

/** Most mails and chats kept; the oldest chat goes first. */
const MOST_CHATS = 500;

export function createOutbox() {
  /** @type {Map<string, Map<string, Mail>>} */
  const chats = new Map();
  return {
    /**
     * Keyed by call, so that a continuation which runs the same approved call twice still sends one mail.
     * @param {string} chatId @param {string} callId @param {Mail} mail
     */
    send(chatId, callId, mail) {
      const mails = chats.get(chatId) ?? new Map();
      if (!mails.has(callId)) mails.set(callId, mail);
      chats.set(chatId, mails);
      if (chats.size > MOST_CHATS) chats.delete(chats.keys().next().value);
    },
    /** @param {string} chatId @returns {(Mail & { id: string })[]} oldest first */
    sent(chatId) {
      return [...(chats.get(chatId) ?? [])].map(([id, mail]) => ({ id, ...mail }));
    },
  };
}
