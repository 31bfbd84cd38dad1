import { stat } from 'node:fs/promises';
import { checkContainer } from './check-container.ts';
import type { AudioKind, SubtitleKind } from './film.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { chooseConstantRate, type FrameRate, parseRate } from './frame-rate.ts';
import { languageName, languageTag } from './languages.ts';
import { type Limits, withDefaultLimits } from './limits.ts';
import { MediaError, toMediaError } from './media-error.ts';
import { type FfmpegOptions, runFfmpeg } from './run-ffmpeg.ts';
import { sandboxedInput } from './sandbox.ts';

export interface Track<Kind extends SubtitleKind | AudioKind> {
  /** Stream index in the container. */
  index: number;
  language: string;
  name: string;
  default: boolean;
  kind: Kind;
}

/** The properties of a source file that encoding needs. */
export interface Source {
  file: string;
  bytes: number;
  duration: number;
  /** As ffmpeg names it: `mov,mp4,m4a,3gp,3g2,mj2`. */
  container: string;
  /** The time of the first packet of any track, which ffmpeg counts as zero. */
  startTime: number;
  video: {
    index: number;
    /** Display size: after rotation, in square pixels. */
    width: number;
    height: number;
    rate: FrameRate;
    interlaced: boolean;
    highDynamicRange: boolean;
  };
  audio: Track<AudioKind>[];
  /** Embedded text subtitles. */
  subtitles: Track<SubtitleKind>[];
}

interface ProbedStream {
  index: number;
  codec_type?: string;
  codec_name?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  field_order?: string;
  color_transfer?: string;
  channels?: number;
  duration?: string;
  disposition?: Record<string, number>;
  tags?: Record<string, string>;
  side_data_list?: { rotation?: number }[];
}

const MAX_TRACKS = 8;
const MAX_DIMENSION = 8192;
const TEXT_SUBTITLES = ['subrip', 'ass', 'ssa', 'mov_text', 'webvtt', 'text'];

interface Options {
  limits?: Partial<Limits>;
  signal?: AbortSignal | undefined;
}

/** Reads the properties of a film. Throws a MediaError with the reason if the file is not one. */
export async function probe(file: string, { limits: overrides, signal }: Options = {}): Promise<Source> {
  const limits = withDefaultLimits(overrides);
  try {
    const { size: bytes } = await stat(file);
    if (bytes === 0) throw new MediaError('media_empty', 'The file is empty.');
    if (bytes > limits.maxSourceBytes) throw new MediaError('media_too_large', 'The file is too large.');
    const { isKnownContainer } = await checkContainer(file, bytes);
    const programs = await findFfmpeg();
    const bounds = { niceness: limits.niceness, memory: limits.memory, seconds: 180, signal };
    const probed = await readStreams(file, isKnownContainer, { program: programs.ffprobe, ...bounds });
    const source = await toSource(file, bytes, probed, { program: programs.ffmpeg, ...bounds });
    if (source.duration > limits.maxSourceSeconds)
      throw new MediaError('media_too_long', 'The film is too long.', `${Math.round(source.duration)} s`);
    await decodeBeginning(source, { program: programs.ffmpeg, ...bounds });
    return source;
  } catch (error) {
    throw toMediaError(error);
  }
}

interface ProbeResult {
  streams: ProbedStream[];
  duration: number;
  container: string;
  startTime: number;
}

async function readStreams(
  file: string,
  isKnownContainer: boolean,
  run: FfmpegOptions,
): Promise<ProbeResult> {
  const args = ['-v', 'warning', '-show_format', '-show_streams', '-of', 'json', ...sandboxedInput(file)];
  const { stdout, stderr } = await runFfmpeg({ ...run, args }).catch((error: MediaError) => {
    if (error.key !== 'media_failed') throw error;
    if (isKnownContainer)
      throw new MediaError('media_broken', 'The file is broken and cannot be read.', error.detail);
    throw new MediaError('media_not_a_film', 'This file is not a film.', error.detail);
  });
  if (/external track|not on whitelist/i.test(stderr))
    throw new MediaError('media_refers_elsewhere', 'The file refers to other files.', stderr.slice(-500));
  try {
    const { streams = [], format = {} } = JSON.parse(stdout) as {
      streams?: ProbedStream[];
      format?: { duration?: string; format_name?: string; start_time?: string };
    };
    return {
      streams,
      duration: Number(format.duration ?? Number.NaN),
      container: format.format_name ?? '',
      startTime: Number(format.start_time ?? 0) || 0,
    };
  } catch {
    throw new MediaError('media_broken', 'The metadata of the file is too large or malformed.');
  }
}

async function toSource(
  file: string,
  bytes: number,
  probed: ProbeResult,
  run: FfmpegOptions,
): Promise<Source> {
  const videos = probed.streams.filter(
    ({ codec_type, disposition, width, height }) =>
      codec_type === 'video' && disposition?.attached_pic !== 1 && width && height,
  );
  const video =
    videos.find(({ disposition }) => disposition?.default === 1) ??
    videos.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0))[0];
  if (!video) throw new MediaError('media_no_picture', 'The file has no video track.');
  const { width = 0, height = 0 } = video;
  if (Math.max(width, height) > MAX_DIMENSION || Math.min(width, height) < 16)
    throw new MediaError('media_too_large', `Video of ${width} × ${height} is not supported.`);
  const videoDuration = Number(video.duration ?? parseDurationTag(video.tags?.DURATION));
  const declared = videoDuration > 0 ? videoDuration : probed.duration;
  const duration = declared > 0 ? declared : await measureDuration(file, video.index, run);
  return {
    file,
    bytes,
    duration,
    container: probed.container,
    startTime: probed.startTime,
    video: {
      index: video.index,
      ...displaySize(video),
      rate: chooseConstantRate(parseRate(video.avg_frame_rate) ?? parseRate(video.r_frame_rate)),
      interlaced: ['tt', 'bb', 'tb', 'bt'].includes(video.field_order ?? ''),
      highDynamicRange: ['smpte2084', 'arib-std-b67'].includes(video.color_transfer ?? ''),
    },
    audio: toTracks(
      probed.streams.filter(({ codec_type, channels }) => codec_type === 'audio' && (channels ?? 0) > 0),
      ({ visual_impaired, descriptions }) => (visual_impaired || descriptions ? 'description' : 'main'),
    ),
    subtitles: toTracks(
      probed.streams.filter(
        ({ codec_type, codec_name = '' }) => codec_type === 'subtitle' && TEXT_SUBTITLES.includes(codec_name),
      ),
      ({ hearing_impaired, captions }) => (hearing_impaired || captions ? 'captions' : 'subtitles'),
    ),
  };
}

/** Matroska stores the duration of a track as a tag, `00:01:30.040000000`. */
function parseDurationTag(tag: string | undefined): number {
  const [hours = Number.NaN, minutes = 0, seconds = 0] = (tag ?? '').split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

function displaySize(video: ProbedStream): { width: number; height: number } {
  const [horizontal = 1, vertical = 1] = (video.sample_aspect_ratio ?? '1:1').split(':').map(Number);
  const ratio = horizontal > 0 && vertical > 0 ? horizontal / vertical : 1;
  const width = Math.round((video.width ?? 0) * ratio);
  const height = video.height ?? 0;
  const rotated = video.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation;
  const degrees = Math.abs(rotated ?? Number(video.tags?.rotate ?? 0)) % 180;
  return degrees > 45 && degrees < 135 ? { width: height, height: width } : { width, height };
}

function toTracks<Kind extends SubtitleKind | AudioKind>(
  streams: ProbedStream[],
  kindOf: (disposition: Record<string, number>) => Kind,
): Track<Kind>[] {
  const tracks = streams.slice(0, MAX_TRACKS).map((stream, position) => {
    const { disposition = {} } = stream;
    const language = languageTag(stream.tags?.language);
    const title = stream.tags?.title?.replaceAll(/["\r\n]/g, ' ').trim();
    const name = title || languageName(language) || `${position + 1}`;
    const isDefault = disposition.default === 1;
    return { index: stream.index, language, name, default: isDefault, kind: kindOf(disposition) };
  });
  // Who chooses nothing hears the film without a description.
  const main = tracks.filter(({ kind }) => kind !== 'description');
  const candidates = main.length > 0 ? main : tracks;
  const first = candidates.find((track) => track.default) ?? candidates[0];
  return tracks.map((track) => ({ ...track, default: track === first }));
}

/** For recordings without a stored duration: reads the whole file without decoding. */
async function measureDuration(file: string, stream: number, run: FfmpegOptions): Promise<number> {
  let seconds = 0;
  const args = ['-v', 'error', '-nostdin', '-progress', 'pipe:1', ...sandboxedInput(file)];
  await runFfmpeg({
    ...run,
    args: [...args, '-map', `0:${stream}`, '-c', 'copy', '-f', 'null', '-'],
    onProgress: (done) => {
      seconds = done;
    },
  });
  if (seconds > 0) return seconds;
  throw new MediaError('media_broken', 'The file is broken: its duration is zero.');
}

/** Decodes a few frames, since ffprobe also describes files that ffmpeg cannot decode. */
async function decodeBeginning({ file, video }: Source, run: FfmpegOptions): Promise<void> {
  const args = ['-v', 'error', '-nostdin', '-threads', '2', '-progress', 'pipe:1', ...sandboxedInput(file)];
  const output = await runFfmpeg({
    ...run,
    args: [...args, '-map', `0:${video.index}`, '-frames:v', '5', '-f', 'null', '-'],
  }).catch((error: MediaError) => {
    if (error.key === 'media_failed')
      throw new MediaError('media_broken', 'The video in this file cannot be read.', error.detail);
    throw error;
  });
  if (!/^frame=[1-9]/m.test(output.stdout))
    throw new MediaError('media_broken', 'The video in this file cannot be read.', output.stderr.slice(-500));
}
