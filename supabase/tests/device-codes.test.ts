import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCode, isCode } from '../../contract/src/codes.ts';
import { DEVICE_CODE_LENGTH, DEVICE_POLL_SECONDS } from '../../contract/src/identity/limits.ts';
import type {
  DeviceAnswer,
  DeviceClaim,
  DeviceCode,
  DeviceRequest,
} from '../../contract/src/identity/responses.ts';
import { newCode } from './support/codes.ts';
import { idOf, staff } from './support/people.ts';
import { signedIn, withFactor } from './support/signed-in.ts';
import { type Actor, type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

const at = (address: string, userAgent = 'Mozilla/5.0 (SMART-TV; Tizen 7.0)') => ({
  'request.client_address': address,
  'request.headers': JSON.stringify({ 'user-agent': userAgent }),
});
const television = (as: As, address = '203.0.113.9') => as('visitor', at(address));
const show = (tv: Actor) => tv.value<DeviceCode>('select request_device_code()');
const claim = (tv: Actor, { device_secret }: DeviceCode) =>
  tv.value<DeviceClaim>('select claim_device_session($1)', device_secret);
const read = (phone: Actor, code: string) => phone.value<DeviceRequest>('select read_device_code($1)', code);
const answer = async (phone: Actor, code: string, approve = true) =>
  (await phone.value<DeviceAnswer>('select answer_device_code($1, $2)', code, approve)).result;
/** As if this much time had passed since the devices asked. */
const wait = (as: As, time: string) =>
  as('owner').query(
    `update private.device_requests set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval,
      polled_at = polled_at - $1::interval`,
    time,
  );

describe('a code of a television', () => {
  test(
    'has eight characters that are hard to mistake, and differs every time',
    inTransaction(async (as) => {
      const owner = as('owner');
      expect(await owner.value('select private.device_code_length()')).toBe(DEVICE_CODE_LENGTH);
      expect(await owner.value('select private.device_poll_seconds()')).toBe(DEVICE_POLL_SECONDS);
      const codes = await owner.query<{ code: string }>(
        'select private.random_code($1) as code from generate_series(1, 300)',
        DEVICE_CODE_LENGTH,
      );
      expect(new Set(codes.map(({ code }) => code)).size).toBe(300);
      for (const { code } of codes) {
        expect(code).toMatch(/^[CDFGHJKMNPQRTVWXY346789]{4}-[CDFGHJKMNPQRTVWXY346789]{4}$/);
        expect(isCode(code, DEVICE_CODE_LENGTH), code).toBe(true);
      }
    }),
  );

  test(
    'is not in the database, and neither is the secret',
    inTransaction(async (as) => {
      const shown = await show(television(as));
      expect(shown).toMatchObject({ expires_in: 600, interval: DEVICE_POLL_SECONDS });
      const rows = JSON.stringify(await as('owner').query('select * from private.device_requests'));
      for (const secret of [shown.user_code, shown.user_code.replace('-', ''), shown.device_secret])
        expect(rows).not.toContain(secret);
    }),
  );

  test(
    'is shown to a member with the device that asks, and whether it uses the same connection',
    inTransaction(async (as) => {
      const { user_code } = await show(television(as));
      const beside = await signedIn(as, 'mimose', { address: '203.0.113.9' });
      expect(await read(beside, ` ${user_code.toLowerCase().replace('-', ' ')} `)).toMatchObject({
        result: 'code_valid',
        user_agent: 'Mozilla/5.0 (SMART-TV; Tizen 7.0)',
        network: '203.0.113.x',
        same_connection: true,
      });
      const elsewhere = await signedIn(as, 'mimose', { address: '198.51.100.4' });
      expect(await read(elsewhere, user_code)).toMatchObject({
        result: 'code_valid',
        same_connection: false,
      });
    }),
  );
});

describe('two televisions', () => {
  test(
    'never show the same code, even when chance wants it',
    inTransaction(async (as) => {
      const first = await show(television(as));
      // The first two codes that chance gives the second television are the first one's.
      await as('owner').query('create sequence private.tries');
      await as('owner').query(
        `create or replace function private.random_code(length integer) returns text language sql volatile as $$
          select case when nextval('private.tries') <= 2 then '${first.user_code}'
            else '${createCode(DEVICE_CODE_LENGTH, randomInt)}' end $$`,
      );
      const second = await show(television(as, '198.51.100.7'));
      expect(await as('owner').value(`select nextval('private.tries')::integer`)).toBe(4);
      expect(second.user_code).not.toBe(first.user_code);
      expect(await answer(await signedIn(as, 'mimose'), first.user_code)).toBe('device_approved');
      expect(await claim(television(as, '198.51.100.7'), second)).toEqual({ result: 'device_waiting' });
    }),
  );
});

describe('a member who confirms a code', () => {
  test(
    'signs in the device that has the secret, once',
    inTransaction(async (as) => {
      const tv = television(as);
      const shown = await show(tv);
      expect(await claim(tv, shown)).toEqual({ result: 'device_waiting' });
      const phone = await signedIn(as, 'mimose');
      expect(await answer(phone, shown.user_code)).toBe('device_approved');
      expect(await claim(television(as, '198.51.100.1'), { ...shown, device_secret: 'guessed' })).toEqual({
        result: 'code_expired',
      });
      const claimed = await claim(tv, shown);
      expect(claimed).toEqual({
        result: 'device_signed_in',
        refresh_token: expect.stringMatching(/^[\da-f]{40}$/),
      });
      expect(await claim(tv, shown)).toEqual({ result: 'code_expired' });
      expect(await answer(phone, shown.user_code)).toBe('code_used');
      const devices = await phone.query('select * from my_sessions()');
      expect(devices).toMatchObject([
        { current: true, by_code: false },
        {
          current: false,
          by_code: true,
          user_agent: expect.stringContaining('Tizen'),
          network: '203.0.113.x',
        },
      ]);
    }),
  );

  test(
    'refuses a device that is not theirs, and the device hears it',
    inTransaction(async (as) => {
      const tv = television(as);
      const shown = await show(tv);
      const phone = await signedIn(as, 'mimose');
      expect(await answer(phone, shown.user_code, false)).toBe('device_denied');
      expect(await claim(tv, shown)).toEqual({ result: 'device_denied' });
      expect(await answer(phone, shown.user_code)).toBe('code_used');
      expect(await as('owner').value('select count(*)::integer from private.device_sessions')).toBe(0);
    }),
  );

  test(
    'cannot use a code that somebody else has answered, one that expired, or a gift',
    inTransaction(async (as) => {
      const shown = await show(television(as));
      const old = await show(television(as));
      expect(await answer(await signedIn(as, 'tiJo'), shown.user_code)).toBe('device_approved');
      const mimose = await signedIn(as, 'mimose');
      expect(await read(mimose, shown.user_code)).toEqual({ result: 'code_used' });
      expect(await answer(mimose, shown.user_code, false)).toBe('code_used');
      expect(await read(mimose, newCode()), 'as long as a gift’s').toEqual({ result: 'code_mistyped' });
      await wait(as, '10 minutes 1 second');
      expect(await read(mimose, old.user_code)).toEqual({ result: 'code_expired' });
      expect(await answer(mimose, old.user_code)).toBe('code_expired');
      expect(await claim(television(as), old)).toEqual({ result: 'code_expired' });
      expect(await claim(television(as), shown), 'confirmed, and not fetched in time').toEqual({
        result: 'code_expired',
      });
    }),
  );

  test(
    'has ten wrong codes an hour, and then not even a shown one is looked up',
    inTransaction(async (as) => {
      const { user_code } = await show(television(as));
      const phone = await signedIn(as, 'mimose');
      const guess = () => createCode(DEVICE_CODE_LENGTH, randomInt);
      for (let n = 0; n < 10; n += 1) expect(await read(phone, guess())).toEqual({ result: 'code_wrong' });
      expect(await read(phone, user_code)).toEqual({ result: 'too_many_tries' });
      expect(await answer(phone, user_code)).toBe('too_many_tries');
      expect(await answer(await signedIn(as, 'tiJo'), user_code), 'another member').toBe('device_approved');
    }),
  );

  test.each(staff)('is not of the staff: %s', (who) =>
    inTransaction(async (as) => {
      const { user_code } = await show(television(as));
      const phone = await signedIn(as, who);
      expect(await read(phone, user_code)).toEqual({ result: 'device_not_for_staff' });
      expect(await answer(phone, user_code)).toBe('device_not_for_staff');
    })(),
  );

  test(
    'has a session of their own, and nobody without one can look codes up',
    inTransaction(async (as) => {
      const { user_code } = await show(television(as));
      expect((await as('mimose').refusal('select read_device_code($1)', user_code)).hint).toBe(
        'not_authenticated',
      );
      for (const name of ['read_device_code($1)', 'answer_device_code($1, true)'])
        expect((await as('visitor').refusal(`select ${name}`, user_code)).code).toBe('42501');
    }),
  );
});

describe('the session of a television', () => {
  const claimsOf = (as: As, column: string) =>
    as('owner').query<{ method: string; at: number }>(
      `select a.authentication_method as method, extract(epoch from a.updated_at)::integer as at
        from auth.mfa_amr_claims a join private.device_sessions d on d.${column} = a.session_id order by 1`,
    );

  test(
    'has the level of the phone’s, and is never a recent proof of identity',
    inTransaction(async (as) => {
      await withFactor(as, 'mimose');
      const tv = television(as);
      const shown = await show(tv);
      const half = await signedIn(as, 'mimose', { aal: 'aal1' });
      expect((await half.refusal('select answer_device_code($1, true)', shown.user_code)).hint).toBe(
        'second_factor_needed',
      );
      const phone = await signedIn(as, 'mimose', { aal: 'aal2' });
      await as('owner').query(
        `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
          values (gen_random_uuid(), $1, now(), now(), 'totp')`,
        phone.session_id,
      );
      await answer(phone, shown.user_code);
      await claim(tv, shown);
      const [device] = (await phone.query('select id, aal, by_code from my_sessions()')).filter(
        ({ by_code }) => by_code,
      );
      expect(device).toMatchObject({ aal: 'aal2' });
      expect(await claimsOf(as, 'session_id')).toEqual([
        { method: 'otp', at: 0 },
        { method: 'totp', at: 0 },
      ]);
    }),
  );

  test(
    'confirms no other device',
    inTransaction(async (as) => {
      const shown = await show(television(as));
      const phone = await signedIn(as, 'mimose');
      await as('owner').query(
        `insert into private.device_sessions (session_id, user_id) select id, user_id from auth.sessions where id = $1`,
        phone.session_id,
      );
      expect(await read(phone, shown.user_code)).toEqual({ result: 'device_confirms_no_other' });
      expect(await answer(phone, shown.user_code)).toBe('device_confirms_no_other');
    }),
  );

  test(
    'is not opened when the phone’s has ended meanwhile, or the member is banned',
    inTransaction(async (as) => {
      const [revoked, banned] = [await show(television(as)), await show(television(as))];
      const lost = await signedIn(as, 'mimose');
      await answer(lost, revoked.user_code);
      await as('owner').query('delete from auth.sessions where id = $1', lost.session_id);
      expect(await claim(television(as), revoked)).toEqual({ result: 'code_expired' });
      await answer(await signedIn(as, 'tiJo'), banned.user_code);
      await as('owner').query(`update auth.users set banned_until = now() + interval '1 day'`);
      expect(await claim(television(as), banned)).toEqual({ result: 'code_expired' });
      const other = await show(television(as));
      const phone = await signedIn(as, 'mimose');
      expect(await read(phone, other.user_code)).toEqual({ result: 'user_banned' });
      expect(await answer(phone, other.user_code)).toBe('user_banned');
    }),
  );
});

describe('the sessions of a member who gets a role', () => {
  test(
    'on televisions end, and so does a confirmation that was not fetched yet',
    inTransaction(async (as) => {
      const tv = television(as);
      const [fetched, confirmed] = [await show(tv), await show(tv)];
      const phone = await signedIn(as, 'mimose');
      for (const { user_code } of [fetched, confirmed])
        expect(await answer(phone, user_code)).toBe('device_approved');
      expect((await claim(tv, fetched)).result).toBe('device_signed_in');
      await as('owner').query(
        `insert into public.admin_users (user_id, role) values ($1, 'editor')`,
        idOf.mimose,
      );
      expect(await claim(tv, confirmed)).toEqual({ result: 'code_expired' });
      expect(await phone.query('select * from my_sessions()'), 'the phone stays signed in').toMatchObject([
        { current: true, by_code: false },
      ]);
    }),
  );
});

describe('a device that asks too often', () => {
  test(
    'is told to slow down, and its next question in time is answered',
    inTransaction(async (as) => {
      const tv = television(as);
      const shown = await show(tv);
      expect(await claim(tv, shown)).toEqual({ result: 'device_waiting' });
      expect(await claim(tv, shown)).toEqual({ result: 'device_slow_down' });
      await wait(as, '5 seconds');
      expect(await claim(tv, shown)).toEqual({ result: 'device_waiting' });
      await answer(await signedIn(as, 'mimose'), shown.user_code);
      expect((await claim(tv, shown)).result, 'a confirmed one at once').toBe('device_signed_in');
    }),
  );

  test(
    'gets sixty codes an hour for its address, and other addresses still get theirs',
    inTransaction(async (as) => {
      const tv = television(as);
      for (let n = 0; n < 60; n += 1) await show(tv);
      expect((await tv.refusal('select request_device_code()')).hint).toBe('too_many_tries');
      await show(television(as, '203.0.113.10'));
      await as('owner').query(
        `update private.rate_limits set times = 20000 where action = 'device_code' and who = 'all'`,
      );
      const refused = await television(as, '203.0.113.11').refusal('select request_device_code()');
      expect(refused.hint, 'twenty thousand in all').toBe('too_many_tries');
    }),
  );
});
