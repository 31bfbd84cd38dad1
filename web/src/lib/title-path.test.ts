import { expect, test } from 'vitest';
import { paymentPath, subscribePath, titleInPath } from './title-path.ts';

const id = 'f1000000-0000-4000-8000-000000000002';

test.each([
  [`/titles/${id}/wout-mon-nwa`, 'any', 'open'],
  [`/films/${id}?tab=reviews`, 'movie', 'open'],
  [`/series/${id}`, 'series', 'open'],
  [`/watch/movie/${id}`, 'movie', 'watch'],
  [`/watch/episode/e?series=${id}`, 'series', 'watch'],
  [paymentPath({ id, mediaType: 'movie', type: 'rental' }), 'movie', 'rental'],
  [paymentPath({ id, mediaType: 'series', type: 'purchase' }), 'series', 'purchase'],
  [subscribePath('movie', id), 'movie', 'subscribe'],
  [subscribePath('series', id), 'series', 'subscribe'],
])('finds the title in %s', (path, kind, purpose) => {
  expect(titleInPath(path)).toEqual({ kind, id, purpose });
});

test.each(['/', '/films', '/films/x', '/payment?order=1', `/forum/topic/${id}`, '/subscribe', `//${id}`])(
  'finds no title in %s',
  (path) => {
    expect(titleInPath(path)).toBeNull();
  },
);
