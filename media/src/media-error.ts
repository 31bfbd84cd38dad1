export type MediaErrorKey =
  | 'media_empty'
  | 'media_not_a_film'
  | 'media_broken'
  | 'media_no_picture'
  | 'media_too_long'
  | 'media_too_large'
  | 'media_refers_elsewhere'
  | 'media_not_subtitles'
  | 'media_ffmpeg_missing'
  | 'media_disk_full'
  | 'media_timed_out'
  | 'media_canceled'
  | 'media_failed';

/** Why encoding failed. The key selects the translated message; `message` and `detail` go to logs and administrators. */
export class MediaError extends Error {
  override name = 'MediaError';
  readonly key: MediaErrorKey;
  readonly detail: string | undefined;

  constructor(key: MediaErrorKey, message: string, detail?: string) {
    super(message);
    this.key = key;
    this.detail = detail;
  }
}

/** Maps errors of Node to a MediaError. */
export function toMediaError(error: unknown): MediaError {
  if (error instanceof MediaError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull();
  if (code === 'ABORT_ERR') return canceled();
  return new MediaError('media_failed', message ?? String(error));
}

export const diskFull = (detail?: string): MediaError =>
  new MediaError('media_disk_full', 'There is not enough space on the disk.', detail);

export const canceled = (): MediaError => new MediaError('media_canceled', 'The work was canceled.');
