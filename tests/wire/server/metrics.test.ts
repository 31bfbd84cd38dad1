import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { film } from '../../support/shop.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

const TOKEN = 'nimewo-pou-prometheus';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ METRICS_TOKEN: TOKEN });
});
afterAll(() => server.close());

const look = (headers: Record<string, string> = {}) => fetch(`${server.url}/metrics`, { headers });

/** Every sample by name and labels, parsed as strictly as Prometheus does. */
async function numbers(): Promise<Map<string, number>> {
  const answer = await look();
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  const samples = new Map<string, number>();
  const known = new Set<string>();
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.trimEnd().split('\n')) {
    const [, declared] = /^# TYPE ([a-z_]+) (?:counter|gauge|histogram)$/.exec(line) ?? [];
    if (declared) {
      expect(known.has(declared), `${declared} twice`).toBe(false);
      known.add(declared);
    }
    if (line === '' || line.startsWith('# ')) continue;
    const [, sample = '', name = '', value] =
      /^(([a-z_]+)(?:\{(?:[a-z]+="[^"\n]*",?)+\})?) (-?[\d.e+-]+|NaN)$/.exec(line) ?? [];
    expect(known.has(name.replace(/_(bucket|sum|count)$/, '')) || known.has(name), line).toBe(true);
    expect(samples.has(sample), `${sample} twice`).toBe(false);
    samples.set(sample, Number(value));
  }
  return samples;
}

test('requests are counted by service, method and status, and timed', async () => {
  const movies = 'http_requests_total{service="rest",method="GET",status="200"}';
  const before = (await numbers()).get(movies) ?? 0;
  for (let asked = 0; asked < 3; asked += 1)
    await (await fetch(`${server.url}/rest/v1/movies?select=id`)).text();
  await fetch(`${server.url}/stream/nothing/master.m3u8`);
  await fetch(`${server.url}/auth/v1/user`, { method: 'BREW' }).catch(() => {});
  const after = await numbers();
  expect(after.get(movies)).toBe(before + 3);
  expect(after.get('http_requests_total{service="stream",method="GET",status="404"}')).toBe(1);
  expect(after.get('http_request_duration_seconds_count{service="rest"}')).toBeGreaterThanOrEqual(3);
  expect(after.get('http_request_duration_seconds_bucket{le="+Inf",service="rest"}')).toBe(
    after.get('http_request_duration_seconds_count{service="rest"}'),
  );
  expect(after.get('http_response_bytes_total{service="rest"}')).toBeGreaterThan(300);
  expect(after.get('database_query_duration_seconds_count')).toBeGreaterThanOrEqual(3);
});

test('database, jobs, streams, WebSockets and the process have metrics', async () => {
  await server.database.query('insert into public.media_jobs (movie_id, source_path) values ($1, $2)', [
    film,
    'x',
  ]);
  await server.database.query(
    `insert into private.jobs (kind, status, failed_at) values ('mail_contact_message', 'failed', now())`,
  );
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.anonKey}`,
  );
  await new Promise((resolve) => socket.once('open', resolve));
  const now = await numbers();
  expect(now.get('database_up')).toBe(1);
  expect(now.get('database_waiting')).toBeGreaterThanOrEqual(0);
  expect(now.get('media_jobs{status="queued"}')).toBe(1);
  expect(now.get('media_jobs{status="failed"}')).toBe(0);
  expect(now.get('jobs_due')).toBeGreaterThanOrEqual(0);
  expect(now.get('jobs_failed')).toBe(1);
  expect(now.get('jobs_oldest_due_age_seconds')).toBeGreaterThanOrEqual(0);
  expect(now.get('playback_sessions_active')).toBe(0);
  expect(now.get('realtime_connections')).toBe(1);
  expect(now.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  expect(now.get('nodejs_eventloop_lag_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0);
  socket.close();
});

test('the number of label values does not grow with the paths requested', async () => {
  const before = (await numbers()).size;
  for (const path of ['/a', '/b/c', '/films/1', '/films/2', '/rest/v1/x1', '/rest/v1/x2']) {
    await (await fetch(server.url + path)).text();
  }
  expect((await numbers()).size).toBeLessThan(before + 45);
  expect([...(await numbers()).keys()].join()).not.toMatch(/films|x1/);
});

test('remote clients need the token', async () => {
  for (const proxied of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    const from = { [proxied]: '203.0.113.9' };
    expect((await look(from)).status, proxied).toBe(401);
    expect((await look({ ...from, authorization: `Bearer ${TOKEN}x` })).status).toBe(401);
    expect((await look({ ...from, authorization: `Bearer ${server.anonKey}` })).status).toBe(401);
    expect((await look({ ...from, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  }
  expect((await look()).status).toBe(200);
});
