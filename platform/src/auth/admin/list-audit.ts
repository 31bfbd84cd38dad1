import { answer } from '../request.ts';
import { forAdmins } from './for-admins.ts';
import { readPage, setPageHeaders } from './pages.ts';

/** GET /admin/audit: the audit log, newest first. */
export const listAudit = forAdmins(async (auth, context) => {
  const page = readPage(context);
  const [counted] = await auth.database.query<{ total: number }>(
    'select count(*)::integer as total from auth.audit_log_entries',
  );
  const entries = await auth.database.query(
    `select id, payload, created_at, ip_address from auth.audit_log_entries
     order by created_at desc, id limit $1 offset $2`,
    [page.perPage, (page.page - 1) * page.perPage],
  );
  setPageHeaders(context, '/admin/audit', page, counted?.total ?? 0);
  return answer(context, entries);
});
