import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { buildsByFirstPart, firstPart } from './routes-below.ts';

const shown: [id: string, parentId: string | undefined, path?: string | undefined, index?: boolean][] = [
  ['root', undefined, ''],
  ['frame', 'root'],
  ['home', 'frame', undefined, true],
  ['film-head', 'frame', 'films/:id'],
  ['film-guard', 'film-head'],
  ['film', 'film-guard', undefined, true],
  ['guard', 'frame'],
  ['films', 'guard', 'films'],
  ['account', 'guard', 'account'],
  ['title', 'frame', 'titles/:id/:slug?'],
  ['language', 'frame', ':language/about'],
  ['not-found', 'frame', '*'],
];
const routes = Object.fromEntries(
  shown.map(([id, parentId, path, index]) => [id, { id, parentId, path, index }]),
);
const build = { routes, assets: { routes } } as unknown as ServerBuild;

function idsOf(path: string, { routes }: ServerBuild): string[] | undefined {
  const below = (parentId: string | undefined): RouteObject[] =>
    Object.values(routes).flatMap((route) => {
      if (route?.parentId !== parentId || route === undefined) return [];
      const { id, path, index } = route;
      const children = below(id);
      return [{ id, path, ...(index ? { index } : children.length > 0 && { children }) } as RouteObject];
    });
  return matchRoutes(below(undefined), path)?.map(({ route }) => route.id ?? '');
}

test.each([
  '/films',
  '/films/1',
  '/films/1/2',
  '/films/about',
  '/account',
  '/account/about',
  '/titles/1',
  '/titles/1/kafou',
  '/titles',
])('a page is found among the routes below its first part as among all: %s', (path) => {
  const own = buildsByFirstPart(build).get(firstPart(path));
  expect(own && idsOf(path, own)).toEqual(idsOf(path, build));
});

test('the routes below other first parts are left out', () => {
  const films = buildsByFirstPart(build).get('films');
  expect(Object.keys(films?.routes ?? {})).toEqual(Object.keys(films?.assets.routes ?? {}));
  expect(films?.routes).not.toHaveProperty('account');
});

test('home and paths of no route have no build of their own', () => {
  const parts = [...buildsByFirstPart(build).keys()];
  expect(parts).toEqual(['films', 'account', 'titles']);
  expect(firstPart('/')).toBe('');
});
