import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseTypes } from './database-types.ts';
import { withMigratedDatabase } from './migrated-database.ts';

/** `npm run types`: writes contract/src/database-types.ts from the migrations. */
const file = join(import.meta.dirname, '../contract/src/database-types.ts');
await withMigratedDatabase(async (database) => writeFileSync(file, await databaseTypes(database)));
