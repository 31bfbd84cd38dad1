import { endingOf, type MediaKind, VIDEO_TYPES, videoPath } from '@lakou/contract/media';
import { startUpload, type UploadEnd } from './uploads.ts';

export function isVideo(file: File): boolean {
  return endingOf(file.name) in VIDEO_TYPES;
}

/** What the upload of a film or episode is called. */
export const filmName = (kind: MediaKind, id: string): string => `${kind}-${id}`;

export function startFilmUpload(kind: MediaKind, id: string, title: string, file: File): Promise<UploadEnd> {
  const ending = endingOf(file.name);
  return startUpload({
    file,
    title,
    name: filmName(kind, id),
    bucket: 'movies',
    path: videoPath(kind, id, ending),
    cacheControl: 3600,
    contentType: VIDEO_TYPES[ending] ?? file.type,
  });
}
