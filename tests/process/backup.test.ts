import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbedded } from '../../platform/src/database/embedded.ts';
import { openPostgres } from '../../platform/src/database/postgres.ts';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { storeFolder } from '../../server/src/playback/store-folder.ts';
import { openStreamStore } from '../../server/src/playback/stream-store.ts';
import { everyRow } from '../support/every-row.ts';
import { type LakouProcess, startLakou as startServer } from '../support/lakou-process.ts';
import { onePixel } from '../support/one-pixel.ts';
import { newDatabase, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { runCommand } from '../support/run-command.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { addStream } from '../support/streams.ts';

/** Longer than the hundred characters of a plain tar header. */
const longName = `posters/${'yon-non-ki-long-'.repeat(12)}.png`;
/** A small one: the server draws all sizes of what is uploaded. */
const picture = onePixel;
const contentType = 'image/png';

/** Tables that change while the backup is made, or that describe processes. */
const busyTables =
  /^(storage\.objects|realtime\..*|platform\.(settings|rate_limits|unused_files|collected_notices)|private\.(sign_of_life|service_parts|media_workers|row_count_shards|search_suffixes|jobs|subscriber_changes|subscriber_hours|stale_days|daily_statistics|upload_checks|subtitle_checks|audio_checks|sign_checks|pending_views|watch_rollups|payment_days|provider_entries|rolled_periods|audit_chain|audit_seals|unsealed_audit_entries))$/;
const account = { email: 'member@lakou.test', password: 'lakou-demo' };

const parent = mkdtempSync(join(tmpdir(), 'lakou-archive-'));
const servers: LakouProcess[] = [];
afterAll(async () => {
  for (const server of servers) await server.stop('SIGKILL');
  rmSync(parent, { recursive: true, force: true });
});

async function startLakou(env: Record<string, string>): Promise<LakouProcess> {
  const server = await startServer(env);
  servers.push(server);
  return server;
}

async function people(server: LakouProcess) {
  const { anonKey, serviceKey } = await loadSigningKeys({ folder: server.dataFolder });
  const auth = { persistSession: false, autoRefreshToken: false };
  const member = createClient(server.url, anonKey, { auth });
  const signedIn = await member.auth.signInWithPassword(account);
  expect(signedIn.error).toBeNull();
  return { member, session: signedIn.data.session!, service: createClient(server.url, serviceKey, { auth }) };
}

type People = Awaited<ReturnType<typeof people>>;

/** Writes until it is stopped. */
function keepWriting({ service }: People) {
  let going = true;
  const written: string[] = [];
  const done = (async () => {
    for (let n = 0; going; n += 1) {
      const draft = await service
        .from('movies')
        .insert({ title: `Pandan kopi a, ${n}` })
        .select('id')
        .single();
      if (draft.error) throw new Error(draft.error.message);
      written.push(draft.data.id);
      const name = `posters/${n % 3}.png`;
      const stored = await service.storage
        .from('artwork')
        .upload(name, picture, { upsert: true, contentType });
      if (stored.error) throw stored.error;
      if (n % 2) await service.storage.from('artwork').remove([name]);
      await sleep(20);
    }
  })();
  return {
    async stop() {
      going = false;
      await done;
      return written;
    },
  };
}

async function addTraces({ service, member, session }: People): Promise<string> {
  const artwork = service.storage.from('artwork');
  expect((await artwork.upload(longName, picture, { contentType })).error).toBeNull();
  const topic = { title: 'Anvan kopi a', content: 'Li la', user_id: session.user.id };
  const { data, error } = await member.from('forum_topics').insert(topic).select('id').single();
  expect(error).toBeNull();
  return data?.id;
}

/** Unchanged tables are equal to the byte; of the others, everything acknowledged before the backup is there. */
function compareRows(
  before: Map<string, string[]>,
  restored: Map<string, string[]>,
  topic: string,
  drafts: string[],
): void {
  expect([...restored.keys()]).toEqual([...before.keys()]);
  const settled = (rows: string[] = []) =>
    rows.filter((row) => !drafts.some((id) => row.includes(id))).join('\n');
  const changed = [...before].filter(
    ([table, rows]) => !busyTables.test(table) && settled(rows) !== settled(restored.get(table)),
  );
  expect(changed.map(([table]) => table)).toEqual([]);
  expect(restored.get('public.forum_topics')?.some((row) => row.includes(topic))).toBe(true);
  expect(restored.get('storage.objects')?.some((row) => row.includes(longName))).toBe(true);
}

/** Every object and stream that a row names is equal to the byte. */
async function livesOn(server: LakouProcess, from: People): Promise<void> {
  const { service, member } = await people(server);
  const { data: kept } = await service.storage.from('artwork').download(longName);
  expect(kept && Buffer.from(await kept.arrayBuffer()).equals(picture)).toBe(true);
  const { data: busy } = await service.storage.from('artwork').list('posters', { limit: 1000 });
  for (const { name } of busy ?? []) {
    const got = await service.storage.from('artwork').download(`posters/${name}`);
    expect(got.error, name).toBeNull();
  }
  // A session from before the backup: its token, then its refresh.
  const asked = await fetch(`${server.url}/auth/v1/user`, {
    headers: { authorization: `Bearer ${from.session.access_token}` },
  });
  expect(asked.status).toBe(200);
  const renewed = await member.auth.refreshSession({ refresh_token: from.session.refresh_token });
  expect(renewed.error).toBeNull();
}

const done = { code: 0, said: expect.stringContaining('restored as of') };
const backUp = (file: string, env: Record<string, string>) =>
  runCommand('server/src/backup/back-up.ts', [file], env);
const restore = (args: string[], env: Record<string, string>) =>
  runCommand('server/src/backup/restore.ts', args, env);

describe('on the embedded database and files', () => {
  const archive = join(parent, 'archive.tar');

  test('a backup made during writes is restored completely, and the previous data is set aside', async () => {
    const home = mkdtempSync(join(parent, 'embedded-'));
    const [file, second] = [join(home, 'lakou.tar'), join(home, 'second')];
    const server = await startLakou({ DATA_DIR: join(home, 'first') });
    const env = { DATA_DIR: server.dataFolder, PORT: new URL(server.url).port };
    const before = await people(server);
    const topic = await addTraces(before);
    const writing = keepWriting(before);
    const made = await backUp(file, env);
    const drafts = await writing.stop();
    expect(drafts.length).toBeGreaterThan(0);
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining('the database') });
    copyFileSync(file, archive);
    expect(readdirSync(join(server.dataFolder, 'backups'))).toEqual([]);

    const running = await restore([file, '--replace'], { DATA_DIR: server.dataFolder });
    expect(running).toMatchObject({ code: 1, said: expect.stringContaining('already in use by process') });
    await server.stop();
    mkdirSync(second);
    writeFileSync(join(second, 'keys.json'), 'of another time');
    const full = await restore([file], { DATA_DIR: second });
    expect(full).toMatchObject({ code: 1, said: expect.stringContaining('is not empty (keys.json)') });
    expect(await restore([file, '--replace'], { DATA_DIR: second })).toMatchObject(done);
    const aside = readdirSync(second).find((name) => name.startsWith('before-restore-')) ?? '';
    expect(readFileSync(join(second, aside, 'keys.json'), 'utf8')).toBe('of another time');

    const rows = async (folder: string) => {
      const database = await openEmbedded({ folder: join(folder, 'database') });
      return everyRow(database).finally(() => database.close());
    };
    compareRows(await rows(server.dataFolder), await rows(second), topic, drafts);
    expect(await streamsOf(second)).toEqual(await streamsOf(server.dataFolder));
    const again = await startLakou({ DATA_DIR: second });
    await livesOn(again, before);
    await again.stop();
  });

  test('an archive that is damaged, truncated or not an archive is refused, and nothing is changed', async () => {
    const broken = join(parent, 'broken.tar');
    const empty = join(parent, 'third');
    const size = statSync(archive).size;
    const harms: Record<string, () => Promise<void> | void> = {
      'is damaged': async () => {
        // Inside keys.json, stored as it is: any other byte could be a header's.
        const place = readFileSync(archive).lastIndexOf('"anonKey"');
        expect(place).toBeGreaterThan(0);
        const file = await open(broken, 'r+');
        await file.write(Buffer.from('!'), 0, 1, place);
        await file.close();
      },
      'is cut short': () => truncateSync(broken, Math.floor(size / 2)),
      'cannot be used': () => copyFileSync(join(import.meta.dirname, 'backup.test.ts'), broken),
    };
    for (const [sentence, harm] of Object.entries(harms)) {
      copyFileSync(archive, broken);
      await harm();
      const refused = await restore([broken], { DATA_DIR: empty });
      expect(refused).toMatchObject({ code: 1, said: expect.stringContaining(sentence) });
      expect(refused.said.trim().split('\n')).toHaveLength(1);
      expect(existsSync(empty)).toBe(false);
    }
  });
});

describe('on PostgreSQL and S3', () => {
  let postgres: PostgresServer;
  let stores: S3Server[];
  beforeAll(async () => {
    postgres = await startPostgresServer();
    stores = await Promise.all([startS3Server(), startS3Server()]);
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await postgres.stop();
  });

  test('a backup made during writes is restored into an empty database and bucket', async () => {
    const home = mkdtempSync(join(parent, 'server-'));
    const file = join(home, 'lakou.tar');
    const settings = async (n: number) => ({
      DATA_DIR: join(home, String(n)),
      DATABASE_URL: await newDatabase(postgres, `lakou_backup_${n}`, n === 0 ? 'migrated' : 'empty'),
      S3_BUCKET: stores[n]!.bucket,
      S3_ENDPOINT: stores[n]!.endpoint,
      S3_ACCESS_KEY_ID: stores[n]!.accessKeyId,
      S3_SECRET_ACCESS_KEY: stores[n]!.secretAccessKey,
      LAKOU_ENV: 'production',
      SMTP_URL: 'smtp://127.0.0.1:9',
      SUPPORT_EMAIL: 'support@lakou.test',
      AUTH_CONFIRM_EMAIL: 'no',
    });
    const [here, there] = [await settings(0), await settings(1)];
    const server = await startLakou(here);
    const { anonKey } = await loadSigningKeys({ folder: server.dataFolder });
    expect((await createClient(server.url, anonKey).auth.signUp(account)).error).toBeNull();
    const { stream, files } = await addStreamToS3(here, stores[0]!);
    const before = await people(server);
    const topic = await addTraces(before);
    const writing = keepWriting(before);
    const made = await backUp(file, here);
    const drafts = await writing.stop();
    expect(drafts.length).toBeGreaterThan(0);
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining('the database') });
    await server.stop();

    const full = await restore([file, '--replace'], { ...there, DATABASE_URL: here.DATABASE_URL });
    expect(full).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') });
    expect(await restore([file], there)).toMatchObject(done);
    const rows = async (url: string) => {
      const database = await openPostgres({ url });
      return everyRow(database).finally(() => database.close());
    };
    compareRows(await rows(here.DATABASE_URL), await rows(there.DATABASE_URL), topic, drafts);
    for (const [key, { bytes }] of stores[0]!.objects) {
      if (/^artwork\/posters\/\d\.png/.test(key)) continue;
      expect(stores[1]!.objects.get(key)?.bytes.equals(bytes), key).toBe(true);
    }
    for (const file of files) expect(stores[1]!.objects.has(`streams/${stream}/${file}`), file).toBe(true);
    const again = await startLakou(there);
    await livesOn(again, before);
    await again.stop();
  });
});

/** A stream's row, and its files in the bucket. */
async function addStreamToS3({ DATABASE_URL }: { DATABASE_URL: string }, s3: S3Server) {
  const dataFolder = mkdtempSync(join(parent, 'stream-'));
  const database = await openPostgres({ url: DATABASE_URL });
  const [movie] = await database.query<{ id: string }>(
    `insert into public.movies (title) values ('Yon fim') returning id`,
  );
  const { id, files } = await addStream({ database, dataFolder }, { movie_id: movie!.id });
  await database.close();
  const store = await openStreamStore({ dataFolder, s3 });
  await storeFolder(store, id, join(dataFolder, 'streams', id));
  return { stream: id, files: Object.keys(files) };
}

/** Name and content of every stream's files. */
async function streamsOf(dataFolder: string): Promise<string[]> {
  const store = await openStreamStore({ dataFolder, s3: undefined });
  const found: string[] = [];
  for await (const stream of store.list()) {
    for await (const { name } of store.files(stream)) {
      const bytes = await buffer((await store.open(stream, name))!);
      found.push(`${stream}/${name} ${createHash('sha256').update(bytes).digest('hex')}`);
    }
  }
  return found.toSorted();
}
