import { isBrokenOff } from '../broken-off.ts';
import { DatabaseError, DatabaseUnavailable } from '../database/errors.ts';
import { TokenRefused } from '../tokens/token-refused.ts';
import { refuse, StorageError } from './storage-error.ts';

/** What went wrong in Storage's words; undefined when it is our own mistake. */
export function explainFailure(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error;
  if (error instanceof TokenRefused) return refuse.accessDenied(error.message);
  if (isBrokenOff(error)) return refuse.brokenOff();
  if (error instanceof DatabaseUnavailable) return refuse.busy();
  if (isFull(error)) return refuse.noSpace();
  if (!(error instanceof DatabaseError)) return undefined;
  switch (error.code) {
    case '42501':
      return refuse.accessDenied(error.message);
    case '23505':
      return error.table === 'buckets' ? refuse.bucketExists() : refuse.keyExists();
    case '23503':
      return error.table === 'buckets' ? refuse.bucketNotEmpty() : refuse.noSuchBucket();
    case '57014':
      return new StorageError(544, 'DatabaseTimeout', 'The connection to the database timed out');
    // A rule of a migration (raise, check) said no, in words meant for the person who asked.
    case 'P0001':
    case '23514':
      return refuse.invalidRequest(error.message);
    default:
      // Class 22: a value that its type does not have.
      return error.code.startsWith('22') ? refuse.invalidRequest(error.message) : undefined;
  }
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException)?.code ?? '');
}
