import { DatabaseError } from '../../database/errors.ts';
import type { Auth } from '../auth.ts';
import { AuthError, loggableError } from '../errors.ts';

const TAKEN: Record<string, [code: string, message: string]> = {
  users_email_partial_key: ['email_exists', 'A user with this email address has already been registered'],
  users_phone_key: ['phone_exists', 'A user with this phone number has already been registered'],
  users_pkey: ['user_already_exists', 'A user with this ID has already been registered'],
};

/** Turns unique violations and errors raised by the application's triggers into GoTrue's errors. */
export async function writeAccount<T>(auth: Auth, action: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code === '57014') throw error;
    const taken = TAKEN[error.constraint ?? ''];
    if (taken && error.code === '23505') throw new AuthError(422, ...taken);
    auth.log.error({ err: loggableError(error) }, 'an account could not be written');
    throw new AuthError(500, 'unexpected_failure', `Database error ${action} user`);
  }
}
