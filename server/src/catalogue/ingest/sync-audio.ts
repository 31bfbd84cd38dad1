import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilmAudio } from '@lakou/media/film';
import { changeAudioKinds, changeAudioOnly } from '@lakou/media/playlists';
import type { IngestContext } from './ingest-context.ts';

interface Due {
  stream_id: string;
  audio: FilmAudio[];
}

type SyncContext = Pick<IngestContext, 'database' | 'streams' | 'folder'>;

/** Writes what editors say about sound tracks into the playlists, for players that know nothing else of a film. */
export async function syncAudio(context: SyncContext): Promise<void> {
  const { database } = context;
  const pending = await database.query<Due>('select * from private.list_pending_audio()');
  for (const { stream_id, audio } of pending) {
    await rewritePlaylists(context, stream_id, audio);
    await database.query('select private.settle_audio($1, $2)', [stream_id, JSON.stringify(audio)]);
  }
}

async function rewritePlaylists(
  { streams, folder }: SyncContext,
  stream: string,
  audio: FilmAudio[],
): Promise<void> {
  const read = async (file: string): Promise<string | undefined> =>
    (await streams.read(stream, file, (size) => Buffer.allocUnsafe(size)))?.bytes?.toString();
  const master = await read('master.m3u8');
  if (master === undefined) return;
  const changed = { 'master.m3u8': changeAudioKinds(master, audio) };
  const audioOnly = await read('audio.m3u8');
  const files = Object.entries({
    ...(audioOnly && { 'audio.m3u8': changeAudioOnly(audioOnly, changed['master.m3u8']) }),
    ...changed,
  });
  // Not inside the work folder: everything in it belongs to a job.
  const folderAside = `${folder}-audio-${randomUUID()}`;
  await mkdir(folderAside, { recursive: true });
  try {
    for (const [file, text] of files) {
      await writeFile(join(folderAside, file), text);
      await streams.adopt(stream, file, join(folderAside, file));
    }
  } finally {
    await rm(folderAside, { recursive: true, force: true });
  }
}
