import { FilmFileError, type FilmPart, type OpenedFilmFile } from './film-file.ts';
import { filesOf, planRung } from './plan-files.ts';
import { POSTER_FILE } from './poster-file.ts';

const MAX_TEXT_BYTES = 4_000_000;
/** The lines of our own playlists (media/src/playlists.ts). None has an address outside of the film. */
const MASTER_LINE =
  /^(?:#EXTM3U|#EXT-X-VERSION:\d+|#EXT-X-INDEPENDENT-SEGMENTS|#EXT-X-STREAM-INF:(?:[A-Z-]+=(?:[\w.-]+|"[\w.,-]*")(?:,|$))+|#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="[\w-]+",NAME="[^"]{0,100}",(?:LANGUAGE="[\w-]+",)?DEFAULT=(?:YES|NO),AUTOSELECT=YES,(?:CHARACTERISTICS="[\w.,-]+",)?CHANNELS="\d+",URI="[a-z][\w-]{0,40}\/playlist\.m3u8"|[a-z][\w-]{0,40}\/playlist\.m3u8|)$/;
const MEDIA_LINE =
  /^(?:#EXTM3U|#EXT-X-(?:VERSION|TARGETDURATION|MEDIA-SEQUENCE):\d+|#EXT-X-PLAYLIST-TYPE:VOD|#EXT-X-INDEPENDENT-SEGMENTS|#EXT-X-MAP:URI="init\.mp4"|#EXT-X-KEY:METHOD=AES-128,URI="\.\.\/key",IV=0x[\da-f]{32}|#EXTINF:[\d.]+,|\d{1,8}\.m4s|#EXT-X-ENDLIST|)$/;

/** Throws unless the file's parts are those that its playlists name: a whole film of this size, and nothing else. */
export async function checkPlaylists({ header, readPart }: OpenedFilmFile): Promise<void> {
  const parts = new Map(header.parts.map((part) => [part.file, part]));
  const textOf = async (file: string, line: RegExp): Promise<string> => {
    const part = parts.get(file);
    if (!part || part.bytes > MAX_TEXT_BYTES) throw new FilmFileError('damaged');
    const text = new TextDecoder().decode(await readPart(part));
    if (!text.split('\n').every((one) => line.test(one))) throw new FilmFileError('damaged');
    return text;
  };
  const master = await textOf('master.m3u8', MASTER_LINE);
  const plan = planRung(master, header.rung);
  if (plan?.master !== master) throw new FilmFileError('damaged');
  const needed = new Set(['master.m3u8']);
  for (const folder of plan.folders) {
    const playlist = `${folder}/playlist.m3u8`;
    needed.add(playlist);
    for (const file of filesOf(folder, await textOf(playlist, MEDIA_LINE))) needed.add(file);
  }
  const isMissing = [...needed].some((file) => !parts.has(file));
  if (isMissing || !header.parts.every((part) => needed.has(part.file) || isOptional(part)))
    throw new FilmFileError('damaged');
}

function isOptional({ file }: FilmPart): boolean {
  return file === POSTER_FILE || file.endsWith('.vtt');
}
