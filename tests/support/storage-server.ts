import { mkdirSync } from 'node:fs';
import { Hono } from 'hono';
import { type DatabaseOptions, openDatabase } from '../../platform/src/database/open-database.ts';
import { installSchemas } from '../../platform/src/schemas/install-schemas.ts';
import { createStorage } from '../../platform/src/storage/create-storage.ts';
import { DiskObjectStore } from '../../platform/src/storage/disk-object-store.ts';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { createTokenVerifier } from '../../platform/src/tokens/verify-token.ts';
import { listen } from '../../server/src/http/listen.ts';

/** Storage alone in a process of its own, so that its memory and its speed can be measured. Ends with its parent. */
const { folder, database: options } = JSON.parse(process.argv[2] ?? '{}') as {
  folder: string;
  database: DatabaseOptions;
};
mkdirSync(folder, { recursive: true });
const database = await openDatabase(options);
await installSchemas(database);
await database.query(
  `insert into storage.buckets (id, name, public) values ('reels', 'reels', true) on conflict do nothing`,
);
const keys = await loadSigningKeys({ folder });
const callers = { verifier: await createTokenVerifier({ keys: keys.jwks }) };
const storage = createStorage({ database, keys, callers, folder, store: new DiskObjectStore(folder) });
const app = new Hono().route('/storage/v1', storage.app);
const http = await listen({ host: '127.0.0.1', port: 0 }, () => app);
process.stdout.write(`${JSON.stringify({ url: http.address, serviceKey: keys.serviceKey })}\n`);
process.stdin.resume().on('end', () => process.exit(0));
