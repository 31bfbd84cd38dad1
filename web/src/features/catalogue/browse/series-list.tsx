import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { FilterChips } from './filter-chips.tsx';
import { TitleFilters } from './title-filters.tsx';
import { TitleResults } from './title-results.tsx';
import { useTitleFilter } from './use-title-filter.ts';

/** Number of placeholder cards, as specified. */
const SKELETONS = 10;

export function SeriesList() {
  const t = useTranslations();
  const state = useTitleFilter('series');
  return (
    <div className="page-width grid gap-6 py-10">
      <SectionHead level={1} title={t('catalogue.series')} text={t('catalogue.series_description')} />
      <TitleFilters kind="series" {...state} />
      <FilterChips {...state} />
      <TitleResults
        {...state}
        kind="series"
        skeletons={SKELETONS}
        renderEmpty={(isPart) => (
          <EmptyState
            art={<LazyIllustration of="projector" className="size-56" />}
            title={t('catalogue.no_series')}
            text={t(isPart ? 'catalogue.no_series_hint' : 'catalogue.no_series_text')}
            action={
              isPart && (
                <Button asChild>
                  <Link to="?">{t('catalogue.clear_all_filters')}</Link>
                </Button>
              )
            }
          />
        )}
      />
    </div>
  );
}
