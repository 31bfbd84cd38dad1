import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { PersonLinks } from '../people/person-links.tsx';
import type { Series } from '../read-titles.ts';
import { Synopsis } from './synopsis.tsx';
import { Detail, Details, LanguageDetails } from './title-details.tsx';

export function SeriesAbout({ series }: { series: Series }) {
  const t = useTranslations();
  const format = useFormat();
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Synopsis heading="catalogue.overview" empty="catalogue.no_overview" title={series} />
      <Details>
        <Detail name="catalogue.creator">
          {series.creator ? <PersonLinks names={[series.creator]} /> : t('catalogue.unknown')}
        </Detail>
        {series.release_date && (
          <Detail name="catalogue.release_date">{format.date(series.release_date)}</Detail>
        )}
        {series.actors.length > 0 && (
          <Detail name="catalogue.cast">
            <PersonLinks names={series.actors} />
          </Detail>
        )}
        <LanguageDetails title={series} />
      </Details>
    </div>
  );
}
