import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCode } from '../../../contract/src/codes.ts';
import { DEVICE_CODE_LENGTH } from '../../../contract/src/identity/limits.ts';
import type {
  DeviceAnswer,
  DeviceClaim,
  DeviceCode,
  DeviceRequest,
} from '../../../contract/src/identity/responses.ts';
import {
  type Device,
  expectTokenAccepted,
  expectTokenRejected,
  newBrowser,
  password,
  register,
  setUpFactor,
} from '../../support/account-people.ts';
import { isDeployed, NEEDS_DATABASE, startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A television that shows a code. */
async function television() {
  const client = newBrowser(server);
  const shown = (await client.rpc('request_device_code').throwOnError()).data as unknown as DeviceCode;
  const claim = async () =>
    (await client.rpc('claim_device_session', { device_secret: shown.device_secret }).throwOnError())
      .data as unknown as DeviceClaim;
  return { client, shown, claim };
}

const read = async ({ client }: Pick<Device, 'client'>, code: string) =>
  (await client.rpc('read_device_code', { code }).throwOnError()).data as unknown as DeviceRequest;
const answer = async ({ client }: Pick<Device, 'client'>, code: string, approve = true) =>
  ((await client.rpc('answer_device_code', { code, approve }).throwOnError()).data as unknown as DeviceAnswer)
    .result;

/** A television that the person has signed in. */
async function signedInTelevision(phone: Device): Promise<Device> {
  const { client, shown, claim } = await television();
  expect(await answer(phone, shown.user_code)).toBe('device_approved');
  const claimed = await claim();
  if (claimed.result !== 'device_signed_in') throw new Error(claimed.result);
  const { data, error } = await client.auth.refreshSession({ refresh_token: claimed.refresh_token });
  if (error || !data.session) throw new Error(error?.message ?? 'no session');
  const { access_token: token, refresh_token: refreshToken } = data.session;
  return { client, token, refreshToken };
}

describe('a television that shows a code', () => {
  test('is signed in by a phone, with a session of its own that the member sees and ends', async () => {
    const phone = await register(server);
    const tv = await signedInTelevision(phone);
    await expectTokenAccepted(server, tv.token);
    const { data: devices } = await phone.client.rpc('my_sessions').throwOnError();
    expect(devices.map(({ current, by_code }) => ({ current, by_code }))).toEqual([
      { current: true, by_code: false },
      { current: false, by_code: true },
    ]);
    const session_id = devices[1]?.id ?? '';
    const { data: ended } = await phone.client.rpc('revoke_session', { session_id }).throwOnError();
    expect(ended).toBe(true);
    await expectTokenRejected(server, tv.token);
    const again = await tv.client.auth.refreshSession({ refresh_token: tv.refreshToken });
    expect(again.error?.status).toBe(400);
    await expectTokenAccepted(server, phone.token);
  });

  test('waits, is refused by the phone, and gets nothing', async () => {
    const phone = await register(server);
    const { shown, claim } = await television();
    expect(await claim()).toEqual({ result: 'device_waiting' });
    expect(await answer(phone, shown.user_code, false)).toBe('device_denied');
    expect(await claim()).toEqual({ result: 'device_denied' });
  });

  test('of two claims at once one gets the session', async () => {
    const phone = await register(server);
    const { shown, claim } = await television();
    await answer(phone, shown.user_code);
    const results = await Promise.all(Array.from({ length: 8 }, claim));
    expect(results.filter(({ result }) => result === 'device_signed_in')).toHaveLength(1);
    expect(results.filter(({ result }) => result === 'code_expired')).toHaveLength(7);
    const { data: devices } = await phone.client.rpc('my_sessions').throwOnError();
    expect(devices).toHaveLength(2);
  });
});

describe('a code is refused', () => {
  test('when it was guessed; after ten guesses not even a real one is looked up', async () => {
    const phone = await register(server);
    const { shown } = await television();
    const results: string[] = [];
    for (let n = 0; n < 30; n += 1)
      results.push((await read(phone, createCode(DEVICE_CODE_LENGTH, randomInt))).result);
    expect(results).toEqual([...Array(10).fill('code_wrong'), ...Array(20).fill('too_many_tries')]);
    expect(await answer(phone, shown.user_code)).toBe('too_many_tries');
  });

  test('when it is used again, and when another member answered it first', async () => {
    const [mine, theirs] = [await register(server), await register(server)];
    const { shown, claim } = await television();
    const answers = await Promise.all([mine, theirs].map((phone) => answer(phone, shown.user_code)));
    expect(answers.toSorted()).toEqual(['code_used', 'device_approved']);
    expect((await claim()).result).toBe('device_signed_in');
    for (const phone of [mine, theirs]) {
      expect((await read(phone, shown.user_code)).result).toBe('code_used');
      expect(await answer(phone, shown.user_code, false)).toBe('code_used');
    }
    expect((await claim()).result).toBe('code_expired');
  });

  test('when its ten minutes are over, for the phone and for the television', async ({ skip }) => {
    if (isDeployed) skip(NEEDS_DATABASE);
    const phone = await register(server);
    const [late, unclaimed] = [await television(), await television()];
    expect(await answer(phone, unclaimed.shown.user_code)).toBe('device_approved');
    await server.database.query(
      `update private.device_requests set expires_at = now() where status <> 'used'`,
    );
    expect((await read(phone, late.shown.user_code)).result).toBe('code_expired');
    expect(await answer(phone, late.shown.user_code)).toBe('code_expired');
    for (const { claim } of [late, unclaimed]) expect((await claim()).result).toBe('code_expired');
  });

  test('when it is mistyped or of another kind, and that is no guess', async () => {
    const phone = await register(server);
    const { shown } = await television();
    const swapped = shown.user_code.replace(/^(.)(.)/, '$2$1');
    for (const code of [swapped, '', 'CCCC-CCCC-CCCC', createCode(12, randomInt), 'x'.repeat(5000)]) {
      if (code === shown.user_code) continue;
      expect((await read(phone, code)).result, code.slice(0, 20)).toBe('code_mistyped');
    }
    expect((await read(phone, shown.user_code)).result).toBe('code_valid');
  });

  test('to a visitor', async () => {
    const { client, shown } = await television();
    expect((await client.rpc('read_device_code', { code: shown.user_code })).error?.code).toBe('42501');
    const { error } = await client.rpc('answer_device_code', { code: shown.user_code, approve: true });
    expect(error?.code).toBe('42501');
  });
});

describe('the session of a television', () => {
  test('cannot confirm another television', async () => {
    const tv = await signedInTelevision(await register(server));
    const { shown } = await television();
    expect((await read(tv, shown.user_code)).result).toBe('device_confirms_no_other');
    expect(await answer(tv, shown.user_code)).toBe('device_confirms_no_other');
  });

  test('is no recent proof of identity: the account cannot be taken over with it', async () => {
    const phone = await register(server);
    const tv = await signedInTelevision(phone);
    const changed = await tv.client.auth.updateUser({ password: 'modpas yon lòt moun' });
    expect(changed.error?.code).toBe('reauthentication_needed');
    const moved = await tv.client.auth.updateUser({ email: 'lot@example.test' });
    expect(moved.error?.code).toBe('reauthentication_needed');
    const passkey = await tv.client.auth.mfa.enroll({ factorType: 'totp' });
    expect(passkey.error?.code).toBe('reauthentication_needed');
    const { error } = await tv.client.rpc('can_delete_account');
    expect(error?.hint).toBe('sign_in_again');
    const proved = await tv.client.auth.updateUser({
      password: 'modpas mèt kont lan',
      current_password: password,
    } as never);
    expect(proved.error, 'with the password it is').toBeNull();
  });

  test('of a member with a second factor needs a phone that has shown it, and is complete then', async () => {
    const phone = await register(server);
    await setUpFactor(phone);
    const { data } = await phone.client.auth.getSession();
    const complete = { ...phone, token: data.session?.access_token ?? '' };
    const tv = await signedInTelevision(complete);
    await expectTokenAccepted(server, tv.token);
    const { data: level } = await tv.client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  });

  test('is not given to staff', async () => {
    const { data } = await newBrowser(server).auth.signInWithPassword({
      email: 'admin@lakou.test',
      password: 'lakou-demo',
    });
    const client = newBrowser(server);
    await client.auth.setSession(data.session!);
    const { shown } = await television();
    expect((await read({ client }, shown.user_code)).result).toBe('device_not_for_staff');
    expect(await answer({ client }, shown.user_code)).toBe('device_not_for_staff');
  });
});
