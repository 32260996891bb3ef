import { Marked, type Token, type Tokens } from 'marked';
import { createElement, memo, type ReactNode } from 'react';
import { webAddress } from '../conversation/web-address.js';

/** One of our own: what the app has changed about `marked` is meant for its own texts. */
const reader = /* @__PURE__ */ new Marked();

/**
 * What an agent writes, with its Markdown shown. Elements are made from what was
 * read and never from HTML: tags in the text are shown as they are written.
 * Pictures are links, so that reading asks no server for anything.
 *
 * Needs the package `marked`.
 *
 * @example
 * ```tsx
 * import { ChatController } from 'countersign';
 * import { Conversation } from 'countersign/components';
 * import { Markdown } from 'countersign/markdown';
 *
 * const chat = new ChatController();
 * export const App = () => <Conversation chat={chat} text={Markdown} />;
 * ```
 */
export const Markdown = memo(function Markdown({ text }: { text: string }): ReactNode {
  return (
    <div className="countersign-markdown" dir="auto">
      {reader.lexer(text).map((token, place) => (
        // A text grows at its end: what stands in a place stays what it is.
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no ids
        <Block key={place} token={token} />
      ))}
    </div>
  );
});

/** A block is made anew only when its source changes, and not with each delta of a later one. */
const Block = memo(
  ({ token }: { token: Token }): ReactNode => shown(token, 0),
  (before, after) => before.token.raw === after.token.raw && before.token.type === after.token.type,
);

function all(tokens: readonly Token[] | undefined): ReactNode {
  return tokens?.map((token, place) => shown(token, place));
}

function shown(token: Token, key: number): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading;
      // The page has its own first headings.
      return createElement(`h${Math.min(6, depth + 2)}`, { key }, all(tokens));
    }
    case 'paragraph':
      return <p key={key}>{all(token.tokens)}</p>;
    case 'blockquote':
      return <blockquote key={key}>{all(token.tokens)}</blockquote>;
    case 'code':
      return (
        <pre key={key} dir="ltr">
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case 'hr':
      return <hr key={key} />;
    case 'list':
      return list(token as Tokens.List, key);
    case 'table':
      return table(token as Tokens.Table, key);
    case 'strong':
      return <strong key={key}>{all(token.tokens)}</strong>;
    case 'em':
      return <em key={key}>{all(token.tokens)}</em>;
    case 'del':
      return <del key={key}>{all(token.tokens)}</del>;
    case 'codespan':
      return <code key={key}>{(token as Tokens.Codespan).text}</code>;
    case 'br':
      return <br key={key} />;
    case 'link':
      return link((token as Tokens.Link).href, all(token.tokens), key);
    case 'image': {
      const { href, text, raw } = token as Tokens.Image;
      return link(href, text || href || raw, key);
    }
    case 'checkbox':
      return <input key={key} type="checkbox" disabled checked={(token as Tokens.Checkbox).checked} />;
    case 'escape':
      return (token as Tokens.Escape).text;
    case 'text':
      return token.tokens === undefined ? withCharacters((token as Tokens.Text).text) : all(token.tokens);
    default:
      // HTML, and whatever is not known: as it is written.
      return token.raw;
  }
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** The text with the characters that are written by name or number; a name that is not known stays. */
function withCharacters(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (written, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? written;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
}

function list({ ordered, start, items }: Tokens.List, key: number): ReactNode {
  const shownItems = items.map((item, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no ids
    <li key={place}>{all(item.tokens)}</li>
  ));
  return ordered ? (
    <ol key={key} start={start === '' ? undefined : start}>
      {shownItems}
    </ol>
  ) : (
    <ul key={key}>{shownItems}</ul>
  );
}

function table({ header, rows }: Tokens.Table, key: number): ReactNode {
  return (
    <table key={key}>
      <thead>
        <tr>
          {header.map((cell, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have no ids
            <th key={place}>{all(cell.tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids
          <tr key={line}>
            {row.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no ids
              <td key={place}>{all(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A link where the address leads to the web, else what it says. */
function link(href: string, content: ReactNode, key: number): ReactNode {
  const address = webAddress(href);
  if (address === undefined) return <span key={key}>{content}</span>;
  return (
    <a key={key} href={address} target="_blank" rel="noopener noreferrer nofollow" title={address}>
      {content}
    </a>
  );
}
