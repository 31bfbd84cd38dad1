import { describe, expect, test } from 'vitest';
import { RECOVERY_CODES } from '../../contract/src/identity/limits.ts';
import { fixture } from './support/fixtures.ts';
import { idOf } from './support/people.ts';
import { signedIn, withFactor } from './support/signed-in.ts';
import { useWorld } from './support/world.ts';

const { inTransaction } = useWorld();
const me = idOf.mimose;

describe('a member who has not given their second factor', () => {
  const reads = {
    orders: 'select * from orders',
    ledger: 'select * from ledger',
    purchases: 'select * from user_purchases',
    terms: 'select * from terms_acceptances',
    watchlist: 'select * from watchlist',
    phone: `select phone from profiles where id = '${me}' and phone is not null`,
    'date of birth': `select from profiles where id = '${me}' and date_of_birth is not null`,
  };
  test.each(Object.entries(reads))('does not read their %s', (_what, sql) =>
    inTransaction(async (as) => {
      await withFactor(as, 'mimose');
      expect(await (await signedIn(as, 'mimose', { aal: 'aal1' })).query(sql)).toEqual([]);
      expect(await (await signedIn(as, 'mimose', { aal: 'aal2' })).query(sql)).not.toEqual([]);
    })(),
  );

  const writes = {
    'change their profile': `update profiles set bio = 'x' where id = '${me}'`,
    'write in the forum': `insert into forum_topics (title, content, user_id) values ('Bonjou', 'Bonjou', '${me}')`,
    'reply in the forum': `insert into forum_posts (topic_id, content, user_id) values ('${fixture.topic}', 'Wi', '${me}')`,
    'delete their topic': `delete from forum_topics where id = '${fixture.topic}'`,
    'change their review': `update reviews set rating = 1 where id = '${fixture.review}'`,
    'take a vote for a review back': 'delete from review_votes',
    'take a reaction back': 'delete from forum_reactions',
    'choose their notifications': `select set_notification_settings('off', 'off')`,
    'empty their watchlist': 'delete from watchlist',
    'order a film': `select create_order('movie', '${fixture['paid movie']}', 'rental')`,
    'accept terms': `insert into terms_acceptances (user_id, version) values ('${me}', '2026-11')`,
    'download their data': 'select download_my_data()',
    'see their devices': 'select my_sessions()',
    'revoke a device': 'select revoke_session(gen_random_uuid())',
    'delete their account': 'select can_delete_account()',
    'make recovery codes': 'select make_recovery_codes()',
    'count recovery codes': 'select recovery_codes_left()',
  };
  test.each(Object.entries(writes))('does not %s, and hears why', (_what, sql) =>
    inTransaction(async (as) => {
      await withFactor(as, 'mimose');
      const half = await signedIn(as, 'mimose', { aal: 'aal1' });
      expect((await half.refusal(sql)).hint).toBe('second_factor_needed');
      await (await signedIn(as, 'mimose', { aal: 'aal2' })).query(sql);
    })(),
  );

  test(
    'puts no file anywhere',
    inTransaction(async (as) => {
      await withFactor(as, 'mimose');
      const upload = `insert into storage.objects (bucket_id, name) values ('profile-images', '${me}/a.png')`;
      expect((await (await signedIn(as, 'mimose')).refusal(upload)).code).toBe('42501');
      await (await signedIn(as, 'mimose', { aal: 'aal2' })).query(upload);
    }),
  );

  test(
    'is no admin',
    inTransaction(async (as) => {
      expect(await (await signedIn(as, 'admin')).value('select is_admin()')).toBe(true);
      await withFactor(as, 'admin');
      expect(await (await signedIn(as, 'admin')).value('select is_admin()')).toBe(false);
      expect(
        await as('admin')
          .query(`select from private.profiles`)
          .catch(() => 'no'),
      ).toBe('no');
    }),
  );
});

test(
  'a member who has not given it still reads the forum, is counted as a reader, and watches',
  inTransaction(async (as) => {
    await withFactor(as, 'mimose');
    const half = await signedIn(as, 'mimose');
    expect(await half.touches('select from forum_topics')).toBeGreaterThan(0);
    await half.query('select increment_topic_view($1)', fixture.topic);
    expect(await half.value(`select can_watch('movie', $1)`, fixture['free movie'])).toBe(true);
  }),
);

test(
  'a factor that was begun and not verified changes nothing',
  inTransaction(async (as) => {
    const factor = await withFactor(as, 'mimose');
    await as('owner').query(`update auth.mfa_factors set status = 'unverified' where id = $1`, factor);
    expect(await (await signedIn(as, 'mimose')).touches('select * from orders')).toBe(1);
  }),
);

describe('recovery codes', () => {
  const make = 'select make_recovery_codes()';
  const use = 'select use_recovery_code($1)';

  test(
    'are ten, readable, different, and stored as hashes',
    inTransaction(async (as) => {
      await withFactor(as, 'mimose');
      const mimose = await signedIn(as, 'mimose', { aal: 'aal2' });
      const codes = await mimose.value<string[]>(make);
      expect(new Set(codes).size).toBe(RECOVERY_CODES);
      for (const code of codes) expect(code).toMatch(/^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}$/);
      expect(await mimose.value('select recovery_codes_left()')).toBe(RECOVERY_CODES);
      const stored = JSON.stringify(await as('owner').query('select * from private.recovery_codes'));
      for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
      const again = await mimose.value<string[]>(make);
      expect(codes.filter((code) => again.includes(code))).toEqual([]);
      expect(await (await signedIn(as, 'mimose')).value(use, codes[0])).toBe(false);
    }),
  );

  test(
    'are not made for a session whose sign-in is long ago',
    inTransaction(async (as) => {
      await withFactor(as, 'mimose');
      const mimose = await signedIn(as, 'mimose', { aal: 'aal2', minutesAgo: 11 });
      expect((await mimose.refusal(make)).hint).toBe('sign_in_again');
    }),
  );

  test(
    'need a second factor that they replace',
    inTransaction(async (as) => {
      expect((await (await signedIn(as, 'mimose')).refusal(make)).hint).toBe('second_factor_missing');
    }),
  );

  test(
    'take the lost factor away, once, however they are typed, and it is written down',
    inTransaction(async (as) => {
      const factor = await withFactor(as, 'mimose');
      const phone = await signedIn(as, 'mimose', { aal: 'aal2' });
      await as('owner').query(
        'update auth.sessions set factor_id = $1 where id = $2',
        factor,
        phone.session_id,
      );
      const [code = ''] = await phone.value<string[]>(make);
      const half = await signedIn(as, 'mimose');
      expect(await half.value(use, ` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(true);
      expect(await half.value(use, code)).toBe(false);
      expect(await half.touches('select * from orders')).toBe(1);
      expect(await as('owner').query('select from auth.mfa_factors where user_id = $1', me)).toEqual([]);
      expect(await as('owner').value('select aal from auth.sessions where id = $1', phone.session_id)).toBe(
        'aal1',
      );
      const events = await as('owner').query<{ payload: object }>(
        `select payload from auth.audit_log_entries where payload ->> 'action' = 'factor_deleted'`,
      );
      expect(events).toMatchObject([
        { payload: { actor_id: me, traits: { factor_id: factor, by: 'recovery_code' } } },
      ]);
    }),
  );

  test(
    'that stood in for an older factor are worth nothing for a newer one',
    inTransaction(async (as) => {
      await withFactor(as, 'mimose');
      const [code] = await (await signedIn(as, 'mimose', { aal: 'aal2' })).value<string[]>(make);
      await as('owner').query(
        `update auth.mfa_factors set created_at = now() + interval '1 minute' where user_id = $1`,
        me,
      );
      expect(await (await signedIn(as, 'mimose')).value(use, code)).toBe(false);
    }),
  );

  test(
    'of one member are refused for another',
    inTransaction(async (as) => {
      for (const person of ['mimose', 'tiJo'] as const) await withFactor(as, person);
      const [code] = await (await signedIn(as, 'mimose', { aal: 'aal2' })).value<string[]>(make);
      await (await signedIn(as, 'tiJo', { aal: 'aal2' })).query(make);
      expect(await (await signedIn(as, 'tiJo')).value(use, code)).toBe(false);
      expect((await as('visitor').refusal(use, code)).code).toBe('42501');
    }),
  );

  test(
    'cannot be guessed: after five attempts even the right one is refused',
    inTransaction(async (as) => {
      await withFactor(as, 'mimose');
      const [code] = await (await signedIn(as, 'mimose', { aal: 'aal2' })).value<string[]>(make);
      const thief = await signedIn(as, 'mimose');
      for (let n = 0; n < 5; n += 1) expect(await thief.value(use, 'aaaa-aaaa-aaaa-aaaa')).toBe(false);
      expect((await thief.refusal(use, code)).hint).toBe('too_many_tries');
    }),
  );
});
