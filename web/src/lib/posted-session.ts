import { PLAIN_SIGN_OUT_PATH, POSTED_SESSION_PATH } from '@lakou/contract/identity/posted-sign-in';
import { readCookie } from './cookies.ts';
import { rememberMe, STORAGE_KEY, sessionStore } from './stored-session.ts';

/** Whether a plain form has signed in here, whose session the server still holds. */
export function hasPostedSession(): boolean {
  return readCookie('hint', document.cookie)?.split('.').includes('posted') ?? false;
}

/** Stores the session of a plain form, as the auth client does. The server gives it once. */
export async function takePostedSession(): Promise<void> {
  const answer = await fetch(POSTED_SESSION_PATH, { method: 'POST' });
  if (!answer.ok) throw new Error(`the session was not given: ${answer.status}`);
  // It has ended meanwhile, or another tab has it.
  if (answer.status === 204) return;
  const { remember, ...session } = (await answer.json()) as { remember: boolean };
  rememberMe(remember);
  sessionStore.setItem(STORAGE_KEY, JSON.stringify(session));
}

/** Ends it: somebody is signed in here already. */
export async function refusePostedSession(): Promise<void> {
  await fetch(PLAIN_SIGN_OUT_PATH, { method: 'POST', redirect: 'manual' });
}
