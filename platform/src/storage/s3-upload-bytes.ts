import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { StoredObject } from './object-store.ts';
import { ignoreMissing, MAX_PARTS, pathOf } from './s3-keys.ts';
import { refuse } from './storage-error.ts';
import type { Multipart, UnfinishedUpload, UploadBytes } from './upload-bytes.ts';

/** S3 takes no smaller part but the last. */
const MIN_PART_BYTES = 5 * 1024 ** 2;

/** Keys of objects have three parts, these have two. */
const FOLDER = '.unfinished';

interface Part {
  PartNumber: number;
  ETag: string | undefined;
}

interface Rest {
  Key: string;
  bytes: number;
}

/**
 * Each upload is a multipart upload to the object's own key. All its parts have one size, and what is too short for the
 * next one is an object of its own, named after that part and its length. So writing the same bytes again changes
 * nothing, and no order in which requests arrive can shorten an upload.
 */
export class S3UploadBytes implements UploadBytes {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async begin({ plan, size }: UnfinishedUpload): Promise<Multipart> {
    const { UploadId } = await this.#client.send(
      new CreateMultipartUploadCommand({
        Bucket: this.#bucket,
        Key: pathOf(plan),
        ContentType: plan.metadata.mimetype,
      }),
    );
    const partBytes = Math.max(MIN_PART_BYTES, Math.ceil((size ?? plan.limit) / MAX_PARTS));
    return { id: UploadId ?? '', partBytes };
  }

  async length(upload: UnfinishedUpload): Promise<number | undefined> {
    const received = await this.#received(upload);
    return received ? received.bytes : (await this.#completed(upload))?.size;
  }

  /** Memory holds two parts: one that is being filled and one that is being sent. */
  async append(upload: UnfinishedUpload, offset: number, chunks: AsyncIterable<Buffer>): Promise<number> {
    const { partBytes } = multipartOf(upload);
    let number = Math.floor(offset / partBytes) + 1;
    let filled = offset % partBytes;
    const before = filled > 0 ? restKey(upload, number, filled) : undefined;
    let part = Buffer.allocUnsafe(partBytes);
    if (before) part.set(await this.#read(before));
    let end = offset;
    let sending: Promise<unknown> = Promise.resolve();
    let failure: { error: unknown } | undefined;
    try {
      for await (const chunk of chunks) {
        for (let at = 0; at < chunk.length; ) {
          const copied = chunk.copy(part, filled, at);
          at += copied;
          filled += copied;
          end += copied;
          if (filled < partBytes) continue;
          await sending;
          sending = this.#sendPart(upload, number, part);
          // It is awaited before the next part.
          sending.catch(() => {});
          number += 1;
          filled = 0;
          part = Buffer.allocUnsafe(partBytes);
        }
      }
    } catch (error) {
      failure = { error };
    }
    await sending;
    if (end > offset) {
      if (filled > 0) {
        const Body = part.subarray(0, filled);
        const Key = restKey(upload, number, filled);
        await this.#client.send(new PutObjectCommand({ Bucket: this.#bucket, Key, Body }));
      }
      if (before) await this.#removeObjects([before]);
    }
    if (failure) throw failure.error;
    return end;
  }

  async complete(upload: UnfinishedUpload): Promise<StoredObject> {
    const received = await this.#received(upload);
    const stored = received ? await this.#join(upload, received) : await this.#completed(upload);
    if (!stored) throw refuse.noSuchUpload();
    return stored;
  }

  async remove(upload: UnfinishedUpload): Promise<void> {
    if (upload.multipart)
      await this.#client.send(new AbortMultipartUploadCommand(this.#addressOf(upload))).catch(ignoreMissing);
    for await (const { Key } of this.#rests(`${upload.id}.`)) await this.#removeObjects([Key]);
  }

  async removeLeftovers(before: Date): Promise<void> {
    for await (const { Key, since } of this.#rests('')) {
      if (since < before) await this.#removeObjects([Key]);
    }
  }

  /** Undefined when the multipart upload has been completed or aborted. */
  async #received(
    upload: UnfinishedUpload,
  ): Promise<{ parts: Part[]; rest?: Rest; bytes: number } | undefined> {
    const parts = await this.#parts(upload);
    if (!parts) return undefined;
    let rest: Rest | undefined;
    for await (const found of this.#rests(`${upload.id}.${parts.length + 1}.`)) {
      if (!rest || found.bytes > rest.bytes) rest = found;
    }
    const bytes = parts.length * multipartOf(upload).partBytes + (rest?.bytes ?? 0);
    return { parts, bytes, ...(rest && { rest }) };
  }

  /** The whole parts, up to the first that is missing. */
  async #parts(upload: UnfinishedUpload): Promise<Part[] | undefined> {
    const { partBytes } = multipartOf(upload);
    const parts: Part[] = [];
    let PartNumberMarker: string | undefined;
    do {
      const page = await this.#client
        .send(new ListPartsCommand({ ...this.#addressOf(upload), PartNumberMarker }))
        .catch(ignoreMissing);
      if (!page) return undefined;
      for (const { PartNumber = 0, ETag, Size } of page.Parts ?? []) {
        if (PartNumber !== parts.length + 1 || Size !== partBytes) return parts;
        parts.push({ PartNumber, ETag });
      }
      PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (PartNumberMarker !== undefined);
    return parts;
  }

  async #join(
    upload: UnfinishedUpload,
    { parts, rest, bytes }: { parts: Part[]; rest?: Rest; bytes: number },
  ): Promise<StoredObject> {
    const { plan } = upload;
    if (bytes === 0) {
      const { ETag } = await this.#client.send(
        new PutObjectCommand({
          Bucket: this.#bucket,
          Key: pathOf(plan),
          Body: Buffer.alloc(0),
          ContentType: plan.metadata.mimetype,
        }),
      );
      return { size: 0, etag: ETag ?? `"${plan.version}"` };
    }
    const Parts = rest ? [...parts, await this.#copyPart(upload, parts.length + 1, rest)] : parts;
    const { ETag } = await this.#client.send(
      new CompleteMultipartUploadCommand({ ...this.#addressOf(upload), MultipartUpload: { Parts } }),
    );
    return { size: bytes, etag: ETag ?? `"${plan.version}"` };
  }

  async #copyPart(upload: UnfinishedUpload, PartNumber: number, { Key }: Rest): Promise<Part> {
    const { CopyPartResult } = await this.#client.send(
      new UploadPartCopyCommand({
        ...this.#addressOf(upload),
        PartNumber,
        CopySource: `${this.#bucket}/${Key}`,
      }),
    );
    return { PartNumber, ETag: CopyPartResult?.ETag };
  }

  async #sendPart(upload: UnfinishedUpload, PartNumber: number, Body: Buffer): Promise<void> {
    await this.#client.send(new UploadPartCommand({ ...this.#addressOf(upload), PartNumber, Body }));
  }

  async #completed({ plan }: UnfinishedUpload): Promise<StoredObject | undefined> {
    const found = await this.#client
      .send(new HeadObjectCommand({ Bucket: this.#bucket, Key: pathOf(plan) }))
      .catch(ignoreMissing);
    return found && { size: found.ContentLength ?? 0, etag: found.ETag ?? `"${plan.version}"` };
  }

  async #read(Key: string): Promise<Buffer> {
    const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key }));
    return buffer(Body as Readable);
  }

  async *#rests(prefix: string): AsyncIterable<Rest & { since: Date }> {
    const Prefix = `${FOLDER}/${prefix}`;
    let ContinuationToken: string | undefined;
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix, ContinuationToken }),
      );
      for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? []) {
        if (Key.split('/').length === 2) yield { Key, bytes: Size, since: LastModified };
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  async #removeObjects(keys: readonly string[]): Promise<void> {
    const Objects = keys.map((Key) => ({ Key }));
    await this.#client.send(
      new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
    );
  }

  #addressOf(upload: UnfinishedUpload) {
    return { Bucket: this.#bucket, Key: pathOf(upload.plan), UploadId: multipartOf(upload).id };
  }
}

function restKey({ id }: UnfinishedUpload, part: number, bytes: number): string {
  return `${FOLDER}/${id}.${part}.${bytes}`;
}

function multipartOf({ multipart }: UnfinishedUpload): Multipart {
  if (!multipart) throw refuse.noSuchUpload();
  return multipart;
}
