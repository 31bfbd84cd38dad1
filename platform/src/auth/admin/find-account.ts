import type { Context } from 'hono';
import type { Queryable } from '../auth.ts';
import { AuthError } from '../errors.ts';
import { pathId } from '../path-id.ts';
import { USER_COLUMNS, type User } from '../users.ts';

/** The account that the path names, including soft-deleted ones. */
export async function findAccount(db: Queryable, context: Context): Promise<User> {
  const [user] = await db.query<User>(`select ${USER_COLUMNS} from auth.users u where u.id = $1`, [
    pathId(context, 'user_id'),
  ]);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  return user;
}
