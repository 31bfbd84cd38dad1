export interface Segment {
  file: string;
  duration: number;
  bytes: number;
}

const seconds = (duration: number): string => duration.toFixed(6).replace(/\.?0+$/, '');

/** The segments that ffmpeg's own playlist lists, in order, without their sizes. */
export function parseSegments(playlist: string): { file: string; duration: number }[] {
  return [...playlist.matchAll(/#EXTINF:([\d.]+),[^\n]*\n([^#\s]+)/g)].map(([, duration, file]) => ({
    file: file ?? '',
    duration: Number(duration),
  }));
}

/** The init segment is plain, so it stands before the key; the key's address is the stream's own. */
export function mediaPlaylist(segments: Segment[], iv: Buffer, kind: 'all' | 'key frames' = 'all'): string {
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
    ...segments.flatMap(({ file, duration }) => [`#EXTINF:${seconds(duration)},`, file]),
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

/** As RFC 8216 measures: the peak over any run of segments from half to one and a half target durations. */
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
  /** The group of sound renditions that it is heard with. */
  sound?: string;
}

export interface Rendition {
  group: string;
  uri: string;
  name: string;
  language: string;
  default: boolean;
}

interface Master {
  variants: Variant[];
  keyFrames?: Variant | undefined;
  renditions?: Rendition[];
}

export function masterPlaylist({ variants, keyFrames, renditions = [] }: Master): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...renditions.map(
      (one) =>
        `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${one.group}",NAME="${one.name}",${
          one.language === 'und' ? '' : `LANGUAGE="${one.language}",`
        }DEFAULT=${one.default ? 'YES' : 'NO'},AUTOSELECT=YES,CHANNELS="2",URI="${one.uri}"`,
    ),
    ...variants.flatMap((variant) => [`#EXT-X-STREAM-INF:${attributes(variant)}`, variant.uri]),
    ...(keyFrames ? [`#EXT-X-I-FRAME-STREAM-INF:${attributes(keyFrames)},URI="${keyFrames.uri}"`] : []),
    '',
  ].join('\n');
}

function attributes({ bandwidth, codecs, width, height, frameRate, sound }: Variant): string {
  return [
    `BANDWIDTH=${bandwidth.peak}`,
    `AVERAGE-BANDWIDTH=${bandwidth.average}`,
    `CODECS="${codecs.join(',')}"`,
    ...(width && height ? [`RESOLUTION=${width}x${height}`] : []),
    ...(frameRate ? [`FRAME-RATE=${frameRate.toFixed(3)}`] : []),
    ...(sound ? [`AUDIO="${sound}"`] : []),
  ].join(',');
}
