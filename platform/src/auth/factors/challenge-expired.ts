import { AuthError } from '../errors.ts';

export function challengeExpired(id: string): AuthError {
  const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
  return new AuthError(422, 'mfa_challenge_expired', message);
}
