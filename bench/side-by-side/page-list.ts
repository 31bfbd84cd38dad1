import type { Target } from './load.ts';
import { filmPaths, forumPaths, seriesPaths, topicPaths } from './world.ts';

export interface Page {
  name: string;
  path: string;
}

/** The last ones, which those who view each page once have not come to. */
const [topic, film, series] = [topicPaths, filmPaths, seriesPaths].map((paths) => paths.at(-1) ?? '') as [
  string,
  string,
  string,
];
export const visitedPages: Page[] = [
  { name: 'home', path: '/' },
  { name: 'forum', path: '/forum' },
  { name: 'topic', path: topic },
  { name: 'film', path: film },
  { name: 'series', path: series },
];

export const pagesByTheirOwn = [
  { name: 'topic, many topics', paths: topicPaths.slice(0, -1) },
  { name: 'forum, many pages', paths: forumPaths },
  { name: 'film, many films', paths: filmPaths.slice(0, -1) },
  { name: 'series, many series', paths: seriesPaths.slice(0, -1) },
];

/**
 * Home as members ask for it: with every combination of what their cookies can say. The old revision renders it for each
 * of them; what it is now is rendered once for each combination, until something on it changes.
 */
export const memberHomes: Target[] = ['ht', 'fr', 'en', 'es'].flatMap((language) =>
  ['', 'lakou-theme=dark; ', 'lakou-theme=light; ', 'lakou-theme=system; '].flatMap((theme) =>
    ['in', 'in.subscribed', 'in.admin', 'in.admin.subscribed'].flatMap((hint) =>
      ['', '; lakou-watching=1'].map((watching) => ({
        path: '/',
        cookie: `lakou-language=${language}; ${theme}lakou-hint=${hint}${watching}`,
      })),
    ),
  ),
);
