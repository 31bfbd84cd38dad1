import { answer } from '../request.ts';
import { presentUser } from '../users.ts';
import { findAccount } from './find-account.ts';
import { forAdmins } from './for-admins.ts';

/** GET /admin/users/{user_id} */
export const getAccount = forAdmins(async (auth, context) =>
  answer(context, presentUser(await findAccount(auth.database, context))),
);
