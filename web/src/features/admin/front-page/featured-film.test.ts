import { expect, test } from 'vitest';
import { checkFeatured, emptyFeatured, featuredRow } from './featured-film.ts';

const form = emptyFeatured();

test('an empty form becomes Untitled Film of this year without a rating', () => {
  expect(featuredRow(form)).toMatchObject({
    title: 'Untitled Film',
    rating: null,
    release_year: new Date().getFullYear(),
    genre: [],
  });
});

test('rounds ratings from 0 to 5 to tenths, splits genres at commas and links a title', () => {
  expect(
    featuredRow({
      ...form,
      rating: '4.75',
      genre: ' Drama, ,Music ',
      duration: '2h 30m',
      leads_to: 'movie:x',
    }),
  ).toMatchObject({
    rating: 4.8,
    genre: ['Drama', 'Music'],
    duration: '2h 30m',
    movie_id: 'x',
    series_id: null,
  });
  for (const rating of ['0', '5', '4.5', '']) expect(checkFeatured({ ...form, rating })).toEqual({});
  for (const rating of ['5.1', '-0.1', 'good'])
    expect(checkFeatured({ ...form, rating })).toEqual({ rating: 'rating_range' });
});
