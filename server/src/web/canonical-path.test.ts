import fc from 'fast-check';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { canonicalPaths, routePatterns, UNMATCHED } from './canonical-path.ts';

const route = (id: string, path?: string, parentId?: string, index?: boolean) => ({
  ...{ id, path, parentId, index },
});
const routes = [
  route('root', ''),
  route('frame', undefined, 'root'),
  route('home', undefined, 'frame', true),
  route('forum', 'forum', 'frame'),
  route('topic', 'forum/topic/:topicId', 'frame'),
  route('film', 'films/:id', 'frame'),
  route('film-index', undefined, 'film', true),
  route('title', 'titles/:id/:slug?', 'frame'),
  route('not-found', '*', 'frame'),
];
const canonical = canonicalPaths(routes);

test.each([
  ['/', '/'],
  ['//', '/'],
  ['/forum', '/forum'],
  ['/FORUM/', '/forum'],
  ['//forum', UNMATCHED],
  ['/forum//', '/forum'],
  ['/%66%6Frum', '/forum'],
  ['/forum.data', '/forum.data'],
  ['/_root.data', '/_root.data'],
  ['/Forum/Topic/ABC', '/forum/topic/abc'],
  ['/forum/topic/a%2Fb', '/forum/topic/a%2Fb'],
  ['/forum/topic/Ann%C3%A9e', '/forum/topic/ann%C3%A9e'],
  ['/forum/topic/%e0%a4%a', '/forum/topic/%25e0%25a4%25a'],
  ['/films/7/', '/films/7'],
  ['/titles/7', '/titles/7'],
  ['/titles/7/Lakou-A/', '/titles/7/lakou-a'],
  ['/films/7/more', UNMATCHED],
  ['/forum.', UNMATCHED],
  ['/nothing/here', UNMATCHED],
  ['/wp-login.php', UNMATCHED],
  ['/nothing.data', `${UNMATCHED}.data`],
])('%s is written as %s', (path, expected) => {
  expect(canonical(path)).toBe(expected);
});

test('a path has the route that it has among all', () => {
  const pattern = routePatterns(routes);
  const paths = ['', 'forum', 'forum/topic/:topicId', 'films/:id', 'titles/:id/:slug?', '*'];
  const all = paths.map((path) => ({ path }));
  const piece = fc.oneof(
    fc.constantFrom(
      'forum',
      'FORUM',
      '%66orum',
      'topic',
      'films',
      'titles',
      '',
      '.',
      '..',
      '%2F',
      'forum-',
      ':id',
      '*',
    ),
    fc.webPath(),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
      const path = `/${pieces.join('/')}`;
      fc.pre(!path.endsWith('.data'));
      const found = matchRoutes(all, path)?.[0]?.route.path ?? '*';
      expect(pattern(path)).toBe(`/${found}`);
    }),
    { numRuns: 2000 },
  );
});
