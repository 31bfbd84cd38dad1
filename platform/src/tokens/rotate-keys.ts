import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '../database/errors.ts';
import { newSigningKey, type StoredKeys, understandKeys } from './signing-keys.ts';

/**
 * Puts a new signing key before the others. The old ones stay and verify: whoever is signed in stays signed in, and
 * the anonymous and service keys, which an old key signed, keep working. Processes sign with it once they restart.
 * Gives the new key's id.
 */
export async function rotateKeys(folder: string): Promise<string> {
  const file = join(folder, 'keys.json');
  const lock = `${file}.lock`;
  const release = takeLock(lock);
  const aside = `${file}.${randomUUID()}`;
  try {
    const text = readFileSync(file, 'utf8');
    await understandKeys(text, file);
    const stored = JSON.parse(text) as StoredKeys;
    const key = await newSigningKey();
    const rotated: StoredKeys = { ...stored, keys: [key, ...stored.keys] };
    writeFileSync(aside, JSON.stringify(rotated, null, 2), { mode: 0o600, flush: true });
    chmodSync(aside, 0o600);
    // Whoever reads meanwhile sees all of the old file or all of the new one.
    renameSync(aside, file);
    return key.kid ?? '';
  } finally {
    rmSync(aside, { force: true });
    release();
  }
}

/** Of two rotations at once, the later would drop the key of the earlier. */
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
