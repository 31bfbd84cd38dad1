import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { filmServer } from '../support/film-server.ts';
import { addWebpSizes, type LakouProcess, startLakou } from '../support/lakou-process.ts';
import { newDatabase, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { tinyFilms } from '../support/tiny-films.ts';

/** Two servers on one PostgreSQL and one disk; films are cut into pieces of eight seconds. */
const films = tinyFilms();
const dataFolder = mkdtempSync(join(tmpdir(), 'lakou-pieces-'));
let postgres: PostgresServer;
let owner: Client;
let servers: LakouProcess[];

beforeAll(async () => {
  postgres = await startPostgresServer();
  const url = await newDatabase(postgres, 'lakou_pieces', 'demo');
  const env = {
    DATABASE_URL: url,
    DATA_DIR: dataFolder,
    INGEST: 'on',
    INGEST_THREADS: '1',
    INGEST_PIECE_SECONDS: '8',
  };
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

/** Pieces are named as `first 3`. */
const encodedBy = (server: LakouProcess): string[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes('piece encoded'))
    .map((line) => `${/"stage":"(\w+)"/.exec(line)?.[1]} ${/"number":(\d+)/.exec(line)?.[1]}`);

const listPieces = async (condition: string): Promise<string[]> => {
  const { rows } = await owner.query(
    `select p.stage || ' ' || p.number as name, p.worker from private.media_pieces p where ${condition}`,
  );
  return rows.map(({ name }) => name);
};

const everyPiece = (count: number): string[] =>
  ['first', 'second'].flatMap((stage) => Array.from({ length: count }, (_, n) => `${stage} ${n}`));

test('two workers share one film; when one is killed, the other encodes its piece again and no other', async () => {
  const film = films.make({ seconds: 64, size: '320x180', rate: 24 });
  const ingest = await filmServer(servers[0]!);
  const movie = await ingest.newMovie('Ansanm');
  await ingest.upload(movie, film);
  await vi.waitFor(
    () => {
      for (const server of servers) expect(encodedBy(server).length).toBeGreaterThan(0);
    },
    { timeout: 240_000, interval: 50 },
  );
  const victim = await stopInPiece();
  const [survivor] = servers.filter((server) => server !== victim);
  const before = await listPieces('p.is_done');
  const lost = await listPieces(`not p.is_done and p.worker = '${workerOf(victim)}'`);
  const others = encodedBy(survivor!);
  expect(lost).toHaveLength(1);
  await victim.stop('SIGKILL');

  const rest = await filmServer(survivor!);
  await rest.until(movie, ({ status }) => status === 'done', 300_000);
  const again = encodedBy(survivor!).slice(others.length);
  expect(again.filter((name) => before.includes(name))).toEqual([]);
  expect(again).toContain(lost[0]);
  expect([...before, ...again].toSorted()).toEqual(everyPiece(8).toSorted());
  await vi.waitFor(async () => expect(await listPieces('true')).toEqual([]), { timeout: 30_000 });
  const { rows } = await owner.query(
    `select s.id, s.film ->> 'duration' as duration from private.streams s where s.movie_id = $1`,
    [movie],
  );
  expect(rows).toEqual([{ id: expect.any(String), duration: '64' }]);
  // The pieces are gone, the stream is there.
  const { rows: jobs } = await owner.query('select id from public.media_jobs where movie_id = $1', [movie]);
  await vi.waitFor(() => expect(rest.streams()).not.toContain(jobs[0].id), { timeout: 30_000 });
  expect(rest.streams()).toContain(rows[0].id);
});

/** Each process logs its number as a worker when it begins. */
const workerOf = (server: LakouProcess): string =>
  /"worker":"([0-9a-f-]{36})"[^\n]*ingest ready/.exec(server.output())?.[1] ?? '';

/** Halts a process while it encodes a piece. */
async function stopInPiece(): Promise<LakouProcess> {
  const victim = servers[1]!;
  await vi.waitFor(
    async () => {
      victim.child.kill('SIGSTOP');
      const held = await listPieces(`not p.is_done and p.worker = '${workerOf(victim)}'`);
      if (held.length === 0) victim.child.kill('SIGCONT');
      expect(held).toHaveLength(1);
    },
    { timeout: 120_000, interval: 50 },
  );
  return victim;
}
