import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A kind is what comes before the id. */
const PAGES_OF_A_KIND = 2;
const AT_ONCE = 8;
const NAMED = /\/storage\/v1\/(?:render\/image|object)\/public\/[^"'`\s,<>\\]+/g;
const LINK = /href="(\/[^"#?]*)"/g;
const PRIVATE = /^\/(?:assets|watch|admin|auth|rest|storage|functions|payment)/;
const IMAGE_ACCEPT = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

const kindOf = (path: string) => path.replace(/[\w-]+$/, '');

/** Every picture on every public page that links lead to from home, for one kind of reader. */
async function picturesOfPages(cookie: string): Promise<Set<string>> {
  const pictures = new Set<string>();
  const paths = ['/', '/films', '/series', '/forum'];
  const counts = new Map<string, number>();
  for (const path of paths) {
    const answer = await fetch(server.url + path, { headers: { cookie }, redirect: 'follow' });
    const html = (await answer.text()).replaceAll('&amp;', '&');
    // With a format they are for the crawlers of other sites.
    for (const [address] of html.matchAll(NAMED)) if (!address.includes('format=')) pictures.add(address);
    for (const [, link = ''] of html.matchAll(LINK)) {
      const count = counts.get(kindOf(link)) ?? 0;
      const hasId = link.split('/').length > 2;
      if (PRIVATE.test(link) || paths.includes(link) || (hasId && count >= PAGES_OF_A_KIND)) continue;
      if (/\.\w+$/.test(link)) continue;
      counts.set(kindOf(link), count + 1);
      paths.push(link);
    }
  }
  return pictures;
}

async function drawnForRequests(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^pictures_drawn_total\{reason="request"\} (\d+)$/m.exec(text)?.[1]);
}

test('no picture of a public page makes a visitor or a member wait for an encoder, not even right after the first start', async () => {
  const pictures = new Set([...(await picturesOfPages('')), ...(await picturesOfPages('lakou-hint=in'))]);
  const sized = [...pictures].filter((address) => address.includes('/render/image/'));
  expect(sized.length).toBeGreaterThan(100);
  expect(await drawnForRequests()).toBe(0);
  const failed: string[] = [];
  const standIns: string[] = [];
  const left = [...pictures];
  const readAll = async () => {
    for (let address = left.pop(); address; address = left.pop()) {
      const answer = await fetch(server.url + address, { headers: { accept: IMAGE_ACCEPT } });
      const bytes = (await answer.arrayBuffer()).byteLength;
      if (answer.status !== 200 || bytes === 0) failed.push(`${answer.status} ${address}`);
      if (answer.headers.has('x-stand-in')) standIns.push(address);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readAll));
  expect(failed).toEqual([]);
  // The demo's pictures come with all their sizes.
  expect(standIns).toEqual([]);
  expect(await drawnForRequests()).toBe(0);
}, 120_000);
