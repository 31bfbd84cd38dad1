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

test('a film without details shows 120 minutes as 2 h, this year and director Unknown', () => {
  const card = renderMarkup(<TitleCard kind="movie" title={bare} level={2} />);
  expect(card).toContain(`${new Date().getUTCFullYear()} · 2 h`);
  expect(renderMarkup(<FilmAbout film={bare as never} />)).toMatch(/Director.*Unknown/);
});

test('a card shows Premium with the price for films that can be bought or rented, else Subscription', () => {
  const price = (change: object) => {
    const card = renderMarkup(<TitleCard kind="movie" title={{ ...bare, ...change }} level={2} />);
    return /Premium[^<]*|Free|Subscription/.exec(card)?.[0];
  };
  expect(price({ is_purchasable: true, purchase_price: 7.5, rental_price: 3 })).toBe('Premium $7.50');
  expect(price({ is_rentable: true, rental_price: 3 })).toBe('Premium $3.00');
  expect(price({ is_free: true, is_purchasable: true })).toBe('Free');
  expect(price({})).toBe('Subscription');
});

test('a film without reviews is New for thirty days after its publication', () => {
  const visible = (days: number | null, change: object = {}) => {
    const published_at = days === null ? null : new Date(Date.now() - days * 86_400_000).toISOString();
    const card = renderMarkup(
      <TitleCard kind="movie" title={{ ...bare, published_at, ...change }} level={2} />,
    );
    return /<span class="badge[^>]*>New</.test(card.replaceAll(/<span[^>]* hidden=""[^>]*>New</g, ''));
  };
  expect([1, 29, 31, null].map((days) => visible(days))).toEqual([true, true, false, false]);
  expect(visible(1, { rating: 4, review_count: 1 })).toBe(false);
});

test('a subscriber reads Included on what is sold, and Free on what is free', () => {
  const card = (change: object) =>
    renderMarkup(<TitleCard kind="movie" title={{ ...bare, ...change }} level={2} />, { subscribed: true });
  expect(card({ is_purchasable: true })).toContain('>Included<');
  expect(card({ is_purchasable: true })).not.toContain('Premium');
  expect(card({ is_free: true })).toContain('>Free<');
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
