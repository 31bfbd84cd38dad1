import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { PersonLinks } from '../people/person-links.tsx';
import type { Film } from '../read-titles.ts';
import { Detail, Details, LanguageDetail } from './title-details.tsx';

export function FilmAbout({ film }: { film: Film }) {
  const t = useTranslations();
  const format = useFormat();
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <section className="grid content-start gap-3">
        <h2 className="text-heading">{t('catalogue.synopsis')}</h2>
        <p
          className="max-w-prose text-lg leading-relaxed whitespace-pre-line"
          lang={film.language ?? undefined}
        >
          {film.description || t('catalogue.no_synopsis')}
        </p>
      </section>
      <Details>
        <Detail name="catalogue.director">
          {film.director ? <PersonLinks names={[film.director]} /> : t('catalogue.unknown')}
        </Detail>
        {film.actors.length > 0 && (
          <Detail name="catalogue.cast">
            <PersonLinks names={film.actors} />
          </Detail>
        )}
        {film.release_date && <Detail name="catalogue.release_date">{format.date(film.release_date)}</Detail>}
        <LanguageDetail language={film.language} />
      </Details>
    </div>
  );
}
