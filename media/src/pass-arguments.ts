import { audioFilter } from './analyse-tracks.ts';
import { av1Arguments, opusArguments } from './av1-arguments.ts';
import type { Rung, SegmentDurations } from './choose-ladder.ts';
import { fitWithin } from './choose-ladder.ts';
import { type FrameRate, formatRate, framesPerSecond } from './frame-rate.ts';
import type { Limits } from './limits.ts';
import type { Source } from './probe.ts';
import { sandboxedInput } from './sandbox.ts';

/** Audio without video: the audio-only playlist, and the renditions of a film with several audio tracks. */
export interface AudioOutput {
  name: string;
  /** Index into the audio tracks of the source. */
  track: number;
  bitrate: number;
}

/** The outputs of one ffmpeg command, which decodes the source once. */
export interface Pass {
  rungs: Rung[];
  audio: AudioOutput[];
  /** A key-frame-only rendition for fast seeking, one frame per `interval` seconds. */
  keyFrames: { name: string; interval: number; width: number; height: number } | null;
  /** Storyboard sheets: grids of thumbnails. */
  sheets: { interval: number; width: number; height: number } | null;
}

export interface PassContext {
  source: Source;
  gains: number[];
  segmentDurations: SegmentDurations;
  limits: Limits;
}

/** A part of the source in seconds, beginning at the start of a segment. */
export interface Span {
  start: number;
  seconds: number;
}

export const SHEET_GRID = { columns: 5, rows: 5 };
/** Large enough to recognise a scene above the seek bar. */
export const thumbnailSize = (source: Source) => fitWithin(source.video, { long: 160, short: 90 });

/** The arguments of the ffmpeg command that writes all outputs of a pass as unencrypted segments. */
export function buildPassArguments(pass: Pass, context: PassContext): string[] {
  const { source, limits } = context;
  const isMuxed = hasMuxedAudio(source);
  const audioTracks = listAudio(pass, source).map(({ track }) => track);
  const nextLabel = createLabels();
  return [
    ...['-hide_banner', '-nostdin', '-y', '-v', 'warning', '-nostats', '-progress', 'pipe:1'],
    ...['-filter_complex_threads', String(limits.threads), '-threads', String(limits.threads)],
    ...sandboxedInput(source.file, source.duration),
    ...[
      '-filter_complex',
      [...buildVideoGraph(pass, context), ...buildAudioGraph(audioTracks, context)].join(';'),
    ],
    ...pass.rungs.flatMap((rung) => [
      ...['-map', nextLabel('v')],
      ...(isMuxed ? ['-map', nextLabel('a')] : []),
      ...(rung.codec === 'av1'
        ? [...av1Arguments(rung, context), ...(isMuxed ? opusArguments(rung.audio) : [])]
        : [...h264Arguments(rung, context), ...(isMuxed ? aacArguments(rung.audio) : [])]),
      ...hlsArguments(rung.name, 0.1),
    ]),
    ...pass.audio.flatMap(({ name, bitrate }) => [
      '-map',
      nextLabel('a'),
      ...aacArguments(bitrate),
      ...hlsArguments(name, 4),
    ]),
    ...(pass.keyFrames
      ? ['-map', nextLabel('v'), ...keyFrameArguments(limits), ...hlsArguments(pass.keyFrames.name, 0.1)]
      : []),
    ...(pass.sheets ? sheetArguments(nextLabel('v')) : []),
  ];
}

/** Sheets are written into the work folder. */
export const sheetArguments = (source: string): string[] => [
  ...['-map', source, '-c:v', 'mjpeg', '-q:v', '7', ...NO_METADATA, 'storyboard-%d.jpg'],
];
export const sheetTiles = `tile=${SHEET_GRID.columns}x${SHEET_GRID.rows}`;
export const NO_METADATA = [
  '-map_metadata',
  '-1',
  '-map_chapters',
  '-1',
  '-fflags',
  '+bitexact',
  '-flags',
  '+bitexact',
];
/** Added to the CRF: frames shown only while seeking need less detail. */
const KEY_FRAME_CRF_OFFSET = 7;
export const keyFrameArguments = (limits: Limits): string[] => [
  ...[...x264Arguments(limits), '-crf', String(limits.crf + KEY_FRAME_CRF_OFFSET)],
  ...['-preset', 'veryfast', '-g', '1', '-bf', '0'],
];

/** Numbers the outputs of the filter graph in the order in which they are mapped. */
export function createLabels(): (kind: 'v' | 'a') => string {
  const count = { v: 0, a: 0 };
  return (kind) => {
    count[kind] += 1;
    return `[${kind}${count[kind] - 1}]`;
  };
}

/** Decodes once, scales to the largest size in use and splits from there. Of a span, sheets are single thumbnails. */
export function buildVideoGraph(
  pass: Pass,
  { source }: Pick<PassContext, 'source'>,
  span?: Span | undefined,
): string[] {
  const { video } = source;
  const sample = (interval: number): string[] =>
    span ? sampleSpan(interval, span, video.rate) : [sampleEvery(interval)];
  const branches = [
    ...pass.rungs.map((rung) => [
      ...(formatRate(rung.rate) === formatRate(video.rate) ? [] : [`fps=${formatRate(rung.rate)}`]),
      ...(span ? [`trim=end_frame=${countFrames(rung.rate, span.seconds)}`] : []),
      ...resize(rung),
    ]),
    ...(pass.keyFrames ? [[...sample(pass.keyFrames.interval), ...resize(pass.keyFrames)]] : []),
    ...(pass.sheets
      ? [
          [
            ...sample(pass.sheets.interval),
            ...resize(pass.sheets),
            ...(span ? [] : [sheetTiles]),
            'format=yuvj420p',
          ],
        ]
      : []),
  ];
  const sizes = [...pass.rungs, ...(pass.keyFrames ? [pass.keyFrames] : [])];
  const largest = sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0] ?? video;
  const shared = [
    ...deinterlace(video),
    `fps=${formatRate(video.rate)}:start_time=0`,
    ...resize(largest),
    ...toneMap(video),
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
/** `round=up` takes the frame at that time; the default would take one up to half an interval later. */
const sampleEvery = (seconds: number): string => `fps=1/${seconds}:round=up:start_time=0`;
/** In the time of the film, so that every span takes the frames that the whole film would. */
const sampleSpan = (interval: number, span: Span, rate: FrameRate): string[] => [
  `setpts=PTS+${countFrames(rate, span.start)}`,
  `fps=1/${interval}:round=up`,
  `trim=end_frame=${countSamples(interval, span)}`,
];
export const countFrames = (rate: FrameRate, seconds: number): number =>
  Math.round(seconds * framesPerSecond(rate));
/** How many multiples of the interval are in a span. */
export const countSamples = (interval: number, { start, seconds }: Span): number =>
  Math.ceil((start + seconds) / interval - 1e-6) - Math.ceil(start / interval - 1e-6);
const deinterlace = ({ interlaced }: Source['video']): string[] =>
  interlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : [];
const toneMap = ({ highDynamicRange }: Source['video']): string[] =>
  highDynamicRange
    ? [
        // Cameras often declare only the transfer function; HDR video always uses the BT.2020 colours.
        'setparams=color_primaries=bt2020:colorspace=bt2020nc',
        'zscale=t=linear:npl=100',
        'format=gbrpf32le',
        'zscale=p=bt709',
        'tonemap=hable:desat=0',
        'zscale=t=bt709:m=bt709:r=tv',
      ]
    : [];

/** Progressive frames in standard dynamic range. */
export const standardVideoFilters = (video: Source['video']): string[] => [
  ...deinterlace(video),
  ...toneMap(video),
  'format=yuv420p',
];

/** Filters each track once, then splits it to all outputs that carry it. */
export function buildAudioGraph(
  outputs: number[],
  { source, gains }: Pick<PassContext, 'source' | 'gains'>,
): string[] {
  return source.audio.flatMap(({ index }, track) => {
    const targets = outputs.flatMap((wanted, position) => (wanted === track ? [`[a${position}]`] : []));
    if (targets.length === 0) return [];
    return [`[0:${index}]${audioFilter(gains[track] ?? 0)},asplit=${targets.length}${targets.join('')}`];
  });
}

/** One track goes with the picture; several are separate. */
export const hasMuxedAudio = ({ audio }: Pick<Source, 'audio'>): boolean => audio.length === 1;

/** All audio of a pass, in the order in which it is mapped: first that of the rungs. */
export const listAudio = (
  { rungs, audio }: Pass,
  source: Pick<Source, 'audio'>,
): Pick<AudioOutput, 'track' | 'bitrate'>[] => [
  ...(hasMuxedAudio(source) ? rungs.map((rung) => ({ track: 0, bitrate: rung.audio })) : []),
  ...audio,
];

const x264Arguments = ({ threads }: Limits): string[] => [
  ...['-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-threads', String(threads)],
];

/**
 * Fewer bits at equal quality (`npm run bench -- encode`): bits go where blocks show, flat areas included; at these rates
 * imitating grain costs more than it shows.
 */
const FRUGAL = ['-aq-mode', '2', '-bf', '6', '-x264-params', 'psy-rd=0.4,0:rc-lookahead=60'];

/** Constant quality with a maximum bit rate; key frames only at segment starts, so that each one begins a segment. */
export function h264Arguments(
  rung: Pick<Rung, 'preset' | 'video'>,
  { segmentDurations, limits }: Pick<PassContext, 'segmentDurations' | 'limits'>,
): string[] {
  const keys = `expr:gte(t,${segmentDurations.first}+(n_forced-1)*${segmentDurations.following}-0.001)`;
  return [
    ...x264Arguments(limits),
    ...['-preset', rung.preset, '-crf', String(limits.crf), '-maxrate', `${rung.video}k`],
    ...['-bufsize', `${Math.round(rung.video * 1.5)}k`, ...FRUGAL],
    ...['-g', '100000', '-keyint_min', '1', '-sc_threshold', '0', '-force_key_frames', keys],
  ];
}

const aacArguments = (bitrate: number): string[] => [...AAC, '-b:a', `${bitrate}k`];
export const AAC = ['-c:a', 'aac', '-ac', '2', '-ar', '48000'];

/** How much of a segment has to arrive before it can be shown. */
export const CHUNK_SECONDS = 0.5;
/** A segment is a row of chunks, each playable when it has arrived (CMAF); an index beside each would be 104 bytes. */
const CHUNKS = ['-hls_segment_options', `frag_duration=${CHUNK_SECONDS * 1e6}:movflags=+skip_sidx`];

/**
 * The muxer cuts at the first key frame after `seconds`; with 0.1 that is every key frame. Timestamps start at zero in
 * every rung: encoder delay goes into the edit list, so that rungs do not drift apart.
 */
export const hlsArguments = (name: string, seconds: number): string[] => [
  ...NO_METADATA,
  ...['-max_muxing_queue_size', '4096', '-avoid_negative_ts', 'disabled'],
  ...['-f', 'hls', '-hls_time', String(seconds), '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
  ...CHUNKS,
  ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', `${name}/%05d.m4s`],
  `${name}/playlist.m3u8`,
];
