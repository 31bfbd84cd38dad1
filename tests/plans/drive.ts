import type { TestServer } from '../support/test-server.ts';
import { driveAdmin } from './drive-admin.ts';
import { driveCatalogue } from './drive-catalogue.ts';
import { driveCommerce } from './drive-commerce.ts';
import { driveCommunity } from './drive-community.ts';
import { driveIdentity } from './drive-identity.ts';
import { driveJobs } from './drive-jobs.ts';
import { driveOperators } from './drive-operators.ts';
import { drivePages } from './drive-pages.ts';
import { driveIngest, drivePlayback } from './drive-playback.ts';
import { driveRare } from './drive-rare.ts';
import { driveRealtime } from './drive-realtime.ts';
import { driveRoutes } from './drive-routes.ts';
import { driveStorage } from './drive-storage.ts';
import { driveTables } from './drive-tables.ts';
import { PlanClient } from './plan-client.ts';

/** Everything that the product can be asked for, once. Returns what went wrong. */
export async function drive(server: TestServer): Promise<string[]> {
  const client = await PlanClient.connect(server);
  const attempt = async (part: (client: PlanClient) => Promise<void>) => {
    await part(client).catch((error: Error) => client.faults.push(`${part.name}: ${error.stack}`));
  };
  for (const part of [
    drivePages,
    driveTables,
    driveCatalogue,
    driveCommunity,
    driveRealtime,
    driveAdmin,
    driveIdentity,
    driveCommerce,
    drivePlayback,
    driveIngest,
    driveStorage,
    driveRoutes,
    driveOperators,
    driveRare,
    driveJobs,
  ])
    await attempt(part);
  return client.faults;
}
