import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filmServer } from '../support/film-server.ts';
import { addWebpSizes, type LakouProcess, startLakou } from '../support/lakou-process.ts';
import { newDatabase, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { tinyFilms } from '../support/tiny-films.ts';

/** Two servers on one PostgreSQL and one disk. */
const films = tinyFilms();
const dataFolder = mkdtempSync(join(tmpdir(), 'lakou-workers-'));
let postgres: PostgresServer;
let owner: Client;
let servers: LakouProcess[];

beforeAll(async () => {
  postgres = await startPostgresServer();
  const url = await newDatabase(postgres, 'lakou_two_workers', 'demo');
  const env = { DATABASE_URL: url, DATA_DIR: dataFolder, INGEST: 'on', INGEST_THREADS: '1' };
  await (await startLakou({ ...env, INGEST: 'off' })).stop();
  await addWebpSizes(dataFolder);
  servers = await Promise.all([1, 2].map(() => startLakou(env)));
  owner = new Client({ connectionString: url });
  await owner.connect();
});
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop('SIGKILL')));
  await owner?.end();
  await postgres.stop();
  rmSync(dataFolder, { recursive: true, force: true });
  films[Symbol.dispose]();
});

test('each film is encoded once, by one of two workers; when one is killed, the other finishes its film', async () => {
  const ingest = await filmServer(servers[0]!);
  const short = films.make({ seconds: 2, size: '320x180' });
  const movies = await Promise.all(['Youn', 'De', 'Twa', 'Kat'].map((title) => ingest.newMovie(title)));
  await Promise.all(movies.map((movie) => ingest.upload(movie, short)));
  for (const movie of movies) await ingest.until(movie, ({ status }) => status === 'done');
  const { rows } = await owner.query(
    `select j.attempts, (select count(*)::int from private.streams s where s.movie_id = j.movie_id) as streams
      from public.media_jobs j`,
  );
  expect(rows).toEqual(movies.map(() => ({ attempts: 1, streams: 1 })));

  const movie = await ingest.newMovie('Senk');
  await ingest.upload(movie, films.make({ seconds: 12, rate: 24 }));
  await ingest.until(movie, ({ status, percent }) => status === 'running' && percent > 1);
  const victim = await workerOf(movie);
  await victim.stop('SIGKILL');
  const survivor = await filmServer(servers.find((server) => server !== victim)!);
  const done = await survivor.until(movie, ({ status }) => status === 'done', 150_000);
  expect(done.attempts).toBe(2);
});

/** Each process logs its number as a worker when it begins. */
async function workerOf(movie: string): Promise<LakouProcess> {
  const { rows } = await owner.query(
    `select r.worker from private.media_runs r join public.media_jobs j on j.id = r.job_id where j.movie_id = $1`,
    [movie],
  );
  const found = servers.find((server) => server.output().includes(rows[0]?.worker));
  if (!found) throw new Error('nobody works on it');
  return found;
}
