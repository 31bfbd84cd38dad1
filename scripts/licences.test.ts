import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describeLicences, LICENCES_FILE, readPackages } from './licences.ts';

/** They ask for their text and the author's name to stay, which the packages in node_modules do. */
const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'Unlicense',
]);
/** With the reason why each can be used. */
const OTHERS: Record<string, RegExp> = {
  // Fonts, unchanged and under their own names.
  'OFL-1.1': /^@fontsource/,
  // libvips, a library of its own that anybody can replace.
  'LGPL-3.0-or-later': /^@img\/sharp-/,
};
/** For building and testing: nothing of them is passed on. */
const TOOLS: Record<string, RegExp> = {
  'MPL-2.0': /^(lightningcss|axe-core|@axe-core\/)/,
  'CC-BY-4.0': /^caniuse-lite$/,
  'CC0-1.0': /^railroad-diagrams$/,
};

const isAllowed = ({ name, licence, isDev }: { name: string; licence: string; isDev: boolean }): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) =>
      choice
        .split(' AND ')
        .every(
          (part) => PERMISSIVE.has(part) || OTHERS[part]?.test(name) || (isDev && TOOLS[part]?.test(name)),
        ),
    );

describe('licences', () => {
  test('every package has one that we have looked at', () => {
    const packages = readPackages();
    expect(packages.length).toBeGreaterThan(300);
    expect(packages.filter((one) => !isAllowed(one))).toEqual([]);
  });

  test('one that nobody has looked at is refused', () => {
    for (const licence of ['AGPL-3.0', 'unknown', 'MPL-2.0', 'MIT AND GPL-3.0'])
      expect(isAllowed({ name: 'x', licence, isDev: true }), licence).toBe(false);
  });

  test('docs/licences.md is what `npm run licences` writes', () => {
    expect(readFileSync(LICENCES_FILE, 'utf8')).toBe(describeLicences());
  });
});
