import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '../database/errors.ts';
import { newSigningKey, parseSigningKeys, type SigningAlgorithm, type StoredKeys } from './signing-keys.ts';

/**
 * Puts a new signing key before the others and returns its id. The old keys still verify, so sessions and the anonymous
 * and service keys stay valid. Processes use the new key after a restart.
 */
export async function rotateKeys(folder: string, algorithm?: SigningAlgorithm): Promise<string> {
  const file = join(folder, 'keys.json');
  const lock = `${file}.lock`;
  const release = takeLock(lock);
  const aside = `${file}.${randomUUID()}`;
  try {
    const text = readFileSync(file, 'utf8');
    await parseSigningKeys(text, file);
    const stored = JSON.parse(text) as StoredKeys;
    const key = await newSigningKey(algorithm);
    const rotated: StoredKeys = { ...stored, keys: [key, ...stored.keys] };
    writeFileSync(aside, JSON.stringify(rotated, null, 2), { mode: 0o600, flush: true });
    chmodSync(aside, 0o600);
    // Atomic: readers see the old file or the new one.
    renameSync(aside, file);
    return key.kid ?? '';
  } finally {
    rmSync(aside, { force: true });
    release();
  }
}

/** Without the lock, the later of two rotations would drop the other's key. */
function takeLock(lock: string): () => void {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartRefused(
      code === 'EEXIST'
        ? `The keys are being rotated right now; if that was interrupted, remove ${lock} and try again.`
        : `The keys cannot be rotated: ${message}.`,
    );
  }
  return () => rmSync(lock, { force: true });
}
