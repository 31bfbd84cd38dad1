import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What was made of a source: the contents of film.json beside the playlists. */
export interface Film {
  version: 1;
  duration: number;
  width: number;
  height: number;
  frame_rate: number;
  rungs: FilmRung[];
  audio: { name: string; language: string; default: boolean }[];
  /** The audio-only playlist; null for a silent film. */
  audio_only: { bandwidth: number; bytes: number } | null;
  subtitles: FilmSubtitles[];
  poster: string;
  /** A tiny blurred picture as a data address, shown until the poster is there. */
  preview: string;
  storyboard: Storyboard | null;
  /** What was done to the loudness of each audio track, in decibels. */
  gains: number[];
  /** All rungs are there; before that, the two lowest. */
  complete: boolean;
}

export interface FilmRung {
  name: string;
  width: number;
  height: number;
  frame_rate: number;
  /** Bits per second with sound: the most that any stretch needs, and the average over the whole film. */
  bandwidth: number;
  average_bandwidth: number;
  codecs: string;
  bytes: number;
}

export interface FilmSubtitles {
  file: string;
  language: string;
  name: string;
}

export interface Storyboard {
  vtt: string;
  sheets: number;
  /** Seconds between two pictures. */
  interval: number;
  /** Of one picture. */
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

/** Readers see the old file or the new one, never half of one. */
export async function writeWhole(folder: string, name: string, contents: string | Buffer): Promise<void> {
  const beside = join(folder, `.${name}.new`);
  await writeFile(beside, contents);
  await rename(beside, join(folder, name));
}
