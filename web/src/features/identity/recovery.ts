/**
 * Set when the user arrived by a link that lets them choose a password: the link's type. In sessionStorage, so that it
 * survives a reload and the second-factor step.
 */
const KEY = 'lakou-recovery';

export function beginRecovery(type: string): void {
  sessionStorage.setItem(KEY, type);
}

export function recoveryType(): string | null {
  return sessionStorage.getItem(KEY);
}

export function endRecovery(): void {
  sessionStorage.removeItem(KEY);
}
