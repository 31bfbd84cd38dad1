import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OtherTile } from './category/other.tsx';
import { CategoryArt } from './category-art.tsx';
import { choose } from './choose.ts';

type Drawing = ComponentType<{ className?: string; name?: string }>;

const parts = new Set(['cut-metal.tsx', 'courtyard-sitter.tsx', 'art.test.tsx']);
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.tsx') && !parts.has(file));
const drawings = (
  await Promise.all(
    files.map(async (file) => Object.entries<Drawing>(await import(/* @vite-ignore */ `./${file}`))),
  )
).flat();

test('The folder holds every drawing that the pages hang up', () => {
  expect(drawings.length).toBeGreaterThanOrEqual(15);
});

test.each(drawings)(
  '%s is silent to screen readers and carries no style, which the page would refuse',
  (_, Drawing) => {
    const markup = renderToStaticMarkup(<Drawing className="h-8" name="Drama" />);
    expect(markup).toMatch(/^<svg [^>]*class="h-8"/);
    expect(markup).toMatch(/^<svg [^>]*aria-hidden="true"/);
    expect(markup).not.toMatch(/\sstyle=/);
  },
);

test('two copies of every drawing are on one page without an id that means two things', () => {
  const page = renderToStaticMarkup(
    <div>
      {drawings.flatMap(([name, Drawing]) => [
        <Drawing key={name} name="Drama" />,
        <Drawing key={`${name} again`} name="Drama" />,
      ])}
    </div>,
  );
  const named = [...page.matchAll(/<(?:\w+)[^>]*\sid="([^"]+)".*?(?=<\/(?:svg|defs)>)/g)];
  expect(named.length).toBeGreaterThan(10);
  const meanings = new Map<string, Set<string>>();
  for (const [definition, id = ''] of named)
    meanings.set(id, (meanings.get(id) ?? new Set()).add(definition));
  expect([...meanings].filter(([, definitions]) => definitions.size > 1)).toEqual([]);
});

test('Every category of the demo world has a tile of its own', () => {
  const seed = readFileSync(join(import.meta.dirname, '../../../../supabase/seed.sql'), 'utf8');
  const rows = /insert into public\.movie_categories[^;]+;/.exec(seed)?.[0] ?? '';
  const names = [...rows.matchAll(/^\s+\(\d+, '([^']+)'/gm)].map(([, name]) => name ?? '');
  expect(names).toContain('Drama');
  const tiles = names.map((name) => renderToStaticMarkup(<CategoryArt name={name} />));
  expect(new Set(tiles).size).toBe(names.length);
  for (const [index, name] of names.entries())
    expect(tiles[index]).not.toContain(renderToStaticMarkup(<OtherTile name={name} />));
});

test('a category without its own drawing gets its tile by name, in any case and spacing', () => {
  const tile = (name: string) => renderToStaticMarkup(<CategoryArt name={name} />);
  expect(tile(' teyat')).toBe(tile('Teyat'));
  expect(new Set(['Teyat', 'Sport', 'War', 'Kids', 'Aksyon'].map(tile)).size).toBeGreaterThan(2);
});

test('the same text always picks the same item, and many texts use the whole list', () => {
  const list = ['a', 'b', 'c', 'd'] as const;
  expect(choose('Lalin', list)).toBe(choose('Lalin', list));
  expect(new Set(Array.from({ length: 40 }, (_, i) => choose(`film ${i}`, list))).size).toBe(4);
});
