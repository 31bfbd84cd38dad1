import type { Database } from '@lakou/platform/database/database';

/**
 * One version was out with a changed staff_paging migration and without the next, staff_subscriptions. Both only make a
 * function that staff_search makes anew, so that its databases are like ours: here they are written down as ours are.
 */
export async function mendHistory(database: Database): Promise<void> {
  await database.query(
    `with changed as (
       update platform.migration_checksums set checksum = $2
       where version = '20261115002411' and checksum = $1 returning version)
     insert into supabase_migrations.schema_migrations (version, name)
     select '20261115002412', 'staff_subscriptions' from changed on conflict do nothing`,
    [
      '88beb561066ba36aadb58f6521f6aee7fe3d6fb603314a1d4575b7e0c05803bd',
      '68f4f6044712dfc1c8be3f8a8d79df4afe815cb4446660547857ce81484f72ef',
    ],
  );
}
