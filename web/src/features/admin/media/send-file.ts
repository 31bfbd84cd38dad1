import type { ErrorKey } from '@lakou/contract/errors';
import type { DetailedError, Upload } from 'tus-js-client';
import { supabase } from '#lib/supabase.ts';
import { forgetUnfinished, unfinishedKey } from './unfinished.ts';

/** The protocol of Supabase's storage: every part but the last has this size. */
const CHUNK_BYTES = 6 * 1024 * 1024;
/** What goes in one piece is sooner sent again by hand. */
const QUICK_RETRY_MS = [0, 1000];
const PATIENT_RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 60_000];
/** Of the time left, one measurement counts so much. */
const WEIGHT = 0.2;

const reasons: Record<number, ErrorKey> = {
  401: 'session_ended',
  403: 'no_access',
  413: 'media_too_large',
  415: 'media_not_a_film',
  507: 'media_disk_full',
};

/** The server does not want this file. */
export class UploadRefused extends Error {
  /** undefined: nobody knows better than that it failed. */
  readonly key: ErrorKey | undefined;

  constructor(key: ErrorKey | undefined, options?: ErrorOptions) {
    super(key ?? 'the upload failed', options);
    this.name = 'UploadRefused';
    this.key = key;
  }

  static of(error: unknown, contentType: string): UploadRefused {
    const status = (error as DetailedError).originalResponse?.getStatus();
    if (status === 415 && contentType.startsWith('image/'))
      return new UploadRefused('picture_unreadable', { cause: error });
    return new UploadRefused(status === undefined ? undefined : reasons[status], { cause: error });
  }
}

/** One file on its way to a bucket of the house. */
export interface UploadTask {
  file: File;
  /** What it is for. */
  name: string;
  bucket: 'movies' | 'artwork' | 'banners';
  path: string;
  /** Seconds. */
  cacheControl: number;
  contentType: string;
}

export interface Sending {
  /** Where it lies. A refusal is an `UploadRefused`. */
  finished: Promise<string>;
  pause(): void;
  resume(): void;
  /** Ends it, here and on the server. */
  cancel(): Promise<void>;
}

/** Sends one file in parts to a bucket of the house. What was broken off before goes on where it stopped. */
export function sendFile(
  { file, name, bucket, path, cacheControl, contentType }: UploadTask,
  onProgress: (sent: number, secondsLeft: number | undefined) => void,
  onOffline: () => void,
): Sending {
  const { promise: finished, resolve, reject } = Promise.withResolvers<string>();
  const pace = measurePace(file.size);
  let wanted = true;
  const opened = open();

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
      fingerprint: async () => unfinishedKey(name, file),
      headers: { 'x-upsert': 'true' },
      metadata,
      // A long upload outlives its first token.
      async onBeforeRequest(request) {
        const { data } = await client.auth.getSession();
        request.setHeader('authorization', `Bearer ${data.session?.access_token ?? ''}`);
      },
      onShouldRetry(error) {
        const status = error.originalResponse?.getStatus() ?? 0;
        if (status === 0) onOffline();
        return status === 0 || status >= 500 || status === 409 || status === 423;
      },
      onProgress: (sent) => onProgress(sent, pace(sent)),
      onSuccess: () => resolve(metadata.objectName),
      onError(error) {
        const refused = UploadRefused.of(error, contentType);
        // The server has thrown away what it does not want: there is nothing to go on with.
        if (refused.key && refused.key !== 'session_ended') forgetUnfinished(name);
        reject(refused);
      },
    });
    const [before] = await upload.findPreviousUploads();
    if (before) {
      // It lies where it was sent first, also if the server has forgotten it and it begins anew.
      metadata.objectName = before.metadata.objectName ?? path;
      upload.resumeFromPreviousUpload(before);
    }
    if (wanted) upload.start();
    return upload;
  }
  opened.catch((error) => reject(UploadRefused.of(error, contentType)));

  return {
    finished,
    pause() {
      wanted = false;
      void opened.then((upload) => upload.abort());
    },
    resume() {
      wanted = true;
      void opened.then((upload) => upload.start());
    },
    async cancel() {
      wanted = false;
      const upload = await opened;
      await upload.abort(true).catch(() => {});
      forgetUnfinished(name);
    },
  };
}

/** Seconds left, from how quickly the last parts went. */
function measurePace(size: number): (sent: number) => number | undefined {
  let last: { at: number; sent: number } | undefined;
  let perSecond: number | undefined;
  return (sent) => {
    const at = performance.now();
    if (!last || sent < last.sent) last = { at, sent };
    const seconds = (at - last.at) / 1000;
    if (seconds >= 1) {
      const now = (sent - last.sent) / seconds;
      perSecond = perSecond === undefined ? now : perSecond + WEIGHT * (now - perSecond);
      last = { at, sent };
    }
    return perSecond ? (size - sent) / perSecond : undefined;
  };
}
