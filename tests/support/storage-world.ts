import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import { logFailures } from '../../platform/src/log-failures.ts';
import {
  createStorage,
  type Storage,
  type StorageOptions,
} from '../../platform/src/storage/create-storage.ts';
import { DiskObjectStore } from '../../platform/src/storage/disk-object-store.ts';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { createTokenVerifier } from '../../platform/src/tokens/verify-token.ts';
import { listen } from '../../server/src/http/listen.ts';
import { openTestDatabase, type TestDatabase } from './test-databases.ts';
import { idOf, type Who } from './test-server.ts';

export interface StorageWorld {
  url: string;
  folder: string;
  database: TestDatabase;
  storage: Storage;
  /** The official storage client, as one of the demo's accounts. */
  as(who: Who): SupabaseClient['storage'];
  tokenOf(who: Who): string;
  /** Signs a token with any claims. */
  token(claims: Record<string, unknown>, lifetime?: string): Promise<string>;
  /** A bare request below /storage/v1, anonymous unless somebody is named. */
  fetch(path: string, init?: RequestInit & { as?: Who }): Promise<Response>;
  problems: unknown[];
  /** The same service once more, as another process has it: only the database is shared, and what `options` name. */
  another(
    options?: Partial<StorageOptions>,
  ): Promise<{ url: string; storage: Storage; close(): Promise<void> }>;
  /** Restarts the service on the same port, without what it had in memory. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Storage over the demo world, on a spare port of this machine. */
export async function openStorageWorld(options: Partial<StorageOptions> = {}): Promise<StorageWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-storage-'));
  const database = await openTestDatabase();
  const keys = await loadSigningKeys({ folder });
  const callers = { verifier: await createTokenVerifier({ keys: keys.jwks }) };
  const problems: unknown[] = [];
  const files = join(folder, 'storage');
  const build = (more: Partial<StorageOptions> = {}) =>
    createStorage({
      database,
      keys,
      callers,
      store: new DiskObjectStore(files),
      folder: files,
      report: ({ error }) => problems.push(error),
      ...options,
      ...more,
    });
  let storage = build();
  const log = { info() {}, warn() {}, error: ({ err }: { err?: unknown }) => void problems.push(err) };
  const mount = (mounted: Storage) => new Hono().use(logFailures(log)).route('/storage/v1', mounted.app);
  let app = mount(storage);
  let http = await listen({ host: '127.0.0.1', port: 0 }, () => app);
  const url = http.address;
  const tokens = new Map<Who, string>([
    ['visitor', keys.anonKey],
    ['service', keys.serviceKey],
  ]);
  for (const [who, sub] of Object.entries(idOf)) {
    tokens.set(who as Who, await keys.sign({ sub, role: 'authenticated', aud: 'authenticated' }, '1h'));
  }
  const tokenOf = (who: Who): string => tokens.get(who) ?? '';
  return {
    url,
    folder,
    database,
    get storage() {
      return storage;
    },
    problems,
    tokenOf,
    as: (who) => createClient(url, keys.anonKey, { accessToken: async () => tokenOf(who) }).storage,
    token: (claims, lifetime = '1h') => keys.sign(claims, lifetime),
    fetch: (path, { as, headers, ...init } = {}) =>
      fetch(`${url}/storage/v1${path}`, {
        ...init,
        headers: {
          // A kept-alive connection that the server closes at that moment would fail the test.
          connection: 'close',
          ...(as ? { authorization: `Bearer ${tokenOf(as)}` } : {}),
          ...(headers as Record<string, string>),
        },
      }),
    async another(more) {
      const second = build(more);
      const mounted = mount(second);
      const server = await listen({ host: '127.0.0.1', port: 0 }, () => mounted);
      return {
        url: server.address,
        storage: second,
        async close() {
          await server.close();
          await second.close();
        },
      };
    },
    async restart() {
      await http.close();
      await storage.close();
      storage = build();
      app = mount(storage);
      http = await listen({ host: '127.0.0.1', port: Number(new URL(url).port) }, () => app);
    },
    async close() {
      await http.close();
      await storage.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
