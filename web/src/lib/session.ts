import type { AuthChangeEvent, Session as AuthSession, SupabaseClient } from '@supabase/supabase-js';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { readCookie, removeCookie, writeCookie } from './cookies.ts';
import { type Landing, readLanding } from './landing.ts';
import { hasStoredSession, STORAGE_KEY } from './stored-session.ts';
import { supabase } from './supabase.ts';

/** Who is here. `checking` until the browser knows; what it guesses meanwhile comes from the hint. */
export interface Session {
  status: 'checking' | 'in' | 'out';
  user: { id: string; email: string } | null;
  /** null: not known yet. */
  admin: boolean | null;
  /** Whether this is an admin could not be asked; `recheckEntitlements` tries again. */
  adminUnasked: boolean;
  subscribed: boolean | null;
  /** The second factor is still to be shown: until then this person is out. */
  half: boolean;
  /** The session ended by itself: nobody asked to sign out. */
  ended: boolean;
  /** The check could not reach the server; `recheckSession` tries again. */
  failed: boolean;
}

/** What a cookie tells the server, so that the first picture has the right header. Never trusted with anything else. */
export interface SessionHint {
  signedIn: boolean;
  admin: boolean;
  subscribed: boolean;
}

const NO_HINT: SessionHint = { signedIn: false, admin: false, subscribed: false };
export const SessionHintContext = createContext<SessionHint>(NO_HINT);

export function readHint(cookies: string): SessionHint {
  return hintOf(readCookie('hint', cookies));
}

export function hintOf(text: string | undefined): SessionHint {
  const marks = new Set(text?.split('.'));
  return { signedIn: marks.has('in'), admin: marks.has('admin'), subscribed: marks.has('subscribed') };
}

/** `in.admin`: what hintOf reads. */
export function writeHint({ signedIn, admin, subscribed }: SessionHint): string {
  return [signedIn && 'in', admin && 'admin', subscribed && 'subscribed'].filter(Boolean).join('.');
}

const UNKNOWN: Session = {
  status: 'checking',
  user: null,
  admin: null,
  adminUnasked: false,
  subscribed: null,
  half: false,
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

/** For drawing: the session where it is known, else the hint's guess. */
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

/** Waits until it is known who is here. */
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

let leaving = false;
/** Signing out by one's own wish is told apart from a session that ended by itself. */
export async function leaveSession(): Promise<{ error: unknown }> {
  leaving = true;
  try {
    const { error } = await (await supabase()).auth.signOut({ scope: 'local' });
    return { error };
  } catch (error) {
    return { error };
  } finally {
    leaving = false;
  }
}

let landing: Landing | null = null;
let knownBefore = false;
/**
 * What the address brought along when the page was opened. Told once, when it is known who is here; `returning`:
 * somebody was signed in before.
 */
export function takeLanding(): (Landing & { returning: boolean }) | null {
  const taken = landing && { ...landing, returning: knownBefore };
  landing = null;
  return taken;
}

/** Called once when the page has come alive. */
export function startSession({ onChange }: { onChange: () => void }): void {
  landing = readLanding(location);
  knownBefore = hasStoredSession();
  let listening = false;
  let asking = false;
  const ask = async (): Promise<void> => {
    const { auth } = await supabase();
    if (landing?.tokens) await moveIn(auth, landing);
    listening = true;
    auth.onAuthStateChange((event, found) => setTimeout(() => follow(event, found, onChange)));
  };
  const check = (): void => {
    if (hasStoredSession() || landing?.tokens) {
      if (asking || listening) return;
      asking = true;
      ask()
        .catch(() => set({ failed: true }))
        .finally(() => {
          asking = false;
        });
    } else if (session.status !== 'out') follow('SIGNED_OUT', null, onChange);
  };
  recheck = () => {
    // The auth client gives the same answer for a minute; a fresh one asks again.
    if (listening && session.failed) return location.reload();
    check();
    set({ failed: false });
  };
  // A tab that has not loaded the auth client yet hears of the others here.
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY || key === null) check();
  });
  // What was paid elsewhere, or has run out meanwhile, is known when somebody looks again.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - learntAt > RIGHTS_KEEP_MS)
      void recheckEntitlements();
  });
  check();
}

/** Takes over the session in the address. It stays there until it is ours: after a network failure a reload helps. */
async function moveIn(auth: SupabaseClient['auth'], arrived: Landing): Promise<void> {
  if (!arrived.tokens) return;
  const { error } = await auth.setSession(arrived.tokens);
  if (error?.name === 'AuthRetryableFetchError') throw error;
  arrived.tokens = null;
  if (error) arrived.refusal = 'otp_expired';
}

let recheck = (): void => {};
export function recheckSession(): void {
  recheck();
}

function follow(event: AuthChangeEvent, found: AuthSession | null, onChange: () => void): void {
  // Nobody could say whether the stored session still holds: that is no goodbye.
  if (!found && event === 'INITIAL_SESSION' && hasStoredSession()) {
    set({ failed: true });
    return;
  }
  const before = session;
  const half = found !== null && lacksSecondFactor(found);
  const user = found && !half ? { id: found.user.id, email: found.user.email ?? '' } : null;
  const samePerson = before.user?.id === user?.id && before.status !== 'checking';
  if (!user) {
    // Another tab's goodbye arrives twice; how it ended is decided by the first.
    const ended = before.status === 'out' ? before.ended : before.status === 'in' && !leaving && !half;
    set({ ...UNKNOWN, status: 'out', half, ended });
    removeCookie('hint');
  } else {
    set({
      status: 'in',
      user,
      half,
      ended: false,
      failed: false,
      ...(samePerson ? {} : { admin: null, adminUnasked: false, subscribed: null }),
    });
    if (!samePerson || event === 'SIGNED_IN') void learnRights(user.id);
  }
  // After the guards have closed their pages: what is read again there would be read as nobody.
  if (!samePerson && before.status !== 'checking') setTimeout(onChange);
}

function lacksSecondFactor({ access_token, user }: AuthSession): boolean {
  if (!user.factors?.some(({ status }) => status === 'verified')) return false;
  const claims = access_token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  return (JSON.parse(atob(claims)) as { aal?: string }).aal !== 'aal2';
}

/** After something that changes them: a payment, the first admin. */
export async function recheckEntitlements(): Promise<void> {
  if (session.user) await learnRights(session.user.id);
}

const RIGHTS_KEEP_MS = 60_000;
let learntAt = 0;

/** Asked again on every sign-in; the hint remembers the answer for the next page's first picture. */
async function learnRights(id: string): Promise<void> {
  const { rpc, from } = await supabase().then((client) => ({
    rpc: client.rpc.bind(client),
    from: client.from.bind(client),
  }));
  const [admin, subscriptions] = await Promise.all([
    rpc('is_admin'),
    from('subscriptions')
      .select('id')
      .eq('user_id', id)
      .eq('status', 'active')
      .gt('expires_at', new Date().toISOString())
      .limit(1),
  ]);
  if (session.user?.id !== id) return;
  learntAt = Date.now();
  set({
    admin: admin.error ? session.admin : admin.data === true,
    adminUnasked: admin.error !== null,
    subscribed: subscriptions.error ? session.subscribed : subscriptions.data.length > 0,
  });
  // What could not be asked stays as it was known.
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
