import type { Beat, Rung } from './choose-ladder.ts';
import { fit } from './choose-ladder.ts';
import { asText } from './frame-rate.ts';
import type { Limits } from './limits.ts';
import { soundFilter } from './listen.ts';
import type { Source } from './probe.ts';
import { sandboxed } from './sandbox.ts';

/** Sound without picture: the audio-only playlist, and the renditions of a film with several tracks. */
export interface SoundOutput {
  name: string;
  /** Which of the source's audio tracks. */
  track: number;
  bitrate: number;
}

/** What one ffmpeg command makes from one reading of the source. */
export interface Pass {
  rungs: Rung[];
  sounds: SoundOutput[];
  /** Key frames alone, for winding quickly, one each so many seconds. */
  keyFrames: { name: string; interval: number; width: number; height: number } | null;
  sheets: { interval: number; width: number; height: number } | null;
}

interface Setting {
  source: Source;
  gains: number[];
  beat: Beat;
  limits: Limits;
}

export const SHEET = { columns: 5, rows: 5 };
/** A short side of 90 lies well under a finger on the seek bar. */
export const smallPicture = (source: Source) => fit(source.video, { long: 160, short: 90 });

/** The arguments of one ffmpeg that writes every output of a pass, as plain segments, into its folder. */
export function passArguments(pass: Pass, setting: Setting): string[] {
  const { source, limits } = setting;
  const muxed = source.audio.length === 1;
  const sounds = [
    ...(muxed ? pass.rungs.map((): number => 0) : []),
    ...pass.sounds.map(({ track }) => track),
  ];
  const label = labels();
  return [
    ...['-hide_banner', '-nostdin', '-y', '-v', 'warning', '-nostats', '-progress', 'pipe:1'],
    ...['-filter_complex_threads', String(limits.threads), '-threads', String(limits.threads)],
    ...sandboxed(source.file, source.duration),
    ...['-filter_complex', [...pictureGraph(pass, setting), ...soundGraph(sounds, setting)].join(';')],
    ...pass.rungs.flatMap((rung) => [
      ...['-map', label('v')],
      ...(muxed ? ['-map', label('a'), ...aac(rung.audio)] : []),
      ...h264(rung, setting),
      ...hls(rung.name, 0.1),
    ]),
    ...pass.sounds.flatMap(({ name, bitrate }) => ['-map', label('a'), ...aac(bitrate), ...hls(name, 4)]),
    ...(pass.keyFrames
      ? [
          '-map',
          label('v'),
          ...x264(limits),
          '-crf',
          String(limits.coarseness + COARSER),
          ...KEY_FRAMES_ONLY,
          ...hls(pass.keyFrames.name, 0.1),
        ]
      : []),
    ...(pass.sheets ? ['-map', label('v'), '-c:v', 'mjpeg', '-q:v', '7', ...PLAIN, SHEETS] : []),
  ];
}

const SHEETS = 'storyboard-%d.jpg';
const PLAIN = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags', '+bitexact'];
const KEY_FRAMES_ONLY = ['-preset', 'veryfast', '-g', '1', '-bf', '0'];
/** Pictures that pass in a moment need less detail. */
const COARSER = 7;

/** Names the outputs of the graph in the order in which they are asked for. */
function labels(): (kind: 'v' | 'a') => string {
  const asked = { v: 0, a: 0 };
  return (kind) => {
    asked[kind] += 1;
    return `[${kind}${asked[kind] - 1}]`;
  };
}

/** Decoded once, brought to the largest size that is needed, and divided from there. */
function pictureGraph(pass: Pass, { source }: Setting): string[] {
  const { video } = source;
  const branches = [
    ...pass.rungs.map((rung) => [
      ...(asText(rung.rate) === asText(video.rate) ? [] : [`fps=${asText(rung.rate)}`]),
      ...resize(rung),
    ]),
    ...(pass.keyFrames ? [[every(pass.keyFrames.interval), ...resize(pass.keyFrames)]] : []),
    ...(pass.sheets
      ? [
          [
            every(pass.sheets.interval),
            ...resize(pass.sheets),
            `tile=${SHEET.columns}x${SHEET.rows}`,
            'format=yuvj420p',
          ],
        ]
      : []),
  ];
  const sizes = [...pass.rungs, ...(pass.keyFrames ? [pass.keyFrames] : [])];
  const largest = sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0] ?? video;
  const shared = [
    ...whole(video),
    `fps=${asText(video.rate)}:start_time=0`,
    ...resize(largest),
    ...standardRange(video),
    'format=yuv420p',
  ];
  return [
    `[0:${video.index}]${shared.join(',')},split=${branches.length}${branches.map((_, n) => `[s${n}]`).join('')}`,
    ...branches.map((filters, n) => `[s${n}]${filters.join(',')}[v${n}]`),
  ];
}

const resize = ({ width, height }: { width: number; height: number }): string[] => [
  `scale=${width}:${height}:flags=bicubic:out_range=tv`,
  'setsar=1',
];
/** `up`: the picture at that very moment, not one from halfway to the next. */
const every = (seconds: number): string => `fps=1/${seconds}:round=up:start_time=0`;
const whole = ({ interlaced }: Source['video']): string[] =>
  interlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : [];
const standardRange = ({ highDynamicRange }: Source['video']): string[] =>
  highDynamicRange
    ? [
        // Cameras often name the transfer alone; bright pictures are always in the wide colours.
        'setparams=color_primaries=bt2020:colorspace=bt2020nc',
        'zscale=t=linear:npl=100',
        'format=gbrpf32le',
        'zscale=p=bt709',
        'tonemap=hable:desat=0',
        'zscale=t=bt709:m=bt709:r=tv',
      ]
    : [];

/** Whole pictures in the colours of an ordinary screen. */
export const toStandardPicture = (video: Source['video']): string[] => [
  ...whole(video),
  ...standardRange(video),
  'format=yuv420p',
];

/** Each track once through its filters, then copied to every output that carries it. */
function soundGraph(outputs: number[], { source, gains }: Setting): string[] {
  return source.audio.flatMap(({ index }, track) => {
    const places = outputs.flatMap((wanted, place) => (wanted === track ? [`[a${place}]`] : []));
    if (places.length === 0) return [];
    return [`[0:${index}]${soundFilter(gains[track] ?? 0)},asplit=${places.length}${places.join('')}`];
  });
}

const x264 = ({ threads }: Limits): string[] => [
  ...['-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-threads', String(threads)],
];

/** Constant quality under a ceiling; key frames at the beat and nowhere else, so that each one opens a segment. */
function h264(rung: Rung, { beat, limits }: Setting): string[] {
  const keys = `expr:gte(t,${beat.first}+(n_forced-1)*${beat.each}-0.001)`;
  return [
    ...x264(limits),
    ...['-preset', rung.preset, '-crf', String(limits.coarseness), '-maxrate', `${rung.video}k`],
    ...['-bufsize', `${Math.round(rung.video * 1.5)}k`],
    ...['-g', '100000', '-keyint_min', '1', '-sc_threshold', '0', '-force_key_frames', keys],
  ];
}

const aac = (bitrate: number): string[] => ['-c:a', 'aac', '-b:a', `${bitrate}k`, '-ac', '2', '-ar', '48000'];

/**
 * The muxer cuts at the first key frame after `seconds`: with a tenth, at every one. Time starts at zero with the first
 * picture in every rung: what a codec needs before it is in the edit list, not added to one rung and not the other.
 */
const hls = (name: string, seconds: number): string[] => [
  ...PLAIN,
  ...['-max_muxing_queue_size', '4096', '-avoid_negative_ts', 'disabled'],
  ...['-f', 'hls', '-hls_time', String(seconds), '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
  ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', `${name}/%05d.m4s`],
  `${name}/playlist.m3u8`,
];
