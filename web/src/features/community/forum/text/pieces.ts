import { MENTION } from '@lakou/contract/forum';
import type { Phrase } from './read-markdown.ts';

/** What stands between two pairs of bars: hidden until the reader asks for it. */
export interface Spoiler {
  type: 'spoiler';
  children: Phrase[];
}

/** `||text||` hides the text, whatever else is in it; a pair that is not closed is only bars. */
export function withSpoilers(children: readonly Phrase[]): (Phrase | Spoiler)[] {
  const out: (Phrase | Spoiler)[] = [];
  let open: Phrase[] | undefined;
  const put = (node: Phrase): void => void (open ?? out).push(node);
  for (const child of children) {
    if (child.type !== 'text') {
      put(child);
      continue;
    }
    child.value.split('||').forEach((value, at) => {
      if (at > 0) {
        if (open && open.length > 0) out.push({ type: 'spoiler', children: open });
        else if (open) out.push({ type: 'text', value: '||||' });
        open = open ? undefined : [];
      }
      if (value) put({ type: 'text', value });
    });
  }
  if (open) out.push({ type: 'text', value: '||' }, ...open);
  return out;
}

export type Piece = { kind: 'text' | 'mention' | 'address'; value: string };

/** Ends before the punctuation that ends its sentence. */
const ADDRESS = /https?:\/\/[^\s<>"“”]*[^\s<>"“”'’.,;:!?)\]}]/gu;

/** A run of plain text, with the people and addresses in it. */
export function piecesOf(text: string): Piece[] {
  return cut(text, ADDRESS, ([value]) => ({ kind: 'address', value })).flatMap((piece) =>
    piece.kind === 'text'
      ? cut(piece.value, MENTION, ([value]) => ({ kind: 'mention', value: value.replace(/[.-]+$/, '') }))
      : piece,
  );
}

function cut(text: string, pattern: RegExp, piece: (found: RegExpExecArray) => Piece): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    const { value, kind } = piece(found);
    if (found.index > end) pieces.push({ kind: 'text', value: text.slice(end, found.index) });
    pieces.push({ kind, value });
    end = found.index + value.length;
  }
  if (end < text.length) pieces.push({ kind: 'text', value: text.slice(end) });
  return pieces;
}

/** Where a link in a post may lead; undefined for everything that is not simply somewhere else. */
export function safeAddress(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const { protocol, href: whole } = new URL(href);
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? whole : undefined;
}
