import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

const fingerprint = Array.from({ length: 32 }, (_, n) => n.toString(16).padStart(2, '0')).join(':');

let server: TestServer;
let plain: TestServer;
beforeAll(async () => {
  server = await startTestServer({ ANDROID_APP: `ht.lakou.app=${fingerprint}` });
  plain = await startTestServer();
});
afterAll(async () => {
  await server.close();
  await plain.close();
});

test('the Android app of the settings is named to Android, and none is without', async () => {
  const answer = await fetch(`${server.url}/.well-known/assetlinks.json`);
  expect(answer.headers.get('content-type')).toContain('application/json');
  expect(await answer.json()).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: 'ht.lakou.app',
        sha256_cert_fingerprints: [fingerprint.toUpperCase()],
      },
    },
  ]);
  expect((await fetch(`${plain.url}/.well-known/assetlinks.json`)).status).toBe(404);
});

test('the manifest has shortcuts in the reader’s language and takes what other apps share', async () => {
  const answer = await fetch(`${plain.url}/manifest.webmanifest`, { headers: { 'accept-language': 'ht' } });
  const manifest = (await answer.json()) as { shortcuts: { url: string }[]; share_target: object; lang: string };
  expect(manifest.lang).toBe('ht');
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/films', '/series', '/watchlist', '/forum']);
  expect(manifest.share_target).toEqual({
    action: '/share',
    method: 'GET',
    params: { title: 'title', text: 'text', url: 'url' },
  });
});
