import { type ExportAuditLogInput, exportAuditLogInput } from '@lakou/contract/admin/audit';
import { csvLine } from '@lakou/contract/csv';
import { type ErrorKey, isErrorKey } from '@lakou/contract/errors';
import { requireCaller } from '../_shared/caller.ts';
import type { Client } from '../_shared/clients.ts';
import { csvResponse } from '../_shared/csv-response.ts';
import { readInput } from '../_shared/read-input.ts';
import { failureOf, Refusal } from '../_shared/refusal.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';

interface Entry {
  id: number;
  at: string;
  actor: string | null;
  actor_id: string | null;
  act: string;
  subject: string;
  subject_id: string;
  label: string | null;
  reason: string | null;
  change: unknown;
  position: number | null;
  hash: string | null;
}

const COLUMNS = ['entry', 'time', 'person', 'person_id', 'action', 'kind', 'object', 'name', 'reason'];
const SEAL_COLUMNS = ['change', 'position', 'hash'];
const statuses: Partial<Record<ErrorKey, number>> = { not_authenticated: 401, session_ended: 401 };

/** For admins: what matches of the audit log as CSV, newest first, with the hashes of its chain. */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  const { client } = requireCaller(request);
  const input = await readInput(request, exportAuditLogInput, { status: 400, key: 'date_invalid' });
  const filters = toArguments(input);
  const { error, status } = await client.rpc('begin_audit_export', filters);
  if (error && isErrorKey(error.hint)) throw new Refusal(statuses[error.hint] ?? 403, error.hint);
  if (error) throw failureOf('begin_audit_export', status, error);
  return csvResponse('audit-log.csv', lines(client, filters));
});

const toArguments = ({ search, filter, action, object, from, to }: ExportAuditLogInput) => ({
  ...(search && { search }),
  ...(filter && { filter }),
  ...(action && { action }),
  ...(object && { object }),
  ...(from && { from_day: from }),
  ...(to && { to_day: to }),
});

/** Where few match, parts are empty: each looks at a thousand entries. */
async function* lines(client: Client, filters: ReturnType<typeof toArguments>): AsyncGenerator<string> {
  yield csvLine([...COLUMNS, ...SEAL_COLUMNS]);
  for (let before: number | null | undefined; before !== null; ) {
    const { data, error } = await client.rpc('audit_export_rows', { ...filters, ...(before && { before }) });
    if (!data) throw new Error(`audit_export_rows: ${error?.message}`);
    const { entries, next } = data as unknown as { entries: Entry[]; next: number | null };
    yield entries.map(lineOf).join('');
    before = next;
  }
}

function lineOf(entry: Entry): string {
  const { id, at, actor, actor_id, act, subject, subject_id, label, reason, change, position, hash } = entry;
  return csvLine([
    ...[id, at, actor, actor_id, act, subject, subject_id, label, reason],
    ...[JSON.stringify(change), position, hash],
  ]);
}
