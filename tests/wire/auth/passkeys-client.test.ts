import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';
import { newMember } from '../../support/passkey-people.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { stubWebAuthn } from '../../support/webauthn-browser.ts';

let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer({ confirmEmail: false });
});
afterAll(() => server?.[Symbol.asyncDispose]());
afterEach(() => vi.unstubAllGlobals());

/** All methods of this part of the client, so that a new one in a later version is noticed. */
test('every passkey and WebAuthn method of the client reaches a route that answers it', async () => {
  const person = await newMember(server);
  const paths: [string, number][] = [];
  const { createClient } = await import('@supabase/supabase-js');
  const record: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const path = new URL(String(input instanceof Request ? input.url : input)).pathname;
    paths.push([`${init?.method} ${path.replaceAll(/[0-9a-f-]{36}/g, '{id}')}`, answer.status]);
    return answer;
  };
  const open = (key: string) =>
    createClient(server.url, key, { auth: { persistSession: false }, global: { fetch: record } });
  const { auth } = open(server.keys.anonKey);
  const admin = open(server.keys.serviceKey).auth.admin;
  await auth.setSession(person.session);
  stubWebAuthn(person.authenticator);
  const called = new Set<string>();
  const call = <Result>(name: string, work: Promise<Result>): Promise<Result> => {
    called.add(name);
    return work;
  };

  const passkey = (await call('registerPasskey', auth.registerPasskey())).data!;
  await call('signInWithPasskey', auth.signInWithPasskey());
  const creation = (await call('passkey.startRegistration', auth.passkey.startRegistration())).data!;
  const second = new SoftwareAuthenticator(person.authenticator.origin);
  const registered = { challengeId: creation.challenge_id, credential: second.create(creation.options) };
  await call('passkey.verifyRegistration', auth.passkey.verifyRegistration(registered as never));
  const request = (await call('passkey.startAuthentication', auth.passkey.startAuthentication())).data!;
  const used = { challengeId: request.challenge_id, credential: person.authenticator.get(request.options) };
  await call('passkey.verifyAuthentication', auth.passkey.verifyAuthentication(used as never));
  await call('passkey.list', auth.passkey.list());
  await call('passkey.update', auth.passkey.update({ passkeyId: passkey.id, friendlyName: 'Phone' }));
  await call('passkey.delete', auth.passkey.delete({ passkeyId: passkey.id }));
  const [other] = (await call('admin.listPasskeys', admin.passkey.listPasskeys({ userId: person.id }))).data!;
  const removal = { userId: person.id, passkeyId: other!.id };
  await call('admin.deletePasskey', admin.passkey.deletePasskey(removal));
  const { webauthn } = auth.mfa;
  await call('webauthn.register', webauthn.register({ friendlyName: 'Key' }));
  const factorId = (await auth.mfa.listFactors()).data!.webauthn[0]!.id;
  await call('webauthn.authenticate', webauthn.authenticate({ factorId }));
  await call('webauthn.enroll', webauthn.enroll({ friendlyName: 'Another' }));
  const rp = { rpId: 'localhost', rpOrigins: [person.authenticator.origin] };
  const challenged = (await call('webauthn.challenge', webauthn.challenge({ factorId, webauthn: rp }))).data!;
  const answer = {
    factorId,
    challengeId: challenged.challengeId,
    webauthn: { ...rp, ...challenged.webauthn },
  };
  await call('webauthn.verify', webauthn.verify(answer as never));

  const named = (prefix: string, methods: object) =>
    Object.entries(methods).flatMap(([name, method]) =>
      typeof method === 'function' ? [prefix + name] : [],
    );
  const offered = [
    ...named('passkey.', auth.passkey),
    ...named('admin.', admin.passkey),
    ...named('webauthn.', webauthn),
    ...Object.getOwnPropertyNames(Object.getPrototypeOf(Object.getPrototypeOf(auth)))
      .concat(Object.getOwnPropertyNames(Object.getPrototypeOf(auth)))
      .filter((name) => /passkey|webauthn/i.test(name) && !name.startsWith('_')),
  ];
  expect([...called].toSorted()).toEqual([...new Set(offered)].toSorted());
  expect(paths.filter(([, status]) => status >= 400)).toEqual([]);
  expect(new Set(paths.map(([path]) => path)).size).toBeGreaterThanOrEqual(11);
});
