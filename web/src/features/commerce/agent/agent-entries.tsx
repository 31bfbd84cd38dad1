import { useInfiniteQuery } from '@tanstack/react-query';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Table } from '#ui/table.tsx';
import { localTimeZone } from '../local-time-zone.ts';
import { FailedPanel } from '../purchases/failed-panel.tsx';
import { ownEntries } from './read-agency.ts';

/** What was sold, taken back and paid, and what is owed after each. */
export function AgentEntries({ viewer, currency }: { viewer: string | undefined; currency: string }) {
  const t = useTranslations();
  const { date, money } = useFormat();
  const read = useInfiniteQuery(ownEntries(viewer));
  const entries = read.data?.pages.flat();
  if (!entries)
    return read.isError ? (
      <FailedPanel busy={read.isFetching} retry={read.refetch} />
    ) : (
      <Skeleton className="h-24" />
    );
  if (entries.length === 0) return <p className="text-soft">{t('commerce.agent_no_books')}</p>;
  return (
    <>
      <Table label={t('commerce.agent_books')}>
        <thead>
          <tr>
            <th scope="col">{t('commerce.date')}</th>
            <th scope="col">{t('commerce.what')}</th>
            <th scope="col">{t('commerce.amount')}</th>
            <th scope="col">{t('commerce.agent_balance')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(
            ({ id, created_at, kind, vouchers, batch_id, reference, amount_minor, balance_minor }) => (
              <tr key={id}>
                <td className="whitespace-nowrap">{date(created_at, localTimeZone())}</td>
                <td className="min-w-40 wrap-anywhere">
                  {t(`commerce.agent_entry_${kind as 'sold' | 'returned' | 'paid'}`, {
                    count: vouchers ?? 0,
                    number: batch_id ?? 0,
                    reference: reference ?? '',
                  })}
                </td>
                <td className="whitespace-nowrap tabular-nums">{money(amount_minor / 100, currency)}</td>
                <td className="whitespace-nowrap tabular-nums">{money(balance_minor / 100, currency)}</td>
              </tr>
            ),
          )}
        </tbody>
      </Table>
      <MoreButton query={read}>{t('commerce.agent_more')}</MoreButton>
    </>
  );
}
