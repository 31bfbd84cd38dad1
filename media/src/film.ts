import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The contents of film.json, which is stored beside the playlists and describes the stream. */
export interface Film {
  version: 1;
  duration: number;
  width: number;
  height: number;
  frame_rate: number;
  rungs: FilmRung[];
  audio: FilmAudio[];
  /** The audio-only playlist; null for a silent film. */
  audio_only: { bandwidth: number; bytes: number } | null;
  subtitles: FilmSubtitles[];
  /** Videos of sign-language interpreters; missing where there was never one. */
  signs?: FilmSign[];
  poster: string;
  /** A tiny blurred image as a data URL, shown until the poster has loaded. */
  preview: string;
  storyboard: Storyboard | null;
  /** The gain applied to each audio track, in decibels. */
  gains: number[];
  /** From probe-complexity.ts; missing in films of earlier versions. */
  complexity?: number;
  /** The rungs of av1.m3u8, made later than the others; empty where none can be made, missing until that is settled. */
  av1?: FilmRung[];
  /** Whether all rungs exist; false while only the early ones do. */
  complete: boolean;
}

export interface FilmRung {
  name: string;
  width: number;
  height: number;
  frame_rate: number;
  /** Bits per second including audio: the peak as RFC 8216 measures it, and the average over the film. */
  bandwidth: number;
  average_bandwidth: number;
  codecs: string;
  bytes: number;
}

/** `description`: the film's sound with a voice that says what is seen. */
export type AudioKind = 'main' | 'description';
/** `captions`: also what is heard besides words, for people who do not hear it. */
export type SubtitleKind = 'subtitles' | 'captions';

export interface FilmAudio {
  name: string;
  language: string;
  default: boolean;
  /** Missing in films of earlier versions: main. */
  kind?: AudioKind;
}

export interface FilmSubtitles {
  file: string;
  language: string;
  name: string;
  /** Missing in films of earlier versions: subtitles. */
  kind?: SubtitleKind;
}

export interface FilmSign {
  file: string;
  language: string;
  name: string;
  bytes: number;
}

export interface Storyboard {
  vtt: string;
  sheets: number;
  /** Seconds between two thumbnails. */
  interval: number;
  /** Size of one thumbnail. */
  width: number;
  height: number;
}

export async function readFilm(folder: string): Promise<Film | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, 'film.json'), 'utf8')) as Film;
  } catch {
    return undefined;
  }
}

/** Writes to a temporary file and renames it, so that readers never see a partial file. */
export async function writeAtomically(
  folder: string,
  name: string,
  contents: string | Buffer,
): Promise<void> {
  const temporary = join(folder, `.${name}.new`);
  await writeFile(temporary, contents);
  await rename(temporary, join(folder, name));
}
