import { describe, expect, test } from 'vitest';
import { FRESH_PROOF_MINUTES } from '../../contract/src/identity/limits.ts';
import { ABOUT_PEOPLE } from '../../scripts/stored-data/about-people.ts';
import { HASH, liveALittle } from './support/live-a-little.ts';
import { idOf } from './support/people.ts';
import { signedIn } from './support/signed-in.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();
const me = idOf.mimose;

/** Tables without a row in private.personal_data that people have rows in. */
const aboutPeople = Object.keys(ABOUT_PEOPLE).filter(
  (relation) => !ABOUT_PEOPLE[relation]?.afterDeletion.startsWith('not used'),
);

const foreignKeys = `
  select distinct format('%s.%s', c.conrelid::regclass, a.attname) as place
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
  where c.contype = 'f' and c.confrelid in ('auth.users'::regclass, 'private.profiles'::regclass)
  order by 1`;

/** Every row of the database that contains one of these texts, by table. */
async function traces(as: As, ...words: string[]): Promise<Record<string, number>> {
  const tables = await as('owner').query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const rows = await as('owner').value<number>(
      `select count(*)::integer from ${name} t where to_jsonb(t)::text ilike any ($1)`,
      words.map((word) => `%${word}%`),
    );
    if (rows > 0) found[name] = rows;
  }
  return found;
}

describe('download my data', () => {
  test(
    'knows every column that points at a person, in whatever schema',
    inTransaction(async (as) => {
      await as('owner').query(`set local search_path to ''`);
      const keys = await as('owner').query<{ place: string }>(foreignKeys);
      const known = await as('owner').query<{ place: string }>(
        `select format('%s.%s', relation, person_column) as place from private.personal_data`,
      );
      const missing = new Set(keys.map(({ place }) => place)).difference(
        new Set(known.map(({ place }) => place)),
      );
      // A new table? Give it a row in private.personal_data, in the migration that creates the table.
      expect([...missing]).toEqual([]);
      expect(keys.length).toBeGreaterThan(12);
    }),
  );

  test(
    'gives everything that is there, from every place, and no secret',
    inTransaction(async (as) => {
      const mimose = await liveALittle(as);
      const data = await mimose.value<Data>('select download_my_data()');
      const places = await as('owner').query<{ relation: string }>(
        'select relation from private.personal_data',
      );
      for (const { relation } of places) expect(data.tables[relation]?.length, relation).toBeGreaterThan(0);
      expect(data.tables['private.profiles']?.[0]).toMatchObject({
        username: 'mimose',
        phone: '+509 7777 0001',
        date_of_birth: '1990-05-18',
      });
      expect(data.tables['auth.users']?.[0]).toMatchObject({ email: 'mimose@example.test' });
      expect(data.tables['public.forum_posts']).toHaveLength(1);
      expect(data.tables['public.ledger']).toHaveLength(1);
      expect(data.files).toMatchObject([
        {
          name: `${me}/face.png`,
          size: 7,
          address: `/storage/v1/object/public/profile-images/${me}/face.png`,
        },
      ]);
      // What she did as an editor, without the texts that she changed.
      const [act] = data.tables['public.audit_log'] ?? [];
      expect(act).toMatchObject({ actor_id: me, act: 'delete', subject: 'banners' });
      expect(act).not.toHaveProperty('change');
      expect(data.messages_from_my_address).toHaveLength(1);
      expect(data.account_events).toMatchObject([
        { action: 'login', ip_address: '203.0.113.77' },
        { action: 'recovery_codes_made' },
      ]);
      const text = JSON.stringify(data);
      for (const secret of ['SEKRE', 'hash-of-a-link', 'code_hash', 'encrypted_password']) {
        expect(text).not.toContain(secret);
      }
    }),
  );

  test(
    'gives a heavy account everything once, page by page',
    inTransaction(async (as) => {
      const mimose = await signedIn(as, 'mimose');
      await as('owner').query(
        `insert into auth.audit_log_entries (id, payload, created_at)
          select gen_random_uuid(), jsonb_build_object('action', 'a' || n, case when n % 2 = 0 then 'actor_id' else 'actor' end, $1::text,
            'traits', jsonb_build_object('user_id', case when n % 2 = 1 then $1::text end)), now() from generate_series(1, 2500) n`,
        me,
      );
      await as('owner').query(
        `insert into private.rate_limits select 'a' || n, $1, now(), 1 from generate_series(1, 2500) n`,
        me,
      );
      const pages: Page[] = [];
      do {
        const after = pages.at(-1)?.next ?? null;
        pages.push(await mimose.value<Page>('select download_my_data($1)', after && JSON.stringify(after)));
      } while (pages.at(-1)?.next);
      const sizes = pages.map(({ tables, account_events = [] }) =>
        Object.values(tables).reduce((sum, rows) => sum + rows.length, account_events.length),
      );
      expect(pages.length).toBeGreaterThan(2);
      for (const size of sizes) expect(size).toBeLessThanOrEqual(2000);
      const events = pages.flatMap(({ account_events = [] }) => account_events);
      expect(new Set(events.map((event) => JSON.stringify(event))).size).toBe(2500);
      expect(events).toHaveLength(2500);
      const limits = pages.flatMap(({ tables }) => tables['private.rate_limits'] ?? []);
      // The two limits of downloads count too.
      expect(limits).toHaveLength(2502);
      expect(new Set(limits.map(({ action }) => action)).size).toBe(2502);
    }),
  );

  test(
    'gives nothing of anybody else, and nothing to visitors',
    inTransaction(async (as) => {
      const tiJo = await signedIn(as, 'tiJo');
      const data = await tiJo.value<Data>('select download_my_data()');
      expect(JSON.stringify(data)).not.toContain(me);
      expect((await as('visitor').refusal('select download_my_data()')).code).toBe('42501');
    }),
  );
});

type Page = Omit<Data, 'account_events'> & { account_events?: object[]; next: object | null };

interface Data {
  tables: Record<string, Record<string, unknown>[]>;
  files: object[];
  messages_from_my_address: object[];
  account_events: object[];
}

/** As the job delete_account does, with small batches. */
async function eraseInBatches(as: As): Promise<void> {
  await as('owner').query('select private.close_account($1)', me);
  let batches = 1;
  while (await as('owner').value('select private.erase_account_rows($1, 2)', me)) batches += 1;
  expect(batches).toBeGreaterThan(5);
  expect(await as('owner').value('select private.is_large_account($1, 0)', me), 'nothing is left').toBe(
    false,
  );
}

describe('deleting an account', () => {
  const facts = [
    'mimose',
    '+509 7777 0001',
    '50934567890',
    '203.0.113.77',
    'Machin Mimose',
    'hash-of-a-link',
  ];

  test.each(['at once', 'in batches'])(
    '%s leaves nothing of the person but the anonymous ledger and the posts of Unknown',
    (how) =>
      inTransaction(async (as) => {
        const { session_id } = await liveALittle(as);
        const before = await traces(as, ...facts, me, session_id, String(HASH));
        for (const relation of aboutPeople) expect(before, relation).toHaveProperty([plain(relation)]);
        const places = await as('owner').query<{ relation: string; after_deletion: string }>(
          'select * from private.personal_data',
        );
        for (const { relation } of places) expect(before, relation).toHaveProperty([plain(relation)]);
        const count = (relation: string) =>
          as('owner').value<number>(`select count(*)::integer from ${relation}`);
        const anonymous = places.filter((place) => place.after_deletion === 'anonymous');
        const kept: Record<string, number> = {};
        for (const { relation } of anonymous) kept[relation] = await count(relation);
        // As delete-account does through the Storage API.
        await as('owner').query(`set local storage.allow_delete_query to 'true'`);
        await as('owner').query(
          `delete from storage.objects o using public.files_of_person($1) f where o.bucket_id = f.bucket_id and o.name = f.name`,
          me,
        );
        if (how === 'in batches') await eraseInBatches(as);
        await as('owner').query('delete from auth.users where id = $1', me);
        expect(await traces(as, ...facts)).toEqual({});
        // Its tokens have to be refused until they end.
        expect(await traces(as, session_id)).toEqual({ 'platform.ended_sessions': 1 });
        // The id stays in the audit logs (this person worked here), for an hour in the outbox of realtime, for at most ten
        // minutes among the notices that are collected for caches, for three days in messages of realtime, and in jobs and
        // unfinished uploads until they are done.
        const {
          'realtime.messages': _messages,
          'private.jobs': _jobs,
          'platform.uploads': _uploads,
          'realtime.changes': _news,
          'platform.collected_notices': _notices,
          'auth.audit_log_entries': _log,
          audit_log: _acts,
          ...left
        } = await traces(as, me);
        expect(left).toEqual({});
        for (const { relation } of anonymous) expect(await count(relation), relation).toBe(kept[relation]);
        expect(await as('owner').value(`select name from storage.objects where name = 'posters/a.jpg'`)).toBe(
          'posters/a.jpg',
        );
      })(),
  );

  test(
    'with very many rows closes it at once: no session, no password, no name, and the address is free',
    inTransaction(async (as) => {
      await liveALittle(as);
      expect(await as('service').value('select close_large_account($1)', me)).toBe(false);
      await as('owner').query(
        `insert into private.rate_limits select 'a' || n, $1, now(), 1 from generate_series(1, 5001) n`,
        me,
      );
      expect(await as('service').value('select close_large_account($1)', me)).toBe(true);
      const left = await traces(as, 'mimose@', '+509 7777 0001', '50934567890');
      // The job erases the names in the log of events.
      expect(Object.keys(left)).toEqual(['auth.audit_log_entries']);
      const [login] = await as('owner').query(
        `select email, encrypted_password, banned_until > now() as banned,
          (select count(*)::integer from auth.sessions s where s.user_id = u.id) as sessions,
          (select count(*)::integer from admin_users a where a.user_id = u.id) as roles from auth.users u where id = $1`,
        me,
      );
      expect(login).toEqual({ email: null, encrypted_password: null, banned: true, sessions: 0, roles: 0 });
      expect(
        await as('owner').query(`select kind, payload from private.jobs where kind = 'delete_account'`),
      ).toEqual([{ kind: 'delete_account', payload: { person: me } }]);
      for (const person of ['visitor', 'mimose', 'admin'] as const) {
        for (const call of ['close_large_account', 'erase_account_rows']) {
          expect((await as(person).refusal(`select ${call}($1)`, idOf.tiJo)).code).toBe('42501');
        }
      }
    }),
  );

  const ask = 'select can_delete_account()';
  test(
    'needs a proof of the last minutes, not just a session',
    inTransaction(async (as) => {
      const fresh = await signedIn(as, 'mimose', { minutesAgo: FRESH_PROOF_MINUTES - 1 });
      expect(await fresh.value(ask)).toBe(me);
      const stale = await signedIn(as, 'mimose', { minutesAgo: FRESH_PROOF_MINUTES });
      expect((await stale.refusal(ask)).hint).toBe('sign_in_again');
      expect((await as('mimose').refusal(ask)).hint).toBe('sign_in_again');
      expect((await as('visitor').refusal(ask)).code).toBe('42501');
    }),
  );

  test(
    'of somebody else is for admins, and nobody deletes the only admin',
    inTransaction(async (as) => {
      const other = `select can_delete_account('${me}')`;
      const admin = await signedIn(as, 'admin', { minutesAgo: 60 });
      expect(await admin.value(other)).toBe(me);
      for (const person of ['tiJo', 'moderator'] as const) {
        expect((await (await signedIn(as, person)).refusal(other)).hint).toBe('no_access');
      }
      expect((await (await signedIn(as, 'admin')).refusal(ask)).hint).toBe('last_admin');
      await as('owner').query('insert into admin_users (user_id) values ($1)', idOf.tiJo);
      expect(await (await signedIn(as, 'admin')).value(ask)).toBe(idOf.admin);
    }),
  );

  test(
    'and which files go is a question for the service key alone',
    inTransaction(async (as) => {
      for (const person of ['visitor', 'mimose', 'admin'] as const) {
        expect((await as(person).refusal('select files_of_person($1)', me)).code).toBe('42501');
      }
    }),
  );
});

describe('a session that has ended', () => {
  test(
    'opens nothing about the account, even where its token is still believed',
    inTransaction(async (as) => {
      const mimose = await signedIn(as, 'mimose');
      expect(await mimose.touches('select my_sessions()')).toBe(1);
      expect(await mimose.value('select revoke_session($1)', mimose.session_id)).toBe(true);
      for (const call of ['my_sessions', 'download_my_data', 'can_delete_account', 'make_recovery_codes']) {
        expect((await mimose.refusal(`select ${call}()`)).hint, call).toBe('session_ended');
      }
    }),
  );
});

/** As regclass writes it, with public on the search path. */
function plain(relation: string): string {
  return relation.replace(/^public\./, '');
}
