import { useQuery } from '@tanstack/react-query';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { latestMovies } from '../read-titles.ts';
import { SAMPLE_FILMS } from '../sample-films.ts';
import { RowSkeleton } from '../title-skeleton.tsx';
import { TitleRow } from './title-row.tsx';

/** 'Latest Movies', or the samples as 'Featured Films' if there are none. */
export function LatestMovies() {
  const t = useTranslations();
  const { signedIn } = useAppearance();
  const { data = [], isPending } = useQuery(latestMovies());
  const empty = !isPending && data.length === 0;
  const heading = t(empty ? 'catalogue.featured_films' : 'catalogue.latest_movies');
  return (
    <section aria-labelledby="latest" className="page-width grid gap-5">
      <SectionHead
        id="latest"
        title={heading}
        {...(signedIn && !empty && { link: { to: '/films', label: t('catalogue.all_films') } })}
      />
      {isPending ? <RowSkeleton /> : <TitleRow label={heading} titles={empty ? SAMPLE_FILMS : data} below />}
    </section>
  );
}
