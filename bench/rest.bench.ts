import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Database } from '../platform/src/database/database.ts';
import { createRest } from '../platform/src/rest/create-rest.ts';
import { identifyCaller } from '../platform/src/tokens/identify-caller.ts';
import { createTokenVerifier } from '../platform/src/tokens/verify-token.ts';
import { onBothDatabases } from './bench-databases.ts';
import { postgrestProgram } from './postgrest-program.ts';
import { serveBare } from './rest-bare.ts';
import { fillBenchWorld, MEMBER, MOVIES, TOPICS } from './rest-world.ts';
import { BareHandler } from './side-by-side/bare.ts';
import { LoadGenerator } from './side-by-side/load.ts';
import { measureHotReads } from './side-by-side/rest-speed.ts';
import { withBothServers } from './side-by-side/servers.ts';

/**
 * The Data API beside a bare handler with the same SQL and, where POSTGREST_PATH names its program, beside
 * PostgREST. All take turns in one run, two rounds, with policies on. Prints ratios; a single figure means little. Then the
 * whole server beside the revision that old-revision.ts names, for what many visitors read.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const rounds = 2;
const generator = new LoadGenerator();
const sameBytes = await BareHandler.start();

interface Rival {
  name: string;
  base: string;
  headers: (who: 'anon' | 'member') => Record<string, string>;
  pages: Record<string, string[]>;
}

const CARD_FIELDS =
  'id,title,description,thumbnail_url,duration,release_date,genre,is_free,is_purchasable,is_rentable,purchase_price,rental_price,rating,review_count';

function restPages(prefix: string, ids: string[]): Record<string, string[]> {
  const offsets = (count: number, size: number) =>
    Array.from({ length: Math.floor(count / size) }, (_, page) => page * size);
  return {
    'page of 24 movies': offsets(MOVIES, 24).map(
      (offset) =>
        `${prefix}/movies?select=${CARD_FIELDS}&published=eq.true&order=created_at.desc&limit=24&offset=${offset}`,
    ),
    'page of 10 topics': offsets(TOPICS, 10).map(
      (offset) =>
        `${prefix}/forum_topics?select=id,title,created_at,views,profiles(username,avatar_url),forum_posts(count)&order=created_at.desc&limit=10&offset=${offset}`,
    ),
    'one movie': ids.map((id) => `${prefix}/movies?select=*&id=eq.${id}&published=eq.true`),
  };
}

function barePages(ids: string[]): Record<string, string[]> {
  const offsets = (count: number, size: number) =>
    Array.from({ length: Math.floor(count / size) }, (_, page) => page * size);
  return {
    'page of 24 movies': offsets(MOVIES, 24).map((offset) => `/cards?${offset}`),
    'page of 10 topics': offsets(TOPICS, 10).map((offset) => `/topics?${offset}`),
    'one movie': ids.map((id) => `/movie?${id}`),
  };
}

async function load(rival: Rival, page: string, who: 'anon' | 'member'): Promise<number> {
  const targets = (rival.pages[page] ?? []).map((path) => ({ path }));
  const orders = { url: rival.base, targets, headers: rival.headers(who), seconds, connections: 16 };
  return (await generator.run(orders)).perSecond;
}

async function compare(title: string, rivals: Rival[]): Promise<string[]> {
  const lines = [
    `## ${title}`,
    '',
    `| page | who | ${rivals.map((rival) => rival.name).join(' | ')} | ours / bare |`,
    `|---|---|${rivals.map(() => '---:|').join('')}---:|`,
  ];
  for (const page of Object.keys(rivals[0]?.pages ?? {})) {
    for (const who of ['anon', 'member'] as const) {
      const totals = rivals.map(() => 0);
      for (let round = 0; round < rounds; round += 1) {
        for (const [index, rival] of rivals.entries())
          totals[index] = (totals[index] ?? 0) + (await load(rival, page, who)) / rounds;
      }
      const [ours = 0, bare = 1] = totals;
      lines.push(
        `| ${page} | ${who} | ${totals.map((total) => Math.round(total)).join(' | ')} | ${Math.round((100 * ours) / bare)} % |`,
      );
      console.error(lines.at(-1));
    }
  }
  return [...lines, ''];
}

async function measure(title: string, database: Database, databaseUrl?: string): Promise<string[]> {
  const ids = await fillBenchWorld(database);
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256' };
  const sign = (role: string, sub?: string) =>
    new SignJWT({ role, ...(sub && { sub }) })
      .setProtectedHeader({ alg: 'ES256', kid: 'bench' })
      .setExpirationTime('1h')
      .sign(privateKey);
  const [anonKey, memberToken] = [await sign('anon'), await sign('authenticated', MEMBER)];

  const verifier = await createTokenVerifier({ keys: { keys: [jwk] } });
  const rest = await createRest({ database });
  const api = serve({
    fetch: async (request) => rest.handle(request, await identifyCaller(request.headers, { verifier })),
    hostname: '127.0.0.1',
    port: 0,
  });
  const bare = serveBare(database, {
    role: 'authenticated',
    claims: { role: 'authenticated', sub: MEMBER },
  }).listen(0, '127.0.0.1');
  await sleep(200);
  const address = (server: { address(): unknown }) =>
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rivals: Rival[] = [
    {
      name: 'ours',
      base: address(api),
      headers: (who) => ({
        apikey: anonKey,
        authorization: `Bearer ${who === 'anon' ? anonKey : memberToken}`,
      }),
      pages: restPages('/rest/v1', ids),
    },
    {
      name: 'bare handler',
      base: address(bare),
      headers: (who): Record<string, string> => (who === 'anon' ? {} : { 'x-member': 'yes' }),
      pages: barePages(ids),
    },
  ];
  const postgrest =
    databaseUrl === undefined ? undefined : await startPostgrest(databaseUrl, JSON.stringify(jwk));
  if (postgrest) {
    rivals.push({
      name: 'PostgREST',
      base: postgrest.base,
      headers: (who): Record<string, string> =>
        who === 'anon' ? {} : { authorization: `Bearer ${memberToken}` },
      pages: restPages('', ids),
    });
  }
  try {
    return await compare(title, rivals);
  } finally {
    postgrest?.stop();
    api.close();
    bare.close();
    await rest.close();
  }
}

async function startPostgrest(
  databaseUrl: string,
  jwk: string,
): Promise<{ base: string; stop: () => void } | undefined> {
  const program = postgrestProgram();
  if (!program) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'lakou-postgrest-'));
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const settings = {
    'db-uri': databaseUrl,
    'db-schemas': 'public',
    'db-anon-role': 'anon',
    'db-pool': '10',
    'db-max-rows': '1000',
    'jwt-secret': jwk.replaceAll('"', '\\"'),
    'server-host': '127.0.0.1',
    'log-level': 'crit',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = "${value}"`);
  writeFileSync(join(folder, 'postgrest.conf'), [...lines, `server-port = ${port}`].join('\n'));
  const child = spawn(program, [join(folder, 'postgrest.conf')], { stdio: 'ignore' });
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries += 1) {
    const ready = await fetch(`${base}/movies?limit=1`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) break;
    await sleep(100);
  }
  return {
    base,
    stop: () => {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

try {
  const lines = await onBothDatabases((place, database, url) =>
    measure(`Data API on ${place}`, database, url),
  );
  const missing = postgrestProgram()
    ? ''
    : `PostgREST itself was not measured: there is no program of it for ${process.arch} here.\n`;
  console.log(
    `${missing}${seconds} s per cell and round, two rounds; requests per second.\n\n${lines.flat().join('\n')}`,
  );
  await withBothServers(async (sides) => {
    console.log(
      `## What many visitors read, 20 connections\n\n${await measureHotReads(generator, sameBytes, sides)}`,
    );
  });
} finally {
  generator.stop();
  sameBytes.stop();
}
