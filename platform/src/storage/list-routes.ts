import { Hono } from 'hono';
import { listPage } from './list-page.ts';
import { checkBucketName } from './object-name.ts';
import { withOperation } from './object-rows.ts';
import { oneOf, optionalText, readJson, wholeNumber } from './read-json.ts';
import { requireCaller, type StorageContext } from './storage-context.ts';
import { refuse } from './storage-error.ts';

/** `/object/list` and `/object/list-v2`: the objects of a bucket that the caller can see. */
export function listRoutes(storage: StorageContext): Hono {
  const app = new Hono();

  app.post('/list/:bucket', async (context) => {
    const { identity } = await requireCaller(storage, context.req.raw.headers);
    const bucket = checkBucketName(context.req.param('bucket'));
    const body = await readJson(context.req.raw);
    const prefix = asFolder(checkText(optionalText(body.prefix, 'prefix') ?? ''));
    const sortBy = (body.sortBy ?? {}) as Record<string, unknown>;
    const entries = await storage.database.query(
      'select * from storage.search($1, $2, $3, $4, $5, $6, $7, $8)',
      [
        prefix,
        bucket,
        // "Storage list defaults" of the specification; the official client sends the same.
        wholeNumber(body.limit ?? 100, 'limit', 1, 10_000),
        prefix.split('/').length,
        wholeNumber(body.offset ?? 0, 'offset', 0, 1_000_000_000),
        checkText(optionalText(body.search, 'search') ?? ''),
        oneOf(sortBy.column ?? 'name', 'sortBy.column', [
          'name',
          'updated_at',
          'created_at',
          'last_accessed_at',
        ]),
        oneOf(sortBy.order ?? 'asc', 'sortBy.order', ['asc', 'desc']),
      ],
      { as: withOperation('object.list', identity), readOnly: true },
    );
    return context.json(entries);
  });

  app.post('/list-v2/:bucket', async (context) => {
    const { identity } = await requireCaller(storage, context.req.raw.headers);
    const bucket = checkBucketName(context.req.param('bucket'));
    const body = await readJson(context.req.raw);
    const sortBy = (body.sortBy ?? {}) as Record<string, unknown>;
    const page = await listPage(storage.database, withOperation('object.list_v2', identity), {
      bucket,
      prefix: checkText(optionalText(body.prefix, 'prefix') ?? ''),
      limit: wholeNumber(body.limit ?? 1000, 'limit', 1, 1000),
      folders: body.with_delimiter === true,
      cursor: optionalText(body.cursor, 'cursor'),
      column: oneOf(sortBy.column ?? 'name', 'sortBy.column', ['name', 'updated_at', 'created_at']),
      order: oneOf(sortBy.order ?? 'asc', 'sortBy.order', ['asc', 'desc']),
    });
    return context.json(page);
  });

  return app;
}

/** `a/b` and `/a/b/` both mean the objects in `a/b/`. */
function asFolder(prefix: string): string {
  const folder = prefix.replace(/^\/+/, '');
  return folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
}

/** PostgreSQL's text has no NUL. */
function checkText(value: string): string {
  if (value.includes('\0') || value.length > 1024) throw refuse.invalidKey(value);
  return value;
}
