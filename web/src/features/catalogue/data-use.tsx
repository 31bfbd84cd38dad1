import { queryOptions, useQuery } from '@tanstack/react-query';
import { megabytesPerHour } from '#lib/data-use.ts';
import { databaseOf, rowOrNull } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import type { Kind } from './title.ts';

/** Bits per second of a title's lowest quality; null without a video. */
function lowestBandwidth(kind: Kind, id: string) {
  return queryOptions({
    queryKey: ['catalogue', 'lowest-bandwidth', kind, id],
    queryFn: async ({ client }) =>
      rowOrNull(
        await (await databaseOf(client)).rpc(
          'lowest_bandwidth',
          { media_type: kind, media_id: id },
          { get: true },
        ),
      ),
  });
}

/** 'from 160 MB per hour'. */
export function DataUse({ kind, id }: { kind: Kind; id: string }) {
  const t = useTranslations();
  const { number } = useFormat();
  const { data } = useQuery(lowestBandwidth(kind, id));
  return (
    <p className="min-h-5 text-soft tabular-nums">
      {data != null && t('catalogue.from_per_hour', { amount: number(megabytesPerHour(data)) })}
    </p>
  );
}
