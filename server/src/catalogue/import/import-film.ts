import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { SUBTITLE_TYPES, subtitlePath, VIDEO_TYPES, videoPath } from '@lakou/contract/media/files';
import type { ApiClient } from './api-client.ts';
import { type FilmFile, foldTitle } from './read-folder.ts';

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

export async function readCatalogue(client: ApiClient): Promise<Catalogue> {
  return {
    movies: await client.rows('movies?select=id,title'),
    series: await client.rows('series?select=id,title,episodes(id,season_number,episode_number)'),
  };
}

/** One file becomes the video of the title of its name, or a draft of its own. The upload queues its preparation. */
export async function importFilm(client: ApiClient, catalogue: Catalogue, file: FilmFile): Promise<Imported> {
  const place = await findPlace(client, catalogue, file);
  if (!place) return { file, title: file.title, outcome: 'no such episode' };
  const { kind, id, title, isNew } = place;
  const path = videoPath(kind, id, file.extension);
  if (!isNew && (await client.sizeOf('movies', path)) === file.bytes)
    return { file, title, outcome: 'already there' };
  try {
    await client.upload('movies', path, await openAsBlob(file.path), VIDEO_TYPES[file.extension] ?? '');
  } catch (error) {
    if (isNew) await client.remove(`movies?id=eq.${id}`);
    throw error;
  }
  for (const subtitles of file.subtitles) {
    const row = randomUUID();
    const at = subtitlePath(row, subtitles.extension);
    await client.upload(
      'movies',
      at,
      await openAsBlob(subtitles.path),
      SUBTITLE_TYPES[subtitles.extension] ?? '',
    );
    const { language } = subtitles;
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    await client.insert('subtitles', { id: row, [`${kind}_id`]: id, language, name, path: at });
  }
  return { file, title, outcome: isNew ? 'new draft' : 'new video' };
}

async function findPlace(client: ApiClient, { movies, series }: Catalogue, { title, episode }: FilmFile) {
  if (episode) {
    const whole = series.find((one) => foldTitle(one.title) === foldTitle(episode.series));
    const found = whole?.episodes.find(
      ({ season_number, episode_number }) =>
        season_number === episode.season && episode_number === episode.number,
    );
    if (!whole) return newDraft(client, title);
    return (
      found && {
        kind: 'episode' as const,
        id: found.id,
        title: `${whole.title} S${episode.season}E${episode.number}`,
        isNew: false,
      }
    );
  }
  const movie = movies.find((one) => foldTitle(one.title) === foldTitle(title));
  return movie ? { kind: 'movie' as const, ...movie, isNew: false } : newDraft(client, title);
}

async function newDraft(client: ApiClient, title: string) {
  const draft = { id: randomUUID(), title };
  await client.insert('movies', { ...draft, published: false });
  return { kind: 'movie' as const, ...draft, isNew: true };
}
