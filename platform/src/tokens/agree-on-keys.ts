import type { Database } from '../database/database.ts';
import { StartRefused } from '../database/errors.ts';

/** Two processes on one database must accept each other's tokens: the first start records the key for all others. */
export async function agreeOnKeys(database: Database, thumbprint: string): Promise<void> {
  await database.query(
    `insert into platform.settings (key, value) values ('signing_key', to_jsonb($1::text)) on conflict do nothing`,
    [thumbprint],
  );
  const [row] = await database.query<{ value: string }>(
    `select value #>> '{}' as value from platform.settings where key = 'signing_key'`,
  );
  if (row?.value !== thumbprint) {
    throw new StartRefused(
      'This database was set up with other signing keys; bring its keys.json into DATA_DIR, or set JWT_KEYS to that file’s content.',
    );
  }
}
