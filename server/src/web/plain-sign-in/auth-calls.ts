import type { Context } from 'hono';
import type { Environment } from '../../http/environment.ts';
import type { WebServices } from '../mount-web.ts';
import type { PlainSession } from './sealed-session.ts';

/** What we use of the auth service's answer to a sign-in. */
export interface IssuedSession {
  access_token: string;
  refresh_token: string;
  user: { id: string };
}

interface Account {
  email?: string;
  factors?: { id: string; factor_type: string; status: string }[];
}

/** Refused, or not available. */
export interface Refusal {
  status: number;
  code?: string;
  retryAfter: string | null;
  answer: Response;
}

/** Calls the auth service as the app would, for the visitor's address: its limits and its rules are the only ones. */
export function createAuthCalls({ callService, signToken }: WebServices) {
  type Visitor = Context<Environment>;
  const post = (visitor: Visitor, path: string, body: object, token?: string) =>
    callService(visitor, `/auth/v1${path}`, { body, ...(token && { token }) });
  /** Without a role: to every service but auth it is a visitor's. */
  const tokenOf = ({ userId: sub, sessionId: session_id }: PlainSession) =>
    signToken({ sub, session_id, aud: 'authenticated' }, '60s');

  const findAccount = async (visitor: Visitor, session: PlainSession): Promise<Account | Refusal> => {
    const token = await tokenOf(session);
    return orRefusal<Account>(await callService(visitor, '/auth/v1/user', { token }));
  };
  return {
    findAccount,
    signIn: async (visitor: Visitor, given: { email: string; password: string }) =>
      post(visitor, '/token?grant_type=password', given),
    refresh: async (visitor: Visitor, { refreshToken: refresh_token }: PlainSession) =>
      orRefusal<IssuedSession>(await post(visitor, '/token?grant_type=refresh_token', { refresh_token })),
    async signOut(visitor: Visitor, session: PlainSession): Promise<Response> {
      return post(visitor, '/logout?scope=local', {}, await tokenOf(session));
    },
    /** Shows the code of an authenticator app. */
    async showCode(visitor: Visitor, session: PlainSession, code: string): Promise<IssuedSession | Refusal> {
      const account = await findAccount(visitor, session);
      if (isRefusal(account)) return account;
      const token = await tokenOf(session);
      const path = `/factors/${findApp(account)?.id ?? ''}`;
      const challenge = await orRefusal<{ id: string }>(await post(visitor, `${path}/challenge`, {}, token));
      if (isRefusal(challenge)) return challenge;
      const shown = { challenge_id: challenge.id, code };
      return orRefusal<IssuedSession>(await post(visitor, `${path}/verify`, shown, token));
    },
  };
}

/** The account's authenticator app, if it has one. */
export function findApp({ factors = [] }: Account) {
  return factors.find(({ factor_type, status }) => factor_type === 'totp' && status === 'verified');
}

export function isRefusal(result: object): result is Refusal {
  return 'answer' in result;
}

export async function orRefusal<Body extends object>(answer: Response): Promise<Body | Refusal> {
  if (answer.ok) return (await answer.json()) as Body;
  const { error_code } = (await answer.json().catch(() => ({}))) as { error_code?: string };
  const retryAfter = answer.headers.get('retry-after');
  return { status: answer.status, ...(error_code && { code: error_code }), retryAfter, answer };
}
