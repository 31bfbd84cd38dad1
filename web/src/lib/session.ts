import { readAuthRedirect } from '@lakou/contract/identity/auth-redirect';
import type { AuthChangeEvent, Session as AuthSession } from '@supabase/supabase-js';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Arrival } from './accept-redirect.ts';
import type { CandidateSession } from './candidate-session.ts';
import { checkSubscription } from './check-subscription.ts';
import { removeCookie, writeCookie } from './cookies.ts';
import { forgetMember } from './forget-member.ts';
import { hasPostedSession, refusePostedSession, takePostedSession } from './posted-session.ts';
import { readClaims } from './read-claims.ts';
import { hintOf, readHint, type SessionHint, writeHint } from './session-hint.ts';
import { hasStoredSession, STORAGE_KEY } from './stored-session.ts';
import { supabase } from './supabase.ts';

/** Who is signed in. `checking` until the browser knows; the hint is its guess meanwhile. */
export interface Session {
  status: 'checking' | 'in' | 'out';
  user: { id: string; email: string } | null;
  /** null: not known yet. */
  admin: boolean | null;
  /** The admin check failed; `recheckEntitlements` tries again. */
  adminCheckFailed: boolean;
  subscribed: boolean | null;
  /** When the member's pass ends; null without one. */
  passEnds: string | null;
  /** The second factor is still to be shown: until then this person is out. */
  needsSecondFactor: boolean;
  /** The session ended without a sign-out by the member. */
  ended: boolean;
  /** The check could not reach the server; `recheckSession` tries again. */
  failed: boolean;
}

export const SessionHintContext = createContext<SessionHint>(hintOf(undefined));

const UNKNOWN: Session = {
  status: 'checking',
  user: null,
  admin: null,
  adminCheckFailed: false,
  subscribed: null,
  passEnds: null,
  needsSecondFactor: false,
  ended: false,
  failed: false,
};
let session = UNKNOWN;
const listeners = new Set<() => void>();

function set(change: Partial<Session>): void {
  session = { ...session, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => UNKNOWN,
  );
}

/** For rendering: the session where it is known, else the hint. */
export function useAppearance(): SessionHint {
  const hint = useContext(SessionHintContext);
  const { status, admin, subscribed } = useSession();
  if (status === 'checking') return hint;
  const signedIn = status === 'in';
  return {
    signedIn,
    admin: signedIn && (admin ?? hint.admin),
    subscribed: signedIn && (subscribed ?? hint.subscribed),
  };
}

/** While the session that the hint announces is being checked: this person is neither a member nor a visitor yet. */
export function useIsProbableMember(): boolean {
  const hint = useContext(SessionHintContext);
  const { status, failed } = useSession();
  return status === 'checking' && hint.signedIn && !failed;
}

/** Waits until it is known who is signed in. */
export function settledSession(): Promise<Session> {
  if (session.status !== 'checking' || session.failed) return Promise.resolve(session);
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (session.status === 'checking' && !session.failed) return;
      stop();
      resolve(session);
    });
  });
}

let isSigningOut = false;
/** Signs out here. A flag distinguishes it from a session that ended by itself. */
export async function endSession(): Promise<{ error: unknown }> {
  isSigningOut = true;
  try {
    const { error } = await (await supabase()).auth.signOut({ scope: 'local' });
    if (!error) forgetMember(localStorage, sessionStorage);
    return { error };
  } catch (error) {
    return { error };
  } finally {
    isSigningOut = false;
  }
}

let authRedirect: Arrival | null = null;
let wasSignedIn = false;
/**
 * What an email link or sign-in provider added to the address of this page. Returned once; `returning`: somebody was
 * signed in before.
 */
export function takeAuthRedirect(): (Arrival & { returning: boolean }) | null {
  const taken = authRedirect && { ...authRedirect, returning: wasSignedIn };
  authRedirect = null;
  return taken;
}

/** Called once after hydration. */
export function startSession({ onChange }: { onChange: () => void }): void {
  const arrived = readAuthRedirect(location);
  authRedirect = arrived && { ...arrived, candidate: null };
  wasSignedIn = hasStoredSession();
  let isListening = false;
  let isLoading = false;
  const loadSession = async (): Promise<void> => {
    const { auth } = await supabase();
    if (authRedirect) await (await import('./accept-redirect.ts')).acceptRedirect(authRedirect);
    isListening = true;
    auth.onAuthStateChange((event, found) =>
      // What another tab announced may arrive after this one has signed out: the storage decides.
      setTimeout(() => handleAuthChange(event, hasStoredSession() ? found : null, onChange)),
    );
  };
  const load = async (): Promise<void> => {
    isLoading = true;
    await loadSession().catch(() => set({ failed: true }));
    isLoading = false;
  };
  let isTaking = false;
  const takePosted = async (): Promise<void> => {
    isTaking = true;
    try {
      await takePostedSession();
      // What was cached was for somebody else.
      onChange();
      isTaking = false;
      check();
    } catch {
      isTaking = false;
      set({ failed: true });
    }
  };
  const check = (): void => {
    if (hasStoredSession() || authRedirect?.tokens || authRedirect?.code) {
      if (!isLoading && !isListening) void load();
    } else if (isTaking || hasPostedSession()) {
      if (!isTaking) void takePosted();
    } else if (session.status !== 'out') handleAuthChange('SIGNED_OUT', null, onChange);
  };
  recheck = () => {
    // The auth client caches its failure for a minute; a reload starts a fresh one.
    if (isListening && session.failed) return location.reload();
    check();
    set({ failed: false });
  };
  // For tabs that have not loaded the auth client: another tab signed in or out.
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY || key === null) check();
  });
  // Payments and expiries elsewhere show when the tab is looked at again.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - loadedAt > ENTITLEMENTS_FRESH_MS)
      void recheckEntitlements();
  });
  if (wasSignedIn && hasPostedSession()) refusePostedSession().catch(() => {});
  check();
}

/** Signs in with a session that the person wants to use here. */
export async function adoptSession(candidate: CandidateSession): Promise<{ needsSecondFactor: boolean }> {
  const { setSession } = await import('./accept-redirect.ts');
  const adopted = await setSession(candidate);
  recheckSession();
  return { needsSecondFactor: adopted !== null && lacksSecondFactor(adopted) };
}

let recheck = (): void => {};
export function recheckSession(): void {
  recheck();
}

function handleAuthChange(event: AuthChangeEvent, found: AuthSession | null, onChange: () => void): void {
  // The stored session could not be checked: that is not a sign-out.
  if (!found && event === 'INITIAL_SESSION' && hasStoredSession()) {
    set({ failed: true });
    return;
  }
  const before = session;
  const needsSecondFactor = found !== null && lacksSecondFactor(found);
  const user = found && !needsSecondFactor ? { id: found.user.id, email: found.user.email ?? '' } : null;
  const samePerson = before.user?.id === user?.id && before.status !== 'checking';
  if (!user) {
    // A sign-out in another tab arrives twice; the first event decides how it ended.
    const ended =
      before.status === 'out' ? before.ended : before.status === 'in' && !isSigningOut && !needsSecondFactor;
    set({ ...UNKNOWN, status: 'out', needsSecondFactor, ended });
    removeCookie('hint');
  } else {
    set({
      status: 'in',
      user,
      needsSecondFactor,
      ended: false,
      failed: false,
      ...(samePerson ? {} : { admin: null, adminCheckFailed: false, subscribed: null, passEnds: null }),
    });
    if (!samePerson || event === 'SIGNED_IN') void loadEntitlements(user.id);
  }
  // After the guards have closed their pages, whose queries would otherwise run as a visitor.
  if (!samePerson && before.status !== 'checking') setTimeout(onChange);
}

function lacksSecondFactor({ access_token, user }: AuthSession): boolean {
  if (!user.factors?.some(({ status }) => status === 'verified')) return false;
  return readClaims(access_token).aal !== 'aal2';
}

/** After something that changes them, such as a payment or the first admin. */
export async function recheckEntitlements(): Promise<void> {
  if (session.user) await loadEntitlements(session.user.id);
}

const ENTITLEMENTS_FRESH_MS = 60_000;
let loadedAt = 0;

/** On every sign-in; the hint stores the result for the next page's first render. */
async function loadEntitlements(id: string): Promise<void> {
  const [admin, subscription] = await Promise.all([
    supabase().then((client) => client.rpc('is_admin')),
    checkSubscription(id).catch(() => null),
  ]);
  if (session.user?.id !== id) return;
  loadedAt = Date.now();
  set({
    admin: admin.error ? session.admin : admin.data === true,
    adminCheckFailed: admin.error !== null,
    subscribed: subscription ? subscription.hasActiveSubscription : session.subscribed,
    passEnds: subscription?.subscriptionType === 'pass' ? subscription.expiresAt : null,
  });
  // What could not be read stays as it was.
  const known = readHint(document.cookie);
  writeCookie(
    'hint',
    writeHint({
      signedIn: true,
      admin: session.admin ?? known.admin,
      subscribed: session.subscribed ?? known.subscribed,
    }),
  );
}
