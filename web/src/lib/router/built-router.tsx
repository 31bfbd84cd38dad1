import { matchRoutes, RouterProvider, UNSAFE_createBrowserHistory } from 'react-router';
import { createClientRouter } from './client-router.ts';
import { createPageRoutes, type PageRoutes, type PageStart, type RouteModule } from './page-routes.ts';

declare global {
  /** Of the page's routes, from the root on: set by the document's module. */
  var pageModules: readonly RouteModule[] | undefined;
  var __reactRouterDataRouter: unknown;
}

let pages: PageRoutes | undefined;

/** Loads the files of a page that will probably be opened. */
export function prefetchPage(path: string): void {
  void pages
    ?.loadTree()
    .then((tree) => matchRoutes(tree, path)?.map(({ route }) => pages?.loadModule(route.id ?? '')))
    .catch(() => {});
}

export function createBuiltRouter(start: PageStart) {
  pages = createPageRoutes(start, globalThis.pageModules ?? []);
  const router = createClientRouter(UNSAFE_createBrowserHistory(), pages, start);
  // Under the name that the framework uses: browser tests navigate with it.
  globalThis.__reactRouterDataRouter = router;
  return {
    loadRoutes: pages.loadTree,
    // Two children, as the server's router has them: React makes the values of `useId` from these numbers.
    element: (
      <>
        <RouterProvider router={router} />
        {null}
      </>
    ),
  };
}
