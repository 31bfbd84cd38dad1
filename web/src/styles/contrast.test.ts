import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast, isShowable } from './contrast.ts';

const sheet = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function tokensOf(theme: string): Record<string, string> {
  const block = sheet.match(new RegExp(`\\[data-theme=["']${theme}["']\\] \\{([^}]*)\\}`))?.[1] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}

const themes = { dark: tokensOf('dark'), light: tokensOf('light') };
const backgrounds = ['bg', 'surface', 'surface-raised'];

/** Text, the backgrounds it is written on, and the least contrast: 7 is AAA, 4.5 AA, 3 for lines that matter. */
const pairs: [text: string, backgrounds: string[], least: number][] = [
  ['text', backgrounds, 7],
  ['text-soft', backgrounds, 7],
  ['highlight-text', backgrounds, 4.5],
  ['free-text', backgrounds, 4.5],
  ['danger-text', backgrounds, 4.5],
  ['info-text', backgrounds, 4.5],
  ['on-action', ['action', 'action-hover'], 4.5],
  ['on-danger', ['danger'], 4.5],
  ['on-highlight', ['highlight'], 7],
  ['on-free', ['free'], 4.5],
  ['on-indigo', ['indigo'], 7],
  ['line-strong', backgrounds, 3],
  ['star', backgrounds, 3],
];

describe.each(Object.entries(themes))('in the %s theme', (_, tokens) => {
  test.each(pairs.flatMap(([text, on, least]) => on.map((background) => [text, background, least] as const)))(
    '%s can be read on %s',
    (text, background, least) => {
      expect(contrast(tokens[text]!, tokens[background]!)).toBeGreaterThanOrEqual(least);
    },
  );

  test('one of the two focus colours contrasts with any background', () => {
    for (const background of [...backgrounds, 'action', 'highlight', 'free', 'indigo'])
      expect(
        Math.max(
          contrast(tokens.focus!, tokens[background]!),
          contrast(tokens['focus-gap']!, tokens[background]!),
        ),
        background,
      ).toBeGreaterThanOrEqual(3);
    expect(contrast(tokens.focus!, tokens['focus-gap']!)).toBeGreaterThanOrEqual(3);
  });

  test('every colour can be shown by an ordinary screen', () => {
    for (const [name, value] of Object.entries(tokens))
      if (value.startsWith('oklch')) expect(isShowable(value), name).toBe(true);
  });
});

test('a machine set to light gets the light theme, whole', () => {
  expect(tokensOf('system')).toEqual(themes.light);
  expect(Object.keys(themes.light)).toEqual(Object.keys(themes.dark));
});

test('black on white is 21, and the flag’s two colours are as far apart as measured', () => {
  expect(contrast('oklch(0 0 0)', 'oklch(1 0 0)')).toBeCloseTo(21, 1);
  expect(contrast('oklch(0.577 0.2075 22.9)', 'oklch(1 0 0)')).toBeCloseTo(4.8, 1);
});
