import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';
import {
  addPasskey,
  ceremonyLies,
  newMember,
  type Person,
  pageOrigin,
  signInWithPasskey,
} from '../../support/passkey-people.ts';
import { type Lies, SoftwareAuthenticator } from '../../support/software-authenticator.ts';

let server: AuthTestServer;
let owner: Person;
beforeAll(async () => {
  server = await startAuthServer({ confirmEmail: false });
  owner = await newMember(server);
  await addPasskey(owner);
  // The counter grows from zero, which stands for an authenticator that does not count.
  await signInWithPasskey(server, owner.authenticator);
});
afterAll(() => server?.[Symbol.asyncDispose]());

const FAILED = { code: 'webauthn_verification_failed', status: 400 };
const NO_CHALLENGE = { code: 'webauthn_challenge_not_found', status: 400 };
const NO_CREDENTIAL = { code: 'webauthn_credential_not_found', status: 400 };

describe('a sign-in is refused', () => {
  test.each<[string, Lies]>([
    ...ceremonyLies,
    ['with the answer to a registration', { type: 'webauthn.create' }],
    ['with a signature of nothing', { signature: Buffer.alloc(70) }],
    ['by a credential that suddenly can be backed up', { flags: { backupEligible: true } }],
    ['with a counter that did not grow', { counter: 0 }],
  ])('%s', async (_, lies) => {
    const { data, error } = await signInWithPasskey(server, owner.authenticator, lies);
    expect([data, error]).toEqual([null, expect.objectContaining(FAILED)]);
  });

  test('with a signature of another key', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signature = sign('sha256', Buffer.from('anything'), privateKey);
    expect((await signInWithPasskey(server, owner.authenticator, { signature })).error).toMatchObject(FAILED);
  });

  test.each([
    [
      'names the account of somebody else',
      () => ({ userHandle: Buffer.from(randomUUID()).toString('base64url') }),
    ],
    ['names no account', () => ({ userHandle: null })],
    ['names no known credential', () => ({ id: 'AAAA' })],
  ] as [string, () => Lies][])('when the authenticator %s', async (_, lies) => {
    expect((await signInWithPasskey(server, owner.authenticator, lies())).error).toMatchObject(NO_CREDENTIAL);
  });

  test('when one member’s authenticator claims to be another member’s passkey', async () => {
    const attacker = await newMember(server);
    await addPasskey(attacker);
    const [target] = owner.authenticator.credentials;
    const lies = { id: target!.id, userHandle: target!.userHandle };
    expect((await signInWithPasskey(server, attacker.authenticator, lies)).error).toMatchObject(FAILED);
  });

  test('when an answer is sent again', async () => {
    const first = await signInWithPasskey(server, owner.authenticator);
    expect(first.error).toBeNull();
    const again = { challengeId: first.challengeId, credential: first.credential } as never;
    expect((await server.client().auth.passkey.verifyAuthentication(again)).error).toMatchObject(
      NO_CHALLENGE,
    );
    const { data } = await server.client().auth.passkey.startAuthentication();
    const other = { challengeId: data!.challenge_id, credential: first.credential } as never;
    expect((await server.client().auth.passkey.verifyAuthentication(other)).error).toMatchObject(FAILED);
  });

  test('when two answers come at once, except for one', async () => {
    const { data } = await server.client().auth.passkey.startAuthentication();
    const credential = owner.authenticator.get(data!.options);
    const answer = { challengeId: data!.challenge_id, credential } as never;
    const both = await Promise.all(
      [1, 2].map(() => server.client().auth.passkey.verifyAuthentication(answer)),
    );
    expect(both.map(({ error }) => error?.code).toSorted()).toEqual([NO_CHALLENGE.code, undefined]);
  });

  test('after one wrong answer to the same challenge', async () => {
    const { auth } = server.client();
    const { data } = await auth.passkey.startAuthentication();
    const answer = (lies?: Lies) =>
      auth.passkey.verifyAuthentication({
        challengeId: data!.challenge_id,
        credential: owner.authenticator.get(data!.options, lies),
      } as never);
    expect((await answer({ signature: Buffer.alloc(70) })).error).toMatchObject(FAILED);
    expect((await answer()).error).toMatchObject(NO_CHALLENGE);
  });

  test('with a challenge that was made for a registration', async () => {
    const { data } = await owner.client.auth.passkey.startRegistration();
    const credential = owner.authenticator.get({ rpId: 'localhost', challenge: data!.options.challenge });
    const answer = { challengeId: data!.challenge_id, credential } as never;
    expect((await server.client().auth.passkey.verifyAuthentication(answer)).error).toMatchObject(
      NO_CHALLENGE,
    );
  });

  test('with a challenge that is five minutes old', async () => {
    const { auth } = server.client();
    const { data } = await auth.passkey.startAuthentication();
    await server.database.query(
      `update auth.webauthn_challenges set expires_at = now() - interval '1 second' where id = $1`,
      [data!.challenge_id],
    );
    const credential = owner.authenticator.get(data!.options);
    const late = await auth.passkey.verifyAuthentication({
      challengeId: data!.challenge_id,
      credential,
    } as never);
    expect(late.error).toMatchObject({ code: 'webauthn_challenge_expired', status: 400 });
  });

  test('by a copy of an authenticator that has fallen behind', async () => {
    const person = await newMember(server);
    await addPasskey(person);
    const [copied] = person.authenticator.credentials;
    const counter = copied!.counter + 1;
    for (let uses = 0; uses < 3; uses++) await signInWithPasskey(server, person.authenticator);
    expect((await signInWithPasskey(server, person.authenticator, { counter })).error).toMatchObject(FAILED);
    expect((await signInWithPasskey(server, person.authenticator)).error).toBeNull();
  });

  test.each([
    ['banned', "banned_until = now() + interval '1 day'", 'user_banned'],
    ['not confirmed', 'email_confirmed_at = null', 'email_not_confirmed'],
  ])('for an account that is %s', async (_, change, code) => {
    const person = await newMember(server);
    await addPasskey(person);
    await server.database.query(`update auth.users set ${change} where id = $1`, [person.id]);
    expect((await signInWithPasskey(server, person.authenticator)).error).toMatchObject({
      code,
      status: 403,
    });
  });

  test.each([
    undefined,
    null,
    7,
    'text',
    [],
    {},
    { id: 7 },
    { id: 'AAAA', response: 7 },
    { response: { userHandle: 'x' } },
  ])('for %j in place of a credential, without a server error', async (credential) => {
    const { challenge_id } = await (
      await server.request('/passkeys/authentication/options', { json: {} })
    ).json();
    const answer = await server.request('/passkeys/authentication/verify', {
      json: { challenge_id, credential },
    });
    expect(answer.status).toBe(400);
  });
});

test('a synced passkey, which does not count its uses, signs in again and again', async () => {
  const person = await newMember(server);
  const authenticator = new SoftwareAuthenticator(pageOrigin(server), { counts: false });
  const synced = { flags: { backupEligible: true, backedUp: true } };
  expect((await addPasskey({ ...person, authenticator }, synced)).error).toBeNull();
  for (let uses = 0; uses < 2; uses++) {
    expect((await signInWithPasskey(server, authenticator, synced)).error).toBeNull();
  }
  const [row] = await server.database.query(
    'select sign_count, backup_eligible, backed_up from auth.webauthn_credentials where user_id = $1',
    [person.id],
  );
  expect(row).toEqual({ sign_count: 0, backup_eligible: true, backed_up: true });
});
