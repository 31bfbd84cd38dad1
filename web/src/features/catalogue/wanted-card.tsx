import type { MessageKey } from '@lakou/contract/translate';
import { useQuery } from '@tanstack/react-query';
import type { TitleInPath } from '#lib/title-path.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Poster } from '#ui/poster.tsx';
import { filmById, seriesById } from './read-titles.ts';
import { WantedFrame, WantedPlaceholder } from './wanted-frame.tsx';

const PURPOSES: Record<TitleInPath['purpose'], MessageKey> = {
  open: 'catalogue.wanted_open',
  watch: 'catalogue.wanted_watch',
  subscribe: 'catalogue.wanted_watch',
  purchase: 'catalogue.wanted_purchase',
  rental: 'catalogue.wanted_rental',
};

export default function WantedCard({ wanted: { kind, id, purpose } }: { wanted: TitleInPath }) {
  const t = useTranslations();
  const film = useQuery({ ...filmById(id), enabled: kind !== 'series' });
  const series = useQuery({ ...seriesById(id), enabled: kind !== 'movie' && !film.data });
  const title = film.data ?? series.data;
  if (!title) return film.isLoading || series.isLoading ? <WantedPlaceholder /> : null;
  return (
    <WantedFrame aria-label={t(PURPOSES[purpose])}>
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
    </WantedFrame>
  );
}
