import { expect, test } from 'vitest';
import { FILM_PREFIX } from './film-caches.ts';
import { FILM_PREFIX as workersPrefix } from './worker-caches.ts';

test('pages and the worker know caches of films by the same name', () => {
  expect(workersPrefix).toBe(FILM_PREFIX);
});
