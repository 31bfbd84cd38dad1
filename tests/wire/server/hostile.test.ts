import { createClient } from '@supabase/supabase-js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { Targets } from '../../support/hostile/endpoint-template.ts';
import { findTargets } from '../../support/hostile/find-targets.ts';
import { findLeak } from '../../support/hostile/leaks.ts';
import { type Dialect, hostileMessage } from '../../support/hostile/messages.ts';
import { hostileRequest } from '../../support/hostile/requests.ts';
import { send } from '../../support/hostile/send.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

/**
 * Generated hostile requests, with every role. The server answers all of them, never with a 5xx, and leaks
 * nothing internal. The seed is fixed, so that a failure is reproducible;
 * `npm run test:long` uses other seeds and many more runs.
 */
const LONG = process.env.LONG === '1';
const AT_ONCE = 8;
const rounds = { requests: (LONG ? 48_000 : 1840) / AT_ONCE, messages: (LONG ? 2000 : 160) / AT_ONCE };
const runs = (numRuns: number) => ({ numRuns, ...(LONG ? {} : { seed: 1804 }) });

let server: TestServer;
let targets: Targets;
let leakIn: (text: string) => string | undefined;
beforeAll(async () => {
  const unlimited = [
    'signUps',
    'signIns',
    'codes',
    'mails',
    'verifications',
    'refreshes',
    'failuresPerAccount',
  ];
  server = await startTestServer({ AUTH_LIMITS: unlimited.map((name) => `${name}=off`).join() });
  targets = await findTargets(server);
  leakIn = findLeak(server);
});
afterAll(() => server.close());

test('no hostile request causes a 5xx, a leak or a missing response', { timeout: 3_600_000 }, async () => {
  const port = Number(new URL(server.url).port);
  const some = fc.array(hostileRequest(targets), { minLength: AT_ONCE, maxLength: AT_ONCE });
  await fc.assert(
    fc.asyncProperty(some, async (requests) => {
      const received = await Promise.all(requests.map((request) => send(port, request)));
      received.forEach((answer, place) => {
        // A client that closes in the middle of its request can get no response.
        if (answer === 'silence' && requests[place]?.framing === 'lie') return;
        expect(answer).toMatchObject({ status: expect.any(Number) });
        if (typeof answer === 'string') return;
        expect(answer.status, answer.body).toBeLessThan(500);
        expect(leakIn(`${answer.headers}\n${answer.body}`)).toBeUndefined();
      });
    }),
    runs(rounds.requests),
  );
});

test('no hostile WebSocket message causes a failure or a leak', { timeout: 600_000 }, async () => {
  const [key, ...tokens] = targets.tokens;
  const tables = targets.tables.map(({ name }) => name);
  const some = fc.constantFrom<Dialect>('1.0.0', '2.0.0').chain((version) => {
    const message = hostileMessage(version, tables, tokens);
    return fc.tuple(fc.constant(version), fc.array(message, { minLength: AT_ONCE, maxLength: AT_ONCE }));
  });
  await fc.assert(
    fc.asyncProperty(some, async ([version, messages]) => {
      const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=${version}`;
      const socket = new WebSocket(address);
      const received: string[] = [];
      const closed = new Promise<number>((resolve) => socket.once('close', resolve));
      // The reply to the last message: all earlier ones have been processed then.
      socket.on('message', (data) => {
        received.push(String(data));
        if (String(data).includes('the last word')) socket.close();
      });
      await new Promise((resolve) => socket.once('open', resolve));
      for (const message of messages) socket.send(message, { binary: typeof message !== 'string' });
      const last = { topic: 'x', event: 'x', payload: {}, ref: 'the last word', join_ref: null };
      socket.send(JSON.stringify(version === '1.0.0' ? last : [null, last.ref, 'x', 'x', {}]));
      // 1011: the server failed; 1006: it is gone.
      expect([1005, 1007, 1008, 1009]).toContain(await closed);
      const said = received.join('\n');
      expect(leakIn(said)).toBeUndefined();
      expect(said).not.toMatch(/Unavailable/);
    }),
    runs(rounds.messages),
  );
});

test('the server still serves everybody afterwards', async () => {
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect((await fetch(server.url)).status).toBe(200);
  const person = createClient(server.url, server.anonKey, { auth: { persistSession: false } });
  const { data, error } = await person.auth.signUp({
    email: 'apre@example.test',
    password: 'yon-modpas-ki-long',
  });
  expect(error).toBeNull();
  const profile = await person
    .from('profiles')
    .select('username')
    .eq('id', data.user?.id ?? '')
    .single();
  expect(profile.data).toEqual({ username: 'apre' });
});
