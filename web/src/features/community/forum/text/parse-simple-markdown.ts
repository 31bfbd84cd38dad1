import type { Block, List, Phrase, Root } from './parse-markdown.ts';

/**
 * What can mean more than this parser knows: escapes, entities, autolinks, tabs, fences, indented or trailing spaces, and
 * underscores that are not inside of a word.
 */
const UNKNOWN = /[\\<\t\r\0\uFEFF]|&#?\w+;|^(?:`{3}|~{3})|^ | $|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/m;
const BULLET = /^([-+*])(?: |$)/;
const NUMBER = /^(\d{1,9})([.)])(?: |$)/;
const MAX_QUOTES = 3;

/**
 * Parses the Markdown that nearly all posts are written in: paragraphs, flat lists, quotes, emphasis, code and links, each in
 * its plainest form. Undefined where there is anything else; the whole parser takes some thirty times as long.
 */
export function parseSimpleMarkdown(source: string): Root | undefined {
  if (UNKNOWN.test(source)) return undefined;
  const children = parseBlocks(source.split('\n'), 0);
  return children && { type: 'root', children };
}

function parseBlocks(lines: readonly string[], depth: number): Block[] | undefined {
  const blocks: Block[] = [];
  let at = 0;
  let previous = '';
  while (at < lines.length) {
    if (lines[at] === '') {
      at += 1;
      continue;
    }
    const kind = kindOf(lines[at]!);
    let end = at + 1;
    while (end < lines.length && lines[end] !== '' && kindOf(lines[end]!) === kind) end += 1;
    const next = lines[end] ?? '';
    // After a list or quote the next line can belong to it; only a paragraph ends where another block begins.
    if (next !== '' && (kind !== 'text' || !canInterrupt(next))) return undefined;
    const block = parseBlock(kind, lines.slice(at, end), depth);
    // Two of the same kind in a row are one list with empty lines in it.
    if (!block || (block.type === 'list' && kind === previous)) return undefined;
    blocks.push(block);
    previous = kind;
    at = end;
  }
  return blocks;
}

/** A list's kind has its marker: another marker begins another list. */
function kindOf(line: string): string {
  if (line.startsWith('>')) return '>';
  return BULLET.exec(line)?.[1] ?? NUMBER.exec(line)?.[2] ?? 'text';
}

function canInterrupt(line: string): boolean {
  if (line.startsWith('>')) return kindOf(line.replace(/^> ?/, '')) === 'text';
  return /^(?:[-+*]|1[.)]) /.test(line);
}

function parseBlock(kind: string, lines: readonly string[], depth: number): Block | undefined {
  if (kind === 'text') return parseParagraph(lines.join('\n'));
  if (kind === '>') return parseQuote(lines, depth);
  return parseList(lines);
}

function parseQuote(lines: readonly string[], depth: number): Block | undefined {
  const inside = lines.map((line) => line.slice(line[1] === ' ' ? 2 : 1));
  if (depth === MAX_QUOTES || inside.some((line) => UNKNOWN.test(line))) return undefined;
  const children = parseBlocks(inside, depth + 1);
  return children && ({ type: 'blockquote', children } as Block);
}

function parseList(lines: readonly string[]): List | undefined {
  const number = NUMBER.exec(lines[0]!)?.[1];
  const items: List['children'] = [];
  for (const line of lines) {
    const text = line.slice(line.indexOf(' ') + 1);
    if (!line.includes(' ') || kindOf(text) !== 'text' || UNKNOWN.test(text)) return undefined;
    const paragraph = parseParagraph(text);
    if (!paragraph) return undefined;
    items.push({ type: 'listItem', spread: false, checked: null, children: [paragraph] });
  }
  const start = number === undefined ? null : Number(number);
  return { type: 'list', ordered: start !== null, start, spread: false, children: items };
}

function parseParagraph(text: string): Extract<Block, { type: 'paragraph' }> | undefined {
  const children = parsePhrases(text);
  return children && { type: 'paragraph', children };
}

/** In this order: a link, code, strong and emphasised text, a star between spaces. Nothing is nested. */
const PHRASES =
  /\[([^[\]*`\n]+)\]\(([^\s()[\]*`"']+)\)|(?<!`)`([^`\n ](?:[^`\n]*[^`\n ])?)`(?!`)|(?<=^|[\s(])(\*\*?)(?=[\p{L}\p{N}])([^*`[\]]*[\p{L}\p{N}.!?])\4(?=$|[\s.,;:!?)])|(?<= )\*(?= )/gu;
const LEFT_OVER = /[*`[\]]/;

function parsePhrases(text: string): Phrase[] | undefined {
  const phrases: Phrase[] = [];
  let end = 0;
  let plain = '';
  const flush = (): void => {
    if (plain) phrases.push({ type: 'text', value: plain });
    plain = '';
  };
  for (const match of text.matchAll(PHRASES)) {
    const between = text.slice(end, match.index);
    if (LEFT_OVER.test(between)) return undefined;
    plain += between;
    end = match.index + match[0].length;
    const phrase = phraseOf(match);
    if (phrase) {
      flush();
      phrases.push(phrase);
    } else plain += match[0];
  }
  const rest = text.slice(end);
  if (LEFT_OVER.test(rest)) return undefined;
  plain += rest;
  flush();
  return phrases;
}

function phraseOf([, label, url, code, stars, inside = '']: RegExpExecArray): Phrase | undefined {
  if (label && url) return { type: 'link', title: null, url, children: [{ type: 'text', value: label }] };
  if (code) return { type: 'inlineCode', value: code };
  if (!stars) return undefined;
  return { type: stars === '*' ? 'emphasis' : 'strong', children: [{ type: 'text', value: inside }] };
}
