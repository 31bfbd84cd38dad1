import type { ServerBuild } from 'react-router';

type Routes = ServerBuild['routes'];

/**
 * The build with the routes alone that can match below each first part of a path. React Router tries all routes that it is given, and makes
 * objects of them, for each page.
 */
export function buildsByFirstPart(build: ServerBuild): Map<string, ServerBuild> {
  const all = Object.values(build.routes).filter((route) => route !== undefined);
  const firstParts = new Map(all.map(({ id }) => [id, firstPartOf(build.routes, id)]));
  const known = new Set([...firstParts.values()].filter((part) => part !== '' && !matchesMany(part)));
  return new Map(
    [...known].map((part) => {
      const leaves = all.filter(({ id }) => {
        const own = firstParts.get(id) ?? '';
        return own === part || matchesMany(own);
      });
      return [part, withRoutes(build, new Set(leaves.flatMap(({ id }) => withParents(build.routes, id))))];
    }),
  );
}

/** As it stands in paths; empty where there is none. */
export function firstPart(path: string): string {
  return /^\/([^/?]*)/.exec(path)?.[1] ?? '';
}

function matchesMany(part: string): boolean {
  return /^[:*]|\?$/.test(part);
}

function firstPartOf(routes: Routes, id: string): string {
  const paths = withParents(routes, id).map((each) => routes[each]?.path ?? '');
  const [first = ''] = paths.toReversed().join('/').split('/').filter(Boolean);
  return first.toLowerCase();
}

/** The route and what it is in, innermost first. */
function withParents(routes: Routes, id: string): string[] {
  const parentId = routes[id]?.parentId;
  return parentId === undefined ? [id] : [id, ...withParents(routes, parentId)];
}

/** In the same order: of two routes that match equally well the first is taken. */
function withRoutes(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const only = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}
