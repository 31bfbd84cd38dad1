import { setImmediate as turn } from 'node:timers/promises';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { expect, test } from 'vitest';
import { Passwords } from './passwords.ts';

test('a password matches only its own hash, argon2id or bcrypt', async () => {
  const passwords = new Passwords();
  for (const stored of [await passwords.hash('modpas mwen'), await bcrypt('modpas mwen', 4)]) {
    expect(await passwords.verify('modpas mwen', stored)).toBe(true);
    expect(await passwords.verify('modpas Mwen', stored)).toBe(false);
  }
  expect(passwords.isOutdated(await passwords.hash('x'))).toBe(false);
  expect(passwords.isOutdated(await bcrypt('x', 4))).toBe(true);
});

test('a missing, a broken and an unknown hash match nothing', async () => {
  const passwords = new Passwords();
  for (const stored of [null, undefined, '', '$argon2id$broken', '$2a$10$broken', 'plain', '$scrypt$x']) {
    expect(await passwords.verify('plain', stored)).toBe(false);
  }
});

test('limits how many are hashed at once and refuses when the queue is full', async () => {
  const passwords = new Passwords(1);
  const done: number[] = [];
  const waiting = Array.from({ length: 203 }, (_, n) =>
    passwords.verify('x', '$unknown').then(
      () => done.push(n),
      (error: { status: number }) => error.status,
    ),
  );
  await turn();
  const handle = await Promise.all(waiting);
  expect(handle.filter((answer) => answer === 503)).toHaveLength(2);
  expect(done).toEqual(Array.from({ length: 201 }, (_, n) => n));
});
