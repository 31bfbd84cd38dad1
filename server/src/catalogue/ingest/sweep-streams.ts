import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@lakou/platform/database/database';
import { deleting, service } from '@lakou/platform/storage/object-rows';
import type { ObjectStore } from '@lakou/platform/storage/object-store';
import type { StreamStore } from '../../playback/stream-store.ts';

/** Longer than any film, and than the tickets of those who began it before it was replaced. */
const GRACE = '24 hours';

interface Places {
  database: Database;
  streams: StreamStore;
  folder: string;
}

/** Removes what broken-off, canceled and failed jobs left, and what was replaced long enough ago. */
export async function sweepWorkshop({ database, streams, folder }: Places): Promise<void> {
  const over = await database.query<{ id: string }>('select private.streams_to_remove($1) as id', [GRACE]);
  for (const { id } of over) {
    await streams.remove(id);
    await database.query('delete from private.streams where id = $1', [id]);
  }
  const benches = await readdir(folder).catch(() => []);
  if (benches.length === 0) return;
  const inWork = await database.query<{ id: string }>(
    `select r.stream_id as id from private.media_runs r join public.media_jobs j on j.id = r.job_id
      where j.status in ('queued', 'running') and r.stream_id is not null`,
  );
  const wanted = new Set(inWork.map(({ id }) => id));
  for (const bench of benches) {
    if (!wanted.has(bench)) await rm(join(folder, bench), { recursive: true, force: true });
  }
}

/** Removes the files of titles that are gone: their streams, and what was uploaded for them. */
export async function sweepDeletedTitles(places: Places & { objects: ObjectStore }): Promise<void> {
  const { database, streams, objects } = places;
  await sweepWorkshop(places);
  const there: string[] = [];
  for await (const stream of streams.list()) there.push(stream);
  // Asked for after the listing: a stream has its row before it has files.
  const known = await database.query<{ id: string }>('select id from private.streams');
  const wanted = new Set(known.map(({ id }) => id));
  for (const stream of there) if (!wanted.has(stream)) await streams.remove(stream);

  const uploads = await database.query<{ id: string; name: string; version: string }>(
    'select * from private.uploads_to_remove()',
  );
  for (const { id, name, version } of uploads) {
    const text = `delete from storage.objects where id = $1 and version = $2`;
    await database.run([{ text, values: [id, version] }], { as: deleting(service) });
    await objects.remove([{ bucket: 'movies', name, version }]);
  }
}
