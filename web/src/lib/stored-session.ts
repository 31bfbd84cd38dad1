import { readCookie, removeCookie, writeCookie } from './cookies.ts';

/**
 * Where the auth client keeps its session: the browser's local storage, shared by all tabs. Somebody who did not ask
 * to be remembered is forgotten when the browser ends: a cookie without an expiry dies then, and a session whose
 * cookie is gone is dropped (decision 41).
 */
export const STORAGE_KEY = 'lakou-session';
const FORGETFUL = 'lakou-forgetful';

export function rememberMe(remember: boolean): void {
  if (remember) {
    localStorage.removeItem(FORGETFUL);
    removeCookie('open');
  } else {
    localStorage.setItem(FORGETFUL, '1');
    writeCookie('open', '1', { untilBrowserEnds: true });
  }
}

export const sessionStore = {
  getItem(key: string): string | null {
    forgetWhereAsked();
    return localStorage.getItem(key);
  },
  setItem(key: string, value: string): void {
    localStorage.setItem(key, value);
  },
  removeItem(key: string): void {
    localStorage.removeItem(key);
  },
};

/** Whether it is worth asking who is signed in; without one, the auth client need not even be loaded. */
export function hasStoredSession(): boolean {
  try {
    return sessionStore.getItem(STORAGE_KEY) !== null;
  } catch {
    // Storage is forbidden here: nobody can be signed in.
    return false;
  }
}

/** Who was signed in here last, for what this browser keeps for them; no proof of anything. */
export function storedUserId(): string | undefined {
  try {
    const stored = JSON.parse(sessionStore.getItem(STORAGE_KEY) ?? '{}') as { user?: { id?: string } };
    return stored.user?.id;
  } catch {
    return undefined;
  }
}

function forgetWhereAsked(): void {
  if (localStorage.getItem(FORGETFUL) === null || readCookie('open', document.cookie)) return;
  localStorage.removeItem(FORGETFUL);
  localStorage.removeItem(STORAGE_KEY);
}
