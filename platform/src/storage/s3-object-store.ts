import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type {
  ByteRange,
  FoundObject,
  ObjectKey,
  ObjectStore,
  PutOptions,
  StoredObject,
  WithoutUpload,
} from './object-store.ts';
import { ignoreMissing, keyOf, MAX_PARTS, pathOf } from './s3-keys.ts';
import { S3UploadBytes } from './s3-upload-bytes.ts';

export interface S3Options {
  bucket: string;
  region?: string;
  /** For S3-compatible servers other than Amazon's. */
  endpoint?: string;
  /** `https://host/bucket` instead of `https://bucket.host`. */
  forcePathStyle?: boolean;
  accessKeyId: string;
  secretAccessKey: string;
  /** Top-level folders that hold other files; `list()` leaves them out. */
  excludedFolders?: readonly string[];
  /** Size of an uploaded part; S3 requires at least 5 MB. */
  partBytes?: number;
  /** Larger objects are copied part by part; S3 requires that beyond 5 GB. */
  copyWholeBytes?: number;
}

const MB = 1024 ** 2;

/** Objects in an S3 bucket under `<bucket>/<name>/<version>`, the layout of Supabase's own S3 backend. */
export class S3ObjectStore implements ObjectStore {
  readonly uploads: S3UploadBytes;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #excludedFolders: readonly string[];
  readonly #partBytes: number;
  readonly #copyWholeBytes: number;

  constructor(options: S3Options) {
    const { bucket, partBytes = 8 * MB, copyWholeBytes = 4096 * MB } = options;
    this.#bucket = bucket;
    this.#excludedFolders = options.excludedFolders ?? [];
    this.#partBytes = partBytes;
    this.#copyWholeBytes = copyWholeBytes;
    this.#client = createS3Client(options);
    this.uploads = new S3UploadBytes(this.#client, bucket);
  }

  async put(key: ObjectKey, bytes: Readable | Uint8Array, options: PutOptions = {}): Promise<StoredObject> {
    let size = 0;
    async function* measured(source: Readable): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        size += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
    }
    const source = bytes instanceof Readable ? bytes : Readable.from([Buffer.from(bytes)]);
    const body = Readable.from(measured(source), { objectMode: false });
    // Memory holds two parts, however large the object is.
    const upload = new Upload({
      client: this.#client,
      queueSize: 2,
      partSize: Math.max(this.#partBytes, Math.ceil((options.size ?? 0) / MAX_PARTS)),
      params: {
        Bucket: this.#bucket,
        Key: pathOf(key),
        Body: body,
        ContentType: options.contentType,
      },
    });
    try {
      const { ETag } = await upload.done();
      return { size, etag: ETag ?? `"${key.version}"` };
    } catch (error) {
      source.destroy();
      // When reading the source failed, that is the reason.
      throw source.errored ?? error;
    }
  }

  async adopt(key: ObjectKey, path: string, options: PutOptions = {}): Promise<StoredObject> {
    const { size } = await stat(path);
    return this.put(key, createReadStream(path, { highWaterMark: MB }), { ...options, size });
  }

  async find(key: ObjectKey): Promise<FoundObject | undefined> {
    try {
      const found = await this.#client.send(
        new HeadObjectCommand({ Bucket: this.#bucket, Key: pathOf(key) }),
      );
      return { size: found.ContentLength ?? 0, since: found.LastModified ?? new Date(0) };
    } catch (error) {
      return ignoreMissing(error);
    }
  }

  async open(key: ObjectKey, range?: ByteRange): Promise<Readable | undefined> {
    const Range = range && `bytes=${range.first}-${range.last}`;
    try {
      const found = await this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: pathOf(key), Range }),
      );
      return found.Body as Readable;
    } catch (error) {
      return ignoreMissing(error);
    }
  }

  /** An address that opens this object for anybody, for so many seconds. */
  async signAddress(key: ObjectKey, seconds: number): Promise<URL> {
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: pathOf(key) });
    return new URL(await getSignedUrl(this.#client, command, { expiresIn: seconds }));
  }

  async lend(key: ObjectKey, path: string): Promise<boolean> {
    const bytes = await this.open(key);
    if (bytes === undefined) return false;
    await pipeline(bytes, createWriteStream(path, { highWaterMark: MB }));
    return true;
  }

  async copy(from: ObjectKey, to: ObjectKey): Promise<void> {
    const size = (await this.find(from))?.size ?? 0;
    const CopySource = `${this.#bucket}/${pathOf(from).split('/').map(encodeURIComponent).join('/')}`;
    const readObjectPath = { Bucket: this.#bucket, Key: pathOf(to) };
    if (size <= this.#copyWholeBytes) {
      await this.#client.send(new CopyObjectCommand({ ...readObjectPath, CopySource }));
      return;
    }
    const { UploadId } = await this.#client.send(new CreateMultipartUploadCommand(readObjectPath));
    try {
      const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
      for (let first = 0; first < size; first += this.#copyWholeBytes) {
        const PartNumber = Parts.length + 1;
        const last = Math.min(first + this.#copyWholeBytes, size) - 1;
        const CopySourceRange = `bytes=${first}-${last}`;
        const part = new UploadPartCopyCommand({
          ...readObjectPath,
          UploadId,
          PartNumber,
          CopySource,
          CopySourceRange,
        });
        Parts.push({ ETag: (await this.#client.send(part)).CopyPartResult?.ETag, PartNumber });
      }
      await this.#client.send(
        new CompleteMultipartUploadCommand({ ...readObjectPath, UploadId, MultipartUpload: { Parts } }),
      );
    } catch (error) {
      await this.#client
        .send(new AbortMultipartUploadCommand({ ...readObjectPath, UploadId }))
        .catch(() => {});
      throw error;
    }
  }

  async remove(keys: readonly ObjectKey[]): Promise<void> {
    for (let at = 0; at < keys.length; at += 1000) {
      const Objects = keys.slice(at, at + 1000).map((key) => ({ Key: pathOf(key) }));
      const answer = await this.#client.send(
        new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
      );
      const [failed] = answer.Errors ?? [];
      if (failed) throw new Error(`S3 could not remove ${failed.Key}: ${failed.Code}`);
    }
  }

  list(prefix?: string): AsyncIterable<ObjectKey & FoundObject> {
    return this.#list(prefix);
  }

  listAfter(path: string): AsyncIterable<ObjectKey & FoundObject> {
    return this.#list(undefined, path === '' ? undefined : path);
  }

  async *#list(prefix?: string, StartAfter?: string): AsyncIterable<ObjectKey & FoundObject> {
    let ContinuationToken: string | undefined;
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, ContinuationToken, Prefix: prefix, StartAfter }),
      );
      for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? []) {
        const parts = Key.split('/');
        // Other keys in the bucket are not objects.
        if (parts.length < 3 || (prefix === undefined && this.#excludedFolders.includes(parts[0] ?? '')))
          continue;
        yield { ...keyOf(Key), size: Size, since: LastModified };
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  async removeIncompleteWrites(
    before: Date,
    withoutUpload: WithoutUpload = async (keys) => [...keys],
  ): Promise<number> {
    let removed = 0;
    let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
    for (;;) {
      const page = await this.#client.send(
        new ListMultipartUploadsCommand({ Bucket: this.#bucket, ...markers }),
      );
      const old = (page.Uploads ?? [])
        .filter(({ Initiated }) => Initiated !== undefined && Initiated < before)
        .map(({ Key = '', UploadId }) => ({ ...keyOf(Key), Key, UploadId }));
      for (const { Key, UploadId } of await withoutUpload(old)) {
        await this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId }));
        removed += 1;
      }
      if (!page.IsTruncated) return removed;
      markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }
}

export function createS3Client(options: S3Options): S3Client {
  const { region = 'us-east-1', endpoint, forcePathStyle = endpoint !== undefined } = options;
  const { accessKeyId, secretAccessKey } = options;
  return new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Other servers do not know the newer checksums, so they are sent only where S3 requires them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
