import { type Context, Hono } from 'hono';
import { isUnchanged } from './byte-range.ts';
import type { Transformation } from './links.ts';
import { findPublicObject, findReadableObject, place, withFreshRow } from './object-routes.ts';
import { findObject, type ObjectRow } from './object-rows.ts';
import { chooseFormat } from './render-image.ts';
import type { RenderedImages } from './rendered-images.ts';
import { cacheControl, contentDisposition, harmless, type Serving } from './serve-object.ts';
import type { StorageContext } from './storage-context.ts';
import { nameTransformation, readTransformation } from './transformation.ts';

const at = '/:bucket/:name{.+}';

/** `/render/image`: pictures at the size and in the format that a screen can use. */
export function renderRoutes(house: StorageContext, images: RenderedImages): Hono {
  const app = new Hono();

  app.get(`/public${at}`, async (context) => {
    const wish = readTransformation(context.req.query());
    return withFreshRow(
      house,
      () => findPublicObject(house, place(context)),
      (row) => serve(context, row, wish, { access: 'everybody' }),
    );
  });

  app.get(`/authenticated${at}`, async (context) => {
    const wish = readTransformation(context.req.query());
    return withFreshRow(
      house,
      () => findReadableObject(house, context, 'render.image_authenticated'),
      ({ row, access }) => serve(context, row, wish, { access }),
    );
  });

  app.get(`/sign${at}`, async (context) => {
    const { bucket, name } = place(context);
    const link = await house.links.verifyDownload(context.req.query('token'), `${bucket}/${name}`);
    const row = await findObject(house.database, bucket, name);
    // What the link was signed for, not what its address says now.
    return serve(context, row, link.transform ?? {}, { access: 'caller', expires: link.expires });
  });

  async function serve(
    context: Context,
    row: ObjectRow,
    wish: Transformation,
    serving: Serving,
  ): Promise<Response> {
    const { headers } = context.req.raw;
    const image = await images.get(row, wish, chooseFormat(wish, headers.get('accept')));
    const modified = new Date(row.metadata?.lastModified ?? row.updated_at);
    const answer = new Headers({
      ...harmless,
      etag: image.etag,
      'last-modified': modified.toUTCString(),
      'cache-control': cacheControl(row.metadata?.cacheControl ?? 'no-cache', serving),
      vary: 'accept',
    });
    const done = nameTransformation(wish);
    if (done) answer.set('x-transformations', done);
    if (isUnchanged(headers, image.etag, modified))
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
