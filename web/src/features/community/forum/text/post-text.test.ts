import { expect, test } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';
import { plainText } from './plain-text.ts';
import { groupSpoilers, safeUrl, splitText } from './text-parts.ts';

const kinds = (source: string): string[] => {
  const found = new Set<string>();
  const walk = (node: { type: string; children?: { type: string }[] }): void => {
    found.add(node.type);
    for (const child of node.children ?? []) walk(child);
  };
  walk(parseMarkdown(source));
  return [...found].sort();
};

test('parses paragraphs, emphasis, lists, quotes, code and links, and leaves everything else as text', () => {
  expect(kinds('a *b* **c** `d` [e](http://f)\n\n> g\n\n- h\n\n1. i\n\n```\nj\n```')).toEqual(
    'blockquote code emphasis inlineCode link list listItem paragraph root strong text'.split(' '),
  );
  for (const typed of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '# not a heading',
    'not a heading\n===',
    '    not code',
    '***',
    '[x]: http://y',
  ])
    expect(kinds(typed)).toEqual(['paragraph', 'root', 'text']);
  expect(kinds('![a](http://b/c.png)')).not.toContain('image');
});

test.each([
  ['quotes', '>'.repeat(20_000)],
  ['lists', '- '.repeat(10_000)],
  ['numbered lists', '1. '.repeat(6_000)],
  ['stars', `a**b${'c*'.repeat(9_000)}`],
  ['brackets', '[]'.repeat(10_000)],
  ['lines', 'a\n'.repeat(10_000)],
])('does not parse twenty thousand characters of %s: they become plain paragraphs', (_what, source) => {
  expect(kinds(source)).toEqual(['paragraph', 'root', 'text']);
});

test.each([
  ['https://lakou.example/a', true],
  ['http://a.b', true],
  ['mailto:support@lakou.example', true],
  ['javascript:alert(1)', false],
  ['JaVaScRiPt:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,<script>alert(1)</script>', false],
  ['vbscript:x', false],
  ['/account', false],
  ['//elsewhere.example', false],
])('a link to %o is allowed: %s', (href, allowed) => {
  expect(safeUrl(href) !== undefined).toBe(allowed);
});

test('finds mentions and URLs in text', () => {
  const found = (text: string) =>
    splitText(text)
      .filter(({ kind }) => kind !== 'text')
      .map(({ value }) => value);
  expect(found('@nadege ak @jean.robert. (@"Ti Jan")')).toEqual(['@nadege', '@jean.robert', '@"Ti Jan"']);
  expect(found('neg@example.test, @@x, @')).toEqual([]);
  expect(found('See https://a.b/c?d=1#e. Or (http://f.g/h)')).toEqual([
    'https://a.b/c?d=1#e',
    'http://f.g/h',
  ]);
});

test('groups text between bars into a spoiler, with formatting in it, and leaves an unclosed pair as text', () => {
  const [paragraph] = parseMarkdown('The end: ||he **was** the driver|| and ||').children;
  if (paragraph?.type !== 'paragraph') throw new Error('no paragraph');
  const parts = groupSpoilers(paragraph.children);
  expect(parts.map(({ type }) => type)).toEqual(['text', 'spoiler', 'text', 'text']);
});

test('a preview is plain text without spoilers and quotes', () => {
  expect(plainText('> old words\n\nNew **words**,\n\n- one\n- two ||the butler||', 200)).toBe(
    'New words, one two …',
  );
  expect(plainText('word '.repeat(100), 30)).toBe('word word word word word word…');
});
