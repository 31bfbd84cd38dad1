import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { convertSubtitles } from '@lakou/media/convert-subtitles';
import type { FilmSubtitles, SubtitleKind } from '@lakou/media/film';
import { MediaError } from '@lakou/media/media-error';
import { IngestError } from './explain-failure.ts';
import type { IngestContext } from './ingest-context.ts';

interface Due {
  stream_id: string;
  subtitle_id: string;
  language: string;
  name: string;
  kind: SubtitleKind;
  /** Null when the subtitles were removed. */
  path: string | null;
  version: string | null;
}

type SyncContext = Pick<IngestContext, 'database' | 'objects' | 'streams' | 'folder'>;

/** Updates the subtitle lists of streams after editors added or removed files. */
export async function syncSubtitles(context: SyncContext): Promise<void> {
  for (;;) {
    const pending = await context.database.query<Due>('select * from private.list_pending_subtitles()');
    if (pending.length === 0) return;
    for (const due of pending) await syncSubtitle(context, due);
  }
}

async function syncSubtitle(context: SyncContext, due: Due): Promise<void> {
  const { database } = context;
  try {
    const entry = due.path === null ? null : await makeEntry(context, due, due.path);
    await database.query('select private.save_stream_subtitle($1, $2, $3)', [
      due.stream_id,
      due.subtitle_id,
      entry,
    ]);
  } catch (error) {
    if (!(error instanceof MediaError || error instanceof IngestError)) throw error;
    await database.query('update public.subtitles set error_key = $2 where id = $1', [
      due.subtitle_id,
      error.key,
    ]);
  }
}

async function makeEntry(
  { objects, streams, folder }: SyncContext,
  due: Due,
  path: string,
): Promise<FilmSubtitles> {
  const { stream_id, subtitle_id, language, name, kind, version } = due;
  // Not inside the work folder: everything in it belongs to a job.
  const folderAside = `${folder}-subtitles-${randomUUID()}`;
  await mkdir(folderAside, { recursive: true });
  try {
    const given = join(folderAside, 'given');
    if (!version || !(await objects.lend({ bucket: 'movies', name: path, version }, given))) {
      throw new IngestError('media_source_missing', `${path} is not in the bucket movies.`);
    }
    const made = join(folderAside, 'made.vtt');
    await convertSubtitles(given, made);
    const file = `subs-${subtitle_id.slice(0, 8)}-${language}.vtt`;
    await streams.adopt(stream_id, file, made);
    return { file, language, name, kind };
  } finally {
    await rm(folderAside, { recursive: true, force: true });
  }
}
