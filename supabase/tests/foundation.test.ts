import { describe, expect, test } from 'vitest';
import { useWorld } from './support/world.ts';

/** What must be true of the schema as a whole, so that a new table or function cannot forget it. */
const { inTransaction } = useWorld();

const tables = `pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;

/** Rules of the form "no such object exists": each query returns the offenders. */
const offenders: Record<string, string> = {
  'row-level security is on for every table in public, and for private.profiles': `
    select c.relname as name from pg_class c
    where (c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') or c.oid = 'private.profiles'::regclass)
      and not c.relrowsecurity`,
  'every table in public has a policy': `
    select c.relname as name from ${tables} and not exists (select from pg_policy p where p.polrelid = c.oid)`,
  'what clients are granted, a policy decides; what a policy allows, is granted': `
    select format('%s: %s to %s, grant %s, policy %s', c.relname, action, client, granted, decided) as name
    from pg_class c, unnest(array['anon', 'authenticated']) client, unnest(array['select', 'insert', 'update', 'delete']) action,
      lateral (select
        has_table_privilege(client, c.oid, action)
          or (action <> 'delete' and has_any_column_privilege(client, c.oid, action)) as granted,
        exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
          and lower(p.cmd) in (action, 'all') and client = any (p.roles)) as decided) x
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and granted <> decided`,
  'no client can truncate, reference or put triggers on a table, or use a sequence': `
    select c.relname || ': ' || client as name from pg_class c, unnest(array['anon', 'authenticated']) client
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and case when c.relkind = 'S' then has_sequence_privilege(client, c.oid, 'usage, select, update')
        when c.relkind in ('r', 'p', 'v') then has_table_privilege(client, c.oid, 'truncate, references, trigger') end`,
  'every foreign key has an index that starts with its columns': `
    select con.conrelid::regclass || '.' || con.conname as name from pg_constraint con
    where con.contype = 'f' and not exists (
      select from pg_index i where i.indrelid = con.conrelid and i.indpred is null
        and (i.indkey::int2[])[0:cardinality(con.conkey) - 1] @> con.conkey)`,
  'every security definer function has an empty search_path': `
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosecdef
      and not coalesce(p.proconfig, '{}') && array['search_path=""', 'search_path=']`,
  'nothing in private is readable or writable by a client, but a view of their own purchases for policies': `
    select c.relname as name from pg_class c, unnest(array['anon', 'authenticated']) client
    where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'p', 'v')
      and not (c.relname = 'my_paid_titles' and client = 'authenticated' and c.reloptions @> array['security_barrier=true']
        and not has_table_privilege(client, c.oid, 'insert, update, delete'))
      and (has_table_privilege(client, c.oid, 'select, insert, update, delete')
        or has_any_column_privilege(client, c.oid, 'select, insert, update'))`,
  'every table, view and function in public has a comment': `
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and obj_description(c.oid, 'pg_class') is null
    union all
    select p.proname from pg_proc p
    where p.pronamespace = 'public'::regnamespace and obj_description(p.oid, 'pg_proc') is null`,
  'every table in private has a comment': `
    select c.relname as name from pg_class c
    where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'p') and obj_description(c.oid, 'pg_class') is null`,
  'no policy name was cut off at 63 bytes': `
    select policyname as name from pg_policies where octet_length(policyname) >= 63`,
  'there is one policy per table, action and role, and beside it one for staff who read all rows': `
    select format('%s: %s to %s', tablename, action, client) as name
    from pg_policies p, unnest(p.roles) client,
      unnest(case p.cmd when 'ALL' then array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] else array[p.cmd] end) action
    where p.schemaname = 'public' and p.permissive = 'PERMISSIVE'
    group by tablename, action, client, action = 'SELECT' and qual ~ '^\\( SELECT (public\\.)?has_role\\([^()]*\\) AS has_role\\)$'
    having count(*) > 1`,
  'policies of staff who read all rows call a function that is open to them, so that the Data API can ask it once': `
    select tablename || ': ' || policyname as name from pg_policies
    where schemaname = 'public' and cmd = 'SELECT' and qual ~ '^\\( SELECT private\\.has_role\\([^()]*\\) AS has_role\\)$'`,
  'policies name their roles': `
    select tablename || ': ' || policyname as name from pg_policies
    where schemaname in ('public', 'storage') and not roles <@ '{anon,authenticated}'`,
  'policies evaluate auth.uid() and has_role() once per statement, inside (select …)': `
    select tablename || ': ' || policyname as name
    from pg_policies, lateral (select coalesce(qual, '') || coalesce(with_check, '') as expression) l
    where regexp_replace(expression, '\\( SELECT (auth\\.uid\\(\\)|((private|public)\\.)?has_role\\([^()]*\\)) AS [a-z_]+\\)', '', 'g')
      ~ 'auth\\.|has_role'`,
  'only the view profiles runs with the rights of its owner, and it is a security barrier': `
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
      and not coalesce(c.reloptions, '{}') @> case c.relname
        when 'profiles' then array['security_barrier=true'] else array['security_invoker=true'] end`,
  'forum and reviews reach a profile by one foreign key, and no junction table makes a second path': `
    with keys as (
      select con.conrelid, con.confrelid, con.conkey,
        con.conkey <@ (select i.indkey::int2[] from pg_index i where i.indrelid = con.conrelid and i.indisprimary) as in_primary_key
      from pg_constraint con join pg_class c on c.oid = con.conrelid
      where con.contype = 'f' and c.relnamespace = 'public'::regnamespace
    ), paths as (
      select conrelid as source from keys where confrelid = 'private.profiles'::regclass
      union all
      select a.confrelid from keys a join keys b on a.conrelid = b.conrelid and b.confrelid = 'private.profiles'::regclass
      where a.confrelid <> b.confrelid and a.in_primary_key and b.in_primary_key
    )
    select t || ': ' || (select count(*) from paths where source = t::regclass) as name
    from unnest(array['forum_topics', 'forum_posts', 'reviews']) t
    where (select count(*) from paths where source = t::regclass) <> 1`,
};

describe('the schema', () => {
  for (const [rule, query] of Object.entries(offenders)) {
    test(
      rule,
      inTransaction(async (as) => {
        expect(await as('owner').query(query)).toEqual([]);
      }),
    );
  }
});

test(
  'these functions are open, and no others',
  inTransaction(async (as) => {
    const open = await as('owner').query(`
      select role, array_agg(p.proname::text order by p.proname::text collate "C") as functions
      from pg_proc p, unnest(array['public', 'anon', 'authenticated']) role
      where p.pronamespace = 'public'::regnamespace and has_function_privilege(role, p.oid, 'execute')
      group by role order by role`);
    const everybody = [
      ...['can_watch', 'count_titles', 'fn_check_admin_access', 'increment_topic_view', 'is_admin'],
      ...['list_titles', 'browse_titles', 'front_page_titles', 'next_episode', 'search', 'start_playback'],
      ...['forum_count', 'forum_page', 'forum_topic', 'post_place', 'title_topic', 'topic_page'],
      ...['list_title_access', 'lowest_bandwidth', 'read_code'],
      ...['request_device_code', 'claim_device_session'],
      ...['latest_replies', 'person_titles', 'similar_titles', 'title_topic_id'],
      ...['read_bundle', 'title_bundles'],
    ].toSorted();
    const members = [
      ...['has_role', 'create_order', 'setup_admin', 'my_sessions', 'revoke_session', 'download_my_data'],
      ...['read_device_code', 'answer_device_code'],
      ...['can_delete_account', 'make_recovery_codes', 'recovery_codes_left', 'use_recovery_code'],
      ...['cancel_media_job', 'retry_media_job', 'media_workers_state'],
      ...['list_audio_tracks', 'set_audio_kind'],
      ...['admin_failed_jobs', 'discard_failed_job', 'retry_failed_job'],
      ...['admin_deleted_rows', 'discard_deleted_row', 'restore_deleted_row'],
      ...['my_streams', 'end_playback', 'save_progress', 'mark_watched', 'continue_watching'],
      ...['issue_offline_licence', 'check_in_downloads', 'release_download', 'my_download_devices'],
      ...['remove_download_device', 'list_download_sizes'],
      ...[
        'admin_movies',
        'admin_series',
        'reorder_episodes',
        'edit_titles',
        'admin_members',
        'admin_member',
        'admin_subscriptions',
      ],
      ...[
        'grant_subscription',
        'end_subscription',
        'sign_out_member',
        'statistics',
        'admin_quality',
        'admin_audit_log',
        'admin_messages',
      ],
      ...[
        'edit_post',
        'edit_topic',
        'follow_topic',
        'hidden_text',
        'mark_notifications_read',
        'mark_topic_read',
      ],
      ...[
        'my_notifications',
        'my_notification_settings',
        'set_notification_settings',
        'unread_topics',
        'my_suspension',
        'report',
        'suggest_members',
        'title_discussion',
        'topic_position',
      ],
      // These check the role themselves: supabase/tests/community-moderation.test.ts.
      ...['dismiss_reports', 'lift_suspension', 'moderation_log', 'report_queue', 'set_hidden'],
      ...['suspend_member', 'suspended_members', 'text_history'],
      ...['create_subscription_order', 'my_payments', 'order_to_pay', 'save_front_page'],
      ...[
        'admin_exchange_rates',
        'create_pass_order',
        ...['cancel_gift', 'create_gift', 'my_gifts', 'redeem_code', 'resend_gift'],
        ...[
          'admin_payment',
          'admin_payments',
          'credit_payment',
          'find_payments_of_code',
          'my_credit',
          'request_refund',
        ],
        ...['admin_payment_days', 'begin_payment_export', 'payment_export_rows', 'recheck_payment_day'],
        ...['admin_tax_rates', 'read_receipt', 'set_tax_rate'],
        ...['audit_export_rows', 'begin_audit_export', 'check_audit_log'],
        ...['create_agent', 'change_agent', 'admin_agents', 'record_agent_payment', 'admin_agent_entries'],
        ...['create_voucher_batch', 'print_voucher_batch', 'activate_voucher_batch', 'admin_voucher_batches'],
        ...['revoke_voucher_batch', 'revoke_vouchers', 'admin_vouchers'],
        ...['my_agency', 'my_agent_entries', 'my_voucher_batches', 'my_vouchers', 'sell_vouchers'],
        ...['create_promotion', 'end_promotion', 'admin_promotions', 'apply_promotion'],
        ...['create_bundle', 'change_bundle', 'end_bundle', 'admin_bundles', 'create_bundle_order'],
        'set_exchange_rate',
        'set_pass_price',
        ...['set_trial_days', 'my_trials'],
        'settle_payment_alert',
      ],
    ];
    expect(open).toEqual([
      { role: 'anon', functions: everybody },
      { role: 'authenticated', functions: [...everybody, ...members].toSorted() },
    ]);
  }),
);

test(
  'no client can name anything in the schema private',
  inTransaction(async (as) => {
    for (const person of ['visitor', 'mimose', 'admin'] as const) {
      for (const sql of [
        'select * from private.profiles',
        'select * from private.settings',
        'select * from private.daily_salts',
        `select private.has_role('admin')`,
        `update private.settings set value = '"open"'`,
      ]) {
        const refusal = await as(person).refusal(sql);
        expect([refusal.code, refusal.message], sql).toEqual([
          '42501',
          'permission denied for schema private',
        ]);
      }
    }
  }),
);

test(
  'no client can read accounts, sessions, or what the platform remembers',
  inTransaction(async (as) => {
    for (const person of ['visitor', 'mimose', 'admin'] as const) {
      for (const table of [
        'auth.users',
        'auth.sessions',
        'auth.identities',
        'platform.settings',
        'realtime.changes',
      ]) {
        expect((await as(person).refusal(`select from ${table}`)).code, table).toBe('42501');
      }
    }
  }),
);

test(
  'no client can create anything',
  inTransaction(async (as) => {
    for (const person of ['visitor', 'mimose', 'admin'] as const) {
      for (const sql of [
        'create table public.mine (id integer)',
        'create schema mine',
        'create function public.mine() returns integer language sql as $$ select 1 $$',
        'alter table public.movies disable row level security',
        'drop policy "everybody reads topics" on public.forum_topics',
      ]) {
        expect((await as(person).refusal(sql)).code, sql).toBe('42501');
      }
    }
  }),
);

test(
  'accents and case do not matter to a search: leta finds Létà',
  inTransaction(async (as) => {
    expect(await as('owner').value(`select private.fold_text('Létà ÇA Œuvre')`)).toBe('leta ca oeuvre');
  }),
);

test(
  'blanks are trimmed as in JavaScript, and nothing else',
  inTransaction(async (as) => {
    for (const text of ['vwayaj lanmè v', ' \t\n\v\f\r\u00a0\u3000\ufeffviv\u2028 '])
      expect(await as('owner').value('select private.trim_text($1)', text)).toBe(text.trim());
  }),
);
