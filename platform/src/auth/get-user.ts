import type { Operation } from './auth.ts';
import { requireUser } from './bearer.ts';
import { answer } from './request.ts';
import { presentUser } from './users.ts';

/** GET /user */
export const getUser: Operation = async (auth, context) => {
  const { user } = await requireUser(auth, context);
  return answer(context, presentUser(user));
};
