import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { SUBTITLE_TYPES, subtitlePath, VIDEO_TYPES, videoPath } from '@lakou/contract/media';
import { type FilmFile, folded } from './read-folder.ts';
import type { Wire } from './wire.ts';

export interface Imported {
  file: FilmFile;
  title: string;
  outcome: 'new draft' | 'new video' | 'already there' | 'no such episode';
}

export interface Catalogue {
  movies: { id: string; title: string }[];
  series: {
    id: string;
    title: string;
    episodes: { id: string; season_number: number; episode_number: number }[];
  }[];
}

export async function readCatalogue(wire: Wire): Promise<Catalogue> {
  return {
    movies: await wire.rows('movies?select=id,title'),
    series: await wire.rows('series?select=id,title,episodes(id,season_number,episode_number)'),
  };
}

/** One file becomes the video of the title of its name, or a draft of its own. The upload queues its preparation. */
export async function importFilm(wire: Wire, catalogue: Catalogue, file: FilmFile): Promise<Imported> {
  const place = await findPlace(wire, catalogue, file);
  if (!place) return { file, title: file.title, outcome: 'no such episode' };
  const { kind, id, title, isNew } = place;
  const path = videoPath(kind, id, file.ending);
  if (!isNew && (await wire.sizeOf('movies', path)) === file.bytes)
    return { file, title, outcome: 'already there' };
  try {
    await wire.upload('movies', path, await openAsBlob(file.path), VIDEO_TYPES[file.ending] ?? '');
  } catch (error) {
    if (isNew) await wire.remove(`movies?id=eq.${id}`);
    throw error;
  }
  for (const subtitles of file.subtitles) {
    const row = randomUUID();
    const at = subtitlePath(row, subtitles.ending);
    await wire.upload('movies', at, await openAsBlob(subtitles.path), SUBTITLE_TYPES[subtitles.ending] ?? '');
    const { language } = subtitles;
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    await wire.insert('subtitles', { id: row, [`${kind}_id`]: id, language, name, path: at });
  }
  return { file, title, outcome: isNew ? 'new draft' : 'new video' };
}

async function findPlace(wire: Wire, { movies, series }: Catalogue, { title, episode }: FilmFile) {
  if (episode) {
    const whole = series.find((one) => folded(one.title) === folded(episode.series));
    const found = whole?.episodes.find(
      ({ season_number, episode_number }) =>
        season_number === episode.season && episode_number === episode.number,
    );
    if (!whole) return newDraft(wire, title);
    return (
      found && {
        kind: 'episode' as const,
        id: found.id,
        title: `${whole.title} S${episode.season}E${episode.number}`,
        isNew: false,
      }
    );
  }
  const movie = movies.find((one) => folded(one.title) === folded(title));
  return movie ? { kind: 'movie' as const, ...movie, isNew: false } : newDraft(wire, title);
}

async function newDraft(wire: Wire, title: string) {
  const draft = { id: randomUUID(), title };
  await wire.insert('movies', { ...draft, published: false });
  return { kind: 'movie' as const, ...draft, isNew: true };
}
