import type { AuthRedirect } from '@lakou/contract/identity/auth-redirect';
import type { Session as AuthSession } from '@supabase/supabase-js';
import { isNetworkError } from './api-error.ts';
import { type CandidateSession, redeemRedirect } from './candidate-session.ts';
import { storedUserId } from './stored-session.ts';
import { supabase } from './supabase.ts';

export interface Arrival extends AuthRedirect {
  /** A session that came with the address, and that only the person can decide to use. */
  candidate: CandidateSession | null;
}

/**
 * Signs in with the code in the address if this browser requested it and nobody else is signed in. Every other session
 * is only a candidate, about which the person is asked. The address stays as it is until the server has answered, so
 * that a reload can retry.
 */
export async function acceptRedirect(redirect: Arrival): Promise<void> {
  if (!redirect.code && !redirect.tokens) return;
  const found = await redeemRedirect(redirect).catch((error: { code?: string }) => {
    if (isNetworkError(error)) throw error;
    redirect.refusal = error.code ?? 'otp_expired';
    return null;
  });
  redirect.code = null;
  redirect.tokens = null;
  if (!found) return;
  redirect.flow = found.flow;
  const current = storedUserId();
  const isExpected = current === found.session.user.id || (current === undefined && found.isRequestedHere);
  if (isExpected && (await setSession(found.session).catch(() => null))) return;
  redirect.candidate = found.session;
}

export async function setSession(candidate: CandidateSession): Promise<AuthSession | null> {
  const { auth } = await supabase();
  const { data, error } = await auth.setSession(candidate);
  if (error) throw error;
  return data.session;
}
