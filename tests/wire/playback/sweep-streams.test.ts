import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PieceQueue } from '../../../server/src/catalogue/ingest/piece-queue.ts';
import { SignQueue } from '../../../server/src/catalogue/ingest/sign-queue.ts';
import { sweepDeletedTitles } from '../../../server/src/catalogue/ingest/sweep-streams.ts';
import { openStreamStore } from '../../../server/src/playback/stream-store.ts';
import { addStream } from '../../support/streams.ts';
import { openTestDatabase, type TestDatabase } from '../../support/test-databases.ts';

let database: TestDatabase;
const dataFolder = mkdtempSync(join(tmpdir(), 'lakou-sweep-'));
beforeAll(async () => {
  database = await openTestDatabase({ demo: false });
});
afterAll(async () => {
  await database.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

async function sweep(): Promise<string[]> {
  const streams = await openStreamStore({ dataFolder, s3: undefined });
  const [pieces, signs] = [new PieceQueue(database, randomUUID()), new SignQueue(database, randomUUID())];
  await sweepDeletedTitles({ database, streams, pieces, signs, folder: join(dataFolder, 'work') });
  return Array.fromAsync(streams.list());
}

/** As what is left of a film that was deleted, or of a film in another database. */
function addUnknown(count: number): string[] {
  return Array.from({ length: count }, () => {
    const id = randomUUID();
    mkdirSync(join(dataFolder, 'streams', id), { recursive: true });
    writeFileSync(join(dataFolder, 'streams', id, 'master.m3u8'), '#EXTM3U');
    return id;
  });
}

test('streams of no film are removed, but not if they are most of what is stored', async () => {
  const [movie] = await database.query<{ id: string }>(
    `insert into public.movies (title) values ('Yon fim') returning id`,
  );
  const { id } = await addStream({ database, dataFolder }, { movie_id: movie!.id });
  addUnknown(19);
  expect(await sweep()).toEqual([id]);
  const many = addUnknown(21);
  expect((await sweep()).toSorted()).toEqual([id, ...many].toSorted());
});
