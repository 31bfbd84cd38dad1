import type { MessageKey } from '@lakou/contract/translate';
import { useQuery } from '@tanstack/react-query';
import type { TitleInPath } from '#lib/title-path.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Poster } from '#ui/poster.tsx';
import { filmById, seriesById } from './read-titles.ts';

const PURPOSES: Record<TitleInPath['purpose'], MessageKey> = {
  open: 'catalogue.wanted_open',
  watch: 'catalogue.wanted_watch',
  subscribe: 'catalogue.wanted_watch',
  purchase: 'catalogue.wanted_purchase',
  rental: 'catalogue.wanted_rental',
};

export default function WantedCard({ wanted: { kind, id, purpose } }: { wanted: TitleInPath }) {
  const t = useTranslations();
  const { data: film } = useQuery({ ...filmById(id), enabled: kind !== 'series' });
  const { data: series } = useQuery({ ...seriesById(id), enabled: kind !== 'movie' && !film });
  const title = film ?? series;
  if (!title) return null;
  return (
    <section
      aria-label={t(PURPOSES[purpose])}
      className="flex items-center gap-4 rounded-l border border-line bg-surface p-3"
    >
      <Poster
        src={title.thumbnail_url}
        seed={title.title}
        alt={t('catalogue.poster_of', { title: title.title })}
        sizes="4.5rem"
        className="w-18 shrink-0"
      />
      <div className="grid gap-0.5">
        <p className="text-sm text-soft">{t(PURPOSES[purpose])}</p>
        <p className="font-display text-xl leading-tight font-[750] break-words">{title.title}</p>
      </div>
    </section>
  );
}
