import { join } from 'node:path';
import { seedStreams } from './catalogue/seed-streams.ts';
import type { Services } from './create-services.ts';
import { supabaseFolder } from './prepare-database.ts';
import { seedObjects } from './seed-objects.ts';

/** The demo world's pictures and films; its rows come with `prepareDatabase`. Safe to call at every start. */
export async function seed({ config, database, platform, objects, streams }: Services): Promise<void> {
  if (!config.demo) return;
  await seedObjects({ database, store: objects, storage: platform.storage, folder: supabaseFolder });
  await seedStreams(database, streams, join(supabaseFolder, 'streams'));
}
