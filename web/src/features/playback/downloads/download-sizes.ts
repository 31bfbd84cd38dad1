import type { Database } from '@lakou/contract/database-types';
import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';

/** What can be downloaded together: a film, an episode, or a season of a series. */
export type DownloadSubject =
  | { type: 'movie' | 'episode'; id: string }
  | { type: 'series'; id: string; season: number };

type SizesRow = Database['public']['Functions']['list_download_sizes']['Returns'][number];

export interface RungSize {
  name: string;
  width: number;
  height: number;
  bytes: number;
}

export type TitleSizes = Omit<SizesRow, 'rungs'> & { rungs: RungSize[] };

/** One size that somebody can choose, for all titles together. */
export interface SizeChoice {
  height: number;
  bytes: number;
  /** The rung of each title, in their order. */
  rungs: RungSize[];
}

/** The sizes of what this member can watch; empty where there is nothing to download. */
export function downloadSizes(subject: DownloadSubject) {
  return queryOptions({
    queryKey: ['playback', 'download-sizes', subject],
    queryFn: async ({ client }) =>
      (
        rowsOf(
          await (await databaseOf(client)).rpc('list_download_sizes', {
            of_type: subject.type,
            of_id: subject.id,
            ...(subject.type === 'series' && { season: subject.season }),
          }),
        ) as unknown as TitleSizes[]
      ).filter(({ rungs }) => rungs.length > 0),
    staleTime: 60_000,
  });
}

/** One choice per height that any title has. A title without it takes its next smaller one, else its smallest. */
export function sizeChoices(titles: readonly TitleSizes[]): SizeChoice[] {
  const heights = [...new Set(titles.flatMap(({ rungs }) => rungs.map(({ height }) => height)))];
  return heights
    .toSorted((a, b) => a - b)
    .map((height) => {
      const rungs = titles.flatMap(
        (title) => title.rungs.findLast((rung) => rung.height <= height) ?? title.rungs[0] ?? [],
      );
      const bytes = titles.reduce((sum, title, at) => sum + bytesOf(title, rungs[at]), 0);
      return { height, bytes, rungs };
    });
}

/** As stored: the rung with its sound, and further languages, each of which is as long as the first. */
export function bytesOf({ audio_tracks, audio_bytes }: TitleSizes, rung: RungSize | undefined): number {
  return (rung?.bytes ?? 0) + Math.max(0, audio_tracks - 1) * audio_bytes;
}
