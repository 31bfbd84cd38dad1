import { useQuery } from '@tanstack/react-query';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { WhenNear } from '#lib/when-near.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { ROW_HEIGHT } from '../rows/row-shape.ts';
import { RowSkeleton } from '../title-skeleton.tsx';
import { useViewer } from '../viewer.ts';
import { watchlistPage } from '../watchlist/read-watchlist.ts';
import { TitleRow } from './title-row.tsx';

/** A member's watchlist as a row. It has its place from the start, so that nothing moves when it is filled. */
export function MyList() {
  const t = useTranslations();
  const { signedIn } = useAppearance();
  if (!signedIn) return null;
  return (
    <section aria-labelledby="my-list" className="page-width grid gap-5">
      <SectionHead
        id="my-list"
        title={t('catalogue.my_list')}
        link={{
          to: '/watchlist',
          label: t('catalogue.see_all'),
          name: t('catalogue.see_all_of', { name: t('catalogue.my_list') }),
        }}
      />
      <WhenNear className={ROW_HEIGHT}>
        <Titles />
      </WhenNear>
    </section>
  );
}

function Titles() {
  const t = useTranslations();
  const { data, isError } = useQuery(watchlistPage(useViewer()));
  if (!data) return isError ? <p className="text-soft">{t('catalogue.row_failed')}</p> : <RowSkeleton />;
  if (data.titles.length === 0) return <p className="text-soft">{t('catalogue.my_list_empty')}</p>;
  const titles = data.titles.map(({ kind, title }) => ({ ...title, kind }));
  return <TitleRow label={t('catalogue.my_list')} titles={titles} below />;
}
