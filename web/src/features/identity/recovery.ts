/**
 * Set when the user arrived by a link that lets them choose a password. In sessionStorage, so that it survives a reload
 * and the second-factor step.
 */
const KEY = 'lakou-recovery';

export function beginRecovery(): void {
  sessionStorage.setItem(KEY, '1');
}

export function isRecovering(): boolean {
  return sessionStorage.getItem(KEY) !== null;
}

export function endRecovery(): void {
  sessionStorage.removeItem(KEY);
}
