/**
 * What ffmpeg may open: the file itself, read as one of the containers film-makers use. Playlists, concatenation
 * scripts and image sequences are not among them, since they make ffmpeg open other files and addresses.
 */
const CONTAINERS = ['mov', 'matroska', 'avi', 'mpegts', 'mpeg', 'flv', 'asf', 'ogg', 'mxf', 'dv'];

export const sandboxed = (file: string, seconds?: number): string[] => [
  // A file may be longer than it says: it is read a little beyond its word, not to whatever end it has.
  ...(seconds === undefined ? [] : ['-t', (seconds * 1.05 + 1).toFixed(3)]),
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  CONTAINERS.join(','),
  '-i',
  `file:${file}`,
];
