import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '#lib/translations.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { TitleRow } from '../home/title-row.tsx';
import { RowSkeleton } from '../title-skeleton.tsx';
import { type DraftRow, draftTitles } from './read-draft.ts';
import { useRowName } from './row-links.ts';

/** Rows as they are being composed, as visitors will see them. */
export function RowsPreview({ rows }: { rows: readonly DraftRow[] }) {
  return (
    <div className="grid gap-16 py-8 *:min-w-0">
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </div>
  );
}

function Row({ row }: { row: DraftRow }) {
  const t = useTranslations();
  const name = useRowName()(row);
  const { data, isError } = useQuery(draftTitles(row));
  return (
    <section aria-label={name} className="page-width grid gap-5">
      <SectionHead title={name} />
      {data ? (
        <TitleRow label={name} titles={data} />
      ) : isError ? (
        <p className="text-soft">{t('catalogue.row_failed')}</p>
      ) : (
        <RowSkeleton />
      )}
    </section>
  );
}
