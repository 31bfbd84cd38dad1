import { STORAGE_KEY } from './stored-session.ts';

/** The storage keys of the two auth clients (supabase.ts); each keeps the PKCE secret of its last request. */
export const EPHEMERAL_KEY = 'lakou-ephemeral';
const KEYS = { session: STORAGE_KEY, 'sign-up': EPHEMERAL_KEY };

export interface Verifier {
  value: string;
  /** What the auth client noted about the request: `recovery`, or nothing. */
  purpose: string;
  /** To be called once it was used. */
  remove: () => void;
}

/** The secret with which this browser can prove that it made a request. */
export function readVerifier(of: keyof typeof KEYS): Verifier | undefined {
  const key = `${KEYS[of]}-code-verifier`;
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '""') as string;
    const [value, purpose = ''] = stored.split('/');
    return value ? { value, purpose, remove: () => localStorage.removeItem(key) } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps PKCE secrets for the next page, and nothing else. */
export function verifierStore() {
  const memory = new Map<string, string>();
  const isVerifier = (key: string) => key.endsWith('-code-verifier');
  return {
    getItem: (key: string) => (isVerifier(key) ? localStorage.getItem(key) : (memory.get(key) ?? null)),
    setItem(key: string, value: string) {
      if (isVerifier(key)) localStorage.setItem(key, value);
      else memory.set(key, value);
    },
    removeItem(key: string) {
      memory.delete(key);
      if (isVerifier(key)) localStorage.removeItem(key);
    },
  };
}
