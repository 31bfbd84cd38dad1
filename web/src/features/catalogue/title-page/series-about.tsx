import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { PersonLinks } from '../people/person-links.tsx';
import type { Series } from '../read-titles.ts';
import { Detail, Details, LanguageDetail } from './title-details.tsx';

export function SeriesAbout({ series }: { series: Series }) {
  const t = useTranslations();
  const format = useFormat();
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <section className="grid content-start gap-3">
        <h2 className="text-heading">{t('catalogue.overview')}</h2>
        <p
          className="max-w-prose text-lg leading-relaxed whitespace-pre-line"
          lang={series.language ?? undefined}
        >
          {series.description || t('catalogue.no_overview')}
        </p>
      </section>
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
        <LanguageDetail language={series.language} />
      </Details>
    </div>
  );
}
