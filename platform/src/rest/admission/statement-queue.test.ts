import { expect, test, vi } from 'vitest';
import { SlowStatements } from './slow-statements.ts';
import { type Caller, StatementQueue } from './statement-queue.ts';

const limits = { connections: 4, waitingPerCaller: 2, waiting: 6, waitMs: 60_000 };
const visitor = (key: string): Caller => ({ key, isLimited: true, isVisitor: true });
const member = (key: string): Caller => ({ key, isLimited: true, isVisitor: false });
const stays = new AbortController().signal;

/** Statements that run until they are told to end. */
function open(given: Partial<typeof limits> = {}) {
  const slow = new SlowStatements({ quickMs: 25, freeMs: 100, budgetMs: 10_000 }, () => 0);
  const queue = new StatementQueue({ ...limits, ...given }, slow);
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const send = (caller: Caller, name: string, signal = stays) =>
    queue.run(caller, signal, () => {
      running.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)?.();
    running.splice(running.indexOf(name), 1);
    await settle();
  };
  return { slow, send, running, end, settle };
}

test('one caller gets half of the connections, visitors together three quarters', async () => {
  const { send, running, settle } = open();
  for (const name of ['a1', 'a2', 'a3']) void send(visitor('a'), name);
  for (const name of ['b1', 'b2']) void send(visitor('b'), name);
  for (const name of ['m1', 'm2']) void send(member('m'), name);
  await settle();
  expect(running).toEqual(['a1', 'a2', 'b1', 'm1']);
});

test('the caller whose statements were slow is served after others', async () => {
  const { slow, send, running, end } = open({ connections: 1 });
  slow.add('a', 5_000);
  for (const [key, name] of [
    ['a', 'a1'],
    ['a', 'a2'],
    ['b', 'b1'],
    ['c', 'c1'],
    ['b', 'b2'],
  ] as const) {
    void send(visitor(key), name);
  }
  const order: (string | undefined)[] = [];
  for (let served = 0; served < 5; served += 1) {
    await vi.waitFor(() => expect(running).toHaveLength(1));
    order.push(running[0]);
    await end(running[0] ?? '');
  }
  expect(order).toEqual(['a1', 'b1', 'c1', 'b2', 'a2']);
});

test('callers of slow statements share a quarter of the connections', async () => {
  const { slow, send, running, settle } = open({ connections: 8 });
  for (const key of ['a', 'b', 'c']) {
    slow.add(key, 5_000);
    void send(member(key), key);
  }
  void send(member('m'), 'm');
  await settle();
  expect(running).toEqual(['a', 'b', 'm']);
});

test('somebody who waits in vain is told that the service is busy, somebody slow that they are', async () => {
  const { slow, send } = open({ connections: 1, waitMs: 1 });
  void send(member('a'), 'a');
  slow.add('b', 5_000);
  await expect(send(member('b'), 'b')).rejects.toMatchObject({ status: 429 });
  await expect(send(member('c'), 'c')).rejects.toMatchObject({ status: 503, code: 'PGRST003' });
});

test('a caller with too many waiting statements is refused, then everybody', async () => {
  const { send } = open({ connections: 1 });
  for (const name of ['a1', 'a2', 'a3']) void send(visitor('a'), name);
  const refused = { status: 429, headers: { 'retry-after': '1' } };
  await expect(send(visitor('a'), 'a4')).rejects.toMatchObject(refused);
  for (const key of ['b', 'b', 'c', 'c']) void send(visitor(key), key);
  await expect(send(member('m'), 'm')).rejects.toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
  });
});

test('the statement of a visitor who leaves while it waits is dropped', async () => {
  const { send, running, end, settle } = open({ connections: 1, waitingPerCaller: 1 });
  void send(visitor('a'), 'a1');
  const leaving = new AbortController();
  const left = send(visitor('a'), 'a2', leaving.signal);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ status: 499 });
  void send(visitor('a'), 'a3');
  await end('a1');
  await settle();
  expect(running).toEqual(['a3']);
  await expect(send(visitor('a'), 'a4', AbortSignal.abort())).rejects.toMatchObject({ status: 499 });
});

test('a caller who used up the time for slow statements is refused, also while waiting', async () => {
  const { slow, send, end } = open({ connections: 1 });
  void send(visitor('a'), 'a1');
  const waiting = send(visitor('a'), 'a2');
  slow.add('a', 12_000);
  const refused = { status: 429, message: 'Your statements took too much time' };
  await expect(send(visitor('a'), 'a3')).rejects.toMatchObject(refused);
  void end('a1');
  await expect(waiting).rejects.toMatchObject(refused);
  const next = send(visitor('b'), 'b1');
  await end('b1');
  expect(await next).toBe('b1');
});

test('callers on this machine share the connections, but not a caller’s part of them', async () => {
  const { send, running, settle } = open();
  const here: Caller = { key: 'this machine', isLimited: false, isVisitor: false };
  for (let sent = 1; sent <= 8; sent += 1) void send(here, `f${sent}`);
  await settle();
  expect(running).toEqual(['f1', 'f2', 'f3', 'f4']);
});

test('callers of slow statements share one connection, and others have the rest', async () => {
  const { slow, send, running, end, settle } = open();
  for (const [key, ms] of [
    ['a', 5_000],
    ['b', 5_000],
    ['m', 6_000],
  ] as const)
    slow.add(key, ms);
  void send(visitor('a'), 'a1');
  void send(visitor('b'), 'b1');
  void send(member('m'), 'm1');
  void send(visitor('c'), 'c1');
  void send(member('n'), 'n1');
  await settle();
  expect(running).toEqual(['a1', 'c1', 'n1']);
  await end('c1');
  expect(running).toEqual(['a1', 'n1']);
  await end('a1');
  await vi.waitFor(() => expect(running).toEqual(['n1', 'b1']));
});
