import type { RouteConfigEntry } from '@react-router/dev/routes';

/** Every path of the route table, such as `/films/{id}`, with the file of its guard. */
export function routeLeaves(
  entries: readonly RouteConfigEntry[],
  before = '',
  guard = 'no guard',
): [path: string, guard: string][] {
  return entries.flatMap(({ path = '', file, children = [] }): [string, string][] => {
    const here = path ? `${before}/${path.replace(/:(\w+)/g, '{$1}')}` : before;
    const guarded = /signed-in|admin-only/.test(file) ? file : guard;
    return children.length > 0 ? routeLeaves(children, here, guarded) : [[here || '/', guarded]];
  });
}
