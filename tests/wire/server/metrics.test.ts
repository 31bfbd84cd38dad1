import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { monitoringQueries, parseQuery } from '../../support/monitoring.ts';
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
const numbers = async () => (await scrape()).samples;

async function scrape(url = server.url) {
  const answer = await fetch(`${url}/metrics`);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  const samples = new Map<string, number>();
  const known = new Map<string, string>();
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.trimEnd().split('\n')) {
    const [, declared, type] = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/.exec(line) ?? [];
    if (declared && type) {
      expect(known.has(declared), `${declared} twice`).toBe(false);
      known.set(declared, type);
    }
    if (line === '' || line.startsWith('# ')) continue;
    const [, sample = '', name = '', value] =
      /^(([a-z_]+)(?:\{(?:[a-z]+="[^"\n]*",?)+\})?) (-?[\d.e+-]+|NaN)$/.exec(line) ?? [];
    expect(known.has(name.replace(/_(bucket|sum|count)$/, '')) || known.has(name), line).toBe(true);
    expect(samples.has(sample), `${sample} twice`).toBe(false);
    samples.set(sample, Number(value));
  }
  return { samples, types: known };
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

describe('what alerts, dashboard and autoscaler ask for', () => {
  /** Of a read replica, which this server has not: tests/process/replica.test.ts reads them. */
  const SAMPLED_ELSEWHERE = [{ metric: 'database_reads_total', label: 'target' }];
  /** Prometheus's own. */
  const OWN = 'up';
  let types: Map<string, string>;
  let labels: Map<string, Map<string, Set<string>>>;

  beforeAll(async () => {
    const busy = await startTestServer({ OVERLOAD_REQUESTS: '1' }, server.database);
    try {
      for (const path of ['/', '/stream/nothing/master.m3u8']) await (await fetch(busy.url + path)).text();
      await refuseOne(busy);
      const { samples, types: found } = await scrape(busy.url);
      types = found;
      labels = labelsOf([...samples.keys()]);
    } finally {
      await busy.close();
    }
  });

  test.each(monitoringQueries())('$where: $expression', ({ expression, shown, given }) => {
    const query = parseQuery({ expression, shown });
    expect(query.errors).toEqual([]);
    expect(query.metrics.length).toBeGreaterThan(0);
    for (const metric of query.metrics.filter((name) => name !== OWN)) {
      const family = metric.replace(/_(bucket|sum|count)$/, '');
      const isPart = family !== metric && types.get(family) === 'histogram';
      expect(isPart || ['counter', 'gauge'].includes(types.get(metric) ?? ''), metric).toBe(true);
    }
    const unknown = query.labels.filter(({ metric, label, value }) => {
      if (given.includes(label)) return false;
      if (SAMPLED_ELSEWHERE.some((one) => one.metric === metric && one.label === label)) return false;
      const values = labels.get(metric)?.get(label);
      return !values || (value !== undefined && !values.has(value));
    });
    expect(unknown).toEqual([]);
  });

  test('a name, label or value that does not exist is noticed', () => {
    const shown = ['rank'];
    const query = parseQuery({
      expression: 'sum by (a, le) (rate(x_bucket{b=~"5..",c="d"}[5m])) / y',
      shown,
    });
    expect(query).toEqual({
      errors: [],
      metrics: ['x_bucket', 'y'],
      labels: [
        { metric: 'x_bucket', label: 'a' },
        { metric: 'x_bucket', label: 'le' },
        { metric: 'x_bucket', label: 'b' },
        { metric: 'x_bucket', label: 'c', value: 'd' },
        { metric: 'x_bucket', label: 'rank' },
        { metric: 'y', label: 'rank' },
      ],
    });
    expect(parseQuery({ expression: 'sum(x', shown: [] }).errors).not.toEqual([]);
    expect(labels.get('media_jobs')?.get('status')).toContain('queued');
    expect(labels.get('media_jobs')?.get('status')).not.toContain('waiting');
  });
});

/** Two sign-ins whose bodies never end, and a visitor for whom that is one too many. */
async function refuseOne({ url, anonKey }: TestServer): Promise<void> {
  const { host, hostname, port } = new URL(url);
  const head = [
    'POST /auth/v1/token?grant_type=password HTTP/1.1',
    `host: ${host}`,
    `apikey: ${anonKey}`,
    'content-type: application/json',
    'content-length: 9',
  ];
  const sockets = [1, 2].map(() => connect(Number(port), hostname).on('error', () => {}));
  try {
    for (const socket of sockets) {
      await once(socket, 'connect');
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
    }
    let asked = 0;
    await vi.waitFor(
      async () => {
        // Each time another address: answers that are kept are given to everybody.
        asked += 1;
        const { status } = await fetch(`${url}/rest/v1/movies?select=id&limit=${asked}`);
        expect(status).toBe(503);
      },
      { timeout: 20_000, interval: 50 },
    );
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** The labels of each metric, with the values that they have. */
function labelsOf(samples: string[]): Map<string, Map<string, Set<string>>> {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const sample of samples) {
    const [name = ''] = sample.split('{');
    const labels = found.get(name) ?? new Map<string, Set<string>>();
    found.set(name, labels);
    for (const [, label = '', value = ''] of sample.matchAll(/([a-z]+)="([^"]*)"/g))
      labels.set(label, (labels.get(label) ?? new Set()).add(value));
  }
  return found;
}
