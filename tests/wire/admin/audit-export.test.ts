import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf, startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
let admin: SupabaseClient;

beforeAll(async () => {
  server = await startTestServer();
  const token = await server.token({ sub: idOf.admin, role: 'authenticated', aud: 'authenticated' });
  admin = createClient(server.url, server.anonKey, { accessToken: async () => token });
});
afterAll(() => server.close());

test('an admin exports what matches of the audit log as a file that no spreadsheet computes', async () => {
  await server.database.query(
    `insert into audit_log (actor_id, act, subject, subject_id, label, change)
      select $1, case n when 7 then 'restore' else 'update' end, 'tests', n::text, '=HYPERLINK("x")', '{"title": ["a", "b, c"]}'
      from generate_series(1, 2500) n`,
    [idOf.admin],
  );
  const read = async (body: object) => {
    const { data, error } = await admin.functions.invoke('export-audit-log', { body });
    expect(error).toBeNull();
    return (typeof data === 'string' ? data : await (data as Blob).text()).split('\r\n').slice(0, -1);
  };
  const all = await read({ filter: 'tests' });
  expect(all).toHaveLength(2501);
  expect(all[0]?.replace('\uFEFF', '')).toBe(
    'entry,time,person,person_id,action,kind,object,name,reason,change,position,hash',
  );
  expect(all[1]).toContain(`tests,2500,"'=HYPERLINK(""x"")",,"{""title"":[""a"",""b, c""]}"`);
  const one = await read({ filter: 'tests', action: 'restore', from: '2020-01-01' });
  expect(one).toHaveLength(2);
  expect(one[1]).toContain('restore,tests,7,');
  const entries = await server.database.query(
    `select change from audit_log where act = 'export_audit_log' order by id`,
  );
  expect(entries).toEqual([{ change: {} }, { change: { act: 'restore', from: '2020-01-01' } }]);
  const { error } = await admin.functions.invoke('export-audit-log', { body: { from: 'yesterday' } });
  expect((error?.context as Response | undefined)?.status).toBe(400);
});
