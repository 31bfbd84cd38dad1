import { type ComponentType, createElement, type ReactNode } from 'react';
import type { DataRouteObject } from 'react-router';

/** A route of the sitemap, as the build's manifest describes it. */
interface RouteEntry {
  id: string;
  parentId?: string;
  path?: string | undefined;
  index?: boolean | undefined;
  /** The address of its file, and of the files that this one imports. */
  module: string;
  imports?: readonly string[];
}

export interface RouteModule {
  default?: ComponentType;
  Layout?: ComponentType<{ children: ReactNode }>;
  /** The build passes it the error. */
  ErrorBoundary?: ComponentType;
  clientLoader?: () => unknown;
  handle?: unknown;
}

/** What the document says about its page: the routes from the root to the page, and what their loaders have answered. */
export interface PageStart {
  /** The address of the manifest, which has the other routes. */
  manifest: string;
  routes: readonly Pick<RouteEntry, 'id' | 'path' | 'index'>[];
  loaderData: Record<string, unknown>;
  /** The status of each loader that has failed. */
  errors: Record<string, number> | null;
}

export interface PageRoutes {
  /** Of all pages, or of the document's alone until the manifest is there. */
  tree: () => DataRouteObject[];
  loadTree: () => Promise<DataRouteObject[]>;
  byId: Record<string, DataRouteObject>;
  /** Makes a route ready to be rendered. */
  loadModule: (id: string) => Promise<RouteModule>;
}

declare global {
  /** Set by the manifest's file. */
  var __reactRouterManifest: { routes: Record<string, RouteEntry> } | undefined;
}

/** Routes without the manifest, which is 70 KB: the document's own page needs only itself. */
export function createPageRoutes(
  { manifest, routes }: Pick<PageStart, 'manifest' | 'routes'>,
  modules: readonly RouteModule[],
): PageRoutes {
  const loaded = new Map<string, RouteModule>();
  const byId: Record<string, DataRouteObject> = {};
  let tree: DataRouteObject[] = [];
  let isWhole = false;
  for (const [at, { id, path, index }] of [...routes.entries()].reverse()) {
    const route = { id, path, index, ...(tree.length > 0 && { children: tree }) } as DataRouteObject;
    byId[id] = route;
    setModule(route, modules[at] ?? {});
    tree = [route];
  }

  function setModule(route: DataRouteObject, module: RouteModule): void {
    loaded.set(route.id, module);
    Object.assign(route, renderedBy(module), { handle: module.handle });
  }

  return {
    tree: () => tree,
    async loadTree() {
      if (isWhole) return tree;
      await import(/* @vite-ignore */ manifest);
      tree = joinRoutes(globalThis.__reactRouterManifest?.routes ?? {}, byId);
      isWhole = true;
      return tree;
    },
    byId,
    async loadModule(id) {
      const ready = loaded.get(id);
      if (ready) return ready;
      const entry = globalThis.__reactRouterManifest?.routes[id];
      if (!(entry && byId[id])) throw new Error(`no route ${id}`);
      for (const file of entry.imports ?? []) preloadFile(file);
      const module = (await import(/* @vite-ignore */ entry.module)) as RouteModule;
      setModule(byId[id], module);
      return module;
    },
  };
}

/** As the framework renders them on the server: around the root, and around its failure, is the document. */
function renderedBy({ default: Component, Layout, ErrorBoundary }: RouteModule) {
  const error = ErrorBoundary && createElement(ErrorBoundary);
  if (!Layout || !Component) return { Component, errorElement: error };
  return {
    element: createElement(Layout, null, createElement(Component)),
    errorElement: createElement(Layout, null, error),
  };
}

function joinRoutes(
  entries: Record<string, RouteEntry>,
  byId: Record<string, DataRouteObject>,
): DataRouteObject[] {
  const all = Object.values(entries);
  const join = (parent?: string): DataRouteObject[] | undefined => {
    const children = all.filter(({ parentId }) => parentId === parent);
    if (children.length === 0) return undefined;
    return children.map(({ id, path, index }) => {
      byId[id] = Object.assign(byId[id] ?? {}, { id, path, index, children: join(id) }) as DataRouteObject;
      return byId[id];
    });
  };
  return join() ?? [];
}

function preloadFile(href: string): void {
  if (document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}
