import { expect, test } from 'vitest';
import { categoryInput, movieInput, savedFilterInput, seriesInput } from './inputs.ts';

const key = (result: { error?: { issues: { message: string }[] } }) => result.error?.issues[0]?.message;

test('a movie needs a title; an empty price becomes null, and genres are separated by commas', () => {
  const movie = movieInput.parse({
    title: ' Lanp lan ',
    genre: ' Drama, , Comedy ,Drama',
    purchase_price: '9.99',
    rental_price: '',
    duration: '90',
  });
  expect(movie).toMatchObject({
    title: 'Lanp lan',
    genre: ['Drama', 'Comedy'],
    purchase_price: 9.99,
    rental_price: null,
    duration: 90,
    published: false,
  });
  expect(key(movieInput.safeParse({ title: '  ' }))).toBe('title_required');
});

test.each([
  ['purchase_price', '9.999', 'price_invalid'],
  ['rental_price', '-1', 'price_invalid'],
  ['rental_price', 'free', 'price_invalid'],
  ['duration', '90.5', 'duration_invalid'],
  ['duration', '0', 'duration_invalid'],
])('a movie whose %s is %s is refused: %s', (field, value, expected) => {
  expect(key(movieInput.safeParse({ title: 'Lanp lan', [field]: value }))).toBe(expected);
});

test('a series needs only a title, and a category only a name', () => {
  expect(seriesInput.parse({ title: 'Seri' })).toMatchObject({ creator: null, release_date: null });
  expect(key(seriesInput.safeParse({ title: '' }))).toBe('title_required');
  expect(categoryInput.parse({ name: 'Drama' })).toMatchObject({ name: 'Drama', description: null });
  expect(key(categoryInput.safeParse({ name: ' ' }))).toBe('category_name_required');
});

test('translations are trimmed, empty ones left out, and unknown languages and long texts refused', () => {
  const parse = (title_translations: unknown) => seriesInput.safeParse({ title: 'Seri', title_translations });
  expect(parse({ fr: ' La série ', es: ' ' }).data?.title_translations).toEqual({ fr: 'La série' });
  expect(parse({ de: 'Die Serie' }).success).toBe(false);
  expect(key(parse({ fr: 'x'.repeat(201) }))).toBe('text_too_long');
});

test('a saved filter needs a name and known keys, and keeps no search among people', () => {
  const filter = { list: 'movies', name: ' Bouyon ', search: 'lanmè', filter: 'draft', sort: '' };
  expect(savedFilterInput.parse(filter)).toEqual({ ...filter, name: 'Bouyon' });
  expect(savedFilterInput.parse({ ...filter, list: 'users' }).search).toBe('');
  expect(key(savedFilterInput.safeParse({ ...filter, name: ' ' }))).toBe('category_name_required');
  for (const wrong of [{ list: 'accounts' }, { filter: '&page=2' }, { name: 'x'.repeat(61) }])
    expect(savedFilterInput.safeParse({ ...filter, ...wrong }).success).toBe(false);
});
