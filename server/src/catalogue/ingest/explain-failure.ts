import { MediaError } from '@lakou/media/media-error';

/** Reasons of our own, beside those of the media library. */
export class IngestError extends Error {
  override name = 'IngestError';
  readonly key: 'media_source_missing' | 'media_failed';

  constructor(key: IngestError['key'], message: string) {
    super(message);
    this.key = key;
  }
}

export interface Failure {
  key: string;
  /** Technical, for admins. */
  detail: string;
  /** When to try again; null when it would only fail again. */
  retrySeconds: number | null;
}

const RETRY_SECONDS = [15, 60, 300, 1200];

/** Reasons that lie in the file: a retry would fail again. */
const permanent = new Set([
  'media_empty',
  'media_not_a_film',
  'media_broken',
  'media_no_picture',
  'media_too_long',
  'media_too_large',
  'media_refers_elsewhere',
  'media_source_missing',
]);

export function explainFailure(error: unknown, attempts: number): Failure {
  const known = error instanceof MediaError || error instanceof IngestError ? error : undefined;
  const full = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
  const key = known?.key ?? (full ? 'media_disk_full' : 'media_failed');
  const detail = [
    (error as Error).message ?? String(error),
    error instanceof MediaError ? error.detail : undefined,
  ];
  return {
    key,
    detail: detail.filter(Boolean).join('\n'),
    retrySeconds: permanent.has(key) ? null : (RETRY_SECONDS[attempts - 1] ?? null),
  };
}
