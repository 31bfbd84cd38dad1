import { readCookie, removeCookie, writeCookie } from './cookies.ts';
import { readClaims } from './read-claims.ts';

/**
 * The auth client's session in local storage, shared by all tabs. Without 'Remember me' it ends with the browser: a
 * session cookie is deleted then, and a stored session without that cookie is dropped (P-41).
 */
export const STORAGE_KEY = 'lakou-session';
const NOT_REMEMBERED = 'lakou-not-remembered';

export function rememberMe(remember: boolean): void {
  if (remember) {
    localStorage.removeItem(NOT_REMEMBERED);
    removeCookie('open');
  } else {
    localStorage.setItem(NOT_REMEMBERED, '1');
    writeCookie('open', '1', { untilBrowserEnds: true });
  }
}

export const sessionStore = {
  getItem(key: string): string | null {
    dropForgottenSession();
    return localStorage.getItem(key);
  },
  setItem(key: string, value: string): void {
    localStorage.setItem(key, value);
  },
  removeItem(key: string): void {
    localStorage.removeItem(key);
  },
};

/** Whether somebody may be signed in; otherwise the auth client need not be loaded. */
export function hasStoredSession(): boolean {
  try {
    return sessionStore.getItem(STORAGE_KEY) !== null;
  } catch {
    // Storage is blocked: nobody can be signed in.
    return false;
  }
}

/** A token that expires within this time is renewed first. */
const RENEW_BEFORE_MS = 60_000;

/** The token of the stored session, while it is good; undefined if the auth client has to be asked. */
export function freshToken(): string | undefined {
  try {
    const stored = JSON.parse(sessionStore.getItem(STORAGE_KEY) ?? '{}') as {
      access_token?: string;
      expires_at?: number;
    };
    const isFresh = (stored.expires_at ?? 0) * 1000 > Date.now() + RENEW_BEFORE_MS;
    return isFresh ? stored.access_token : undefined;
  } catch {
    // Not in our format, or storage is blocked.
    return undefined;
  }
}

/** Until the second factor is shown, a person is a visitor: services other than auth refuse or ignore their token. */
export function memberToken(token: string | undefined): string | undefined {
  return token && 'aal_needed' in readClaims(token) ? undefined : token;
}

/** Who was signed in here last, for data that this browser stores for them. Not verified. */
export function storedUserId(): string | undefined {
  try {
    const stored = JSON.parse(sessionStore.getItem(STORAGE_KEY) ?? '{}') as { user?: { id?: string } };
    return stored.user?.id;
  } catch {
    return undefined;
  }
}

function dropForgottenSession(): void {
  if (localStorage.getItem(NOT_REMEMBERED) === null || readCookie('open', document.cookie)) return;
  localStorage.removeItem(NOT_REMEMBERED);
  localStorage.removeItem(STORAGE_KEY);
}
