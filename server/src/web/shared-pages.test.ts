import { expect, test } from 'vitest';
import { withDependencies } from '../../../platform/src/caching/dependencies.ts';
import type { WebServices } from './mount-web.ts';
import { SharedPages } from './shared-pages.ts';
import type { PageSources, WebApp } from './web-app.ts';

type Cache = { onNotice(notice: { table: string; rows: undefined }): void };

const HOME = { address: '/', cookie: 'theme=light', sharedCookie: '' };
const FILMS = { table: 'public.movies', rows: undefined };

/** A web app that reads the films and shares what it was answered. */
function open({ status = 200, onRead = () => {} }: { status?: number; onRead?(cache: Cache): void } = {}) {
  let rendered = 0;
  let cache: Cache | undefined;
  const web = {
    isDevelopment: false,
    async render(_variant: unknown, sources: PageSources) {
      rendered += 1;
      const answer = await sources.fetchData(new Request('http://lakou.test/rest/v1/movies'));
      if (cache) onRead(cache);
      const shared = { pieces: [await answer.text(), 0], names: [], nonce: 'n' };
      return { status: 200, headers: [['content-language', 'ht']], failures: [], page: undefined, shared };
    },
  };
  const changes = {
    now: () => 0,
    isCurrent: () => true,
    confirm: async () => true,
    follow(follower: Cache) {
      cache = follower;
    },
  };
  const services = {
    settings: {},
    changes,
    fetchData: async () =>
      withDependencies(new Response(`films ${rendered}`, { status }), [{ table: FILMS.table }]),
  };
  const pages = new SharedPages(web as unknown as WebApp, services as unknown as WebServices);
  return { pages, rendered: () => rendered, change: () => cache?.onNotice(FILMS) };
}

test('what readers have in common is rendered once, until something on it changes', async () => {
  const { pages, rendered, change } = open();
  const [one, other] = await Promise.all([pages.find(HOME), pages.find({ ...HOME, cookie: 'theme=dark' })]);
  expect(one).toMatchObject({
    html: { pieces: ['films 1', 0], nonce: 'n' },
    dependencies: [{ table: FILMS.table }],
  });
  expect(other).toBe(one);
  expect(rendered()).toBe(1);
  change();
  expect((await pages.find(HOME))?.html.pieces).toEqual(['films 2', 0]);
});

test('nothing is shared that changed while it was rendered, or whose data was away', async () => {
  const changed = open({ onRead: (cache) => cache.onNotice(FILMS) });
  expect(await changed.pages.find(HOME)).toBeUndefined();
  expect(await open({ status: 503 }).pages.find(HOME)).toBeUndefined();
});

test('a page that is each reader’s own is not shared', async () => {
  const { pages, rendered } = open();
  expect(await pages.find({ address: '/forum', cookie: '' })).toBeUndefined();
  expect(rendered()).toBe(0);
});
