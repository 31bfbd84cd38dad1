import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { log } from '../log.ts';
import { readDsn, reportErrors } from './report-errors.ts';
import { scrub } from './scrub.ts';

interface Received {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  lines: Record<string, unknown>[];
  text: string;
}

const stops: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/** A small server that takes envelopes as Sentry does. */
async function startReceiver(status = 200): Promise<{ dsn: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    received.push({
      path: request.url,
      headers: request.headers,
      text,
      lines: text.split('\n').map((line) => JSON.parse(line)),
    });
    response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  return { dsn: `http://public@127.0.0.1:${(server.address() as AddressInfo).port}/7`, received };
}

function start(dsn: string) {
  const reports = reportErrors(dsn, { release: '1.2.3', environment: 'test' });
  stops.push(() => reports.stop());
  return reports;
}

test('an error that is logged arrives as an event, without what could name a person', async () => {
  const { dsn, received } = await startReceiver();
  const reports = start(dsn);
  const err = new TypeError(
    'mimose@example.test asked /films?code=secret-code from 203.0.113.9 with eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl',
  );
  log.error(
    {
      err,
      method: 'GET',
      path: '/profile/0b5c1a60-6f2e-4d8e-9a53-2f5a3c1d7e90',
      status: 500,
      request_id: 'r-1',
    },
    'request failed',
  );
  log.warn({ err }, 'not an error');
  await reports.stop();
  expect(received).toHaveLength(1);
  const [{ path, headers, lines, text } = {} as Received] = received;
  expect(path).toBe('/api/7/envelope/');
  expect(headers['x-sentry-auth']).toContain('sentry_key=public');
  expect(headers['content-type']).toBe('application/x-sentry-envelope');
  expect(lines[1]).toEqual({ type: 'event' });
  expect(lines[2]).toMatchObject({
    event_id: lines[0]?.event_id,
    level: 'error',
    release: '1.2.3',
    environment: 'test',
    tags: { method: 'GET', path: '/profile/[id]', status: '500', request_id: 'r-1' },
    message: { formatted: 'request failed' },
    exception: {
      values: [{ type: 'TypeError', value: '[e-mail] asked /films?[query] from [address] with [token]' }],
    },
  });
  expect(text).not.toMatch(/mimose|secret-code|203\.0|eyJ|0b5c1a60/);
  const frames = (lines[2] as { exception: { values: { stacktrace: { frames: { filename: string }[] } }[] } })
    .exception.values[0]?.stacktrace.frames;
  expect(frames?.at(-1)?.filename).toBe('server/src/error-reports/error-reports.test.ts');
});

test('a storm of errors is reported in part', async () => {
  const { dsn, received } = await startReceiver();
  const reports = start(dsn);
  for (let n = 0; n < 500; n += 1) log.error({ n }, 'again');
  await reports.stop();
  expect(received.length).toBeGreaterThan(0);
  expect(received.length).toBeLessThanOrEqual(30);
});

test('a receiver that refuses or is away changes nothing', async () => {
  const { dsn, received } = await startReceiver(429);
  const refusing = start(dsn);
  log.error('one');
  await refusing.stop();
  expect(received).toHaveLength(1);
  const away = start('http://public@127.0.0.1:9/1');
  const errors = vi.spyOn(log, 'error');
  log.error('two');
  await away.stop();
  // A failed report is no error, or it would be reported.
  expect(errors).toHaveBeenCalledTimes(1);
  errors.mockRestore();
});

test('reads a DSN, also of a receiver below a path', () => {
  expect(readDsn('https://abc@errors.example/42')).toEqual({
    address: 'https://errors.example/api/42/envelope/',
    key: 'abc',
  });
  expect(readDsn('https://abc@errors.example:8443/sentry/42').address).toBe(
    'https://errors.example:8443/sentry/api/42/envelope/',
  );
});

test.each([
  ['Bearer abc.def', '[token]'],
  ['call +509 3712 3456 now', 'call [phone] now'],
  ['key sk_live_51H8f9a8b7c6d5e4f3a2b1c0', 'key [token]'],
  ['at 2001:db8:0:1::7 again', 'at [address] again'],
  ['server/src/error-reports/error-reports.test.ts', 'server/src/error-reports/error-reports.test.ts'],
  [
    'duplicate key value violates unique constraint "outages_one_open"',
    'duplicate key value violates unique constraint "outages_one_open"',
  ],
])('scrubs %s', (text, wanted) => {
  expect(scrub(text)).toBe(wanted);
});
