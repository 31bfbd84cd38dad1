import { FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { errorMessages, isErrorKey } from '../../../contract/src/errors.ts';
import {
  expectTokenAccepted,
  expectTokenRejected,
  newBrowser,
  type Person,
  password,
  register,
  setUpFactor,
  showFactor,
  signIn,
} from '../../support/account-people.ts';
import { onePixel } from '../../support/one-pixel.ts';
import { idOf, startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** 'deleted', or the error's key. */
async function deleteAccount(client: SupabaseClient, body: object = {}): Promise<string> {
  const { error } = await client.functions.invoke('delete-account', { body });
  if (!error) return 'deleted';
  if (!(error instanceof FunctionsHttpError)) throw error;
  const { error: key, message } = (await error.context.json()) as { error: string; message: string };
  if (isErrorKey(key)) expect(message).toBe(errorMessages.en[key]);
  return key;
}

const isThere = async ({ id }: Person) =>
  (await server.database.query('select from auth.users where id = $1', [id])).length === 1;

/** Moves the sign-in into the past. */
const wait = (person: Person, minutes: number) =>
  server.database.query(
    `update auth.mfa_amr_claims set updated_at = updated_at - make_interval(mins => $2)
      where session_id in (select id from auth.sessions where user_id = $1)`,
    [person.id, minutes],
  );

describe('a member deletes their account', () => {
  test('with its files, and all their sessions end at once', async () => {
    const person = await register(server);
    const other = await signIn(server, person.email);
    const pictures = person.client.storage.from('profile-images');
    const path = `${person.id}/face.png`;
    await pictures.upload(path, onePixel, { contentType: 'image/png' });
    const { publicUrl } = pictures.getPublicUrl(path).data;
    expect((await fetch(publicUrl)).status).toBe(200);
    expect(await deleteAccount(person.client)).toBe('deleted');
    for (const { token } of [person, other]) await expectTokenRejected(server, token);
    expect((await fetch(publicUrl)).status).toBe(400);
    const files = await server.database.query('select from storage.objects where name = $1', [path]);
    expect(files).toEqual([]);
    const again = await newBrowser(server).auth.signInWithPassword({ email: person.email, password });
    expect(again.error?.code).toBe('invalid_credentials');
  });

  test('with very many rows: it is closed at once, and a job deletes the rest', async () => {
    const person = await register(server);
    await server.database.query(
      `insert into private.rate_limits select 'a' || n, $1, now(), 1 from generate_series(1, 5001) n`,
      [person.id],
    );
    expect(await deleteAccount(person.client)).toBe('deleted');
    await expectTokenRejected(server, person.token);
    const again = await newBrowser(server).auth.signUp({ email: person.email, password });
    expect(again.error, 'the address is free').toBeNull();
    await vi.waitFor(async () => expect(await isThere(person)).toBe(false), {
      timeout: 20_000,
      interval: 100,
    });
    const rows = await server.database.query('select from private.rate_limits where who = $1', [person.id]);
    expect(rows).toEqual([]);
  });

  test('and nobody, not even an admin, can call the step that deletes the rest', async () => {
    const person = await register(server);
    for (const client of [server.as('visitor'), person.client, server.as('member'), server.as('admin')]) {
      const { error } = await client.functions.invoke('erase-account', { body: { user_id: person.id } });
      expect((error as FunctionsHttpError).context.status).toBe(403);
    }
    expect(await isThere(person)).toBe(true);
    await expectTokenAccepted(server, person.token);
  });

  test('only with a fresh sign-in, or with the password', async () => {
    const person = await register(server);
    await wait(person, 11);
    expect(await deleteAccount(person.client)).toBe('sign_in_again');
    expect(await deleteAccount(person.client, { password: 'yon move modpas' })).toBe('password_wrong');
    expect(await isThere(person)).toBe(true);
    await expectTokenAccepted(server, person.token);
    expect(await deleteAccount(person.client, { password })).toBe('deleted');
    expect(await isThere(person)).toBe(false);
  });

  test('with a second factor only after entering its code', async () => {
    const person = await register(server);
    const factor = await setUpFactor(person);
    await wait(person, 11);
    expect(await deleteAccount(person.client)).toBe('sign_in_again');
    // The password alone is not enough, and creates no session.
    expect(await deleteAccount(person.client, { password })).toBe('second_factor_needed');
    expect((await person.client.rpc('my_sessions').throwOnError()).data).toHaveLength(1);
    await showFactor(person, factor, 0);
    expect(await deleteAccount(person.client)).toBe('deleted');
  });

  test('and cannot delete another member’s', async () => {
    const [person, stranger] = [await register(server), await register(server)];
    expect(await deleteAccount(stranger.client, { user_id: person.id })).toBe('no_access');
    expect(await deleteAccount(server.as('visitor'), { user_id: person.id })).not.toBe('deleted');
    expect(await isThere(person)).toBe(true);
  });
});

describe('an admin', () => {
  test('deletes a member with the same function', async () => {
    const person = await register(server);
    expect(await deleteAccount(server.as('admin'), { user_id: person.id })).toBe('deleted');
    await expectTokenRejected(server, person.token);
  });

  test('who is the only one cannot be deleted, and loses nothing by trying', async () => {
    const client = newBrowser(server);
    await client.auth.signInWithPassword({ email: 'admin@lakou.test', password: 'lakou-demo' });
    const files = 'select count(*)::integer as n from storage.objects';
    const before = await server.database.query(files);
    expect(await deleteAccount(client)).toBe('last_admin');
    expect(await server.database.query(files)).toEqual(before);
    const { data } = await client.from('admin_users').select('user_id').throwOnError();
    expect(data).toContainEqual({ user_id: idOf.admin });
  });
});

test('a member downloads everything in one call', async () => {
  const person = await register(server);
  const { data } = await person.client.rpc('download_my_data').throwOnError();
  expect(data).toMatchObject({
    user_id: person.id,
    tables: { 'auth.users': [{ email: person.email }], 'private.profiles': [{ id: person.id }] },
  });
});
