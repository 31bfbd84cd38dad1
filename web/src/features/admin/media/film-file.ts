import { extensionOf, type MediaKind, VIDEO_TYPES, videoPath } from '@lakou/contract/media/files';
import type { QueryClient } from '@tanstack/react-query';
import { mediaTitle } from './read-media.ts';
import { startUpload, type UploadResult } from './uploads.ts';

/** For file inputs. */
export const VIDEO_ACCEPT = ['video/*', ...Object.keys(VIDEO_TYPES).map((extension) => `.${extension}`)].join(
  ',',
);

export function isVideo(file: File): boolean {
  return extensionOf(file.name) in VIDEO_TYPES;
}

/** The name of the upload of a film or episode in the upload store. */
export const filmUploadName = (kind: MediaKind, id: string): string => `${kind}-${id}`;

export function startFilmUpload(
  kind: MediaKind,
  id: string,
  title: string,
  file: File,
): Promise<UploadResult> {
  const extension = extensionOf(file.name);
  return startUpload({
    file,
    title,
    name: filmUploadName(kind, id),
    bucket: 'movies',
    path: videoPath(kind, id, extension),
    cacheControl: 3600,
    contentType: VIDEO_TYPES[extension] ?? file.type,
  });
}

/** Whether the database has linked the uploaded file with its title; a trigger does it when the upload ends. */
export async function isVideoLinked(
  queries: QueryClient,
  { kind, id, path }: { kind: MediaKind; id: string; path: string },
): Promise<boolean> {
  try {
    const title = await queries.fetchQuery({ ...mediaTitle(kind, id), staleTime: 0 });
    return title?.video_url === path;
  } catch {
    return false;
  }
}
