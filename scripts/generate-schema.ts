import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeMigratedSchema } from './describe-schema.ts';
import { withMigratedDatabase } from './migrated-database.ts';

/** `npm run db:schema`: writes supabase/schema.sql from the migrations. */
const file = join(import.meta.dirname, '../supabase/schema.sql');
await withMigratedDatabase(async (database) => writeFileSync(file, await describeMigratedSchema(database)));
