import { basename } from 'node:path';
import { type Database, type Identity, isEmbedded } from '@lakou/platform/database';
import { TokenRefused } from '@lakou/platform/keys';
import { Hono } from 'hono';
import type { Environment } from '../http/environment.ts';
import { holdRemovals } from './hold-removals.ts';

const LONGEST_HOLD_SECONDS = 600;

/**
 * `/maintenance/v1`: `npm run backup` calls it on the embedded database, which one process alone can open. `dump` answers
 * a file name in DATA_DIR/backups, no data. It needs the service key and a connection from this machine.
 */
export function mountDump(
  database: Database,
  identify: (headers: Headers) => Promise<Identity>,
): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use(async (context, next) => {
    const { socket, headers } = context.env.incoming;
    const here = socket.remoteAddress === socket.localAddress && headers['x-forwarded-for'] === undefined;
    if (!here || !isEmbedded(database)) return context.notFound();
    const { role } = await identify(context.req.raw.headers);
    if (role !== 'service_role')
      return context.json({ error: 'no_access', message: 'This needs the service key.' }, 403);
    await next();
  });
  app.post('/hold', async (context) => {
    const seconds = Number(context.req.query('seconds'));
    if (!(seconds >= 0 && seconds <= LONGEST_HOLD_SECONDS)) {
      const message = `seconds must be from 0 to ${LONGEST_HOLD_SECONDS}`;
      return context.json({ error: 'input_invalid', message }, 400);
    }
    await holdRemovals(database, seconds);
    return context.json({ held: seconds });
  });
  app.post('/dump', async (context) => {
    if (!isEmbedded(database)) return context.notFound();
    return context.json({ file: basename(await database.backup()) });
  });
  app.onError((error, context) => {
    if (!(error instanceof TokenRefused)) throw error;
    return context.json({ error: 'not_authenticated', message: error.message }, 401);
  });
  return app;
}
