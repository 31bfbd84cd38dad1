/** A film, or one episode of a series. */
export type MediaKind = 'movie' | 'episode';

/** What films come in, by the ending of their name. Twin: the bucket movies in the storage migration. */
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
export function endingOf(fileName: string): string {
  return /\.([a-z\d]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** Where an uploaded film lies in the bucket movies. Twin: private.take_uploaded_video in the media migration. */
export function videoPath(kind: MediaKind, id: string, ending: string): string {
  return kind === 'movie' ? `movies/${id}.${ending}` : `movies/episodes/${id}.${ending}`;
}

export function subtitlePath(id: string, ending: string): string {
  return `subtitles/${id}.${ending}`;
}
