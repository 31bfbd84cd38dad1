import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import { eventBooker, orderOf, payment } from './support/money.ts';
import { idOf } from './support/people.ts';
import { probes } from './support/probes.ts';
import { makeAgent, makeBatch, printCodes } from './support/vouchers.ts';
import { type As, useWorld } from './support/world.ts';

/*
 * Every write of staff leaves an entry. What staff can write is read from the catalogue: tables and files whose policies name a
 * role, and functions that ask for one. A new one without an entry, or without an example here, fails.
 */
const { inTransaction } = useWorld();

const newBundle = `select create_bundle('Karetsi', array['${fixture['paid movie']}', '${fixture['paid series']}']::uuid[], 900,
  current_date, current_date + 1)`;

/** The entries of both logs in the admin's name. */
const entries = (as: As) =>
  as('owner').value<number>(
    `select (select count(*) from audit_log where actor_id = $1) +
      (select count(*) from private.moderation_log where moderator_id = $1)::integer`,
    idOf.admin,
  );

async function leavesEntry(as: As, what: string, act: () => Promise<unknown>): Promise<void> {
  const before = Number(await entries(as));
  await act();
  expect(Number(await entries(as)), what).toBeGreaterThan(before);
}

test(
  'every table that staff can write leaves an entry for every action',
  inTransaction(async (as) => {
    const writable = await as('owner').query<{ table: string; action: 'insert' | 'update' | 'delete' }>(
      `select distinct tablename as table, action from pg_policies p,
          unnest(case p.cmd when 'ALL' then '{insert,update,delete}' else array[lower(p.cmd)] end) action
        where schemaname = 'public' and action <> 'select' and coalesce(qual, '') || coalesce(with_check, '') ~ 'has_role'
        order by 1, 2 desc`,
    );
    expect(writable.length).toBeGreaterThan(25);
    for (const { table, action } of writable) {
      const [, probe] = Object.entries(probes).find(([name]) => name.split(':')[0] === table) ?? [];
      if (!probe) throw new Error(`there is no probe for ${table}`);
      const sql = {
        insert: `insert into ${table} ${probe.insert}`,
        update: `update ${table} set ${probe.set} where ${probe.where}`,
        delete: `delete from ${table} where ${probe.where}`,
      }[action];
      await leavesEntry(as, `${action} ${table}`, async () => {
        expect(await as('admin').touches(sql), sql).toBeGreaterThan(0);
      });
    }
  }),
);

describe('files', () => {
  const throughTheApi = { 'storage.allow_delete_query': 'true' };
  const file = (bucket: string, person: string) =>
    bucket === 'profile-images' ? `${person}/face.png` : 'a.bin';
  const put = `insert into storage.objects (bucket_id, name, version, owner, owner_id, metadata)
    values ($1, $2, 'one', $3::uuid, $3::text, '{"size": 7}')`;

  test(
    'staff leave an entry when they upload, replace, move or delete one, in every bucket',
    inTransaction(async (as) => {
      const buckets = await as('owner').query<{ id: string }>('select id from storage.buckets order by id');
      for (const { id } of buckets) {
        const admin = as('admin', throughTheApi);
        if (id === 'profile-images') {
          await as('mimose').query(put, id, file(id, idOf.mimose), idOf.mimose);
        } else {
          await leavesEntry(as, `upload to ${id}`, () => admin.query(put, id, 'a.bin', idOf.admin));
          await leavesEntry(as, `replace in ${id}`, () =>
            admin.query(`update storage.objects set version = 'two' where bucket_id = $1`, id),
          );
          await leavesEntry(as, `move in ${id}`, () =>
            admin.query(`update storage.objects set name = 'b.bin' where bucket_id = $1`, id),
          );
        }
        await leavesEntry(as, `delete from ${id}`, async () => {
          expect(await admin.touches('delete from storage.objects where bucket_id = $1', id), id).toBe(1);
        });
      }
      const [last] = await as('admin').query(
        `select subject, label, change from audit_log where act = 'delete' and label like 'movies/%' order by id desc limit 1`,
      );
      expect(last).toEqual({ subject: 'files', label: 'movies/b.bin', change: { size: [7, null] } });
      const pictures = await as('owner').touches(
        `select from audit_log where label like '%' || $1 || '%'`,
        idOf.mimose,
      );
      expect(pictures, 'an entry keeps no member id').toBe(0);
    }),
  );

  test(
    'an upload with the service key belongs to the worker who requested its address',
    inTransaction(async (as) => {
      await as('service').query(put, 'movies', 'a.bin', idOf.editor);
      expect(await as('admin').query(`select actor_id, act from audit_log where subject = 'files'`)).toEqual([
        { actor_id: idOf.editor, act: 'insert' },
      ]);
    }),
  );

  test(
    "members' pictures, the staff's own, reading and clean-up leave none",
    inTransaction(async (as) => {
      await as('mimose').query(put, 'profile-images', `${idOf.mimose}/face.png`, idOf.mimose);
      await as('admin').query(put, 'profile-images', `${idOf.admin}/face.png`, idOf.admin);
      await as('owner').query(put, 'movies', 'old.mp4', null);
      await as('owner').query(`update storage.objects set last_accessed_at = now()`);
      await as('service', throughTheApi).query(`delete from storage.objects where name = 'old.mp4'`);
      expect(await as('owner').touches(`select from audit_log where subject = 'files'`)).toBe(0);
    }),
  );
});

const addFailedJob = (as: As) =>
  as('owner').value<string>(
    `insert into private.jobs (kind, status, failed_at) values ('mail_contact_message', 'failed', now()) returning id`,
  );

/** A payment that somebody made with this provider. */
async function paymentBy(as: As, provider: string): Promise<number> {
  const order = await orderOf(as, 'purchase');
  await eventBooker(as, order, provider)(payment());
  return as('owner').value('select id from ledger where order_id = $1', order);
}

async function deleteBanner(as: As): Promise<string> {
  await as('editor').query('delete from banners where id = $1', fixture.banner);
  return as('owner').value('select id from private.deleted_rows');
}

describe('functions', () => {
  const job = fixture['media job'];
  /** An example of each, after its preparations. */
  const examples: Record<string, (as: As) => Promise<[string, ...unknown[]]>> = {
    can_delete_account: async () => ['select can_delete_account($1)', idOf.tiJo],
    cancel_media_job: async (as) => {
      await as('owner').query(`update media_jobs set status = 'queued' where id = $1`, job);
      return ['select cancel_media_job($1)', job];
    },
    retry_media_job: async (as) => {
      await as('owner').query(`update media_jobs set status = 'failed' where id = $1`, job);
      await as('owner').query(
        `insert into storage.objects (bucket_id, name, version)
          select 'movies', source_path, 'one' from media_jobs where id = $1`,
        job,
      );
      await as('owner').query(`delete from media_jobs where id <> $1`, job);
      await as('owner').query(`update media_jobs set status = 'failed' where id = $1`, job);
      return ['select retry_media_job($1)', job];
    },
    dismiss_reports: async (as) => {
      await as('tiJo').query(`select report('post', $1, 'spam')`, fixture.post);
      return [`select dismiss_reports('post', $1)`, fixture.post];
    },
    end_subscription: async (as) => {
      const id = await as('owner').value(
        `update subscriptions set cancel_at_period_end = true where user_id = $1 returning id`,
        idOf.kesner,
      );
      return [`select end_subscription($1, 'Li mande l')`, id];
    },
    grant_subscription: async () => [
      `select grant_subscription($1, 'monthly', now() + interval '1 day', 'Yon kado')`,
      idOf.tiJo,
    ],
    set_exchange_rate: async () => [`select set_exchange_rate(131.5, '2026-11-01', 'BRH')`],
    set_trial_days: async () => [`select set_trial_days('monthly', 14)`],
    set_pass_price: async () => [`select set_pass_price('day', 59)`],
    settle_payment_alert: async (as) => [
      `select settle_payment_alert($1, 'Nou remèt li lajan an')`,
      await as('owner').value('select id from payment_alerts'),
    ],
    begin_payment_export: async () => [`select begin_payment_export('2026-01-01', '2026-01-31')`],
    begin_audit_export: async () => [`select begin_audit_export(from_day => '2026-01-01')`],
    recheck_payment_day: async (as) => {
      await as('owner').query(`select private.compare_payment_day('2026-01-01', 'stripe')`);
      return [`select recheck_payment_day('2026-01-01', 'stripe')`];
    },
    set_tax_rate: async () => [`select set_tax_rate('HT', 'TCA', 10, current_date)`],
    find_payments_of_code: async () => [`select find_payments_of_code('CCCC-CCCC-CCCC')`],
    request_refund: async (as) => [
      `select request_refund($1, 'Li te achte l de fwa')`,
      await paymentBy(as, 'stripe'),
    ],
    credit_payment: async (as) => [
      `select credit_payment($1, 'Li te achte l de fwa')`,
      await paymentBy(as, 'moncash'),
    ],
    create_promotion: async () => [
      `select create_promotion('Fèt', current_date, current_date + 1, 1, 1, 10)`,
    ],
    end_promotion: async (as) => {
      await as('admin').query(`select create_promotion('Fèt', current_date, current_date + 1, 1, 1, 10)`);
      return ['select end_promotion(id) from admin_promotions()'];
    },
    create_bundle: async () => [newBundle],
    change_bundle: async (as) => [
      `select change_bundle($1, 'Karetsi', 700, current_date, current_date + 2)`,
      await as('admin').value(newBundle),
    ],
    set_audio_kind: async (as) => {
      const film = fixture['free movie'];
      const audio = [{ language: 'ht' }, { language: 'fr' }];
      await as('owner').query('delete from private.streams where movie_id = $1', film);
      await as('owner').query(
        `insert into private.streams (movie_id, status, film) values ($1, 'whole', $2)`,
        film,
        { audio },
      );
      return [`select set_audio_kind('movie', $1, 1, 'description')`, film];
    },
    end_bundle: async (as) => ['select end_bundle($1)', await as('admin').value(newBundle)],
    create_agent: async () => [`select create_agent('tijo', 'Boutik', 'USD', 1000)`],
    change_agent: async (as) => [`select change_agent($1, 'Boutik', 1, true)`, await makeAgent(as)],
    record_agent_payment: async (as) => [`select record_agent_payment($1, 1, 'A-1')`, await makeAgent(as)],
    create_voucher_batch: async (as) => [
      `select create_voucher_batch($1, 1, current_date + 1, 'day')`,
      await makeAgent(as),
    ],
    print_voucher_batch: async (as) => [
      'select print_voucher_batch($1)',
      await makeBatch(as, await makeAgent(as)),
    ],
    activate_voucher_batch: async (as) => {
      const batch = await makeBatch(as, await makeAgent(as));
      await printCodes(as, batch);
      return ['select activate_voucher_batch($1)', batch];
    },
    revoke_voucher_batch: async (as) => [
      `select revoke_voucher_batch($1, 'Yo pèdi yo')`,
      await makeBatch(as, await makeAgent(as)),
    ],
    revoke_vouchers: async (as) => [
      `select revoke_vouchers($1, 1, 1, 'Li pèdi')`,
      await makeBatch(as, await makeAgent(as)),
    ],
    suspend_member: async () => [`select suspend_member($1, 'Spam')`, idOf.tiJo],
    lift_suspension: async (as) => {
      await as('moderator').query(`select suspend_member($1, 'Spam')`, idOf.tiJo);
      return ['select lift_suspension($1)', idOf.tiJo];
    },
    edit_titles: async () => [
      'select edit_titles($1, $2, $3)',
      'movie',
      [fixture['paid movie']],
      { purchase_price: 3 },
    ],
    reorder_episodes: async () => [
      'select reorder_episodes($1, 1, $2)',
      fixture['paid series'],
      [fixture['free episode of the paid series'], fixture['episode of the paid series']],
    ],
    save_front_page: async (as) => [
      `select save_front_page('home', $1, '[]')`,
      await as('owner').value(
        `select jsonb_agg(jsonb_build_object('id', id, 'updated_at', updated_at))::text from front_page_rows where place = 'home'`,
      ),
    ],
    set_hidden: async () => [`select set_hidden('post', $1, true)`, fixture.post],
    sign_out_member: async () => [`select sign_out_member($1, 'Yo vòlè telefòn li')`, idOf.tiJo],
    retry_failed_job: async (as) => ['select retry_failed_job($1)', await addFailedJob(as)],
    discard_failed_job: async (as) => ['select discard_failed_job($1)', await addFailedJob(as)],
    restore_deleted_row: async (as) => ['select restore_deleted_row($1)', await deleteBanner(as)],
    discard_deleted_row: async (as) => ['select discard_deleted_row($1)', await deleteBanner(as)],
    setup_admin: async (as) => {
      await as('owner').query('delete from admin_users');
      await as('owner').query('select private.reopen_admin_setup()');
      await as('owner').query(`update private.settings set value = '"open"' where key = 'admin_setup'`);
      return ['select setup_admin()'];
    },
  };
  /** Members call it; a role only lifts a limit. */
  const notForStaff = ['title_discussion'];

  test(
    'none that asks for a role and can write is missing here',
    inTransaction(async (as) => {
      const asking = await as('owner').query<{ name: string }>(
        `select p.proname::text as name from pg_proc p
          where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and p.prorettype <> 'trigger'::regtype
            and has_function_privilege('authenticated', p.oid, 'execute')
            and p.prosrc ~ 'has_role|require_role|require_moderator|require_editor|admin_users' order by 1`,
      );
      expect(
        asking
          .map(({ name }) => name)
          .filter((name) => !notForStaff.includes(name))
          .toSorted(),
      ).toEqual(Object.keys(examples).toSorted());
    }),
  );

  test.each(Object.keys(examples))('%s leaves an entry', (name) =>
    inTransaction(async (as) => {
      const [sql, ...values] = (await examples[name]?.(as)) ?? [''];
      await leavesEntry(as, name, () => as('admin').query(sql, ...values));
    })(),
  );
});

test(
  'entries about messages and reviews keep no words and no address of a member',
  inTransaction(async (as) => {
    await as('admin').query('update contact_messages set handled_at = now()');
    await as('admin').query('delete from contact_messages');
    await as('moderator').query('delete from reviews');
    const logged = await as('owner').query<{ row: string }>(
      `select to_jsonb(l)::text as row from audit_log l where subject in ('contact_messages', 'reviews')`,
    );
    expect(logged).toHaveLength(4);
    for (const { row } of logged)
      for (const secret of ['mimose', 'Mimose', 'How do I watch', 'A question', idOf.mimose])
        expect(row).not.toContain(secret);
  }),
);

test(
  'nobody becomes or stops being staff without an entry',
  inTransaction(async (as) => {
    await as('service').query(`insert into admin_users values ($1, 'editor')`, idOf.tiJo);
    await as('service').query(`update admin_users set role = 'moderator' where user_id = $1`, idOf.tiJo);
    await as('owner').query('delete from auth.users where id = $1', idOf.tiJo);
    expect(
      await as('admin').query(
        `select act, change from audit_log where subject = 'admin_users' and subject_id = $1 and id > (
          select max(id) - 5 from audit_log) order by id`,
        idOf.tiJo.slice(0, 8),
      ),
    ).toEqual([
      { act: 'insert', change: { role: [null, 'editor'] } },
      { act: 'update', change: { role: ['editor', 'moderator'] } },
      { act: 'delete', change: { role: ['moderator', null] } },
    ]);
  }),
);
