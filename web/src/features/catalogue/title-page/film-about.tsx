import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { PersonLinks } from '../people/person-links.tsx';
import type { Film } from '../read-titles.ts';
import { Synopsis } from './synopsis.tsx';
import { Detail, Details, LanguageDetails } from './title-details.tsx';

export function FilmAbout({ film }: { film: Film }) {
  const t = useTranslations();
  const format = useFormat();
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Synopsis heading="catalogue.synopsis" empty="catalogue.no_synopsis" title={film} />
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
        <LanguageDetails title={film} />
      </Details>
    </div>
  );
}
