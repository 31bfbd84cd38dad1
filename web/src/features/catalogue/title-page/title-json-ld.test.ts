import { slugOf } from '@lakou/contract/catalogue/title-address';
import { expect, test } from 'vitest';
import { SAMPLE_FILMS } from '../sample-films.ts';
import { buildMovieJsonLd, buildSeriesJsonLd } from './title-json-ld.ts';

const { sample: _, ...card } = SAMPLE_FILMS[0];
const title = {
  ...card,
  description: 'A projector and a sheet',
  banner_url: null,
  trailer_url: null,
  language: 'ht',
  actors: ['Mona Chéry'],
};
const film = { ...title, director: null, has_video: true, duration: 90, rating: 4.5, review_count: 2 };
const series = { ...title, creator: 'Guerline Saintaubin', season_count: 2, episode_count: 12 };
const serialise = (value: unknown) => JSON.parse(JSON.stringify(value));

test('a movie has duration, people and rating, and omits unknown properties', () => {
  const data = serialise(
    buildMovieJsonLd({ ...film, thumbnail_url: '/p.avif' } as never, 'https://lakou.test', 'en'),
  );
  expect(data).toMatchObject({
    '@type': 'Movie',
    url: `https://lakou.test/titles/sample-1/${slugOf(film.title)}`,
    image: 'https://lakou.test/p.avif',
    duration: 'PT90M',
    actor: [{ name: 'Mona Chéry' }],
    aggregateRating: { ratingValue: 4.5, ratingCount: 2 },
  });
  expect(data).not.toHaveProperty('director');
  expect(serialise(buildMovieJsonLd({ ...film, rating: null } as never, '', 'en'))).not.toHaveProperty(
    'aggregateRating',
  );
});

test('a title that is sold has its prices, and a free or unpublished one none', () => {
  const sold = { ...film, is_free: false, is_purchasable: true, is_rentable: true, purchase_price: 12.99 };
  const offersOf = (change: object) =>
    serialise(buildMovieJsonLd({ ...sold, rental_price: 4.49, ...change } as never, '', 'en')).offers;
  expect(offersOf({})).toMatchObject([
    { category: 'purchase', price: 12.99, priceCurrency: 'USD' },
    { category: 'rental', price: 4.49 },
  ]);
  expect(offersOf({ is_free: true })).toBeUndefined();
  expect(offersOf({ published: false })).toBeUndefined();
});

test('a series has the number of episodes and lists those that a visitor can see', () => {
  const episode = {
    ...{ season_number: 1, episode_number: 1, title: 'Kontè a', description: null, duration: 26 },
    ...{ title_translations: { fr: 'Le conteur' }, description_translations: {} },
  };
  const data = serialise(buildSeriesJsonLd(series as never, [episode], 'https://lakou.test', 'en'));
  expect(data).toMatchObject({
    '@type': 'TVSeries',
    numberOfSeasons: 2,
    numberOfEpisodes: 12,
    containsSeason: [{ seasonNumber: 1, episode: [{ name: 'Kontè a', duration: 'PT26M' }] }],
  });
  expect(serialise(buildSeriesJsonLd(series as never, [episode], '', 'fr'))).toMatchObject({
    containsSeason: [{ episode: [{ name: 'Le conteur' }] }],
  });
});

test('a title has its name and text in the reader’s language, beside the original name and address', () => {
  const translated = {
    ...film,
    title_translations: { fr: 'La mer' },
    description_translations: { fr: 'Un drap et un projecteur' },
  };
  const build = (language: 'fr' | 'es') =>
    serialise(buildMovieJsonLd(translated as never, 'https://lakou.test', language));
  expect(build('fr')).toMatchObject({
    name: 'La mer',
    alternateName: film.title,
    description: 'Un drap et un projecteur',
    url: `https://lakou.test/titles/sample-1/${slugOf(film.title)}`,
  });
  expect(build('es')).toMatchObject({ name: film.title, description: film.description });
  expect(build('es')).not.toHaveProperty('alternateName');
});
