/**
 * Containers that ffmpeg may read. Playlists, concat scripts and image sequences are left out: they make ffmpeg open
 * other files and URLs.
 */
const CONTAINERS = ['mov', 'matroska', 'avi', 'mpegts', 'mpeg', 'flv', 'asf', 'ogg', 'mxf', 'dv'];

/** Input arguments that let ffmpeg open nothing but this file. */
export const sandboxedInput = (file: string, seconds?: number): string[] => [
  // A file can be longer than it declares, so reading stops a little after the declared end.
  ...(seconds === undefined ? [] : ['-t', (seconds * 1.05 + 1).toFixed(3)]),
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  CONTAINERS.join(','),
  '-i',
  `file:${file}`,
];
