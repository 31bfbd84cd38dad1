import { stat } from 'node:fs/promises';
import { findFfmpeg } from './find-ffmpeg.ts';
import { constantRate, type FrameRate, parseRate } from './frame-rate.ts';
import { inspectBytes } from './inspect-bytes.ts';
import { languageName, languageTag } from './languages.ts';
import { type Limits, withDefaults } from './limits.ts';
import { asMediaError, MediaError } from './media-error.ts';
import { type Run, runFfmpeg } from './run-ffmpeg.ts';
import { sandboxed } from './sandbox.ts';

export interface Track {
  /** Its number in the container. */
  index: number;
  language: string;
  name: string;
  default: boolean;
}

/** What a file holds, as far as a film needs it. */
export interface Source {
  file: string;
  bytes: number;
  duration: number;
  video: {
    index: number;
    /** As it is shown: turned upright, with square pixels. */
    width: number;
    height: number;
    rate: FrameRate;
    interlaced: boolean;
    highDynamicRange: boolean;
  };
  audio: Track[];
  /** Text subtitles inside of the file. */
  subtitles: Track[];
}

interface Stream {
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

const MOST_TRACKS = 8;
const WIDEST = 8192;
const TEXT_SUBTITLES = ['subrip', 'ass', 'ssa', 'mov_text', 'webvtt', 'text'];

interface Options {
  limits?: Partial<Limits>;
  signal?: AbortSignal | undefined;
}

/** Says what a file holds; refuses what is not a film, with the reason. */
export async function probe(file: string, { limits: wanted, signal }: Options = {}): Promise<Source> {
  const limits = withDefaults(wanted);
  try {
    const { size: bytes } = await stat(file);
    if (bytes === 0) throw new MediaError('media_empty', 'The file is empty.');
    if (bytes > limits.sourceBytes) throw new MediaError('media_too_large', 'The file is too large.');
    const { known } = await inspectBytes(file, bytes);
    const programs = await findFfmpeg();
    const bounds = { niceness: limits.niceness, memory: limits.memory, seconds: 180, signal };
    const found = await readStreams(file, known, { program: programs.ffprobe, ...bounds });
    const source = await describe(file, bytes, found, { program: programs.ffmpeg, ...bounds });
    if (source.duration > limits.sourceSeconds)
      throw new MediaError('media_too_long', 'The film is too long.', `${Math.round(source.duration)} s`);
    await decodeBeginning(source, { program: programs.ffmpeg, ...bounds });
    return source;
  } catch (error) {
    throw asMediaError(error);
  }
}

interface Found {
  streams: Stream[];
  duration: number;
}

async function readStreams(file: string, known: boolean, run: Omit<Run, 'args'>): Promise<Found> {
  const args = ['-v', 'warning', '-show_format', '-show_streams', '-of', 'json', ...sandboxed(file)];
  const { stdout, stderr } = await runFfmpeg({ ...run, args }).catch((error: MediaError) => {
    if (error.key !== 'media_failed') throw error;
    if (known) throw new MediaError('media_broken', 'The file is broken and cannot be read.', error.detail);
    throw new MediaError('media_not_a_film', 'This file is not a film.', error.detail);
  });
  if (/external track|not on whitelist/i.test(stderr))
    throw new MediaError('media_refers_elsewhere', 'The file refers to other files.', stderr.slice(-500));
  try {
    const { streams = [], format = {} } = JSON.parse(stdout) as {
      streams?: Stream[];
      format?: { duration?: string };
    };
    return { streams, duration: Number(format.duration ?? Number.NaN) };
  } catch {
    throw new MediaError('media_broken', 'The file says more about itself than a film does.');
  }
}

async function describe(file: string, bytes: number, found: Found, run: Omit<Run, 'args'>): Promise<Source> {
  const pictures = found.streams.filter(
    ({ codec_type, disposition, width, height }) =>
      codec_type === 'video' && disposition?.attached_pic !== 1 && width && height,
  );
  const picture =
    pictures.find(({ disposition }) => disposition?.default === 1) ??
    pictures.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0))[0];
  if (!picture) throw new MediaError('media_no_picture', 'There is no moving picture in this file.');
  const { width = 0, height = 0 } = picture;
  if (Math.max(width, height) > WIDEST || Math.min(width, height) < 16)
    throw new MediaError('media_too_large', `A picture of ${width} × ${height} cannot be made into a film.`);
  const ofPicture = Number(picture.duration ?? taggedSeconds(picture.tags?.DURATION));
  const declared = ofPicture > 0 ? ofPicture : found.duration;
  const duration = declared > 0 ? declared : await measureDuration(file, picture.index, run);
  const upright = uprightSize(picture);
  return {
    file,
    bytes,
    duration,
    video: {
      index: picture.index,
      ...upright,
      rate: constantRate(parseRate(picture.avg_frame_rate) ?? parseRate(picture.r_frame_rate)),
      interlaced: ['tt', 'bb', 'tb', 'bt'].includes(picture.field_order ?? ''),
      highDynamicRange: ['smpte2084', 'arib-std-b67'].includes(picture.color_transfer ?? ''),
    },
    audio: asTracks(
      found.streams.filter(({ codec_type, channels }) => codec_type === 'audio' && (channels ?? 0) > 0),
    ),
    subtitles: asTracks(
      found.streams.filter(
        ({ codec_type, codec_name = '' }) => codec_type === 'subtitle' && TEXT_SUBTITLES.includes(codec_name),
      ),
    ),
  };
}

/** Matroska notes the length of a track as `00:01:30.040000000`. */
function taggedSeconds(tag: string | undefined): number {
  const [hours = Number.NaN, minutes = 0, seconds = 0] = (tag ?? '').split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

function uprightSize(picture: Stream): { width: number; height: number } {
  const [across = 1, down = 1] = (picture.sample_aspect_ratio ?? '1:1').split(':').map(Number);
  const ratio = across > 0 && down > 0 ? across / down : 1;
  const width = Math.round((picture.width ?? 0) * ratio);
  const height = picture.height ?? 0;
  const turned = picture.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation;
  const degrees = Math.abs(turned ?? Number(picture.tags?.rotate ?? 0)) % 180;
  return degrees > 45 && degrees < 135 ? { width: height, height: width } : { width, height };
}

function asTracks(streams: Stream[]): Track[] {
  const some = streams.slice(0, MOST_TRACKS);
  const first = Math.max(
    0,
    some.findIndex(({ disposition }) => disposition?.default === 1),
  );
  return some.map((stream, place) => {
    const language = languageTag(stream.tags?.language);
    const title = stream.tags?.title?.replaceAll(/["\r\n]/g, ' ').trim();
    const name = title || languageName(language) || `${place + 1}`;
    return { index: stream.index, language, name, default: place === first };
  });
}

/** For recordings that never got their length written down: reads through, without decoding. */
async function measureDuration(file: string, stream: number, run: Omit<Run, 'args'>): Promise<number> {
  let seconds = 0;
  const args = ['-v', 'error', '-nostdin', '-progress', 'pipe:1', ...sandboxed(file)];
  await runFfmpeg({
    ...run,
    args: [...args, '-map', `0:${stream}`, '-c', 'copy', '-f', 'null', '-'],
    onProgress: (done) => {
      seconds = done;
    },
  });
  if (seconds > 0) return seconds;
  throw new MediaError('media_broken', 'The file is broken: it has no length.');
}

/** The first second must give pictures: what ffprobe can name it cannot always decode. */
async function decodeBeginning({ file, video }: Source, run: Omit<Run, 'args'>): Promise<void> {
  const args = ['-v', 'error', '-nostdin', '-threads', '2', '-progress', 'pipe:1', ...sandboxed(file)];
  const read = await runFfmpeg({
    ...run,
    args: [...args, '-map', `0:${video.index}`, '-frames:v', '5', '-f', 'null', '-'],
  }).catch((error: MediaError) => {
    if (error.key === 'media_failed')
      throw new MediaError('media_broken', 'The picture in this file cannot be read.', error.detail);
    throw error;
  });
  if (!/^frame=[1-9]/m.test(read.stdout))
    throw new MediaError('media_broken', 'The picture in this file cannot be read.', read.stderr.slice(-500));
}
