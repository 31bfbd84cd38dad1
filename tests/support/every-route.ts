import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '../../web/src/routes.ts';
import { routeLeaves } from '../../web/test-support/route-leaves.ts';

export type Reader = 'visitor' | 'subscriber' | 'admin';

/** What stands for the parameters of each route, in the demo world. */
const EXAMPLES: Record<string, string> = {
  '/categories/{category}': '/categories/drama',
  '/series/{id}': '/series/5e000000-0000-4000-8000-000000000002',
  '/titles/{id}/{slug}?': '/titles/f1000000-0000-4000-8000-000000000003',
  '/films/{id}': '/films/f1000000-0000-4000-8000-000000000003',
  '/people/{name}': '/people/Mimose',
  '/purchases/{payment}': '/purchases/1',
  '/forum/category/{categoryId}': '/forum/category/00000000-0000-4000-8000-000000000001',
  '/forum/topic/{topicId}': '/forum/topic/f0000000-0000-4000-8000-000000000002',
  '/profile/{userId}': '/profile/a0000000-0000-4000-8000-000000000001',
  '/admin/movies/{id}': '/admin/movies/f1000000-0000-4000-8000-000000000003',
  '/admin/series/{id}': '/admin/series/5e000000-0000-4000-8000-000000000002',
  '/admin/users/{id}': '/admin/users/a0000000-0000-4000-8000-000000000001',
  '/admin/payments/{order}': '/admin/payments/00000000-0000-4000-8000-000000000000',
  '/watch/movie/{id}': '/watch/movie/f1000000-0000-4000-8000-000000000003',
  '/watch/episode/{id}': '/watch/episode/5e020000-0000-4000-8000-000000000101',
  '/*': '/nothing/lives/here',
};

/** These lead on at once. */
const REDIRECTS = new Set(['/community', '/share']);

const READERS: Record<string, Reader> = {
  'no guard': 'visitor',
  'app/signed-in.tsx': 'subscriber',
  'app/admin-only.tsx': 'admin',
};

/** A page for every route of the app, with the person who can read it. A new route with a parameter needs an example. */
export function everyRoute(): { path: string; reader: Reader }[] {
  return routeLeaves(routes as RouteConfigEntry[])
    .filter(([path]) => !REDIRECTS.has(path))
    .map(([path, guard]) => {
      const example = EXAMPLES[path] ?? path;
      if (/[{*]/.test(example)) throw new Error(`tests/support/every-route.ts has no example of ${path}`);
      return { path: example, reader: READERS[guard] ?? 'visitor' };
    });
}
