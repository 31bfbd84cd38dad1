import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { checkContent, SNIFF_BYTES } from './content-type.ts';
import type { NewObject } from './object-rows.ts';
import type { OpenUploads } from './open-uploads.ts';

/** The object that an upload creates when it is complete; fixed when the upload was allowed. */
export interface UploadPlan extends NewObject {
  limit: number;
  /** Whose open upload it is: its owner's, a visitor's address, or nobody's when the service uploads. */
  holder: string | undefined;
  /** The digest of the link it was begun with; everybody with that link can continue the upload. */
  link: string | undefined;
}

interface UploadRecord {
  size: number | undefined;
  metadata: Record<string, string | null> | undefined;
  plan: UploadPlan;
  /** The object's id, once the upload has been turned into it; the bytes are gone then. */
  finished?: string;
}

/**
 * Unfinished uploads as files: `<id>.bytes` grows, `<id>.json` describes the object. The offset is the length of the
 * file, so a restart loses nothing.
 */
export class ResumableStore extends DataStore {
  readonly #folder: string;
  readonly #expiresMs: number;
  readonly #open: OpenUploads;
  readonly #plans = new Map<string, UploadPlan>();

  constructor(folder: string, expiresMs: number, open: OpenUploads) {
    super();
    this.#open = open;
    this.#folder = folder;
    this.#expiresMs = expiresMs;
    this.extensions = [
      'creation',
      'creation-with-upload',
      'creation-defer-length',
      'termination',
      'expiration',
    ];
  }

  override getExpiration(): number {
    return this.#expiresMs;
  }

  /** Registers the plan of an upload that is about to be created; returns a function that forgets it. */
  plan(id: string, plan: UploadPlan): () => void {
    this.#plans.set(id, plan);
    return () => this.#plans.delete(id);
  }

  planOf(id: string): UploadPlan | undefined {
    return this.#plans.get(id);
  }

  bytesPath(id: string): string {
    return join(this.#folder, `${id}.bytes`);
  }

  override async create(upload: Upload): Promise<Upload> {
    const plan = this.#plans.get(upload.id);
    if (!plan) throw new Error('the upload was not planned');
    await this.#open.add(upload.id, plan);
    await mkdir(this.#folder, { recursive: true });
    await this.#writeRecord(upload.id, { size: upload.size, metadata: upload.metadata, plan });
    await writeFile(this.bytesPath(upload.id), '', { flag: 'wx' });
    return upload;
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const record = await this.record(id);
    if (!record) throw ERRORS.FILE_NOT_FOUND;
    if (record.finished) throw ERRORS.FILE_NO_LONGER_EXISTS;
    let end = offset;
    const file = createWriteStream(this.bytesPath(id), {
      flags: 'r+',
      start: offset,
      highWaterMark: 1 << 20,
    });
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of offset === 0
          ? checkBeginning(chunks, record.plan.metadata.mimetype)
          : chunks) {
          end += chunk.length;
          yield chunk;
        }
      },
      file,
    );
    return end;
  }

  override async getUpload(id: string): Promise<Upload> {
    const record = await this.record(id);
    if (!record) throw ERRORS.FILE_NOT_FOUND;
    const { size, metadata, finished } = record;
    const found = await stat(finished ? this.#recordPath(id) : this.bytesPath(id)).catch(() => undefined);
    if (!found) throw ERRORS.FILE_NO_LONGER_EXISTS;
    return new Upload({
      id,
      ...(size === undefined ? {} : { size }),
      offset: finished ? (size ?? 0) : found.size,
      ...(metadata ? { metadata } : {}),
      // Expiry counts from the last byte, not from the beginning.
      creation_date: found.mtime.toISOString(),
    });
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    const record = await this.record(id);
    if (!record) throw ERRORS.FILE_NOT_FOUND;
    await this.#writeRecord(id, { ...record, size });
  }

  async finish(id: string, objectId: string): Promise<void> {
    const record = await this.record(id);
    if (record) await this.#writeRecord(id, { ...record, finished: objectId });
    await rm(this.bytesPath(id), { force: true });
    await this.#open.remove(id);
  }

  override async remove(id: string): Promise<void> {
    await rm(this.bytesPath(id), { force: true });
    await rm(this.#recordPath(id), { force: true });
    await this.#open.remove(id);
  }

  override async deleteExpired(): Promise<number> {
    const entries = await readdir(this.#folder).catch(() => [] as string[]);
    let removed = 0;
    const kept: string[] = [];
    for (const id of new Set(entries.map((name) => name.split('.')[0] ?? ''))) {
      const times = await Promise.all(
        [this.bytesPath(id), this.#recordPath(id)].map((path) =>
          stat(path).then(
            (s) => s.mtimeMs,
            () => 0,
          ),
        ),
      );
      if (Math.max(...times) > Date.now() - this.#expiresMs) {
        kept.push(id);
        continue;
      }
      const finished = (await this.record(id))?.finished;
      await this.remove(id);
      if (!finished) removed += 1;
    }
    await this.#open.confirm(kept, this.#expiresMs);
    return removed;
  }

  async record(id: string): Promise<UploadRecord | undefined> {
    const text = await readFile(this.#recordPath(id), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as UploadRecord);
  }

  /** The first bytes received, to detect the type. */
  async beginning(id: string): Promise<Uint8Array> {
    const file = await open(this.bytesPath(id), 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  #recordPath(id: string): string {
    return join(this.#folder, `${id}.json`);
  }

  async #writeRecord(id: string, record: UploadRecord): Promise<void> {
    const aside = join(this.#folder, `${id}.${randomUUID()}`);
    await writeFile(aside, JSON.stringify(record), { flush: true });
    await rename(aside, this.#recordPath(id));
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
