export interface FileKind {
  kind: 'playlist' | 'segment' | 'side' | 'key';
  type: string;
}

const TYPES: Record<string, Omit<FileKind, 'kind'> & { kind: 'playlist' | 'segment' | 'side' }> = {
  m3u8: { kind: 'playlist', type: 'application/vnd.apple.mpegurl' },
  m4s: { kind: 'segment', type: 'video/mp4' },
  mp4: { kind: 'segment', type: 'video/mp4' },
  vtt: { kind: 'side', type: 'text/vtt; charset=utf-8' },
  jpg: { kind: 'side', type: 'image/jpeg' },
  webp: { kind: 'side', type: 'image/webp' },
};

/** At most one folder, ASCII characters, a known extension: no name leads out of a stream's folder. */
const SHAPE =
  /^(?:(?<folder>[a-z][a-z0-9-]{0,31})\/)?[A-Za-z0-9][A-Za-z0-9_-]{0,99}\.(?<extension>m3u8|m4s|mp4|vtt|jpg|webp)$/;

/** What a file of a stream is, by its name; undefined for a name that no stream has. */
export function fileKind(name: string): FileKind | undefined {
  if (name === 'key') return { kind: 'key', type: 'application/octet-stream' };
  const { folder, extension } = SHAPE.exec(name)?.groups ?? {};
  const known = TYPES[extension ?? ''];
  if (known?.kind === 'segment' && folder?.startsWith('audio')) return { ...known, type: 'audio/mp4' };
  return known;
}

export function isStreamId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
}
