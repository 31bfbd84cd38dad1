import { createHash, randomUUID } from 'node:crypto';
import { ERRORS, Server } from '@tus/server';
import { type Context, Hono } from 'hono';
import { causeOf, withCause } from '../log-failures.ts';
import { findBucket, sizeLimit } from './buckets.ts';
import { checkContent, checkDeclaredType } from './content-type.ts';
import { explainFailure } from './explain-failure.ts';
import { parseCacheControl, parseUserMetadata } from './incoming-upload.ts';
import { checkBucketName, checkObjectName } from './object-name.ts';
import { checkObjectAllowed, service, withOperation } from './object-rows.ts';
import { MAX_PICTURE_BYTES } from './pictures.ts';
import { saveObject, savePicture } from './receive-object.ts';
import type { ResumableStore, UploadPlan } from './resumable-store.ts';
import { type Caller, hasToken, optionalCaller, type StorageContext } from './storage-context.ts';
import { refuse, StorageError } from './storage-error.ts';
import { UploadLocks } from './upload-locks.ts';

interface Sender extends Caller {
  /** Of a signed upload link, which is used instead of a user's token. */
  token: string | undefined;
  address: string | undefined;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** `/upload/resumable`: the TUS protocol, for large files over unreliable connections. */
export function resumableRoutes(storage: StorageContext, uploads: ResumableStore): Hono {
  const senders = new WeakMap<Request, Sender>();
  const forget = new WeakMap<Request, () => void>();
  const failures = new WeakMap<Request, unknown>();
  const finishing = new Map<string, Promise<void>>();
  const senderOf = (request: Request): Sender => senders.get(request) as Sender;

  const tus = new Server({
    path: '/upload/resumable',
    datastore: uploads,
    locker: new UploadLocks(),
    disableTerminationForFinishedUploads: true,
    generateUrl: (request, { id }) => `${new URL(request.url).pathname.replace(/\/$/, '')}/${id}`,
    getFileIdFromRequest: (_request, last) => (last !== undefined && uuid.test(last) ? last : undefined),
    // TUS calls this first for a new upload, so everything that can refuse it is checked here.
    async namingFunction(request, metadata) {
      const id = randomUUID();
      const plan = await makePlan(storage, metadata ?? {}, senderOf(request), request.headers);
      forget.set(request, uploads.plan(id, plan));
      return id;
    },
    maxSize: async (_request, id) =>
      (id === null ? undefined : (uploads.planOf(id)?.limit ?? (await uploads.record(id))?.plan.limit)) ?? 1,
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return;
      const record = await uploads.record(id);
      if (!record || !isSender(record.plan, senderOf(request))) throw refuse.noSuchUpload();
      // All bytes are here but the process stopped before creating the object; the client would take it for done.
      if (
        request.method === 'HEAD' &&
        !record.finished &&
        (await uploads.getUpload(id)).offset === record.size
      ) {
        await finish(id, senderOf(request));
      }
    },
    async onUploadFinish(request, { id }) {
      await finish(id, senderOf(request));
      return {};
    },
    onResponseError(request, error) {
      if ('status_code' in error) {
        // An extension that is not offered is the client's mistake.
        return error.status_code === 501 ? { status_code: 400, body: error.body } : undefined;
      }
      const known = explainFailure(error) ?? new StorageError(500, 'InternalError', 'Internal server error');
      failures.set(request, error);
      return { status_code: known.statusCode, body: known.message };
    },
  });

  /** Turns a complete upload into an object. Simultaneous calls share one run. */
  function finish(id: string, sender: Sender): Promise<void> {
    const running = finishing.get(id) ?? createObject(id, sender).finally(() => finishing.delete(id));
    finishing.set(id, running);
    return running;
  }

  async function createObject(id: string, sender: Sender): Promise<void> {
    const record = await uploads.record(id);
    if (!record) throw refuse.noSuchUpload();
    if (record.finished) return;
    // A new version for each attempt: an earlier one may have stored the file already.
    const plan: UploadPlan = { ...record.plan, version: randomUUID() };
    const contentType = plan.metadata.mimetype;
    try {
      await checkContent(contentType, await uploads.beginning(id));
      const as = asSender(sender, 'tus.upload.part');
      const path = uploads.bytesPath(id);
      const picture = storage.pictures.ruleOf(plan.bucket);
      const object = picture
        ? await savePicture(
            storage,
            plan,
            await storage.pictures.redrawFile(path, picture, plan.owner ?? 'service'),
            as,
          )
        : await saveObject(storage, plan, await storage.store.adopt(plan, path, { contentType }), as);
      await uploads.finish(id, object.id);
    } catch (error) {
      // A refusal is final; after a failure of the server the client can retry.
      const refusal = explainFailure(error);
      if (refusal && refusal.statusCode < 500) await uploads.remove(id);
      throw error;
    }
  }

  async function handle(request: Request, sender: Sender): Promise<Response> {
    senders.set(request, sender);
    try {
      return withCause(await tus.handleWeb(request), failures.get(request));
    } finally {
      forget.get(request)?.();
    }
  }

  const app = new Hono();
  const byLink = async ({ req: { raw: request } }: Context): Promise<Response> => {
    const token = request.headers.get('x-signature') ?? undefined;
    if (!token && request.method !== 'OPTIONS') throw refuse.invalidSignature('Missing x-signature header');
    return handle(request, { identity: service, owner: undefined, token, address: undefined });
  };
  const byCaller = async (context: Context): Promise<Response> => {
    const request = context.req.raw;
    if (!hasToken(request.headers) && request.method !== 'OPTIONS') throw refuse.emptyToken();
    const caller = await optionalCaller(storage, request.headers);
    return handle(request, { ...caller, token: undefined, address: storage.addressOf(context) });
  };
  const answerWith = (handler: typeof byLink) => async (context: Context) => {
    const answer = await handler(context);
    if (answer.status >= 500) context.error = causeOf(answer);
    return answer;
  };
  app.all('/sign', answerWith(byLink));
  app.all('/sign/:id', answerWith(byLink));
  app.all('/', answerWith(byCaller));
  app.all('/:id', answerWith(byCaller));
  return app;
}

async function makePlan(
  storage: StorageContext,
  metadata: Record<string, string | null>,
  sender: Sender,
  headers: Headers,
): Promise<UploadPlan> {
  const bucket = checkBucketName(metadata.bucketName);
  const name = checkObjectName(metadata.objectName);
  const link = sender.token ? await storage.links.verifyUpload(sender.token, `${bucket}/${name}`) : undefined;
  const rules = await findBucket(storage.database, bucket);
  const limit = sizeLimit(rules, storage.pictures.ruleOf(bucket) ? MAX_PICTURE_BYTES : storage.largestObject);
  const length = headers.get('upload-length');
  const size = length === null ? undefined : Number(length);
  // As the protocol's library says it; checked here, before the quota.
  if (size !== undefined && size > limit) throw ERRORS.ERR_MAX_SIZE_EXCEEDED;
  const owner = link ? link.owner : sender.owner;
  const plan: UploadPlan = {
    bucket,
    name,
    version: randomUUID(),
    owner,
    holder: owner ?? (sender.identity.role === 'service_role' ? undefined : `address ${sender.address}`),
    upsert: link ? link.upsert : headers.get('x-upsert') === 'true',
    metadata: {
      mimetype: checkDeclaredType(metadata.contentType ?? '', rules.allowed_mime_types),
      cacheControl: parseCacheControl(metadata.cacheControl),
      ...(size === undefined ? {} : { size, contentLength: size }),
    },
    userMetadata: parseUserMetadata(metadata.metadata),
    limit,
    link: sender.token && digest(sender.token),
  };
  await checkObjectAllowed(storage.database, plan, asSender(sender, 'tus.upload.create'));
  return plan;
}

function asSender(sender: Sender, operation: string) {
  return withOperation(operation, sender.identity);
}

/** An upload can be continued by the same user, or with the same link. */
function isSender(plan: UploadPlan, sender: Sender): boolean {
  if (plan.link !== undefined || sender.token) return plan.link === (sender.token && digest(sender.token));
  return plan.owner === sender.owner || sender.identity.role === 'service_role';
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
