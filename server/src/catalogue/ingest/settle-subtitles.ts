import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { convertSubtitles } from '@lakou/media/convert-subtitles';
import { MediaError } from '@lakou/media/media-error';
import { IngestError } from './explain-failure.ts';
import type { Workshop } from './make-stream.ts';

interface Due {
  stream_id: string;
  subtitle_id: string;
  language: string;
  name: string;
  /** Null when the subtitles were removed. */
  path: string | null;
  version: string | null;
}

type Places = Pick<Workshop, 'database' | 'objects' | 'streams' | 'folder'>;

/** Brings every stream's list of subtitles into agreement with what editors uploaded. */
export async function settleSubtitles(places: Places): Promise<void> {
  const { database } = places;
  for (const due of await database.query<Due>('select * from private.subtitles_to_settle()')) {
    try {
      const entry = due.path === null ? null : await makeEntry(places, due, due.path);
      await database.query('select private.settle_subtitle($1, $2, $3)', [
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
}

async function makeEntry({ objects, streams, folder }: Places, due: Due, path: string): Promise<object> {
  const { stream_id, subtitle_id, language, name, version } = due;
  // Beside the workshop: what lies in it belongs to a job.
  const aside = `${folder}-subtitles-${randomUUID()}`;
  await mkdir(aside, { recursive: true });
  try {
    const given = join(aside, 'given');
    if (!version || !(await objects.lend({ bucket: 'movies', name: path, version }, given))) {
      throw new IngestError('media_source_missing', `${path} is not in the bucket movies.`);
    }
    const made = join(aside, 'made.vtt');
    await convertSubtitles(given, made);
    const file = `subs-${subtitle_id.slice(0, 8)}-${language}.vtt`;
    await streams.adopt(stream_id, file, made);
    return { file, language, name };
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
