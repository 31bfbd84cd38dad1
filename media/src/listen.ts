import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaError } from './media-error.ts';
import type { Source, Track } from './probe.ts';
import type { Run } from './run-ffmpeg.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { sandboxed } from './sandbox.ts';

/** Loud enough for a phone in the street; what streaming services for phones use. */
const LOUDNESS = -16;
const MOST_GAIN = 20;

/** Every track becomes stereo at 48 kHz, without holes, from the film's first picture on. */
export const soundFilter = (gain?: number): string =>
  [
    'aresample=48000:async=1000:first_pts=0',
    'aformat=sample_fmts=fltp:channel_layouts=stereo',
    ...(gain === undefined ? [] : [`volume=${gain.toFixed(2)}dB`]),
    // Peaks that the gain lifts above the ceiling (-1.5 dB) are held, not clipped.
    ...(gain !== undefined && gain > 0 ? ['alimiter=limit=0.84:level=disabled'] : []),
  ].join(',');

export interface Heard {
  /** Decibels for each audio track. */
  gains: number[];
  /** Subtitle tracks of the source that could be read, as files in the folder. */
  subtitles: { file: string; track: Track }[];
}

/**
 * Reads the source once without its pictures: how loud each track is as a whole, and the text tracks. Measured first,
 * one gain for the whole film keeps quiet scenes quiet; normalising on the fly would pump them up.
 */
export async function listen(source: Source, folder: string, run: Omit<Run, 'args'>): Promise<Heard> {
  if (source.audio.length === 0 && source.subtitles.length === 0) return { gains: [], subtitles: [] };
  try {
    return await hear(source, folder, run);
  } catch (error) {
    // Subtitles that cannot be read shall not cost the film.
    if ((error as MediaError).key !== 'media_failed' || source.subtitles.length === 0) throw error;
    return hear({ ...source, subtitles: [] }, folder, run);
  }
}

async function hear(source: Source, folder: string, run: Omit<Run, 'args'>): Promise<Heard> {
  const graph = source.audio.map(
    ({ index }, place) => `[0:${index}]${soundFilter()},ebur128@track${place}=framelog=verbose[a${place}]`,
  );
  const named = source.subtitles.map((track, place) => ({ file: `track-${place}.vtt`, track }));
  const args = [
    ...['-hide_banner', '-nostdin', '-y', '-v', 'info', '-nostats', '-progress', 'pipe:1', '-vn', '-dn'],
    ...sandboxed(source.file, source.duration),
    ...(graph.length > 0 ? ['-filter_complex', graph.join(';')] : []),
    ...source.audio.flatMap((_, place) => ['-map', `[a${place}]`]),
    ...(source.audio.length > 0 ? ['-f', 'null', '-'] : []),
    ...named.flatMap(({ file, track }) => ['-map', `0:${track.index}`, '-c:s', 'webvtt', file]),
  ];
  const { stderr } = await runFfmpeg({ ...run, args, folder });
  const written = await Promise.all(named.map(({ file }) => stat(join(folder, file)).catch(() => undefined)));
  return {
    gains: source.audio.map((_, place) => gainFor(integratedLoudness(stderr, place))),
    subtitles: named.filter((_, place) => (written[place]?.size ?? 0) > 'WEBVTT\n\n'.length),
  };
}

function integratedLoudness(stderr: string, place: number): number {
  const summary = new RegExp(
    `\\[ebur128@track${place} @ [^\\]]+\\] Summary:\\s+Integrated loudness:\\s+I:\\s+(\\S+) LUFS`,
    'g',
  );
  // A graph that was set up again says something about its first, empty life too.
  return Number([...stderr.matchAll(summary)].at(-1)?.[1] ?? Number.NaN);
}

/** Silence (-70, or nothing measured) is left alone. */
export function gainFor(loudness: number): number {
  if (!Number.isFinite(loudness) || loudness < -60) return 0;
  return Math.round(Math.min(MOST_GAIN, LOUDNESS - loudness) * 100) / 100;
}
