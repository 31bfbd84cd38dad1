import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { findBucket } from './buckets.ts';
import type { Transformation } from './links.ts';
import { checkBucketName, isObjectName } from './object-name.ts';
import { readObjectPath } from './object-routes.ts';
import { checkObjectAllowed, findObject, findObjects, requireVersion, withOperation } from './object-rows.ts';
import { optionalText, readJson, text, wholeNumber } from './read-json.ts';
import { requireCaller, type StorageContext } from './storage-context.ts';
import { refuse } from './storage-error.ts';
import { readTransformation } from './transformation.ts';

const TEN_YEARS = 3650 * 86_400;
const UPLOAD_SECONDS = 2 * 3600;

/** `/object/sign` and `/object/upload/sign`: signed links, which work for everybody who has them. */
export function linkRoutes(storage: StorageContext): Hono {
  const app = new Hono();
  const { database, links } = storage;

  app.post('/sign/:bucket/:name{.+}', async (context) => {
    const { identity } = await requireCaller(storage, context.req.raw.headers);
    const { bucket, name } = readObjectPath(context);
    const { expiresIn, transform, versionId } = await readJson(context.req.raw);
    const seconds = wholeNumber(expiresIn, 'expiresIn', 1, TEN_YEARS);
    const wanted = readLinkTransformation(transform);
    const version = optionalText(versionId, 'versionId');
    const row = await findObject(database, bucket, name, withOperation('object.sign', identity));
    requireVersion(row, version);
    const token = await links.signDownload(`${bucket}/${name}`, seconds, wanted);
    const route = wanted ? 'render/image' : 'object';
    const exact = version === undefined ? '' : `&versionId=${version}`;
    return context.json({ signedURL: `/${route}/sign/${bucket}/${name}?token=${token}${exact}` });
  });

  app.post('/sign/:bucket', async (context) => {
    const { identity } = await requireCaller(storage, context.req.raw.headers);
    const bucket = checkBucketName(context.req.param('bucket'));
    const { expiresIn, paths } = await readJson(context.req.raw);
    const seconds = wholeNumber(expiresIn, 'expiresIn', 1, TEN_YEARS);
    if (!Array.isArray(paths) || paths.length === 0)
      throw refuse.invalidRequest("body must have a list 'paths'");
    const names = paths.map((path: unknown) => text(path, 'paths'));
    const found = await findObjects(
      database,
      bucket,
      names.filter(isObjectName),
      withOperation('object.sign_many', identity),
    );
    const readable = new Set(found.map(({ name }) => name));
    const answers = names.map(async (path) => {
      if (!readable.has(path)) {
        return {
          error: 'Either the object does not exist or you do not have access to it',
          path,
          signedURL: null,
        };
      }
      const token = await links.signDownload(`${bucket}/${path}`, seconds);
      return { error: null, path, signedURL: `/object/sign/${bucket}/${path}?token=${token}` };
    });
    return context.json(await Promise.all(answers));
  });

  app.post('/upload/sign/:bucket/:name{.+}', async (context) => {
    const { identity, owner } = await requireCaller(storage, context.req.raw.headers);
    const { bucket, name } = readObjectPath(context);
    const upsert = context.req.header('x-upsert') === 'true';
    await findBucket(database, bucket);
    const metadata = { mimetype: 'application/octet-stream', cacheControl: 'no-cache' };
    const object = { bucket, name, version: randomUUID(), owner, upsert, metadata, userMetadata: undefined };
    await checkObjectAllowed(database, object, withOperation('object.sign_upload_url', identity));
    const token = await links.signUpload({ path: `${bucket}/${name}`, owner, upsert }, UPLOAD_SECONDS);
    return context.json({ url: `/object/upload/sign/${bucket}/${name}?token=${token}`, token });
  });

  return app;
}

function readLinkTransformation(transform: unknown): Transformation | undefined {
  if (transform === undefined) return undefined;
  if (typeof transform !== 'object' || transform === null)
    throw refuse.invalidRequest("body must have an object 'transform'");
  return readTransformation(transform as Record<string, unknown>);
}
