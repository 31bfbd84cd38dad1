import type { ErrorKey } from '@lakou/contract/errors';
import type { DetailedError, Upload } from 'tus-js-client';
import { supabase } from '#lib/supabase.ts';
import { forgetUnfinishedUpload, uploadKey } from './unfinished-uploads.ts';

/** Supabase Storage requires this size for every part but the last. */
const CHUNK_BYTES = 6 * 1024 * 1024;
/** For files of one part. */
const QUICK_RETRY_MS = [0, 1000];
/** For files of several parts. */
const PATIENT_RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 60_000];
/** Smoothing factor of the moving average of the upload speed. */
const SMOOTHING = 0.2;

const errorKeys: Record<number, ErrorKey> = {
  401: 'session_ended',
  403: 'no_access',
  413: 'media_too_large',
  415: 'media_not_a_film',
  507: 'media_disk_full',
};

export class UploadError extends Error {
  /** Undefined if the response has no known reason. */
  readonly key: ErrorKey | undefined;

  constructor(key: ErrorKey | undefined, options?: ErrorOptions) {
    super(key ?? 'the upload failed', options);
    this.name = 'UploadError';
    this.key = key;
  }

  static of(error: unknown, contentType: string): UploadError {
    const status = (error as DetailedError).originalResponse?.getStatus();
    if (status === 415 && contentType.startsWith('image/'))
      return new UploadError('picture_unreadable', { cause: error });
    return new UploadError(status === undefined ? undefined : errorKeys[status], { cause: error });
  }
}

/** A file to upload to a bucket. */
export interface UploadTask {
  file: File;
  /** Identifies the upload, for example `movie-{id}`. */
  name: string;
  bucket: 'movies' | 'artwork' | 'banners';
  path: string;
  /** In seconds. */
  cacheControl: number;
  contentType: string;
}

export interface FileUpload {
  /** Resolves with the path in the bucket, rejects with an `UploadError`. */
  finished: Promise<string>;
  pause(): void;
  resume(): void;
  /** Stops the upload and deletes its parts on the server. */
  cancel(): Promise<void>;
}

/** Uploads a file in parts (tus). An interrupted upload of the same file is resumed. */
export function uploadFile(
  { file, name, bucket, path, cacheControl, contentType }: UploadTask,
  onProgress: (sent: number, secondsLeft: number | undefined) => void,
  onOffline: () => void,
): FileUpload {
  const { promise: finished, resolve, reject } = Promise.withResolvers<string>();
  const estimateSecondsLeft = createTimeEstimator(file.size);
  let isActive = true;
  const opening = open();

  async function open(): Promise<Upload> {
    const [{ Upload }, client] = await Promise.all([import('tus-js-client'), supabase()]);
    const metadata = {
      bucketName: bucket,
      objectName: path,
      contentType,
      cacheControl: String(cacheControl),
      fileName: file.name,
    };
    const upload = new Upload(file, {
      endpoint: new URL('/storage/v1/upload/resumable', location.origin).href,
      chunkSize: CHUNK_BYTES,
      retryDelays: file.size > CHUNK_BYTES ? PATIENT_RETRY_MS : QUICK_RETRY_MS,
      removeFingerprintOnSuccess: true,
      fingerprint: async () => uploadKey(name, file),
      headers: { 'x-upsert': 'true' },
      metadata,
      // A long upload outlives its first access token.
      async onBeforeRequest(request) {
        const { data } = await client.auth.getSession();
        request.setHeader('authorization', `Bearer ${data.session?.access_token ?? ''}`);
      },
      onShouldRetry(error) {
        const status = error.originalResponse?.getStatus() ?? 0;
        if (status === 0) onOffline();
        return status === 0 || status >= 500 || status === 409 || status === 423;
      },
      onProgress: (sent) => onProgress(sent, estimateSecondsLeft(sent)),
      onSuccess: () => resolve(metadata.objectName),
      onError(error) {
        const uploadError = UploadError.of(error, contentType);
        // The server has deleted a rejected file, so there is nothing to resume.
        if (uploadError.key && uploadError.key !== 'session_ended') forgetUnfinishedUpload(name);
        reject(uploadError);
      },
    });
    const [previous] = await upload.findPreviousUploads();
    if (previous) {
      // Keeps the path of the first attempt, even if the server has dropped it and the upload restarts.
      metadata.objectName = previous.metadata.objectName ?? path;
      upload.resumeFromPreviousUpload(previous);
    }
    if (isActive) upload.start();
    return upload;
  }
  opening.catch((error) => reject(UploadError.of(error, contentType)));

  return {
    finished,
    pause() {
      isActive = false;
      void opening.then((upload) => upload.abort());
    },
    resume() {
      isActive = true;
      void opening.then((upload) => upload.start());
    },
    async cancel() {
      isActive = false;
      const upload = await opening;
      await upload.abort(true).catch(() => {});
      forgetUnfinishedUpload(name);
    },
  };
}

/** Estimates the seconds left from a moving average of the speed. */
function createTimeEstimator(size: number): (sent: number) => number | undefined {
  let last: { at: number; sent: number } | undefined;
  let perSecond: number | undefined;
  return (sent) => {
    const at = performance.now();
    if (!last || sent < last.sent) last = { at, sent };
    const seconds = (at - last.at) / 1000;
    if (seconds >= 1) {
      const speed = (sent - last.sent) / seconds;
      perSecond = perSecond === undefined ? speed : perSecond + SMOOTHING * (speed - perSecond);
      last = { at, sent };
    }
    return perSecond ? (size - sent) / perSecond : undefined;
  };
}
