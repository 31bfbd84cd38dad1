import { matchRoutes, type RouteObject } from 'react-router';

/** A route of the web app, as its build writes them. */
export interface BuiltRoute {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
  index?: boolean | undefined;
}

/** Stands for every address that no route has. */
export const UNMATCHED = '/*';

const DATA = '.data';
/** What React Router calls the data of `/`. */
const ROOT_DATA = '/_root.data';

/**
 * Writes a path in one way: the router reads `/forum`, `/FORUM/` and `/%66orum` as the same, and shows one page
 * at all addresses that no route has. So these cannot make the server render, or keep, a page many times.
 */
export function canonicalPaths(routes: readonly BuiltRoute[]): (path: string) => string {
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
export function routePatterns(routes: readonly BuiltRoute[]): (path: string) => string {
  const match = routeMatcher(routes);
  return (path) => {
    if (path === ROOT_DATA) return path;
    const { suffix, parts } = match(path);
    return (parts ? `/${parts.join('/')}` : UNMATCHED) + suffix;
  };
}

function routeMatcher(routes: readonly BuiltRoute[]) {
  const treeFor = narrowTrees(childrenOf(undefined, routes));
  return (path: string) => {
    const suffix = path.endsWith(DATA) ? DATA : '';
    const pathname = path.slice(0, path.length - suffix.length) || '/';
    const matches = matchRoutes(treeFor(pathname), pathname) ?? [];
    const params = matches.at(-1)?.params ?? {};
    if (matches.length === 0 || '*' in params) return { suffix, params };
    const parts = matches.flatMap(({ route }) => (route.path ?? '').split('/')).filter(Boolean);
    return { suffix, params, parts };
  };
}

/** The routes that can match a path: the router compiles all that it is given, each time, which costs a millisecond. */
function narrowTrees(tree: RouteObject[]): (path: string) => RouteObject[] {
  const firsts = new Set(['', ...firstSegments(tree)]);
  const trees = new Map([...firsts].map((first) => [first, beginningWith(tree, first)]));
  return (path) => trees.get(/^\/([a-z-]*)(?:\/|$)/i.exec(path)?.[1]?.toLowerCase() ?? path) ?? tree;
}

function firstSegments(tree: readonly RouteObject[]): string[] {
  return tree.flatMap(({ path, children = [] }) => firstSegment(path) ?? firstSegments(children));
}

/** A route without a path begins as its children do; a parameter and what is optional can be anything. */
function beginningWith(tree: readonly RouteObject[], wanted: string): RouteObject[] {
  return tree.flatMap((route): RouteObject[] => {
    const first = firstSegment(route.path);
    if (first === undefined && route.children)
      return [{ ...route, children: beginningWith(route.children, wanted) }];
    return first === undefined || first === wanted || /[:*?]/.test(first) ? [route] : [];
  });
}

function firstSegment(path: string | undefined): string | undefined {
  return path?.split('/').find(Boolean)?.toLowerCase();
}

/** Ids and names in addresses are read without regard to case. */
function segmentOf(part: string, params: Record<string, string | undefined>): string {
  return encodeURIComponent((part.startsWith(':') ? (params[part.slice(1)] ?? '') : part).toLowerCase());
}

function childrenOf(parent: string | undefined, routes: readonly BuiltRoute[]): RouteObject[] {
  return routes.flatMap(({ id, parentId, path, index }): RouteObject[] => {
    if (parentId !== parent) return [];
    const own = path === undefined ? { id } : { id, path };
    return [index ? { ...own, index } : { ...own, children: childrenOf(id, routes) }];
  });
}
