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
  const match = routeMatcher(routes);
  return (path) => {
    if (path === ROOT_DATA) return path;
    const { suffix, parts, params } = match(path);
    if (!parts) return UNMATCHED + suffix;
    const segments = parts.map((part) => segmentOf(part.replace(/\?$/, ''), params)).filter(Boolean);
    return `/${segments.join('/')}${suffix}`;
  };
}

/** The route of a path, such as `/titles/:id`. */
export function routePatterns(routes: ServerBuild['routes']): (path: string) => string {
  const match = routeMatcher(routes);
  return (path) => {
    if (path === ROOT_DATA) return path;
    const { suffix, parts } = match(path);
    return (parts ? `/${parts.join('/')}` : UNMATCHED) + suffix;
  };
}

function routeMatcher(routes: ServerBuild['routes']) {
  const tree = childrenOf(undefined, routes);
  return (path: string) => {
    const suffix = path.endsWith(DATA) ? DATA : '';
    const matches = matchRoutes(tree, path.slice(0, path.length - suffix.length) || '/') ?? [];
    const params = matches.at(-1)?.params ?? {};
    if (matches.length === 0 || '*' in params) return { suffix, params };
    const parts = matches.flatMap(({ route }) => (route.path ?? '').split('/')).filter(Boolean);
    return { suffix, params, parts };
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
