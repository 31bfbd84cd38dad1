import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@lakou/platform/database/open-database';
import { prepareDatabase } from '../server/src/prepare-database.ts';
import { databaseTypes } from './database-types.ts';

/** `npm run types`: writes contract/src/database-types.ts anew from the migrations. */
const folder = mkdtempSync(join(tmpdir(), 'lakou-types-'));
const database = await openDatabase({ folder: join(folder, 'database') });
try {
  await prepareDatabase(database, { demo: false });
  const file = join(import.meta.dirname, '../contract/src/database-types.ts');
  writeFileSync(file, await databaseTypes(database));
} finally {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}
