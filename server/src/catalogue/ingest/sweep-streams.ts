import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@lakou/platform/database';
import { log } from '../../log.ts';
import type { StreamStore } from '../../playback/stream-store.ts';
import type { PieceQueue } from './piece-queue.ts';
import type { SignQueue } from './sign-queue.ts';

/** Longer than any film: viewers who started before a replacement can finish. */
const GRACE = '24 hours';
const BATCH = 500;
/** As for objects: see SUSPICIOUS in platform/src/storage/sweep.ts. */
const SUSPICIOUS = 20;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface SweepContext {
  database: Database;
  streams: StreamStore;
  pieces: PieceQueue;
  signs: SignQueue;
  folder: string;
}

/** Removes the files of interrupted, canceled and failed jobs, and of streams replaced long enough ago. */
export async function sweepWorkFolders(context: SweepContext): Promise<void> {
  const { database, streams, pieces, signs, folder } = context;
  for (const job of await pieces.removeEnded()) await streams.remove(job);
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
      where (j.status in ('queued', 'running') or j.av1 in ('waiting', 'making')) and r.stream_id is not null`,
  );
  const wanted = new Set([...inWork.map(({ id }) => id), ...(await signs.listClaimed())]);
  for (const name of folders) {
    if (!wanted.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Removes the streams of titles that were deleted and can no longer be restored. Nothing where that would be most of them: then
 * this folder or bucket and this database are hardly of one place.
 */
export async function sweepDeletedTitles(context: SweepContext): Promise<void> {
  const { streams } = context;
  await sweepWorkFolders(context);
  const unknown: string[] = [];
  let seen = 0;
  let stored: string[] = [];
  const compare = async (): Promise<void> => {
    seen += stored.length;
    unknown.push(...(await findUnknown(context, stored)));
    stored = [];
  };
  for await (const stream of streams.list()) {
    stored.push(stream);
    if (stored.length === BATCH) await compare();
  }
  await compare();
  if (unknown.length >= SUSPICIOUS && unknown.length * 2 > seen) {
    log.error({ unknown: unknown.length, seen }, 'most streams belong to no film; none was removed');
    return;
  }
  for (const stream of unknown) await streams.remove(stream);
}

/** Queried after the listing: a stream has its row before it has files. */
async function findUnknown({ database }: SweepContext, stored: string[]): Promise<string[]> {
  const ids = stored.filter((name) => UUID.test(name));
  const known = await database.query<{ id: string }>('select private.list_kept_streams($1) as id', [ids]);
  const wanted = new Set(known.map(({ id }) => id));
  return stored.filter((stream) => !wanted.has(stream));
}
