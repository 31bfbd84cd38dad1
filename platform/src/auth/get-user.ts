import { visibleUser } from './assurance.ts';
import type { Operation } from './auth.ts';
import { requireAnyUser } from './bearer.ts';
import { answer } from './request.ts';
import { presentUser } from './users.ts';

/** GET /user: a half signed-in session learns which factors complete its sign-in. */
export const getUser: Operation = async (auth, context) => {
  const { user, session } = await requireAnyUser(auth, context);
  return answer(context, presentUser(session ? visibleUser(session, user) : user));
};
