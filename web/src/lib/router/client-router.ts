import {
  type DataRouteMatch,
  type DataRouter,
  IDLE_NAVIGATION,
  type Location,
  matchRoutes,
  NavigationType,
  type RouterNavigateOptions,
  resolvePath,
  type To,
  type UNSAFE_createBrowserHistory,
} from 'react-router';
import { createBlockers } from './blockers.ts';
import type { PageRoutes, PageStart } from './page-routes.ts';

type State = DataRouter['state'];
type History = ReturnType<typeof UNSAFE_createBrowserHistory>;
type Subscriber = Parameters<DataRouter['subscribe']>[0];

/**
 * The router of the built app, for react-router's own components and hooks. In place of `createBrowserRouter`, whose actions, fetchers,
 * middleware and requests to the server's loaders nothing here uses, and which is a tenth of all scripts: see docs/decisions/0128.
 */
export function createClientRouter(history: History, pages: PageRoutes, start: PageStart): DataRouter {
  const subscribers = new Set<Subscriber>();
  let positions: Record<string, number> | undefined;
  let readPosition = (): number => 0;
  /** Later ones replace those before. */
  let navigations = 0;
  let state: State = {
    historyAction: history.action as State['historyAction'],
    location: history.location,
    matches: match(history.location),
    initialized: true,
    renderFallback: false,
    navigation: IDLE_NAVIGATION,
    // A page that was reloaded is where the browser has it.
    restoreScrollPosition: false,
    preventScrollReset: false,
    revalidation: 'idle',
    loaderData: start.loaderData,
    actionData: null,
    errors: start.errors && mapValues(start.errors, errorWithStatus),
    fetchers: new Map(),
    blockers: new Map(),
  };
  const blockers = createBlockers({
    currentLocation: () => state.location,
    go: (delta) => history.go(delta),
    onChange: (changed) => update({ blockers: changed }),
  });

  function update(changes: Partial<State>): void {
    state = { ...state, ...changes };
    const details = { deletedFetchers: [], newErrors: null, flushSync: false };
    for (const subscriber of subscribers) subscriber(state, details as unknown as Parameters<Subscriber>[1]);
  }

  function match(location: Location): DataRouteMatch[] {
    return (matchRoutes(pages.tree(), location) ?? []) as DataRouteMatch[];
  }

  /** Loads the page and shows it. */
  async function open(location: Location, action: NavigationType, preventScrollReset = false): Promise<void> {
    const number = ++navigations;
    if (positions) positions[state.location.key] = readPosition();
    const shown = (changes: Partial<State>): void => {
      if (action === NavigationType.Push) history.push(location, location.state);
      if (action === NavigationType.Replace) history.replace(location, location.state);
      update({
        ...changes,
        historyAction: action as State['historyAction'],
        location,
        navigation: IDLE_NAVIGATION,
        revalidation: 'idle',
        restoreScrollPosition: positions?.[location.key] ?? null,
        preventScrollReset,
        blockers: blockers.reset(),
      });
    };
    if (isSamePage(state.location, location)) return shown({ matches: match(location) });
    update({ navigation: { ...LOADING, location } as State['navigation'] });
    try {
      await pages.loadTree();
      const matches = match(location);
      const modules = await Promise.all(matches.map(({ route }) => pages.loadModule(route.id)));
      const results = await load(matches, modules);
      if (number === navigations) shown({ matches, ...results });
    } catch (error) {
      if (number === navigations) openWithoutApp(location, action, error);
    }
  }

  function openWithoutApp(location: Location, action: NavigationType, error: unknown): void {
    console.error(error);
    // Its files are gone after an update of the site, or the connection is: a full load gets new ones, or the page for that.
    if (action === NavigationType.Pop) window.location.reload();
    else window.location.assign(history.createHref(location));
  }

  async function load(
    matches: readonly DataRouteMatch[],
    modules: readonly { clientLoader?: () => unknown }[],
  ) {
    const loaderData: Record<string, unknown> = {};
    let errors: Record<string, unknown> | null = null;
    await Promise.all(
      matches.map(async ({ route }, at) => {
        try {
          loaderData[route.id] = await (modules[at]?.clientLoader?.() ?? null);
        } catch (error) {
          const boundary = matches.slice(0, at + 1).findLast((outer) => outer.route.errorElement);
          errors = { [boundary?.route.id ?? route.id]: error };
        }
      }),
    );
    return { loaderData, errors };
  }

  async function navigate(to: number | To | null, options: RouterNavigateOptions = {}): Promise<void> {
    if (typeof to === 'number') return history.go(to);
    const { pathname, search } = state.location;
    const path = to === null ? { pathname, search, hash: '' } : resolvePath(to, pathname);
    const location: Location = {
      ...history.encodeLocation(path),
      state: options.state ?? null,
      key: Math.random().toString(36).slice(2, 10),
    };
    const action = options.replace ? NavigationType.Replace : NavigationType.Push;
    if (blockers.stop(location, action, () => void navigate(to, options))) return;
    await open(location, action, options.preventScrollReset === true);
  }

  const router = {
    basename: undefined,
    future: {},
    window: globalThis.window,
    manifest: pages.byId,
    get state() {
      return state;
    },
    get routes() {
      return pages.tree();
    },
    match: (location: string) => matchRoutes(pages.tree(), location),
    subscribe(subscriber: Subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    enableScrollRestoration(saved: Record<string, number>, read: () => number) {
      const first = !positions;
      positions = saved;
      readPosition = read;
      const position = saved[state.location.key];
      if (first && position !== undefined && state.navigation.state === 'idle')
        update({ restoreScrollPosition: position });
      return () => {
        positions = undefined;
      };
    },
    navigate,
    async revalidate() {
      const { matches } = state;
      const number = navigations;
      update({ revalidation: 'loading' });
      const modules = await Promise.all(matches.map(({ route }) => pages.loadModule(route.id)));
      const results = await load(matches, modules);
      if (number === navigations) update({ ...results, revalidation: 'idle' });
    },
    createHref: (location: Location) => history.createHref(location),
    createURL: (to: To) => history.createURL(to),
    encodeLocation: (to: To) => history.encodeLocation(to),
    getBlocker: blockers.get,
    deleteBlocker: blockers.remove,
  };
  history.listen(({ action, location, delta }) => {
    if (!blockers.stopReturn(location, action, delta)) void open(location, action as NavigationType);
  });
  // Fetchers, actions and updates of routes in place are missing: react-router's hooks for them are not used.
  return router as unknown as DataRouter;
}

const LOADING = {
  state: 'loading',
  formMethod: undefined,
  formAction: undefined,
  formEncType: undefined,
  formData: undefined,
  json: undefined,
  text: undefined,
};

/** Only the part after the `#` differs: nothing has to be loaded. */
function isSamePage(from: Location, to: Location): boolean {
  return from.pathname === to.pathname && from.search === to.search && to.hash !== '';
}

function mapValues<A, B>(values: Record<string, A>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}

/** An error of a loader on the server, of which only the status is sent. */
function errorWithStatus(status: number) {
  return { status, statusText: '', internal: true, data: null };
}
