/** Whether this browser's new member is still to be welcomed. Kept in the browser: it concerns its own settings. */
const KEY = 'lakou-welcome';

const listeners = new Set<() => void>();

/** After registering: shown once, at the first visit as a member. */
export function offerWelcome(): void {
  change(() => localStorage.setItem(KEY, 'due'));
}

export function endWelcome(): void {
  change(() => localStorage.removeItem(KEY));
}

export function isWelcomeDue(): boolean {
  try {
    return localStorage.getItem(KEY) === 'due';
  } catch {
    return false;
  }
}

export function subscribeToWelcome(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(write: () => void): void {
  try {
    write();
  } catch {
    // Storage is blocked: nobody is welcomed.
  }
  for (const listener of listeners) listener();
}
