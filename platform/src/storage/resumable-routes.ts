import { createHash, randomUUID } from 'node:crypto';
import { ERRORS, Server } from '@tus/server';
import { type Context, Hono } from 'hono';
import type { Identity } from '../database/database.ts';
import { causeOf, withCause } from '../log-failures.ts';
import { findBucket, sizeLimit } from './buckets.ts';
import { checkContent, checkDeclaredType, readBeginning } from './content-type.ts';
import { explainFailure } from './explain-failure.ts';
import { parseCacheControl, parseUserMetadata } from './incoming-upload.ts';
import { checkBucketName, checkObjectName } from './object-name.ts';
import { checkObjectAllowed, service, withOperation } from './object-rows.ts';
import { MAX_PICTURE_BYTES } from './pictures.ts';
import { discardFiles, savePicture, writeRow } from './receive-object.ts';
import type { ResumableStore } from './resumable-store.ts';
import { type Caller, hasToken, optionalCaller, type StorageContext } from './storage-context.ts';
import { refuse, StorageError } from './storage-error.ts';
import type { UploadPlan } from './upload-bytes.ts';
import type { UploadLocks } from './upload-locks.ts';
import type { UploadRecord } from './upload-rows.ts';

interface Sender extends Caller {
  /** Of a signed upload link, which is used instead of a user's token. */
  token: string | undefined;
  address: string | undefined;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** `/upload/resumable`: the TUS protocol, for large files over unreliable connections. */
export function resumableRoutes(storage: StorageContext, uploads: ResumableStore, locks: UploadLocks): Hono {
  const senders = new WeakMap<Request, Sender>();
  const forget = new WeakMap<Request, () => void>();
  const failures = new WeakMap<Request, unknown>();
  const records = new WeakMap<Request, UploadRecord>();
  const senderOf = (request: Request): Sender => senders.get(request) as Sender;

  const tus = new Server({
    path: '/upload/resumable',
    datastore: uploads,
    locker: locks,
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
    maxSize: (request, id) =>
      (id === null ? undefined : (uploads.planOf(id) ?? records.get(request)?.plan))?.limit ?? 1,
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return;
      const found = await uploads.rows.find(id);
      if (!found || !isSender(found.record.plan, senderOf(request))) throw refuse.noSuchUpload();
      records.set(request, found.record);
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

  /** Turns a complete upload into an object. Of simultaneous calls, in whichever process, one does it. */
  function finish(id: string, sender: Sender): Promise<void> {
    return locks.hold(id, async () => {
      const found = await uploads.rows.find(id);
      if (!found) throw refuse.noSuchUpload();
      if (found.isFinished) return;
      try {
        await createObject(found.record, asSender(sender, 'tus.upload.part'));
      } catch (error) {
        // A refusal is final; after a failure of the server the client can retry.
        const refusal = explainFailure(error);
        if (refusal && refusal.statusCode < 500) await uploads.remove(id);
        throw error;
      }
      await uploads.bytes.remove(found.record).catch((error: unknown) => {
        storage.report({ request_id: randomUUID(), operation: 'resumable: remove the parts', error });
      });
    });
  }

  /** The object's row is written and the upload marked as finished in one transaction. */
  async function createObject(upload: UploadRecord, as: Identity): Promise<void> {
    const { id, plan } = upload;
    const stored = await uploads.bytes.complete(upload);
    await checkContent(plan.metadata.mimetype, await readBeginning(storage.store, plan, stored.size));
    const picture = storage.pictures.ruleOf(plan.bucket);
    const finishing = uploads.rows.finishing(id);
    if (!picture) return void (await writeRow(storage, plan, stored, as, finishing));
    const redrawn = await storage.pictures.redrawObject(
      storage.store,
      plan,
      picture,
      plan.owner ?? 'service',
    );
    // A version of its own: that of the plan has the picture as it was uploaded.
    await savePicture(storage, { ...plan, version: randomUUID() }, redrawn, as, finishing);
    await discardFiles(storage, plan);
  }

  async function handle(request: Request, sender: Sender): Promise<Response> {
    senders.set(request, sender);
    try {
      const answer = await tus.handleWeb(request);
      const record = records.get(request);
      // All bytes are here but the process stopped before creating the object; the client would take it for done.
      if (request.method === 'HEAD' && answer.ok && record && hasAllBytes(answer))
        await finish(record.id, sender);
      return withCause(answer, failures.get(request));
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

function hasAllBytes({ headers }: Response): boolean {
  return headers.get('upload-offset') === headers.get('upload-length');
}

/** An upload can be continued by the same user, or with the same link. */
function isSender(plan: UploadPlan, sender: Sender): boolean {
  if (plan.link !== undefined || sender.token) return plan.link === (sender.token && digest(sender.token));
  return plan.owner === sender.owner || sender.identity.role === 'service_role';
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
