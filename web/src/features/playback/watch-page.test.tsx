import { expect, test } from 'vitest';
import { nothingRead, renderMarkup } from '../../../test-support/render-markup.tsx';
import { titleToWatch, translateWatchTitle, type WatchTitle } from './read-watch.ts';
import { WatchPage } from './watch-page.tsx';

const film: WatchTitle = {
  media: 'movie',
  id: 'f1000000-0000-4000-8000-000000000008',
  title: 'La mer se souvient',
  title_translations: { en: 'The Sea Remembers' },
  description: null,
  thumbnail_url: null,
  banner_url: null,
  access: 'free',
  ways: [],
  page: { kind: 'movie', id: 'f1000000-0000-4000-8000-000000000008', title: 'La mer se souvient' },
  series: null,
};

test('a viewer reads the film’s name in their language, as heading and as the title of the document', () => {
  const queries = nothingRead();
  queries.setQueryData(titleToWatch('movie', film.id).queryKey, film);
  const markup = renderMarkup(<WatchPage media="movie" id={film.id} suggestions={() => null} />, { queries });
  expect(markup).toMatch(/<h1[^>]*>The Sea Remembers<\/h1>/);
  expect(markup).toMatch(/<title>[^<]*The Sea Remembers[^<]*<\/title>/);
});

test('an episode and its series have their names in a language; the address of the page keeps its words', () => {
  const series = {
    id: 's',
    title: 'Lakou nou',
    title_translations: { es: 'Nuestro patio' },
    season_number: 1,
    episode_number: 2,
  };
  const episode: WatchTitle = {
    ...film,
    media: 'episode',
    title: 'Dezyèm',
    title_translations: { es: 'El segundo' },
    page: { kind: 'series', id: 's', title: 'Lakou nou' },
    series,
  };
  expect(translateWatchTitle('es', episode)).toMatchObject({
    title: 'El segundo',
    series: { title: 'Nuestro patio' },
    page: { title: 'Lakou nou' },
  });
  expect(translateWatchTitle('fr', episode)).toEqual(episode);
});
