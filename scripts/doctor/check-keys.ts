import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@lakou/platform/database';
import { parseSigningKeys, type SigningKeys } from '@lakou/platform/keys';
import type { Config } from '../../server/src/config.ts';
import { type Finding, fault, warning, well } from './finding.ts';

/** The keys that a start would use, if there are some; none are made. */
export async function readKeys({
  dataFolder,
  jwtKeys,
}: Config): Promise<{ keys: SigningKeys | undefined; found: Finding[] }> {
  const file = join(dataFolder, 'keys.json');
  try {
    const text = jwtKeys ?? (await readFile(file, 'utf8'));
    const keys = await parseSigningKeys(text, jwtKeys ? 'JWT_KEYS' : file);
    const known = well('The signing keys can be read.');
    if (jwtKeys || process.platform === 'win32' || ((await stat(file)).mode & 0o077) === 0)
      return { keys, found: [known] };
    return { keys, found: [known, fault(`Others on this machine can read ${file}.`, `chmod 600 ${file}`)] };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      return {
        keys: undefined,
        found: [
          fault(
            `The signing keys cannot be read: ${(error as Error).message}`,
            'Put keys.json of the last backup back.',
          ),
        ],
      };
    return {
      keys: undefined,
      found: [
        warning(
          'There are no signing keys yet.',
          'The first start makes them. After a restore: copy keys.json from the backup, or everybody has to sign in again.',
        ),
      ],
    };
  }
}

/** Every start compares them so (platform/src/tokens/agree-on-keys.ts), and refuses others. */
export async function compareKeys(database: Database, { thumbprint }: SigningKeys): Promise<Finding[]> {
  const [row] = await database.query<{ value: string }>(
    `select value #>> '{}' as value from platform.settings where key = 'signing_key'`,
  );
  if (!row) return [well('The database has no signing keys on record yet; the first start notes these.')];
  if (row.value === thumbprint) return [well('The signing keys are those of this database.')];
  return [
    fault(
      'This database was set up with other signing keys: no server starts with these.',
      'Bring its keys.json into DATA_DIR, or set JWT_KEYS to that file’s content.',
    ),
  ];
}
