import { queryOptions, useQuery } from '@tanstack/react-query';
import { databaseOf } from '#lib/database.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { readTitlesById } from './read-titles-by-id.ts';
import { TitleCard } from './title-card.tsx';
import { GRID_SIZES, TitleGrid } from './title-grid.tsx';
import { GridSkeleton } from './title-skeleton.tsx';

export function bundleTitles(ids: string[]) {
  return queryOptions({
    queryKey: ['catalogue', 'bundle-titles', ...ids],
    queryFn: async ({ client }) => readTitlesById(await databaseOf(client), ids),
  });
}

/** The titles of a bundle as cards; what is not published is left out. */
export function BundleTitles({ ids, label }: { ids: string[]; label: string }) {
  const { data: titles, isError, isFetching, refetch } = useQuery(bundleTitles(ids));
  if (!titles) return isError ? <LoadFailed busy={isFetching} retry={refetch} /> : <GridSkeleton />;
  return (
    <section className="grid gap-4">
      <h2 className="text-heading">{label}</h2>
      <TitleGrid label={label}>
        {titles.map(({ kind, ...title }, index) => (
          <TitleCard
            key={title.id}
            kind={kind}
            title={title}
            level={3}
            sizes={GRID_SIZES}
            priority={index === 0}
          />
        ))}
      </TitleGrid>
    </section>
  );
}
