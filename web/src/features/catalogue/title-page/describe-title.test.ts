import { expect, test } from 'vitest';
import { SAMPLE_FILMS } from '../sample-films.ts';
import { describeFilm, describeSeries } from './describe-title.ts';

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
const written = (value: unknown) => JSON.parse(JSON.stringify(value));

test('a search engine learns a film’s length, people and rating, and nothing about what is unknown', () => {
  const said = written(describeFilm({ ...film, thumbnail_url: '/p.avif' } as never, 'https://lakou.test'));
  expect(said).toMatchObject({
    '@type': 'Movie',
    url: 'https://lakou.test/films/sample-1',
    image: 'https://lakou.test/p.avif',
    duration: 'PT90M',
    actor: [{ name: 'Mona Chéry' }],
    aggregateRating: { ratingValue: 4.5, ratingCount: 2 },
  });
  expect(said).not.toHaveProperty('director');
  expect(written(describeFilm({ ...film, rating: null } as never, ''))).not.toHaveProperty('aggregateRating');
});

test('a search engine learns how many episodes a series has, and the names of those it may see', () => {
  const episode = { season_number: 1, episode_number: 1, title: 'Kontè a', description: null, duration: 26 };
  const said = written(describeSeries(series as never, [episode], 'https://lakou.test'));
  expect(said).toMatchObject({
    '@type': 'TVSeries',
    numberOfSeasons: 2,
    numberOfEpisodes: 12,
    containsSeason: [{ seasonNumber: 1, episode: [{ name: 'Kontè a', duration: 'PT26M' }] }],
  });
});
