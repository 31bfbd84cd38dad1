import { isCommon } from './common-passwords.ts';
import { AuthError, invalid } from './errors.ts';

/** Longer ones only make us work. */
export const LONGEST_PASSWORD = 256;

/** Refuses a password that anybody would guess, with every reason at once. */
export function requireStrong(password: string, minLength: number): void {
  if (password.length > LONGEST_PASSWORD) {
    throw invalid(`Password cannot be longer than ${LONGEST_PASSWORD} characters`);
  }
  const weak: [reason: string, message: string][] = [];
  if (password.length < minLength) {
    weak.push(['length', `Password should be at least ${minLength} characters.`]);
  }
  if (isCommon(password)) {
    weak.push(['pwned', 'Password is known to be weak and easy to guess, please choose a different one.']);
  }
  if (weak.length === 0) return;
  throw new AuthError(422, 'weak_password', weak.map(([, message]) => message).join(' '), {
    weak_password: { reasons: weak.map(([reason]) => reason) },
  });
}
