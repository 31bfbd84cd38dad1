import { randomUUID } from 'node:crypto';
import { idOf } from '../../bench/big-world/ids.ts';
import type { PlanClient } from './plan-client.ts';

/** The tables of the admin area with their searches, filters and orders. */
const TABLES: Record<string, { filters: string[]; sorts: string[]; searches: string[] }> = {
  admin_movies: {
    filters: ['published', 'draft', 'free', 'for_sale', 'for_rent', 'no_video'],
    sorts: ['title', 'title_desc', 'oldest'],
    searches: ['baz'],
  },
  admin_series: {
    filters: ['published', 'draft', 'no_video'],
    sorts: ['title', 'title_desc', 'oldest'],
    searches: ['baz'],
  },
  admin_members: {
    filters: ['subscribed', 'staff', 'suspended'],
    sorts: ['email', 'email_desc', 'oldest'],
    // Many match, or few.
    searches: ['moun12', 'moun777'],
  },
  admin_subscriptions: {
    filters: ['active', 'expired', 'monthly', 'yearly'],
    sorts: ['expires', 'expires_desc', 'oldest'],
    searches: ['moun1'],
  },
  admin_messages: { filters: ['open', 'handled'], sorts: ['oldest'], searches: ['kesyon 1'] },
  admin_audit_log: { filters: ['movies', 'members'], sorts: ['oldest'], searches: ['admin'] },
};

export async function driveAdmin(client: PlanClient): Promise<void> {
  for (const [table, { filters, sorts, searches }] of Object.entries(TABLES)) {
    const lists = [
      {},
      { page: 2 },
      ...searches.map((search) => ({ search })),
      ...filters.map((filter) => ({ filter })),
      ...sorts.map((sort) => ({ sort })),
    ];
    for (const list of lists) await client.rpc(table, list, 'admin');
  }
  const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
  await driveAuditLog(client, day(29));
  await client.rpc('statistics', { first_day: day(29), last_day: day(0) }, 'admin');
  await client.rpc('statistics', { first_day: day(364), last_day: day(0) }, 'admin');
  await client.rpc('admin_quality', { first_day: day(29), last_day: day(0) }, 'admin');
  const person = idOf('member', 15);
  await client.rpc('admin_member', { person }, 'admin');
  const subscription = await client.rpc(
    'grant_subscription',
    { person, plan: 'monthly', until: new Date(Date.now() + 86_400_000), reason: 'tès' },
    'admin',
  );
  await client.rpc('end_subscription', { subscription, reason: 'tès' }, 'admin');
  await client.rpc('sign_out_member', { person, reason: 'tès' }, 'admin');
  await client.rpc('is_admin', {}, 'admin');
  await client.rpc('fn_check_admin_access', {}, 'admin');
  await client.rpc('media_workers_state', {}, 'admin');
  await client.send('POST', '/rest/v1/rpc/setup_admin', { as: 'admin', body: { code: 'x' } });
  const sent = await client.send('POST', '/rest/v1/contact_messages', {
    body: {
      name: 'Moun',
      email: 'moun@example.test',
      subject: 'Kesyon mwen',
      message: 'Kote fim mwen an ye?',
    },
  });
  if (sent.status >= 400 && sent.status !== 429)
    client.faults.push(`contact message: ${sent.status} ${JSON.stringify(sent.body)}`);
  await roles(client);
  await failedJobs(client);
  await deletedRows(client);
  await savedFilters(client);
  const message = idOf('message', 1);
  for (const handled_at of [new Date().toISOString(), null])
    await client.must('PATCH', `/rest/v1/contact_messages?id=eq.${message}`, {
      as: 'admin',
      body: { handled_at },
    });
}

async function roles(client: PlanClient): Promise<void> {
  const user_id = idOf('member', 17);
  await client.insert('admin_users', { user_id, role: 'moderator' }, 'service');
  for (const role of ['admin', 'editor'])
    await client.must('PATCH', `/rest/v1/admin_users?user_id=eq.${user_id}`, {
      as: 'service',
      body: { role },
    });
  await client.must('DELETE', `/rest/v1/admin_users?user_id=eq.${user_id}`, { as: 'service' });
}

async function failedJobs(client: PlanClient): Promise<void> {
  const { database } = client.server;
  const [job] = await database.query<{ id: string }>(
    `insert into private.jobs (kind, status, failed_at) values ('plans', 'failed', now()) returning id`,
  );
  await client.rpc('admin_failed_jobs', {}, 'admin');
  await client.rpc('retry_failed_job', { job_id: Number(job?.id) }, 'admin');
  await database.query(`update private.jobs set status = 'failed', failed_at = now() where id = $1`, [
    job?.id,
  ]);
  await client.rpc('discard_failed_job', { job_id: Number(job?.id) }, 'admin');
}

async function deletedRows(client: PlanClient): Promise<void> {
  const { id } = await client.insert('series', { id: randomUUID(), title: 'Efase' }, 'admin');
  await client.insert('episodes', { series_id: id, episode_number: 1, title: 'Efase' }, 'admin');
  for (const action of ['restore_deleted_row', 'discard_deleted_row']) {
    await client.must('DELETE', `/rest/v1/series?id=eq.${id}`, { as: 'admin' });
    const [newest] = await client.rpc('admin_deleted_rows', {}, 'admin');
    await client.rpc(action, { deleted_id: newest.id }, 'admin');
  }
}

async function savedFilters(client: PlanClient): Promise<void> {
  const body = { list: 'movies', name: 'bouyon', filter: 'draft' };
  await client.must('POST', '/rest/v1/saved_filters', { as: 'admin', body });
  await client.must('GET', '/rest/v1/saved_filters?list=eq.movies&order=name', { as: 'admin' });
  await client.must('DELETE', '/rest/v1/saved_filters?name=eq.bouyon', { as: 'admin' });
}

async function driveAuditLog(client: PlanClient, from: string): Promise<void> {
  for (const filters of [
    { action: 'delete' },
    { filter: 'movies', object: 'plans' },
    { search: 'admin', from_day: from, to_day: from },
  ]) {
    await client.rpc('admin_audit_log', filters, 'admin');
    await client.rpc('audit_export_rows', filters, 'admin');
  }
  await client.must('POST', '/functions/v1/export-audit-log', { as: 'admin', body: { action: 'restore' } });
  await client.rpc('check_audit_log', {}, 'admin');
}
