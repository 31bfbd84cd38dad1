import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UNSAFE_createMemoryHistory } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createClientRouter } from './client-router.ts';
import { createPageRoutes, type PageStart, type RouteModule } from './page-routes.ts';

const page = (name: string) => ({ id: name, parentId: 'root', path: name, module: moduleOf(name) });
const moduleOf = (name: string) =>
  `data:text/javascript,export const clientLoader = () => ${JSON.stringify(`data of ${name}`)};`;
const failing = 'data:text/javascript,export const clientLoader = () => { throw new Error("no text"); };';

const manifest = {
  routes: {
    root: { id: 'root', path: '', module: '' },
    home: { id: 'home', parentId: 'root', index: true, module: '' },
    films: page('films'),
    faq: page('faq'),
    broken: { ...page('broken'), module: failing },
    gone: { ...page('gone'), module: 'data:text/javascript,throw new Error("gone")' },
  },
};

const start: PageStart = {
  manifest: 'data:text/javascript,',
  routes: [
    { id: 'root', path: '' },
    { id: 'home', index: true },
  ],
  loaderData: { home: 'from the server' },
  errors: null,
};

const modules: RouteModule[] = [{ ErrorBoundary: () => null }, { clientLoader: () => null }];

function open(given: PageStart = start) {
  globalThis.__reactRouterManifest = manifest;
  const history = UNSAFE_createMemoryHistory({ initialEntries: ['/'] });
  return createClientRouter(history as never, createPageRoutes(given, modules), given);
}

const ids = ({ state }: ReturnType<typeof open>) => state.matches.map(({ route }) => route.id);

afterEach(() => vi.unstubAllGlobals());

test('the page of the document is there without the manifest', () => {
  const router = open();
  expect(ids(router)).toEqual(['root', 'home']);
  expect(router.state.loaderData).toEqual({ home: 'from the server' });
  expect(router.state.initialized).toBe(true);
});

test('a link opens a page with what its loader answers, and says so while it loads', async () => {
  const router = open();
  const states: string[] = [];
  router.subscribe(({ navigation }) => states.push(navigation.state));
  await router.navigate('/films?page=2');
  expect(ids(router)).toEqual(['root', 'films']);
  expect(router.state.location).toMatchObject({ pathname: '/films', search: '?page=2' });
  expect(router.state.loaderData.films).toBe('data of films');
  expect(router.state.historyAction).toBe('PUSH');
  expect(states).toEqual(['loading', 'idle']);
});

test('of two links that follow each other the second opens', async () => {
  const router = open();
  await Promise.all([router.navigate('/films'), router.navigate('/faq')]);
  expect(router.state.location.pathname).toBe('/faq');
});

test('a link to a part of the page loads nothing', async () => {
  const router = open();
  const states: string[] = [];
  router.subscribe(({ navigation }) => states.push(navigation.state));
  await router.navigate({ hash: '#rows' });
  expect(router.state.location).toMatchObject({ pathname: '/', hash: '#rows' });
  expect(states).toEqual(['idle']);
});

test('a failed loader shows the nearest error boundary', async () => {
  const router = open();
  await router.navigate('/broken');
  expect(router.state.errors).toEqual({ root: new Error('no text') });
});

test('an error of the server arrives with its status', () => {
  expect(open({ ...start, errors: { root: 503 } }).state.errors).toEqual({
    root: expect.objectContaining({ status: 503 }),
  });
});

test('a page whose files are gone is opened without the app', async () => {
  const assign = vi.fn();
  vi.stubGlobal('window', { location: { assign } });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const router = open();
  await router.navigate('/gone');
  expect(assign).toHaveBeenCalledWith('/gone');
});

test('a blocker stops a link until it is let through', async () => {
  const router = open();
  router.getBlocker('1', ({ nextLocation }) => nextLocation.pathname === '/films');
  await router.navigate('/films');
  expect(router.state.location.pathname).toBe('/');
  router.state.blockers.get('1')?.proceed?.();
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/films'));
  expect(router.state.blockers.get('1')?.state).toBe('unblocked');
});

test('going back restores where the page was scrolled to', async () => {
  const router = open();
  router.enableScrollRestoration({}, () => 700);
  await router.navigate('/films');
  await router.navigate(-1);
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(router.state.restoreScrollPosition).toBe(700);
});

/** A new version of react-router can ask its router for more: then `createClientRouter` has to answer it. */
test('react-router asks its router only for what ours answers', () => {
  const lib = join(dirname(fileURLToPath(import.meta.resolve('react-router'))), 'lib');
  const asked = ['components.js', 'hooks.js', 'dom/lib.js'].flatMap((file) =>
    [...readFileSync(join(lib, file), 'utf8').matchAll(/\brouter\??\.(\w+)/g)].map(([, name]) => name),
  );
  const known = Object.keys(open());
  // Of fetchers, submissions and `createBrowserRouter`, which the app does not use.
  const notUsed = ['fetch', 'getFetcher', 'resetFetcher', 'deleteFetcher', 'initialize', 'dispose', 'js'];
  expect([...new Set(asked)].filter((name) => ![...known, ...notUsed].includes(name!))).toEqual([]);
  expect(known).toContain('enableScrollRestoration');
});
