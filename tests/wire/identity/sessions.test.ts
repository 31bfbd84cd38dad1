import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { watchEndedSessions } from '../../../platform/src/tokens/ended-sessions.ts';
import {
  type Device,
  expectTokenAccepted,
  expectTokenRejected,
  newBrowser,
  register,
  signIn,
} from '../../support/account-people.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function isSpent({ refreshToken }: Pick<Device, 'refreshToken'>): Promise<void> {
  const { error } = await newBrowser(server).auth.refreshSession({ refresh_token: refreshToken });
  expect(error?.status).toBe(400);
}

describe('a member sees their devices', () => {
  test('this one first, with distinguishing details, and no other member’s', async () => {
    const phone = await register(server);
    await register(server);
    const laptop = await signIn(server, phone.email);
    const { data } = await laptop.client.rpc('my_sessions').throwOnError();
    expect(data.map(({ current }) => current)).toEqual([true, false]);
    expect(data[0]).toMatchObject({ aal: 'aal1', network: '127.0.0.x', user_agent: expect.any(String) });
    const [other] = (await phone.client.rpc('my_sessions').throwOnError()).data;
    expect(other?.id).toBe(data[1]?.id);
  });

  test('and a visitor sees none', async () => {
    const { error } = await newBrowser(server).rpc('my_sessions');
    expect(error?.code).toBe('42501');
  });
});

describe('a session ends in every service at once', () => {
  test('when its owner revokes it from another', async () => {
    const lost = await register(server);
    const kept = await signIn(server, lost.email);
    await expectTokenAccepted(server, lost.token);
    const { data: devices } = await kept.client.rpc('my_sessions').throwOnError();
    const session_id = devices.find(({ current }) => !current)?.id ?? '';
    const { data } = await kept.client.rpc('revoke_session', { session_id }).throwOnError();
    expect(data).toBe(true);
    await expectTokenRejected(server, lost.token);
    await isSpent(lost);
    await expectTokenAccepted(server, kept.token);
    const again = await kept.client.rpc('revoke_session', { session_id }).throwOnError();
    expect(again.data).toBe(false);
  });

  test('but not when another member tries to revoke it', async () => {
    const mine = await register(server);
    const theirs = await register(server);
    const { data } = await mine.client.rpc('my_sessions').throwOnError();
    const session_id = data[0]?.id ?? '';
    const revoked = await theirs.client.rpc('revoke_session', { session_id }).throwOnError();
    expect(revoked.data).toBe(false);
    await expectTokenAccepted(server, mine.token);
  });

  test.each(['local', 'others', 'global'] as const)('when it is signed out, scope %s', async (scope) => {
    const other = await register(server);
    const here = await signIn(server, other.email);
    await here.client.auth.signOut({ scope });
    await (scope === 'others' ? expectTokenAccepted : expectTokenRejected)(server, here.token);
    await (scope === 'local' ? expectTokenAccepted : expectTokenRejected)(server, other.token);
  });

  test('when the password is changed elsewhere', async () => {
    const other = await register(server);
    const here = await signIn(server, other.email);
    await here.client.auth.updateUser({ password: 'yon lòt bon modpas' });
    await expectTokenRejected(server, other.token);
    await expectTokenAccepted(server, here.token);
  });

  test('when its stolen refresh token is reused, the thief’s access token included', async () => {
    const owner = await register(server);
    const steal = (refresh_token: string) => newBrowser(server).auth.refreshSession({ refresh_token });
    const { session } = (await steal(owner.refreshToken)).data;
    const stolen = session?.access_token ?? '';
    await expectTokenAccepted(server, stolen);
    await steal(session?.refresh_token ?? '');
    // The owner's next refresh sends the token that was used already.
    await isSpent(owner);
    await expectTokenRejected(server, stolen);
    await expectTokenRejected(server, owner.token);
  });

  test('when an admin deletes the account', async () => {
    const gone = await register(server);
    const service = await server.token({ role: 'service_role' });
    await fetch(`${server.url}/auth/v1/admin/users/${gone.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service}` },
    });
    await expectTokenRejected(server, gone.token);
    await isSpent(gone);
  });
});

test('an open channel ends with its session, and the other devices’ stay', async () => {
  const lost = await register(server);
  const kept = await signIn(server, lost.email);
  const news: string[] = [];
  const join = async ({ client, token }: Device, name: string) => {
    await client.realtime.setAuth(token);
    await new Promise<void>((resolve) => {
      client.channel('lobby').subscribe((status) => {
        if (status === 'SUBSCRIBED') resolve();
        else news.push(`${name} ${status}`);
      });
    });
  };
  await join(lost, 'lost');
  await join(kept, 'kept');
  await kept.client.auth.signOut({ scope: 'others' });
  await vi.waitFor(() => expect(news).toEqual(['lost CLOSED']));
  for (const { client } of [lost, kept]) await client.realtime.disconnect();
});

test('every process on the database enforces it, and so does one that starts later', async () => {
  const { database } = server;
  const options = { database, tokenSeconds: 3600 };
  const running = await watchEndedSessions(options);
  const deaf = await watchEndedSessions({
    ...options,
    database: { ...database, listen: async () => async () => {} },
    catchUpMs: 50,
  });
  const { client } = await register(server);
  const { data } = await client.rpc('my_sessions').throwOnError();
  const id = data[0]?.id ?? '';
  expect(running.has(id)).toBe(false);
  await client.auth.signOut({ scope: 'local' });
  await vi.waitFor(() => expect(running.has(id)).toBe(true));
  await vi.waitFor(() => expect(deaf.has(id)).toBe(true));
  const later = await watchEndedSessions(options);
  expect(later.has(id)).toBe(true);
  for (const one of [running, deaf, later]) await one.close();
});
