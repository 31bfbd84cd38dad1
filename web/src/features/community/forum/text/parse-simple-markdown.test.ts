import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { expect, test } from 'vitest';
import { SUBSET } from './parse-markdown.ts';
import { parseSimpleMarkdown } from './parse-simple-markdown.ts';

/** What the whole parser makes of it, without the positions. */
function wholeParser(source: string): unknown {
  return JSON.parse(
    JSON.stringify(fromMarkdown(source, { extensions: [SUBSET] }), (key, value) =>
      key === 'position' ? undefined : value,
    ),
  );
}

const POST = `Mwen wè **fim nan** twa fwa (*vreman*), epi 3 * 4 || spoiler ||.
Second line @ti_jan & company!

> Nou te chita sou do kay la.
>
> jouk li fè nwa

Three things:
- the *light* at 5 o’clock
- the old [boatman](https://example.org/boat/1?a=b#c)
- \`the song\`

1. one
2. two`;

test('a usual post is parsed as the whole parser parses it', () => {
  expect(parseSimpleMarkdown(POST)).toEqual(wholeParser(POST));
});

const PIECES = [
  ...[
    'a',
    'mo ',
    'é',
    '1',
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\n- ',
    '\n* ',
    '\n1. ',
    '\n2) ',
    '\n> ',
    '\n>',
    '- ',
    '> ',
  ],
  ...['*', '**', '***', '_', '`', '``', '[', ']', '(', ')', '[a](http://b)', '](', '!', '.', ',', '||', '@n'],
  ...[
    '&',
    '&amp;',
    '<',
    '\\',
    '#',
    '---',
    '===',
    '\n```\n',
    '\n~~~',
    '~~~',
    '```',
    '\t',
    '\u00a0',
    '“',
    '"',
    "'",
    ':',
    '+ ',
    '10. ',
  ],
  ...[
    '**b**',
    '*i*',
    '`c`',
    '**b',
    'c**',
    ' * ',
    '\r\n',
    '\n    ',
    '- a\n- b',
    '> q\n> r',
    '1. a\n2. b',
    '🎬',
  ],
];

test('any other text is parsed the same or left to the whole parser', () => {
  const counts = { simple: 0, left: 0 };
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }), (pieces) => {
      const source = pieces.join('');
      const simple = parseSimpleMarkdown(source);
      counts[simple ? 'simple' : 'left'] += 1;
      if (simple) expect(simple).toEqual(wholeParser(source));
    }),
    { numRuns: 2_000, seed: 30 },
  );
  // Both happen often enough for the comparison to say something.
  expect(Math.min(counts.simple, counts.left)).toBeGreaterThan(100);
});
