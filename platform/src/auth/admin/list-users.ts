import { answer } from '../request.ts';
import { presentUser, USER_COLUMNS, type User } from '../users.ts';
import { countRows } from './count-rows.ts';
import { forAdmins } from './for-admins.ts';
import { readPage, setPageHeaders } from './pages.ts';

/** Both sides have a trigram index. */
const MATCHES = `where u.email ilike $1 or u.raw_user_meta_data ->> 'full_name' ilike $1`;

/** GET /admin/users, newest first; `filter` searches addresses and names. */
export const listUsers = forAdmins(async (auth, context) => {
  const page = readPage(context);
  const filter = context.req.query('filter') ?? '';
  const where =
    filter === ''
      ? { condition: '', values: [] }
      : { condition: MATCHES, values: [`%${filter.replace(/[\\%_]/g, '\\$&')}%`] };
  const total = await countRows(auth.database, 'auth.users', where);
  const at = where.values.length;
  // The page is selected first, so that identities and factors are not read for skipped rows.
  const users = await auth.database.query<User>(
    `select ${USER_COLUMNS} from auth.users u
     where u.id in (select u.id from auth.users u ${where.condition}
       order by u.created_at desc, u.id limit $${at + 1} offset $${at + 2})
     order by u.created_at desc, u.id`,
    [...where.values, page.perPage + 1, (page.page - 1) * page.perPage],
  );
  setPageHeaders(context, '/admin/users', page, { found: users.length, total });
  return answer(context, {
    users: users.slice(0, page.perPage).map(presentUser),
    aud: 'authenticated',
  });
});
