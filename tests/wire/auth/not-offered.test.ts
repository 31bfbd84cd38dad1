import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthTestServer, DEMO_PASSWORD, startAuthServer } from '../../support/auth-server.ts';

let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());

const ID = '00000000-0000-4000-8000-000000000000';
const disabled = { status: 404, code: 'feature_disabled' };

async function member() {
  const client = server.client({ experimental: { recoveryCodes: true } });
  await client.auth.signInWithPassword({ email: 'member@lakou.test', password: DEMO_PASSWORD });
  return client.auth;
}

const admin = () =>
  createClient(server.url, server.keys.serviceKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).auth.admin;

describe('what the client offers and this service does not is answered as disabled', () => {
  test('recovery codes', async () => {
    const { recoveryCodes } = (await member()).mfa;
    expect((await recoveryCodes.getStatus()).error).toMatchObject(disabled);
    expect((await recoveryCodes.generate()).error).toMatchObject(disabled);
    expect((await recoveryCodes.verify({ code: 'ABCD-EFGH' })).error).toMatchObject(disabled);
    expect((await recoveryCodes.regenerate()).error).toMatchObject(disabled);
    expect((await recoveryCodes.unenroll()).error).toMatchObject(disabled);
  });

  test('sign-in with a wallet', async () => {
    const signed = { chain: 'ethereum', message: 'x', signature: '0x00' } as const;
    expect((await server.client().auth.signInWithWeb3(signed)).error).toMatchObject({
      code: 'web3_provider_disabled',
    });
  });

  test('an OAuth server for other services', async () => {
    const { oauth } = await member();
    expect((await oauth.getAuthorizationDetails(ID)).error).toMatchObject(disabled);
    expect((await oauth.approveAuthorization(ID)).error).toMatchObject(disabled);
    expect((await oauth.denyAuthorization(ID)).error).toMatchObject(disabled);
    expect((await oauth.listGrants()).error).toMatchObject(disabled);
    expect((await oauth.revokeGrant({ clientId: ID })).error).toMatchObject(disabled);
  });

  test('its clients', async () => {
    const { oauth } = admin();
    const client = { client_name: 'x', redirect_uris: ['https://example.test'] };
    expect((await oauth.listClients()).error).toMatchObject(disabled);
    expect((await oauth.createClient(client)).error).toMatchObject(disabled);
    expect((await oauth.getClient(ID)).error).toMatchObject(disabled);
    expect((await oauth.updateClient(ID, client)).error).toMatchObject(disabled);
    expect((await oauth.deleteClient(ID)).error).toMatchObject(disabled);
    expect((await oauth.regenerateClientSecret(ID)).error).toMatchObject(disabled);
  });

  test('providers that are not in the settings', async () => {
    const { customProviders } = admin();
    const provider = { identifier: 'custom:x', name: 'x' };
    expect((await customProviders.listProviders()).error).toMatchObject(disabled);
    expect((await customProviders.createProvider(provider as never)).error).toMatchObject(disabled);
    expect((await customProviders.getProvider('custom:x')).error).toMatchObject(disabled);
    expect((await customProviders.updateProvider('custom:x', { name: 'y' })).error).toMatchObject(disabled);
    expect((await customProviders.deleteProvider('custom:x')).error).toMatchObject(disabled);
  });
});

test('the client tells what happens to its session', async () => {
  const { auth } = server.client();
  const events: string[] = [];
  const { data } = auth.onAuthStateChange((event) => void events.push(event));
  await auth.initialize();
  await auth.signInWithPassword({ email: 'member@lakou.test', password: DEMO_PASSWORD });
  await auth.refreshSession();
  await auth.updateUser({ data: { mood: 'glad' } });
  await auth.signOut();
  data.subscription.unsubscribe();
  for (const event of ['SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT']) {
    expect(events).toContain(event);
  }
});
