import { DatabaseError, DatabaseFull, DatabaseUnavailable } from '../database/errors.ts';
import { isRequestAborted } from '../request-aborted.ts';
import { TokenRefused } from '../tokens/token-refused.ts';
import { refuse, StorageError } from './storage-error.ts';

/** The failure as a Storage error; undefined when it is a bug of ours. */
export function explainFailure(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error;
  if (error instanceof TokenRefused) return refuse.accessDenied(error.message);
  if (isRequestAborted(error)) return refuse.uploadAborted();
  if (error instanceof DatabaseFull || isFull(error)) return refuse.noSpace();
  if (error instanceof DatabaseUnavailable) return refuse.busy();
  if (!(error instanceof DatabaseError)) return undefined;
  switch (error.code) {
    case '42501':
      return refuse.accessDenied(error.message);
    case '23505':
      return error.table === 'buckets' ? refuse.bucketExists() : refuse.keyExists();
    case '23503':
      return error.table === 'buckets' ? refuse.bucketNotEmpty() : refuse.noSuchBucket();
    // PostgREST's spelling of status 413: a quota of the migrations.
    case 'PT413':
      return refuse.quotaExceeded(error.hint ?? 'quota_exceeded', error.message);
    case '57014':
      return new StorageError(544, 'DatabaseTimeout', 'The connection to the database timed out');
    // Raised by a migration (raise, check), with a message meant for the caller.
    case 'P0001':
    case '23514':
      return refuse.invalidRequest(error.message);
    default:
      // Class 22: invalid input for the column's type.
      return error.code.startsWith('22') ? refuse.invalidRequest(error.message) : undefined;
  }
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException)?.code ?? '');
}
