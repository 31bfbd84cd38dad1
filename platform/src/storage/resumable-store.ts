import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { checkContent, SNIFF_BYTES } from './content-type.ts';
import { removeOldFiles } from './disk-upload-bytes.ts';
import type { ObjectStore } from './object-store.ts';
import type { UploadBytes, UploadPlan } from './upload-bytes.ts';
import type { UploadLocks } from './upload-locks.ts';
import type { UploadRecord, UploadRows } from './upload-rows.ts';

/** Uploads that are removed at once. */
const BATCH = 20;

interface ResumableOptions {
  rows: UploadRows;
  bytes: UploadBytes;
  locks: UploadLocks;
  store: ObjectStore;
  expiresMs: number;
  /** Of this machine, for what lies on its disk while it is received. */
  folder: string;
}

/** Unfinished uploads: records in the database, bytes in the object store. The offset is how many bytes are there. */
export class ResumableStore extends DataStore {
  readonly rows: UploadRows;
  readonly bytes: UploadBytes;
  readonly #options: ResumableOptions;
  readonly #plans = new Map<string, UploadPlan>();

  constructor(options: ResumableOptions) {
    super();
    this.#options = options;
    this.rows = options.rows;
    this.bytes = options.bytes;
    this.extensions = [
      'creation',
      'creation-with-upload',
      'creation-defer-length',
      'termination',
      'expiration',
    ];
  }

  override getExpiration(): number {
    return this.#options.expiresMs;
  }

  /** Registers the plan of an upload that is about to be created; returns a function that forgets it. */
  plan(id: string, plan: UploadPlan): () => void {
    this.#plans.set(id, plan);
    return () => this.#plans.delete(id);
  }

  planOf(id: string): UploadPlan | undefined {
    return this.#plans.get(id);
  }

  override async create(upload: Upload): Promise<Upload> {
    const plan = this.#plans.get(upload.id);
    if (!plan) throw new Error('the upload was not planned');
    const { id, size, metadata } = upload;
    const record: UploadRecord = { id, size, metadata, plan };
    await this.rows.add(record);
    try {
      const multipart = await this.bytes.begin(record);
      if (multipart) await this.rows.change({ ...record, multipart });
    } catch (error) {
      await this.remove(id);
      throw error;
    }
    return upload;
  }

  /** The upload is locked. */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const found = await this.rows.find(id);
    if (!found) throw ERRORS.FILE_NOT_FOUND;
    const { record, isFinished } = found;
    if (isFinished) throw ERRORS.FILE_NO_LONGER_EXISTS;
    const { locks } = this.#options;
    async function* whileLocked(): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        locks.check(id);
        yield chunk;
      }
    }
    const chunks =
      offset === 0 ? checkBeginning(whileLocked(), record.plan.metadata.mimetype) : whileLocked();
    try {
      return await this.bytes.append(record, offset, chunks);
    } finally {
      await this.rows.noteBytes(id);
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await this.rows.find(id);
    if (!found) throw ERRORS.FILE_NOT_FOUND;
    const { record, isFinished, changedAt } = found;
    const { size, metadata } = record;
    const offset = isFinished ? (size ?? 0) : await this.bytes.length(record);
    if (offset === undefined) throw ERRORS.FILE_NO_LONGER_EXISTS;
    return new Upload({
      id,
      ...(size === undefined ? {} : { size }),
      offset,
      ...(metadata ? { metadata } : {}),
      // Expiry counts from the last byte, not from the beginning.
      creation_date: changedAt.toISOString(),
    });
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    const found = await this.rows.find(id);
    if (!found) throw ERRORS.FILE_NOT_FOUND;
    await this.rows.change({ ...found.record, size });
  }

  /** Ends an unfinished upload. */
  override async remove(id: string): Promise<void> {
    const record = await this.rows.end(id);
    if (record) await this.#removeEnded(record);
  }

  /** Also those whose account was deleted. */
  override async deleteExpired(): Promise<number> {
    const { expiresMs, locks, folder } = this.#options;
    let removed = 0;
    for (let batch = BATCH; batch === BATCH; removed += batch) {
      const ended = await this.rows.endExpired(expiresMs, locks.held(), BATCH);
      batch = ended.length;
      const results = await Promise.allSettled(ended.map((record) => this.#removeEnded(record)));
      // It stays ended, and the next call tries it again.
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    }
    await this.rows.removeOld(expiresMs);
    const before = new Date(Date.now() - expiresMs);
    await this.bytes.removeLeftovers(before);
    await removeOldFiles(folder, before);
    return removed;
  }

  async #removeEnded(record: UploadRecord): Promise<void> {
    await this.bytes.remove(record);
    // It has been completed if it was refused only then.
    await this.#options.store.remove([record.plan]);
    await this.rows.remove(record.id);
  }
}

/** Checks the first bytes before any are written. A shorter upload is checked when it is complete. */
async function* checkBeginning(chunks: AsyncIterable<Buffer>, contentType: string): AsyncGenerator<Buffer> {
  let held: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (!held) {
      yield chunk;
      continue;
    }
    held = Buffer.concat([held, chunk]);
    if (held.length < SNIFF_BYTES) continue;
    await checkContent(contentType, held);
    yield held;
    held = undefined;
  }
  if (held) yield held;
}
