/** One rung of a film with all its audio tracks: which files it has, and a master playlist of these alone. */
export interface RungPlan {
  master: string;
  /** Folders whose media playlists are needed: the rung's and those of its audio tracks. */
  folders: string[];
}

/** Reads our own master playlists, which have one form (media/src/playlists.ts). Null for a rung that the film does not have. */
export function planRung(master: string, rung: string): RungPlan | null {
  const lines = master.split('\n');
  const at = lines.indexOf(`${rung}/playlist.m3u8`);
  const stream = lines[at - 1];
  if (at < 1 || !stream?.startsWith('#EXT-X-STREAM-INF:')) return null;
  const group = /AUDIO="([^"]+)"/.exec(stream)?.[1];
  const tracks = lines.filter(
    (line) => line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO') && line.includes(`GROUP-ID="${group}"`),
  );
  const head = lines.filter((line) => /^#EXT(?:M3U$|-X-VERSION|-X-INDEPENDENT-SEGMENTS)/.test(line));
  const folders = tracks.flatMap((line) => /URI="([^"/]+)\/playlist\.m3u8"/.exec(line)?.[1] ?? []);
  return {
    master: [...head, ...tracks, stream, `${rung}/playlist.m3u8`, ''].join('\n'),
    folders: [rung, ...folders],
  };
}

/** Paths of the segments that a media playlist names, and of their header. */
export function filesOf(folder: string, playlist: string): string[] {
  const header = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)?.[1];
  const segments = playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return [...(header ? [header] : []), ...segments].map((file) => `${folder}/${file}`);
}
