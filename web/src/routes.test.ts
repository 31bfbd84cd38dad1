import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, test } from 'vitest';
import routes from './routes.ts';

/** The specification's table of routes, and those that the decisions add. */
const OPEN = `/ /login /register /reset-password /categories /categories/{category} /series /series/{id} /forum
  /forum/category/{categoryId} /forum/topic/{topicId} /payment /payment-success /contact /admin/setup /profile/{userId}
  /faq /terms /privacy /community /watch/movie/{id} /watch/episode/{id}
  /titles/{id}/{slug}? /bundles/{id} /redeem /data-use /downloads /downloads/watch /tv /tv/sign-in /search
  /accessibility`;
const MEMBERS = '/profile /films /films/{id} /subscribe /watchlist /gift /agent /activate';
const ADMINS = `/admin /admin/movies /admin/movies/new /admin/movies/{id} /admin/series /admin/series/new
  /admin/series/{id} /admin/users /admin/subscriptions /admin/payments /admin/vouchers /admin/front-page
  /admin/statistics /admin/categories /admin/banners /admin/deleted`;

const guardOf = new Map(leaves(routes as RouteConfigEntry[], '', 'no guard'));

describe('the route', () => {
  const expected = [
    ...OPEN.split(/\s+/).map((path) => [path, 'no guard'] as const),
    ...MEMBERS.split(/\s+/).map((path) => [path, 'app/signed-in.tsx'] as const),
    ...ADMINS.split(/\s+/).map((path) => [path, 'app/admin-only.tsx'] as const),
  ];
  test.each(expected)('%s is there, guarded by %s', (path, guard) => {
    expect(guardOf.get(path)).toBe(guard);
  });

  test('of any other address is the page that is not there', () => {
    expect(guardOf.get('/*')).toBe('no guard');
  });
});

/** Every path with its guard. */
function leaves(entries: readonly RouteConfigEntry[], before: string, guard: string): [string, string][] {
  return entries.flatMap(({ path = '', file, children = [] }): [string, string][] => {
    const here = path ? `${before}/${path.replace(/:(\w+)/g, '{$1}')}` : before;
    const guarded = /signed-in|admin-only/.test(file) ? file : guard;
    return children.length > 0 ? leaves(children, here, guarded) : [[here || '/', guarded]];
  });
}
