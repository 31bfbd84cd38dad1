import { type EntryContext, isRouteErrorResponse } from 'react-router';
import type { PageStart } from './page-routes.ts';

/** For the server: with what the app starts on this page. */
export function pageStart({
  manifest,
  staticHandlerContext: { matches, loaderData, errors },
}: EntryContext): PageStart {
  return {
    manifest: manifest.url,
    routes: matches.map(({ route: { id, path, index } }) => ({ id, path, index: index || undefined })),
    loaderData,
    errors:
      errors &&
      Object.fromEntries(
        Object.entries(errors).map(([id, error]) => [id, isRouteErrorResponse(error) ? error.status : 500]),
      ),
  };
}

/** For the server: the module that imports the page's routes and then the app, see `entry.client.tsx`. */
export function appModule(context: EntryContext): string {
  const files = routesOf(context).map(({ module }) => module);
  const imports = files.map((file, at) => `import * as r${at} from "${file}";`);
  const names = files.map((_, at) => `r${at}`);
  return `${imports.join('')}globalThis.pageModules=[${names}];import("${context.manifest.entry.module}")`;
}

/** For the server: the files that this module loads. */
export function scriptsOf(context: EntryContext): string[] {
  const modules = [context.manifest.entry, ...routesOf(context)];
  return [...new Set(modules.flatMap(({ module, imports = [] }) => [module, ...imports]))];
}

function routesOf({ manifest, staticHandlerContext: { matches } }: EntryContext) {
  return matches.flatMap(({ route: { id } }) => manifest.routes[id] ?? []);
}
