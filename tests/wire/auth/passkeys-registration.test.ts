import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sweepAuth } from '../../../platform/src/auth/sweep.ts';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';
import {
  addPasskey,
  ceremonyLies,
  newMember,
  type Person,
  pageOrigin,
  signInWithPassword,
} from '../../support/passkey-people.ts';
import { type Lies, SoftwareAuthenticator } from '../../support/software-authenticator.ts';

let server: AuthTestServer;
let owner: Person;
beforeAll(async () => {
  server = await startAuthServer({ confirmEmail: false });
  owner = await newMember(server);
});
afterAll(() => server?.[Symbol.asyncDispose]());

const FAILED = { code: 'webauthn_verification_failed', status: 400 };
const NO_CHALLENGE = { code: 'webauthn_challenge_not_found', status: 400 };

describe('a registration is refused', () => {
  test.each<[string, Lies]>([
    ...ceremonyLies,
    ['with the answer to a sign-in', { type: 'webauthn.get' }],
    ['under two ids', { id: Buffer.alloc(32).toString('base64url') }],
    [
      'with certificates, which would be fetched',
      { attestation: { fmt: 'packed', attStmt: new Map([['x5c', [Buffer.from('x')]]]) } },
    ],
    [
      'with an attestation of a kind that browsers do not send',
      { attestation: { fmt: 'android-safetynet', attStmt: new Map() } },
    ],
    [
      'with an attestation that signs nothing',
      {
        attestation: {
          fmt: 'packed',
          attStmt: new Map<string, number | Buffer>([
            ['alg', -7],
            ['sig', Buffer.alloc(70)],
          ]),
        },
      },
    ],
  ])('%s', async (_, lies) => {
    const person = await newMember(server);
    expect((await addPasskey(person, lies)).error).toMatchObject(FAILED);
    expect((await person.client.auth.passkey.list()).data).toEqual([]);
  });

  test('with the challenge of another member, of another session, and of a sign-in', async () => {
    const [member, stranger] = [await newMember(server), await newMember(server)];
    const elsewhere = await signInWithPassword(server, member.email);
    const { data: theirs } = await stranger.client.auth.passkey.startRegistration();
    const { data: otherSession } = await elsewhere.auth.passkey.startRegistration();
    const { data: signIn } = await server.client().auth.passkey.startAuthentication();
    const { data: own } = await member.client.auth.passkey.startRegistration();
    for (const [id, challenge] of [
      [theirs!.challenge_id, theirs!.options.challenge],
      [otherSession!.challenge_id, otherSession!.options.challenge],
      [signIn!.challenge_id, signIn!.options.challenge],
      [randomUUID(), own!.options.challenge],
    ] as const) {
      const credential = member.authenticator.create({ ...own!.options, challenge });
      const answer = { challengeId: id, credential } as never;
      expect((await member.client.auth.passkey.verifyRegistration(answer)).error).toMatchObject(NO_CHALLENGE);
    }
    // The stranger's and the other session's own challenges are still theirs.
    const credential = stranger.authenticator.create(theirs!.options);
    const answer = { challengeId: theirs!.challenge_id, credential } as never;
    expect((await stranger.client.auth.passkey.verifyRegistration(answer)).error).toBeNull();
  });

  test('of a credential that somebody has registered', async () => {
    const person = await newMember(server);
    const { data } = await person.client.auth.passkey.startRegistration();
    // The owner's authenticator, made to sign again with the key it has.
    const { data: before } = await owner.client.auth.passkey.startRegistration();
    const shared = new SoftwareAuthenticator(pageOrigin(server));
    const first = shared.create({ ...before!.options, excludeCredentials: [] });
    await owner.client.auth.passkey.verifyRegistration({
      challengeId: before!.challenge_id,
      credential: first,
    } as never);
    const clientData = {
      type: 'webauthn.create',
      challenge: data!.options.challenge,
      origin: pageOrigin(server),
    };
    const second = structuredClone(first);
    second.response.clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url');
    const answer = { challengeId: data!.challenge_id, credential: second } as never;
    const { error } = await person.client.auth.passkey.verifyRegistration(answer);
    expect(error).toMatchObject({ code: 'webauthn_credential_exists', status: 422 });
  });

  test('for visitors, and without credential or challenge', async () => {
    for (const step of ['options', 'verify']) {
      expect((await server.request(`/passkeys/registration/${step}`, { json: {} })).status).toBe(401);
    }
    const { session } = await newMember(server);
    const as = { headers: { authorization: `Bearer ${session.access_token}` } };
    for (const json of [{}, { credential: {} }, { credential: {}, challenge_id: 'x' }]) {
      const answer = await server.request('/passkeys/registration/verify', { ...as, json });
      expect([answer.status, (await answer.json()).error_code]).toEqual([400, 'validation_failed']);
    }
  });

  test('for an account whose address is not confirmed', async () => {
    const person = await newMember(server);
    await server.database.query('update auth.users set email_confirmed_at = null where id = $1', [person.id]);
    const { error } = await person.client.auth.passkey.startRegistration();
    expect(error).toMatchObject({ code: 'email_not_confirmed', status: 403 });
  });
});

describe('strangers who ask for challenges', () => {
  test('are limited by address, and do not stop anybody else', async () => {
    await using limited = await startAuthServer({ limits: { passkeyChallenges: { hits: 3, seconds: 60 } } });
    const ask = async (address: string) => {
      const headers = { 'x-test-address': address };
      return (await limited.request('/passkeys/authentication/options', { headers, json: {} })).status;
    };
    const statuses = [];
    for (let n = 0; n < 5; n++) statuses.push(await ask(`2001:db8:0:1::${n}`));
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(await ask('203.0.113.9')).toBe(200);
    const [{ count } = { count: 0 }] = await limited.database.query<{ count: number }>(
      'select count(*) from auth.webauthn_challenges',
    );
    expect(count).toBe(4);
  });

  test.each([
    ['the next request', () => server.request('/passkeys/authentication/options', { json: {} })],
    ['the sweep', () => sweepAuth(server.database)],
  ])('leave nothing behind after %s', async (_, clean) => {
    const { data } = await server.client().auth.passkey.startAuthentication();
    await server.database.query(
      `update auth.webauthn_challenges set expires_at = now() - interval '11 minutes' where id = $1`,
      [data!.challenge_id],
    );
    await clean();
    const left = await server.database.query('select id from auth.webauthn_challenges where id = $1', [
      data!.challenge_id,
    ]);
    expect(left).toEqual([]);
  });

  test('do not make the server fetch addresses that an attestation names', async () => {
    const fetched: string[] = [];
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
      fetched.push(String(input instanceof Request ? input.url : input));
      return real(input, init);
    });
    try {
      const attStmt = new Map([['x5c', [Buffer.from('certificate with http://192.0.2.1/crl')]]]);
      const lies = { attestation: { fmt: 'packed', attStmt } };
      expect((await addPasskey(await newMember(server), lies)).error).toMatchObject(FAILED);
    } finally {
      vi.unstubAllGlobals();
    }
    expect(fetched.filter((address) => !address.startsWith(server.url))).toEqual([]);
  });
});
