import type { AuthRedirect } from '@lakou/contract/identity/auth-redirect';
import { AuthRequestError, authRequest } from './auth-request.ts';
import type { EmailedLink } from './emailed-link.ts';
import { readVerifier } from './verifiers.ts';

/** A session that came with an address. This browser does not use it yet. */
export interface CandidateSession {
  access_token: string;
  refresh_token: string;
  user: { id: string; email?: string };
}

interface RedeemedRedirect {
  session: CandidateSession;
  /** False for tokens, which could be anybody's. */
  isRequestedHere: boolean;
  /** As `AuthRedirect.flow`. */
  flow: string;
}

/** The session of a code or of tokens in the address; null if there is none. */
export async function redeemRedirect({ code, tokens, flow }: AuthRedirect): Promise<RedeemedRedirect | null> {
  if (tokens) {
    const user = await authRequest<CandidateSession['user']>('/user', { token: tokens.access_token });
    return { session: { ...tokens, user }, isRequestedHere: false, flow };
  }
  return code ? redeemCode(code) : null;
}

/** A code works only with the secret of the browser that requested it; the address does not say which of the two. */
async function redeemCode(auth_code: string): Promise<RedeemedRedirect | null> {
  const verifiers = [readVerifier('session'), readVerifier('sign-up')].filter((found) => found !== undefined);
  for (const verifier of verifiers) {
    try {
      const session = await authRequest<CandidateSession>('/token?grant_type=pkce', {
        body: { auth_code, code_verifier: verifier.value },
      });
      verifier.remove();
      return { session, isRequestedHere: true, flow: verifier.purpose };
    } catch (error) {
      if (!(error instanceof AuthRequestError) || error.code !== 'bad_code_verifier') throw error;
    }
  }
  return null;
}

/**
 * Uses up an emailed link; without a session, an address change waits for its other link. `keepsPassword`: a sign-up was
 * confirmed with the secret of the browser that made it. The server refuses the secret of another one, and leaves the
 * link as it is.
 */
export async function redeemLink(
  { tokenHash, type }: EmailedLink,
  { isRequestedHere }: { isRequestedHere: boolean },
): Promise<{ session: CandidateSession | null; keepsPassword: boolean }> {
  const verifier = isRequestedHere && type === 'signup' ? readVerifier('sign-up') : undefined;
  const answer = await authRequest<CandidateSession | { msg: string }>('/verify', {
    body: { token_hash: tokenHash, type, ...(verifier ? { code_verifier: verifier.value } : {}) },
  });
  verifier?.remove();
  return { session: 'access_token' in answer ? answer : null, keepsPassword: verifier !== undefined };
}

/** Ends a session that its person did not want here. */
export async function refuseSession({ access_token }: CandidateSession): Promise<void> {
  await authRequest('/logout?scope=local', { body: {}, token: access_token }).catch(() => {});
}
