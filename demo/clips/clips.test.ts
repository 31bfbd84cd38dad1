import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clips } from './clips.ts';
import { episodes, looks } from './looks.ts';

const root = join(import.meta.dirname, '../..');
const seed = readFileSync(join(root, 'supabase/seed.sql'), 'utf8');
const streams = join(root, 'supabase/streams');

/** Number, slug, title, language and, on the next line, director, as seed.sql lists films. */
const films = [...seed.matchAll(/\((\d+), '([a-z-]+)', '([^']*)', '(\w\w)', \d+, [^\n]*\n\s+'([^']*)'/g)];
const titled = [...seed.matchAll(/\((\d), (\d), (\d), '([^']*)', \d+, (?:true|false), /g)];

test('every published film has a clip with its title and director', () => {
  const published = films.filter(([, number]) => Number(number) <= 24);
  expect(published).toHaveLength(24);
  for (const [, , slug = '', title, language, director] of published)
    expect(looks[slug]?.slice(0, 3)).toEqual([title, director, language]);
});

test('every episode has a clip with its title', () => {
  const series = ['lakou-gran-moun', 'bri-kouran', 'les-heritiers', 'port-nights'];
  expect(titled).toHaveLength(28);
  for (const [, which, season, episode, title] of titled) {
    const { seasons } = episodes[series[Number(which) - 1] ?? ''] ?? { seasons: [] };
    expect(seasons[Number(season) - 1]?.[Number(episode) - 1]).toBe(title);
  }
});

test('all clips are complete, have keys and take less than 14 MiB', () => {
  const keys = JSON.parse(readFileSync(join(streams, 'keys.json'), 'utf8')) as Record<string, string>;
  const names = clips.map(({ name }) => name).toSorted();
  expect(
    readdirSync(streams)
      .filter((name) => name !== 'keys.json')
      .toSorted(),
  ).toEqual(names);
  expect(Object.keys(keys).toSorted()).toEqual(names);
  for (const name of names)
    expect(JSON.parse(readFileSync(join(streams, name, 'film.json'), 'utf8'))).toMatchObject({
      complete: true,
    });
  const bytes = readdirSync(streams, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(streams, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  expect(bytes).toBeLessThan(14 * 2 ** 20);
});
