import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { waysToGet } from '#lib/access-label.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAccess } from '#lib/use-access.ts';
import { AccessBadge } from '#ui/access-badge.tsx';
import { BannerImage } from '#ui/banner-image.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { DataUse } from './data-use.tsx';
import { placePreview } from './place-preview.ts';
import { filmById, seriesById } from './read-titles.ts';
import type { CardTitle, Kind } from './title.ts';
import { Rating, useShortFacts } from './title-facts.tsx';
import { TrailerButton } from './trailer-button.tsx';

interface CardPreviewProps {
  kind: Kind;
  title: CardTitle;
}

/** More about a title, over its card: in the top layer, so that nothing moves and no row cuts it off. */
export function CardPreview({ kind, title }: CardPreviewProps) {
  const t = useTranslations();
  const panel = useRef<HTMLDivElement>(null);
  const [path, setPath] = useState('');
  const facts = useShortFacts(kind, title);
  const details = useDetails(kind, title.id);
  const [playing, setPlaying] = useState(false);
  useLayoutEffect(() => {
    const element = panel.current;
    const card = element?.parentElement;
    if (!element || !card) return;
    // Wherever the card itself leads.
    setPath(card.querySelector('.title-card-link')?.getAttribute('href') ?? '');
    element.showPopover();
    const observer = new ResizeObserver(() => placePreview(element, card));
    observer.observe(element);
    placePreview(element, card);
    return () => observer.disconnect();
  }, []);
  const trailer = details?.trailer_url;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of facts, not of fields.
    <div
      ref={panel}
      popover="manual"
      role="group"
      aria-label={t('catalogue.preview_of', { title: title.title })}
      className="fixed inset-auto m-0 max-h-[calc(100dvh-1rem)] w-80 max-w-[calc(100vw-1rem)] animate-appear overflow-y-auto rounded-l border border-line-strong bg-surface text-text shadow-shade"
    >
      {playing && trailer ? (
        // biome-ignore lint/a11y/useMediaCaption: trailers come without captions; the film itself has them.
        <video
          src={trailer}
          controls
          autoPlay
          playsInline
          aria-label={t('catalogue.trailer_of', { title: title.title })}
          className="aspect-video w-full bg-black"
        />
      ) : (
        <BannerImage
          src={details?.banner_url ?? title.thumbnail_url}
          seed={title.title}
          alt=""
          sizes="20rem"
          className="rounded-none!"
        />
      )}
      <div className="grid gap-2 p-4 text-sm">
        <p className="font-display text-lg leading-tight font-[750]">{title.title}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft tabular-nums">
          {facts}
          <Rating kind={kind} title={title} />
        </p>
        {title.genre.length > 0 && <p className="truncate text-soft">{title.genre.join(', ')}</p>}
        {/* As high as three lines before they are known. */}
        <p className="line-clamp-3 min-h-15" lang={details?.language ?? undefined}>
          {details?.description}
        </p>
        <Ways kind={kind} title={title} />
        <DataUse kind={kind} id={title.id} />
        <div className="mt-1 flex flex-wrap gap-2">
          {trailer &&
            (trailer.startsWith('/') ? (
              <Button size="s" variant="secondary" disabled={playing} onClick={() => setPlaying(true)}>
                <Icon name="film" />
                {t('catalogue.watch_trailer')}
              </Button>
            ) : (
              <TrailerButton title={title.title} url={trailer} size="s" />
            ))}
          {/* For a mouse: keyboards are on the card's own link. */}
          <Button size="s" variant="outline" asChild>
            <Link to={path} tabIndex={-1} aria-hidden="true" discover="none">
              {t('catalogue.details')}
            </Link>
          </Button>
        </div>
      </div>
    </div>
  );
}

/** The viewer's label; without a right, every way to get the title. */
function Ways({ kind, title }: CardPreviewProps) {
  const access = useAccess({ ...title, kind });
  const isClosed = access.label.is === 'premium' || access.label.is === 'subscription';
  const labels = isClosed ? waysToGet({ ...title, kind }) : [access.label];
  return (
    <p className="flex flex-wrap gap-2">
      {labels.map((label) => (
        <AccessBadge key={label.is} label={label} now={access.now} />
      ))}
    </p>
  );
}

function useDetails(kind: Kind, id: string) {
  const film = useQuery({ ...filmById(id), enabled: kind === 'movie' });
  const series = useQuery({ ...seriesById(id), enabled: kind === 'series' });
  return kind === 'movie' ? film.data : series.data;
}
