import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../platform/src/database/database.ts';
import { openEmbedded } from '../platform/src/database/embedded.ts';
import { prepareDatabase } from '../server/src/prepare-database.ts';
import { startLakou } from '../tests/support/lakou-process.ts';
import { Browser } from '../tests/support/streams.ts';
import { onPostgres } from './bench-databases.ts';
import { fillForumWorld } from './forum-world.ts';

/*
 * What a bystander notices of ten attackers who send the most expensive requests they can think of, one after the other,
 * for a minute: pages, sign-ins, segments and keys of a film, before and during the attack in one run.
 */
const ATTACKERS = 10;
const QUIET_MS = 30_000;
const ATTACK_MS = 60_000;
const PAUSE_MS = 20;
const POSTS = Number(process.env.ATTACK_POSTS ?? 50_000);
const password = 'a long bench password 7';
const email = 'bystander@lakou.test';

const nested = (depth: number): string =>
  depth === 0 ? '*' : `*,forum_posts(*,profiles(${nested(depth - 1)}))`;
const attacks = [
  `/movies?title=match.${encodeURIComponent('((((a|b){0,60}){0,60}c){0,6})z')}`,
  `/profiles?select=${nested(3)}`,
  `/profiles?select=${nested(1)}`,
  '/episodes?order=created_at&limit=1',
  `/forum_posts?content=ilike.${encodeURIComponent('%q%x%z%q%x%')}`,
  '/forum_posts?order=content.desc&limit=1000',
  '/forum_posts?select=*,profiles(*),forum_topics(*)&order=content&limit=1000',
  '/forum_posts?select=id&content=not.eq.x&offset=40000&limit=1000',
  `/forum_posts?or=(${Array.from({ length: 250 }, (_, n) => `content.ilike.*${n}q*`).join(',')})`,
  `/rpc/search?query=${encodeURIComponent('a e i o u '.repeat(20))}`,
];

interface Sample {
  ms: number;
  ok: boolean;
}
type Samples = Map<string, Sample[]>;

console.log('## Ten attackers for a minute\n');
console.log(
  `A forum of ${POSTS.toLocaleString('en')} posts. Each attacker has an address of its own and sends expensive Data API requests without a pause.\n`,
);
console.log(
  '| database | bystander | requests | answered | p99 before, ms | p99 during, ms | during / before |',
);
console.log('|---|---|---:|---:|---:|---:|---:|');
const folder = mkdtempSync(join(tmpdir(), 'lakou-bench-'));
try {
  await onPostgres(async (place, database, DATABASE_URL = '') => {
    await fillWorld(database);
    await measure(place, { DATABASE_URL, DATA_DIR: join(folder, 'postgres') });
  });
  const dataFolder = join(folder, 'embedded');
  mkdirSync(dataFolder);
  const database = await openEmbedded({ folder: join(dataFolder, 'database') });
  await fillWorld(database);
  await database.close();
  await measure('embedded', { DATA_DIR: dataFolder });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function fillWorld(database: Database): Promise<void> {
  console.error('  filling');
  await fillForumWorld(database, POSTS);
  await prepareDatabase(database, { demo: true });
  await database.query(
    `insert into public.episodes (series_id, season_number, episode_number, title)
     select id, 9, n, 'Episode ' || n from (select id from public.series limit 1) s, generate_series(1, 500) n`,
  );
}

async function measure(place: string, env: Record<string, string>): Promise<void> {
  const lakou = await startLakou(
    { AUTH_LIMITS: 'signIns=off', LOG_LEVEL: 'warn', TRUSTED_PROXIES: '1', ...env },
    { measured: true },
  );
  try {
    await signUp(lakou.url);
    const viewer = new Browser(lakou.url);
    const film = await playFreeFilm(lakou.url, viewer);
    const bystander = (ms: number) => watch(lakou.url, viewer, film, ms);
    await bystander(5_000);
    console.error(`  ${place}: undisturbed`);
    const before = await bystander(QUIET_MS);
    console.error(`  ${place}: attacked`);
    const until = performance.now() + ATTACK_MS;
    const counts = new Map<string, number>();
    const attackers = Array.from({ length: ATTACKERS }, (_, n) => attack(lakou.url, n, until, counts));
    const during = await bystander(ATTACK_MS);
    await Promise.all(attackers);
    for (const [what, samples] of during) console.log(row(place, what, before.get(what) ?? [], samples));
    console.error(`  answers to attackers: ${JSON.stringify(Object.fromEntries([...counts].toSorted()))}`);
  } finally {
    await lakou.stop();
  }
}

async function signUp(url: string): Promise<void> {
  const body = JSON.stringify({ email, password });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`sign-up was answered ${answer.status}: ${await answer.text()}`);
}

interface Film {
  segment: string;
  key: string;
}

/** A free film of the demo, with the addresses of its key and of a segment. */
async function playFreeFilm(url: string, viewer: Browser): Promise<Film> {
  const free: { id: string }[] = await (
    await fetch(`${url}/rest/v1/movies?is_free=is.true&select=id`)
  ).json();
  for (const { id } of free) {
    const { status, body } = await viewer.press('movie', id);
    if (status !== 200) continue;
    const master = await (await viewer.get(body.url)).text();
    const playlist = /^[^#\n].*\.m3u8.*$/m.exec(master)?.[0] ?? '';
    const listed = await (await viewer.get(body.base + playlist)).text();
    const folder = playlist.slice(0, playlist.lastIndexOf('/') + 1);
    const segment = /^[^#\n].*$/m.exec(listed)?.[0] ?? '';
    return { segment: body.base + folder + segment, key: `${body.base}key` };
  }
  throw new Error('the demo has no free film that plays');
}

/** One person per kind of request, each a little slower than the server could answer. */
async function watch(url: string, viewer: Browser, film: Film, forMs: number): Promise<Samples> {
  const until = performance.now() + forMs;
  const samples: Samples = new Map();
  const loop = async (what: string, request: (n: number) => Promise<number>): Promise<void> => {
    const own: Sample[] = [];
    samples.set(what, own);
    for (let n = 0; performance.now() < until; n += 1) {
      const begun = performance.now();
      const status = await request(n).catch(() => 0);
      own.push({ ms: performance.now() - begun, ok: status === 200 });
      await sleep(PAUSE_MS);
    }
  };
  const page = async (path: string): Promise<number> => {
    const answer = await fetch(url + path);
    await answer.text();
    return answer.status;
  };
  const signIn = async (): Promise<number> => {
    const body = JSON.stringify({ email, password });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body });
    await answer.text();
    return answer.status;
  };
  await Promise.all([
    loop('pages', (n) => page(['/', '/forum', '/categories', `/forum?page=${2 + (n % 50)}`][n % 4] ?? '/')),
    loop('sign-ins', signIn),
    loop('segments', () => viewer.status(film.segment)),
    loop('film keys', () => viewer.status(film.key)),
  ]);
  return samples;
}

async function attack(
  url: string,
  attacker: number,
  until: number,
  counts: Map<string, number>,
): Promise<void> {
  for (let n = attacker; performance.now() < until; n += 1) {
    const path = attacks[n % attacks.length] ?? '/';
    const status = await get(`${url}/rest/v1${path}`, `203.0.113.${10 + attacker}`).catch(() => 0);
    const name = `${path.slice(1, 24)} ${status}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
}

function get(url: string, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { prefer: 'count=exact', 'x-forwarded-for': address };
    const outgoing = send(url, { headers, timeout: 30_000 }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', reject);
    });
    outgoing.once('error', reject);
    outgoing.once('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.end();
  });
}

function row(place: string, what: string, before: Sample[], during: Sample[]): string {
  const [quiet, loud] = [p99(before), p99(during)];
  const answered = during.filter(({ ok }) => ok).length / during.length;
  return `| ${place} | ${what} | ${during.length} | ${(100 * answered).toFixed(1)} % | ${quiet.toFixed(0)} | ${loud.toFixed(0)} | ${(loud / quiet).toFixed(1)} × |`;
}

function p99(samples: Sample[]): number {
  const sorted = samples.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
}
