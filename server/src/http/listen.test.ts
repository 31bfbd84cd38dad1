import { expect, test } from 'vitest';
import { sparePort } from '../../../tests/support/postgres-server.ts';
import { type HttpServer, listen } from './listen.ts';

test('while it stops, a running request reaches its own process, and new connections are refused', async () => {
  const begun = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<void>();
  let http: HttpServer | undefined;
  const answer = async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname === '/inner') return new Response('reached');
    begun.resolve();
    await refused.promise;
    return fetch(`${http?.ownAddress}/inner`);
  };
  http = await listen(
    { host: '127.0.0.1', port: await sparePort(), trustedProxies: 1, opensWhenReady: true },
    () => ({ fetch: answer }),
  );
  const { address, ownAddress } = http;
  await expect(fetch(address)).rejects.toThrow();
  await http.open();
  const running = fetch(`${address}/outer`);
  await begun.promise;
  const closed = http.close();
  await expect(fetch(`${address}/other`)).rejects.toThrow();
  refused.resolve();
  expect(await (await running).text()).toBe('reached');
  await closed;
  await expect(fetch(`${ownAddress}/inner`)).rejects.toThrow();
});
