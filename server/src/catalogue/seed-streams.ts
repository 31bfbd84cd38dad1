import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@lakou/platform/database';
import type { StreamStore } from '../playback/stream-store.ts';

interface Title {
  movie_id: string | null;
  episode_id: string | null;
  slug: string;
}

interface Clip extends Title {
  id: string;
  folder: string;
  key: Buffer;
  film: string;
}

/** Links the demo's titles to the finished clips of supabase/streams. A title that has another video keeps it. */
export async function seedStreams(database: Database, streams: StreamStore, folder: string): Promise<void> {
  const clips = await findClips(database, folder);
  await database.query('delete from private.streams where source_path is null and id <> all ($1::uuid[])', [
    clips.map(({ id }) => id),
  ]);
  const rows = clips.map(({ id, movie_id, episode_id, key }) => ({
    id,
    movie_id,
    episode_id,
    encryption_key: `\\x${key.toString('hex')}`,
  }));
  await database.query(
    `insert into private.streams (id, movie_id, episode_id, encryption_key)
      select c.id, c.movie_id, c.episode_id, c.encryption_key::bytea
      from jsonb_to_recordset($1::jsonb) as c (id uuid, movie_id uuid, episode_id uuid, encryption_key text)
      where not exists (
        select from private.streams s where s.movie_id = c.movie_id or s.episode_id = c.episode_id)
      on conflict do nothing`,
    [JSON.stringify(rows)],
  );
  const seeded = await database.query<{ id: string }>(
    'select id from private.streams where source_path is null and id = any ($1::uuid[])',
    [clips.map(({ id }) => id)],
  );
  const wanted = new Set(seeded.map(({ id }) => id));
  await Promise.all(
    clips.map(async ({ id, folder: clip }) => {
      if (wanted.has(id) && !(await streams.find(id, 'master.m3u8'))) await streams.linkFolder(id, clip);
    }),
  );
  const films = clips.map(({ id, film }) => ({ id, film: JSON.parse(film) as object }));
  await database.query(
    `update private.streams s set status = 'whole', film = c.film, duration = (c.film ->> 'duration')::numeric
      from jsonb_to_recordset($1::jsonb) as c (id uuid, film jsonb)
      where s.id = c.id and s.status = 'making'`,
    [JSON.stringify(films)],
  );
}

/** Of the titles in supabase/seed.sql, whose ids are in these two ranges. */
async function findClips(database: Database, folder: string): Promise<Clip[]> {
  const list = await readFile(join(folder, 'keys.json'), 'utf8').catch(() => '{}');
  const keys = JSON.parse(list) as Record<string, string>;
  const titles = await database.query<Title>(
    `select m.id as movie_id, null::uuid as episode_id,
        substring(m.thumbnail_url from '/posters/([a-z0-9-]+)\\.') as slug
      from public.movies m where m.id between 'f1000000-0000-4000-8000-000000000000' and 'f1000000-0000-4000-8000-ffffffffffff'
      union all
      select null, e.id,
        substring(s.thumbnail_url from '/posters/([a-z0-9-]+)\\.') || '-s' || e.season_number || 'e' || e.episode_number
      from public.series s join public.episodes e on e.series_id = s.id
      where s.id between '5e000000-0000-4000-8000-000000000000' and '5e000000-0000-4000-8000-ffffffffffff'`,
  );
  const known = titles.flatMap((title) => {
    const key = keys[title.slug];
    return key ? [{ ...title, key: Buffer.from(key, 'hex'), folder: join(folder, title.slug) }] : [];
  });
  return Promise.all(
    known.map(async (title) => {
      const film = await readFile(join(title.folder, 'film.json'), 'utf8');
      return { ...title, film, id: idOf(title, film) };
    }),
  );
}

/** The same clip of the same title is the same stream at every start and in every process. */
function idOf({ movie_id, episode_id, key }: Omit<Clip, 'id' | 'film'>, film: string): string {
  const hash = createHash('sha256')
    .update(`${movie_id ?? episode_id} ${key.toString('hex')} ${film}`)
    .digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
