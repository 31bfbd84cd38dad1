/** A film, or one episode of a series. */
export type MediaKind = 'movie' | 'episode';

/** Video types by file extension. Keep equal to the bucket movies in the storage migration. */
export const VIDEO_TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  ts: 'video/mp2t',
  m2ts: 'video/mp2t',
  mts: 'video/mp2t',
  '3gp': 'video/3gpp',
  mxf: 'application/mxf',
};

export const SUBTITLE_TYPES: Readonly<Record<string, string>> = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
};

/** `mp4` of `My Film.MP4`; empty where there is none. */
export function extensionOf(fileName: string): string {
  return /\.([a-z\d]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** Path of an uploaded film in the bucket movies. Keep equal to private.link_uploaded_video. */
export function videoPath(kind: MediaKind, id: string, extension: string): string {
  return kind === 'movie' ? `movies/${id}.${extension}` : `movies/episodes/${id}.${extension}`;
}

export function subtitlePath(id: string, extension: string): string {
  return `subtitles/${id}.${extension}`;
}

export function signPath(id: string, extension: string): string {
  return `signs/${id}.${extension}`;
}
