import { queryOptions, useQuery } from '@tanstack/react-query';
import { gourdesOf, MEGABYTE } from '#lib/data-budget.ts';
import { megabytesPerHour } from '#lib/data-use.ts';
import { databaseOf, rowOrNull } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useDataBudget } from '#lib/use-data-budget.ts';
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

/** 'Needs 160 MB or more, about 40 gourdes', for films whose length is known. */
export function FilmDataUse({ id, minutes }: { id: string; minutes: number }) {
  const t = useTranslations();
  const { number, money } = useFormat();
  const { data } = useQuery(lowestBandwidth('movie', id));
  const view = useDataBudget();
  if (data == null) return <p className="mt-3 min-h-6" />;
  const megabytes = Math.max(1, Math.round((megabytesPerHour(data) * minutes) / 60));
  const gourdes = view && gourdesOf(megabytes * MEGABYTE, view.budget);
  const amount = number(megabytes);
  return (
    <p className="mt-3 min-h-6 text-soft tabular-nums">
      {gourdes
        ? t('catalogue.needs_data_price', { amount, price: money(Math.ceil(gourdes), 'HTG') })
        : t('catalogue.needs_data', { amount })}
    </p>
  );
}
