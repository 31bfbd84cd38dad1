import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { ScrollRow } from '#ui/scroll-row.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { TitleCard } from '../../title-card.tsx';
import { similarTitles } from './read-similar.ts';

/** 'More like this': a row of titles, or nothing. */
export function SimilarTitles({ id }: { id: string }) {
  const t = useTranslations();
  const heading = useId();
  const { data: titles } = useQuery(similarTitles(id));
  if (!titles?.length) return null;
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-5 text-start">
      <SectionHead id={heading} title={t('catalogue.more_like_this')} />
      <ScrollRow label={t('catalogue.more_like_this')}>
        {titles.map(({ kind, ...title }) => (
          <TitleCard
            key={title.id}
            kind={kind}
            title={title}
            sizes="(min-width: 64rem) 12rem, (min-width: 40rem) 11rem, 42vw"
            defer
            compact
          />
        ))}
      </ScrollRow>
    </section>
  );
}
