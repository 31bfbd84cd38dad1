import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  fillDemoFolder,
  type LakouProcess,
  root,
  startLakou,
  startRefused,
} from '../support/lakou-process.ts';

const temporary: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-'));
  temporary.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true });
});

describe('a running server', () => {
  let lakou: LakouProcess;
  beforeAll(async () => {
    lakou = await startLakou({ DATA_DIR: newFolder() }, { first: true });
  });
  afterAll(() => lakou.stop());

  test('answers /healthz and /readyz', async () => {
    expect((await fetch(`${lakou.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${lakou.url}/readyz`)).status).toBe(200);
  });

  test('prints its address and the three demo logins', () => {
    expect(lakou.output()).toContain(lakou.url);
    for (const who of ['admin', 'subscriber', 'member'])
      expect(lakou.output()).toContain(`${who}@lakou.test`);
  });

  test('gives the browser its public settings, and never the service key', async () => {
    const keys = JSON.parse(readFileSync(join(lakou.dataFolder, 'keys.json'), 'utf8'));
    const answer = await fetch(`${lakou.url}/config.json`);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({
      url: lakou.url,
      anonKey: keys.anonKey,
      languages: ['ht', 'fr', 'en', 'es'],
      providers: { google: false, facebook: false },
    });
    expect(text).not.toContain(keys.serviceKey);
    for (const key of keys.keys) expect(text).not.toContain(key.d);
  });

  test('stores its private keys readable by its owner only', () => {
    expect(statSync(join(lakou.dataFolder, 'keys.json')).mode & 0o077).toBe(0);
  });

  test('refuses a second start on the same folder with one line', async () => {
    const { code, lines } = await startRefused({ DATA_DIR: lakou.dataFolder });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(lakou.dataFolder);
    expect((await fetch(`${lakou.url}/readyz`)).status).toBe(200);
  });

  test('npm run keys prints the service key and a token for each demo account', async () => {
    const printed = await printKeys(['--json'], { DATA_DIR: lakou.dataFolder });
    const tokens = JSON.parse(printed) as Record<string, string>;
    expect(Object.keys(tokens)).toEqual([
      'anon',
      'service_role',
      'admin@lakou.test',
      'subscriber@lakou.test',
      'member@lakou.test',
    ]);
    const claims = JSON.parse(
      Buffer.from(tokens['admin@lakou.test']!.split('.')[1]!, 'base64url').toString(),
    );
    expect(claims).toMatchObject({ role: 'authenticated', email: 'admin@lakou.test' });
  });

  test('answers 404 to unknown paths and path traversal', async () => {
    expect((await fetch(`${lakou.url}/nowhere`)).status).toBe(404);
    for (const path of ['..%2f..%2f..%2fkeys.json', '%2e%2e/%2e%2e/keys.json', 'posters/%00.avif']) {
      const answer = await fetch(`${lakou.url}/storage/v1/object/public/artwork/${path}`);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
  });
});

describe('stopping', () => {
  const DATA_DIR = newFolder();
  test('SIGINT ends with code 0, and the same folder starts again; SIGTERM lets a running request finish', async () => {
    const first = await startLakou({ DATA_DIR });
    expect(await first.stop('SIGINT')).toBe(0);
    const lakou = await startLakou({ DATA_DIR });
    expect((await fetch(`${lakou.url}/readyz`)).status).toBe(200);
    const poster = await someObject(lakou.url);
    const running = await fetch(lakou.url + poster);
    const stopped = lakou.stop();
    const bytes = await running.arrayBuffer();
    expect(bytes.byteLength).toBe(Number(running.headers.get('content-length')));
    expect(await stopped).toBe(0);
    await expect(fetch(`${lakou.url}/healthz`)).rejects.toThrow();
  });

  test('npm start forwards the signal: npm ends, and so does the server', async () => {
    const npm = spawn('npm', ['start'], { cwd: root, env: { ...process.env, PORT: '0', DATA_DIR } });
    let printed = '';
    npm.stdout.on('data', (bytes: Buffer) => (printed += bytes));
    const ended = new Promise((resolve) => npm.once('close', resolve));
    let url: string | undefined;
    for (let tries = 0; !url && tries < 600; tries++) {
      url = /is ready on [^\n]*\n\s+(http:\S+)/.exec(printed)?.[1];
      await sleep(100);
    }
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    npm.kill('SIGTERM');
    await ended;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    const again = await startLakou({ DATA_DIR });
    await again.stop();
  });
});

const production = {
  LAKOU_ENV: 'production',
  EMBEDDED_DATABASE: 'yes',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SUPPORT_EMAIL: 'support@lakou.example',
};

describe('a start that cannot work prints the reason in one line', () => {
  test.each([
    ['PORT', 'abc', 'PORT'],
    ['JWT_KEYS', '{"keys":[]}', 'keys.json'],
  ])('%s=%s', async (name, value, names) => {
    const { code, lines } = await startRefused({ DATA_DIR: newFolder(), [name]: value });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(names);
  });

  test('a password in a wrong DATABASE_URL is not repeated', async () => {
    const { said } = await startRefused({ DATA_DIR: newFolder(), DATABASE_URL: 'http://u:hunter2@h/x' });
    expect(said).not.toContain('hunter2');
  });

  test('a taken port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const port = String((other.address() as AddressInfo).port);
    const { code, lines } = await startRefused({ DATA_DIR: newFolder(), PORT: port });
    other.close();
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(port);
  });

  test('a PostgreSQL that does not answer', async () => {
    const { code, lines } = await startRefused({
      DATA_DIR: newFolder(),
      DATABASE_URL: 'postgres://lakou:secret@127.0.0.1:9/lakou',
    });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('secret');
  });

  test('production without a database, and production on demo data', async () => {
    const DATA_DIR = newFolder();
    const bare = await startRefused({ DATA_DIR, LAKOU_ENV: 'production' });
    expect(bare.code).toBe(1);
    expect(bare.said).toContain('DATABASE_URL');
    const demo = newFolder();
    await fillDemoFolder(demo);
    const mixed = await startRefused({ ...production, DATA_DIR: demo });
    expect(mixed.code).toBe(1);
    expect(mixed.lines).toHaveLength(1);
    expect(mixed.said).toContain('demo world');
  });

  test('production has no demo accounts and prints none', async () => {
    const lakou = await startLakou(production);
    expect((await fetch(`${lakou.url}/_mail`)).status).toBe(404);
    expect(lakou.output()).not.toContain('lakou-demo');
    const movies = await fetch(`${lakou.url}/rest/v1/movies?select=id`);
    expect(await movies.json()).toEqual([]);
    await lakou.stop();
  });

  test('a data folder that is a file', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    const { code, lines } = await startRefused({ DATA_DIR: file });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(existsSync(file)).toBe(true);
  });
});

async function someObject(url: string): Promise<string> {
  const answer = await fetch(`${url}/rest/v1/movies?select=thumbnail_url&thumbnail_url=not.is.null&limit=1`);
  const [movie] = (await answer.json()) as { thumbnail_url: string }[];
  if (!movie) throw new Error('the demo has no poster');
  return movie.thumbnail_url;
}

function printKeys(args: string[], env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const npm = spawn('npm', ['run', '--silent', 'keys', '--', ...args], {
      cwd: root,
      env: { ...process.env, ...env },
    });
    let printed = '';
    npm.stdout.on('data', (bytes: Buffer) => (printed += bytes));
    npm.once('close', (code) => (code === 0 ? resolve(printed) : reject(new Error(`npm run keys: ${code}`))));
  });
}
