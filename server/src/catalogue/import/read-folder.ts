import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { extensionOf, SUBTITLE_TYPES, VIDEO_TYPES } from '@lakou/contract/media/files';

export interface FilmFile {
  path: string;
  extension: string;
  bytes: number;
  /** As a person would write it: `My_first.film.mp4` is `My first film`. */
  title: string;
  /** `Name S01E02`: an episode of the series Name. */
  episode: { series: string; season: number; number: number } | undefined;
  /** Files beside it: `film.fr.srt` for `film.mp4`. */
  subtitles: { path: string; extension: string; language: string }[];
}

const EPISODE = /^(.*?)[\s._-]+s(\d{1,3})[\s._-]*e(\d{1,4})\b/i;

/** The films in a folder and the folders below it, by name. */
export async function readFolder(folder: string): Promise<FilmFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const films = paths.filter((path) => extensionOf(path) in VIDEO_TYPES);
  return Promise.all(
    films.map(async (path) => {
      const extension = extensionOf(path);
      const stem = path.slice(0, -extension.length - 1);
      const name = stem.slice(stem.lastIndexOf('/') + 1);
      const [, series = '', season, number] = EPISODE.exec(name) ?? [];
      return {
        path,
        extension,
        bytes: (await stat(path)).size,
        title: asTitle(name),
        episode: season
          ? { series: asTitle(series), season: Number(season), number: Number(number) }
          : undefined,
        subtitles: paths.flatMap((beside) => subtitlesOf(stem, beside)),
      };
    }),
  );
}

function subtitlesOf(stem: string, path: string): FilmFile['subtitles'] {
  const extension = extensionOf(path);
  if (!(extension in SUBTITLE_TYPES) || !path.startsWith(`${stem}.`)) return [];
  const [, language] = /^\.([a-z]{2,3})\.[a-z]+$/.exec(path.slice(stem.length)) ?? [];
  return language ? [{ path, extension, language }] : [];
}

function asTitle(name: string): string {
  return name
    .replaceAll(/[._\s]+/g, ' ')
    .trim()
    .slice(0, 200);
}

/** ASCII characters and digits only, without accents: how titles are compared. */
export function foldTitle(title: string): string {
  return title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '');
}
