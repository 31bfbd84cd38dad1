import { answer } from '../request.ts';
import { presentUser, USER_COLUMNS, type User } from '../users.ts';
import { forAdmins } from './for-admins.ts';
import { readPage, sayPage } from './pages.ts';

/** GET /admin/users, newest first; `filter` looks into addresses and names. */
export const listUsers = forAdmins(async (auth, context) => {
  const page = readPage(context);
  const filter = context.req.query('filter') ?? '';
  const like = filter === '' ? null : `%${filter.replace(/[\\%_]/g, '\\$&')}%`;
  const found = `($1::text is null or u.email ilike $1 or u.raw_user_meta_data ->> 'full_name' ilike $1)`;
  const [counted] = await auth.database.query<{ total: number }>(
    `select count(*)::integer as total from auth.users u where ${found}`,
    [like],
  );
  // First the page, then what belongs to each: nothing is looked up for rows that are skipped.
  const users = await auth.database.query<User>(
    `select ${USER_COLUMNS} from auth.users u
     where u.id in (select u.id from auth.users u where ${found} order by u.created_at desc, u.id limit $2 offset $3)
     order by u.created_at desc, u.id`,
    [like, page.perPage, (page.page - 1) * page.perPage],
  );
  sayPage(context, '/admin/users', page, counted?.total ?? 0);
  return answer(context, { users: users.map(presentUser), aud: 'authenticated' });
});
