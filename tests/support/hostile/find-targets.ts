import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { idOf, type TestServer } from '../test-server.ts';
import type { Shape, Targets } from './endpoint-template.ts';

const root = join(import.meta.dirname, '../../..');

/** Valid values of a column or argument of this type, extremes included. */
const GOOD: Record<string, unknown[]> = {
  uuid: ['f1000000-0000-4000-8000-000000000001', idOf.member, idOf.admin],
  int4: [0, 1, -1, 2147483647],
  int8: [0, 1, '9223372036854775807'],
  numeric: [0, 4.99, -1, 1e30],
  float8: [0, 1.5, 1e308],
  bool: [true, false],
  text: ['Bonjou', 'movie', 'x'.repeat(2000)],
  timestamptz: ['2026-11-15T00:00:00Z', 'infinity', '0001-01-01T00:00:00Z'],
  date: ['2026-11-15', '9999-12-31'],
  jsonb: [{}, [], { a: 1 }],
  _text: [[], ['a']],
  _uuid: [[], ['f1000000-0000-4000-8000-000000000001']],
};

/** Reads tables, functions and objects of the server, as an attacker who knows the source would. */
export async function findTargets(server: TestServer): Promise<Targets> {
  const { database } = server;
  const names = async (sql: string) =>
    (await database.query<{ name: string }>(`select name from (${sql}) as x (name) order by name`)).map(
      ({ name }) => name,
    );
  const member = { sub: idOf.member, role: 'authenticated', aud: 'authenticated' };
  const good = await server.token(member);
  return {
    tables: await shapes(
      database,
      `select table_name as name, column_name as field, udt_name as type
        from information_schema.columns where table_schema = 'public'`,
    ),
    functions: await shapes(
      database,
      `select p.proname as name, a.name as field, t.typname as type
        from pg_proc p left join lateral unnest(p.proargnames, p.proargtypes::oid[]) as a (name, type) on true
        left join pg_type t on t.oid = a.type
        where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype`,
    ),
    edge: readdirSync(join(root, 'supabase/functions')),
    streams: await names('select id::text from private.streams limit 3'),
    pages: PAGES,
    objects: await names('select name from storage.objects limit 5'),
    buckets: await names('select id from storage.buckets'),
    tokens: [
      server.anonKey,
      good,
      await server.token({ ...member, sub: idOf.admin }),
      await server.token({ role: 'service_role' }),
    ],
    badTokens: [
      await server.token({ ...member, role: 'postgres' }),
      await server.token({ ...member, sub: "'; drop table movies; --" }),
      await server.token({ ...member, sub: '00000000-0000-4000-8000-00000000dead' }),
      await server.token({ sub: { a: 1 }, role: ['authenticated'] }),
      await server.token(member, '-1h'),
      `${good}x`,
      'eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.',
      'a.b.c',
    ],
  };
}

async function shapes(database: TestServer['database'], sql: string): Promise<Shape[]> {
  const rows = await database.query<{ name: string; field: string | null; type: string | null }>(
    `select name::text, field::text, type::text from (${sql}) as x order by 1, 2`,
  );
  const found = new Map<string, Record<string, readonly unknown[]>>();
  for (const { name, field, type } of rows) {
    const fields = found.get(name) ?? {};
    if (field && type) fields[field] = GOOD[type] ?? [];
    found.set(name, fields);
  }
  return [...found].map(([name, fields]) => ({ name, fields }));
}

/** Keep equal to web/src/routes.ts. */
const PAGES = [
  ...['/', '/categories', '/categories/:id', '/series', '/series/:id', '/films', '/films/:id', '/watchlist'],
  ...['/downloads', '/downloads/watch'],
  '/titles/:id',
  ...[
    '/profile',
    '/profile/:id',
    '/account',
    '/subscribe',
    '/purchases/:id',
    '/forum',
    '/forum/category/:id',
  ],
  ...[
    '/forum/topic/:id',
    '/community',
    '/payment',
    '/payment-success',
    '/admin',
    '/admin/setup',
    '/admin/movies/:id',
  ],
  ...['/admin/users/:id', '/login', '/register', '/reset-password', '/faq', '/contact', '/watch/movie/:id'],
  ...['/watch/episode/:id', '/offline', '/search', '/:id'],
];
