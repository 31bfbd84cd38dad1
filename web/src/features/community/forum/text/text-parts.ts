import { MENTION } from '@lakou/contract/community/limits';
import type { Phrase } from './parse-markdown.ts';

/** Text between two pairs of bars, hidden until the reader reveals it. */
export interface Spoiler {
  type: 'spoiler';
  children: Phrase[];
}

/** Groups the nodes within `||text||` into spoilers. An unclosed pair stays as text. */
export function groupSpoilers(children: readonly Phrase[]): (Phrase | Spoiler)[] {
  const out: (Phrase | Spoiler)[] = [];
  let open: Phrase[] | undefined;
  const add = (node: Phrase): void => void (open ?? out).push(node);
  for (const child of children) {
    if (child.type !== 'text') {
      add(child);
      continue;
    }
    child.value.split('||').forEach((value, at) => {
      if (at > 0) {
        if (open && open.length > 0) out.push({ type: 'spoiler', children: open });
        else if (open) out.push({ type: 'text', value: '||||' });
        open = open ? undefined : [];
      }
      if (value) add({ type: 'text', value });
    });
  }
  if (open) out.push({ type: 'text', value: '||' }, ...open);
  return out;
}

export type TextPart = { kind: 'text' | 'mention' | 'url'; value: string };

/** Ends before the punctuation that ends the sentence. */
const URL_PATTERN = /https?:\/\/[^\s<>"“”]*[^\s<>"“”'’.,;:!?)\]}]/gu;

/** Splits plain text into text, mentions and URLs. */
export function splitText(text: string): TextPart[] {
  return splitBy(text, URL_PATTERN, ([value]) => ({ kind: 'url', value })).flatMap((part) =>
    part.kind === 'text'
      ? splitBy(part.value, MENTION, ([value]) => ({ kind: 'mention', value: value.replace(/[.-]+$/, '') }))
      : part,
  );
}

function splitBy(text: string, pattern: RegExp, toPart: (match: RegExpExecArray) => TextPart): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const { value, kind } = toPart(match);
    if (match.index > end) parts.push({ kind: 'text', value: text.slice(end, match.index) });
    parts.push({ kind, value });
    end = match.index + value.length;
  }
  if (end < text.length) parts.push({ kind: 'text', value: text.slice(end) });
  return parts;
}

/** An absolute http, https or mailto URL; undefined for everything else, such as `javascript:`. */
export function safeUrl(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const { protocol, href: url } = new URL(href);
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? url : undefined;
}
