import type { Database, Identity } from '@lakou/platform/database';
import { TokenRefused } from '@lakou/platform/keys';
import { Hono } from 'hono';
import type { Environment } from '../http/environment.ts';
import type { SlowStatements } from './slow-statements.ts';

/** `/operations/v1/slow-statements`, for admins: what this process has seen. */
export function mountSlowStatements(
  slow: SlowStatements,
  database: Database,
  identify: (headers: Headers) => Promise<Identity>,
): Hono<Environment> {
  const app = new Hono<Environment>();
  app.get('/operations/v1/slow-statements', async (context) => {
    context.header('cache-control', 'no-store');
    const as = await identify(context.req.raw.headers).catch((error: unknown) => {
      if (error instanceof TokenRefused) return undefined;
      throw error;
    });
    if (!as || as.role === 'anon')
      return context.json({ error: 'not_authenticated', message: 'This needs an account.' }, 401);
    if (as.role !== 'service_role') {
      const [row] = await database.query<{ is_admin: boolean }>(
        `select public.has_role('admin') as is_admin`,
        [],
        { as, readOnly: true },
      );
      if (!row?.is_admin) return context.json({ error: 'no_access', message: 'This is for admins.' }, 403);
    }
    return context.json({ statements: slow.list() });
  });
  return app;
}
