import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SubtitleKind } from './film.ts';
import type { MediaError } from './media-error.ts';
import type { Source, Track } from './probe.ts';
import type { FfmpegOptions } from './run-ffmpeg.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { sandboxedInput } from './sandbox.ts';

/** In LUFS; what streaming services use for phones. */
const TARGET_LOUDNESS = -16;
const MAX_GAIN = 20;

/** Stereo at 48 kHz, gaps filled, starting with the first video frame. */
export const audioFilter = (gain?: number): string =>
  [
    'aresample=48000:async=1000:first_pts=0',
    'aformat=sample_fmts=fltp:channel_layouts=stereo',
    ...(gain === undefined ? [] : [`volume=${gain.toFixed(2)}dB`]),
    // A limiter at -1.5 dB, since the gain could make peaks clip.
    ...(gain !== undefined && gain > 0 ? ['alimiter=limit=0.84:level=disabled'] : []),
  ].join(',');

export interface TrackAnalysis {
  /** Decibels to apply to each audio track. */
  gains: number[];
  /** Subtitle tracks that could be extracted, as files in the work folder. */
  subtitles: { file: string; track: Track<SubtitleKind> }[];
}

/**
 * Reads the source once without its video: measures the loudness of each audio track and extracts the text subtitles.
 * One gain for the whole film keeps quiet scenes quiet; normalising while encoding would amplify them.
 */
export async function analyseTracks(
  source: Source,
  folder: string,
  run: FfmpegOptions,
): Promise<TrackAnalysis> {
  if (source.audio.length === 0 && source.subtitles.length === 0) return { gains: [], subtitles: [] };
  try {
    return await runAnalysis(source, folder, run);
  } catch (error) {
    // Unreadable subtitles must not fail the whole film.
    if ((error as MediaError).key !== 'media_failed' || source.subtitles.length === 0) throw error;
    return runAnalysis({ ...source, subtitles: [] }, folder, run);
  }
}

async function runAnalysis(source: Source, folder: string, run: FfmpegOptions): Promise<TrackAnalysis> {
  const graph = source.audio.map(
    ({ index }, position) =>
      `[0:${index}]${audioFilter()},ebur128@track${position}=framelog=verbose[a${position}]`,
  );
  const files = source.subtitles.map((track, position) => ({ file: `track-${position}.vtt`, track }));
  const args = [
    ...['-hide_banner', '-nostdin', '-y', '-v', 'info', '-nostats', '-progress', 'pipe:1', '-vn', '-dn'],
    ...sandboxedInput(source.file, source.duration),
    ...(graph.length > 0 ? ['-filter_complex', graph.join(';')] : []),
    ...source.audio.flatMap((_, position) => ['-map', `[a${position}]`]),
    ...(source.audio.length > 0 ? ['-f', 'null', '-'] : []),
    ...files.flatMap(({ file, track }) => ['-map', `0:${track.index}`, '-c:s', 'webvtt', file]),
  ];
  const { stderr } = await runFfmpeg({ ...run, args, folder });
  const stats = await Promise.all(files.map(({ file }) => stat(join(folder, file)).catch(() => undefined)));
  return {
    gains: source.audio.map((_, position) => computeGain(integratedLoudness(stderr, position))),
    subtitles: files.filter((_, position) => (stats[position]?.size ?? 0) > 'WEBVTT\n\n'.length),
  };
}

function integratedLoudness(stderr: string, position: number): number {
  const summary = new RegExp(
    `\\[ebur128@track${position} @ [^\\]]+\\] Summary:\\s+Integrated loudness:\\s+I:\\s+(\\S+) LUFS`,
    'g',
  );
  // ffmpeg prints one summary per filter graph; after a reconfiguration only the last one counts.
  return Number([...stderr.matchAll(summary)].at(-1)?.[1] ?? Number.NaN);
}

/** Silence (-70 LUFS, or no measurement) gets no gain. */
export function computeGain(loudness: number): number {
  if (!Number.isFinite(loudness) || loudness < -60) return 0;
  return Math.round(Math.min(MAX_GAIN, TARGET_LOUDNESS - loudness) * 100) / 100;
}
