import type { CastFilm } from './cast-gate.ts';

const CAPTIONS = /^captions-(\d{1,2})\.m3u8$/;

/**
 * The main playlist with the captions as renditions: a receiver knows nothing of the page's tracks. `chosen` is the language
 * that the viewer has on.
 */
export function withCaptions(master: string, { subtitles }: CastFilm, chosen: string | undefined): string {
  if (subtitles.length === 0) return master;
  const renditions = subtitles.map(
    ({ language, name }, at) =>
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="${quotable(name)}",LANGUAGE="${quotable(language)}",` +
      `DEFAULT=${language === chosen ? 'YES' : 'NO'},AUTOSELECT=YES,FORCED=NO,URI="captions-${at}.m3u8"`,
  );
  const lines = master
    .split('\n')
    .map((line) => (line.startsWith('#EXT-X-STREAM-INF:') ? `${line},SUBTITLES="captions"` : line));
  const first = lines.findIndex((line) => /^#EXT-X-(?:MEDIA|STREAM-INF):/.test(line));
  return lines.toSpliced(first === -1 ? lines.length : first, 0, ...renditions).join('\n');
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
