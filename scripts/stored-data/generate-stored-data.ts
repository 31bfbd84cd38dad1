import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withMigratedDatabase } from '../migrated-database.ts';
import { describeStoredData } from './describe-stored-data.ts';

/** `npm run stored-data`: writes docs/stored-data.md from the migrations. */
const file = join(import.meta.dirname, '../../docs/stored-data.md');
await withMigratedDatabase(async (database) => writeFileSync(file, await describeStoredData(database)));
