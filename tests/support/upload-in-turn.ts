import { setTimeout as sleep } from 'node:timers/promises';
import { Upload } from 'tus-js-client';

const PART_BYTES = 64 * 1024;
const PARTS = 12;

export interface SlowUpload {
  /** Resolves with how many uploads were begun for it: one, if it went on wherever it was interrupted. */
  finished: Promise<number>;
  /** Lets it send four parts more. */
  goOn(): void;
}

/** Uploads a film in twelve parts. After every four it waits for `goOn`, so that what happens meanwhile is in its middle. */
export function uploadInTurn(options: {
  url: string;
  token: string;
  movie: string;
  bytes: Buffer;
}): SlowUpload {
  const { url, token, movie, bytes } = options;
  let allowed = 4;
  let parts = 0;
  let created = 0;
  const finished = new Promise<number>((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${url}/storage/v1/upload/resumable`,
      chunkSize: PART_BYTES,
      retryDelays: [100, 200, 400, 800, 1600, 3200],
      headers: { authorization: `Bearer ${token}` },
      metadata: { bucketName: 'movies', objectName: `movies/${movie}.mp4`, contentType: 'video/mp4' },
      async onBeforeRequest(request) {
        if (request.getMethod() === 'POST') created += 1;
        if (request.getMethod() !== 'PATCH') return;
        parts += 1;
        while (parts > allowed) await sleep(50);
      },
      onShouldRetry: () => true,
      onError: reject,
      onSuccess: () => resolve(created),
    });
    upload.start();
  });
  return {
    finished,
    goOn() {
      // A part that was interrupted comes again.
      allowed = allowed === 4 ? 8 : Number.POSITIVE_INFINITY;
    },
  };
}

/** As long as its parts, with the beginning of a film. */
export function fillParts(beginning: Buffer): Buffer {
  return Buffer.concat([beginning, Buffer.alloc(PARTS * PART_BYTES - beginning.length, 7)]);
}
