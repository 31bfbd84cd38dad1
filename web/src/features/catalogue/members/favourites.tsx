import { useQuery } from '@tanstack/react-query';
import { SectionHead } from '#ui/section-head.tsx';
import { TitleRow } from '../home/title-row.tsx';
import { favouritesOf } from './read-member-titles.ts';

interface FavouritesProps {
  member: string;
  title: string;
  /** Shown in place of the titles; without it the section is left out when there are none. */
  emptyText?: string;
}

/** The titles that a member rated best. */
export function Favourites({ member, title, emptyText }: FavouritesProps) {
  const { data: titles = [] } = useQuery(favouritesOf(member));
  if (titles.length === 0 && !emptyText) return null;
  return (
    <section aria-labelledby="favourites" className="page-width grid gap-5">
      <SectionHead id="favourites" title={title} />
      {titles.length > 0 ? (
        <TitleRow label={title} titles={titles} />
      ) : (
        <p className="text-soft">{emptyText}</p>
      )}
    </section>
  );
}
