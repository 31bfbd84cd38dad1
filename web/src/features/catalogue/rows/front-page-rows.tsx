import type { RowPlace } from '@lakou/contract/admin/limits';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { WhenNear } from '#lib/when-near.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { TitleRow } from '../home/title-row.tsx';
import { RowSkeleton } from '../title-skeleton.tsx';
import { type FrontPageRow, frontPageRows, frontPageTitles } from './read-rows.ts';
import { useRowName, wholeListOf } from './row-links.ts';
import { ROW_HEIGHT } from './row-shape.ts';

/** The rows that editors composed. The server sends their headings; the titles are read when one comes near. */
export function FrontPageRows({ place }: { place: RowPlace }) {
  const { data: rows = [] } = useQuery(frontPageRows(place));
  return rows.map((row) => <Row key={row.id} place={place} row={row} />);
}

interface RowProps {
  place: RowPlace;
  row: FrontPageRow;
}

function Row({ place, row }: RowProps) {
  const t = useTranslations();
  const name = useRowName()(row);
  const { signedIn } = useAppearance();
  const { data } = useQuery({ ...frontPageTitles(place), enabled: false });
  if (data && !data.some(({ row_id }) => row_id === row.id)) return null;
  const to = wholeListOf(row, signedIn);
  const id = `row-${row.id}`;
  return (
    <section aria-labelledby={id} className="page-width grid gap-5">
      <SectionHead
        id={id}
        title={name}
        link={
          to ? { to, label: t('catalogue.see_all'), name: t('catalogue.see_all_of', { name }) } : undefined
        }
      />
      <WhenNear className={ROW_HEIGHT}>
        <RowTitles place={place} row={row} />
      </WhenNear>
      {!to && (
        <noscript>
          <Link to="/categories">{t('catalogue.all_categories')}</Link>
        </noscript>
      )}
    </section>
  );
}

function RowTitles({ place, row }: RowProps) {
  const t = useTranslations();
  const name = useRowName()(row);
  const { data, isError } = useQuery(frontPageTitles(place));
  if (!data) return isError ? <p className="text-soft">{t('catalogue.row_failed')}</p> : <RowSkeleton />;
  return <TitleRow label={name} titles={data.filter(({ row_id }) => row_id === row.id)} below />;
}
