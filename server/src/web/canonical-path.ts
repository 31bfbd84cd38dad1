import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

/** Stands for every address that no route has. */
export const UNMATCHED = '/*';

const DATA = '.data';
/** What React Router calls the data of `/`. */
const ROOT_DATA = '/_root.data';

/**
 * Writes a path in one way: the router reads `/forum`, `/FORUM/` and `/%66orum` as the same, and shows one page
 * at all addresses that no route has. So these cannot make the server render, or keep, a page many times.
 */
export function canonicalPaths(routes: ServerBuild['routes']): (path: string) => string {
  const tree = childrenOf(undefined, routes);
  return (path) => {
    if (path === ROOT_DATA) return path;
    const suffix = path.endsWith(DATA) ? DATA : '';
    const matches = matchRoutes(tree, path.slice(0, path.length - suffix.length) || '/') ?? [];
    const params = matches.at(-1)?.params ?? {};
    const pattern = matches.map(({ route }) => route.path ?? '').filter(Boolean);
    if (matches.length === 0 || '*' in params) return UNMATCHED + suffix;
    const segments = pattern
      .join('/')
      .split('/')
      .filter(Boolean)
      .map((part) => segmentOf(part.replace(/\?$/, ''), params))
      .filter(Boolean);
    return `/${segments.join('/')}${suffix}`;
  };
}

/** Ids and names in addresses are read without regard to case. */
function segmentOf(part: string, params: Record<string, string | undefined>): string {
  return encodeURIComponent((part.startsWith(':') ? (params[part.slice(1)] ?? '') : part).toLowerCase());
}

function childrenOf(parent: string | undefined, routes: ServerBuild['routes']): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parent) return [];
    const { id, path, index } = route;
    const own = path === undefined ? { id } : { id, path };
    return [index ? { ...own, index } : { ...own, children: childrenOf(id, routes) }];
  });
}
