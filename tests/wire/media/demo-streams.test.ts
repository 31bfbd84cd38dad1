import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStreams } from '../../../server/src/catalogue/seed-streams.ts';
import { StreamFiles } from '../../../server/src/playback/stream-files.ts';
import { openTestDatabase, type TestDatabase } from '../../support/test-databases.ts';

const folder = mkdtempSync(join(tmpdir(), 'lakou-clips-'));
const streams = new StreamFiles(join(folder, 'streams'));
const clips = join(folder, 'clips');
const movie = 'f1000000-0000-4000-8000-000000000001';
let database: TestDatabase;

function makeClip(slug: string, duration: number): void {
  mkdirSync(join(clips, slug, 'v145'), { recursive: true });
  writeFileSync(join(clips, slug, 'film.json'), JSON.stringify({ version: 1, duration, subtitles: [] }));
  writeFileSync(join(clips, slug, 'master.m3u8'), '#EXTM3U');
  writeFileSync(join(clips, slug, 'v145', '00000.m4s'), slug);
}
const current = async () => {
  const [row] = await database.query<{ id: string; key: string }>(
    `select id, encode(encryption_key, 'hex') as key from private.streams
      where movie_id = $1 and status in ('watchable', 'whole')`,
    [movie],
  );
  return row;
};

beforeAll(async () => {
  database = await openTestDatabase();
  makeClip('lanp-tet-gridap', 12);
  makeClip('bri-kouran-s1e1', 9);
  const keys = { 'lanp-tet-gridap': 'aa'.repeat(16), 'bri-kouran-s1e1': 'bb'.repeat(16) };
  writeFileSync(join(clips, 'keys.json'), JSON.stringify(keys));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the demo’s films play from prepared clips, which are not copied', async () => {
  await database.query('delete from private.streams');
  await seedStreams(database, streams, clips);
  const first = await current();
  expect(first?.key).toBe('aa'.repeat(16));
  expect(await database.query('select has_video from public.movies where id = $1', [movie])).toEqual([
    { has_video: true },
  ]);
  const [episodes] = await database.query(
    'select count(*)::int as playable from public.episodes where has_video',
  );
  expect(episodes).toEqual({ playable: 1 });
  const segment = await streams.open(first?.id ?? '', 'v145/00000.m4s');
  expect(segment && (await text(segment))).toBe('lanp-tet-gridap');

  await seedStreams(database, streams, clips);
  expect(await current()).toEqual(first);
});

test('every published film and episode of the demo has its own clip', async () => {
  const real = join(import.meta.dirname, '../../../supabase/streams');
  await database.query('delete from private.streams');
  await seedStreams(database, new StreamFiles(join(folder, 'real')), real);
  const silent = await database.query(
    `select title from public.movies where published and not has_video
      union all select title from public.episodes where not has_video`,
  );
  expect(silent).toEqual([]);
  await database.query('delete from private.streams');
  await seedStreams(database, streams, clips);
});

test('a newer clip replaces an older one, and never an uploaded video', async () => {
  const before = await current();
  makeClip('lanp-tet-gridap', 15);
  await seedStreams(database, streams, clips);
  const after = await current();
  expect(after?.id).not.toBe(before?.id);
  await database.query(`update private.streams set source_path = 'movies/own.mp4' where id = $1`, [
    after?.id,
  ]);
  makeClip('lanp-tet-gridap', 20);
  await seedStreams(database, streams, clips);
  expect(await current()).toEqual(after);
});
