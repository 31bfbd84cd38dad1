import { isCommon } from './common-passwords.ts';
import { AuthError, invalid } from './errors.ts';

/** Longer ones add hashing time, not security. */
export const MAX_PASSWORD_LENGTH = 256;

/** Refuses a weak password with all reasons at once. */
export function requireStrong(password: string, minLength: number): void {
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw invalid(`Password cannot be longer than ${MAX_PASSWORD_LENGTH} characters`);
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
