/**
 * Somebody came by a link that lets them choose a password. Kept for as long as the tab: a reload, or the second
 * factor in between, does not end it.
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
