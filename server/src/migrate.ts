import { mkdirSync } from 'node:fs';
import { StartRefused } from '@lakou/platform/database';
import { loadSigningKeys } from '@lakou/platform/keys';
import { readConfig } from './config.ts';
import { openConfiguredDatabase, prepareConfiguredDatabase } from './prepare-database.ts';

/**
 * `npm run migrate`: makes the keys and brings the database to this version, then ends. For deployments where that is a step of
 * its own; every start does the same.
 */
async function migrate(): Promise<void> {
  const config = readConfig(process.env);
  mkdirSync(config.dataFolder, { recursive: true });
  await loadSigningKeys({ folder: config.dataFolder, given: config.jwtKeys });
  const database = await openConfiguredDatabase(config);
  try {
    await prepareConfiguredDatabase(database, config);
  } finally {
    await database.close();
  }
}

migrate().catch((error: unknown) => {
  console.error(error instanceof StartRefused ? error.message : error);
  process.exit(1);
});
