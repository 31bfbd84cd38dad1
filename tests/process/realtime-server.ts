import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { openPostgres } from '../../platform/src/database/postgres.ts';
import { createRealtime } from '../../platform/src/realtime/create-realtime.ts';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { createTokenVerifier } from '../../platform/src/tokens/verify-token.ts';

/** A process that serves realtime on the given PostgreSQL, and prints its address. */
const [url = '', folder = ''] = process.argv.slice(2);
const database = await openPostgres({ url });
const keys = await loadSigningKeys({ folder });
const realtime = await createRealtime({
  database,
  callers: { verifier: await createTokenVerifier({ keys: keys.jwks }) },
  limits: { heartbeatMs: 300 },
  report: (sentence) => console.error(sentence),
});
const server = createServer(getRequestListener(new Hono().route('/realtime/v1', realtime.app).fetch));
realtime.attach(server);
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', async () => {
  await realtime.close();
  server.close();
  await database.close();
});
