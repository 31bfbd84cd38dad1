import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@lakou/platform/database';
import { type ObjectStore, serviceIdentity, withDeleteAllowed } from '@lakou/platform/storage';
import type { StreamStore } from '../../playback/stream-store.ts';

/** Longer than any film: viewers who started before a replacement can finish. */
const GRACE = '24 hours';

interface SweepContext {
  database: Database;
  streams: StreamStore;
  folder: string;
}

/** Removes the files of interrupted, canceled and failed jobs, and of streams replaced long enough ago. */
export async function sweepWorkFolders({ database, streams, folder }: SweepContext): Promise<void> {
  const expired = await database.query<{ id: string }>('select private.list_removable_streams($1) as id', [
    GRACE,
  ]);
  for (const { id } of expired) {
    await streams.remove(id);
    await database.query('delete from private.streams where id = $1', [id]);
  }
  const folders = await readdir(folder).catch(() => []);
  if (folders.length === 0) return;
  const inWork = await database.query<{ id: string }>(
    `select r.stream_id as id from private.media_runs r join public.media_jobs j on j.id = r.job_id
      where j.status in ('queued', 'running') and r.stream_id is not null`,
  );
  const wanted = new Set(inWork.map(({ id }) => id));
  for (const name of folders) {
    if (!wanted.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Removes the streams and uploads of deleted titles. */
export async function sweepDeletedTitles(context: SweepContext & { objects: ObjectStore }): Promise<void> {
  const { database, streams, objects } = context;
  await sweepWorkFolders(context);
  const stored: string[] = [];
  for await (const stream of streams.list()) stored.push(stream);
  // Queried after the listing: a stream has its row before it has files.
  const known = await database.query<{ id: string }>('select id from private.streams');
  const wanted = new Set(known.map(({ id }) => id));
  for (const stream of stored) if (!wanted.has(stream)) await streams.remove(stream);

  const uploads = await database.query<{ id: string; name: string; version: string }>(
    'select * from private.list_removable_uploads()',
  );
  for (const { id, name, version } of uploads) {
    const text = `delete from storage.objects where id = $1 and version = $2`;
    await database.run([{ text, values: [id, version] }], { as: withDeleteAllowed(serviceIdentity) });
    await objects.remove([{ bucket: 'movies', name, version }]);
  }
}
