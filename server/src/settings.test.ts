import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { settings } from './settings.ts';

test("README's table lists every setting, its default and what it does", () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const table = readme.split('<!-- settings:')[1] ?? '';
  const rows = [...table.matchAll(/^\| `([A-Z0-9_]+)` \| (.*?) \| (.*) \|$/gm)].map(
    ([, name, fallback, about]) => ({
      name,
      fallback,
      about,
    }),
  );
  const wanted = Object.entries(settings).map(([name, { shape, about }]) => {
    const given = name === 'DATA_DIR' ? 'data' : plain(shape.safeParse(undefined).data);
    return { name, fallback: given === undefined ? '' : `\`${given}\``, about };
  });
  expect(rows).toEqual(wanted);
});

test('an empty variable means that it is not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
    port: 4000,
    database: { kind: 'embedded' },
  });
});

test('PUBLIC_URL loses its last slash', () => {
  expect(readConfig({ PUBLIC_URL: 'https://lakou.example/' }).publicUrl).toBe('https://lakou.example');
});

/** How a default stands in the table: the first of a list, and nothing for what has none. */
function plain(value: unknown): unknown {
  const one = [value].flat()[0];
  return typeof one === 'object' ? undefined : one;
}

test('rate limits can be set one by one', () => {
  const { limits } = readConfig({ AUTH_LIMITS: 'signUps=100/300, mails=off' }).auth;
  expect(limits).toEqual({ signUps: { hits: 100, seconds: 300 }, mails: null });
  expect(() => readConfig({ AUTH_LIMITS: 'signups=1/2' })).toThrow('AUTH_LIMITS must name limits');
});
