import type { CastFilm } from './cast-gate.ts';

const CAPTIONS = /^captions-(\d{1,2})\.m3u8$/;

const FOR_DEAF =
  'CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound",';

/**
 * The main playlist with the captions as renditions: a receiver knows nothing of the page's tracks. `chosen` is what the viewer
 * has on.
 */
export function withCaptions(
  master: string,
  { subtitles }: CastFilm,
  chosen: { language: string; kind: string } | undefined,
): string {
  if (subtitles.length === 0) return master;
  const same = subtitles.filter(({ language }) => language === chosen?.language);
  const first = same.find(({ kind = 'subtitles' }) => kind === chosen?.kind) ?? same[0];
  const renditions = subtitles.map((track, at) => {
    const { language, kind } = track;
    // No two renditions of a group can have one name.
    const name = `${quotable(track.name)}${kind === 'captions' ? ' [CC]' : ''}`;
    return (
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="${name}",LANGUAGE="${quotable(language)}",` +
      `DEFAULT=${track === first ? 'YES' : 'NO'},AUTOSELECT=YES,FORCED=NO,` +
      `${kind === 'captions' ? FOR_DEAF : ''}URI="captions-${at}.m3u8"`
    );
  });
  const lines = master
    .split('\n')
    .map((line) => (line.startsWith('#EXT-X-STREAM-INF:') ? `${line},SUBTITLES="captions"` : line));
  const place = lines.findIndex((line) => /^#EXT-X-(?:MEDIA|STREAM-INF):/.test(line));
  return lines.toSpliced(place === -1 ? lines.length : place, 0, ...renditions).join('\n');
}

/** The playlist of one rendition: its file as a single segment. Undefined for a name that is none. */
export function captionPlaylist(file: string, { subtitles, duration }: CastFilm): string | undefined {
  const [, at] = CAPTIONS.exec(file) ?? [];
  const track = at === undefined ? undefined : subtitles[Number(at)];
  if (!track) return undefined;
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${Math.ceil(duration)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXTINF:${duration},`,
    track.file,
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

/** Names come from files that people upload; a quote or a line break would end the attribute. */
function quotable(text: string): string {
  return text.replace(/["\p{Cc}]/gu, '');
}
