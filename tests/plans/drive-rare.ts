import { idOf } from '../support/test-server.ts';
import type { PlanClient } from './plan-client.ts';

const claims = JSON.stringify({ sub: idOf.member, role: 'authenticated', aal: 'aal1' });

/** Of the first minute of a deployment, and of its second year. */
const rare = `
  alter table admin_users disable trigger user;
  delete from admin_users;
  update private.admin_setup set completed_at = null;
  insert into private.settings (key, value) values ('admin_setup', '"code"')
    on conflict (key) do update set value = excluded.value;
  select set_config('request.jwt.claims', '${claims}', true);
  select setup_admin('x');
  insert into audit_log (at, act, subject, subject_id) values (now() - interval '20 years', 'delete', 'movies', 'plans');
  delete from audit_log where at < now() - interval '19 years';
  insert into private.moderation_log (created_at, action, target_kind) values (now() - interval '20 years', 'lift', 'member');
  delete from private.moderation_log where created_at < now() - interval '19 years';
  do $$ begin raise exception using errcode = 'PLANS', message = 'taken back'; end $$;`;

/** What these tests cannot wait for, in a transaction that is taken back. */
export async function driveRare({ server, faults }: PlanClient): Promise<void> {
  await server.database
    .transaction((transaction) => transaction.script(rare))
    .catch((error: { code?: string; message: string }) => {
      if (error.code !== 'PLANS') faults.push(`driveRare: ${error.message}`);
    });
}
