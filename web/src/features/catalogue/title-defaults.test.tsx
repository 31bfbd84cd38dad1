import { expect, test } from 'vitest';
import { renderMarkup } from '../../../test-support/render-markup.tsx';
import { SAMPLE_FILMS } from './sample-films.ts';
import { TitleCard } from './title-card.tsx';
import { FilmAbout } from './title-page/film-about.tsx';

/** A film that has only a title. */
const bare = {
  ...SAMPLE_FILMS[0],
  sample: false,
  title: 'San non',
  duration: null,
  genre: [],
  description: null,
  director: null,
  actors: [],
  language: null,
};

test('a film without details shows 120 minutes, this year, director Unknown and New', () => {
  const card = renderMarkup(<TitleCard kind="movie" title={bare} level={2} />);
  expect(card).toContain(`${new Date().getUTCFullYear()} · 120 min`);
  expect(card).toContain('New');
  expect(renderMarkup(<FilmAbout film={bare as never} />)).toMatch(/Director.*Unknown/);
});

test('a card shows Premium with the price for films that are not free and can be bought or rented', () => {
  const price = (change: object) => {
    const card = renderMarkup(<TitleCard kind="movie" title={{ ...bare, ...change }} level={2} />);
    return /Premium[^<]*|Free/.exec(card)?.[0];
  };
  expect(price({ is_purchasable: true, purchase_price: 7.5, rental_price: 3 })).toBe('Premium $7.50');
  expect(price({ is_rentable: true, rental_price: 3 })).toBe('Premium $3.00');
  expect(price({ is_free: true, is_purchasable: true })).toBe('Free');
  expect(price({})).toBeUndefined();
});

test('a card of a free film offers Watch Now to everybody', () => {
  const card = renderMarkup(<TitleCard kind="movie" title={{ ...bare, id: 'x', is_free: true }} level={2} />);
  expect(card).toMatch(/<a [^>]*href="\/watch\/movie\/x"[^>]*>/);
  expect(card).toContain('Watch Now');
  expect(renderMarkup(<TitleCard kind="movie" title={bare} level={2} />)).not.toContain('Watch Now');
});

test('three samples are built in, of the genres Drama, Fantasy, Documentary and Music', () => {
  expect(SAMPLE_FILMS).toHaveLength(3);
  expect([...new Set(SAMPLE_FILMS.flatMap(({ genre }) => genre))].sort()).toEqual([
    'Documentary',
    'Drama',
    'Fantasy',
    'Music',
  ]);
});
