import type { AudioKind, FilmAudio } from './film.ts';

export interface Segment {
  file: string;
  duration: number;
  bytes: number;
}

const formatSeconds = (duration: number): string => duration.toFixed(6).replace(/\.?0+$/, '');

/** The segments listed in a playlist written by ffmpeg, in order. */
export function parseSegments(playlist: string): { file: string; duration: number }[] {
  return [...playlist.matchAll(/#EXTINF:([\d.]+),[^\n]*\n([^#\s]+)/g)].map(([, duration, file]) => ({
    file: file ?? '',
    duration: Number(duration),
  }));
}

/** EXT-X-MAP comes before EXT-X-KEY because the init segment is not encrypted. The key URL is relative to the stream. */
export function formatMediaPlaylist(
  segments: Segment[],
  iv: Buffer,
  kind: 'all' | 'key frames' = 'all',
): string {
  const longest = Math.max(...segments.map(({ duration }) => duration));
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.round(longest))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    kind === 'all' ? '#EXT-X-INDEPENDENT-SEGMENTS' : '#EXT-X-I-FRAMES-ONLY',
    '#EXT-X-MAP:URI="init.mp4"',
    `#EXT-X-KEY:METHOD=AES-128,URI="../key",IV=0x${iv.toString('hex')}`,
    ...segments.flatMap(({ file, duration }) => [`#EXTINF:${formatSeconds(duration)},`, file]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

export interface Bandwidths {
  /** Bits per second. */
  peak: number;
  average: number;
  bytes: number;
}

/** RFC 8216: the peak is taken over any run of segments between 0.5 and 1.5 target durations. */
export function measureBandwidths(segments: Segment[]): Bandwidths {
  const target = Math.max(...segments.map(({ duration }) => duration));
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  const duration = segments.reduce((sum, segment) => sum + segment.duration, 0);
  const average = Math.ceil((bytes * 8) / duration);
  let peak = average;
  segments.forEach((_, from) => {
    let [size, length] = [0, 0];
    for (const segment of segments.slice(from, from + 64)) {
      size += segment.bytes;
      length += segment.duration;
      if (length > target * 1.5 + 0.001) break;
      if (length >= target * 0.5 - 0.001) peak = Math.max(peak, Math.ceil((size * 8) / length));
    }
  });
  return { peak, average, bytes };
}

export interface Variant {
  uri: string;
  bandwidth: Bandwidths;
  codecs: string[];
  width?: number;
  height?: number;
  frameRate?: number;
  /** The group of audio renditions that belongs to it. */
  audioGroup?: string;
}

export interface Rendition {
  group: string;
  uri: string;
  name: string;
  language: string;
  default: boolean;
  kind: AudioKind;
}

interface MasterPlaylist {
  variants: Variant[];
  keyFrames?: Variant | undefined;
  renditions?: Rendition[];
}

export function formatMasterPlaylist({ variants, keyFrames, renditions = [] }: MasterPlaylist): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...renditions.map(
      (rendition) =>
        `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${rendition.group}",NAME="${rendition.name}",${
          rendition.language === 'und' ? '' : `LANGUAGE="${rendition.language}",`
        }${formatChoice(rendition)},CHANNELS="2",URI="${rendition.uri}"`,
    ),
    ...variants.flatMap((variant) => [`#EXT-X-STREAM-INF:${formatAttributes(variant)}`, variant.uri]),
    ...(keyFrames ? [`#EXT-X-I-FRAME-STREAM-INF:${formatAttributes(keyFrames)},URI="${keyFrames.uri}"`] : []),
    '',
  ].join('\n');
}

function formatAttributes({ bandwidth, codecs, width, height, frameRate, audioGroup }: Variant): string {
  return [
    `BANDWIDTH=${bandwidth.peak}`,
    `AVERAGE-BANDWIDTH=${bandwidth.average}`,
    `CODECS="${codecs.join(',')}"`,
    ...(width && height ? [`RESOLUTION=${width}x${height}`] : []),
    ...(frameRate ? [`FRAME-RATE=${frameRate.toFixed(3)}`] : []),
    ...(audioGroup ? [`AUDIO="${audioGroup}"`] : []),
  ].join(',');
}

/**
 * AUTOSELECT=YES also for descriptions: a player chooses one by itself only for people whose device asks for what its
 * CHARACTERISTICS say.
 */
function formatChoice({ default: first, kind }: Pick<FilmAudio, 'default' | 'kind'>): string {
  const characteristics =
    kind === 'description' ? ',CHARACTERISTICS="public.accessibility.describes-video"' : '';
  return `DEFAULT=${first ? 'YES' : 'NO'},AUTOSELECT=YES${characteristics}`;
}

const CHOICE = /DEFAULT=(?:YES|NO),AUTOSELECT=YES(?:,CHARACTERISTICS="[^"]*")?/;

/** A master playlist of ours with other kinds of audio tracks: each group names the tracks in the film's order. */
export function changeAudioKinds(master: string, audio: FilmAudio[]): string {
  const named = new Map<string, number>();
  return master
    .split('\n')
    .map((line) => {
      const [, group] = /^#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="([^"]+)"/.exec(line) ?? [];
      if (group === undefined) return line;
      const at = named.get(group) ?? 0;
      named.set(group, at + 1);
      const track = audio[at];
      return track ? line.replace(CHOICE, formatChoice(track)) : line;
    })
    .join('\n');
}

/** The playlist for listening alone, with the sound of the master playlist's default track. */
export function changeAudioOnly(audioOnly: string, master: string): string {
  const [, uri] = /^#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="low",.*DEFAULT=YES.*URI="([^"]+)"/m.exec(master) ?? [];
  return uri === undefined ? audioOnly : audioOnly.replace(/^audio\S*\/playlist\.m3u8$/m, uri);
}
