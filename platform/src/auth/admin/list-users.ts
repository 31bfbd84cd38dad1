import { answer } from '../request.ts';
import { presentUser, USER_COLUMNS, type User } from '../users.ts';
import { forAdmins } from './for-admins.ts';
import { readPage, setPageHeaders } from './pages.ts';

/** GET /admin/users, newest first; `filter` searches addresses and names. */
export const listUsers = forAdmins(async (auth, context) => {
  const page = readPage(context);
  const filter = context.req.query('filter') ?? '';
  const like = filter === '' ? null : `%${filter.replace(/[\\%_]/g, '\\$&')}%`;
  const found = `($1::text is null or u.email ilike $1 or u.raw_user_meta_data ->> 'full_name' ilike $1)`;
  const [counted] = await auth.database.query<{ total: number }>(
    `select count(*)::integer as total from auth.users u where ${found}`,
    [like],
  );
  // The page is selected first, so that identities and factors are not read for skipped rows.
  const users = await auth.database.query<User>(
    `select ${USER_COLUMNS} from auth.users u
     where u.id in (select u.id from auth.users u where ${found} order by u.created_at desc, u.id limit $2 offset $3)
     order by u.created_at desc, u.id`,
    [like, page.perPage, (page.page - 1) * page.perPage],
  );
  setPageHeaders(context, '/admin/users', page, counted?.total ?? 0);
  return answer(context, { users: users.map(presentUser), aud: 'authenticated' });
});
