import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logFailures } from '../log-failures.ts';
import { hostFunctions } from './host-functions.ts';

const folder = mkdtempSync(join(tmpdir(), 'lakou-functions-'));
const functions: Record<string, string> = {
  echo: `export default { async fetch(request) {
    return new Response(await request.text(), { status: 201, headers: { 'x-caller': request.headers.get('authorization') ?? '' } });
  } };`,
  webhook: `export default { fetch: () => Response.json({ taken: true }) };`,
  broken: `export default { fetch() { throw new Error('the secret is hunter2'); } };`,
  slow: `export default { fetch(request) {
    return new Promise((resolve, reject) => request.signal.addEventListener('abort', () => reject(new Error('late'))));
  } };`,
  typo: `export default { ftech() {} };`,
  unreadable: `export default {`,
};

const problems: { request_id?: string; err?: Error }[] = [];
const log = { info() {}, warn() {}, error: (problem: object) => void problems.push(problem) };
const app = new Hono().use(logFailures(log));
const functionsApp = hostFunctions({
  folder,
  open: new Set(['webhook']),
  refuse: async (request) =>
    request.headers.get('authorization') === 'Bearer good'
      ? undefined
      : Response.json({ code: 'UNAUTHORIZED' }, { status: 401 }),
  timeLimitMs: 100,
  bodyLimitBytes: 1000,
});
app.route('/', functionsApp);

beforeAll(() => {
  for (const [name, code] of Object.entries(functions)) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'index.ts'), code);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const call = (name: string, init: RequestInit = {}) =>
  app.request(`/${name}`, {
    method: 'POST',
    ...init,
    headers: { authorization: 'Bearer good', ...init.headers },
  });

describe('a function', () => {
  test('gets the request with the caller’s token, and its response is sent unchanged', async () => {
    const answer = await call('echo', { body: 'bonjou' });
    expect(answer.status).toBe(201);
    expect(await answer.text()).toBe('bonjou');
    expect(answer.headers.get('x-caller')).toBe('Bearer good');
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  });

  test('refuses callers without a valid token, unless the settings open it', async () => {
    expect((await call('echo', { headers: { authorization: 'Bearer bad' } })).status).toBe(401);
    expect((await app.request('/echo', { method: 'POST' })).status).toBe(401);
    expect(await (await app.request('/webhook', { method: 'POST' })).json()).toEqual({ taken: true });
  });

  test('that throws answers 500 with a request id; the error goes to the log alone', async () => {
    const answer = await call('broken');
    expect(answer.status).toBe(500);
    const body = await answer.json();
    expect(JSON.stringify(body)).not.toContain('hunter2');
    const logged = problems.find(({ request_id }) => request_id === body.request_id);
    expect(logged?.err?.message).toContain('hunter2');
  });

  test('that takes too long answers 504, and its signal aborts', async () => {
    const answer = await call('slow');
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({ code: 'TIMEOUT' });
  });

  test.each(['typo', 'unreadable'])('that cannot be loaded answers 503: %s', async (name) => {
    const answer = await call(name);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'BOOT_ERROR' });
  });

  test.each(['nothing', '_shared', '..%2f..%2fserver', 'Echo', 'echo%00'])(
    'that is not there answers 404: %s',
    async (name) => {
      expect((await call(name)).status).toBe(404);
    },
  );

  test('takes no body beyond the limit', async () => {
    expect((await call('echo', { body: 'x'.repeat(1001) })).status).toBe(413);
  });

  test('can be called by a page of another origin', async () => {
    const preflight = await app.request('/echo', { method: 'OPTIONS' });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    expect((await call('broken')).headers.get('access-control-allow-origin')).toBe('*');
  });
});
