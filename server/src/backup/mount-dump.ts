import { basename } from 'node:path';
import type { Database } from '@lakou/platform/database/database';
import { isEmbedded } from '@lakou/platform/database/embedded';
import { type CallerOptions, identifyCaller } from '@lakou/platform/tokens/identify-caller';
import { TokenRefused } from '@lakou/platform/tokens/token-refused';
import { Hono } from 'hono';
import type { Environment } from '../mount-api.ts';
import { holdRemovals } from './hold-removals.ts';

const LONGEST_HOLD_SECONDS = 600;

/**
 * `/house/v1`: `npm run backup` asks a server on the embedded database, which lets in one process alone. The answer to
 * `dump` is a name in DATA_DIR/backups, no data. All of it is for whoever holds the service key on this very machine.
 */
export function mountDump(database: Database, callers: CallerOptions): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use(async (context, next) => {
    const { socket, headers } = context.env.incoming;
    const here = socket.remoteAddress === socket.localAddress && headers['x-forwarded-for'] === undefined;
    if (!here || !isEmbedded(database)) return context.notFound();
    const { role } = await identifyCaller(context.req.raw.headers, callers);
    if (role !== 'service_role') return context.json({ message: 'This needs the service key.' }, 403);
    await next();
  });
  app.post('/hold', async (context) => {
    const seconds = Number(context.req.query('seconds'));
    if (!(seconds >= 0 && seconds <= LONGEST_HOLD_SECONDS)) {
      return context.json({ message: `seconds must be from 0 to ${LONGEST_HOLD_SECONDS}` }, 400);
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
    return context.json({ message: error.message }, 401);
  });
  return app;
}
