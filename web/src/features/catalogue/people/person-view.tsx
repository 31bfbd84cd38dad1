import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { TitleCard } from '../title-card.tsx';
import { GRID_SIZES, TitleGrid } from '../title-grid.tsx';
import { GridSkeleton } from '../title-skeleton.tsx';
import { personByName } from './read-person.ts';

/** The films and series of a person. The name comes from the titles, never from the address. */
export function PersonView({ name }: { name: string }) {
  const t = useTranslations();
  const { data: person, isError, isFetching, refetch } = useQuery(personByName(name));
  if (person === undefined)
    return (
      <div className="page-width py-8">
        <Head title={t('catalogue.people')} hidden />
        {isError ? <LoadFailed level={1} busy={isFetching} retry={refetch} /> : <GridSkeleton />}
      </div>
    );
  if (person === null || person.titles.length === 0)
    return (
      <>
        <Head title={t('catalogue.person_not_found')} hidden />
        <EmptyState
          level={1}
          art={<LazyIllustration of="rooster" className="size-56" />}
          title={t('catalogue.person_not_found')}
          text={t('catalogue.person_not_found_text')}
          action={
            <Button asChild>
              <Link to="/categories">{t('catalogue.browse_categories')}</Link>
            </Button>
          }
        />
      </>
    );
  const count = person.titles.length;
  return (
    <div className="page-width grid gap-8 py-8">
      <Head
        title={person.name}
        description={t('catalogue.person_description', { name: person.name, count })}
      />
      <SectionHead level={1} title={<bdi>{person.name}</bdi>} text={t('catalogue.titles_found', { count })} />
      <TitleGrid label={t('catalogue.films')}>
        {person.titles.map(({ kind, ...title }, index) => (
          <TitleCard
            key={title.id}
            kind={kind}
            title={title}
            level={2}
            sizes={GRID_SIZES}
            priority={index === 0}
          />
        ))}
      </TitleGrid>
    </div>
  );
}
