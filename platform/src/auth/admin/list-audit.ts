import { answer } from '../request.ts';
import { countRows } from './count-rows.ts';
import { forAdmins } from './for-admins.ts';
import { readPage, setPageHeaders } from './pages.ts';

/** GET /admin/audit: the audit log, newest first. */
export const listAudit = forAdmins(async (auth, context) => {
  const page = readPage(context);
  const total = await countRows(auth.database, 'auth.audit_log_entries');
  const entries = await auth.database.query(
    `select id, payload, created_at, ip_address from auth.audit_log_entries
     order by created_at desc, id limit $1 offset $2`,
    [page.perPage + 1, (page.page - 1) * page.perPage],
  );
  setPageHeaders(context, '/admin/audit', page, { found: entries.length, total });
  return answer(context, entries.slice(0, page.perPage));
});
