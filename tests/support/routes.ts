import routes from '../../web/src/routes.ts';

/** Of the demo world. A new parameter fails here until it has an example. */
const EXAMPLES: Record<string, string> = {
  'categories/:category': 'categories/drama',
  'series/:id': 'series/5e000000-0000-4000-8000-000000000004',
  'titles/:id/:slug?': 'titles/f1000000-0000-4000-8000-000000000002',
  'bundles/:id': 'bundles/00000000-0000-4000-8000-000000000000',
  'films/:id': 'films/f1000000-0000-4000-8000-000000000002',
  'people/:name': 'people/nobody',
  'forum/category/:categoryId': 'forum/category/00000000-0000-4000-8000-000000000002',
  'forum/topic/:topicId': 'forum/topic/f0000000-0000-4000-8000-000000000002',
  'profile/:userId': 'profile/00000000-0000-4000-8000-000000000000',
  'purchases/:payment': 'purchases/00000000-0000-4000-8000-000000000000',
  'admin/movies/:id': 'admin/movies/f1000000-0000-4000-8000-000000000002',
  'admin/series/:id': 'admin/series/5e000000-0000-4000-8000-000000000004',
  'admin/users/:id': 'admin/users/a0000000-0000-4000-8000-000000000003',
  'admin/payments/:order': 'admin/payments/0d000000-0000-4000-8000-000000000002',
  'watch/movie/:id': 'watch/movie/f1000000-0000-4000-8000-000000000002',
  'watch/episode/:id': 'watch/episode/00000000-0000-4000-8000-000000000000',
  '*': 'nowhere',
};

interface Entry {
  path?: string | undefined;
  file: string;
  children?: readonly Entry[] | undefined;
}

export interface Route {
  /** An address of the demo world. */
  path: string;
  guard: 'none' | 'members' | 'admins';
}

/** Every route of web/src/routes.ts, so that a new page cannot be left out of a test. */
export function allRoutes(): Route[] {
  return leaves(routes as readonly Entry[], '', 'none');
}

function leaves(entries: readonly Entry[], before: string, guard: Route['guard']): Route[] {
  return entries.flatMap(({ path = '', file, children = [] }): Route[] => {
    const here = path ? `${before}/${path}` : before;
    let guarded = guard;
    if (file.includes('signed-in')) guarded = 'members';
    if (file.includes('admin-only')) guarded = 'admins';
    return children.length > 0
      ? leaves(children, here, guarded)
      : [{ path: exampleOf(here), guard: guarded }];
  });
}

function exampleOf(pattern: string): string {
  const name = pattern.slice(1);
  const path = `/${EXAMPLES[name] ?? name}`;
  if (/[:*]/.test(path)) throw new Error(`${pattern} needs an example in tests/support/routes.ts`);
  return path;
}
