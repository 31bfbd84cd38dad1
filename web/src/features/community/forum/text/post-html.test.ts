import fc from 'fast-check';
import { expect, test } from 'vitest';
import { postHtml } from './post-html.ts';

const LABELS = { spoiler: 'Spoiler', opensNewTab: '(opens in a new tab)' };
const html = (source: string) => postHtml(source, LABELS);

test('renders paragraphs, emphasis, lists, quotes, code, links, mentions and breaks', () => {
  expect(html('a *b* **c** `d`  \n@nadege\n\n> g\n\n- h\n\n3. i\n\n```\nj\n```')).toBe(
    '<p>a <em>b</em> <strong>c</strong> <code>d</code><br><bdi class="mention">@nadege</bdi></p>' +
      '<blockquote><p>g</p></blockquote><ul><li>h</li></ul>' +
      '<ol start="3"><li>i</li></ol><pre tabindex="0"><code>j</code></pre>',
  );
  expect(html('[boat](https://a.b/?c=1&d="2)')).toBe(
    '<p><a href="https://a.b/?c=1&amp;d=%222" target="_blank" rel="nofollow ugc noopener noreferrer">' +
      '<bdi>boat</bdi><span class="sr-only"> (opens in a new tab)</span></a></p>',
  );
});

test('a spoiler is not in the HTML before the reader has revealed it', () => {
  const source = 'The end: ||he **was** the driver|| and ||she|| too';
  const hidden = html(source);
  expect(hidden).not.toMatch(/driver|she/);
  const [first = '', second = ''] = Array.from(hidden.matchAll(/data-spoiler="([\d.]+)"/g), ([, at]) => at!);
  expect(first).not.toBe(second);
  const shown = postHtml(source, LABELS, new Set([first]));
  expect(shown).toContain('<span class="revealed">he <strong>was</strong> the driver</span>');
  expect(shown).not.toContain('she');
  expect(html(source)).toBe(hidden);
});

/** Every tag that a post can have, as it is written; between them there is no bracket or quote. */
const OWN_MARKUP = new RegExp(
  `^(?:${[
    '<(?:p|em|strong|code|ul|li|blockquote|bdi)>|<br>|<ol start="\\d+">',
    '<bdi class="mention">|<span class="(?:revealed|sr-only)">|<pre tabindex="0">',
    '<a href="(?:https?:|mailto:)[^"<>\\s]*" target="_blank" rel="nofollow ugc noopener noreferrer">',
    '<button type="button" class="spoiler" data-spoiler="[\\d.]+">',
    '</(?:p|em|strong|code|ul|ol|li|blockquote|bdi|span|pre|a|button)>',
    `[^<>"']`,
  ].join('|')})*$`,
);
const HOSTILE = [
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"',
    "'",
    '" onmouseover="x',
    '&lt;',
    '&#60;b&#62;',
  ],
  ...[
    '[a](javascript:alert(1))',
    '[a](https://b/"onx=")',
    "[a](https://b/'c)",
    '<https://b/">',
    'https://b/?"<x>',
  ],
  ...[
    '||',
    '`',
    '```\n',
    '*',
    '**',
    '> ',
    '- ',
    '1. ',
    '\n',
    '\n\n',
    '@"',
    '@<b>',
    '\\',
    '&',
    '<',
    '>',
    '\u0000',
    'a ',
  ],
  ...[
    '[',
    '](',
    ')',
    '![x](https://y/z.png)',
    'data:text/html,x',
    '</p>',
    '<!--',
    '-->',
    '\u202e',
    '999999999. ',
  ],
];

test('no text of a post becomes markup', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...HOSTILE), { maxLength: 16 }), (pieces) => {
      const source = pieces.join('');
      expect(html(source)).toMatch(OWN_MARKUP);
      const places = Array.from(html(source).matchAll(/data-spoiler="([\d.]+)"/g), ([, at]) => at!);
      expect(postHtml(source, LABELS, new Set(places))).toMatch(OWN_MARKUP);
    }),
    { numRuns: 600, seed: 30 },
  );
});
