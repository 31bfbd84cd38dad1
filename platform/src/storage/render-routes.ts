import { type Context, Hono } from 'hono';
import { isNotModified } from './byte-range.ts';
import type { Transformation } from './links.ts';
import { findPublicObject, findReadableObject, readObjectPath, withFreshRow } from './object-routes.ts';
import { findObject, type ObjectRow, requireVersion } from './object-rows.ts';
import {
  cacheControl,
  contentDisposition,
  type ServeOptions,
  untrustedContentHeaders,
} from './serve-object.ts';
import { requireToken, type StorageContext } from './storage-context.ts';
import { nameTransformation, readTransformation } from './transformation.ts';

const at = '/:bucket/:name{.+}';

/** Of a picture that stands in for the wanted one. */
const FOR_A_MOMENT = 'max-age=10';
const A_YEAR_SECONDS = 31_536_000;

/** `/render/image`: pictures resized and converted for the client. */
export function renderRoutes(storage: StorageContext): Hono {
  const app = new Hono();

  app.get(`/public${at}`, async (context) => {
    const transformation = readTransformation(context.req.query());
    return withFreshRow(
      storage,
      () => findPublicObject(storage, readObjectPath(context)),
      (row) => serve(context, row, transformation, { access: 'everybody' }),
    );
  });

  app.use(`/authenticated${at}`, requireToken);
  app.get(`/authenticated${at}`, async (context) => {
    const transformation = readTransformation(context.req.query());
    return withFreshRow(
      storage,
      () => findReadableObject(storage, context, 'render.image_authenticated'),
      ({ row, access }) => serve(context, row, transformation, { access }),
    );
  });

  app.get(`/sign${at}`, async (context) => {
    const { bucket, name } = readObjectPath(context);
    const link = await storage.links.verifyDownload(context.req.query('token'), `${bucket}/${name}`);
    const row = await findObject(storage.database, bucket, name);
    // The signed transformation, not the one in the query.
    return serve(context, row, link.transform ?? {}, { access: 'caller', expires: link.expires });
  });

  async function serve(
    context: Context,
    row: ObjectRow,
    transformation: Transformation,
    options: ServeOptions,
  ): Promise<Response> {
    requireVersion(row, context.req.query('versionId'));
    const { headers } = context.req.raw;
    const image = await storage.images.get(
      row,
      {
        transformation,
        accept: headers.get('accept'),
        exactOnly: options.expires !== undefined,
        share: storage.addressOf(context),
        signal: context.req.raw.signal,
      },
      (later, wanted) => storage.renditions.add(later, wanted),
    );
    const modified = new Date(row.metadata?.lastModified ?? row.updated_at);
    const answer = new Headers({
      ...untrustedContentHeaders,
      etag: image.etag,
      'last-modified': modified.toUTCString(),
      'cache-control': cacheControl(
        image.isStandIn ? FOR_A_MOMENT : forSettled(row.metadata?.cacheControl ?? 'no-cache'),
        options,
      ),
      vary: 'accept',
    });
    if (image.isStandIn) answer.set('x-stand-in', 'yes');
    const done = nameTransformation(transformation);
    if (done) answer.set('x-transformations', done);
    if (isNotModified(headers, image.etag, modified))
      return new Response(null, { status: 304, headers: answer });
    answer.set('content-type', image.contentType);
    const download = context.req.query('download') ?? null;
    const disposition = contentDisposition(download, row.name, image.contentType);
    if (disposition) answer.set('content-disposition', disposition);
    answer.set('content-length', String(image.bytes.length));
    return new Response(new Uint8Array(image.bytes), { headers: answer });
  }

  return app;
}

/** What is stored for a year is never replaced under its name: browsers need not ask again, not even on a reload. */
function forSettled(stored: string): string {
  const seconds = Number(/max-age=(\d+)/.exec(stored)?.[1] ?? 0);
  return seconds >= A_YEAR_SECONDS && !stored.includes('immutable') ? `${stored}, immutable` : stored;
}
